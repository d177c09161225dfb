"""Makes trees that win in a window of a larger board, on which the defender has stones.

docs/theorems.md has the lemmas, and brain.certificates.check_window checks the trees.
"""

from collections.abc import Iterator

from brain.certificates.check import Rules
from brain.certificates.check_window import FIVE, crossing, surplus
from brain.certificates.stones import Stones, cells_of, stones_of
from brain.certificates.tree import Attack, Moves
from brain.engine import Engine
from brain.lexicon import STEPS
from brain.position import Position
from brain.proving.prover import Branches, NotProved, Prover

THINKS = 20_000, 200_000, 2_000_000  # nodes of successive searches for a winning move
MOVES = 5  # of the attacker before a line, at most
HINTS = 2  # moves tried that won after other replies
TRIED = 12  # moves tried at the root, besides the engine's
HARD = 60  # replies without a line after a move, at most
LOOK = -3, -2, -1, 1, 2, 3  # cells along a line from the attacker's stones to such a move
PASS = 0  # on the path of moves and replies


class WindowProver(Prover):
    """Makes trees that win in a window by lemma 3, with `outside` stones of the defender outside
    at the position. On each path of a tree up to `passes` passes are answered by moves, the others
    by lines.
    """

    def __init__(self, engine: Engine, position: Position, outside: int, passes: int = 0) -> None:
        super().__init__(engine, position, thinks=THINKS)
        self.rules = Rules(position.rule, position.turn)
        self.size = position.width, position.height
        self.passes = passes
        self.surplus = surplus(stones_of(position)) - outside
        self.hints: dict[int, list[int]] = {}  # moves that won, by the attacker's stones
        self.failed: set[Stones] = set()

    def outside(self, stones: Stones) -> int:
        """Return how many stones the defender has outside, with the attacker to move."""
        return surplus(stones) - self.surplus

    def find_line_once(self, stones: Stones) -> Moves:
        """Return a line that wins with the stones outside, empty if none is found."""
        self.set_hostile(self.outside(stones))
        try:
            return super().find_line_once(stones)
        finally:
            self.engine.searcher.line_record.hostile = 0

    def replies_left(self, line: Moves, stones: Stones, replies: list[int]) -> list[int]:
        """Return the replies inside after which a line doesn't win."""
        self.set_hostile(self.outside(stones) - 1)  # the attacker has moved
        try:
            return super().replies_left(line, stones, replies)
        finally:
            self.engine.searcher.line_record.hostile = 0

    def set_hostile(self, outside: int) -> None:
        """Set the stones outside with which the kernels reckon."""
        self.engine.searcher.line_record.hostile = 1 + outside

    def find_attack(self, stones: Stones) -> Attack:
        """Return a winning move with all its answers; raises NotProved."""
        tried: set[int] = set()
        if stones not in self.failed and len(self.path) // 2 < MOVES:
            for move in self.moves(stones):
                if move not in tried and stones.empty >> move & 1:
                    tried.add(move)
                    try:
                        tree = self.try_move(move, stones)
                    except NotProved:
                        continue
                    hints = self.hints.get(stones.own, [])
                    self.hints[stones.own] = [move, *(hint for hint in hints if hint != move)]
                    return tree
        self.failed.add(stones)
        raise self.fault("no win is found")

    def moves(self, stones: Stones) -> Iterator[int]:
        """Yield moves to try: those that won after other replies; the engine's; and at the root
        those that leave the fewest replies without a line.
        """
        yield from self.hints.get(stones.own, [])[:HINTS]
        for nodes in self.thinks:
            if move := self.choose_move(stones, nodes):
                yield move
        if len(self.path) <= 1:
            found = []
            for move in self.on_lines(stones):
                after = stones.played(move)
                if self.find_line_once(after):
                    found.append((len(self.cover_with_lines(after)[2]), move))
            yield from (move for _, move in sorted(found)[:TRIED])

    def on_lines(self, stones: Stones) -> list[int]:
        """Return the empty cells near the attacker's stones, on a line with one of them."""
        cells = {cell + k * step for cell in cells_of(stones.own) for step in STEPS for k in LOOK}
        return sorted(cell for cell in cells if stones.empty >> cell & 1)

    def answer_all(self, move: int, stones: Stones) -> Attack:
        """Return a move, which is on the board, with an answer to each reply and to a pass; raises
        NotProved. The answer to a pass is a line, or else a branch on the move's cell.
        """
        self.check_threats(stones)
        passed: Branches = []
        if not self.find_line_once(stones):
            passed = self.answer_pass(move, stones)
        lines, branches, hard = self.cover_with_lines(stones, bool(passed))
        if len(hard) > HARD:
            raise self.fault("too many replies have no line")
        branches += passed
        for reply in hard:
            self.path.append(reply)
            try:
                branches.append((reply, self.tree(stones.answered(reply))))
            finally:
                self.path.pop()
        return Attack(move, tuple(lines), tuple(sorted(branches, key=lambda branch: branch[0])))

    def check_threats(self, stones: Stones) -> None:
        """Raise NotProved if the defender, to move, may make five."""
        outside = self.outside(stones) - 1  # the attacker has moved
        if self.rules.danger(stones, 1) or crossing(stones, self.size, outside, FIVE - 1):
            raise self.fault("the defender may make five")

    def answer_pass(self, move: int, stones: Stones) -> Branches:
        """Return the branch of a pass after a move; raises NotProved."""
        if self.path.count(PASS) == self.passes:
            raise self.fault("no line wins after a pass")
        self.path.append(PASS)
        try:
            return [(move, self.tree(stones))]
        finally:
            self.path.pop()

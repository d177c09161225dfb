"""Proves that Black wins on every larger board if White's first reply is far away.

    python -m brain.proving.far_reply FILE

writes a certificate in JSON, in less than a minute. docs/theorems.md has the theorem, and
brain.certificates.check_window checks the certificate.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Rules
from brain.certificates.check_window import (
    FIRST,
    NEAR,
    SECOND,
    WINDOW,
    FarReplyChecker,
    crossing,
    surplus,
)
from brain.certificates.stones import Size, Stones, cells_of, stones_of, turned
from brain.certificates.tree import Attack, Moves, Tree
from brain.engine import Engine
from brain.files.durable import write_atomically
from brain.lexicon import BLACK, FREESTYLE, STEPS, cell_at
from brain.position import Position
from brain.proving.prover import NotProved, Prover
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import symmetries

MEMORY = 64 << 20  # bytes, of the engine
THINKS = 20_000, 200_000, 2_000_000  # nodes of successive searches for a winning move
MOVES = 5  # of the attacker before a line, at most
HINTS = 2  # moves tried that won after other replies
TRIED = 12  # moves tried after the first reply, besides the engine's
HARD = 60  # replies without a line after a move, at most
LOOK = -3, -2, -1, 1, 2, 3  # cells along a line from the attacker's stones to such a move


class WindowProver(Prover):
    """Makes trees that win in a window by lemma 3, with `outside` stones of the defender outside
    at the position, one at least.
    """

    def __init__(self, engine: Engine, position: Position, outside: int) -> None:
        super().__init__(engine, position, thinks=THINKS)
        self.rules = Rules(position.rule, position.turn)
        self.size = position.width, position.height
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
        self.engine.searcher.line_record.hostile = 1 + max(outside, 1)

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
        """Yield moves to try: those that won after other replies, the engine's, and after the first
        reply those that leave the fewest replies without a line.
        """
        yield from self.hints.get(stones.own, [])[:HINTS]
        for nodes in self.thinks:
            if move := self.choose_move(stones, nodes):
                yield move
        if len(self.path) == 1:
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
        NotProved.
        """
        outside = self.outside(stones) - 1
        if self.rules.danger(stones, 1) or crossing(stones, self.size, outside, 4):
            raise self.fault("the defender may make five")
        if not self.find_line_once(stones):
            raise self.fault("no line wins after a pass")
        lines, branches, hard = self.cover_with_lines(stones)
        if len(hard) > HARD:
            raise self.fault("too many replies have no line")
        for reply in hard:
            self.path.append(reply)
            try:
                branches.append((reply, self.tree(stones.answered(reply))))
            finally:
                self.path.pop()
        return Attack(move, tuple(lines), tuple(sorted(branches, key=lambda branch: branch[0])))


def image(tree: Tree, symmetry: int, size: Size) -> Tree:
    """Return the image of a tree under a symmetry."""
    if not isinstance(tree, Attack):
        return tuple(turned(cell, symmetry, size) for cell in tree)
    branches = (
        (turned(reply, symmetry, size), image(then, symmetry, size))
        for reply, then in tree.branches
    )
    return Attack(
        turned(tree.move, symmetry, size),
        tuple(tuple(turned(cell, symmetry, size) for cell in line) for line in tree.lines),
        tuple(sorted(branches, key=lambda branch: branch[0])),
    )


def prove(engine: Engine) -> Certificate:
    """Return a certificate that wins if the first reply is outside the window; raises NotProved."""
    first = Position.of_colours(*WINDOW, FREESTYLE, BLACK, [FIRST], [])
    position = Position.of_colours(*WINDOW, FREESTYLE, BLACK, [FIRST, SECOND], [])
    engine.set_up(position)
    prover, stones = WindowProver(engine, position, 1), stones_of(position)
    kept = [turn for turn in symmetries(*WINDOW) if stones.seen(turn, WINDOW) == stones]
    trees: dict[int, Tree] = {}
    for reply in (cell_at(x, y) for x in NEAR for y in NEAR):
        if stones.empty >> reply & 1 and reply not in trees:
            prover.path = [reply]
            tree = prover.tree(stones.answered(reply))
            trees |= {turned(reply, turn, WINDOW): image(tree, turn, WINDOW) for turn in kept}
    root = Attack(SECOND, (), tuple(sorted(trees.items())))
    claim = Certificate(first, 0, nodes_of(root, first))
    return replace(claim, plies=FarReplyChecker(claim).most_plies())


def main(arguments: Sequence[str]) -> int:
    """Write the certificate."""
    (path,) = map(Path, arguments)
    text = certificate.to_json(prove(Engine(MEMORY)))
    write_atomically(path, text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

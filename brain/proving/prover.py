"""Makes certificates: of a winning line if there is one, else of the engine's move and the answers
to all replies.

Nothing here is trusted. brain.certificates.check checks the result.
"""

from collections.abc import Sequence
from dataclasses import replace

from brain.cell import Cell, cells_on
from brain.certificates.certificate import Certificate
from brain.certificates.check import Rules
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.certificates.tree import Attack, Moves, Tree
from brain.engine import Engine, Limit
from brain.layout import LONGEST_LINE
from brain.position import Position
from brain.proving import kernel_checker
from brain.proving.reuse import Siblings
from brain.proving.threat_lines import (
    board_of,
    find_line,
    replies_covered,
)
from brain.proving.write_nodes import nodes_of
from brain.rules.fouls import is_foul

LINE_TRIES = 5000  # moves tried in one search for a line, which takes some milliseconds
LATE = 2 * LONGEST_LINE + 3  # plies, more than any line takes
THINKS = (100_000, 1_000_000, 4_000_000)  # nodes of successive searches for a winning move

Branches = list[tuple[int, Tree]]  # replies and their answers


class NotProved(ValueError):  # noqa: N818 (it doesn't refute the win)
    """No certificate was found. The message has the reason, and the moves that lead there."""


def prove(
    engine: Engine, position: Position, first: int = 0, thinks: Sequence[int] | None = None
) -> Certificate:
    """Return an unchecked certificate that the side to move wins; raises NotProved if none is
    found. `first` and `thinks` are those of Prover.
    """
    engine.set_up(position)
    try:
        tree = Prover(engine, position, first, thinks).tree(stones_of(position))
    except RecursionError:
        raise NotProved("the win is too long") from None
    return certified(engine, position, tree)


def certified(engine: Engine, position: Position, tree: Tree) -> Certificate:
    """Return the certificate of a position's tree, with its plies; raises NotProved if the game is
    drawn before the win.
    """
    claim = Certificate(position, 0, nodes_of(tree, position))
    return in_time(replace(claim, plies=kernel_checker.plies_of(claim, engine)))


def in_time(claim: Certificate) -> Certificate:
    """Return a certificate; raises NotProved if the game is drawn before the win."""
    if claim.plies > claim.position.plies_left:
        raise NotProved(f"the game is drawn in {claim.position.plies_left} plies, before the five")
    return claim


def holding(engine: Engine, position: Position, nodes: int) -> tuple[Cell, ...]:
    """Return the legal moves that hold: after them no win of the other side is proved. Each move
    that no line answers is searched with `nodes` nodes. If some moves make five, only they are
    returned.

    If no move holds, the side to move is proved lost.
    """
    passed = position.passed
    engine.set_up(passed)
    prover, stones = Prover(engine, passed, thinks=(nodes,)), stones_of(passed)
    if fives := prover.fives(stones):
        return cells_on(position.height, fives)
    _, _, hard = prover.cover_with_lines(stones)
    if position.plies_left <= LATE:  # then a line may be too long
        grid = stones.grid(prover.attacker)
        hard = [
            cell
            for cell in cells_of(stones.empty)
            if not is_foul(grid, cell, prover.defender, position.rule)
        ]
    held = (cell for cell in hard if not prover.is_won_after(cell, stones))
    return cells_on(position.height, held)


class Prover:
    """Makes trees of wins. The engine's board must have the position's size, rule and walls."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        first: int = 0,
        thinks: Sequence[int] | None = None,
    ) -> None:
        """`first` is the first move to try at the root, 0 for none. `thinks` are the nodes of
        successive searches for a winning move.
        """
        self.engine, self.position, self.first = engine, position, first
        self.thinks = THINKS if thinks is None else thinks
        self.attacker, self.defender = position.turn, 3 - position.turn
        self.replying = Rules(position.rule, self.defender)
        self.known: dict[Stones, Tree] = {}
        self.without_line: set[Stones] = set()
        self.winning: dict[int, Siblings] = {}  # by the attacker's stones
        self.path: list[int] = []

    def known_tree(self, stones: Stones) -> Tree | None:
        """Return the tree of a board if it was made before; else None."""
        return self.known.get(stones)

    def tree(self, stones: Stones) -> Tree:
        """Return the tree of a win on a board; raises NotProved if none is found."""
        if stones not in self.known:
            self.known[stones] = self.find_line_once(stones) or self.find_attack(stones)
        return self.known[stones]

    def find_attack(self, stones: Stones) -> Attack:
        """Return a winning move with all its answers; raises NotProved."""
        tried: set[int] = set()
        reason = self.fault("no win is found")
        for nodes in self.thinks:
            move = self.choose_move(stones, nodes)
            if move and move not in tried:
                tried.add(move)
                try:
                    return self.try_move(move, stones)
                except NotProved as fault:
                    reason = fault
        raise reason

    def try_move(self, move: int, stones: Stones) -> Attack:
        """Return a move with an answer to each reply; raises NotProved if one has none."""
        self.path.append(move)
        try:
            return self.answer_all(move, stones.played(move))
        finally:
            self.path.pop()

    def answer_all(self, move: int, stones: Stones) -> Attack:
        """Return a move, which is on the board, with an answer to each reply; raises NotProved."""
        for reply in self.fives(stones):
            raise self.fault(f"{Cell(reply, self.position.height)} makes five")
        lines, branches, hard = self.cover_with_lines(stones)
        siblings = self.siblings(move, stones)
        self.look_ahead(stones, hard, siblings)
        for reply in hard:
            after = stones.answered(reply)
            self.path.append(reply)
            try:
                tree = (
                    self.known_tree(after)
                    or self.reuse_sibling(reply, after, siblings)
                    or self.tree(after)
                )
            finally:
                self.path.pop()
            siblings.add(reply, after, tree)
            branches.append((reply, tree))
        return Attack(move, tuple(lines), tuple(sorted(branches, key=lambda branch: branch[0])))

    def siblings(self, move: int, stones: Stones) -> Siblings:
        """Return candidate trees for the replies to `move`: wins already found with the same
        attacker's stones, on this board or before `move`.
        """
        if stones.own not in self.winning:
            self.winning[stones.own] = siblings = Siblings(self.engine, self.attacker)
            before = self.winning.get(stones.own ^ 1 << move, siblings)
            siblings.add_below(move, stones, before)
        return self.winning[stones.own]

    def reuse_sibling(self, reply: int, stones: Stones, siblings: Siblings) -> Attack | None:
        """Return a sibling's tree that wins after a reply, None if there is none."""
        return siblings.reuse(reply, stones)[0]

    def look_ahead(self, stones: Stones, replies: list[int], siblings: Siblings) -> None:
        """Prepare the answers to some replies. Subclasses may; the prover does nothing."""

    def is_won_after(self, reply: int, stones: Stones) -> bool:
        """Return whether a win after a reply is proved, before the game is drawn."""
        after = stones.answered(reply)
        try:
            certified(self.engine, position_of(after, self.position), self.tree(after))
        except (ValueError, RecursionError):
            return False
        return True

    def fives(self, stones: Stones) -> list[int]:
        """Return the replies that make five, in order."""
        turned_round = stones._replace(own=stones.other, other=stones.own)
        return list(cells_of(self.replying.fives(turned_round)))

    def cover_with_lines(
        self, stones: Stones, is_passed: bool = False
    ) -> tuple[list[Moves], Branches, list[int]]:
        """Return lines that answer several replies, branches of lines that answer one reply each,
        and the replies that no line answers. No reply may make five.

        The line that wins after a pass comes first. Then each reply without an answer gets a line,
        which is tried after all other replies without an answer. If no line wins after a pass, none
        is searched unless the pass has another answer (`is_passed`), because a stone of the
        defender hardly helps the attacker.
        """
        grid = stones.grid(self.attacker)
        rule, lines, hard = self.position.rule, list[Moves](), list[int]()
        branches: Branches = []
        left = list(cells_of(stones.empty))
        passed = self.find_line_once(stones)
        if passed:
            lines.append(passed)
            left = self.replies_left(passed, stones, left)
        while left:
            reply = left.pop(0)
            line = (passed or is_passed) and self.find_line_once(stones.answered(reply))
            if not line:
                if not is_foul(grid, reply, self.defender, rule):
                    hard.append(reply)
                continue
            still = self.replies_left(line, stones, [*left, *hard])
            if len(still) == len(left) + len(hard):
                branches.append((reply, line))
            else:
                lines.append(line)
                left = [other for other in left if other in still]
                hard = [other for other in hard if other in still]
        return lines, branches, hard

    def find_line_once(self, stones: Stones) -> Moves:
        """Return a winning line, empty if none is found. A failed search is not repeated."""
        if stones in self.without_line:
            return ()
        line = find_line(self.engine, board_of(stones), self.attacker, LINE_TRIES)
        if not line:
            self.without_line.add(stones)
        return line

    def replies_left(self, line: Moves, stones: Stones, replies: list[int]) -> list[int]:
        """Return the replies after which a line doesn't win."""
        covered = replies_covered(self.engine, board_of(stones), self.attacker, line)
        return [reply for reply in replies if reply not in covered]

    def choose_move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it claims a mate, else 0."""
        if self.first:
            move, self.first = self.first, 0
            return move
        self.set_board(stones)
        found = self.engine.think(self.attacker, Limit(nodes=nodes))
        return found.move if found.score.mate > 0 else 0

    def set_board(self, stones: Stones) -> None:
        """Put stones on the engine's board."""
        board = position_of(stones, self.position)
        self.engine.lay(board.width, board.height, board.rule, board.stones, board.walls)

    def fault(self, reason: str) -> NotProved:
        """Return the error for a reason, with the moves that lead there."""
        moves = " ".join(map(str, cells_on(self.position.height, self.path)))
        return NotProved(f"after {moves}: {reason}" if moves else reason)

"""Makes certificates: a line where one wins, else a move of the engine's and the answers to all
replies.

Nothing here is trusted: brain.certificates.check says whether what is made holds.
"""

from collections.abc import Sequence
from dataclasses import replace

from brain.cell import Cell
from brain.certificates.certificate import Certificate
from brain.certificates.check import Rules
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.certificates.tree import Attack, Moves, Tree
from brain.engine import Engine, Limit
from brain.layout import LONGEST_LINE
from brain.position import Position
from brain.proving import fastcheck
from brain.proving.reuse import Siblings
from brain.proving.threat_lines import (
    board_of,
    find_line,
    replies_covered,
)
from brain.proving.write_nodes import nodes_of
from brain.rules.laws import is_foul

LINE_TRIES = 5000  # moves tried in one search for a line: some milliseconds
LATE = 2 * LONGEST_LINE + 3  # plies, more than any line takes
THINKS = (100_000, 1_000_000, 4_000_000)  # nodes, until a move is found whose replies are answered


class NotProved(ValueError):  # noqa: N818 (it says nothing about the win)
    """No certificate is found; the message says why, after which moves."""


def prove(
    engine: Engine, position: Position, first: int = 0, thinks: Sequence[int] | None = None
) -> Certificate:
    """Return a certificate that the side to move wins, not checked yet; raises NotProved when none
    is found.

    `first` and `thinks` are as Prover takes them.
    """
    engine.set_up(position)
    try:
        tree = Prover(engine, position, first, thinks).tree(stones_of(position))
    except RecursionError:
        raise NotProved("the win is too long") from None
    return certified(engine, position, tree)


def certified(engine: Engine, position: Position, tree: Tree) -> Certificate:
    """Return the certificate of a position's tree, its plies counted; raises NotProved if the win
    comes too late.
    """
    claim = Certificate(position, 0, nodes_of(tree, position))
    return in_time(replace(claim, plies=fastcheck.plies_of(claim, engine)))


def in_time(claim: Certificate) -> Certificate:
    """Return a certificate; raises NotProved if the win comes too late."""
    if claim.plies > claim.position.room:
        raise NotProved(f"the game is drawn in {claim.position.room} plies, before the five")
    return claim


def holding(engine: Engine, position: Position, nodes: int) -> tuple[Cell, ...]:
    """Return the moves of the side to move after which no win of the other side is proved, with so
    many nodes for each that no line answers. Those that make five come first, and alone.

    None, and the side to move is proved lost. A foul is no such move.
    """
    passed = position.passed
    engine.set_up(passed)
    prover, stones = Prover(engine, passed, thinks=(nodes,)), stones_of(passed)
    if fives := prover.fives(stones):
        return tuple(map(Cell, fives))
    _, _, hard = prover.sifted(stones)
    if position.room <= LATE:  # then a line may be too long
        grid = stones.grid(prover.attacker)
        hard = [
            cell
            for cell in cells_of(stones.empty)
            if not is_foul(grid, cell, prover.defender, position.rule)
        ]
    return tuple(Cell(cell) for cell in hard if not prover.beats(cell, stones))


class Prover:
    """Makes trees, with an engine whose board has the position's size, rule and walls."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        first: int = 0,
        thinks: Sequence[int] | None = None,
    ) -> None:
        """Take a move that is known to win, 0 for none; and the nodes of thinks, by and by more."""
        self.engine, self.position, self.first = engine, position, first
        self.thinks = THINKS if thinks is None else thinks
        self.attacker, self.defender = position.turn, 3 - position.turn
        self.replying = Rules(position.rule, self.defender)
        self.known: dict[Stones, Tree] = {}
        self.without_line: set[Stones] = set()
        self.winning: dict[int, Siblings] = {}  # by the attacker's stones
        self.path: list[int] = []

    def proved(self, stones: Stones) -> Tree | None:
        """Return how the attacker, to move, wins if that is proved already."""
        return self.known.get(stones)

    def tree(self, stones: Stones) -> Tree:
        """Return how the attacker, to move, wins; raises NotProved when nothing is found."""
        if stones not in self.known:
            self.known[stones] = self.line(stones) or self.attack(stones)
        return self.known[stones]

    def attack(self, stones: Stones) -> Attack:
        """Return a move that wins and all answers; raises NotProved."""
        tried: set[int] = set()
        reason = self.fault("no win is found")
        for nodes in self.thinks:
            move = self.move(stones, nodes)
            if move and move not in tried:
                tried.add(move)
                try:
                    return self.played(move, stones)
                except NotProved as fault:
                    reason = fault
        raise reason

    def played(self, move: int, stones: Stones) -> Attack:
        """Return a move with an answer to all replies; raises NotProved where there is none."""
        self.path.append(move)
        try:
            return self.answered(move, stones.played(move))
        finally:
            self.path.pop()

    def answered(self, move: int, stones: Stones) -> Attack:
        """Return what `played` does, the move lying on the board."""
        for reply in self.fives(stones):
            raise self.fault(f"{Cell(reply)} makes five")
        lines, branches, hard = self.sifted(stones)
        siblings = self.siblings(move, stones)
        self.look_ahead(stones, hard, siblings)
        for reply in hard:
            after = stones.answered(reply)
            self.path.append(reply)
            try:
                tree = self.proved(after) or self.alike(reply, after, siblings) or self.tree(after)
            finally:
                self.path.pop()
            siblings.add(reply, tree)
            branches.append((reply, tree))
        return Attack(move, tuple(lines), tuple(sorted(branches, key=lambda branch: branch[0])))

    def siblings(self, move: int, stones: Stones) -> Siblings:
        """Return what may win after a reply to a move on a board: what has won with the same
        stones, or did so below that move where a stone of the defender lies elsewhere.
        """
        if stones.own not in self.winning:
            self.winning[stones.own] = siblings = Siblings(self.engine, self.attacker)
            before = self.winning.get(stones.own ^ 1 << move, siblings)
            for attack in before.with_move(move):
                for reply, tree in attack.branches:
                    siblings.add(reply, tree)
        return self.winning[stones.own]

    def alike(self, reply: int, stones: Stones, siblings: Siblings) -> Attack | None:
        """Return what wins after a reply as it did after another, None where nothing does."""
        return siblings.reuse(reply, stones)[0]

    def look_ahead(self, stones: Stones, replies: list[int], siblings: Siblings) -> None:
        """Hear of replies that are about to be answered, one after the other."""

    def beats(self, reply: int, stones: Stones) -> bool:
        """Return whether a win after a reply is proved, in time before the draw."""
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

    def sifted(self, stones: Stones) -> tuple[list[Moves], list[tuple[int, Tree]], list[int]]:
        """Return what answers replies, none of which makes five: lines for many, lines for one
        each; and the replies that no line answers.

        The line that wins when the defender passes comes first. Each reply that is left gets a line
        of its own, which is tried on all others.
        """
        grid = stones.grid(self.attacker)
        rule, lines, hard = self.position.rule, list[Moves](), list[int]()
        branches: list[tuple[int, Tree]] = []
        left = list(cells_of(stones.empty))
        if line := self.line(stones):
            lines.append(line)
            left = self.uncovered(line, stones, left)
        while left:
            reply = left.pop(0)
            line = self.line(stones.answered(reply))
            if not line:
                if not is_foul(grid, reply, self.defender, rule):
                    hard.append(reply)
                continue
            still = self.uncovered(line, stones, [*left, *hard])
            if len(still) == len(left) + len(hard):
                branches.append((reply, line))
            else:
                lines.append(line)
                left = [other for other in left if other in still]
                hard = [other for other in hard if other in still]
        return lines, branches, hard

    def line(self, stones: Stones) -> Moves:
        """Return a line that wins, empty when none is found; no board is searched twice in vain."""
        if stones in self.without_line:
            return ()
        line = find_line(self.engine, board_of(stones), self.attacker, LINE_TRIES)
        if not line:
            self.without_line.add(stones)
        return line

    def uncovered(self, line: Moves, stones: Stones, replies: list[int]) -> list[int]:
        """Return the replies after which a line doesn't win."""
        covered = replies_covered(self.engine, board_of(stones), self.attacker, line)
        return [reply for reply in replies if reply not in covered]

    def move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it knows it to win, else 0."""
        if self.first:
            move, self.first = self.first, 0
            return move
        self.lay(stones)
        found = self.engine.think(self.attacker, Limit(nodes=nodes))
        return found.move if found.score.mate > 0 else 0

    def lay(self, stones: Stones) -> None:
        """Put stones on the engine's board."""
        board = position_of(stones, self.position)
        self.engine.lay(board.width, board.height, board.rule, board.stones, board.walls)

    def fault(self, reason: str) -> NotProved:
        """Return the error for a reason, with the moves that lead there."""
        moves = " ".join(Cell(cell).name for cell in self.path)
        return NotProved(f"after {moves}: {reason}" if moves else reason)

"""Makes certificates: a line where one wins, else a move of the engine's and the answers to all
replies.

Nothing here is trusted: brain.certificates.check says whether what is made holds.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from brain.cell import Cell
from brain.certificates.certificate import Certificate, Cover, Line, Link, Move, Node
from brain.certificates.check import Rules
from brain.certificates.stones import Stones, cells_of, position_of, stones_of, turned
from brain.certificates.tree import Attack, Moves, Tree
from brain.engine import Engine, Limit
from brain.layout import LONGEST_LINE
from brain.lexicon import EMPTY
from brain.position import Position
from brain.proving import fastcheck
from brain.proving.threat_lines import (
    OTHER,
    OWN,
    Board,
    board_of,
    cover_plies,
    find_line,
    line_plies,
    may_attack,
    placed,
    replies_covered,
)
from brain.rules.fouls import is_foul
from brain.rules.symmetry import IDENTITY, between

LINE_TRIES = 5000  # moves tried in one search for a line: some milliseconds
SIBLINGS = 8  # tried on a board at most
SIBLING_NODES = 200_000  # checked on it: a third of a second
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

    def siblings(self, move: int, stones: Stones) -> "Siblings":
        """Return what may win after a reply to a move on a board: what has won with the same
        stones, or did so below that move where a stone of the defender lies elsewhere.
        """
        if stones.own not in self.winning:
            self.winning[stones.own] = siblings = Siblings(self)
            before = self.winning.get(stones.own ^ 1 << move, siblings)
            for attack in before.with_move(move):
                for reply, tree in attack.branches:
                    siblings.add(reply, tree)
        return self.winning[stones.own]

    def alike(self, reply: int, stones: Stones, siblings: "Siblings") -> Attack | None:
        """Return what wins after a reply as it did after another, None where nothing does."""
        return siblings.alike(reply, stones)[0]

    def look_ahead(self, stones: Stones, replies: list[int], siblings: "Siblings") -> None:
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


class Siblings:
    """Moves that win on boards with the same stones of the attacker, each with all answers. On
    another one of them may win as it is: most replies are far from where the win is.
    """

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.tried: list[_Sibling] = []  # first what was of use last
        self.after: dict[int, _Sibling] = {}  # by the last reply

    def add(self, reply: int, tree: Tree) -> None:
        """Add what wins after a reply, unless it is a line or is here already."""
        if isinstance(tree, Attack) and all(tree != each.tree for each in self.tried):
            sibling = _Sibling(tree, self.prover)
            self.tried.insert(0, sibling)
            self.after[reply] = sibling

    def with_move(self, move: int) -> list[Attack]:
        """Return the trees that begin with a move, those of most use last."""
        trees = (each.tree for each in self.tried if each.tree.move == move)
        return list(islice(trees, SIBLINGS))[::-1]

    def alike(self, reply: int, stones: Stones) -> tuple[Attack | None, int]:
        """Return a tree that wins on a board, the attacker to move, and in how many plies at most;
        None and 0 where none does.
        """
        board = board_of(stones)
        first = [self.after[reply]] if reply in self.after else []
        for sibling in [*first, *(each for each in self.tried[:SIBLINGS] if each not in first)]:
            if plies := sibling.plies(board):
                self.tried.remove(sibling)
                self.tried.insert(0, sibling)
                self.after[reply] = sibling
                return sibling.tree, plies
        return None, 0


class _Sibling:
    """A tree that may win on other boards than its own."""

    def __init__(self, tree: Attack, prover: Prover) -> None:
        self.tree, self.engine, self.attacker = tree, prover.engine, prover.attacker
        self.left = 0  # nodes to be checked
        self.known: dict[tuple[int, Board], int] = {}

    def plies(self, board: Board) -> int:
        """Return the most plies in which the tree wins on a board, 0 where few nodes don't show
        that it does.
        """
        self.left, self.known = SIBLING_NODES, {}
        plies = self.tree_plies(self.tree, board)
        self.known = {}
        return plies

    def tree_plies(self, tree: Tree, board: Board) -> int:
        """Return what `plies` does, of a part of the tree."""
        if not isinstance(tree, Attack):
            return line_plies(self.engine, board, self.attacker, tree)
        key = id(tree), board
        if key not in self.known:
            self.known[key] = self.attack_plies(tree, board)
        return self.known[key]

    def attack_plies(self, tree: Attack, board: Board) -> int:
        """Return what `plies` does, of a move with its answers."""
        if not may_attack(self.engine, board, self.attacker, tree.move):
            return 0
        after = placed(board, tree.move, OWN)
        if any(after[reply] != EMPTY for reply, _ in tree.branches):
            return 0
        # What lines don't answer fails at once: for now each branch wins in one ply.
        branches = {reply: 1 for reply, _ in tree.branches}
        plies, replayed = cover_plies(self.engine, after, self.attacker, tree.lines, branches)
        self.left -= 1 + replayed
        for reply, then in tree.branches:
            if plies and self.left > 0:
                found = self.tree_plies(then, placed(after, reply, OTHER))
                plies = found and max(plies, 1 + found)
        return 1 + plies if plies and self.left > 0 else 0


def nodes_of(tree: Tree, position: Position) -> tuple[Node, ...]:
    """Return the nodes of a position's tree, the root last."""
    writer = _Writer(position)
    writer.tree(tree, stones_of(position), IDENTITY)
    return tuple(writer.nodes)


class _Writer:
    """Writes trees as nodes, equal ones once; covers and moves see the board in a canonical form,
    but for the root.

    A symmetry is always that from the position's board to the one that a node sees.
    """

    def __init__(self, position: Position) -> None:
        self.size = position.width, position.height
        self.nodes: dict[Node, int] = {}
        self.written: dict[int, tuple[int, int]] = {}  # a branch's node, and how it sees the board
        self.boards: dict[Stones, tuple[Attack, int, int]] = {}  # tree, symmetry, node
        self.names: dict[object, int] = {}  # equal moves with all answers have one
        self.named: dict[tuple[int, int], int] = {}  # by their identity, and a symmetry

    def tree(self, tree: Tree, stones: Stones, symmetry: int) -> int:
        """Write a tree whose first node sees the board under a symmetry; return its number."""
        if not isinstance(tree, Attack):
            return self.add(Line(tuple(self.turned(cell, symmetry) for cell in tree)))
        after = stones.played(tree.move)
        _, then = after.canonical(self.size)
        link = Link(self.cover(tree, after, then), between(symmetry, then, *self.size))
        return self.add(Move(self.turned(tree.move, symmetry), link))

    def cover(self, attack: Attack, stones: Stones, symmetry: int) -> int:
        """Write the cover of a move's replies, as `tree` does."""
        lines = tuple(self.tree(line, stones, symmetry) for line in attack.lines)
        branches, trees = [], dict(attack.branches)
        for reply in sorted(trees, key=lambda reply: self.turned(reply, symmetry)):
            node, then = self.branch(trees[reply], stones.answered(reply), symmetry)
            link = Link(node, between(symmetry, then, *self.size))
            branches.append((self.turned(reply, symmetry), link))
        return self.add(Cover(lines, tuple(branches)))

    def branch(self, tree: Tree, stones: Stones, symmetry: int) -> tuple[int, int]:
        """Write what answers a reply that is seen under a symmetry; return its number, and the
        symmetry under which it sees the board. Trees that are equal, or are for boards that are
        equal but for a symmetry and equal then, are written once.
        """
        if not isinstance(tree, Attack):
            return self.tree(tree, stones, symmetry), symmetry
        name = self.name(tree, IDENTITY)
        if name in self.written:
            return self.written[name]
        form, then = stones.canonical(self.size)
        if form in self.boards:
            twin, turn, node = self.boards[form]
            if self.name(tree, then) == self.name(twin, turn):
                return node, then
        node = self.tree(tree, stones, then)
        self.written[name] = node, then
        self.boards[form] = tree, then, node
        return node, then

    def name(self, attack: Attack, symmetry: int) -> int:
        """Return a number that equal moves with equal answers have, seen under a symmetry."""
        key = id(attack), symmetry
        if key not in self.named:
            lines = (tuple(self.turned(cell, symmetry) for cell in line) for line in attack.lines)
            branches = (
                (self.turned(reply, symmetry), self.name_of(tree, symmetry))
                for reply, tree in attack.branches
            )
            content = self.turned(attack.move, symmetry), tuple(lines), frozenset(branches)
            self.named[key] = self.names.setdefault(content, len(self.names))
        return self.named[key]

    def name_of(self, tree: Tree, symmetry: int) -> int | Moves:
        """Return a move's name, or a line's moves."""
        if isinstance(tree, Attack):
            return self.name(tree, symmetry)
        return tuple(self.turned(cell, symmetry) for cell in tree)

    def add(self, node: Node) -> int:
        """Add a node unless there is such a one; return its number."""
        return self.nodes.setdefault(node, len(self.nodes))

    def turned(self, cell: int, symmetry: int) -> int:
        """Return a cell under a symmetry."""
        return turned(cell, symmetry, self.size)

"""The enemy of a small certificate: all games against it, judged by the rules alone.

It tells how long the longest game is, which games at random can't: those are fast_enemy.py's. An
`Enemy` replies to whoever plays the attacker's side, an engine too.

The attacker's side does what a certificate means: it plays a move, goes to the branch of a reply,
or plays a line until a five can be made, or two be threatened with nothing to fear. It is the
checker that says so, and which of a cover's lines is meant. What becomes of the stones is told by
brain.rules.laws.
"""

import random
from dataclasses import dataclass, replace

from brain.cell import cells_on
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode
from brain.certificates.check import Refused, Rules
from brain.certificates.stones import Stones, bits, cells_of
from brain.lexicon import BLACK, EMPTY, RENJU, STEPS, cell_at, opponent, point_of
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.grid import Grid, empty_cells
from brain.rules.symmetry import transformed

REACH = 5  # cells along a line from a stone that may cap, block or lengthen what it is part of
OUTSIDE = 0  # the cell of a reply that is not on the certificate's board


class Lost(AssertionError):  # noqa: N818 (what happens to the attacker)
    """The attacker hasn't won; the message has the game."""


class GivenUp(Exception):  # noqa: N818 (it says nothing about the games)
    """There are too many games."""


@dataclass(frozen=True)
class Turn:
    """The certificate's continuation: a node, the symmetries by which it sees the position's board,
    in order, and how much of a line is played.
    """

    node: int
    view: tuple[int, ...] = ()
    played: int = 0


class Attacker:
    """Plays a certificate's side."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        position = certificate.position
        self.size = position.width, position.height
        self.rule, self.colour, self.enemy = position.rule, position.turn, opponent(position.turn)
        self.rules = Rules(self.rule, self.colour)
        self.cells = [cell_at(x, y) for y in range(self.size[1]) for x in range(self.size[0])]

    @property
    def start(self) -> Turn:
        """Where a game begins."""
        return Turn(len(self.certificate.nodes) - 1)

    def move(self, grid: Grid, turn: Turn) -> int:
        """Return the attacker's move."""
        node = self.certificate.nodes[turn.node]
        if isinstance(node, MoveNode):
            return self._real(node.cell, turn.view)
        assert isinstance(node, LineNode)
        if turn.played:
            stones = self.stones(grid, ())
            for cell in cells_of(self.rules.fives(stones)):
                return cell
            if not self.rules.danger(stones, 1):
                for cell in self.rules.doubles(stones, stones.other):
                    return cell
        if turn.played == len(node.cells):
            raise Lost("the line is at its end")
        return self._real(node.cells[turn.played], turn.view)

    def after(self, grid: Grid, turn: Turn, reply: int) -> Turn:
        """Return the continuation after a reply, which lies on the board or is OUTSIDE."""
        nodes = self.certificate.nodes
        node = nodes[turn.node]
        if isinstance(node, LineNode):
            return replace(turn, played=turn.played + 1)
        assert isinstance(node, MoveNode)
        view = (*turn.view, node.then.symmetry)
        cover = nodes[node.then.node]
        assert isinstance(cover, CoverNode)
        stones = self.stones(grid, view)
        passes = [link for cell, link in cover.branches if stones.own >> cell & 1]
        if reply == OUTSIDE and passes:
            (link,) = passes
        else:
            branches = dict(cover.branches)
            link = branches.get(self._seen(reply, view)) or self._first(cover, stones)
        return Turn(link.node, (*view, link.symmetry))

    def _first(self, cover: CoverNode, stones: Stones) -> Link:
        """Return the first line of a cover that the checker accepts."""
        for line in cover.lines:
            node = self.certificate.nodes[line]
            assert isinstance(node, LineNode)
            try:
                self.rules.line(node.cells, stones)
            except Refused:
                continue
            return Link(line)
        raise Lost("no line covers the reply")

    def stones(self, grid: Grid, view: tuple[int, ...]) -> Stones:
        """Return the board as a node sees it."""
        kinds = ((self.colour,), (self.enemy,), (EMPTY, self.colour, self.enemy))
        return Stones(
            *(
                bits(self._seen(cell, view) for cell, state in grid.items() if state in kind)
                for kind in kinds
            )
        )

    def _seen(self, cell: int, view: tuple[int, ...]) -> int:
        """Return a cell of the position's board as a node sees it."""
        point = point_of(cell)
        for symmetry in view:
            if symmetry:
                (point,) = transformed([point], symmetry, *self.size)
        return cell_at(*point)

    def _real(self, cell: int, view: tuple[int, ...]) -> int:
        """Return the cell of the position's board that a node sees as a cell."""
        return next(other for other in self.cells if self._seen(other, view) == cell)


class Game:
    """A game against a certificate, as far as it is played. The attacker's moves are checked."""

    def __init__(self, attacker: Attacker) -> None:
        self.attacker = attacker
        position = attacker.certificate.position
        self.grid, self.room = position.board(), position.plies_left
        for wall in position.walls:
            del self.grid[wall]
        self.moves: list[int] = []
        self.turn = attacker.start

    def attack(self) -> bool:
        """Make the attacker's move; return whether it wins. Raises Lost."""
        attacker = self.attacker
        try:
            move = attacker.move(self.grid, self.turn)
        except Lost as lost:
            raise self._lost(str(lost)) from None
        self.moves.append(move)
        if self.grid.get(move) != EMPTY:
            raise self._lost("the move's cell is not empty")
        wins = is_five(self.grid, move, attacker.colour, attacker.rule)
        if is_foul(self.grid, move, attacker.colour, attacker.rule):
            raise self._lost("the move is a foul")
        if not wins and len(self.moves) >= self.room:
            raise self._lost("the game is drawn")
        self.grid[move] = attacker.colour
        return wins

    def reply(self, cell: int) -> bool:
        """Make a reply; return whether it loses at once. Raises Lost."""
        attacker = self.attacker
        self.moves.append(cell)
        if is_five(self.grid, cell, attacker.enemy, attacker.rule):
            raise self._lost("the reply makes five")
        if is_foul(self.grid, cell, attacker.enemy, attacker.rule):
            return True
        if len(self.moves) >= self.room:
            raise self._lost("the game is drawn")
        self.grid[cell] = attacker.enemy
        try:
            self.turn = attacker.after(self.grid, self.turn, cell)
        except Lost as lost:
            raise self._lost(str(lost)) from None
        return False

    def back(self, turn: Turn, plies: int) -> None:
        """Take stones back, until so many plies are left, to where the certificate was."""
        for cell in self.moves[plies:]:
            self.grid[cell] = EMPTY
        del self.moves[plies:]
        self.turn = turn

    def _lost(self, reason: str) -> Lost:
        names = " ".join(map(str, cells_on(self.attacker.certificate.position.height, self.moves)))
        return Lost(f"{reason}: {names} in {self.attacker.certificate}")


def worst(certificate: Certificate, most: int) -> int:
    """Return the most plies of all games against a certificate. Raises Lost, and GivenUp after so
    many moves of the attacker.
    """
    game = Game(Attacker(certificate))
    asked = 0

    def plies() -> int:
        nonlocal asked
        asked += 1
        if asked > most:
            raise GivenUp
        turn, played = game.turn, len(game.moves)
        longest = played + 1
        if not game.attack():
            for reply in empty_cells(game.grid):
                loses = game.reply(reply)
                longest = max(longest, len(game.moves) if loses else plies())
                game.back(turn, played + 1)
        game.back(turn, played)
        return longest

    return plies()


class Enemy:
    """Replies at random, with a liking for what may hurt."""

    def __init__(self, attacker: Attacker, dice: random.Random) -> None:
        self.attacker, self.dice = attacker, dice
        self.own = Rules(attacker.rule, attacker.enemy)  # the enemy as an attacker

    def reply(self, game: Game) -> int:
        """Return a reply: a five, a four, what is threatened, a foul, a cap, or any empty cell."""
        attacker, dice, grid = self.attacker, self.dice, game.grid
        theirs = attacker.stones(grid, ())
        ours = theirs._replace(own=theirs.other, other=theirs.own)
        for five in cells_of(self.own.fives(ours)):
            return five
        kinds = dice.sample(range(5), 5)
        for kind in kinds:
            cells: set[int] = set()
            if kind == 0:
                cells = {cell for pair, _ in self.own.windows(ours, 2) for cell in cells_of(pair)}
            elif kind == 1:
                found = [*attacker.rules.windows(theirs, 1)] or [*attacker.rules.windows(theirs, 2)]
                cells = {cell for _, touched in found for cell in cells_of(touched)}
            elif kind == 2 and game.moves:
                near = {game.moves[-1] + k * step for step in STEPS for k in range(-REACH, REACH)}
                cells = near
            elif kind == 3 and attacker.rule == RENJU and attacker.enemy == BLACK:
                cells = {cell for cell in empty_cells(grid) if is_foul(grid, cell, BLACK, RENJU)}
            elif kind == 4:
                cells = set(cells_of(self.attacker.rules.danger(theirs, 2)))
            usable = sorted(cell for cell in cells if grid.get(cell) == EMPTY)
            if usable:
                return dice.choice(usable)
        return dice.choice(empty_cells(grid))

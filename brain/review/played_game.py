"""A played game, finished or not: stones set up, then moves in turn."""

from dataclasses import dataclass

from brain.cell import COLOUR_NAMES, Cell
from brain.game_board import Board
from brain.lexicon import BLACK, opponent, point_of
from brain.notation import sgf
from brain.notation.sgf import Properties
from brain.position import Position
from brain.rules.fouls import is_foul
from brain.rules.grid import empty_board
from brain.rules.laws import RULE_NAMES

Stones = tuple[tuple[Cell, int], ...]  # with their colours


@dataclass(frozen=True)
class Played:
    """A game: stones set up, then moves in turn; White may move first."""

    width: int
    height: int
    rule: int
    moves: Stones
    set_up: Stones = ()
    first: int = BLACK  # the side that moves first
    black: str = ""  # name
    white: str = ""
    winner: int | None = None  # that a file names; None if it names none

    @property
    def title(self) -> str:
        """The names of the players, if any, the rule, the board, the length and the winner that the
        file names.
        """
        names = [name for name in (self.black, self.white) if name]
        terms = f"{RULE_NAMES[self.rule]}, {self.width} x {self.height}, {len(self.moves)} moves"
        if self.winner:
            terms += f", {COLOUR_NAMES[self.winner]} won"
        return f"{' - '.join(names)}: {terms}" if len(names) > 1 else terms.capitalize()

    def stones(self, ply: int) -> Stones:
        """Return the stones after `ply` moves."""
        return self.set_up + self.moves[:ply]

    def turn(self, ply: int) -> int:
        """Return the side to move after `ply` moves."""
        return opponent(self.first) if ply % 2 else self.first

    def position(self, ply: int) -> Position:
        """Return the position after `ply` moves; ValueError if the game is over."""
        return Position(self.width, self.height, self.rule, self.stones(ply), self.turn(ply))

    @property
    def ends_forbidden(self) -> bool:
        """Whether the last move is on a forbidden point, and so loses."""
        if not self.moves:
            return False
        cell, colour = self.moves[-1]
        grid = empty_board(self.width, self.height) | dict(self.stones(len(self.moves) - 1))
        return is_foul(grid, cell, colour, self.rule)

    def board(self) -> Board:
        """Return the game as a board; ValueError unless its stones alternate, black's first."""
        stones = self.stones(len(self.moves))
        points = [point_of(cell) for cell, _ in stones]
        board = Board.of(points, (self.width, self.height), self.rule)
        if board.stones != stones or board.turn != self.turn(len(self.moves)):
            raise ValueError("expected a game of black and white stones in turn, black's first")
        return board

    def sgf(self) -> str:
        """Return the text of an SGF file of the game."""
        return sgf.tree([self.sgf_root(), *self.sgf_moves()])

    def sgf_root(self) -> Properties:
        """Return the root of an SGF file."""
        names = {"PB": self.black, "PW": self.white}
        properties = sgf.root(self.width, self.height)
        properties |= {name: sgf.escaped(text) for name, text in names.items() if text}
        properties["RU"] = RULE_NAMES[self.rule]
        if self.winner:
            properties["RE"] = f"{sgf.LETTERS[self.winner]}+"
        return properties | sgf.set_up(self.set_up, self.first)

    def sgf_moves(self) -> list[Properties]:
        """Return the moves as nodes of an SGF file."""
        return [sgf.move(point_of(cell), colour) for cell, colour in self.moves]

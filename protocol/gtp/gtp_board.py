"""The game of a GTP window: the engine's board, the moves in order, and the side to move.

A window may place stones of one colour in a row, pass, and continue after a five.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from brain.cell import Cell
from brain.engine import Engine
from brain.lexicon import BLACK, WHITE, opponent


@dataclass(frozen=True)
class GtpMove:
    """A stone or a pass, and the colour that wins by it, 0 for none."""

    colour: int
    cell: Cell
    winner: int = 0


class GtpBoard:
    """The moves of a game, and the engine, whose board has their stones."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._moves: list[GtpMove] = []
        self._turn = 0  # the colour to move if a file set it, else 0

    @property
    def turn(self) -> int:
        """The colour to move."""
        return self._turn or (opponent(self._moves[-1].colour) if self._moves else BLACK)

    @property
    def winner(self) -> int:
        """The colour that has won, 0 for none."""
        return next((move.winner for move in self._moves if move.winner), 0)

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        return self._engine.width * self._engine.height - len(self._engine.stones)

    def start(self, width: int, height: int, rule: int) -> None:
        """Set up an empty board."""
        self._engine.new_game(width, height, rule)
        self.replay([])

    def place(self, colour: int, cell: Cell) -> None:
        """Place a stone on an empty cell, or pass."""
        winner = 0
        if cell:
            if self._engine.makes_five(cell, colour):
                winner = colour
            elif colour == BLACK and self._engine.is_forbidden(cell):
                winner = WHITE
            self._engine.place(cell, colour)
        self._moves.append(GtpMove(colour, cell, winner))
        self._turn = 0

    def take_back(self) -> None:
        """Take the last move back; ValueError before the first."""
        if not self._moves:
            raise ValueError("cannot undo")
        cell = self._moves.pop().cell
        self._turn = 0
        if cell:
            self._engine.take_back(cell)

    def replay(self, moves: Iterable[GtpMove], turn: int = 0) -> None:
        """Play moves from an empty board by the current rule, which decides anew who has won. Then
        set the side to move if given.
        """
        self._engine.clear()
        moves, self._moves = tuple(moves), []
        for move in moves:
            self.place(move.colour, move.cell)
        self._turn = turn

    def change_rule(self, rule: int) -> None:
        """Continue the game by another rule."""
        if rule != self._engine.rule:
            self._engine.new_game(self._engine.width, self._engine.height, rule)
            self.replay(self._moves, self._turn)

"""The referee: where a stone may be placed, and what ends the game.

Fives and forbidden points come from the engine's own kernels.
"""

from collections.abc import Iterable

from brain.cell_names import ABOVE, name_of
from brain.lexicon import BLACK, EMPTY, cell_at, opponent
from brain.thinking.native import Library
from brain.thinking.searcher import Searcher
from protocol.records.games import Ending, Point


class Referee:
    """A board on which black and white move in turn."""

    def __init__(self, library: Library | None = None) -> None:
        self._searcher = Searcher(library)
        self.new_game(15, 15, 0)

    def new_game(self, width: int, height: int, rule: int) -> None:
        """Clear the board."""
        self._searcher.new_game(width, height, rule)
        self.turn = BLACK
        self._stones: list[Point] = []

    def refusal(self, x: int, y: int) -> str:
        """Return why no stone can be placed on a point, "" if one can. A forbidden point is legal:
        a stone there loses.
        """
        record = self._searcher.record
        width, height = record.width, record.height
        if not (0 <= x < width and 0 <= y < height):
            return f"{x},{y} is off the board of {width} x {height}"
        if record.board[cell_at(x, y)] != EMPTY:
            stone = self._stones.index((x, y)) + 1
            return f"{x},{y} ({name_of(x, y, height, ABOVE)}) already has stone {stone}"
        return ""

    def place(self, x: int, y: int) -> Ending | None:
        """Place a stone of the colour to move; return the ending, None if the game continues.

        FIVE is a win for the stone's colour, FORBIDDEN a loss, any other ending a draw. ValueError
        if no stone can be placed there.
        """
        if refusal := self.refusal(x, y):
            raise ValueError(refusal)
        record, cell = self._searcher.record, cell_at(x, y)
        forbidden = self.turn == BLACK and self._searcher.is_forbidden(cell)
        self._searcher.place(cell, self.turn)
        self._stones.append((x, y))
        self.turn = opponent(self.turn)
        if forbidden:
            return Ending.FORBIDDEN
        if self._searcher.has_five(cell):
            return Ending.FIVE
        if record.stones < record.max_stones:
            return None
        full = record.stones == record.width * record.height
        return Ending.FULL_BOARD if full else Ending.MOVE_LIMIT

    def replay(self, width: int, height: int, rule: int, stones: Iterable[Point]) -> Ending | None:
        """Place stones on an empty board; return the ending after the last, None if the game
        continues. ValueError if it ends earlier.
        """
        self.new_game(width, height, rule)
        ending = None
        for number, (x, y) in enumerate(stones, 1):
            if ending:
                raise ValueError(f"the game is over before stone {number}: {ending}")
            ending = self.place(x, y)
        return ending

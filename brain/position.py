"""A position of a game that is not over: stones in the order of placement, and the side to move.

The constructor checks it by the slow rules of brain.rules. It never changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from brain.cell import COLOUR_NAMES, Cell
from brain.lexicon import BLACK, WALL, WHITE, opponent
from brain.rules.ending import FIVE, verdict
from brain.rules.fives import is_five
from brain.rules.grid import Grid, empty_board
from brain.rules.laws import most_stones
from brain.rules.setup import cells_of, check_board, check_colour, check_stones, stones_of


@dataclass(frozen=True, init=False)
class Position:
    """Stones on a board, and the side to move.

    width   columns
    height  rows
    rule    its number, as in `INFO rule`
    stones  (cell, colour) in the order of placement; the colours need not alternate
    turn    the colour to move
    walls   the cells with neutral stones

    ValueError for an invalid size, rule or colour, a stone off the board or on another, or a game
    that is over.
    """

    width: int
    height: int
    rule: int
    stones: tuple[tuple[Cell, int], ...]
    turn: int
    walls: tuple[Cell, ...]

    def __init__(
        self,
        width: int,
        height: int,
        rule: int,
        stones: Iterable[tuple[int, int]] = (),
        turn: int = BLACK,
        walls: Iterable[int] = (),
    ) -> None:
        set_field = object.__setattr__
        set_field(self, "width", width)
        set_field(self, "height", height)
        set_field(self, "rule", rule)
        set_field(self, "turn", turn)
        check_board(width, height, rule)
        set_field(self, "stones", stones_of(stones, height))
        set_field(self, "walls", cells_of("walls", walls, height))
        check_colour(turn)
        check_stones(width, height, self.stones, self.walls)
        grid = self.board()
        fives = {
            colour: verdict(FIVE, grid, cell, colour)
            for cell, colour in reversed(self.stones)
            if is_five(grid, cell, colour, rule)
        }
        if fives:
            raise ValueError(
                f"the game is over: {' and '.join(fives[side] for side in sorted(fives))}"
            )
        if self.plies_left <= 0:
            raise ValueError("the game is over: drawn")

    @classmethod
    def of_colours(
        cls,
        width: int,
        height: int,
        rule: int,
        turn: int,
        black: Iterable[int],
        white: Iterable[int],
        walls: Iterable[int] = (),
    ) -> "Position":
        """Return the position after both colours' stones in turn, black's first."""
        stones = [
            (cell, colour)
            for pair in zip_longest(
                cells_of("black", black, height), cells_of("white", white, height)
            )
            for cell, colour in zip(pair, COLOUR_NAMES, strict=True)
            if cell is not None
        ]
        return cls(width, height, rule, stones, turn, walls)

    @property
    def black(self) -> tuple[Cell, ...]:
        """Black's stones."""
        return tuple(cell for cell, colour in self.stones if colour == BLACK)

    @property
    def white(self) -> tuple[Cell, ...]:
        """White's stones."""
        return tuple(cell for cell, colour in self.stones if colour == WHITE)

    @property
    def last(self) -> Cell:
        """The last stone of the side that is not to move, no cell without one."""
        own = (cell for cell, colour in reversed(self.stones) if colour != self.turn)
        return next(own, Cell(0))

    @property
    def plies_left(self) -> int:
        """The number of stones after which the game is drawn. A game that went on after the limit
        of moves is not drawn by it.
        """
        cells, stones = self.width * self.height, len(self.stones)
        most = most_stones(cells, self.rule) - stones
        empty = cells - stones - len(self.walls)
        return empty if most < 0 else min(most, empty)

    @property
    def passed(self) -> "Position":
        """The same stones with the other side to move."""
        return Position(
            self.width, self.height, self.rule, self.stones, opponent(self.turn), self.walls
        )

    def board(self) -> Grid:
        """Return the state of each cell as a grid."""
        states = (*self.stones, *((cell, WALL) for cell in self.walls))
        return empty_board(self.width, self.height) | dict(states)

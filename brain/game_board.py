"""A board for Python programs: a game from the empty board on, with its rules.

board = Board(15, "renju")
board.push("h8")
board.legal_moves, board.winner, board.text

A stone on a forbidden point loses, as in a tournament. Nothing here is compiled: the rules are
those of brain.rules.
"""

import warnings
from collections.abc import Iterable
from typing import Self

from brain.cell import COLOUR_NAMES, Cell, name_of, point_named
from brain.lexicon import BLACK, EMPTY, WHITE, opponent, point_of
from brain.notation import drawing, moves, psq, sgf
from brain.position import Position
from brain.rules.ending import FIVE, FORBIDDEN, ending_with, verdict
from brain.rules.fives import winning_cells
from brain.rules.fouls import forbidden_cells, foul
from brain.rules.grid import empty_board, empty_cells
from brain.rules.laws import RULE_NAMES, TABLE, rule_named
from brain.rules.setup import check_board
from brain.rules.symmetry import Point, Points
from brain.validation import number_of, pair_of, several_of, text_of

Move = str | Point | int  # "h8", a column and a row from 0, or a cell

RESULTS = {BLACK: "B+", WHITE: "W+", None: "Draw"}  # in SGF, by winner


class Board:
    """Stones that black and white place in turn, black first.

    Boards are equal if size, rule and moves are equal. An invalid size, rule or move raises a
    ValueError that names it, and changes nothing.
    """

    def __init__(self, size: int | tuple[int, int] = 15, rule: str | int = "freestyle") -> None:
        """Make an empty board. `size` is a side, or columns and rows; `rule` a name or number."""
        self._width, self._height = pair_of((size, size) if isinstance(size, int) else size)
        self._rule = rule_named(str(rule))
        check_board(self._width, self._height, self._rule)
        self._grid = empty_board(self._width, self._height)
        self._moves: list[Cell] = []
        self._ending: str | None = None

    # Constructors.

    @classmethod
    def of(
        cls,
        points: Iterable[Point],
        size: int | tuple[int, int] = 15,
        rule: str | int = "freestyle",
    ) -> Self:
        """Return the board after stones on points, each a column and a row counted from 0."""
        board = cls(size, rule)
        for number, point in enumerate(several_of("points", points), 1):
            try:
                board.push(point)
            except ValueError as error:
                raise ValueError(f"stone {number}: {error}") from error
        return board

    @classmethod
    def read(
        cls, text: str, size: int | tuple[int, int] = 15, rule: str | int = "freestyle"
    ) -> Self:
        """Return the board after moves such as `h8i9g7`, `h8, i9` or `8,8 9,9`, or after those of a
        link to gomocalc.com.
        """
        height = cls(size, rule).height
        return cls.of(moves.loads(text_of("text", text), height), size, rule)

    @classmethod
    def from_sgf(cls, text: str, game: int | None = None, rule: str | int | None = None) -> Self:
        """Return the board at the end of a game in the text of an SGF file.

        If there are several games, `game` selects one, from 1. `rule` overrides the file's rule.
        Variations are skipped with a warning.
        """
        number = None if game is None else number_of("game", game, 1)
        saved = sgf.load(text_of("text", text), number)
        if saved.note:
            warnings.warn(saved.note, stacklevel=2)
        given = rule_named(rule) if isinstance(rule, str) else rule
        return cls.of(saved.points, (saved.width, saved.height), saved.rule_or(given))

    @classmethod
    def from_psq(cls, text: str, rule: str | int = "freestyle") -> Self:
        """Return the board at the end of the text of a PSQ file, which has no rule."""
        saved = psq.loads(text_of("text", text))
        return cls.of(saved.points, (saved.width, saved.height), rule)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)((self._width, self._height), self._rule)
        other._grid, other._moves = dict(self._grid), list(self._moves)
        other._ending = self._ending
        return other

    # State.

    @property
    def width(self) -> int:
        """Columns."""
        return self._width

    @property
    def height(self) -> int:
        """Rows."""
        return self._height

    @property
    def rule(self) -> int:
        """The rule's number, as in `INFO rule`."""
        return self._rule

    @property
    def moves(self) -> tuple[Cell, ...]:
        """The cells in the order they were played."""
        return tuple(self._moves)

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones in the order they were placed: (cell, colour)."""
        return tuple((cell, self._grid[cell]) for cell in self._moves)

    @property
    def walls(self) -> tuple[Cell, ...]:
        """No cells, as a game has no neutral stones."""
        return ()

    @property
    def last(self) -> Cell:
        """The last move, no cell before the first."""
        return self._moves[-1] if self._moves else Cell(0)

    @property
    def turn(self) -> int:
        """The colour to move, BLACK or WHITE."""
        return WHITE if len(self._moves) % 2 else BLACK

    @property
    def position(self) -> Position:
        """The stones and the side to move; ValueError if the game is over."""
        self._check_is_on()
        return Position(self._width, self._height, self._rule, self.stones, self.turn)

    def colour_at(self, move: Move) -> int:
        """Return the colour of the stone on a cell, 0 for none."""
        return self._grid[self._cell(move)]

    # Legal moves.

    @property
    def legal_moves(self) -> tuple[Cell, ...]:
        """The empty cells, row by row, without forbidden points; none if the game is over."""
        if self._ending:
            return ()
        barred = set(self.forbidden_points)
        return tuple(Cell(cell) for cell in empty_cells(self._grid) if cell not in barred)

    @property
    def forbidden_points(self) -> tuple[Cell, ...]:
        """The forbidden points of the side to move; only black in renju has any."""
        if self._ending or not TABLE[self._rule].laws[self.turn].fouls:
            return ()
        return tuple(map(Cell, forbidden_cells(self._grid)))

    def foul(self, move: Move) -> str:
        """Return the reason why the side to move may not play there, "an overline", "a double four"
        or "a double three", or else "".
        """
        cell = self._cell(move)
        return foul(self._grid, cell) if cell in self.forbidden_points else ""

    # The end.

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._ending is not None

    @property
    def ending(self) -> str | None:
        """The ending: "five", "forbidden", "full board" or, in renju, "move limit"; None before."""
        return self._ending

    @property
    def winner(self) -> int | None:
        """The colour that has won; None after a draw and before the end."""
        if self._ending == FIVE:
            return opponent(self.turn)
        return self.turn if self._ending == FORBIDDEN else None

    @property
    def five(self) -> tuple[Cell, ...]:
        """The winning stones in a row, none without a five."""
        won = winning_cells(self._grid, self.last, self._rule) if self._ending == FIVE else ()
        return tuple(map(Cell, sorted(won)))

    # Moves.

    def push(self, move: Move) -> None:
        """Place a stone of the side to move. A forbidden point may be played, but loses."""
        cell = self._cell(move)
        self._check_is_on()
        if self._grid[cell] != EMPTY:
            raise ValueError(f"{cell} has a {COLOUR_NAMES[self._grid[cell]]} stone")
        colour = self.turn
        self._ending = ending_with(self._grid, cell, colour, self._rule)
        self._grid[cell] = colour
        self._moves.append(cell)

    def pop(self) -> Cell:
        """Remove the last stone; return its cell."""
        if not self._moves:
            raise ValueError("there is no stone to take back")
        cell = self._moves.pop()
        self._grid[cell] = EMPTY
        self._ending = None
        return cell

    # Notations.

    @property
    def text(self) -> str:
        """The moves, in the notation of `read`."""
        return moves.dumps(self._points())

    def sgf(self, **properties: str) -> str:
        """Return the text of an SGF file of the game, with the result if the game is over.

        `properties` are added to the root, such as PB="Ann" or, for a resignation, RE="W+Resign".
        ValueError for one that is not a property, or that the game sets itself.
        """
        for name in properties:
            if not (name.isascii() and name.isalpha() and name.isupper()) or name in sgf.GIVEN:
                raise ValueError(f"{name} can't be added: it is not a property or the game sets it")
        result = {"RE": RESULTS[self.winner]} if self._ending else {}
        given = {name: sgf.escaped(text_of(name, value)) for name, value in properties.items()}
        properties = {"RU": RULE_NAMES[self._rule]} | result | given
        stones = ((point, "") for point in self._points())
        return sgf.dumps(self._width, self._height, stones, properties)

    def psq(self) -> str:
        """Return the text of a PSQ file of the game, which has no place for the rule."""
        points = self._points()
        code = psq.NORMAL if self._ending else psq.UNKNOWN
        times = (0,) * len(points)
        return psq.dumps(psq.PsqGame(self._width, self._height, points, times, code=code))

    def svg(self) -> str:
        """Return a picture of the board as an SVG element."""
        return drawing.svg(self, has_foul=self._ending == FORBIDDEN)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()

    def __str__(self) -> str:
        return drawing.text(self)

    def __repr__(self) -> str:
        size = self._width if self._width == self._height else (self._width, self._height)
        return f"Board.read({self.text!r}, {size}, {RULE_NAMES[self._rule]!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a board is mutable

    def _identity(self) -> tuple[int, int, int, list[Cell]]:
        return self._width, self._height, self._rule, self._moves

    def _points(self) -> Points:
        return tuple(map(point_of, self._moves))

    def _cell(self, move: Move) -> Cell:
        """Return the cell of a move; ValueError if it is off the board."""
        if isinstance(move, str):
            point = point_named(move.strip().lower())
        else:
            point = point_of(move) if isinstance(move, int) else pair_of(move)
        if not (0 <= point[0] < self._width and 0 <= point[1] < self._height):
            raise ValueError(
                f"{name_of(*point)} is off the board of {self._width} x {self._height}"
            )
        return Cell.at(*point)

    def _check_is_on(self) -> None:
        if self._ending:
            how = verdict(self._ending, self._grid, self.last, opponent(self.turn))
            raise ValueError(f"the game is over: {how}")

"""A board for Python programs: a set-up, which is usually empty, and a game from there on.

board = Board(15, "renju")
board.push("h8")
board.legal_moves, board.winner, board.text

A stone on a forbidden point loses, as in a tournament. Nothing here is compiled: the rules are
those of brain.rules.
"""

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from brain.cell import COLOUR_NAMES, Cell, Cells, Move, cells_on, point_of_move
from brain.cell_names import name_of
from brain.lexicon import BLACK, EMPTY, WALL, WHITE, opponent, point_of
from brain.notation import board_text, drawing, game_reader, psq, sgf
from brain.notation.board_text import BoardText
from brain.notation.game_reader import Given
from brain.notation.written_game import WrittenGame
from brain.position import Position
from brain.rules.ending import FIVE, FORBIDDEN, MOVE_LIMIT, ending_with, verdict
from brain.rules.fives import winning_cells
from brain.rules.fouls import find_foul, forbidden_cells, foul
from brain.rules.grid import empty_board, empty_cells
from brain.rules.laws import RULE_NAMES, TABLE, rule_named
from brain.rules.setup import check_board, check_height
from brain.rules.symmetry import Point, Points, symmetries, transformed
from brain.validation import number_of, pair_of, several_of, text_of

if TYPE_CHECKING:
    import numpy

RESULTS = {BLACK: "B+", WHITE: "W+", None: "Draw"}  # in SGF, by winner


class Board:
    """Stones that black and white place in turn, black first unless the set-up says otherwise.

    A move is a name such as "h8", a column and a row counted from 0, or a cell. `len(board)` is the
    number of stones, `board["h8"]` the colour on a cell: 0 for none, 3 for a neutral stone.

    Boards are equal if size, rule, set-up and moves are equal; boards with an equal `key` have the
    same position. An invalid size, rule or move raises a ValueError that names it, and changes
    nothing.
    """

    def __init__(self, size: int | tuple[int, int] = 15, rule: str | int = "freestyle") -> None:
        """Make an empty board. `size` is a side, or columns and rows; `rule` a name or number."""
        if not isinstance(size, int | tuple):
            raise ValueError(f"expected a size such as 15 or (20, 15), got {size!r}")
        self._width, self._height = pair_of((size, size) if isinstance(size, int) else size)
        self._rule = rule_named(str(rule))
        check_board(self._width, self._height, self._rule)
        self._grid = empty_board(self._width, self._height)
        self._set_up: tuple[tuple[Cell, int], ...] = ()
        self._walls: tuple[Cell, ...] = ()
        self._first = BLACK  # the side to move after the set-up
        self._moves: list[Cell] = []
        self._ending: str | None = None

    # Constructors.

    @classmethod
    def setup(
        cls,
        black: Iterable[Move] = (),
        white: Iterable[Move] = (),
        walls: Iterable[Move] = (),
        turn: int = BLACK,
        size: int | tuple[int, int] = 15,
        rule: str | int = "freestyle",
    ) -> Self:
        """Return a board with stones of any number on it, and the side to move. `walls` are cells
        with neutral stones. ValueError if the game is over.
        """
        board = cls(size, rule)
        sides = [[board._cell(move) for move in side] for side in (black, white, walls)]
        position = Position.of_colours(board.width, board.height, board.rule, turn, *sides)
        board._set_up, board._walls, board._first = position.stones, position.walls, position.turn
        board._grid = position.board()
        return board

    @classmethod
    def of(
        cls,
        points: Iterable[Point],
        size: int | tuple[int, int] = 15,
        rule: str | int = "freestyle",
    ) -> Self:
        """Return the board after stones on points, each a column and a row counted from 0."""
        return cls(size, rule)._played(several_of("points", points))

    @classmethod
    def read(
        cls,
        text: str,
        size: int | tuple[int, int] | None = None,
        rule: str | int | None = None,
        game: int | None = None,
        rows: str = "",
    ) -> Self:
        """Return the board of a text: a line such as `15 renju h8i9`, which is `text` of a board;
        moves such as `h8i9g7`, `h8, i9` or `8,8 9,9`; a link to gomocalc.com; a drawn board, such
        as `str` of a board; the content of an SGF, PSQ or CCGC file.

        `size` is for a text without one, and is 15 unless given. `rule` overrides the text's; it is
        freestyle if neither names one. `game` selects a game of several, from 1. `rows="above"`
        reads names whose rows count from above. Skipped parts of the text are warned of.
        """
        is_line = board_text.is_board_text(text_of("text", text))
        if is_line and not (size is None and rule is None):
            raise ValueError("the text has a size and a rule: expected no others")
        board = cls(15 if size is None else size, 0 if rule is None else rule)
        number = None if game is None else number_of("game", game, 1)
        size, named = (board.width, board.height), None if rule is None else board.rule
        given = Given(size, named, number, rows)
        return cls._warned(game_reader.read(text, given))

    @classmethod
    def of_text(cls, read: BoardText) -> Self:
        """Return the board of the content of a line."""
        size = read.width, read.height
        board = cls.setup(read.black, read.white, read.walls, read.turn, size, read.rule)
        return board._played(read.moves)

    @classmethod
    def of_written(cls, game: WrittenGame) -> Self:
        """Return the board of a game that was read from text. A draw by a limit of moves does not
        end it: that is a manager's rule.
        """
        black, white = (
            [point for point, one in game.set_up if one == colour] for colour in COLOUR_NAMES
        )
        size = game.width, game.height
        board = cls.setup(black, white, game.walls, game.first, size, game.rule)
        return board._played(point for point, _ in game.moves)

    @classmethod
    def from_sgf(cls, text: str, game: int | None = None, rule: str | int | None = None) -> Self:
        """Return the board at the end of a game in the text of an SGF file.

        If there are several games, `game` selects one, from 1. `rule` overrides the file's rule.
        Skipped parts, such as variations, are warned of.
        """
        number = None if game is None else number_of("game", game, 1)
        given = rule_named(rule) if isinstance(rule, str) else rule
        return cls._warned(sgf.load(text_of("text", text), number).written(given))

    @classmethod
    def from_psq(cls, text: str, rule: str | int | None = None) -> Self:
        """Return the board at the end of the text of a PSQ file. `rule` overrides the file's rule,
        which is freestyle if the file has none.
        """
        given = rule_named(rule) if isinstance(rule, str) else rule
        return cls._warned(psq.loads(text_of("text", text)).written(given))

    @classmethod
    def _warned(cls, game: WrittenGame) -> Self:
        """Return the board of a game, and warn of its notes."""
        for note in game.notes:
            warnings.warn(note, stacklevel=3)
        return cls.of_written(game)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)((self._width, self._height), self._rule)
        other._set_up, other._walls, other._first = self._set_up, self._walls, self._first
        other._grid, other._moves = dict(self._grid), list(self._moves)
        other._ending = self._ending
        return other

    def transform(self, symmetry: int) -> Self:
        """Return the board under a symmetry: a sum of 1 (mirror columns), 2 (mirror rows) and, on a
        square board, 4 (swap columns and rows first).
        """
        possible = symmetries(self._width, self._height)
        number = number_of("symmetry", symmetry, possible[0], possible[-1])
        read, size = self._board_text(), (self._width, self._height)
        return type(self).of_text(
            read._replace(
                black=transformed(read.black, number, *size),
                white=transformed(read.white, number, *size),
                walls=transformed(read.walls, number, *size),
                moves=transformed(read.moves, number, *size),
            )
        )

    def canonical(self) -> Self:
        """Return the image whose stones, in order, are on the lowest cells. Boards whose positions
        are equal up to symmetry have canonical boards with equal keys.
        """
        size = self._width, self._height

        def image(symmetry: int) -> list[Points]:
            sides = (transformed(points, symmetry, *size) for points in self._sides(self.stones))
            return [tuple(sorted(points, key=_row_first)) for points in sides]

        return self.transform(min(symmetries(*size), key=image))

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
    def moves(self) -> Cells:
        """The cells in the order they were played, without the set-up."""
        return Cells(self._moves)

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones in the order they were placed: (cell, colour). The set-up comes first."""
        return (*self._set_up, *((cell, self._grid[cell]) for cell in self._moves))

    @property
    def walls(self) -> Cells:
        """The cells with neutral stones."""
        return Cells(self._walls)

    @property
    def last(self) -> Cell:
        """The last move, no cell before the first."""
        return self._moves[-1] if self._moves else Cell(0)

    @property
    def turn(self) -> int:
        """The colour to move, BLACK or WHITE."""
        return opponent(self._first) if len(self._moves) % 2 else self._first

    @property
    def key(self) -> str:
        """The position as `text` of a set-up, with the stones in order of their cells. It is the
        same however the stones were placed, and does not say that a game is over.
        """
        black, white, walls = (
            tuple(sorted(side, key=_row_first)) for side in self._sides(self.stones)
        )
        size = self._width, self._height
        return board_text.dumps(BoardText(*size, self._rule, black, white, walls, self.turn))

    @property
    def position(self) -> Position:
        """The stones and the side to move; ValueError if the game is over."""
        self._check_is_on()
        size = self._width, self._height
        return Position(*size, self._rule, self.stones, self.turn, self._walls)

    def planes(self) -> "numpy.ndarray":
        """Return the position for a neural network: zeros and ones, uint8 [4, rows, columns].

        The planes are the stones of the side to move, those of the other side, the neutral stones,
        and the legal moves. It needs numpy.
        """
        import numpy  # an optional extra

        planes = numpy.zeros((4, self._height, self._width), numpy.uint8)
        sides = {self.turn: 0, opponent(self.turn): 1, WALL: 2}
        for cell, state in self._grid.items():
            if state != EMPTY:
                planes[sides[state], Cell(cell).y, Cell(cell).x] = 1
        for cell in self.legal_moves:
            planes[3, cell.y, cell.x] = 1
        return planes

    def __len__(self) -> int:
        return len(self._set_up) + len(self._moves)

    def __bool__(self) -> bool:
        return True  # an empty board is a board

    def __getitem__(self, move: Move) -> int:
        return self._grid[self._cell(move)]

    __iter__ = None  # else Python would try board[0], board[1]
    __contains__ = None

    # Legal moves.

    @property
    def legal_moves(self) -> Cells:
        """The empty cells, row by row, without forbidden points; none if the game is over."""
        if self._ending:
            return Cells()
        barred = set(self.forbidden_points)
        return self._cells(cell for cell in empty_cells(self._grid) if cell not in barred)

    @property
    def forbidden_points(self) -> Cells:
        """The forbidden points of the side to move; only black in renju has any."""
        if self._ending or not TABLE[self._rule].laws[self.turn].fouls:
            return Cells()
        return self._cells(forbidden_cells(self._grid))

    def is_legal(self, move: Move) -> bool:
        """Return whether the side to move may play there; ValueError if `move` is off the board."""
        return self._grid[cell := self._cell(move)] == EMPTY and cell in self.legal_moves

    def foul(self, move: Move) -> str:
        """Return the reason why the side to move may not play there, "an overline", "a double four"
        or "a double three", or else "".
        """
        cell = self._cell(move)
        return foul(self._grid, cell) if cell in self.forbidden_points else ""

    def why_forbidden(self, move: Move) -> str:
        """Return why the side to move may not play there, with the lines, such as "j8 is forbidden:
        a double three (h8 to k8 and j6 to j9)"; "" if it may.
        """
        cell = self._cell(move)
        found = find_foul(self._grid, cell) if cell in self.forbidden_points else None
        return f"{cell} is forbidden: {found.text}" if found else ""

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
    def five(self) -> Cells:
        """The winning stones in a row, none without a five."""
        won = winning_cells(self._grid, self.last, self._rule) if self._ending == FIVE else ()
        return self._cells(sorted(won))

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
        """The board as one line, which `read` reads: size, rule, set-up and moves, such as
        `15 renju h8i9`. docs/formats.md describes it.
        """
        return board_text.dumps(self._board_text())

    def sgf(self, **properties: str) -> str:
        """Return the text of an SGF file of the game, with the result if the game is over.

        `properties` are added to the root, such as PB="Ann" or, for a resignation, RE="W+Resign".
        ValueError for one that is not a property, or that the game sets itself, and for neutral
        stones, which SGF doesn't have.
        """
        if self._walls:
            raise ValueError("an SGF file can't hold neutral stones")
        for name in properties:
            if not (name.isascii() and name.isalpha() and name.isupper()) or name in sgf.GIVEN:
                raise ValueError(f"{name} can't be added: it is not a property or the game sets it")
        result = {"RE": RESULTS[self.winner]} if self._ending else {}
        given = {name: sgf.escaped(text_of(name, value)) for name, value in properties.items()}
        properties = {"RU": RULE_NAMES[self._rule]} | result | given
        properties |= sgf.set_up(self._set_up, self._first)
        stones = ((point, "") for point in self._points())
        return sgf.dumps(self._width, self._height, stones, properties, self._first)

    def psq(self) -> str:
        """Return the text of a PSQ file of the game, which has no place for the rule. ValueError if
        stones were set up.
        """
        if self._set_up or self._walls or self._first != BLACK:
            raise ValueError("a PSQ file can't hold a set-up: expected a game from the empty board")
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
        return f"Board.read({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a board is mutable

    def _identity(self) -> tuple[object, ...]:
        set_up = frozenset(self._set_up), frozenset(self._walls), self._first
        return self._width, self._height, self._rule, set_up, self._moves

    def _played(self, points: Iterable[Move]) -> Self:
        """Play moves and return the board."""
        for number, point in enumerate(points, len(self) + 1):
            if self._ending == MOVE_LIMIT:
                self._ending = None
            try:
                self.push(point)
            except ValueError as error:
                raise ValueError(f"stone {number}: {error}") from error
        return self

    def _sides(self, stones: tuple[tuple[Cell, int], ...]) -> tuple[Points, Points, Points]:
        """Return the points of black's, white's and the neutral stones."""
        black, white = (
            tuple(point_of(cell) for cell, one in stones if one == colour)
            for colour in COLOUR_NAMES
        )
        return black, white, tuple(map(point_of, self._walls))

    def _points(self) -> Points:
        return tuple(map(point_of, self._moves))

    def _board_text(self) -> BoardText:
        size, sides = (self._width, self._height), self._sides(self._set_up)
        return BoardText(*size, self._rule, *sides, self._first, self._points())

    def _cell(self, move: Move) -> Cell:
        """Return the cell of a move; ValueError if it is off the board."""
        check_height(move, self._height)
        x, y = point_of_move(move, self._height)
        if not (0 <= x < self._width and 0 <= y < self._height):
            name = name_of(x, y, self._height)
            raise ValueError(f"{name} is off the board of {self._width} x {self._height}")
        return Cell.at(x, y, self._height)

    def _cells(self, cells: Iterable[int]) -> Cells:
        return Cells(cells_on(self._height, cells))

    def _check_is_on(self) -> None:
        if self._ending:
            how = verdict(self._ending, self._grid, self.last, opponent(self.turn))
            raise ValueError(f"the game is over: {how}")


def _row_first(point: Point) -> Point:
    return point[::-1]

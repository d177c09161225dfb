"""A game as a terminal shows it: the board, its last stone or five in brackets, and notes.

A painted board has the colour of wood on dark and light terminals. No output happens here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby, zip_longest

from brain.cell_names import column_name, row_number
from brain.game_board import Board
from brain.lexicon import BLACK, WHITE, point_of
from brain.notation.drawing import star_points
from brain.rules.symmetry import Point

GAP = "   "  # between the board and the notes
MARGINS = 4  # columns beside the points: the row's number, brackets, wood
LEGEND = 4  # columns of a painted stone and its edges before a player
RESET = "\x1b[0m"


@dataclass(frozen=True)
class Signs:
    """The characters that draw a board."""

    stones: Mapping[int, str]  # by colour
    star: str
    forbidden: str
    line: str  # between two points of a row
    points: tuple[str, str, str]  # of the upper row, of those inside, of the lower row


DOTS = "·" * 3
CROSS = "\N{MULTIPLICATION SIGN}"
PAINTED = Signs({BLACK: "●", WHITE: "●"}, "•", CROSS, "─", ("┌┬┐", "├┼┤", "└┴┘"))
PLAIN = Signs({BLACK: "●", WHITE: "○"}, "+", CROSS, " ", (DOTS, DOTS, DOTS))
ASCII = Signs({BLACK: "X", WHITE: "O"}, "+", "*", " ", ("...", "...", "..."))


class Paint(IntEnum):
    """The parts of a picture, and their colours among a terminal's 256."""

    WOOD = 179  # the background
    LINE = 136
    NAME = 58
    BLACK = 16
    WHITE = 231
    MARK = 124  # the last stone, a five, a forbidden point


STONE_PAINTS = {BLACK: Paint.BLACK, WHITE: Paint.WHITE}

Piece = tuple[str, Paint]


@dataclass(frozen=True)
class Style:
    """A terminal's characters, colours and width."""

    signs: Signs = PLAIN
    has_paint: bool = False
    columns: int = 80


def page(board: Board, players: Mapping[int, str], notes: Sequence[str], style: Style) -> str:
    """Return the board with its players and notes: beside it, or in two lines below if it is wide.

    The first note belongs to the players, the others to the board.
    """
    rows = [_painted(row, style) for row in _rows(board, style.signs)]
    legend = [f"{_painted(_legend(c, style), style)} {name}" for c, name in players.items()]
    setting, *state = notes
    if board.forbidden_points:
        state.append(f"{style.signs.forbidden} forbidden")
    width = MARGINS + 2 * board.width
    if width + len(GAP) + LEGEND + max(map(len, (*players.values(), *notes))) > style.columns:
        return "\n".join([*rows, GAP.join([*legend, setting]), GAP.join(state)])
    lines = zip_longest(rows, ["", *legend, setting, "", *state])
    return "".join(f"{row or ' ' * width}{GAP}{note or ''}".rstrip() + "\n" for row, note in lines)


def _painted(pieces: Iterable[Piece], style: Style) -> str:
    """Return pieces side by side, in colour if the terminal has colours."""
    if not style.has_paint:
        return "".join(sign for sign, _ in pieces)
    text = f"\x1b[48;5;{Paint.WOOD:d}m"
    for paint, run in groupby(pieces, key=lambda piece: piece[1]):
        text += f"\x1b[38;5;{paint:d}m" + "".join(sign for sign, _ in run)
    return text + RESET


def _legend(colour: int, style: Style) -> Iterator[Piece]:
    """Yield a stone; in colour, with wood on both sides."""
    edge = [(" ", Paint.NAME)] if style.has_paint else []
    yield from (*edge, (style.signs.stones[colour], STONE_PAINTS[colour]), *edge)


def _rows(board: Board, signs: Signs) -> Iterator[list[Piece]]:
    """Yield the lines of a board: the letters of its columns, then its rows."""
    letters = " ".join(map(column_name, range(board.width)))
    yield [(f"   {letters}  ", Paint.NAME)]
    points = _points(board, signs)
    marked = set(map(point_of, board.five or board.moves[-1:]))
    for y in range(board.height):
        pieces = [(f"{row_number(y, board.height):2}", Paint.NAME)]
        for x in range(board.width):
            pieces += [_between((x - 1, y) in marked, (x, y) in marked, x > 0, signs), points[x, y]]
        pieces += [_between((board.width - 1, y) in marked, False, False, signs), (" ", Paint.NAME)]
        yield pieces


def _between(is_left_marked: bool, is_right_marked: bool, is_inside: bool, signs: Signs) -> Piece:
    """Return the piece between two points of a row, or beside the first or the last."""
    if is_left_marked != is_right_marked:
        return ")" if is_left_marked else "(", Paint.MARK
    return signs.line if is_inside else " ", Paint.LINE


def _points(board: Board, signs: Signs) -> dict[Point, Piece]:
    """Return the piece on each point."""
    right, lower = board.width - 1, board.height - 1
    points = {
        (x, y): (signs.points[(y > 0) + (y == lower)][(x > 0) + (x == right)], Paint.LINE)
        for y in range(board.height)
        for x in range(board.width)
    }
    points |= dict.fromkeys(star_points(board.width, board.height), (signs.star, Paint.LINE))
    for cell in board.forbidden_points:
        points[cell.x, cell.y] = signs.forbidden, Paint.MARK
    for cell, colour in board.stones:
        points[cell.x, cell.y] = signs.stones[colour], STONE_PAINTS[colour]
    return points

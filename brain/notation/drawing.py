"""Draws a board as text and as a picture (SVG): stones numbered in the order of placement, and the
names of columns and rows.

Row 1 is at the bottom, unless rows are counted from above. The picture needs no style sheet and no
fonts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from brain.cell import Cell
from brain.cell_names import column_name, row_number
from brain.lexicon import BLACK, EMPTY, WALL, WHITE, cell_at

SIGNS = {EMPTY: ".", BLACK: "X", WHITE: "O", WALL: "#"}

# Lengths in a picture, in cells; a cell is PIXELS wide.
PIXELS = 32
MARGIN, RIM = 1.25, 0.75  # between the first line and the edge, with the names; after the last line
STONE = 0.47
STAR = 0.1
GHOST = 0.75  # opacity of a ghost stone
WOOD, LINES, INK = "#e3bb76", "#6f5227", "#5a421f"
LAST = "#d13b2c"
FOUL, FOUL_INK = "#b3261e", "#ffffff"
FOUL_AT, FOUL_RADIUS, FOUL_ARM = 0.33, 0.24, 0.1  # offset of the foul's mark; its disc; its cross
# By colour of a stone: its light side, its dark side, its edge, its number.
PAINT = {
    BLACK: ("#6b6b6b", "#111111", "#000000", "#f2f2f2"),
    WHITE: ("#ffffff", "#d3d3cd", "#8c8c86", "#1c1c1c"),
}


class Drawable(Protocol):
    """A board or a position that can be drawn."""

    @property
    def width(self) -> int:
        """Columns."""

    @property
    def height(self) -> int:
        """Rows."""

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones with their colours, in the order of placement."""

    @property
    def walls(self) -> tuple[Cell, ...]:
        """The cells with neutral stones."""

    @property
    def last(self) -> Cell:
        """The stone to mark, or no cell."""


class GhostStone(NamedTuple):
    """A stone drawn on an empty cell where it may be placed, with a label of one character."""

    label: str
    colour: int


Marks = Mapping[int, GhostStone]
NO_MARKS: Marks = {}


def text(board: Drawable, marks: Marks = NO_MARKS) -> str:
    """Return the board under the letters of its columns, its last stone in brackets."""
    states: dict[int, int] = dict.fromkeys(_cells(board), EMPTY)
    states.update(board.stones)
    states.update(dict.fromkeys(board.walls, WALL))
    shown = {cell: SIGNS[state] for cell, state in states.items()}
    shown |= {cell: mark.label for cell, mark in marks.items()}
    letters = " ".join(map(column_name, range(board.width)))
    lines = [f"    {letters}"]
    for y in range(board.height):
        signs = " ".join(shown[cell_at(x, y)] for x in range(board.width))
        if board.last and board.last.y == y:
            x = 2 * board.last.x
            signs = f" {signs} "
            signs = f"{signs[:x]}({signs[x + 1]}){signs[x + 3 :]}".rstrip()
            lines.append(f"{row_number(y, board.height):2} {signs}")
        else:
            lines.append(f"{row_number(y, board.height):2}  {signs}")
    return "\n".join(lines)


def svg(board: Drawable, marks: Marks = NO_MARKS, *, has_foul: bool = False) -> str:
    """Return the picture of a board as an SVG element; `has_foul` marks its last stone as
    forbidden. If there are ghost stones, only they have labels.
    """
    width, height = board.width - 1 + MARGIN + RIM, board.height - 1 + MARGIN + RIM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} {height}"'
        f' width="{round(width * PIXELS)}" height="{round(height * PIXELS)}" role="img"'
        f' font-family="system-ui, sans-serif" text-anchor="middle">',
        f"<title>{_title(board)}{', forbidden' if has_foul else ''}</title>",
        "<defs>",
        *(_gradient(colour) for colour in PAINT),
        "</defs>",
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}" rx="0.25"'
        f' fill="{WOOD}"/>',
        _grid(board.width, board.height),
        *(_dot(x, y, STAR, LINES) for x, y in star_points(board.width, board.height)),
        _names(board.width, board.height),
        *(_wall(cell) for cell in board.walls),
        *stone_pictures(board.stones, board.last, not marks),
        *([_foul(board.last)] if has_foul else []),
        *(_ghost(Cell(cell), mark) for cell, mark in marks.items()),
        "</svg>",
    ]
    return "\n".join(parts)


def star_points(width: int, height: int) -> list[tuple[int, int]]:
    """Return a board's star points: the centre, and one near each corner."""
    columns, rows = _stars(width), _stars(height)
    return [(x, y) for y in rows for x in columns if (2 * x == width - 1) == (2 * y == height - 1)]


def _stars(side: int) -> list[int]:
    """Return the columns, or rows, of the star points."""
    edge = 3 if side >= 12 else 2
    return sorted({edge, side - 1 - edge} | ({side // 2} if side % 2 else set()))


def _cells(board: Drawable) -> list[int]:
    return [cell_at(x, y) for y in range(board.height) for x in range(board.width)]


def _title(board: Drawable) -> str:
    stones = len(board.stones)
    last = f", the last at {Cell(board.last, board.height)}" if board.last else ""
    return f"{board.width} x {board.height}, {stones} {'stone' if stones == 1 else 'stones'}{last}"


def _gradient(colour: int) -> str:
    light, dark, _, _ = PAINT[colour]
    return (
        f'<radialGradient id="stone{colour}" cx="0.36" cy="0.3" r="0.75">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        f"</radialGradient>"
    )


def _grid(width: int, height: int) -> str:
    lines = [f"M0 {y}H{width - 1}" for y in range(height)]
    lines += [f"M{x} 0V{height - 1}" for x in range(width)]
    edge = f'<rect width="{width - 1}" height="{height - 1}" stroke-width="0.07"/>'
    return (
        f'<g fill="none" stroke="{LINES}" stroke-width="0.03" stroke-linecap="square">'
        f'<path d="{"".join(lines)}"/>{edge}</g>'
    )


def _names(width: int, height: int) -> str:
    letters = [(x, -0.72, column_name(x)) for x in range(width)]
    numbers = [(-0.82, y, str(row_number(y, height))) for y in range(height)]
    return (
        f'<g font-size="0.36" fill="{INK}">'
        + "".join(_label(x, y, label) for x, y, label in letters + numbers)
        + "</g>"
    )


def stone_pictures(
    stones: Sequence[tuple[Cell, int]], last: Cell, are_numbered: bool = True
) -> Iterable[str]:
    """Yield the picture of each stone; the last one has a coloured edge."""
    for number, (cell, colour) in enumerate(stones, 1):
        _, _, edge, ink = PAINT[colour]
        is_last = cell == last
        disc = (
            f'<circle cx="{cell.x}" cy="{cell.y}" r="{STONE}" fill="url(#stone{colour})"'
            f' stroke="{LAST if is_last else edge}" stroke-width="{0.09 if is_last else 0.025}"/>'
        )
        if not are_numbered:
            yield disc
            continue
        weight = ' font-weight="bold"' if is_last else ""
        yield (
            f'{disc}\n<g font-size="{0.44 if number < 100 else 0.36}" fill="{ink}"{weight}>'
            f"{_label(cell.x, cell.y, str(number))}</g>"
        )


def _foul(cell: Cell) -> str:
    """Return a cross at the corner of a stone, beside its number."""
    x, y, arm = cell.x + FOUL_AT, cell.y - FOUL_AT, FOUL_ARM
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{FOUL_RADIUS}" fill="{FOUL}" stroke="{FOUL_INK}"'
        f' stroke-width="0.05"/><path d="M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}'
        f'm0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}" stroke="{FOUL_INK}" stroke-width="0.08"'
        f' stroke-linecap="round"/>'
    )


def _ghost(cell: Cell, mark: GhostStone) -> str:
    """Return a ghost stone."""
    _, _, edge, ink = PAINT[mark.colour]
    return (
        f'<circle cx="{cell.x}" cy="{cell.y}" r="{STONE}" fill="url(#stone{mark.colour})"'
        f' stroke="{edge}" stroke-width="0.025" opacity="{GHOST}"/>'
        f'<g font-size="0.5" font-weight="bold" fill="{ink}">'
        f"{_label(cell.x, cell.y, mark.label)}</g>"
    )


def _wall(cell: Cell) -> str:
    return (
        f'<rect x="{cell.x - 0.38:g}" y="{cell.y - 0.38:g}" width="0.76" height="0.76" rx="0.08"'
        f' fill="{LINES}"/>'
    )


def _dot(x: int, y: int, radius: float, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'


def _label(x: float, y: float, label: str) -> str:
    return f'<text x="{x}" y="{y}" dy="0.35em">{label}</text>'

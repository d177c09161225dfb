"""Boards of brain.rules.laws drawn as text, so that a test can be read.

In a drawing `X` is black, `O` white, `.` an empty cell and `#` a neutral stone; any other sign
marks an empty cell. Spaces don't count; the first line is row 0.
"""

from dataclasses import dataclass

from brain.lexicon import BLACK, EMPTY, WALL, WHITE, cell_at, column, row
from brain.rules.grid import Grid as Board
from brain.rules.grid import empty_board, with_stone

__all__ = [
    "SIGNS",
    "STATES",
    "Board",
    "Drawing",
    "draw",
    "empty_board",
    "parse",
    "size_of",
    "with_stone",
]

SIGNS = {EMPTY: ".", BLACK: "X", WHITE: "O", WALL: "#"}
STATES = {sign: state for state, sign in SIGNS.items()}


@dataclass(frozen=True)
class Drawing:
    """A drawn board and the cells that it names."""

    width: int
    height: int
    board: Board
    marks: dict[str, frozenset[int]]

    def marked(self, sign: str) -> int:
        """Return the only cell with a mark."""
        (cell,) = self.marks[sign]
        return cell

    def stones(self) -> list[tuple[int, int]]:
        """Return the black and white stones as (cell, colour), in the order of their cells."""
        return [(cell, state) for cell, state in self.board.items() if state in (BLACK, WHITE)]


def parse(text: str) -> Drawing:
    """Return what a drawing shows; ValueError when its rows differ in length."""
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    width, height = len(rows[0]), len(rows)
    if any(len(signs) != width for signs in rows):
        raise ValueError(f"rows of different lengths:\n{text}")
    board = {}
    marks: dict[str, frozenset[int]] = {}
    for y, signs in enumerate(rows):
        for x, sign in enumerate(signs):
            cell = cell_at(x, y)
            board[cell] = STATES.get(sign, EMPTY)
            if sign not in STATES:
                marks[sign] = marks.get(sign, frozenset()) | {cell}
    return Drawing(width, height, board, marks)


def draw(board: Board, marks: dict[int, str] | None = None) -> str:
    """Return the drawing of a board, with signs of the caller's on empty cells."""
    width = 1 + max(column(cell) for cell in board)
    signs = [(marks or {}).get(cell, SIGNS[board[cell]]) for cell in sorted(board)]
    return "\n".join(" ".join(signs[i : i + width]) for i in range(0, len(signs), width))


def size_of(board: Board) -> tuple[int, int]:
    """Return the columns and rows of a board."""
    return 1 + max(column(cell) for cell in board), 1 + max(row(cell) for cell in board)

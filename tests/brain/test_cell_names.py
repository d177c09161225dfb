"""Names of cells: rows counted from below and from above."""

import re
from collections.abc import Iterator

import pytest

from brain import cell_names
from brain.cell import Cell
from brain.cell_names import ABOVE, BELOW, name_of, point_named, show_rows
from brain.game_board import Board
from tests import ROOT
from tests.support.imports import MODULES

PAGE = ROOT / "protocol" / "page"
# Arithmetic that names rows or columns: `y + 1`, `height - y`, `ord("a")`, `String.fromCharCode`.
ARITHMETIC = re.compile(
    r"""\}\$?\{y \+ 1|[)\]] \+ \(?y \+ 1|ord\(["']a["']\)|height - (?:int|Number|y)\b|"""
    r"""ascii_lowercase|fromCharCode\(97|charCodeAt\(\d?\) - 97|slice\(1\)\) - 1"""
)


@pytest.fixture
def above() -> Iterator[None]:
    """Count rows from above, as `--rows above` does."""
    show_rows(ABOVE)
    yield
    show_rows(BELOW)


@pytest.mark.parametrize(("rows", "name"), [("", "b4"), (BELOW, "b4"), (ABOVE, "b2")])
def test_a_name_counts_rows_from_below_unless_a_format_counts_from_above(
    rows: str, name: str
) -> None:
    assert name_of(1, 1, 5, rows) == name
    assert point_named(name, 5, rows) == (1, 1)


def test_a_point_without_a_name_is_its_column_and_row() -> None:
    assert [name_of(x, y, 15) for x, y in ((26, 0), (-1, 3), (0, 15))] == [
        "(26, 0)",
        "(-1, 3)",
        "(0, 15)",
    ]
    assert [name_of(0, y, 15) for y in (-1, 0, 14)] == ["a16", "a15", "a1"]


@pytest.mark.usefixtures("above")
def test_texts_follow_when_a_person_counts_from_above() -> None:
    board = Board.read("a1 b2", 5)
    assert (board.moves[0].y, board.last.name, repr(board)) == (
        0,
        "b2",
        "Board.read('5 freestyle a1b2')",
    )
    assert str(board).splitlines()[1] == " 1  X . . . ."
    assert cell_names.corner_text() == "a1 is the upper left corner"


def test_a_cell_of_an_unknown_board_has_no_row_number() -> None:
    cell = Cell.at(7, 8)
    assert (cell.name, Cell(cell, 15).name, cell.name_in(ABOVE)) == ("(7, 8)", "h7", "h9")


def test_names_are_made_and_read_in_one_module_of_each_language() -> None:
    paths = [*MODULES.values(), *PAGE.rglob("*.js")]
    found = {path.name for path in paths if ARITHMETIC.search(path.read_text("utf-8"))}
    assert found <= {"cell_names.py", "names.js"}

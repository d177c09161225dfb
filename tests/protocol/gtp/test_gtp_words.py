"""The words of GTP: vertices, and the arguments of an analysis."""

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, WHITE
from protocol.gtp import gtp_words


def test_columns_skip_the_letter_i_and_rows_count_from_below() -> None:
    assert gtp_words.vertex(Cell.at(7, 0), 15) == "H15"
    assert gtp_words.vertex(Cell.at(8, 14), 15) == "J1"
    assert gtp_words.vertex(Cell.at(21, 0), 22) == "W22"


@pytest.mark.parametrize("size", [(5, 5), (15, 15), (20, 15), (22, 22)])
def test_every_cell_is_named_by_its_vertex_alone(size: tuple[int, int]) -> None:
    width, height = size
    cells = [Cell.at(x, y) for y in range(height) for x in range(width)]
    names = [gtp_words.vertex(cell, height) for cell in cells]
    assert [gtp_words.cell_of(name.lower(), width, height) for name in names] == cells
    assert len(set(names)) == len(cells)


@pytest.mark.parametrize("text", ["i5", "A0", "A16", "Q1", "H", "8", "H08", "", "resign", "HH8"])
def test_a_word_that_is_not_a_vertex_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid vertex"):
        gtp_words.cell_of(text, 15, 15)


@pytest.mark.parametrize("words", ["9" * 400, "interval " + "9" * 400, "5 minmoves " + "9" * 5000])
def test_a_number_beyond_all_windows_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="is out of range"):
        gtp_words.analysis_request(words.split())


def test_the_words_after_an_analysis_command_are_optional() -> None:
    usual = gtp_words.analysis_request([])
    assert (usual.colour, usual.interval_s, usual.least, usual.most) == (0, 1.0, 1, gtp_words.MOVES)
    line = "white 25 minmoves 2 maxmoves 9 avoid b A1,B1 3 ownership true"
    full = gtp_words.analysis_request(line.split())
    assert (full.colour, full.interval_s, full.least, full.most) == (WHITE, 0.25, 2, 9)
    assert full.avoided == {BLACK: {"A1", "B1"}}
    assert gtp_words.analysis_request(["interval", "50"]).interval_s == 0.5
    assert gtp_words.analysis_request(["2147483647"]).interval_s == gtp_words.LONGEST_S

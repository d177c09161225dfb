"""The sums over empty cells follow a cell that comes, goes or changes; a copy restores them."""

from typing import Any

import pytest

from brain.layout import Record
from brain.lexicon import BLACK, CELL_FIVE, CELL_FOUR, STRIDE, WHITE, cell_at
from tests.support import record_views as records
from tests.support.kernels import Later

sums = Later("brain.kernels.position.sums")
CELL = cell_at(4, 3)
NONE, FOUR, FIVE = 0, 1, 2  # combinations, by the class that the tests give them
CLASSES = {NONE: 0, FOUR: CELL_FOUR, FIVE: CELL_FIVE}
SUMS = ("count", "total", "tempo_total", "fours")


@pytest.fixture
def record() -> Record:
    """Return a record with tables for three combinations, its sums without any cell."""
    made = Record()
    for colour in (BLACK, WHITE):
        for combination, cell_class in CLASSES.items():
            made.cell_class[colour][combination] = cell_class
            made.tables.value[colour][combination] = 10 * colour + combination
            for other in CLASSES.values():
                made.tables.tempo[colour][cell_class][other] = 100 * cell_class + other
    sums.clear(records.fields(made))
    return made


def sums_of(view: Any) -> list[Any]:
    """Return the sums of a record."""
    return [getattr(view, name).tolist() for name in SUMS]


def test_a_cell_is_counted_for_both_colours_and_taken_out_again(record: Record) -> None:
    view = records.fields(record)
    empty = sums_of(view)
    view.combination[BLACK, CELL], view.combination[WHITE, CELL] = FOUR, NONE
    sums.add_cell(view, CELL, 1)
    assert view.count[BLACK, CELL_FOUR] == view.count[WHITE, 0] == 1
    assert view.total[BLACK:].tolist() == [11, 20]
    assert view.tempo_total == 100 * CELL_FOUR
    assert view.fours[BLACK, CELL // STRIDE] == 1 << CELL % STRIDE
    assert not view.fours[WHITE].any()
    sums.add_cell(view, CELL, -1)
    assert sums_of(view) == empty


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize(("old", "new"), [(NONE, FOUR), (FOUR, FIVE), (FIVE, NONE)])
def test_a_changed_cell_counts_as_if_it_had_come_so(
    record: Record, colour: int, old: int, new: int
) -> None:
    view = records.fields(record)
    view.combination[colour, CELL] = new
    sums.add_cell(view, CELL, 1)
    expected = sums_of(view)
    sums.clear(view)
    view.combination[colour, CELL] = old
    sums.add_cell(view, CELL, 1)
    sums.change_cell(view, colour, CELL, old, new)
    if colour == BLACK:  # the tempo of these tables is not the same from white's side
        assert sums_of(view) == expected
    else:
        assert sums_of(view)[:2] == expected[:2]
    assert sums_of(view)[3] == expected[3]


def test_a_stone_s_copy_restores_all_sums(record: Record) -> None:
    view = records.fields(record)
    view.placed[7] = CELL
    view.combination[BLACK, CELL] = FOUR
    sums.add_cell(view, CELL, 1)
    before = sums_of(view)
    sums.save(view, 7)
    view.count[BLACK:] += 1
    view.total[BLACK:] += 5
    view.tempo_total += 5
    view.fours[BLACK, CELL // STRIDE] = 0
    sums.restore(view, 7)
    assert sums_of(view) == before

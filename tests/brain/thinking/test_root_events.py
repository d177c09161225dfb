"""A watcher tells each change at the root once, in order."""

import threading

from brain.cell import Cell
from brain.layout import Record
from brain.lexicon import STRIDE
from brain.thinking.root_events import Mark, RootEvent, Watcher, lost_cells

H8, I9, A1 = map(Cell.named, ("h8", "i9", "a1"))


def lose(record: Record, *cells: int) -> None:
    """Write to a record that moves lose."""
    for cell in cells:
        record.root_lost[cell // STRIDE] |= 1 << cell % STRIDE


def marks_of(record: Record) -> list[Mark]:
    """Return what a watcher tells that is closed at once."""
    marks: list[Mark] = []
    Watcher(record, marks.append).close()
    return marks


def test_an_unchanged_root_reports_nothing() -> None:
    assert marks_of(Record()) == []


def test_a_change_just_before_the_close_is_reported() -> None:
    record = Record()
    record.root_move = record.root_best = H8
    lose(record, I9, A1)
    assert marks_of(record) == [
        Mark(RootEvent.SEARCHING, H8),
        Mark(RootEvent.LOST, I9),
        Mark(RootEvent.LOST, A1),
        Mark(RootEvent.BEST, H8),
    ]


def test_the_move_before_is_done_when_another_is_searched() -> None:
    record = Record()
    record.root_move = H8
    marks: list[Mark] = []
    is_done = threading.Event()

    def go_on(mark: Mark) -> None:
        marks.append(mark)
        record.root_move = I9
        if mark.cell == I9:
            is_done.set()

    watcher = Watcher(record, go_on)
    assert is_done.wait(60)
    watcher.close()
    assert marks == [
        Mark(RootEvent.SEARCHING, H8),
        Mark(RootEvent.DONE, H8),
        Mark(RootEvent.SEARCHING, I9),
    ]


def test_lost_cells_are_those_of_the_bits_of_a_row() -> None:
    record = Record()
    lose(record, H8, I9)
    assert lost_cells(record) == {H8, I9}

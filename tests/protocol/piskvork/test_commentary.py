"""Lines of analysis."""

import time

import pytest

from brain.cell import Cell
from brain.engine import Analysis, Mark
from brain.score import Score
from brain.thinking.root_events import RootEvent
from protocol.piskvork.commentary import (
    DETAILS,
    MARKS,
    MARKS_AFTER_MS,
    Commentary,
    detail_lines,
    text_line,
)
from protocol.piskvork.grammar import LONGEST_LINE
from protocol.piskvork.yixin import Labels, iteration_lines

PLAIN = Labels()


def cells(*places: tuple[int, int]) -> tuple[Cell, ...]:
    return tuple(Cell.at(x, y) for x, y in places)


FOUND = Analysis(9, 14, Score(-35), 123456, 1500.4, cells((7, 7), (0, 0), (14, 9)), 2)
LONG = Analysis(1, 1, Score(0), 1, 1.0, cells(*[(21, 21)] * 500))


def test_an_iteration_is_reported_in_one_line() -> None:
    expected = "MESSAGE depth 9-14 multipv 2 ev -35 n 123456 n/ms 82 tm 1500 pv h8 a1 o10"
    assert text_line(FOUND, PLAIN) == expected


def test_details_come_in_the_order_that_is_read() -> None:
    assert detail_lines(FOUND, 3) == (
        "INFO PV 1",
        "INFO NUMPV 3",
        "INFO DEPTH 9",
        "INFO SELDEPTH 14",
        "INFO NODES 123456",
        "INFO TOTALNODES 123456",
        "INFO TOTALTIME 1500",
        "INFO SPEED 82282",
        "INFO EVAL -35",
        "INFO WINRATE 0.4419",
        "INFO BESTLINE 7,7 0,0 14,9",
        "INFO PV DONE",
    )


@pytest.mark.parametrize(
    "line",
    [text_line(LONG, PLAIN), detail_lines(LONG, 1)[-2], iteration_lines(LONG, PLAIN)[-1]],
)
def test_a_long_line_is_cut_between_words(line: str) -> None:
    assert LONGEST_LINE - 10 < len(line) <= LONGEST_LINE
    assert line.endswith((" v22", " 21,21"))


# While the engine thinks


class Written(list[str]):
    """The lines of a commentary, of a think that began `ms` ago."""

    def __init__(self, detail: int, ago_ms: float = 0, lines: int = 1) -> None:
        since = time.perf_counter() - ago_ms / 1000
        self.commentary = Commentary(self.append, detail, PLAIN, lines, since)


def test_marks_are_held_until_the_think_has_run_for_a_while() -> None:
    written = Written(MARKS)
    written.commentary.watch(Mark(RootEvent.SEARCHING, Cell.at(7, 7)))
    written.commentary.watch(Mark(RootEvent.LOST, Cell.at(7, 8)))
    written.commentary.report(Analysis(1, 1, Score(0), 1, 1.0, cells((7, 7))))
    assert [line for line in written if "REALTIME" in line] == []
    written.commentary.since -= MARKS_AFTER_MS / 1000
    written.commentary.watch(Mark(RootEvent.BEST, Cell.at(3, 4)))
    written.commentary.watch(Mark(RootEvent.DONE, Cell.at(3, 4)))
    assert written[1:] == [
        "MESSAGE REALTIME POS 7,7",
        "MESSAGE REALTIME LOST 7,8",
        "MESSAGE REALTIME BEST 3,4",
        "MESSAGE REALTIME DONE 3,4",
    ]


def test_nothing_is_reported_if_no_move_is_left() -> None:
    written = Written(MARKS | DETAILS, ago_ms=MARKS_AFTER_MS)
    written.commentary.report(Analysis(1, 1, Score(0), 1, 1.0, ()))
    assert written == []


def test_a_finished_iteration_begins_the_marks_anew() -> None:
    written = Written(MARKS, ago_ms=MARKS_AFTER_MS)
    written.commentary.report(Analysis(8, 9, Score(35), 1, 1.0, cells((7, 7), (7, 8))))
    written.commentary.report(Analysis(8, 9, Score(20), 1, 1.0, cells((8, 8)), rank=2))
    assert [line for line in written if not line.startswith("MESSAGE depth")] == [
        "MESSAGE REALTIME REFRESH",
        "MESSAGE REALTIME BEST 7,7",
        "MESSAGE REALTIME VAL 35",
        "MESSAGE REALTIME PV h8 h9",
    ]


def test_the_best_move_of_a_later_line_is_not_marked_as_the_best() -> None:
    written = Written(MARKS, ago_ms=MARKS_AFTER_MS, lines=2)
    written.commentary.watch(Mark(RootEvent.BEST, Cell.at(3, 4)))
    written.commentary.watch(Mark(RootEvent.SEARCHING, Cell.at(3, 4)))
    assert written == ["MESSAGE REALTIME POS 3,4"]


def test_details_follow_the_line_for_people() -> None:
    written = Written(DETAILS, ago_ms=MARKS_AFTER_MS, lines=2)
    written.commentary.report(FOUND)
    assert written == [text_line(FOUND, PLAIN), *detail_lines(FOUND, 2)]

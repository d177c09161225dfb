"""The main search, called directly: how it ends, what it bounds, what it leaves in the record."""

import pytest

from brain.lexicon import (
    BLACK,
    DRAW,
    FREESTYLE,
    INFINITY,
    MATE,
    RENJU,
    STRIDE,
    WHITE,
    WON,
)
from brain.thinking.searcher import Searcher
from tests.support.boards import Drawing, parse
from tests.support.searching import line_of, set_up

# Black's only answer to the four would be an overline.
FORBIDDEN_ANSWER = parse(
    """
    X X X f X X . . .
    . . . O . . . . .
    . . . O . . . . .
    . . . O . . . . .
    . . . O . . . . .
    """
)
FOUR = parse(
    """
    . . . . . . .
    . . O . . . .
    m X X X X O .
    . . O . . . .
    . . . . . . .
    """
)
FOUR_AND_THREE = parse(
    """
    . . . . . . . . .
    . . . . . . . . .
    . O . . . . . X .
    . . . . . . . X .
    . O . O . . . X .
    . . . . . . . . .
    . . . . . . . . .
    O X X X X m . . .
    . . . . . . . . .
    """
)
QUIET = parse(
    """
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . . . O . . . .
    . . . O X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
)


def search(
    searcher: Searcher, colour: int, depth: int, alpha: int = -INFINITY, beta: int = INFINITY
) -> int:
    """Return the score of a search without limits."""
    record = searcher.record
    record.stop = record.nodes = 0
    return searcher.library.search(record, colour, depth, alpha, beta)


def begin(searcher: Searcher, drawing: Drawing, rule: int = FREESTYLE) -> None:
    """Set up a board for a think without bars."""
    set_up(searcher, drawing, rule)
    record = searcher.record
    record.node_limit = record.deadline = record.root_has_bars = 0
    record.root_barred[:] = [0] * STRIDE
    searcher.library.begin(record)


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_a_full_board_is_a_draw(searcher: Searcher, depth: int) -> None:
    begin(searcher, QUIET)
    searcher.record.max_stones = searcher.record.stones
    assert search(searcher, BLACK, depth) == DRAW


@pytest.mark.parametrize("depth", [0, 3])
@pytest.mark.parametrize(("cells", "score"), [(1, DRAW), (2, 2 - MATE), (3, 2 - MATE)])
def test_a_five_on_the_last_cell_wins_and_one_after_it_does_not(
    searcher: Searcher, cells: int, score: int, depth: int
) -> None:
    begin(searcher, FORBIDDEN_ANSWER, RENJU)
    searcher.record.max_stones = searcher.record.stones + cells
    assert search(searcher, BLACK, depth) == score


def test_a_five_is_seen_without_a_search(searcher: Searcher) -> None:
    begin(searcher, FOUR)
    assert search(searcher, BLACK, 0) == MATE - 1
    assert line_of(searcher) == [FOUR.marked("m")]
    assert searcher.record.nodes == 1


def test_a_forced_answer_is_searched_at_depth_0(searcher: Searcher) -> None:
    begin(searcher, FOUR)
    assert abs(search(searcher, WHITE, 0)) < WON
    assert line_of(searcher)[0] == FOUR.marked("m")


def test_no_line_is_searched_that_cannot_beat_a_mate(searcher: Searcher) -> None:
    begin(searcher, QUIET)
    assert search(searcher, BLACK, 6, MATE - 1, MATE) == MATE - 1
    assert search(searcher, BLACK, 6, -MATE - 1, -MATE) == -MATE
    assert searcher.record.nodes == 1


def test_a_score_of_the_table_is_not_searched_again(searcher: Searcher) -> None:
    begin(searcher, QUIET)
    score = search(searcher, BLACK, 3)
    assert searcher.record.nodes > 1
    assert search(searcher, BLACK, 3, score - 1, score) == score
    assert searcher.record.nodes == 1


def test_the_position_is_as_it_was_after_a_search(searcher: Searcher) -> None:
    begin(searcher, QUIET)
    record = searcher.record
    names = ("board", "line", "fours", "near", "empty", "count", "total")
    before = record.key, record.stones, [bytes(getattr(record, name)) for name in names]
    search(searcher, BLACK, 5)
    after = record.key, record.stones, [bytes(getattr(record, name)) for name in names]
    assert after == before


def test_a_search_stops_at_its_last_node(searcher: Searcher) -> None:
    begin(searcher, QUIET)
    searcher.record.node_limit = 50
    search(searcher, BLACK, 8)
    assert searcher.record.stop
    assert searcher.record.nodes == 50


def test_a_move_that_loses_is_marked_at_the_root(searcher: Searcher) -> None:
    begin(searcher, FOUR_AND_THREE)
    assert search(searcher, WHITE, 1) == 4 - MATE
    rows = searcher.record.root_lost
    lost = {cell for cell in FOUR_AND_THREE.board if rows[cell // STRIDE] >> cell % STRIDE & 1}
    assert lost == FOUR_AND_THREE.marks["m"]
    assert searcher.record.root_move == 0


def test_the_best_move_without_a_barred_one_is_not_stored_as_the_best(searcher: Searcher) -> None:
    begin(searcher, QUIET)
    record = searcher.record
    score, best = search(searcher, BLACK, 3), line_of(searcher)[0]
    begin(searcher, QUIET)
    record.root_barred[best // STRIDE] = 1 << best % STRIDE
    record.root_has_bars = 1
    search(searcher, BLACK, 3)
    assert line_of(searcher)[0] != best
    record.root_barred[best // STRIDE] = record.root_has_bars = 0
    search(searcher, BLACK, 3, score - 1, score)
    assert record.nodes > 1

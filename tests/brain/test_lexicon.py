"""The numbers of cells, colours and scores are consistent."""

import pytest

from brain.lexicon import (
    BLACK,
    BORDER,
    CELLS,
    COMBINATIONS,
    DIRECTIONS,
    EVAL_LIMIT,
    INFINITY,
    MATE,
    MAX_DEPTH,
    MAX_PLY,
    MAX_SIZE,
    PATTERNS,
    STEPS,
    STRIDE,
    WHITE,
    WON,
    cell_at,
    colour_of,
    column,
    mate_in,
    opponent,
    point_of,
    row,
)


def test_a_point_comes_back_when_it_is_read_from_its_cell() -> None:
    points = [(x, y) for y in range(MAX_SIZE) for x in range(MAX_SIZE)]
    assert [point_of(cell_at(x, y)) for x, y in points] == points
    assert [(column(cell_at(x, y)), row(cell_at(x, y))) for x, y in points] == points


def test_a_look_along_a_line_stays_in_memory_and_in_its_row_when_it_starts_at_a_corner() -> None:
    corners = [cell_at(x, y) for x in (0, MAX_SIZE - 1) for y in (0, MAX_SIZE - 1)]
    looks = [sign * BORDER * step for step in STEPS for sign in (1, -1)]
    for seen in (corner + look for corner in corners for look in looks):
        assert 0 <= seen < CELLS
    assert MAX_SIZE + 2 * BORDER <= STRIDE


def test_steps_lead_east_south_south_east_and_south_west() -> None:
    points = [point_of(cell_at(7, 7) + step) for step in STEPS]
    assert points == [(8, 7), (7, 8), (8, 8), (6, 8)]
    assert len(STEPS) == DIRECTIONS


def test_black_begins_and_colours_alternate() -> None:
    assert [colour_of(stone) for stone in range(4)] == [BLACK, WHITE, BLACK, WHITE]
    assert (opponent(BLACK), opponent(WHITE)) == (WHITE, BLACK)


@pytest.mark.parametrize(
    ("score", "plies"),
    [(MATE - 1, 1), (1 - MATE, -1), (WON + 1, MATE - WON - 1), (WON, 0), (-WON, 0), (0, 0)],
)
def test_a_score_is_proven_when_it_lies_beyond_won(score: int, plies: int) -> None:
    assert mate_in(score) == plies


def test_the_kinds_of_scores_do_not_overlap() -> None:
    assert EVAL_LIMIT < WON < MATE - MAX_PLY < MATE < INFINITY < 1 << 15
    assert MAX_DEPTH < MAX_PLY


def test_a_combination_is_a_multiset_of_four_patterns() -> None:
    patterns = PATTERNS + DIRECTIONS - 1
    assert patterns * (patterns - 1) * (patterns - 2) * (patterns - 3) // 24 == COMBINATIONS

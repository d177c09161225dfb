"""Limits and tasks are refused for what is wrong; a think ends by its limits."""

from collections.abc import Iterator
from math import inf, nan
from typing import Any

import pytest

from brain.cell import Cell
from brain.engine import Engine
from brain.game_board import Board
from brain.layout import MOVES
from brain.lexicon import BLACK, CELLS, FREESTYLE, WHITE
from brain.thinking.think import LONGEST_S, Analysis, Limit, Task, check_task

QUIET = "h8 i9 h10 j7"
OPEN_THREE = "h8 a1 h9 a3 h10 a5"  # black is to move


@pytest.fixture
def engine() -> Iterator[Engine]:
    """Return an engine with the quiet position, black to move."""
    engine = Engine(1 << 20)
    engine.set_up(Board.read(QUIET, 15, FREESTYLE))
    yield engine
    engine.close()


@pytest.mark.parametrize("name", ["seconds", "nodes", "depth", "soft_seconds"])
@pytest.mark.parametrize("value", [-1, inf, nan, "1", None])
def test_a_limit_that_is_not_finite_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be 0, for no limit, or more"):
        Limit(**{name: value})


@pytest.mark.parametrize("name", ["nodes", "depth", "nodes_a_ms"])
def test_a_limit_is_refused_when_it_counts_in_fractions(name: str) -> None:
    limits: dict[str, Any] = {name: 1.5}
    with pytest.raises(ValueError, match=rf"^{name} must be a whole number: not 1\.5$"):
        Limit(**limits)


def test_a_limit_of_years_is_cut_when_it_is_given_to_a_timer() -> None:
    limit = Limit(seconds=1e12, soft_seconds=1e12)
    assert limit.ms == limit.soft_ms == LONGEST_S * 1000


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"colour": 3}, "3 is not a colour"),
        ({"limit": 1}, "limit must be a Limit"),
        ({"lines": 0}, "lines: expected an integer from 1"),
        ({"lines": MOVES + 1}, "lines: expected an integer from 1"),
        ({"report": None}, "report must be a function"),
        ({"watch": 1}, "watch must be a function"),
        ({"barred": frozenset({CELLS})}, "a barred cell is on no board"),
    ],
)
def test_a_task_is_refused_when_one_part_is_wrong(wrong: dict[str, Any], message: str) -> None:
    parts: dict[str, Any] = {"colour": BLACK, "limit": Limit(depth=1)}
    with pytest.raises(ValueError, match=message):
        check_task(Task(**(parts | wrong)))


def test_a_think_ends_at_its_depth(engine: Engine) -> None:
    reported: list[Analysis] = []
    engine.run(Task(BLACK, Limit(depth=3), report=reported.append))
    assert [analysis.depth for analysis in reported] == [1, 2, 3]


def test_a_think_ends_near_its_nodes(engine: Engine) -> None:
    result = engine.run(Task(BLACK, Limit(nodes=500)))
    assert 0 < engine.searcher.record.nodes <= 500
    assert not result.stopped


def test_a_clock_that_counts_nodes_needs_no_time(engine: Engine) -> None:
    reported: list[Analysis] = []
    limit = Limit(seconds=10, soft_seconds=4, nodes_a_ms=1)
    engine.run(Task(BLACK, limit, report=reported.append))
    used = engine.nodes
    assert 0.5 * 4000 <= used <= 10_000
    assert reported[-1].elapsed_ms == reported[-1].nodes == used
    engine.run(Task(BLACK, Limit(seconds=0.3, nodes_a_ms=2)))
    assert 500 < engine.nodes <= 600
    assert engine.total_nodes == used + engine.nodes


def test_a_clock_that_counts_nodes_does_not_lift_the_limit_of_nodes() -> None:
    assert Limit(seconds=1, nodes=500, nodes_a_ms=2).most_nodes == 500
    assert Limit(seconds=1, nodes=5000, nodes_a_ms=2).most_nodes == 2000
    assert Limit(nodes_a_ms=2).most_nodes == 0


def test_a_think_ends_when_a_win_is_proven(engine: Engine) -> None:
    engine.set_up(Board.read(OPEN_THREE, 15, FREESTYLE))
    reported: list[Analysis] = []
    result = engine.run(Task(BLACK, Limit(depth=50), report=reported.append))
    assert result.score.is_proven
    assert len(reported) == 1


def test_lines_are_ranked_when_several_are_wanted(engine: Engine) -> None:
    lines = engine.run(Task(BLACK, Limit(depth=2), lines=3)).lines
    assert [line.rank for line in lines] == [1, 2, 3]
    assert len({line.line[0] for line in lines}) == 3
    assert sorted((line.score for line in lines), reverse=True) == [line.score for line in lines]


def test_a_barred_cell_is_not_chosen_when_it_is_best(engine: Engine) -> None:
    best = engine.run(Task(BLACK, Limit(depth=2))).move
    assert engine.run(Task(BLACK, Limit(depth=2), barred=frozenset({best}))).move != best


def test_the_bars_of_one_think_do_not_hold_in_the_next(engine: Engine) -> None:
    every_cell = frozenset(engine.searcher.empty_cells()) - {Cell.named("a1")}
    assert engine.run(Task(BLACK, Limit(depth=1), barred=every_cell)).move == Cell.named("a1")
    assert engine.run(Task(WHITE, Limit(depth=1))).move != Cell.named("a1")

"""The bench: its positions and its signature."""

import pytest

from brain import benchmark
from brain.cell_names import ABOVE, BELOW, show_rows
from brain.game_board import Board
from brain.rules.laws import RULES


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bench shallow and short, with positions of two rules."""
    monkeypatch.setattr(benchmark, "DEPTH", 2)
    monkeypatch.setattr(benchmark, "POSITIONS", benchmark.POSITIONS[2:5])


def test_every_rule_has_a_position() -> None:
    assert {rule for _, rule, _ in benchmark.POSITIONS} == set(RULES)


@pytest.mark.parametrize(("size", "rule", "moves"), benchmark.POSITIONS)
def test_a_position_of_the_bench_is_not_over(size: int, rule: int, moves: str) -> None:
    board = Board.read(moves, size, rule)
    assert len(board.position.stones) == len(moves.split())


@pytest.mark.usefixtures("short")
def test_the_signature_is_the_same_when_the_bench_runs_again() -> None:
    first, second = benchmark.run(), benchmark.run()
    assert (first.nodes, first.signature) == (second.nodes, second.signature)


@pytest.mark.usefixtures("short")
def test_the_signature_differs_when_one_position_does(monkeypatch: pytest.MonkeyPatch) -> None:
    before = benchmark.run()
    monkeypatch.setattr(benchmark, "POSITIONS", benchmark.POSITIONS[:-1])
    after = benchmark.run()
    assert after.signature != before.signature
    assert after.nodes < before.nodes


def test_churn_counts_stones_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "CHURNED", 1000)
    assert benchmark.churn_speed() > 0


def test_the_positions_do_not_depend_on_how_names_are_shown() -> None:
    before = [*benchmark.positions()]
    show_rows(ABOVE)
    try:
        assert [*benchmark.positions()] == before
    finally:
        show_rows(BELOW)

"""The game's clock, and the levels of a new game."""

from math import inf
from random import Random

import pytest

from brain.thinking.clock import TimeControl, limits_ms
from brain.thinking.strength import NAMED_LEVELS
from tests.support.board_page import BoardPage, Opened

CASES = 200
TIMES = "[...document.querySelectorAll('#players time')].map((time) => time.textContent)"
LATE = "tengen.page.since -= 200_000"  # the side to move has thought for so many ms


def begin(board: BoardPage, time: str, **choices: str) -> None:
    """Begin a game with a clock."""
    board.page.click("#new")
    board.page.select_option("#seconds", time)
    for name, value in choices.items():
        board.page.check(f"input[name={name}][value='{value}']", force=True)
    board.page.click("#new-dialog button[value=start]")
    board.wait("game.clock")


def test_the_page_shares_out_its_time_as_the_engine_does(still: BoardPage) -> None:
    rng = Random(57)
    cases = [
        (rng.choice((1, 50, 3000, 60_000, 1e6)) * rng.random(), rng.choice((0, 2000)), stones, 225)
        for stones in rng.choices(range(225), k=CASES)
    ]
    found = still.computed(
        "clock.js", "return given.map((one) => Object.values(sharedOut(...one)));", cases
    )
    expected = [
        limits_ms(TimeControl(inf, inf, left, increment_ms=added), stones, cells)
        for left, added, stones, cells in cases
    ]
    assert found == [pytest.approx(pair) for pair in expected]


def test_a_clock_counts_down_and_ends_the_game(opened: Opened) -> None:
    board = opened(language="en")
    begin(board, "3+2", opponent="people")
    assert board.page.evaluate(TIMES) == ["3:00", "3:00"]
    board.play("h8", "i9")
    board.page.evaluate("tengen.page.since -= 170_000")
    board.page.wait_for_selector("#players .black .low")
    board.page.evaluate("tengen.page.since = performance.now() - 170_000")  # whatever has passed
    board.play("g7")
    assert board.page.evaluate(TIMES)[0] in ("0:14", "0:13")
    board.page.evaluate(LATE)
    board.wait("node.late === 2")
    assert board.status() == "Time is up: Black wins"
    board.page.click("[data-cell=a1]")
    assert board.ply() == 3
    board.page.click("#back")
    assert board.status() == "Black to move"


def test_a_loss_on_time_is_kept_with_the_clock(opened: Opened) -> None:
    board = opened()
    begin(board, "3+2", opponent="people")
    board.play("h8")
    board.page.evaluate(LATE)
    board.wait("node.late === 2")
    found = board.computed(
        "tree.js",
        "const { game, node } = gameFrom(given); return [game.clock, node.late];",
        board.computed("tree.js", "return plainGame(tengen.page.game, tengen.page.node);"),
    )
    assert found == [{"main": 180_000, "increment": 2000}, 2]


def test_tengen_thinks_within_its_time(opened: Opened) -> None:
    board = opened()
    begin(board, "other")
    assert board.state("game.clock") == {"main": 900_000, "increment": 10_000}
    limits = board.computed("clock.js", "return sharedOut(600_000, 0, 20, 225);")
    assert 20_000 < limits["soft_ms"] < limits["ms"] < 90_000


def test_levels_have_names_and_elo(opened: Opened) -> None:
    board = opened(level=60)
    board.page.click("#new")
    options = board.page.locator("#level option")
    assert options.count() == len(NAMED_LEVELS)
    assert options.first.inner_text() == f"Beginner, \u2212{-NAMED_LEVELS[0].elo} Elo"
    assert options.last.inner_text() == "Full strength"
    assert board.page.input_value("#level") == "60"
    assert "measured in November 2026" in board.page.inner_text("#level-note")
    board.page.select_option("#level", "0")
    board.page.click("#new-dialog button[value=start]")
    board.page.wait_for_selector("#players .white small:text('Beginner')")

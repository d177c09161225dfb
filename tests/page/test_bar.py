"""The evaluation bar: its value, when it is shown, and that it neither jumps nor shifts."""

from typing import Any

import pytest

from brain.lexicon import BLACK, WHITE
from tests.support.board_page import PHONE, TABLET, WIDE, BoardPage, Opened, function

GAME = "#moves=h8i9g7i7"
SETTLED_MS = 300  # as in bar.js
# The nodes of a path; a move's colour is the side that played it.
STANDING = """
    let parent = null;
    const path = given.nodes.map((node, ply) =>
        (parent = { ...node, parent, colour: ply % 2 ? 1 : 2, children: [] }));
    const found = standing(path, given.isThinking);
    return found && [found.rate, found.winner, found.isHere];"""
# How far the bar is filled from below, or on a phone from the left, 0 to 1.
FILLED = """() => {
    const whole = document.querySelector(".bar").getBoundingClientRect();
    const black = document.querySelector(".bar i").getBoundingClientRect();
    return whole.width > whole.height ? black.width / whole.width : black.height / whole.height;
}"""
ARRIVED = f"(rate) => Math.abs(({FILLED})() - rate) < 0.01"
Fields = dict[str, Any]


def line(rate: float = 0.5, ms: int = 900, mate: int = 0, depth: int = 9) -> Fields:
    """Return the fields of a line that the bar reads; the rate is that of the side to move."""
    return {"win_rate": rate, "ms": ms, "mate": mate, "depth": depth}


@pytest.mark.parametrize(
    ("nodes", "is_thinking", "expected"),
    [
        ([{}], False, None),
        ([{"line": line(0.7)}], False, [0.7, 0, True]),
        ([{"line": line(0.7)}, {"line": line(0.6)}], False, [0.4, 0, True]),
        ([{"line": line(0.7)}, {}, {}], False, [0.7, 0, False]),
        ([{"line": line(0.7)}, {"line": line(0.9, ms=9)}], True, [0.7, 0, False]),
        ([{"line": line(0.7)}, {"line": line(0.6, SETTLED_MS)}], True, [0.4, 0, True]),
        ([{"line": line(0.7)}, {"line": line(0.9, ms=9)}], False, [0.1, 0, True]),
        ([{"line": line(0.7, ms=9)}], True, None),
        ([{}, {"line": line(ms=9, mate=-4)}], True, [1, BLACK, True]),
        ([{}, {"line": line(mate=3)}], False, [0, WHITE, True]),
        ([{}, {"look": {"winner": BLACK, "is_over": True}}], False, [1, BLACK, True]),
        ([{}, {"look": {"winner": 0, "is_over": True}}], False, [0.5, 0, True]),
        ([{"proved": WHITE}, {}], False, [0, WHITE, False]),
    ],
)
def test_the_bar_shows_the_known_standing_without_the_first_plies_of_a_think(
    nodes: list[Fields], is_thinking: bool, expected: object, still: BoardPage
) -> None:
    given = {"nodes": nodes, "isThinking": is_thinking}
    found = still.page.evaluate(function("bar.js", STANDING), given)
    assert found == (expected and pytest.approx(expected))


@pytest.mark.parametrize(
    ("older", "newer", "is_kept"),
    [
        (None, line(depth=1), False),
        (line(depth=9), line(depth=8), True),
        (line(depth=9), line(depth=9), False),
        (line(depth=1, mate=3), line(depth=20), True),
        (line(depth=9), line(depth=1, mate=-2), False),
        (line(depth=9, mate=9), line(depth=1, mate=7), False),
    ],
)
def test_a_line_stays_until_one_as_deep_or_a_mate(
    older: Fields | None, newer: Fields, is_kept: bool, still: BoardPage
) -> None:
    body = "return isKept(given[0] ?? undefined, given[1]);"
    assert still.page.evaluate(function("review.js", body), [older, newer]) == is_kept


def test_no_bar_in_a_game_against_tengen_until_an_analysis_is_asked_for(board: BoardPage) -> None:
    bar = board.page.locator(".bar")
    board.page.click("[data-cell=h8]")
    board.wait("node.ply === 2")
    assert board.state("node.parent.line") is not None  # Tengen knows how it stands
    assert not bar.is_visible()
    board.page.click("#analyse")
    bar.wait_for(state="visible")
    board.page.click("#analyse")
    bar.wait_for(state="hidden")


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_the_bar_follows_the_move_shown_beside_a_board_that_stays(
    size: tuple[int, int], opened: Opened
) -> None:
    board = opened(size, address=GAME)
    bar, place = board.page.locator(".bar"), board.page.locator("#board")
    board.page.emulate_media(reduced_motion="reduce")
    before = place.bounding_box()
    assert not bar.is_visible()
    board.review_as([0.5, 0.6, 0.2, 1, 0.75])
    for key, ply, value, text in (
        ("Home", 0, "50", "50 %"),
        ("End", 4, "75", "75 %"),
        ("ArrowLeft", 3, "100", "Black wins"),
        ("ArrowLeft", 2, "20", "20 %"),
    ):
        board.page.keyboard.press(key)
        board.wait(f"node.ply === {ply}")
        assert bar.get_attribute("aria-valuenow") == value
        assert bar.get_attribute("aria-valuetext") == text
        board.page.wait_for_function(ARRIVED, arg=int(value) / 100)
    assert bar.get_attribute("role") == "meter"
    assert bar.get_attribute("aria-label") == "Black\u2019s chances"
    box = bar.bounding_box()
    assert box
    assert before
    assert place.bounding_box() == before
    if size == PHONE:
        assert before["y"] - 10 < box["y"] < box["y"] + box["height"] < before["y"]
        assert box["width"] > before["width"] * 0.9
    else:
        right = before["x"] + before["width"]
        assert right < box["x"] < box["x"] + box["width"] < right + 28
        assert box["height"] > before["height"] * 0.9


def test_the_bar_moves_smoothly(opened: Opened) -> None:
    board = opened(address=GAME)
    board.review_as([0.5, 0.5, 0.5, 0.1, 0.9])
    board.page.wait_for_function(ARRIVED, arg=0.9)
    steps = board.page.evaluate(
        f"""() => {{
            const filled = {FILLED};
            document.getElementById("back").click();
            const [motion] = document.querySelector(".bar i").getAnimations();
            const found = Array.from({{ length: 9 }}, (_, part) => {{
                motion.currentTime = part / 8 * motion.effect.getTiming().duration;
                return filled();
            }});
            motion.finish();
            return [...found, filled()];
        }}"""
    )
    assert steps == sorted(steps, reverse=True)
    assert steps[1] > 0.6
    assert (steps[0], steps[-1]) == (pytest.approx(0.9, abs=0.01), pytest.approx(0.1, abs=0.01))
    assert len(set(steps)) > 5


def test_a_position_that_is_not_known_keeps_the_last_chances_but_faded(opened: Opened) -> None:
    board = opened(address=GAME)
    board.review_as([0.5, 0.5, 0.5, 0.5, 0.8])
    assert board.page.locator(".bar:not(.faded)").is_visible()
    board.play("h9")
    assert board.page.locator(".bar.faded").get_attribute("aria-valuenow") == "80"


def test_a_key_and_a_button_switch_the_bar_which_is_kept(opened: Opened) -> None:
    board = opened(address=GAME)
    bar, button = board.page.locator(".bar"), board.page.locator("#bar")
    board.review_as([0.5, 0.5, 0.5, 0.5, 0.8])
    assert bar.is_visible()
    board.page.keyboard.press("e")
    assert not bar.is_visible()
    assert button.get_attribute("aria-pressed") == "false"
    assert '"bar":false' in board.page.evaluate("localStorage.tengen")
    button.click()
    assert bar.is_visible()

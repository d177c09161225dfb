"""The page without a mouse and with a screen reader: axe-core's rules."""

from typing import Any

import pytest

from tests.page.test_touch import STATES
from tests.support.board_page import PHONE, WIDE, BoardPage, Opened

pytest.importorskip(
    "axe_playwright_python", reason="needs axe_playwright_python, of the extra test"
)

from axe_playwright_python.sync_playwright import Axe

GAME = "#rule=renju&size=9&moves=d5a1f5a9e4i1e6i9"  # e5 is forbidden
# As after a review in which every move loses the whole win rate.
REVIEWED = """() => {
    const { page } = tengen;
    page.reviewed = page.game.line(page.game.root);
    for (const node of page.reviewed) {
        node.line = { rank: 1, depth: 9, selective_depth: 9, score: 99, mate: 0, win_rate: 0.9,
            nodes: 99, ms: 9, line: ["e5", "e7"] };
    }
}"""
OTHERS = ("play", "variation", "proof", "set-up", "menu", "kept", "swap2")  # of no other test here
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
DIALOGS = ("new", "open", "games", "save", "share", "settings", "help")


RUN = """async ([part, values]) => {
    const runOnly = { type: "tag", values };
    const found = await axe.run(part || document, { runOnly, resultTypes: ["violations"] });
    return found.violations;
}"""


def violations(board: BoardPage, part: str = "") -> list[tuple[str, list[Any]]]:
    """Return what violates level AA in a part of the page, or in all of it: rule and element."""
    if not board.page.evaluate("'axe' in window"):
        board.page.evaluate(Axe().axe_script)
    found = board.page.evaluate(RUN, [part, LEVELS])
    return [(finding["id"], [node["target"] for node in finding["nodes"]][:5]) for finding in found]


@pytest.mark.parametrize("state", OTHERS)
def test_axe_finds_nothing_in_any_state(state: str, opened: Opened) -> None:
    board = opened(PHONE, dark=len(state) % 2 == 0)
    enter, shown = STATES[state]
    enter(board)
    board.page.wait_for_selector(f"{shown} >> visible=true")
    assert violations(board) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_grave(size: tuple[int, int], dark: bool, opened: Opened) -> None:
    board = opened(size, dark=dark, address=GAME)
    board.page.evaluate(REVIEWED)
    board.analyse()
    board.page.keyboard.press("s")
    assert board.page.locator("#verdict button").count() >= 3
    assert violations(board) == []
    board.page.click("#sides .black")
    assert violations(board, "#lessons") + violations(board, "#controls") == []
    for name in DIALOGS:
        board.page.evaluate(f"document.getElementById('{name}-dialog').showModal()")
        assert (name, violations(board, f"#{name}-dialog")) == (name, [])
        board.page.evaluate(f"document.getElementById('{name}-dialog').close('cancel')")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_grave_in_a_puzzle(dark: bool, opened: Opened) -> None:
    board = opened(PHONE, dark=dark)
    board.page.click("#puzzles")
    board.page.wait_for_selector("#puzzle")
    board.wait("node.look")
    assert violations(board) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_grave_in_a_study(dark: bool, opened: Opened) -> None:
    board = opened(PHONE, dark=dark)
    board.open("(;GM[4]SZ[15];B[hh](;W[ii]C[Usual];B[jj])(;W[aa];B[bb]AR[hh:cc]CR[ee]C[Bad]))")
    board.page.click("#moves .branch button >> nth=1")
    board.page.click("#fours")
    board.settle()
    board.page.click("#drawing")
    board.page.click("#blind")
    assert violations(board) == []
    board.page.keyboard.press("ArrowLeft")
    board.page.click("#remove")
    assert violations(board, "#ask-dialog") == []


def test_every_cell_has_a_label_with_its_stone(opened: Opened) -> None:
    board = opened(address="#rule=renju&walls=a1&moves=g8a2i8a15h7o1h9o15")
    labels = {
        cell: board.page.get_attribute(f"[data-cell={cell}]", "aria-label")
        for cell in ("g8", "o15", "h8", "a1", "b2")
    }
    assert labels == {
        "g8": "g8, black 1",
        "o15": "o15, white 8",
        "h8": "h8, forbidden",
        "a1": "a1, wall",
        "b2": "b2, empty",
    }
    assert board.page.locator("[role=gridcell]").count() == 225
    assert board.page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_no_motion_where_less_of_it_is_wished(board: BoardPage) -> None:
    board.page.emulate_media(reduced_motion="reduce")
    moving = """[...document.querySelectorAll("*")].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== "none" || !/^0s/.test(transitionDuration);
    }).length"""
    board.page.evaluate("document.getElementById('status').classList.add('busy')")
    assert board.page.evaluate(moving) == 0

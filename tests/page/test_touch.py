"""Touch on a phone: in every state of the page, every control is large enough for a finger."""

from collections.abc import Callable

import pytest

from brain.certificates import certificate
from tests.page.test_proof import LONGEST, drop
from tests.support.board_page import PHONE, BoardPage, Opened

LEAST_PX = 44
GAME = "#rule=renju&moves=h8i9g7h7f6e5i8j7"
RATES = [0.5, 0.5, 0.5, 0.5, 0.5, 0.3, 0.9, 0, 0]
BEST = ["h8", "i9", "g7", "h7", "e5", "d4", "c3", "j7"]
# The targets: a control, or its label. A cell of the board is tapped twice.
SMALL = """(least) => {
    const found = [], controls = "button, select, input, textarea, summary, a[href]";
    for (const control of document.querySelectorAll(controls)) {
        if (!control.checkVisibility()) continue;
        const pressed = control.matches("[type=radio], [type=checkbox]")
            ? control.closest("label") : control;
        const { width, height } = pressed.getBoundingClientRect();
        if (Math.min(width, height) < least) {
            const name = control.id || control.name || control.textContent;
            found.push(`${control.parentElement.id} ${name}: ${width} by ${height}`);
        }
    }
    return found;
}"""


def _play(board: BoardPage) -> None:
    board.play("h8")
    board.wait("node.ply === 2 && tengen.page.task === ''")


def _analyse(board: BoardPage) -> None:
    board.open(GAME)
    board.page.select_option("#lines", "5")
    board.page.click("#analyse")
    board.wait("lines.length === 5")
    board.page.keyboard.press("s")


def _vary(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.play("h8", "i9")
    board.page.click("#back")
    board.play("g7")


def _review(board: BoardPage) -> None:
    board.open(GAME)
    board.review_as(RATES, BEST)


def _learn(board: BoardPage) -> None:
    _review(board)
    board.page.click("#sides .black")


def _puzzle(board: BoardPage) -> None:
    board.page.click("#puzzles")


def _prove(board: BoardPage) -> None:
    drop(board, certificate.dumps(LONGEST))


def _set_up(board: BoardPage) -> None:
    board.choose("setup")


def _list_kept(board: BoardPage) -> None:
    _vary(board)
    board.new_game(opponent="people")
    board.choose("kept")


def _choose_size(board: BoardPage) -> None:
    board.page.click("#new")
    board.page.check("input[name=size][value=other]", force=True)


def _swap(board: BoardPage) -> None:
    board.new_game(opening="swap2", side="white")


STATES: dict[str, tuple[Callable[[BoardPage], None], str]] = {
    "start": (lambda board: None, "#review"),
    "play": (_play, "#moves button"),
    "analysis": (_analyse, "#table tr:nth-child(5) button"),
    "variation": (_vary, "#moves .branch button"),
    "review": (_review, "#verdict button"),
    "lessons": (_learn, "#lesson-list button"),
    "puzzle": (_puzzle, "#puzzle-grade"),
    "proof": (_prove, "#proof"),
    "set-up": (_set_up, "#setup-end"),
    "new": (_choose_size, "#height"),
    "menu": (lambda board: board.page.click("#menu"), "#share"),
    "open": (lambda board: board.choose("open"), "#text"),
    "kept": (_list_kept, ".kept [data-discard]"),
    "save": (lambda board: board.choose("save"), "[data-share=sgf]"),
    "share": (lambda board: board.choose("share"), "[data-share=link]"),
    "settings": (lambda board: board.page.click("#settings"), "#tap-twice"),
    "help": (lambda board: board.page.click("#help"), "#keys"),
    "swap2": (_swap, "#ask-answers button"),
}


@pytest.mark.parametrize("size", [PHONE, PHONE[::-1]], ids=["upright", "on its side"])
def test_a_phone_asks_for_two_taps(size: tuple[int, int], opened: Opened) -> None:
    board = opened(PHONE)
    board.look(size, False)
    board.page.evaluate("localStorage.clear()")
    board.page.reload()
    board.page.wait_for_selector("html[data-ready]")
    assert board.page.evaluate("tengen.settings.tapTwice")


@pytest.mark.parametrize("state", STATES)
def test_all_that_is_pressed_on_a_phone_is_large_enough(state: str, opened: Opened) -> None:
    board = opened(PHONE)
    enter, shown = STATES[state]
    enter(board)
    board.page.wait_for_selector(f"{shown} >> visible=true")
    assert board.page.evaluate(SMALL, LEAST_PX) == []

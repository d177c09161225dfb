"""What a screen reader hears of the page, and the page by keys, in small windows, with sound."""

from typing import Any

import pytest

from tests.page.test_words import LANGUAGES
from tests.support.board_page import PHONE, WIDE, BoardPage, Opened

FORBIDDEN = "#rule=renju&moves=g8a1i8a15h7o1h9o15"  # h8
RATES = [0.5, 0.3, 0.9, 0.1, 0.9]
# The first is 320 with a scrollbar, the second 1280 by 1024 at 400 %.
NARROW = [(308, 640), (320, 256)]
SIDE = (844, 390)
# Notes every text of the live region.
HEARS = """() => {
    const heard = window.heard = []; // the observer outlives the window's name
    new MutationObserver(() => {
        const text = document.getElementById("live").textContent;
        if (text) heard.push(text.trim());
    }).observe(document.getElementById("live"), { childList: true, characterData: true });
}"""
# What reaches beyond the window at its right, except what scrolls by itself.
OUTSIDE = """[...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.id || element.className || element.tagName)"""
DIALOGS = ("new", "open", "save", "share", "settings", "help")


def heard(board: BoardPage, text: str) -> None:
    """Wait until a text is announced."""
    board.page.wait_for_function("(text) => window.heard.includes(text)", arg=text)


def test_moves_are_announced_with_the_status_after_them(board: BoardPage) -> None:
    board.page.evaluate(HEARS)
    board.play("h8")
    board.wait("node.ply === 2 && tengen.page.task === ''")
    move = board.moves()[-1]
    board.page.wait_for_function(
        "(end) => window.heard.some((text) => text.endsWith(end))",
        arg=f"White: {move}. Your move.",
    )


def test_a_verdict_is_announced_with_its_reason(board: BoardPage) -> None:
    board.page.evaluate(HEARS)
    board.page.evaluate("location.hash = '#moves=h8a1h9a2h10a3h11o1h12&ply=8'")
    board.wait("node.ply === 8")
    heard(board, "Freestyle, 15 \u00d7 15, move 8. Black to move.")
    board.page.click("#forward")
    heard(
        board,
        "Black: h12. Black wins. Black has five in a row: h8 h9 h10 h11 h12. "
        "Decisive: h11, an open four.",
    )


def test_enter_says_why_it_does_nothing(opened: Opened) -> None:
    board = opened(address="#moves=h8a1h9a2h10a3h11o1h12&ply=8")
    board.page.focus("[data-cell=h9]")
    board.page.evaluate(HEARS)
    board.page.keyboard.press("Enter")
    heard(board, "h9 is taken")
    board.page.click("#forward")
    board.wait("node.look?.is_over")
    board.page.focus("[data-cell=b2]")
    board.page.keyboard.press("Enter")
    heard(board, "Black wins")


def test_rows_and_players_have_names(opened: Opened) -> None:
    board = opened(rows="below")
    rows = board.page.locator("[role=row]")
    assert [rows.nth(at).get_attribute("aria-label") for at in (0, 14)] == ["Row 15", "Row 1"]
    board.page.evaluate("tengen.settings.rows = 'above'")
    board.page.keyboard.press("#")
    assert [rows.nth(at).get_attribute("aria-label") for at in (0, 14)] == ["Row 1", "Row 15"]
    players = board.page.locator("#players").aria_snapshot
    assert players().splitlines() == [
        "- text: You Black to move",
        "- time: 0:00",
        "- text: Tengen Strong White",
        "- time: 0:00",
    ]
    snapshot = board.page.locator("#record").aria_snapshot()
    assert '- list "Moves"' in snapshot.splitlines()
    board.new_game(opponent="people")
    assert players().splitlines()[::2] == ["- text: Black to move", "- text: White"]


def test_a_toast_is_announced(opened: Opened) -> None:
    board = opened(address=FORBIDDEN)
    board.page.evaluate(HEARS)
    board.page.click("[data-cell=h8]")
    heard(board, str(board.page.text_content("#toast")))


def test_the_end_of_a_review_is_announced(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7j10")
    board.page.evaluate("tengen.page.task = 'reviewing'")
    board.page.keyboard.press("#")
    board.page.wait_for_function("document.getElementById('live').textContent.includes('Review')")
    board.page.evaluate(HEARS)
    board.page.evaluate("tengen.page.task = ''")
    board.review_as(RATES, ["h8", "i9", "a5"])
    verdict = str(board.page.text_content("#verdict button"))
    board.page.wait_for_function(
        "(text) => window.heard.some((one) => one.includes(text))", arg=verdict
    )


def test_a_review_is_announced_at_each_quarter(board: BoardPage) -> None:
    board.page.evaluate(HEARS)
    board.page.evaluate("location.hash = '#moves=h8i9g7j10h9i8a1a2'")
    heard(board, "Freestyle, 15 \u00d7 15, move 8. Black to move.")
    for ply in (8, 7, 6, 5, 2):
        state = f"{{ task: 'reviewing', progress: {{ ply: {ply}, count: 8 }} }}"
        board.page.evaluate(f"Object.assign(tengen.page, {state})")
        board.page.keyboard.press("#")
        board.page.evaluate("new Promise((found) => setTimeout(found, 200))")
    assert board.page.evaluate("window.heard.slice(1)") == [
        f"Reviewing move {ply} of 8." for ply in (8, 6, 2)
    ]
    board.page.evaluate("tengen.page.task = ''")


def test_keys_move_the_cursor_to_the_ends_of_a_row_and_by_pages(board: BoardPage) -> None:
    board.page.focus("[data-cell=h8]")
    found = []
    for key in ("Home", "End", "PageUp", "PageUp", "PageDown", "Control+Home", "Control+End"):
        board.page.keyboard.press(key)
        found.append(board.page.evaluate("document.activeElement.dataset.cell"))
    assert found == ["a8", "o8", "o3", "o1", "o6", "a1", "o15"]


def test_the_lines_are_few_steps_from_the_board_by_the_keyboard(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7j10&ply=2")
    board.analyse()
    focused = "document.activeElement.closest('#table, .cells')?.className"
    keyboard = board.page.keyboard
    keyboard.press("a")
    keyboard.press("s")
    assert board.page.evaluate(focused) == ""  # the table's
    keyboard.press("g")
    assert board.page.evaluate("document.activeElement.dataset.cell") == "h8"
    steps = 0
    while board.page.evaluate(focused) != "":
        keyboard.press("Tab")
        steps += 1
    assert steps <= 8


@pytest.mark.parametrize("size", [(320, 640), (390, 844), SIDE, (820, 1180)], ids=str)
def test_an_analysis_on_a_phone_is_seen_with_the_board(
    size: tuple[int, int], opened: Opened
) -> None:
    board = opened(size, address="#rule=renju&moves=h8i9g7h7f6e5i8j7")
    board.page.emulate_media(reduced_motion="reduce")
    board.analyse()
    board.page.keyboard.press("s")
    boxes = [board.page.locator(name).bounding_box() for name in ("#board", "#table tr >> nth=1")]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= size[1] for box in boxes)


def test_a_hint_on_a_phone_is_seen_with_the_board(opened: Opened) -> None:
    board = opened(PHONE, address="#rule=renju&moves=h8i9g7h7f6e5i8j7")
    board.page.emulate_media(reduced_motion="reduce")
    board.page.tap("#hint")
    board.wait("finding?.area")
    boxes = [board.page.locator(name).bounding_box() for name in ("#board", "#finding")]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1] for box in boxes)


def test_the_graph_has_a_table(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7j10")
    assert board.page.is_hidden("#rates")
    board.review_as(RATES)
    board.page.click("#rates summary")
    board.page.wait_for_selector("#rates-table td")
    rows = board.page.locator("#rates-table tbody tr").all_inner_texts()
    assert [row.split() for row in rows[:3]] == [
        ["0", "\u2013", "50", "%"],
        ["1", "h8?", "30", "%"],
        ["2", "i9??", "90", "%"],
    ]


def test_the_signs_of_mistakes_have_names_in_every_language(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7j10")
    board.review_as(RATES)
    board.page.click("#rates summary")
    meanings = {}
    for language in LANGUAGES:
        board.speak(language)
        signs = board.page.locator("#moves [role=img], #rates-table [role=img]")
        assert signs.all_inner_texts()[:2] == ["?", "??"]
        titles = [str(sign.get_attribute("title")) for sign in signs.all()]
        assert titles[: len(titles) // 2] == titles[len(titles) // 2 :]
        meanings[language] = tuple(titles[:2])
    assert meanings["en"] == ("mistake", "blunder")
    assert all(all(found) and len(set(found)) == 2 for found in meanings.values())
    board.speak("en")
    assert board.page.get_by_role("button", name="2 i9 blunder").count() == 1


@pytest.mark.parametrize("size", NARROW, ids=str)
def test_nothing_is_beside_a_narrow_window(size: tuple[int, int], opened: Opened) -> None:
    board = opened(size, address="#rule=renju&moves=h8i9g7h7f6e5i8j7")
    board.review_as([*RATES, *RATES[1:]])
    misfits = {}
    for language in LANGUAGES:
        board.speak(language)
        found = board.page.evaluate(OUTSIDE)
        for name in DIALOGS:
            board.page.evaluate(f"document.getElementById('{name}-dialog').showModal()")
            found += board.page.evaluate(OUTSIDE)
            board.page.evaluate(f"document.getElementById('{name}-dialog').close('cancel')")
        if found or board.page.evaluate("document.documentElement.scrollWidth") > size[0]:
            misfits[language] = found
    assert misfits == {}


def test_a_phone_on_its_side_has_two_columns(opened: Opened) -> None:
    board = opened(SIDE)
    boxes: dict[str, Any] = {
        name: board.page.locator(name).bounding_box() for name in ("#board", "#status", "#controls")
    }
    assert boxes["#board"]["y"] >= 0
    assert boxes["#board"]["y"] + boxes["#board"]["height"] <= SIDE[1]
    edge = boxes["#board"]["x"] + boxes["#board"]["width"]
    assert min(boxes["#status"]["x"], boxes["#controls"]["x"]) > edge
    assert boxes["#controls"]["y"] + boxes["#controls"]["height"] <= SIDE[1]
    assert board.page.evaluate("document.documentElement.scrollWidth") == SIDE[0]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_sound_and_vibration_are_there_on_request(size: tuple[int, int], opened: Opened) -> None:
    board = opened(size, opponent="people")
    board.page.evaluate(
        """() => {
            window.sounds = 0;
            window.shakes = 0;
            const { start } = OscillatorNode.prototype;
            OscillatorNode.prototype.start = function () {
                window.sounds += 1;
                start.call(this);
            };
            Object.defineProperty(navigator, "vibrate", { configurable: true,
                value: () => { window.shakes += 1; } });
        }"""
    )
    counts = "[window.sounds, window.shakes]"
    board.play("h8")
    assert board.page.evaluate(counts) == [0, 0]
    board.page.click("#settings")
    board.page.check("#sound")
    board.page.check("#vibration")
    board.page.keyboard.press("Escape")
    before = board.page.evaluate(counts)
    assert min(before) >= 1
    board.play("i9")
    assert board.page.evaluate(counts) == [before[0] + 1, before[1]]

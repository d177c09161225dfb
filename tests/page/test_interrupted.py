"""The page when a person interrupts it, changes their mind, or presses an impossible button."""

from typing import TYPE_CHECKING

import pytest

from brain.certificates import certificate
from brain.lexicon import BLACK, WHITE
from brain.openings.swap2 import LEAST_SIZE
from brain.rules.laws import RULES
from brain.thinking.strength import FULL_STRENGTH
from protocol.page import assembled
from tests.page.test_proof import LONGEST, drop
from tests.page.test_puzzles import WON as PUZZLE
from tests.page.test_puzzles import begin, click
from tests.support.board_page import PLACE, BoardPage, Opened, opening_request

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = "#moves=h8i9&rows=above"
WON = "#moves=h8a1h9a2h10a3h11o1h12"
LONG_MS = 60_000  # longer than a test waits
OPENINGS = 20  # asked for on each board of our openings
MADE_S = 0.2  # for an opening that is made now
# Counts the workers that are ended; the browser may take seconds to do it. A worker asked to
# check a certificate does not answer while `isSlow`.
COUNTS_ENDS = """() => {
    window.ends = 0;
    window.isSlow = true;
    const { terminate, postMessage } = Worker.prototype;
    Worker.prototype.terminate = function () {
        window.ends += 1;
        terminate.call(this);
    };
    Worker.prototype.postMessage = function (message) {
        if (!window.isSlow || message.method !== "check") postMessage.call(this, message);
    };
}"""
# Before the page's scripts: workers receive nothing until `start` is called, if the tab's store
# says so. A blank page has no store; a window that is used again has the script twice.
STARTS_LATE = """if (location.host && sessionStorage.isLate && !window.start) {
    const { postMessage } = Worker.prototype, held = [];
    Worker.prototype.postMessage = function (...message) { held.push([this, message]); };
    window.start = () => {
        Worker.prototype.postMessage = postMessage;
        for (const [worker, message] of held) worker.postMessage(...message);
    };
}"""


def think_long(board: BoardPage) -> None:
    """Make Tengen think about its reply to h8 for a long time."""
    limits = {"seconds": LONG_MS / 1000, "level": FULL_STRENGTH}
    board.page.evaluate("(limits) => Object.assign(tengen.settings, limits)", limits)
    board.page.click("[data-cell=h8]")
    board.wait("task === 'thinking'")


@pytest.mark.parametrize("buttons", [("analyse", "analyse"), ("back", "forward")])
def test_tengen_replies_although_it_was_interrupted(
    buttons: tuple[str, str], board: BoardPage
) -> None:
    think_long(board)
    board.page.evaluate("tengen.settings.seconds = 0.5")
    for button in buttons:
        board.page.click(f"#{button}")
    board.wait("node.ply === 2")


def test_keys_do_nothing_where_their_buttons_are_disabled(opened: Opened) -> None:
    board = opened(address=WON)
    board.page.keyboard.press("r")
    board.wait("task === 'reviewing'")
    for key in ("b", " "):
        board.page.keyboard.press(key)
        assert board.state("task") == "reviewing"
    board.wait("task === ''")
    assert board.ply() == 9


def test_keys_are_found_by_their_place_on_another_alphabet(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7")
    board.page.evaluate(
        "document.dispatchEvent(new KeyboardEvent('keydown', { key: '\\u0433', code: 'KeyU' }))"
    )
    assert board.ply() == 2


def test_a_dialog_drops_the_previous_choice(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.page.keyboard.press("n")
    assert board.page.evaluate("document.getElementById('new-dialog').returnValue") == ""


def test_a_size_that_is_not_asked_for_is_not_checked(board: BoardPage) -> None:
    board.page.click("#new")
    board.page.check("input[name=size][value=other]", force=True)
    board.page.fill("#width", "99")
    board.page.check("input[name=size][value='19']", force=True)
    board.page.click("#new-dialog button[value=start]")
    board.wait("game.width === 19")


def test_a_taken_cell_that_is_typed_is_refused(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7")
    board.page.keyboard.press("/")
    board.page.fill("#text", "h8")
    board.page.keyboard.press("Enter")
    assert board.page.inner_text("#text-error") == "move 4, h8, is not possible"
    board.page.fill("#text", "j10")
    board.page.keyboard.press("Enter")
    board.page.wait_for_selector("#open-dialog", state="hidden")
    assert board.moves() == ["h8", "i9", "g7", "j10"]
    assert board.page.text_content("#text-error") == ""


@pytest.mark.parametrize("rule", RULES)
def test_an_opening_of_swap2_is_on_the_board(rule: int, still: BoardPage) -> None:
    still.patch("(seconds) => engine.data.constants.USUAL_S = seconds", MADE_S)
    for size in (5, 6, 9, 12, 15, 22):
        start = opening_request("swap2", rule=rule, size=size)
        for _ in range(OPENINGS if size >= LEAST_SIZE else 1):
            moves = still.ask("opening", **start)["answers"]
            assert len(set(moves)) == 3
            for move in moves:
                assert "a" <= move[0] < "abcdefghijklmnopqrstuvw"[size]
                assert 1 <= int(move[1:]) <= size


def test_the_question_of_swap2_is_asked_until_it_is_answered(board: BoardPage) -> None:
    board.new_game(opening="swap2", side="white")
    board.page.wait_for_selector("#ask-dialog[open]")
    for _ in range(2):
        board.page.keyboard.press("Escape")
        board.page.wait_for_selector("#ask-dialog[open]")
    board.page.click("#ask-dialog button[value=swap]")
    board.wait("engines[0] === 2")


def ask_tengen(board: BoardPage) -> None:
    """Make Tengen choose after three stones of swap2."""
    board.new_game(opening="swap2", side="black")
    board.play("h8", "i9")
    board.wait("swap === 'place'")
    board.page.click("[data-cell=g7]")
    board.wait("swap === 'asked'")


def test_nothing_disturbs_the_answer_of_swap2(board: BoardPage) -> None:
    ask_tengen(board)
    for key in ("ArrowLeft", "u", "p", "Home"):
        board.page.keyboard.press(key)
    assert board.state("node.ply") == 3
    board.wait("swap === '' && tengen.page.engines.length === 1")


def test_a_game_opened_meanwhile_ends_swap2(board: BoardPage) -> None:
    ask_tengen(board)
    board.page.evaluate("location.hash = '#moves=a1b1c1d1'")
    board.wait("game.root.children[0].move === 'a1'")
    board.page.evaluate(
        "tengen.ask('look', { position: tengen.page.game.position(tengen.page.node) })"
    )
    assert board.state("engines") == []
    assert board.state("game.line(tengen.page.game.root).length") == 5


def test_puzzles_leave_the_game_as_it_was(board: BoardPage) -> None:
    board.play("h8")
    board.wait("node.ply === 2")
    board.page.click("#back")
    assert board.ply() == 1
    played = board.state("game.line(tengen.page.node).map(n => n.move)")
    board.page.keyboard.press("p")
    board.page.wait_for_selector("#puzzle")
    board.page.keyboard.press("p")
    board.wait("node.ply === 1 && tengen.page.task === ''")
    assert board.state("engines") == [WHITE]
    assert board.state("game.line(tengen.page.node).map(n => n.move)") == played


def test_a_move_of_a_puzzle_is_taken_back_with_its_answer(opened: Opened) -> None:
    board, problem = begin(opened, PUZZLE)
    click(board, problem.first)
    board.wait("node.ply === 2 && tengen.page.node.look")
    board.page.keyboard.press("u")
    assert board.ply() == 0


@pytest.mark.parametrize("address", ["", GAME], ids=["new", "address"])
def test_a_click_before_the_engine_has_started_is_kept_and_answered(
    address: str, opened: Opened
) -> None:
    board = opened()
    board.page.add_init_script(STARTS_LATE)
    board.page.evaluate("() => { sessionStorage.isLate = 1; }")
    board.page.goto("about:blank")
    board.page.goto(PLACE + address)
    board.page.wait_for_selector("[data-cell=a15]")
    board.page.click("[data-cell=a15]")
    moves = ["h8", "i9", "a15"] if address else ["a15"]
    assert board.moves() == moves
    board.page.click("#analyse")
    board.page.click("#analyse")
    board.page.evaluate("() => { delete sessionStorage.isLate; start(); }")
    board.page.wait_for_selector("html[data-ready]")
    board.wait("node.look")
    if not address:  # a game against Tengen
        board.wait("node.ply === 2")
    assert board.moves()[: len(moves)] == moves
    assert board.page.text_content("#toast") == ""


def test_a_click_before_the_server_has_answered_is_answered(host: "Browser") -> None:
    context = host.new_context(locale="en")
    context.route(PLACE, lambda route: route.fulfill(body=assembled(), content_type="text/html"))
    context.route("**/hear/*", lambda _: None)  # is never answered
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(PLACE)
    page.click("[data-cell=h8]")
    assert page.text_content("#toast") == "Tengen is starting: one moment."
    assert page.evaluate("tengen.page.node.ply") == 0
    assert errors == []
    context.close()


def test_a_game_continues_after_its_proof(opened: Opened) -> None:
    board = opened(address="#moves=h8a1h9a2h10a3")
    board.page.evaluate(f"tengen.page.seats = [{WHITE}]")
    board.page.click("#analyse")
    board.page.wait_for_selector("#proof:not([hidden])")
    board.page.click("#proof")
    assert board.state("engines") == [BLACK]
    board.page.click("#proof")
    assert board.state("engines") == [WHITE]


def test_a_check_that_is_stopped_ends(board: BoardPage) -> None:
    board.page.evaluate(COUNTS_ENDS)
    for ends, key in enumerate(("s", "ArrowLeft"), 1):
        board.page.evaluate("location.hash = '#moves=h8i9g7&ply=3'")
        board.wait("node.ply === 3 && tengen.page.node.look")
        drop(board, certificate.dumps(LONGEST))
        board.wait("checking")
        board.page.keyboard.press(key)
        board.wait("checking === null")
        assert board.page.evaluate("window.ends") == ends
        board.page.evaluate("location.hash = '#moves=a1'")
        board.wait("node.ply === 1")
    board.page.evaluate("window.isSlow = false")
    drop(board, certificate.dumps(LONGEST))
    board.wait("certificate")


def test_a_review_that_is_stopped_judges_nothing(opened: Opened) -> None:
    board = opened(address=WON)
    board.page.keyboard.press("r")
    board.wait("task === 'reviewing'")
    board.page.keyboard.press("s")
    board.wait("task === ''")
    assert board.page.inner_text("#verdict") == ""


def test_pressed_and_focused_elements_stay_during_the_analysis(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7j10")
    board.page.click("#analyse")
    board.page.focus("#moves button >> nth=1")
    board.page.evaluate("window.focused = document.activeElement")
    board.wait("lines[0]?.depth > 6")
    assert board.page.evaluate("document.activeElement === window.focused")
    board.page.keyboard.press("Enter")
    board.wait("node.ply === 2")
    assert board.page.evaluate("document.activeElement === window.focused")


def test_nothing_is_known_of_stones_that_are_being_set_up(opened: Opened) -> None:
    board = opened(address=WON)
    board.page.wait_for_function("document.querySelectorAll('#board .five').length === 5")
    board.choose("setup")
    board.wait("setUp")
    assert board.page.locator("#board .five").count() == 0
    assert board.page.is_disabled("#puzzles")

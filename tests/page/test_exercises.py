"""A person's mistakes across games, as exercises."""

import json

import pytest

from brain.certificates import certificate
from tests.page.test_kept import reload
from tests.page.test_proof import LONGEST, open_longest
from tests.support.board_page import BoardPage, Opened

# Black errs at moves 5 and 7.
GAME = "#rule=renju&moves=h8i9g7h7f6e5i8j7"
RATES = [0.5, 0.5, 0.5, 0.5, 0.5, 0.3, 0.9, 0, 0]
BEST = ["h8", "i9", "g7", "h7", "e5", "d4", "c3", "j7"]
KEY = "tengen.mistakes"
# Before the page's scripts: the engine does not start while the tab's store says so. A blank page
# has no store.
NEVER_STARTS = """if (location.host && sessionStorage.isSlow) {
    Worker.prototype.postMessage = () => {};
}"""

# Drops a certificate that is longer than the browser keeps: spaces follow its JSON.
DROP_LARGE = """([text, most]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text, " ".repeat(most)], "win.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
}"""
CARDS = {"m": "#lessons", "p": "#puzzle"}  # by the key that shows them
LARGEST = 64 << 20  # bytes of a certificate that is kept


def stored(board: BoardPage) -> list[int]:
    """Return how often each exercise that is kept was found."""
    kept = json.loads(board.page.evaluate(f"localStorage['{KEY}']"))
    return [exercise["found"] for exercise in kept]


def learn(opened: Opened) -> BoardPage:
    """Return a page in which Black has begun lessons from a game."""
    board = opened(address=GAME, opponent="people")
    assert board.page.is_disabled("#exercises")
    board.review_as(RATES, BEST)
    board.page.click("#sides .black")
    board.page.click("#lessons-end")
    return board


def test_mistakes_of_a_reviewed_game_become_exercises(opened: Opened) -> None:
    board = learn(opened)
    assert board.page.inner_text("#exercises") == "My mistakes: 2"
    board.page.keyboard.press("l")  # the same lessons again add none
    board.page.click("#lessons-end")
    assert stored(board) == [0, 0]
    board.new_game(opponent="people", rule="0")
    board.play("a1")
    board.page.click("#drawing")
    board.page.click("#exercises")
    board.wait("node.ply === 4")
    assert board.state("isDrawing") is False
    assert board.state("game.rule") == 4
    assert board.status() == "Find a better move for Black"
    assert not board.page.is_visible("#hint")
    assert board.page.inner_text("#lesson-text") == "Move 5, f6: 20 % given away."
    board.page.click("[data-cell=e5]")
    board.wait("lessons.isOpen === false")
    assert board.status() == "e5 is the best move"
    board.page.click("#lesson-next")
    board.wait("node.ply === 6")
    board.page.click("#lesson-best")
    assert stored(board) == [1, 0]
    board.page.click("#lessons-end")
    board.wait("node.ply === 1")
    assert board.moves() == ["a1"]
    assert board.page.evaluate("location.hash").count("moves=a15") == 1


@pytest.mark.parametrize("is_blank", [False, True], ids=["game", "blank"])
def test_a_reload_continues_the_exercises(is_blank: bool, opened: Opened) -> None:
    board = learn(opened)
    board.new_game(opponent="people", rule="0")
    if not is_blank:
        board.play("a1")
    board.page.click("#exercises")
    board.wait("node.ply === 4")
    board.page.click("[data-cell=e5]")
    board.wait("lessons.isOpen === false")
    board.page.click("#lesson-next")
    board.wait("node.ply === 6")
    reload(board)
    board.wait("lessons && tengen.page.node.look")
    assert board.page.inner_text("#lesson-text") == "Move 7, i8, is proved to lose."
    board.page.click("[data-cell=c3]")
    board.wait("lessons.isOpen === false")
    board.page.click("#lesson-next")
    assert board.status() == "Found: 2, shown: 0, skipped: 0"
    assert board.state("lessons.list.map(({ exercise }) => exercise.found)") == [1, 1]
    board.page.click("#lesson-next")
    board.wait("lessons === null")
    assert board.moves() == ([] if is_blank else ["a1"])
    assert board.state("game.rule") == 0
    reload(board)
    assert board.state("lessons") is None


@pytest.mark.parametrize("key", ["m", "p"], ids=["exercises", "puzzles"])
def test_a_certificate_is_shown_again_after(key: str, opened: Opened) -> None:
    board = learn(opened)
    open_longest(board)
    board.page.keyboard.press(key)
    board.wait("certificate === null && tengen.page.node.look")
    if key == "m":
        reload(board)
        board.wait("lessons?.question && tengen.page.node.ply === 4")
        board.page.click("#lessons-end")
    else:
        board.page.keyboard.press(key)
    board.page.wait_for_selector("#table >> text=The proof holds")
    assert board.ply() == 1
    assert board.state("lessons") is None


@pytest.mark.parametrize("key", ["m", "p"], ids=["exercises", "puzzles"])
def test_a_certificate_too_large_to_be_kept_is_shown_again_after(key: str, opened: Opened) -> None:
    board = learn(opened)
    text = certificate.to_json(LONGEST)
    board.page.evaluate(DROP_LARGE, [text, LARGEST])
    board.page.wait_for_selector("#toast >> text=This proof is not kept")
    board.wait("certificate && tengen.page.node.ply === 1 && tengen.page.node.look")
    board.page.keyboard.press(key)
    board.wait("certificate === null && tengen.page.node.look")
    board.page.click("#lessons-end") if key == "m" else board.page.keyboard.press(key)
    board.page.wait_for_selector("#table >> text=The proof holds")
    assert board.ply() == 1
    board.page.wait_for_selector("#analysis >> visible=true")


def test_a_reload_during_the_start_continues_the_exercises(opened: Opened) -> None:
    board = learn(opened)
    board.page.keyboard.press("m")
    board.wait("lessons?.question && tengen.page.node.look")
    board.page.add_init_script(NEVER_STARTS)
    board.page.evaluate("() => { sessionStorage.isSlow = 1; }")
    board.page.reload()
    board.page.wait_for_function("window.tengen?.page.lessons?.question")
    board.page.evaluate("() => { delete sessionStorage.isSlow; }")
    reload(board)
    board.wait("lessons?.question && tengen.page.node.ply === 4")


@pytest.mark.parametrize(
    ("key", "is_reloaded"),
    [("m", False), ("m", True), ("p", False)],
    ids=["exercises", "reloaded", "puzzles"],
)
def test_back_returns_to_the_entry_before(key: str, is_reloaded: bool, opened: Opened) -> None:
    board = learn(opened)
    board.new_game(opponent="people", rule="0")
    board.play("a1", "b2", "c3")
    board.page.keyboard.press(key)
    board.page.wait_for_selector(CARDS[key])
    if is_reloaded:
        reload(board)
        board.wait("lessons?.question && tengen.page.node.look")
    board.page.go_back()
    board.wait("game.isExercise === false && tengen.page.lessons === null")
    assert board.page.is_hidden("#puzzle")
    assert board.moves() == ["a1", "b2", "c3"]
    board.page.go_back()
    board.wait("node.ply === 2")
    assert board.moves() == ["a1", "b2"]


@pytest.mark.parametrize("key", ["m", "p"], ids=["exercises", "puzzles"])
def test_no_entry_is_left_after(key: str, opened: Opened) -> None:
    board = learn(opened)
    board.new_game(opponent="people", rule="0")
    board.play("a1", "b2")
    for _ in range(2):
        board.page.keyboard.press(key)
        board.page.wait_for_selector(CARDS[key])
        board.page.click("#lessons-end") if key == "m" else board.page.keyboard.press(key)
        board.wait("node.ply === 2 && tengen.page.node.look")
    board.page.go_back()
    board.wait("node.ply === 1")
    board.play("c3")
    board.page.keyboard.press(key)
    board.page.wait_for_selector(CARDS[key])
    board.page.click("#lessons-end") if key == "m" else board.page.keyboard.press(key)
    board.wait("node.ply === 2 && tengen.page.node.look")
    board.play("d4")
    for moves in (["a1", "c3"], ["a1"]):
        board.page.go_back()
        board.wait(f"node.ply === {len(moves)}")
        assert board.moves() == moves


def test_puzzles_end_the_exercises(opened: Opened) -> None:
    board = learn(opened)
    board.page.keyboard.press("m")
    board.wait("lessons?.question && tengen.page.node.look")
    board.page.keyboard.press("p")
    board.page.wait_for_selector("#puzzle")
    board.page.keyboard.press("p")
    board.wait("game.isExercise === false && tengen.page.reviewed.length === 9")
    assert board.state("lessons") is None


def test_damaged_exercises_in_progress_are_reset(opened: Opened) -> None:
    board = learn(opened)
    board.page.keyboard.press("m")
    board.wait("lessons?.question && tengen.page.node.look")
    script = """(text) => {
        dispatchEvent(new Event("pagehide"));
        const kept = JSON.parse(sessionStorage["tengen.exercises"]);
        const changed = Object.assign(kept, JSON.parse(text));
        sessionStorage["tengen.exercises"] = JSON.stringify(changed);
        tengen.page.suspended = changed; // so that it stays
    }"""
    for text, ply in (('{"at":"x","outcomes":["found",5]}', 6), ('{"exercises":5}', None)):
        board.page.evaluate(script, text)
        reload(board)
        board.page.wait_for_selector("#toast >> text=Damaged lesson progress was reset.")
        assert board.state("lessons && tengen.page.node.ply") == ply


def test_an_exercise_found_twice_is_dropped(opened: Opened) -> None:
    board = learn(opened)
    for left in (2, 1):
        board.page.keyboard.press("m")
        board.wait("lessons?.question && tengen.page.node.look")
        ply = board.ply()
        if ply == 6:  # the other one comes first, as it was never found
            board.page.keyboard.press("l")
            board.wait("node.ply === 4")
        board.page.click("[data-cell=e5]")
        board.wait("lessons.isOpen === false")
        board.page.click("#lessons-end")
        assert len(stored(board)) == left
    assert board.page.inner_text("#exercises") == "My mistakes: 1"


def test_damaged_exercises_are_left_out(opened: Opened) -> None:
    board = learn(opened)
    board.page.evaluate(f"""() => {{
        const kept = JSON.parse(localStorage["{KEY}"]);
        kept[0].plain.nodes[2].move = "h8";
        localStorage["{KEY}"] = JSON.stringify([...kept, 5, {{ plain: {{ nodes: [] }} }}]);
    }}""")
    board.page.keyboard.press("m")
    board.wait("lessons?.list.length === 1")
    board.page.keyboard.press("Escape")
    for text in ("{", "5", "[null]"):
        board.page.click("#lessons-end") if board.state("lessons !== null") else None
        board.page.evaluate(f"(text) => {{ localStorage['{KEY}'] = text; }}", text)
        board.page.keyboard.press("Home")
        assert board.page.is_disabled("#exercises")

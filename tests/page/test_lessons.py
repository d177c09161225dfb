"""Lessons from mistakes: their positions, the verdicts on a person's moves, the display."""

import json
from typing import Any

import pytest

from brain.lexicon import BLACK, WHITE
from tests.page.test_kept import KEY, LINE, reload, text_of
from tests.support.board_page import PHONE, WIDE, BoardPage, Opened, function

# Black overlooks e5 at move 5, which is a slip, and loses by move 7; White errs at move 6.
GAME = "#moves=h8i9g7h7f6e5i8j7"
RATES = [0.5, 0.5, 0.5, 0.5, 0.5, 0.3, 0.9, 0, 0]
BEST = ["h8", "i9", "g7", "h7", "e5", "d4", "c3", "j7"]
# The nodes of a line, whose first is a root; every move's colour is the side that has played it.
NODES = """
    const nodes = [];
    for (const [ply, node] of given.nodes.entries()) {
        const { best, rate, mate = 0, winner } = node, colour = ply % 2 ? 1 : 2;
        const own = colour === 2 ? rate : 1 - rate;
        const line = { win_rate: own, mate, score: 40, line: best ? [best, "o1"] : [] };
        const look = { winner: winner ?? 0, is_over: winner !== undefined };
        nodes.push({ ply, move: ply ? node.move ?? "a" + ply : "", colour, look, children: [],
            parent: nodes.at(-1) ?? null, ...(rate === undefined ? {} : { line }) });
    }"""
LESSONS = f"{NODES} return lessonsOf(nodes, given.colour).map(({{ ply }}) => ply);"
VERDICT = f"{NODES} return verdictOf(nodes.at(-1));"
FROM = f"""{NODES}
    const {{ mate, win_rate, score, line, isBad }} = lineFrom(nodes.at(-1), true);
    return {{ mate, win_rate, score, line, isBad }};"""
Fields = dict[str, Any]


def at(rate: float | None = None, best: str = "", **fields: object) -> Fields:
    """Return a position: Black's chances there, unknown without, and the best move."""
    return {**fields, **({} if rate is None else {"rate": rate, "best": best})}


def lessons(still: BoardPage, nodes: list[Fields], colour: int) -> object:
    """Return the plies that a side learns from."""
    given = {"nodes": nodes, "colour": colour}
    return still.page.evaluate(function("lessons.js", LESSONS), given)


@pytest.mark.parametrize(
    ("nodes", "black", "white"),
    [
        ([at(0.5, "b1"), at(0.3)], [1], []),
        ([at(0.5, "b1"), at(0.45)], [], []),
        ([at(0.5, "a1"), at(0.3)], [], []),
        ([at(0.5), at(0.3)], [], []),
        ([at(0.5, "b1"), at()], [], []),
        ([at(0.5, "b1"), at(0.45, "b2"), at(0.9)], [], [2]),
        ([at(0.04, "b1"), at(0, mate=3)], [1], []),
        ([at(0.04, "b1", mate=-6), at(0, mate=3)], [], []),
        ([at(0.9, "b1", mate=5), at(0.4)], [1], []),
        ([at(0.5, "b1"), at(winner=WHITE)], [1], []),
    ],
)
def test_a_side_learns_from_its_mistakes_and_from_moves_that_are_proved_to_lose(
    nodes: list[Fields], black: list[int], white: list[int], still: BoardPage
) -> None:
    assert lessons(still, nodes, BLACK) == black
    assert lessons(still, nodes, WHITE) == white


def test_of_many_mistakes_the_worst_are_learnt_from_in_their_order(still: BoardPage) -> None:
    nodes = [at(0.5, "b1")]
    for loss in (20, 12, 30, 11, 40, 25, 22, 35, 28, 27):
        nodes += [at(0.5 - loss / 100, "b1"), at(0.5, "b1")]
    assert lessons(still, nodes, BLACK) == [1, 5, 9, 11, 13, 15, 17, 19]


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (at(0.6, "a1"), at(0.1), "best"),
        (at(0.6, "b1"), at(0.51), "good"),
        (at(0.6, "b1"), at(0.49), "worse"),
        (at(0.6, "b1"), at(), "worse"),
        (at(0.05, "b1"), at(0, mate=4), "lost"),
        (at(0.6, "b1", mate=7), at(0.99), "unproved"),
        (at(0.6, "b1", mate=7), at(0, mate=-6), "good"),
        (at(0.6, "b1", mate=1), at(winner=BLACK), "good"),
        (at(0.9, "b1"), at(0, mate=-10), "good"),
        (at(0.55, "b1"), at(winner=0), "good"),
    ],
)
def test_a_try_is_judged_like_the_review_and_must_keep_a_mate(
    before: Fields, after: Fields, verdict: str, still: BoardPage
) -> None:
    given = {"nodes": [before, after]}
    assert still.page.evaluate(function("lessons.js", VERDICT), given) == verdict


@pytest.mark.parametrize(
    ("after", "mate", "rate"),
    [
        (at(0.6, "b2"), 0, 0.6),
        (at(0.6, "b2", mate=4), -5, 0.6),
        (at(0.6, "b2", mate=-4), 5, 0.6),
        (at(winner=BLACK), 1, 0.5),
        (at(winner=WHITE), -1, 0.5),
    ],
)
def test_a_tried_move_leads_its_line_for_the_side_that_plays_it(
    after: Fields, mate: int, rate: float, still: BoardPage
) -> None:
    found = still.page.evaluate(function("lessons.js", FROM), {"nodes": [at(0.5, "b1"), after]})
    known = "best" in after
    assert found == {
        "mate": mate,
        "win_rate": pytest.approx(rate),
        "score": -40 if known else 0,
        "line": ["a1", "b2", "o1"] if known else ["a1"],
        "isBad": True,
    }


def reviewed(opened: Opened, size: tuple[int, int] = WIDE) -> BoardPage:
    """Return the page with GAME and its review."""
    board = opened(size, address=GAME)
    board.review_as(RATES, BEST)
    return board


def know(board: BoardPage, move: str, rate: float) -> None:
    """Set the verdict on a move in the position shown, so that the engine is not asked."""
    board.page.evaluate(
        """([move, rate]) => {
            const { page } = tengen, node = page.game.play(page.node, move);
            node.line = { ...page.node.line, mate: 0, line: ["d4"],
                win_rate: node.colour === 2 ? rate : 1 - rate };
        }""",
        [move, rate],
    )


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_better_move_is_asked_for_until_it_is_found(
    size: tuple[int, int], opened: Opened
) -> None:
    board = reviewed(opened, size)
    page, place = board.page, board.page.click if size != PHONE else board.page.tap
    assert page.locator("#sides button").all_inner_texts() == ["Black 2", "White 1"]
    page.click("#sides .black")
    board.wait("lessons.isAsked(tengen.page.node)")
    page.wait_for_function("scrollY === 0")
    top = page.locator("#board").bounding_box()
    assert board.status() == "Find a better move for Black"
    assert page.inner_text("#lesson-text") == "Move 5, f6: 20 % given away."
    assert page.locator("#lesson-list button").all_inner_texts() == ["5 f6", "7 i8"]
    assert not page.locator("#proof, #analyse, #verdict button").first.is_visible()
    assert page.locator("#board .mark").count() == 1
    know(board, "a3", 0.35)
    place("[data-cell=a3]")
    board.wait("lessons.tries.length === 1")
    assert board.status() == "a3: 15 % given away. Try again"
    assert board.ply() == 4
    assert page.locator("#table tr").all_inner_texts() == ["f6\t30.0 %\t", "a3\t35.0 %\t"]
    place("[data-cell=e5]")
    board.wait("lessons.isOpen === false")
    assert board.status() == "e5 is the best move"
    assert page.locator("#table tr").first.get_attribute("data-line") == "e5 o15"
    assert page.locator("#board .mark.best").count() == 1
    assert page.locator("#lesson-list .found").inner_text() == "5 f6 \N{CHECK MARK}"
    assert page.locator("#board").bounding_box() == top
    page.click("#lesson-next")
    assert board.status() == "Find a better move for Black"
    assert page.inner_text("#lesson-text") == "Move 7, i8, is proved to lose."
    page.click("#lesson-best")
    assert board.status() == "The best move: c3"
    page.click("#lesson-next")
    assert board.status() == "Found: 1, shown: 1, skipped: 0"
    assert page.inner_text("#lesson-next") == "Close"
    page.click("#lesson-next")
    assert board.state("lessons") is None
    assert page.locator("#verdict button").first.is_visible()
    assert board.state("game.line(tengen.page.game.root).length") == len(RATES)


def test_a_pass_of_a_game_is_reviewed_but_gives_no_lesson(opened: Opened) -> None:
    board = opened()
    board.open("(;SZ[15];B[hh];W[];B[ii];W[jj])")
    assert board.moves() == ["h8", "", "i9", "j10"]
    assert board.page.text_content("#toast") == ""
    board.page.click("#first")
    for _ in range(2):
        board.page.keyboard.press("ArrowRight")
    board.wait("node.ply === 2 && tengen.page.node.look")
    assert board.status() == "Black to move"
    board.review_as([0.5, 0.5, 0.9, 0.7, 0.7], ["h8", "i9", "j10"])
    assert board.page.locator("#verdict button").all_inner_texts() == [
        "Move 2, pass: 40 % given away. Better: i9",
        "Move 3, i9: 20 % given away. Better: j10",
    ]
    assert board.page.locator("#sides button").all_inner_texts() == ["Black 1"]


@pytest.mark.parametrize(
    ("rates", "verdict"),
    [
        (
            [0.5, 0.5, 0.5, 1, 1],
            "White is proved lost from move 3 on. Move 2 (pass) was the last that held.",
        ),
        ([0.5, 0.5, 1, 1, 1], "White is proved lost from move 2 (pass) on."),
    ],
    ids=["held", "lost"],
)
def test_a_pass_is_named_where_a_game_was_lost(
    rates: list[float], verdict: str, opened: Opened
) -> None:
    board = opened()
    board.open("(;SZ[15];B[hh];W[];B[ii];W[jj])")
    board.review_as(rates)
    assert board.page.locator("#verdict button").first.inner_text() == verdict


def test_an_equally_good_move_is_accepted_and_the_best_shown(opened: Opened) -> None:
    board = reviewed(opened)
    board.page.click("#sides .black")
    know(board, "d7", 0.44)
    board.page.click("[data-cell=d7]")
    board.wait("lessons.isOpen === false")
    assert board.status() == "d7 is good too. Best: e5"
    lines = board.page.locator("#table tr")
    assert [line.get_attribute("data-line") for line in lines.all()] == [
        "e5 o15",
        "d7 d4",
        "f6 d4 o15",
    ]


def test_the_lessons_are_done_by_the_keys_alone(opened: Opened) -> None:
    board = reviewed(opened)
    keyboard = board.page.keyboard
    keyboard.press("l")
    board.wait("lessons.isAsked(tengen.page.node)")
    assert board.page.evaluate("document.activeElement.dataset.cell") == "f6"
    keyboard.press(" ")  # no analysis before the answer
    assert not board.state("isAnalysing")
    keyboard.press("ArrowUp")
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    board.wait("lessons.isOpen === false")
    assert board.status() == "e5 is the best move"
    keyboard.press("Enter")
    board.wait("node.ply === 6")
    assert board.page.evaluate("document.activeElement.dataset.cell") == "i8"
    keyboard.press("b")
    assert board.status() == "The best move: c3"
    keyboard.press("l")
    assert board.status() == "Found: 1, shown: 1, skipped: 0"
    keyboard.press("l")
    assert board.state("lessons") is None


def test_a_person_who_looks_around_finds_the_way_back(opened: Opened) -> None:
    board = reviewed(opened)
    board.page.click("#sides .black")
    board.page.click("#forward")
    assert board.status() == "White to move"
    assert board.page.locator("#table tr").count() == 0  # what answers the mistake is a hint
    assert board.page.inner_text("#lesson-best") == "To the position"
    board.page.click("#lesson-best")
    assert board.status() == "Find a better move for Black"
    assert board.page.inner_text("#lesson-best") == "Show the move"


def test_a_skipped_move_can_be_tried_again(opened: Opened) -> None:
    board = reviewed(opened)
    board.page.click("#sides .black")
    for _ in range(2):
        board.page.click("#lesson-next")
    assert board.status() == "Found: 0, shown: 0, skipped: 2"
    assert board.page.locator("#table tr").count() == 0
    board.page.locator("#lesson-list button").first.click()
    board.page.click("[data-cell=e5]")
    board.page.click("#lesson-next")
    assert board.status() == "Found: 1, shown: 0, skipped: 1"


@pytest.mark.parametrize("is_listed", [False, True], ids=["reload", "list"])
def test_a_kept_game_continues_its_lessons(is_listed: bool, opened: Opened) -> None:
    board = reviewed(opened)
    board.page.click("#sides .black")
    board.page.click("#lesson-next")  # skips the first
    know(board, "a3", 0.1)
    board.page.click("[data-cell=a3]")
    board.wait("lessons.tries.length === 1")
    if is_listed:
        board.open("h8 i9")
        board.choose("kept")
        board.page.click(".kept [value] >> nth=0")
        board.wait("lessons && tengen.page.node.look")
    else:
        reload(board)
    assert board.status() == "Find a better move for Black"
    assert board.page.inner_text("#lesson-text") == "Move 7, i8, is proved to lose."
    assert board.page.locator("#table tr").count() == 2
    board.page.click("[data-cell=c3]")
    board.wait("lessons.isOpen === false")
    board.page.click("#lesson-next")
    assert board.status() == "Found: 1, shown: 0, skipped: 1"
    assert board.page.locator("#lesson-list button").all_inner_texts() == [
        "5 f6 \N{EN DASH}",
        "7 i8 \N{CHECK MARK}",
    ]


def test_a_screen_reader_reads_the_outcomes_of_lessons(opened: Opened) -> None:
    board = reviewed(opened)
    board.page.click("#sides .black")
    board.page.click("#lesson-next")
    board.page.click("#lesson-best")
    listed = board.page.locator("#lesson-list").aria_snapshot
    assert 'button "5 f6 skipped"' in listed()
    assert 'button "7 i8 shown"' in listed()
    board.page.click("[data-lesson='0']")
    board.page.click("[data-cell=e5]")
    board.wait("lessons.isOpen === false")
    assert 'button "5 f6 found"' in listed()


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, [0, True, ["", ""], ["a1"], False]),
        ({"at": 9}, [0, True, ["", ""], [], True]),
        ({"at": None, "outcomes": ["found", "shown"]}, [2, False, ["found", "shown"], [], True]),
        ({"isOpen": "x"}, [0, True, ["", ""], ["a1"], True]),
        ({"outcomes": []}, [0, True, ["", ""], ["a1"], True]),
        ({"outcomes": ["won", "shown"]}, [0, True, ["", "shown"], ["a1"], True]),
        ({"nodes": [0, 2]}, [0, True, [""], [], True]),
        ({"nodes": [99]}, [None, True]),
        ({"nodes": 5}, [None, True]),
        ({"tries": 5}, [0, True, ["", ""], [], True]),
        (
            {"tries": [{"move": "h8"}, None, {"move": "a2", "line": {**LINE, "line": 5}}]},
            [0, True, ["", ""], ["a2"], True],
        ),
    ],
)
def test_a_damaged_part_of_lessons_is_reset(
    changes: dict[str, object], found: list[object], still: BoardPage
) -> None:
    script = """
        const { game, lessons, isDamaged } = gameOf("one", JSON.stringify(given));
        if (game.size !== 4) throw new Error("the game is damaged");
        if (!lessons) return [null, isDamaged];
        const { at, isOpen, list, tries } = lessons;
        return [at, isOpen, list.map(({ outcome }) => outcome),
            tries.filter(({ line }) => !line).map(({ move }) => move), isDamaged];"""
    plain = json.loads(text_of().split(" ", 1)[1])
    sound = {"at": 0, "isOpen": True, "outcomes": ["", ""], "tries": [{"move": "a1"}]}
    lessons = {**sound, "nodes": [2, 3], **changes}
    assert still.computed("kept.js", script, {**plain, "lessons": lessons}) == found


def test_a_person_hears_that_lessons_were_damaged(opened: Opened) -> None:
    lessons = {"at": 0, "isOpen": True, "outcomes": ["won"], "tries": [], "nodes": [2]}
    board = opened(stored={KEY: text_of(lessons=lessons, shown=1)})
    board.page.click("#continue")
    board.wait("lessons?.isAsked(tengen.page.node)")
    assert board.page.text_content("#toast") == "Damaged lesson progress was reset."


def test_the_engine_judges_a_try_outside_the_game(opened: Opened) -> None:
    # White must stop an open three; Black has the open three at move 5.
    board = opened(address="#moves=h8a1h9a2h10a3h11")
    board.review_as(
        [0.5, 0.5, 0.5, 0.6, 0.6, 0.6, 1, 1], ["h8", "i9", "g7", "h7", "h10", "h11", "h7"]
    )
    board.page.click("#sides .white")
    status = board.page.evaluate(
        """() => {
            document.querySelector("[data-cell=o1]").click();
            return document.getElementById("status").textContent;
        }"""
    )
    assert status == "Judging o1\N{HORIZONTAL ELLIPSIS}"
    board.wait("lessons.tries.length === 1")
    assert board.status() == "o1 is proved to lose. Try again"
    assert board.state("node.children.length") == 1
    assert board.moves() == ["h8", "a1", "h9", "a2", "h10"]


def test_a_game_against_tengen_continues_after_the_lessons(board: BoardPage) -> None:
    board.page.click("[data-cell=h8]")
    board.wait("node.ply === 2")
    board.review_as([0.9, 0.5, 0.5], ["g7"])
    board.page.keyboard.press("l")
    board.wait("lessons.isAsked(tengen.page.node)")
    assert board.state("engines") == []
    board.page.click("#lessons-end")
    assert board.state("engines") == [WHITE]
    assert board.ply() == 0


def test_a_review_ends_the_lessons_and_another_game_too(opened: Opened) -> None:
    board = reviewed(opened)
    board.page.keyboard.press("l")
    board.page.keyboard.press("r")
    board.wait("task === 'reviewing'")
    assert board.state("lessons") is None
    board.page.keyboard.press("s")
    board.review_as(RATES, BEST)
    board.page.keyboard.press("l")
    board.open("h8 i9")
    assert board.state("lessons") is None
    assert board.page.locator("#analyse").is_visible()
    board.page.keyboard.press("l")
    board.page.wait_for_selector("#toast.on")
    assert board.page.inner_text("#toast") == "Press Review to see where the game was decided."

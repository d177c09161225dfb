"""A person's actions on the page: play, take back, analyse, review, set up, share."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from brain.game_board import Board
from brain.lexicon import RENJU
from tests.support.board_page import KEPT, PHONE, TABLET, WIDE, BoardPage, Opened
from tests.support.browser import KEEPS_COPIES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Black threatens nothing after move 3, White overlooks an open three: a lost game.
LOST = "#rule=standard&moves=h8a1h9a2h10a3h11o1h12"
WON = "#moves=h8a1h9a2h10a3"  # Black has an open three and the move
# White has an open four; White has a four that Black may not block, and Black's best move.
LOST_IN_TWO = [
    ("#rule=freestyle&size=15&moves=a1h8a2h9a3h10c9h11", "h12"),
    ("#rule=renju&size=15&moves=h8g6f6g5f7g4h7g3g2a1", "g8"),
]
STOP_MS = 300
RELOADS = 4  # a busy Chromium empties the store of a file at one of many
MARKS = "document.querySelectorAll('#board .mark').length"
# The fewest rows that the table of lines shows while the search goes so many plies deeper.
FEWEST_ROWS = """plies => new Promise((resolve) => {
    const table = document.getElementById("table");
    const rows = () => table.querySelectorAll("tr").length;
    const depth = tengen.page.lines[0].depth + plies;
    let fewest = rows();
    new MutationObserver((_, observer) => {
        fewest = Math.min(fewest, rows());
        if (tengen.page.lines[2].depth < depth) return;
        observer.disconnect();
        resolve(fewest);
    }).observe(table, { childList: true, characterData: true, subtree: true });
})"""


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_enter_on_the_board_gets_a_reply(size: tuple[int, int], opened: Opened) -> None:
    board = opened(size)
    board.page.focus("[data-cell=h8]")
    board.page.keyboard.press("Enter")
    board.wait("node.ply === 2")
    assert board.moves()[0] == "h8"
    assert board.status() == "Your move"


def test_the_arrows_move_the_cursor_on_the_board(board: BoardPage) -> None:
    board.page.focus("[data-cell=h8]")
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight", "Enter"):
        board.page.keyboard.press(key)
    board.wait("node.ply === 2")
    assert board.moves()[0] == "g8"


def test_a_tap_gets_a_reply_and_the_second_where_two_are_asked_for(opened: Opened) -> None:
    board = opened(PHONE, tapTwice=True)
    board.page.tap("[data-cell=g7]")
    board.wait("armed === 'g7'")
    assert board.ply() == 0
    board.page.tap("[data-cell=h8]")
    board.page.tap("[data-cell=h8]")
    board.wait("node.ply === 2")
    assert board.moves()[0] == "h8"


def test_tengen_begins_when_the_person_is_white(board: BoardPage) -> None:
    board.new_game(side="white", rule="4")
    board.wait("node.ply === 1")
    assert board.moves() == ["h8"]
    assert board.status() == "Your move"


def test_white_begins_when_it_is_asked_to(board: BoardPage) -> None:
    board.new_game(opponent="people", opening="whiteFirst", size="19")
    board.play("j10")
    assert board.state("node.colour") == 2
    assert board.status() == "Black to move"


def test_two_people_play_without_the_engine(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.play("h8", "i9", "g7")
    board.page.wait_for_timeout(300)
    assert board.moves() == ["h8", "i9", "g7"]


def test_undo_takes_back_the_reply_too_and_forward_brings_them_back(board: BoardPage) -> None:
    board.page.click("[data-cell=h8]")
    board.wait("node.ply === 2")
    played = board.moves()
    board.page.click("#undo")
    assert board.ply() == 0
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press("ArrowRight")
    assert board.moves() == played
    board.page.keyboard.press("Home")
    assert board.ply() == 0
    board.page.keyboard.press("End")
    assert board.moves() == played


def test_a_won_game_shows_the_winner_and_takes_no_more_stones(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.play("h8", "a1", "h9", "a2", "h10", "a3", "h11", "o1", "h12")
    board.page.wait_for_function("document.querySelectorAll('#board .five').length === 5")
    assert board.status() == "Black wins"
    board.page.click("[data-cell=c3]")
    assert board.ply() == 9


def test_a_forbidden_point_is_marked_and_refused(opened: Opened) -> None:
    board = opened(address="#rule=renju&moves=g8a1i8a15h7o1h9o15")
    assert board.state("node.look.forbidden") == ["h8"]
    assert board.page.locator("#board .forbidden").count() == 1
    board.page.click("[data-cell=h8]")
    board.page.wait_for_selector("#toast.on")
    assert board.ply() == 8
    assert board.page.get_attribute("[data-cell=h8]", "aria-label") == "h8, forbidden"


def test_a_stone_on_a_forbidden_point_has_lost_and_is_marked(opened: Opened) -> None:
    board = opened(address="#rule=renju&moves=g8a1i8a15h7o1h9o15h8")
    board.wait("node.look.foul")
    assert board.status() == "White wins: h8 was forbidden"
    board.page.wait_for_function("document.querySelectorAll('#board .foul').length === 1")
    board.page.keyboard.press("ArrowLeft")
    board.page.wait_for_function("!document.querySelector('#board .foul')")
    assert board.status() == "Black to move"


def test_a_set_up_position_has_no_foul(opened: Opened) -> None:
    board = opened(address="#rule=renju&white=a1a15o1o15&black=g8i8h7h9h8")
    assert board.state("node.look.foul") is None
    assert not board.state("node.look.is_over")


def test_an_analysis_shows_three_lines_on_the_board_and_in_the_table(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7i7")
    board.analyse()
    board.page.wait_for_function(f"{MARKS} === 3")
    assert board.page.evaluate(FEWEST_ROWS, 2) == 3
    best = board.page.locator("#table tr").first
    assert "%" in best.inner_text()
    best.hover()
    board.page.wait_for_function("document.querySelectorAll('#board .ghost').length > 1")
    board.page.keyboard.press("s")
    board.settle()


@pytest.mark.parametrize(("address", "best"), LOST_IN_TWO, ids=["freestyle", "renju"])
def test_an_analysis_ends_where_the_side_to_move_loses_in_two(
    address: str, best: str, opened: Opened
) -> None:
    board = opened(address=address)
    board.page.click("#analyse")
    board.wait("lines.length === 1")
    board.settle()
    assert board.status() == "Proved: Black loses in 2"
    assert board.page.inner_text("#table").split("\t")[:2] == [best, "loss in 2"]


def test_a_review_names_the_move_where_a_side_loses_in_two(opened: Opened) -> None:
    board = opened(address=LOST_IN_TWO[0][0])
    board.page.keyboard.press("r")
    board.page.wait_for_selector("#verdict button")
    board.page.keyboard.press("End")
    assert board.page.inner_text("#table").split("\t")[:2] == ["h12", "loss in 2"]


def test_a_line_that_is_tapped_is_played_out_until_another_tap(opened: Opened) -> None:
    board = opened(PHONE, address="#moves=h8i9g7i7")
    board.review_as([0.5, 0.5, 0.5, 0.5, 0.5], ["h8", "i9", "g7", "i7", "h6"])
    board.page.tap("#table td:last-child")
    board.page.wait_for_timeout(100)
    assert board.page.locator("#board .ghost").count() == 2
    board.page.tap("#status")
    assert board.page.locator("#board .ghost").count() == 0


@pytest.mark.parametrize("count", [1, 5])
def test_as_many_lines_are_shown_as_asked_for(count: int, opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7i7", lines=count)
    board.page.keyboard.press(" ")
    board.wait(f"lines.length === {count}")


def test_an_analysis_stops_at_once(opened: Opened) -> None:
    board = opened(address="#moves=h8i9g7i7")
    board.page.click("#analyse")
    board.wait("lines[0]?.depth > 8")
    waited = board.page.evaluate(
        """async () => {
            const position = tengen.page.game.position(tengen.page.node);
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
            const began = performance.now();
            await tengen.ask("look", { position }); // answered after the analysis
            return performance.now() - began;
        }"""
    )
    assert waited < STOP_MS


def test_a_think_stopped_plays_at_once(opened: Opened) -> None:
    board = opened(seconds="60", level=100)
    board.page.click("[data-cell=h8]")
    board.wait("task === 'thinking'")
    board.page.wait_for_timeout(400)
    waited = board.page.evaluate(
        """async () => {
            document.getElementById("best").click();
            const began = performance.now();
            while (tengen.page.node.ply < 2) await new Promise(requestAnimationFrame);
            return performance.now() - began;
        }"""
    )
    assert waited < STOP_MS


def test_a_review_proves_where_a_game_was_lost(opened: Opened) -> None:
    board = opened(address=LOST)
    board.page.keyboard.press("r")
    board.page.wait_for_selector("#verdict button")
    verdicts = board.page.locator("#verdict button").all_inner_texts()
    assert verdicts[0].startswith("White is proved lost from move ")
    assert board.page.locator("#graph svg .rate").count() == 1
    assert board.page.inner_text("#table") == "Go back to a move to see what was better there."
    board.page.locator("#verdict button").first.click()
    assert 0 < board.ply() < 9
    assert board.page.locator("#table tr").count() == 1


def test_a_proof_answers_every_reply_until_it_has_won(opened: Opened) -> None:
    board = opened(address=WON)
    board.page.click("#analyse")
    board.page.wait_for_selector("#proof:not([hidden])")
    board.page.click("#proof")
    board.wait("node.ply >= 7")
    for _ in range(4):
        board.wait(
            "task === '' && (tengen.page.node.look?.is_over || tengen.page.node.colour === 1)"
        )
        if board.state("node.look?.is_over"):
            break
        ply = board.ply()
        board.page.locator("#board .free").first.click()
        board.wait(f"node.ply > {ply + 1}")
    assert board.status() == "Black wins"


def test_swap2_where_the_person_places_three_stones(board: BoardPage) -> None:
    board.new_game(opening="swap2", side="black")
    board.play("h8", "i9", "g7")
    board.wait("swap === '' && tengen.page.engines.length === 1")
    board.wait("node.ply >= 3 && tengen.page.task === ''")


@pytest.mark.parametrize(
    ("answer", "engines"), [("swap", [2]), ("stay", [1])], ids=["black", "white"]
)
def test_swap2_where_the_person_chooses(answer: str, engines: list[int], board: BoardPage) -> None:
    board.new_game(opening="swap2", side="white")
    board.page.wait_for_selector("#ask-dialog[open]")
    assert board.ply() == 3
    board.page.click(f"#ask-dialog button[value={answer}]")
    board.wait("swap === ''")
    assert board.state("engines") == engines


def test_swap2_where_the_person_places_two_more(board: BoardPage) -> None:
    board.new_game(opening="swap2", side="white")
    board.page.click("#ask-dialog button[value=two]")
    free = "[...document.querySelectorAll('#board .free')].map(cell => cell.dataset.cell)"
    for _ in range(2):
        board.play(board.page.evaluate(free)[0])
    board.wait("swap === '' && tengen.page.engines.length === 1")
    assert board.ply() >= 5


# Whether an opening waits for a person; a click before is lost.
WAITING = "tengen.page.swap === 'place' || document.getElementById('ask-dialog').open"


def click_cells(board: BoardPage, *moves: str) -> None:
    """Click cells in an opening; each click is shown before the next."""
    for move in moves:
        answers = board.state("opening.answers.length")
        board.page.click(f"[data-cell={move}]")
        board.wait(f"opening?.answers.length !== {answers} && ({WAITING})")


def test_two_people_play_soosyrv_8(board: BoardPage) -> None:
    board.new_game(opponent="people", rule="4", opening="soosyrv-8")
    assert board.status() == "Soosyrv-8: place a black stone"
    board.page.click("[data-cell=a1]")
    board.page.wait_for_selector("#toast.on")
    assert board.page.inner_text("#toast") == "This stone goes to the centre"
    click_cells(board, "h8", "h7")
    board.page.click("[data-cell=h9]")
    board.page.click("#ask-dialog button[value=stay]")
    board.page.click("[data-cell=h6]")
    board.page.click("#ask-dialog button[value='2']")
    board.page.click("#ask-dialog button[value=swap]")
    board.wait("swap === 'place'")
    assert board.status() == "Soosyrv-8: offer a fifth stone, 1 of 2"
    click_cells(board, "g8")
    board.page.click("[data-cell=i8]")
    board.wait("swap === 'place'")
    assert board.page.inner_text("#toast") == "i8 is the same as g8 by symmetry"
    click_cells(board, "g9")
    assert board.status() == "Soosyrv-8: choose one of the fifth stones"
    board.page.click("[data-cell=g9]")
    board.wait("swap === '' && tengen.page.node.ply === 5")
    assert board.moves() == ["h8", "h7", "h9", "h6", "g9"]
    assert board.status() == "White to move"


def test_answers_in_an_opening_are_taken_back(board: BoardPage) -> None:
    board.new_game(opponent="people", rule="4", opening="soosyrv-8")
    assert board.page.is_disabled("#undo")
    click_cells(board, "h8", "h7")
    board.page.click("[data-cell=h9]")
    board.page.click("#ask-dialog button[value=swap]")
    board.wait("swap === 'place' && tengen.page.node.ply === 3")
    board.page.keyboard.press("u")
    board.page.click("#ask-dialog button[value=undo]")
    board.wait("swap === 'place' && tengen.page.node.ply === 2")
    assert board.moves() == ["h8", "h7"]
    assert board.status() == "Soosyrv-8: place a black stone"
    board.page.click("#undo")
    board.wait("swap === 'place' && tengen.page.node.ply === 1")
    assert (board.state("opening.isSwapped"), board.moves()) == (False, ["h8"])


def test_the_last_answer_of_an_opening_that_ended_is_taken_back(board: BoardPage) -> None:
    board.new_game(opponent="people", rule="0", opening="swap2")
    click_cells(board, "h8", "i9", "g7")
    board.page.click("#ask-dialog button[value=two]")
    board.wait("swap === 'place'")
    click_cells(board, "a1", "b2")
    board.page.click("#ask-dialog button[value=swap]")
    board.wait("swap === ''")
    board.play("c3")
    board.page.click("#undo")
    board.wait("swap === '' && tengen.page.node.ply === 5")
    board.page.click("#undo")
    board.page.wait_for_selector("#ask-dialog[open]")
    assert board.moves() == ["h8", "i9", "g7", "a1", "b2"]
    board.page.click("#ask-dialog button[value=stay]")
    board.wait("swap === ''")
    assert board.state("ended.opening.isSwapped") is False


@pytest.mark.parametrize("side", ["black", "white"])
def test_tengen_plays_its_side_of_pro(side: str, board: BoardPage) -> None:
    board.new_game(rule="0", opening="pro", side=side)
    board.wait("swap === 'place'")
    board.page.click("[data-cell=h8]" if side == "black" else "[data-cell=i9]")
    board.wait("node.ply === (tengen.settings.side === 'black' ? 2 : 3)")
    if side == "black":
        board.page.click("#board .free >> nth=0")
    board.wait("opening === null && tengen.page.node.ply >= 3")


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE], ids=["wide", "tablet", "phone"])
def test_the_question_of_swap2_leaves_the_middle_of_the_board_in_sight(
    size: tuple[int, int], opened: Opened
) -> None:
    board = opened(size)
    board.new_game(opening="swap2", side="white")
    board.page.wait_for_selector("#ask-dialog[open]")
    question = board.page.locator("#ask-dialog").bounding_box()
    lowest = board.page.locator("[data-cell=h12]").bounding_box()
    assert question
    assert lowest
    assert question["y"] > lowest["y"] + lowest["height"]


def test_a_board_higher_than_wide_fits_the_window(opened: Opened) -> None:
    board = opened(address="#size=9x19")
    assert board.page.evaluate("document.documentElement.scrollHeight") <= WIDE[1]


def test_a_toast_is_above_a_dialog(board: BoardPage) -> None:
    board.page.evaluate(KEEPS_COPIES)
    board.choose("share")
    board.page.click("[data-share=moves]")
    board.page.wait_for_selector("#toast.on")
    assert board.page.evaluate("document.getElementById('toast').matches(':popover-open')")


def test_a_position_is_set_up_by_clicks(board: BoardPage) -> None:
    board.choose("setup")
    for tool, cells in ((1, "h8 g7 d4 d4"), (2, "i9 c3 e5"), (3, "c3 a1"), (4, "e5")):
        board.page.check(f"#tool-{tool}", force=True)
        for cell in cells.split():
            board.page.click(f"[data-cell={cell}]")
    assert board.page.is_checked("#turn-2")
    board.page.click("#setup-end")
    board.wait("setUp === false")
    assert sorted(board.state("game.stones")) == [["g7", 1], ["h8", 1], ["i9", 2]]
    assert sorted(board.state("game.walls")) == ["a1", "c3"]
    assert board.status() == "White to move"


def test_a_position_being_set_up_is_mirrored_and_its_side_to_move_chosen(opened: Opened) -> None:
    board = opened(address="#moves=a1b2c3&walls=o2")
    board.choose("setup")
    board.page.check("#turn-1", force=True)
    board.page.click("#mirror")
    board.page.click("#setup-end")
    board.wait("setUp === false")
    assert sorted(board.state("game.stones")) == [["m3", 1], ["n2", 2], ["o1", 1]]
    assert board.state("game.walls") == ["a2"]
    assert board.status() == "Black to move"
    board.choose("setup")
    board.page.click("#clear")
    assert board.state("game.stones.length + tengen.page.game.walls.length") == 0


def test_the_engine_is_not_asked_while_a_position_is_set_up_or_swap2_is_played(
    board: BoardPage,
) -> None:
    def refused() -> bool:
        board.page.evaluate("document.activeElement.blur()")  # else Space would press a button
        for key in ("b", " ", "r"):
            board.page.keyboard.press(key)
        asked = board.state("isAnalysing || tengen.page.task || tengen.page.node.ply")
        buttons = ("#best", "#analyse", "#review")
        return not asked and all(map(board.page.is_disabled, buttons))

    board.new_game(opening="swap2")
    assert refused()
    board.choose("setup")
    assert refused()
    board.page.click("#setup-end")
    board.wait("setUp === false")
    assert board.page.is_enabled("#best")


def test_a_game_is_opened_from_text_and_a_wrong_one_is_refused(board: BoardPage) -> None:
    board.page.keyboard.press("/")
    board.page.fill("#text", "h8 i9 h8")
    board.page.click("#read")
    assert (
        board.page.inner_text("#text-error") == "Can\u2019t read this: move 3, h8, is not possible"
    )
    board.page.fill("#text", "(;SZ[19]RU[renju];B[jj];W[kk])")
    board.page.click("#read")
    board.wait("game.width === 19")
    assert board.moves() == ["j10", "k11"]


def test_a_collection_asks_which_game_to_open(board: BoardPage) -> None:
    games = "(;PB[Ann]PW[Bob]DT[2026-11-29];B[hh];W[ii])(;PB[<Eve>]RU[renju];B[gg])"
    board.page.keyboard.press("/")
    board.page.fill("#text", games)
    board.page.click("#read")
    listed = board.page.locator("#games-list button")
    assert listed.all_inner_texts() == [
        "1\nAnn \u2013 Bob, 2026-11-29, moves: 2",
        "2\n<Eve> \u2013 ?, moves: 1",
    ]
    board.page.keyboard.press("Escape")
    assert board.ply() == 0
    board.page.keyboard.press("/")
    board.page.click("#read")
    listed.nth(1).click()
    board.wait("node.ply === 1")
    assert board.state("game.rule") == RENJU


def test_a_gomocalc_link_is_opened(opened: Opened) -> None:
    board = opened(address="#size=19&moves=a1")
    board.open("https://gomocalc.com/#/h8i9j8")
    assert board.moves() == ["h12", "i11", "j12"]


def test_a_link_without_a_known_field_is_refused_and_leaves_the_board(opened: Opened) -> None:
    board = opened(address="#rule=renju&moves=h8i9")
    board.page.keyboard.press("/")
    board.page.fill("#text", "https://elsewhere.org/#/h8i9j8")
    board.page.click("#read")
    assert board.page.inner_text("#text-error").startswith("Can\u2019t read this: a link names ")
    assert board.moves() == ["h8", "i9"]
    assert board.state("game.rule") == RENJU


def test_a_move_that_is_typed_is_played(opened: Opened) -> None:
    board = opened(address="#moves=h8i9")
    for move in ("g7", "I7"):
        board.page.keyboard.press("/")
        board.page.keyboard.type(move)
        board.page.keyboard.press("Enter")
        board.page.wait_for_selector("#open-dialog", state="hidden")
    board.wait("node.ply === 4")
    assert board.moves() == ["h8", "i9", "g7", "i7"]


def test_a_key_right_after_a_dialog_closed_acts(board: BoardPage) -> None:
    board.page.evaluate(
        """() => {
            document.getElementById("open").click();
            document.getElementById("open-dialog").close();
            const key = new KeyboardEvent("keydown", { key: "/", bubbles: true });
            document.getElementById("text").dispatchEvent(key);
        }"""
    )
    assert board.page.is_visible("#open-dialog")


def test_a_dropped_file_is_opened(board: BoardPage) -> None:
    board.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "game.psq"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""",
        Board.read("h8 i9 g7", 20).psq(),
    )
    board.wait("game.width === 20")
    board.wait("node.ply === 3")


def test_the_link_of_a_page_on_a_disk_is_the_game_alone(host: "Browser", file: Path) -> None:
    board = BoardPage(host, file, address="#rule=renju&moves=h8i9g7", place=file.as_uri())
    board.page.evaluate(KEEPS_COPIES)
    board.choose("share")
    board.page.click("[data-share=link]")
    copied = board.page.evaluate("window.copied")
    assert copied == "#rule=renju&size=15&rows=below&moves=h8i7g9"
    board.page.click("#share-dialog [value=cancel]")
    board.open("a1b1")
    board.open(copied)
    assert board.moves() == ["h8", "i9", "g7"]
    assert board.state("game.rule") == RENJU
    board.close()


@pytest.mark.parametrize("kind", ["sgf", "psq", "svg", "png"])
def test_a_game_is_saved_as_a_file(kind: str, opened: Opened, tmp_path: Path) -> None:
    board = opened(address="#moves=h8i9g7")
    board.choose("save")
    with board.page.expect_download() as started:
        board.page.click(f"[data-share={kind}]")
    target = tmp_path / started.value.suggested_filename
    started.value.save_as(target)
    content = target.read_bytes()
    if kind == "sgf":
        assert Board.from_sgf(content.decode()) == Board.read("h8 i9 g7")
    elif kind == "psq":
        assert Board.from_psq(content.decode()) == Board.read("h8 i9 g7")
    elif kind == "svg":
        assert content.count(b"<circle") > 3
    else:
        assert content.startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["psq", "moves"])
def test_colours_that_do_not_alternate_are_not_shared_without_colours(
    kind: str, opened: Opened
) -> None:
    board = opened()
    for game in ("(;SZ[15];B[hh];W[];B[ii])", "#black=h8i9"):
        board.open(game)
        board.page.evaluate("document.getElementById('toast').textContent = ''")
        board.page.evaluate(f"document.querySelector('[data-share={kind}]').click()")
        message = "The colours don\u2019t alternate: save SGF, or copy the link."
        assert board.page.text_content("#toast") == message


def test_the_settings_are_kept(board: BoardPage) -> None:
    for _ in range(RELOADS):
        board.speak("ru")
        board.page.click("#settings")
        board.page.check("input[name=theme][value=dark]", force=True)
        board.page.reload()
        board.page.wait_for_selector("html[data-ready]")
        if board.status() == "Ваш ход":
            break
    assert board.status() == "Ваш ход"
    assert board.page.get_attribute("html", "lang") == "ru"
    assert board.page.get_attribute("html", "data-theme") == "dark"


@pytest.mark.parametrize(
    "damaged", ["{", "[]", json.dumps({"language": "xx", "lines": "9", "rule": 3})]
)
def test_damaged_settings_are_ignored(damaged: str, opened: Opened) -> None:
    board = opened(stored={KEPT: damaged})
    board.page.click("[data-cell=h8]")
    board.wait("node.ply === 2")


def test_dark_follows_the_system_until_it_is_chosen(opened: Opened) -> None:
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light, dark = opened(), opened(dark=True)
    shown = [page.page.evaluate(paper) for page in (light, dark)]
    assert shown[0] != shown[1]
    for page, theme in ((light, "dark"), (dark, "light")):
        page.page.click("#settings")
        page.page.check(f"input[name=theme][value={theme}]", force=True)
    assert [page.page.evaluate(paper) for page in (dark, light)] == shown
    light.page.check("input[name=theme][value='']", force=True)
    assert light.page.evaluate(paper) == shown[0]


def test_the_page_asks_the_network_for_nothing(opened: Opened) -> None:
    board = opened()
    board.play("h8")
    asked = board.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert [name for name in asked if not name.startswith(("blob:", "data:"))] == []

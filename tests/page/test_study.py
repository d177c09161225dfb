"""The study card: hints, questions about the position, practice, drawings, and blind mode."""

import re

from tests.support.board_page import PHONE, BoardPage, Opened

OPEN_THREE = "#moves=h8a1h9a2h10a3"  # Black's, with the move
WHITE_TO_MOVE = "#moves=h8a1h9a2h10"
SHAPES = "node.shapes ?? []"


def asked(board: BoardPage, button: str) -> str:
    """Return the answer to a button's question."""
    board.page.click(f"#{button}")
    board.settle()
    return board.page.inner_text("#finding")


def centre(board: BoardPage, cell: str) -> tuple[float, float]:
    """Return where a cell is in the window."""
    box = board.page.locator(f"[data-cell={cell}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_hint_shows_an_area_then_the_move(opened: Opened) -> None:
    board = opened(address=OPEN_THREE)
    area = re.fullmatch(r"Look inside the circle: (\w\d+) to (\w\d+)", asked(board, "hint"))
    assert area
    assert board.page.locator("#board .ring.wide").count() == 1
    assert board.page.locator("#board .ghost").count() == 0
    best = board.state("finding.values.move")
    assert best in ("h7", "h11")
    assert area[1] <= best[0] <= area[2]
    assert int(area[1][1:]) <= int(best[1:]) <= int(area[2][1:])
    assert asked(board, "hint") == f"The best move: {best}"
    assert board.page.locator("#board .ghost").count() == 1
    assert board.page.locator("#board .ring").count() == 0
    board.play(best)
    assert board.page.inner_text("#finding") == ""


def test_wins_by_fours_and_by_threats_are_shown_on_the_board(opened: Opened) -> None:
    board = opened(address=OPEN_THREE)
    for kind in ("fours", "threats"):
        assert asked(board, kind).startswith(f"Black wins by {kind} in 3: h")
        assert board.page.locator("#board .ghost").count() >= 1
    board.page.keyboard.press("ArrowLeft")
    assert asked(board, "fours") == "No win by fours found for White."
    assert board.page.locator("#board .ghost").count() == 0


def test_a_pass_shows_what_the_other_side_threatens(opened: Opened) -> None:
    board = opened(address=WHITE_TO_MOVE)
    assert asked(board, "pass").startswith("After a pass Black wins in 3: h")
    assert board.page.get_attribute("#board .ghost", "class") == "stone black ghost"
    assert board.ply() == 5


def test_a_question_waits_for_nothing_that_is_stopped(opened: Opened) -> None:
    board = opened(address="#moves=h8i9")
    board.page.keyboard.press("h")
    board.wait("task === 'asking'")
    assert board.page.inner_text("#finding") == "Searching…"
    board.page.keyboard.press("h")
    board.settle()
    assert board.page.inner_text("#finding").startswith("Look inside")


def test_practice_plays_variations_from_the_position_shown(opened: Opened) -> None:
    board = opened(address=f"{OPEN_THREE}h11o1")
    for _ in range(2):
        board.page.keyboard.press("ArrowLeft")
    board.page.click("#practise")
    board.play("b1")
    board.wait("node.ply === 8")
    assert board.state("game.root.children[0].children.length") == 1
    assert board.page.get_attribute("#practise", "aria-pressed") == "true"
    main = board.state("game.line(tengen.page.game.root).map(({ move }) => move).join(' ')")
    assert main == " h8 a1 h9 a2 h10 a3 h11 o1"
    board.page.click("#practise")
    board.play("b15")
    assert board.state("task") == ""


def test_the_right_button_draws_arrows_and_circles(opened: Opened) -> None:
    board = opened(address=OPEN_THREE)
    mouse = board.page.mouse

    def drag(start: str, end: str) -> None:
        mouse.move(*centre(board, start))
        mouse.down(button="right")
        mouse.move(*centre(board, end), steps=3)
        mouse.up(button="right")

    drag("c3", "e5")
    drag("g4", "g4")
    assert board.state(SHAPES) == [["c3", "e5"], ["g4", "g4"]]
    assert board.page.locator("#board .arrow").count() == 1
    labels = [
        board.page.get_attribute(f"[data-cell={cell}]", "aria-label") for cell in ("c3", "g4")
    ]
    assert labels == ["c3, empty, arrow to e5", "g4, empty, circled"]
    drag("c3", "e5")
    assert board.state(SHAPES) == [["g4", "g4"]]
    board.page.keyboard.press("ArrowLeft")
    assert board.page.locator("#board .ring").count() == 0
    assert board.ply() == 5


def test_taps_and_keys_draw_while_the_button_is_on(opened: Opened) -> None:
    board = opened(PHONE, address=OPEN_THREE)
    board.page.tap("#drawing")
    board.page.tap("[data-cell=g4]")
    assert board.state(SHAPES) == [["g4", "g4"]]
    board.page.focus("[data-cell=g4]")
    for key in ("Enter", "ArrowRight", "ArrowDown", "Enter"):
        board.page.keyboard.press(key)
    assert board.state(SHAPES) == [["g4", "g4"], ["g4", "h5"]]
    board.page.tap("#drawing")
    board.page.tap("[data-cell=b2]")
    board.wait("node.ply === 7")


def test_blind_mode_hides_the_stones_and_names_no_cell_s(opened: Opened) -> None:
    board = opened(address=OPEN_THREE)
    board.page.click("#blind")
    assert board.page.locator("#board .stone").count() == 0
    assert board.page.get_attribute("[data-cell=h8]", "aria-label") == "h8"
    board.page.click("[data-cell=h9]")
    assert board.page.inner_text("#toast") == "h9 is taken"
    board.page.click("#puzzles")  # which are shown
    board.page.wait_for_selector("#board .stone")
    board.page.click("#puzzles")
    board.wait("game.stones.length === 0")
    assert board.page.locator("#board .stone").count() == 0
    board.play("h11")
    board.play("o1")
    board.play("h7")  # five: the stones are shown
    board.wait("node.look")
    assert board.page.locator("#board .stone").count() == 9

"""What the numbers and colours of an analysis and of the graph mean."""

from tests.support.board_page import BoardPage, Opened

GAME = "#moves=h8i9g7i7"
# Shows lines with these mates, win rates and moves.
SHOWN = """(given) => {
    tengen.page.lines = given.map(([mate, win_rate, move], index) => ({ rank: index + 1, depth: 9,
        selective_depth: 12, score: 0, mate, win_rate, nodes: 9999, ms: 99, line: [move, "a1"] }));
    for (const _ of [1, 2]) document.getElementById("numbers").click(); // shows the page
}"""
MARKS = """[...document.querySelectorAll("#board .mark")].map((mark) =>
    [mark.classList.value.slice(5), mark.textContent])"""


def test_a_number_on_the_board_is_a_chance_and_its_colour_the_loss(opened: Opened) -> None:
    board = opened(address=GAME)
    lines = [[0, 0.62, "g8"], [0, 0.61, "g9"], [0, 0.55, "j8"], [0, 0.42, "f8"], [-12, 0.01, "e7"]]
    board.page.evaluate(SHOWN, lines)
    assert board.page.evaluate(MARKS) == [
        ["best", "62"],
        ["best", "61"],
        ["good", "55"],
        ["slip", "42"],
        ["blunder proved", "0"],
    ]
    rates = board.page.locator("#table .rate").all_inner_texts()
    assert rates == ["62.0 %", "61.0 %", "55.0 %", "42.0 %", "loss in 12"]


def test_a_lost_sides_best_move_has_the_colour_of_the_best(opened: Opened) -> None:
    board = opened(address=GAME)
    board.page.evaluate(SHOWN, [[-12, 0.0, "g8"], [-4, 0.0, "g9"]])
    assert board.page.evaluate(MARKS) == [["best proved", "0"]] * 2


def test_the_graph_has_a_scale_and_a_click_goes_to_the_move_below(board: BoardPage) -> None:
    board.open("h8i9g7h7f6e5i8j7" + "a1b1c1d1e1f1g1h1i1j1k1l1m1n1")
    board.review_as([0.5] * 23)
    assert board.page.locator(".rates span").all_inner_texts() == ["100 %", "50", "0"]
    assert board.page.locator(".plies span").all_inner_texts() == ["0", "5", "10", "15", "20"]
    ten = board.page.locator(".plies span").nth(2).bounding_box()
    graph = board.page.locator("#graph svg").bounding_box()
    assert ten
    assert graph
    board.page.mouse.click(ten["x"] + ten["width"] / 2, graph["y"] + 20)
    assert board.ply() == 10

"""Why a position is decided: what the page says of won, lost, full, forbidden and proved ones."""

from random import Random

import pytest

from brain.lexicon import BLACK, STEPS, WHITE, cell_at
from brain.position import Position
from brain.rules.fives import wins_along
from brain.rules.laws import RULES
from tests.support.board_page import BoardPage, Opened, request_position

SEED, POSITIONS = 7, 60
DASH = "\u2013"
# Black blocks White's four at j8 or loses, and j8 is a double three.
NO_BLOCK = "#rule=renju&moves=h8g6f6g5f7g4h7g3g2a1"
# Black's j8 is a four and an open three, j11 five.
FORK = "g8f8h8a1i8a3j9c1j10c3j8k8j7j6j11"
DECISIVE = "Decisive: j8, a four and an open three."
# All cells of a board but one, in rows of two and two: nobody has five.
FULL = {f"{chr(97 + x)}{y + 1}": (x // 2 + y) % 2 for x in range(5) for y in range(5)}


def full(rule: str, without: str = "") -> str:
    """Return the address of a board of 5 by 5 on which one cell at most is empty."""
    black, white = (
        "".join(cell for cell in FULL if FULL[cell] == colour and cell != without)
        for colour in (0, 1)
    )
    return f"#rule={rule}&size=5&black={black}&white={white}"


def reason(board: BoardPage) -> str:
    """Return the reason beside the lines."""
    return str(board.page.inner_text("#reason"))


@pytest.mark.parametrize(
    ("address", "status", "why"),
    [
        (
            "#moves=h8a1h9a2h10a3h11o1h12",
            "Black wins",
            "Black has five in a row: h8 h9 h10 h11 h12. Decisive: h11, an open four.",
        ),
        (
            "#black=h8h9h10h11h12&white=a1a2a3a4&first=white",
            "Black wins",
            "Black has five in a row: h8 h9 h10 h11 h12.",
        ),
        (
            "#rule=renju&moves=g8a1i8a15h7o1h9o15h8",
            "White wins: h8 was forbidden",
            f"h8 is forbidden: a double three (g8{DASH}i8 and h7{DASH}h9)",
        ),
        (full("freestyle"), "Draw", "The board is full."),
        (
            f"#moves={FORK}",
            "Black wins",
            f"Black has five in a row: j7 j8 j9 j10 j11. {DECISIVE}",
        ),
    ],
    ids=["won", "set-up", "foul", "full", "fork"],
)
def test_a_finished_game_says_why(address: str, status: str, why: str, opened: Opened) -> None:
    board = opened(address=address)
    assert (board.status(), reason(board)) == (status, why)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("#moves=a1h8a2h9a3h10c9h11", "White makes five on h7 or h12."),
        (
            NO_BLOCK,
            f"White makes five on g7. g7 is forbidden: a double three (f7{DASH}h7 and f6{DASH}h8).",
        ),
    ],
    ids=["open four", "forbidden block"],
)
def test_an_analysis_says_why_the_side_to_move_loses_in_two(
    address: str, why: str, opened: Opened
) -> None:
    board = opened(address=address)
    board.page.click("#analyse")
    board.wait("lines.length === 1")
    board.settle()
    assert board.status() == "Proved: Black loses in 2"
    assert reason(board) == why


def test_a_proved_line_says_what_it_ends_with(opened: Opened) -> None:
    board = opened(address="#rule=renju&moves=h8g6f6g5f7g4h7g3g2a1&ply=9")
    line = {"rank": 1, "depth": 3, "selective_depth": 3, "score": 0, "mate": 3, "win_rate": 1}
    board.page.evaluate(
        "(line) => { tengen.page.node.line = line; }",
        {**line, "nodes": 9, "ms": 9, "line": ["a1", "g8", "g7"]},
    )
    board.page.keyboard.press("#")
    assert reason(board) == (
        "The line ends with White making five on g7. g7 is forbidden: a double three "
        f"(f7{DASH}h7 and f6{DASH}h8)."
    )


@pytest.mark.parametrize(
    ("line", "how"),
    [
        (["j8", "k8", "j7", "j6", "j11"], f"Black wins by fours in 5. {DECISIVE}"),
        (
            ["j11", "a9", "j12", "j13", "j8"],
            "Black wins by threats in 5. Decisive: j12, an open four.",
        ),
        (["o15", "o1", "j8", "k8", "j7"], DECISIVE),
    ],
    ids=["fours", "threats", "quiet"],
)
def test_a_proved_line_says_how_it_wins(line: list[str], how: str, opened: Opened) -> None:
    board = opened(address=f"#moves={FORK}&ply=10")
    found = {"rank": 1, "depth": 5, "selective_depth": 5, "score": 0, "mate": 5, "win_rate": 1}
    board.page.evaluate(
        "(line) => { tengen.page.node.line = line; }",
        {**found, "nodes": 9, "ms": 9, "line": line},
    )
    board.page.keyboard.press("#")
    assert reason(board) == how


@pytest.mark.parametrize(
    ("rule", "black", "white", "kind"),
    [
        (0, "g8 i8 j8", "", "openFour"),
        (0, "g8 i8 j8 h7 h9 h10", "f8 h6", "doubleFour"),
        (0, "g8 i8 j8 h7 h9", "f8", "fourThree"),
        (0, "g8 i8 h7 h9", "", "doubleThree"),
        (0, "d8 f8 g8 j8", "", "doubleFour"),  # in one line
        (0, "g8 i8 j8", "f8", ""),
        (0, "g8 i8 h7 h9", "f8", ""),
        (4, "g8 i8 h7 h9 j5 k5 l5 j6 l4 i7", "", "doubleThree"),
        (1, "g8 i8 j8 e8 l8", "", ""),  # no straight four, as six don't win
    ],
)
def test_a_move_s_threats_are_named(
    rule: int, black: str, white: str, kind: str, still: BoardPage
) -> None:
    stones = [[cell, BLACK] for cell in black.split()] + [[cell, WHITE] for cell in white.split()]
    position = {"width": 15, "height": 15, "rule": rule, "stones": stones, "walls": [], "turn": 1}
    script = "return threatsOf(given, 'h8', 1).fork;"
    assert still.computed("threats.js", script, position) == kind


def test_an_analysis_of_the_empty_board_shows_the_centre(board: BoardPage) -> None:
    board.page.click("#analyse")
    board.wait("lines.length === 1")
    board.settle()
    assert board.page.inner_text("#table").split() == ["h8", "50.0", "%"]


def test_only_forbidden_points_are_told(opened: Opened) -> None:
    board = opened(address=full("renju", without="c3"))
    board.page.evaluate(
        "() => { tengen.page.node.look = { winner: 0, is_over: false, five: [],"
        " forbidden: ['c3'] }; }"
    )
    board.page.click("#analyse")
    board.settle()
    assert reason(board) == "Every empty point is forbidden for Black."


@pytest.mark.parametrize("rule", RULES)
def test_the_page_makes_five_where_python_does(rule: int, still: BoardPage) -> None:
    rng = Random(SEED + rule)
    positions: list[list[object]] = []
    expected: list[int] = []
    while len(positions) < POSITIONS:
        cells = rng.sample([cell_at(x, y) for x in range(8) for y in range(7)], 36)
        stones = [(cell, BLACK if index % 2 else WHITE) for index, cell in enumerate(cells[3:])]
        try:
            position = Position(8, 7, rule, stones, BLACK, cells[:3])
        except ValueError:  # somebody has five
            continue
        grid = position.board()
        colour = rng.choice((BLACK, WHITE))
        fives = [
            cell
            for cell in sorted(cell for cell, state in grid.items() if not state)
            if any(wins_along(grid | {cell: colour}, cell, step, colour, rule) for step in STEPS)
        ]
        positions.append([request_position(position), colour])
        expected.append(len(fives))
    script = "return given.map(([position, colour]) => fivePoints(position, colour).length);"
    assert still.computed("fives.js", script, positions) == expected
    assert any(expected)

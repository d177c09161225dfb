"""Why a point is forbidden, on the page."""

from random import Random

from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.lexicon import BLACK, RENJU, WHITE, cell_at
from brain.position import Position
from brain.rules.fouls import DASH, find_foul, forbidden_cells
from tests.support.board_page import BoardPage, Opened, function, request_position

SEED = 20
FOULS = 60
KINDS = {"overline": "an overline", "doubleFour": "a double four", "doubleThree": "a double three"}
FOUND = "return given.map(([position, name]) => foulAt(position, name) ?? null);"
GAME = "#rule=renju&size=9&moves=d5a1f5a9e4i1e6i9"  # e5 is forbidden


def dense_positions(rng: Random) -> list[tuple[Position, int]]:
    """Return renju positions with many stones, each with an empty cell; most are forbidden."""
    found: list[tuple[Position, int]] = []
    while len(found) < FOULS:
        cells = rng.sample([cell_at(x, y) for x in range(9) for y in range(8)], 34)
        stones = [(cell, BLACK if index % 3 else WHITE) for index, cell in enumerate(cells[2:])]
        try:
            position = Position(9, 8, RENJU, stones, BLACK, cells[:2])
        except ValueError:  # somebody has five
            continue
        grid = position.board()
        free = [cell for cell, state in grid.items() if not state]
        found += [(position, cell) for cell in (*forbidden_cells(grid), rng.choice(free))]
    return found


def test_the_page_gives_the_reasons_that_python_gives(still: BoardPage) -> None:
    positions = dense_positions(Random(SEED))
    given = [
        [request_position(position), Cell(cell).name_in(ABOVE)] for position, cell in positions
    ]
    found = still.page.evaluate(function("fouls.js", FOUND), given)
    reasons = []
    for foul in found:
        lines = ", ".join(map(DASH.join, foul["lines"])) if foul else ""
        reasons.append(f"{KINDS[foul['kind']]} {lines}" if foul else "")
    expected = []
    for position, cell in positions:
        foul = find_foul(position.board(), cell)
        lines = foul.text.partition(" (")[2][:-1].replace(" and ", ", ") if foul else ""
        expected.append(f"{foul.kind} {lines}" if foul else "")
    assert reasons == expected
    assert {foul["kind"] for foul in found if foul} == set(KINDS)


def test_a_click_on_a_forbidden_point_says_why(opened: Opened) -> None:
    board = opened(address=GAME)
    board.page.click("[data-cell=e5]")
    board.page.wait_for_selector("#toast.on")
    toast = board.page.inner_text("#toast")
    assert toast == f"e5 is forbidden: a double three (d5{DASH}f5 and e4{DASH}e6)"

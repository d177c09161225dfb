"""Logic that Python and the page's scripts both have: one file of cases tests the two.

Each file in tests/data/twins is a list of cases, one a line, `what` being the case in words.
"""

import json
from typing import Any

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, WALL, WHITE
from brain.rules.laws import empty_board, rule_named, winning_cells
from tests import ROOT
from tests.support.board_page import BoardPage

CASES = ROOT / "tests" / "data" / "twins"
Case = dict[str, Any]


def cases(name: str) -> pytest.MarkDecorator:
    """Return what runs a test with every case of a file."""
    found = json.loads((CASES / name).read_text(encoding="utf-8"))
    return pytest.mark.parametrize("case", found, ids=lambda case: case["what"])


def stones_of(case: Case) -> list[tuple[str, int]]:
    """Return a case's stones, the last one that was placed at the end."""
    stones = [
        (name, colour)
        for key, colour in (("black", BLACK), ("white", WHITE))
        for name in case[key].split()
    ]
    return [*stones, (case["last"], BLACK if case["black"] else WHITE)]


@cases("fives.json")
def test_the_rules_name_the_stones_of_a_win(case: Case) -> None:
    stones = stones_of(case)
    grid = empty_board(15, 15)
    grid |= {Cell.named(name): colour for name, colour in stones}
    grid |= dict.fromkeys(map(Cell.named, case["walls"].split()), WALL)
    found = winning_cells(grid, Cell.named(case["last"]), rule_named(case["rule"]))
    assert sorted(Cell(cell).name for cell in found) == case["five"].split()


@cases("fives.json")
def test_the_page_names_the_stones_of_a_win(case: Case, still: BoardPage) -> None:
    stones = stones_of(case)
    position = {
        "width": 15,
        "height": 15,
        "rule": rule_named(case["rule"]),
        "stones": stones,
        "walls": case["walls"].split(),
        "turn": 3 - stones[-1][1],
    }
    look = still.ask("look", position=position)
    assert sorted(look["five"]) == case["five"].split()
    assert look["winner"] == (stones[-1][1] if case["five"] else 0)

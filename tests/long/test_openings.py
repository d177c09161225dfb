"""What is proved of three positions; openings.py asks about openings."""

import re

import pytest

from brain.cell_names import ABOVE
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import FREESTYLE, RENJU
from brain.rules.laws import RULES
from protocol.reading.positions import Reading, read
from tests import ROOT
from tests.long.openings import LOST, OPEN, SIZE, WON, judged, openings, position

MEMORY = 16 << 20
NODES = 200


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.mark.parametrize(
    ("moves", "verdict", "holding"),
    [
        ("h8a1i8c1j8", OPEN, {"g8", "k8"}),
        ("h8a1i8c1j8o1k8", LOST, set()),
        ("h8a1i8a2o15a3o1a4o8", WON, set()),
    ],
)
def test_a_position_is_judged(moves: str, verdict: str, holding: set[str], engine: Engine) -> None:
    found = judged(engine, read(moves, Reading((SIZE, SIZE), FREESTYLE)), NODES)
    assert (found["verdict"], set(found["holding"])) == (verdict, holding)
    assert bool(found["plies"]) == (verdict == WON)


def test_renju_has_its_26_openings_and_every_rule_has_those_of_swap2() -> None:
    found = {rule: [position(rule, steps).stones for steps in openings(rule)] for rule in RULES}
    assert all(len(set(each)) == len(each) for each in found.values())
    assert {len(each) for rule, each in found.items() if rule != RENJU} == {len(found[RENJU]) - 26}


def test_the_page_has_renjus_26_openings() -> None:
    page = (ROOT / "docs" / "openings.md").read_text(encoding="utf-8")
    rows = re.findall(r"([DI]\d+) \| \w+ \| (h8 \w+ \w+) \| \d+", page)
    ours = [position(RENJU, steps).stones for steps in openings(RENJU)[:26]]
    # Their mirror images, which are the same openings.
    told = [Board.read(stones, SIZE, RENJU, rows=ABOVE).stones for _, stones in rows]
    assert sorted(told) == sorted(ours)
    assert told[::2] == ours[:13]
    assert [name for name, _ in rows] == [f"{kind}{n}" for n in range(1, 14) for kind in "DI"]

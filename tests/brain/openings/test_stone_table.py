"""The table of judged stones: its lines, and what its certificates must be about."""

import re
from pathlib import Path

import pytest

from brain.certificates.check import Refused
from brain.engine import Engine
from brain.files import checksum
from brain.openings import stone_table
from brain.openings.named_openings import OPENINGS, opening_named
from brain.openings.procedures import distinct
from brain.openings.stone_table import LOST, OPEN, SIZE, JudgedStone, dumps, loads, text_of
from brain.proving import kernel_checker
from brain.rules.symmetry import Points
from protocol.tools import verify
from tests import ROOT

MEMORY = 1 << 20
CORNERS: Points = ((7, 7), (0, 0), (8, 8), (0, 14))  # Black's h8 and i7; White in two corners
LINE = (
    "h8a15i7a1j8 won 17 100000 "
    "VEVOR0VOWDL9N3pYWgAABObWtEYCACEBHAAAABDPWMzgAjMBOAMADJa4SMJMcADvXIpIPe/f5FcufD6Zqe68+cyJUn"
    "tnZv3YgptlhIu8OiJsi8lZ9I6B7RBga2WoLrx5vyFy+GkHvA8tpBW5+6cjnQZyicZvLHysmTZ59+TGeYRnkP+K+BN9"
    "5M77BG+KQkfTxan/nvx0a3/sdzExM7poiXK+n1hEWULcc7HsuhA0GlBRmmdbGLMaRtv1Ez3W1XgUgIls0Y9qll3Ufi"
    "WcK7dyerU/WFdVUDQp7MjGy7s7rhgzuPCEQXIHQAz9UiFbqWKf5cFSsBZeAMSQy7n3KaXYRQpsf+R4DOtvrCdaiPAM"
    "Ld28m7FTCbpt1ZxsH0M/5CGwcqH6E5drWYfothAVUWKwKXa2bxWSngwE7hhC77EwaxaoaHn+pBUYQGkLv9B/aLIXIk"
    "vdllwhPbZF6/1OqwgAALBglleVRnNKAAHUArQEAACVqCOlscRn+wIAAAAABFla"
    " 8299dff8"
)


@pytest.fixture(scope="module")
def won() -> JudgedStone:
    return loads(LINE)


def test_a_line_of_the_table_is_read_back(won: JudgedStone) -> None:
    assert loads(dumps(won).rstrip()) == won
    for points in won.points, won.points[:-1]:
        stone = JudgedStone(points, OPEN, 0, 1000)
        assert dumps(stone).startswith(f"{text_of(points)} open 0 1000 - ")
        assert loads(dumps(stone).rstrip()) == stone


@pytest.mark.parametrize(
    "line",
    ["h8i9h7i7h9 open 0 1000", "h8i9h7 open 0 9 -", "h8i9h7i7h9 lost 3 9 -", "h8 won 1 9 00"],
)
def test_a_wrong_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"expected (four or five|the) stones"):
        loads(checksum.sealed(line).rstrip())


def test_a_certificate_of_another_stone_is_refused(won: JudgedStone) -> None:
    others = won._replace(plies=99), won._replace(points=(*CORNERS, (7, 8)))
    for other in others:
        with pytest.raises(Refused):
            other.claim()


def test_a_lost_stone_is_not_accepted_as_won(won: JudgedStone) -> None:
    with pytest.raises(Refused):
        won._replace(verdict=LOST).claim()


def test_verify_checks_every_certificate_of_a_table(
    won: JudgedStone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "fifths.txt"
    stone = JudgedStone((*CORNERS, (0, 7)), OPEN, 0, 1000)
    table.write_text(dumps(won) + dumps(stone))
    assert verify.main([str(table), "--fast"]) == 0
    assert f"proved: 1 stone, each decided in at most {won.plies}" in capsys.readouterr().out
    table.write_text(dumps(won._replace(plies=won.plies + 2)))
    assert verify.main([str(table), "--fast"]) == 1
    assert text_of(won.points) in capsys.readouterr().out


def test_the_page_has_the_table_of_the_26_openings() -> None:
    found = stone_table.read(ROOT / "docs" / "fifths" / "renju.txt").values()
    page = (ROOT / "docs" / "openings.md").read_text("utf-8")
    rows = re.findall(r"\| (\w+) \w+ \| ([a-o0-9 ]+) \| (\d+) \| (\d+) \| ([a-o0-9 ]*) \|", page)
    assert len(rows) == len(OPENINGS)
    for (code, four, count, lost, names), opening in zip(rows, OPENINGS, strict=True):
        stones = [stone for stone in found if stone.points[:3] == opening.points()]
        wanted = [stone.name for stone in stones if stone.verdict == LOST]
        assert (code, int(count), int(lost)) == (opening.code, len(stones), len(wanted))
        assert names.split() == wanted
        assert {text_of(stone.points[:4]) for stone in stones} == {four.replace(" ", "")}
        expected = distinct(stones[0].points[:4], SIZE, SIZE)
        assert {stone.points[-1] for stone in stones} <= set(expected)


def test_the_page_has_the_open_fourth_stones() -> None:
    found = stone_table.read(ROOT / "docs" / "fourths" / "renju.txt").values()
    page = (ROOT / "docs" / "theorems.md").read_text("utf-8")
    rows = re.findall(r"\| (\w+) \w+ \| (h8 \w+ \w+) \| (\d+) \| (\d+) \| ([a-o0-9 ]*) \|", page)
    assert [code for code, *_ in rows] == ["D6", "I6"]
    for code, three, lost, count, names in rows:
        points = opening_named(code).points()
        assert text_of(points) == three.replace(" ", "")
        stones = [stone for stone in found if stone.points[:3] == points]
        assert {stone.points[-1] for stone in stones} == set(distinct(points, SIZE, SIZE))
        held = [stone.name for stone in stones if stone.verdict == OPEN]
        assert (int(lost), int(count)) == (len(stones) - len(held), len(held))
        assert names.split() == held


@pytest.mark.parametrize("folder", ["fifths", "fourths"])
def test_a_certificate_of_the_table_is_accepted(folder: str) -> None:
    found = stone_table.read(ROOT / "docs" / folder / "renju.txt").values()
    least = min((stone for stone in found if stone.proof), key=lambda stone: len(stone.proof))
    with Engine(MEMORY) as engine:
        assert kernel_checker.check(least.claim(), engine).plies == least.plies

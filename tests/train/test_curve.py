"""The learning curve: read as it was written, and drawn."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from brain.train import curve
from brain.train.curve import RoundResult

ROUND = RoundResult(
    positions=20_000,
    loss=0.5315,
    classical=0.5325,
    floor=0.4123,
    speed=0.89,
    won=5,
    drawn=2,
    lost=3,
    pairs=(1, 0, 2, 1, 1),
    seconds=400,
)
WON_ALL = replace(
    ROUND, positions=40_000, loss=0.527, won=10, drawn=0, lost=0, pairs=(0, 0, 0, 0, 5)
)


def test_rounds_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert curve.read(tmp_path) == []
    curve.write(tmp_path, [ROUND, WON_ALL])
    assert curve.read(tmp_path) == [ROUND, WON_ALL]


def test_the_file_has_the_floor_and_the_elo_if_it_is_finite(tmp_path: Path) -> None:
    curve.write(tmp_path, [ROUND, WON_ALL])
    first, second = map(json.loads, (tmp_path / curve.CURVE).read_text().splitlines())
    found = ROUND.strength
    assert first["least"] == ROUND.floor
    assert [first["elo"], first["low"], first["high"]] == [
        *map(round, (found.elo, found.low, found.high))
    ]
    assert (second["elo"], second["high"]) == (None, None)
    assert second["low"] > 0


@pytest.mark.parametrize("line", ["{}", "[]", "x", '{"elo": 1, "low": 0, "high": 2, "pairs": []}'])
def test_a_file_that_is_not_a_curve_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / curve.CURVE).write_text(line)
    with pytest.raises(ValueError, match=r"curve\.jsonl is not a learning curve"):
        curve.read(tmp_path)


def test_a_terminal_shows_the_gain_of_each_round_as_a_bar() -> None:
    worse = replace(ROUND, positions=640_000, loss=0.54)
    assert curve.chart([ROUND, WON_ALL, worse]).splitlines() == [
        "Loss saved on the classical score, in thousandths:",
        f"   20,000    1.0 {9 * '#'}",
        f"   40,000    5.5 {50 * '#'}",
        "  640,000   -7.5",
    ]


def test_the_picture_has_the_gain_of_each_round() -> None:
    drawn = ElementTree.fromstring(curve.svg([ROUND, WON_ALL]))
    tag = "{http://www.w3.org/2000/svg}"
    assert len(list(drawn.iter(f"{tag}circle"))) == 4
    texts = [text.text for text in drawn.iter(f"{tag}text")]
    assert [
        word for word in ("20 k", "40 k", "1.0", "5.5", "+35", "won all") if word not in texts
    ] == []

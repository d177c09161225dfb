"""Puzzles as lines of JSON: the shipped ones, and refused lines."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from brain.cell_names import BELOW
from brain.certificates.check import check
from brain.proving.puzzle import HOLD, SHORTEST, WIN
from protocol.records import puzzle_files
from protocol.records.puzzle_files import LONG, SHORT
from protocol.tools.puzzles import main

WINS, HOLDS = 2, 10  # every EVERY-th of each kind is proved
Capture = pytest.CaptureFixture[str]
SHIPPED = list(puzzle_files.read(puzzle_files.SHIPPED))
HELD = [problem for problem in SHIPPED if problem.kind == HOLD]


def test_the_puzzles_that_come_along_are_proved() -> None:
    wins = [problem for problem in SHIPPED if problem.kind == WIN]
    for problem in wins[::WINS] + HELD[::HOLDS]:
        assert problem.check() == problem.plies


def test_the_sort_of_a_puzzle_is_its_kind_or_the_length_of_its_line() -> None:
    line = SHIPPED[0].first * SHORTEST
    short, long = (replace(SHIPPED[0], kind=WIN, lines=line + more) for more in ("", "a1"))
    assert (short.sort, long.sort, HELD[0].sort) == (SHORT, LONG, HOLD)


def test_a_win_has_a_certificate_that_shows_its_plies() -> None:
    problem = next(problem for problem in SHIPPED if problem.kind == WIN)
    assert check(problem.claim).plies == problem.plies


def test_no_puzzle_comes_along_twice() -> None:
    assert len({(problem.rule, problem.moves) for problem in SHIPPED}) == len(SHIPPED)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nothing", "invalid JSON"),
        ("{}", "expected an object with the keys game, kind"),
        (json.dumps({**vars(SHIPPED[0]), "plies": "9"}), "plies: expected an integer, got '9'"),
        (json.dumps({**vars(SHIPPED[0]), "rows": "left"}), "rows: expected "),
        (
            json.dumps({**vars(SHIPPED[0]), "kind": "draw"}),
            "kind: expected one of win, hold",
        ),
    ],
)
def test_a_line_that_is_not_a_puzzle_is_named(
    line: str, message: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(puzzle_files.dumps(SHIPPED[0]) + line + "\n", encoding="ascii")
    assert main(["--file", str(file)]) == 1
    assert f"bad.jsonl, line 2: {message}" in capsys.readouterr().err


def test_a_puzzle_is_read_as_it_was_written() -> None:
    below = replace(SHIPPED[0], rows=BELOW)
    assert ["rows" in puzzle_files.dumps(each) for each in (SHIPPED[0], below)] == [False, True]
    for problem in (SHIPPED[0], HELD[0], below):
        assert puzzle_files.loads(puzzle_files.dumps(problem)) == problem


def test_a_line_with_another_key_is_refused() -> None:
    line = json.dumps({**vars(SHIPPED[0]), "name": "a"})
    with pytest.raises(ValueError, match="expected an object with the keys game, kind, rule"):
        puzzle_files.loads(line)


def test_a_truth_value_is_not_a_number() -> None:
    line = json.dumps({**vars(SHIPPED[0]), "plies": True})
    with pytest.raises(ValueError, match="plies: expected an integer, got True"):
        puzzle_files.loads(line)

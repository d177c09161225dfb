"""Puzzles are made, solved and judged; puzzles.py makes and compares more."""

import json
import shlex
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from brain.lexicon import FREESTYLE
from tests.long.puzzles import FEWEST_PLIES, Judge, Puzzle, main, make
from tests.support.driver import PROGRAM

WANTED = {"fours": 1, "three": 1, "threats": 0}
NOWHERE = (-1, -1)
TURN_MS = 1000


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return list(make(FREESTYLE, 1, WANTED))


def test_as_many_are_made_of_each_kind_as_are_wanted(puzzles: list[Puzzle]) -> None:
    assert sorted(puzzle.kind for puzzle in puzzles) == ["fours", "three"]
    assert all(puzzle.plies >= FEWEST_PLIES for puzzle in puzzles if puzzle.kind == "fours")


def test_the_answer_wins_by_a_longer_search_too(puzzles: list[Puzzle]) -> None:
    judge = Judge()
    for puzzle in puzzles:
        assert judge.solves(replace(puzzle, answer=NOWHERE), puzzle.answer)


def test_a_move_that_does_not_win_solves_nothing() -> None:
    puzzle = Puzzle(FREESTYLE, "three", 9, moves=((7, 7), (8, 8)), answer=NOWHERE)
    assert not Judge().solves(puzzle, (0, 0))


def test_acceptance_counts_the_positions_that_a_brain_solves(
    puzzles: list[Puzzle], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles"
    path.write_text("".join(f"{json.dumps(asdict(puzzle))}\n" for puzzle in puzzles), "ascii")
    main("solve", str(path), str(TURN_MS), shlex.join(PROGRAM))
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:5] for row in rows] == [
        [str(FREESTYLE), kind, "1", "1", "100.0%"] for kind in ("fours", "three")
    ]

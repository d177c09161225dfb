"""`tengen puzzles`: the shipped puzzles are right, and making puzzles resumes after a kill."""

import re
from collections import Counter
from pathlib import Path

import pytest

from brain.game_board import Board
from brain.proving.puzzle import HOLD
from brain.rules.laws import RULES
from protocol.records import puzzle_files
from protocol.tools import puzzles as making
from protocol.tools.puzzles import main
from tests.support.driver import MODULE, run

COUNT = 1000
MADE = ("--count", "2", "--rule", "freestyle", "--seed", "1")

Capture = pytest.CaptureFixture[str]
SHIPPED = list(puzzle_files.read(puzzle_files.SHIPPED))
HELD = [problem for problem in SHIPPED if problem.kind == HOLD]


def test_a_thousand_come_along_evenly_of_all_rules_and_sorts() -> None:
    counts = Counter((problem.rule, problem.sort) for problem in SHIPPED)
    assert counts == making.wanted_of(RULES, COUNT // len(RULES))
    assert {problem.grade for problem in SHIPPED} == set(making.GRADES)


# Making.


def test_making_resumes_after_a_kill_with_the_same_puzzles(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert main(["--make", str(whole), *MADE]) == 0
    data = whole.read_bytes()
    assert data.count(b"\n") == 2
    cut.write_bytes(data[: data.index(b"\n") + 30])
    assert main(["--make", str(cut), *MADE]) == 0
    assert cut.read_bytes() == data
    assert main(["--make", str(cut), *MADE]) == 0
    assert cut.read_bytes() == data


def test_puzzles_are_made_from_a_game(tmp_path: Path, capsys: Capture) -> None:
    problem = SHIPPED[0]
    position = problem.position
    game = Board.read(problem.moves, (problem.width, problem.height), problem.rule)
    game.push(problem.solution)
    file, made = tmp_path / "game.sgf", tmp_path / "made.jsonl"
    file.write_text(game.sgf(), encoding="utf-8")
    main(["--make", str(made), str(file), "--count", "60"])
    (found,) = puzzle_files.read(made)
    assert found.game == 1
    assert found.position.plies_left >= position.plies_left


def test_another_call_adds_the_puzzles_of_other_games(tmp_path: Path, capsys: Capture) -> None:
    made = tmp_path / "made.jsonl"
    for number, problem in enumerate((SHIPPED[0], SHIPPED[1]), 1):
        game = Board.read(problem.moves, (problem.width, problem.height), problem.rule)
        game.push(problem.solution)
        file = tmp_path / f"{number}.psq"
        file.write_text(game.psq(), encoding="utf-8")
        for _ in range(2):  # the same again adds none
            options = ("--count", "60", "--rule", str(problem.rule))
            assert main(["--make", str(made), str(file), *options]) == 1
            assert "too few puzzles in these games" in capsys.readouterr().err
            found = [*puzzle_files.read(made)]
            assert len(found) == number
            assert found[-1].rule == problem.rule


def test_a_file_of_something_else_is_kept(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[4]SZ[15];B[hh];W[ii])")
    assert main(["--make", str(game), "none.sgf"]) == 1
    assert "the last line is incomplete" in capsys.readouterr().err
    assert game.read_text() == "(;GM[4]SZ[15];B[hh];W[ii])"


@pytest.mark.parametrize(
    "words", ["--solution", "--make x --show 3", "--make x --grade 1", "--make x --file y", "a.sgf"]
)
def test_options_that_exclude_each_other_are_refused(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 1
    assert re.search(r" (need|needs|excludes) --", capsys.readouterr().err)
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_not_a_game_is_named(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bad.sgf"
    file.write_text("(;GM[1", encoding="utf-8")
    assert main(["--make", str(tmp_path / "made.jsonl"), str(file)]) == 1
    err = capsys.readouterr().err
    assert "bad.sgf: " in err
    assert err.count("\n") == 1


# Showing.


def test_the_table_counts_them(capsys: Capture) -> None:
    assert main([]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.split()[-1] == str(len(SHIPPED))


def test_one_is_drawn_with_its_solution_only_when_wanted(capsys: Capture) -> None:
    assert main(["--show", "1"]) == 0
    shown = capsys.readouterr().out
    assert " to move wins. " in shown
    assert "makes" not in shown
    assert main(["--show", "1", "--solution"]) == 0
    solved = capsys.readouterr().out
    assert solved.startswith(shown.rstrip("\n"))
    assert "No defence." in solved
    assert max(map(len, solved.splitlines())) <= 80


def test_a_hold_is_solved_by_the_lines_that_win_otherwise(tmp_path: Path, capsys: Capture) -> None:
    file, problem = tmp_path / "one.jsonl", HELD[0]
    file.write_text(puzzle_files.dumps(problem), encoding="ascii")
    assert main(["--file", str(file), "--show", "1", "--solution"]) == 0
    task, *_ = printed = capsys.readouterr().out.splitlines()
    assert " to move holds with one move only. " in task
    assert any(line.startswith(f"{problem.solution} holds.") for line in printed)
    assert printed[-1].split() == [str(cell) for cell in problem.cells[-1]]


def test_a_file_that_is_missing_is_named(capsys: Capture) -> None:
    assert main(["--file", "nowhere.jsonl"]) == 1
    assert capsys.readouterr().err == "tengen puzzles: nowhere.jsonl: No such file or directory\n"


def test_a_number_too_high_is_reported(capsys: Capture) -> None:
    assert main(["--show", "100000"]) == 1
    assert f"there are {len(SHIPPED)}" in capsys.readouterr().err


def test_the_door_leads_to_them() -> None:
    done = run("puzzles", "--show", "1", command=MODULE)
    assert (done.returncode, done.stderr) == (0, "")

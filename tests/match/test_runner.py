"""The match runner: folder, output, resuming and interrupting."""

import json
import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from brain.files import checksum
from protocol.records.record_folder import read as read_games
from tests import ROOT
from tests.support import driver, forked
from tests.support.arenas import opponent, quick
from tests.support.driver import MODULE, until

MATCH = (*MODULE, "match")
ONE, OTHER = (f"command={' '.join(quick('', row).command)}" for row in (0, 2))
TWO = ("--engine", "name=a", ONE, "--engine", "name=b", OTHER)
FREE = (*TWO, "--each", "turn_ms=1000", "--openings", "none")
PATIENCE_S = 60.0


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a match to its end, in this process."""
    return driver.called("match", *arguments, "--folder", str(folder))


def run_alone(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a match to its end, in a process of its own."""
    return driver.run("match", *arguments, "--folder", str(folder), command=MODULE)


def numbers(folder: Path) -> list[int]:
    """Return the numbers of the games on record."""
    return [game.number for game in read_games(folder / "games.jsonl")]


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a match that has ended, with a table of its positions."""
    folder = tmp_path_factory.mktemp("match")
    done = run(folder, *FREE, "--games", "2", "--sample", str(folder / "some.npz"))
    assert done.returncode == 0
    assert done.stdout.endswith(f"{folder / 'report.html'}\n{folder / 'some.npz'}\n")
    return folder


@pytest.fixture
def played(two_games: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return shutil.copytree(two_games, tmp_path / "match")


def test_a_match_is_played_shown_and_recorded(tmp_path: Path) -> None:
    done = run_alone(tmp_path, *FREE, "--games", "4", "--concurrency", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(numbers(tmp_path)) == [1, 2, 3, 4]
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1/4", "2/4", "3/4", "4/4"]
    assert lines[4].split()[:3] == ["engine", "games", "W-D-L"]
    assert lines[-1] == str(tmp_path / "report.html")
    assert "<html" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert sorted(os.listdir(tmp_path / "psq")) == [f"0000{n}.psq" for n in (1, 2, 3, 4)]


def test_a_missing_program_is_reported_before_any_game(tmp_path: Path) -> None:
    done = run(tmp_path, *FREE, "--engine", "name=c", "command=./no-such-brain", "turn_ms=1")
    assert done.returncode == 1
    assert "c: program not found: ./no-such-brain" in done.stderr
    assert numbers(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a program is found from here there")
def test_a_program_is_looked_up_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    here = os.path.relpath(sys.executable, ROOT)
    for folder, message in (
        ("other", f"program not found: {here}"),
        ("none", "folder not found: "),
    ):
        engine = ("name=c", f"command={here}", f"folder={tmp_path / folder}", "turn_ms=1")
        done = run(tmp_path / "match", *FREE, "--engine", *engine)
        assert done.returncode == 1
        assert f"c: {message}" in done.stderr


def test_a_killed_match_resumes_where_it_was(tmp_path: Path) -> None:
    command = (*MATCH, *FREE, "--games", "200", "--concurrency", "2", "--folder", str(tmp_path))
    played: list[int] = []
    for _ in range(2):
        process = forked.start(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        assert until(partial(has_games, tmp_path, len(played) + 3), PATIENCE_S)
        process.kill()
        process.wait()
        assert numbers(tmp_path)[: len(played)] == played
        played = numbers(tmp_path)
    with (tmp_path / "games.jsonl").open("ab") as file:
        file.write(b'{"number": 7, "cut off')
    total = (len(played) // 2 + 2) * 2
    done = run(tmp_path, *FREE, "--games", str(total), "--concurrency", "2")
    assert done.returncode == 0
    assert sorted(numbers(tmp_path)) == list(range(1, total + 1))
    assert numbers(tmp_path)[: len(played)] == played
    again = run(tmp_path, *FREE, "--games", str(total), "--concurrency", "2")
    assert numbers(tmp_path)[: len(played)] == played
    assert len(numbers(tmp_path)) == total
    assert again.stdout.startswith("engine ")


def has_games(folder: Path, count: int) -> bool:
    return len(numbers(folder)) >= count


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_leaves_a_report(tmp_path: Path, how: signal.Signals) -> None:
    command = (*MATCH, *FREE, "--games", "1000", "--folder", str(tmp_path))
    ours = signal.signal(how, signal.SIG_DFL)  # a shell's background job would ignore SIGINT
    process = forked.start(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    signal.signal(how, ours)
    assert until(partial(has_games, tmp_path, 3), PATIENCE_S)
    process.send_signal(how)
    printed, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert errors == "Stopped. Rerun the same command to resume.\n"
    assert "engine  games  W-D-L" in printed
    assert (tmp_path / "report.html").exists()
    assert (tmp_path / "match.lock").read_bytes() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_a_second_signal_does_not_keep_a_match_from_ending(tmp_path: Path) -> None:
    command = (*MATCH, *FREE, "--games", "1000", "--concurrency", "3", "--folder", str(tmp_path))
    process = forked.start(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert until(partial(has_games, tmp_path, 3), PATIENCE_S)
    while process.poll() is None:  # in a loop, so that each step of the clean-up gets one
        process.send_signal(signal.SIGTERM)
    printed, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (130, "Stopped. Rerun the same command to resume.\n")
    assert "engine  games  W-D-L" in printed
    assert (tmp_path / "report.html").exists()


def test_a_folder_of_another_match_is_refused(played: Path) -> None:
    other = run(played, *FREE, "--games", "2", "--rule", "1")
    assert other.returncode == 1
    assert "has games of other engines" in other.stderr
    assert len(numbers(played)) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only there any bytes are a name")
def test_an_undecodable_folder_and_name_can_be_used(tmp_path: Path) -> None:
    folder = tmp_path / "m\udcff"
    done = run_alone(folder, "--engine", "name=\udcfe", ONE, *FREE[3:], "--games", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "? - b" in done.stdout
    assert numbers(folder) == [1, 2]


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("number", 5, "game 5 is not in the match, which has 4 games"),
        ("black", "c", "game 1: expected a and b, got c and b"),
        ("rule", 1, "game 1: its rule or board is not the match's"),
        ("pair", 2, "game 1: its pair or round is not the match's"),
        ("opening", [[7, 7]], "game 1: its opening is not the match's"),
        ("score", None, "score: expected 1, 0.5 or 0, got None"),
    ],
)
def test_a_game_that_is_not_of_the_match_is_refused(
    played: Path, field: str, value: object, error: str
) -> None:
    path = played / "games.jsonl"
    lines = path.read_text().splitlines()
    first, second = (json.loads(checksum.opened_object(line)) for line in lines)
    wrong = {**first, "moves": [], field: value}
    path.write_text("".join(json.dumps(game) + "\n" for game in (second, wrong)))
    report = (played / "report.html").read_bytes()
    done = run(played, *FREE, "--games", "4")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tengen match: {path}, line 2: {error}\n"
    assert (played / "report.html").read_bytes() == report


def test_a_test_ends_the_match_with_a_verdict(tmp_path: Path) -> None:
    arguments = (
        *("--engine", "name=a", ONE),
        *("--engine", "name=b", f"command={' '.join(opponent('', 'crash').command)}"),
        *("--each", "turn_ms=1000", "--openings", "none"),
        *("--games", "1000", "--sprt", "0", "400", "--alpha", "0.1", "--beta", "0.1"),
    )
    done = run(tmp_path, *arguments)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("SPRT [0, 400] accepted: LLR ")
    played = len(numbers(tmp_path))
    assert 2 <= played < 100
    assert run(tmp_path, *arguments).stdout.splitlines()[-1] == done.stdout.splitlines()[-1]
    assert len(numbers(tmp_path)) == played


def test_the_settings_are_kept_beside_the_records(two_games: Path) -> None:
    settings = json.loads((two_games / "match.json").read_text(encoding="utf-8"))
    assert settings["entrants"][0]["control"]["turn_ms"] == 1000


def test_a_match_writes_the_positions_of_its_games(two_games: Path) -> None:
    table = np.load(two_games / "some.npz")
    games = list(read_games(two_games / "games.jsonl"))
    assert len(table["move"]) == sum(len(game.moves) for game in games)
    assert set(table["game"].tolist()) == {0, 1}

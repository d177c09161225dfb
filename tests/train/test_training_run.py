"""A course: the same curve whoever plays it and however often it is stopped."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from brain.lexicon import FREESTYLE
from brain.train import curve, labelled_games
from brain.train.curve import Round
from tests import ROOT

pytest.importorskip("torch")

from brain.train import training_run as courses
from brain.train.training_run import Course, Extent, network_file, run
from protocol.tools import train

COURSE = Course(
    FREESTYLE, first=600, nodes=60, epochs=1, test=60, pairs=2, duel_nodes=100, speed=0.9
)
EXTENT = Extent(positions=1200, seconds=inf, processes=1)
OPTIONS = "--first 600 --positions 1200 --nodes 60 --epochs 1 --test 60 --pairs 2 --speed 0.9"
KILLED_AFTER_S = (1.5, 2.5, 4.0)


class Silent:
    """Shows nothing, but raises at one of its calls."""

    def __init__(self, stop_at: float = inf) -> None:
        self.calls = 0
        self._stop_at = stop_at

    def begin(self, stage: str, total: int) -> None:
        self.calls += 1
        if self.calls > self._stop_at:
            raise KeyboardInterrupt

    def at(self, done: int, note: str = "") -> None:
        self.begin("", 0)

    def ended(self, one: Round) -> None:
        self.begin("", 0)


def made(folder: Path) -> dict[str, object]:
    """Return what a folder has, but for the seconds."""
    files = [path for path in folder.rglob("*") if path.suffix in (".bin", ".json", ".svg")]
    contents: dict[str, object] = {
        str(path.relative_to(folder)): path.read_bytes() for path in files
    }
    return contents | {"rounds": [replace(one, seconds=0) for one in curve.read(folder)]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a course that nobody stopped."""
    folder = tmp_path_factory.mktemp("course")
    run(COURSE, folder, EXTENT, Silent())
    return folder


def test_a_round_has_all_that_it_is_made_of(whole: Path) -> None:
    first, second = curve.read(whole)
    assert (first.positions, second.positions) == (600, 1200)
    assert (
        sum(len(game.positions) for _, game in labelled_games.read(whole / courses.GAMES)) >= 1200
    )
    assert (first.least, first.classical) == (second.least, second.classical)
    assert all(one.least < min(one.loss, one.classical) for one in (first, second))
    assert all(sum(one.pairs) == COURSE.pairs for one in (first, second))
    weights = [network_file(COURSE, whole, one.positions).read_bytes() for one in (first, second)]
    assert weights[0] != weights[1]
    assert len(weights[0]) == len(weights[1])


def test_a_course_that_is_stopped_anywhere_ends_with_the_same(whole: Path, tmp_path: Path) -> None:
    stopped = 0
    for stop_at in (1, 4, 9, 14, 20, 30, inf):
        try:
            run(COURSE, tmp_path, EXTENT, Silent(stop_at))
        except KeyboardInterrupt:
            stopped += 1
    assert stopped > 3
    assert made(tmp_path) == made(whole)


def test_a_course_is_the_same_whatever_the_number_of_processes(whole: Path, tmp_path: Path) -> None:
    run(COURSE, tmp_path, replace(EXTENT, processes=2), Silent())
    assert made(tmp_path) == made(whole)


def test_a_course_that_is_prolonged_is_the_same_as_a_longer_one(
    whole: Path, tmp_path: Path
) -> None:
    assert len(run(COURSE, tmp_path, replace(EXTENT, positions=1199), Silent())) == 1
    run(COURSE, tmp_path, EXTENT, Silent())
    assert made(tmp_path) == made(whole)


def test_no_round_is_begun_that_would_end_too_late(tmp_path: Path) -> None:
    assert len(run(COURSE, tmp_path, replace(EXTENT, seconds=0.1), Silent())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_command_that_is_killed_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    once, killed = ["--folder", str(tmp_path / "once")], ["--folder", str(tmp_path / "killed")]
    options = ["freestyle", *OPTIONS.split(), "--processes", "2"]
    command = [sys.executable, "-m", "protocol", "train", *options, *killed]
    for seconds in KILLED_AFTER_S:
        process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for folder in (once, killed):
        assert train.main([*options, *folder]) == 0
    told = capsys.readouterr().out
    assert "the network of the most Elo" in told
    assert f"network-{FREESTYLE}-" in told
    assert made(tmp_path / "once") == made(tmp_path / "killed")


@pytest.mark.parametrize(
    ("course", "extent", "error"),
    [
        (replace(COURSE, nodes=61), EXTENT, "has another course: nodes 60, not 61"),
        (replace(COURSE, size=16), EXTENT, "no openings for freestyle on 16 x 16"),
        (replace(COURSE, nodes=2), EXTENT, "--label-nodes must be 1 or more"),
        (COURSE, replace(EXTENT, positions=599), "--positions: the first round has 600"),
        (COURSE, replace(EXTENT, processes=0), "--processes must be 1 or more"),
    ],
)
def test_what_cannot_be_run_is_told(
    course: Course, extent: Extent, error: str, whole: Path
) -> None:
    with pytest.raises(ValueError, match=error):
        run(course, whole, extent, Silent())

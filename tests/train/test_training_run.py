"""A training run: the same curve with any number of processes and interruptions."""

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
from brain.train.curve import RoundResult
from tests import ROOT

pytest.importorskip("torch", reason="needs torch, of the extra train")

from brain.train import training_run
from brain.train.run_config import Budget, RunConfig, network_file
from brain.train.training_run import run
from protocol.tools import train

CONFIG = RunConfig(
    FREESTYLE, first=600, nodes=60, epochs=1, test=60, pairs=2, duel_nodes=100, speed=0.9
)
BUDGET = Budget(positions=1200, seconds=inf, processes=1)
OPTIONS = "--first 600 --positions 1200 --nodes 60 --epochs 1 --test 60 --pairs 2 --speed 0.9"
KILLED_AFTER_S = (1.5, 2.5, 4.0)


class Silent:
    """Shows nothing, but raises at one of its calls."""

    def __init__(self, stop_at: float = inf) -> None:
        self.calls = 0
        self._stop_at = stop_at

    def begin(self, stage: str, total: int = 0) -> None:
        self.calls += 1
        if self.calls > self._stop_at:
            raise KeyboardInterrupt

    def at(self, done: int, note: str = "") -> None:
        self.begin("", 0)

    def warn(self, text: str) -> None:
        self.begin("", 0)

    def ended(self, one: RoundResult) -> None:
        self.begin("", 0)


def made(folder: Path) -> dict[str, object]:
    """Return the contents of a folder, without the seconds."""
    files = [path for path in folder.rglob("*") if path.suffix in (".bin", ".json", ".svg")]
    contents: dict[str, object] = {
        str(path.relative_to(folder)): path.read_bytes() for path in files
    }
    return contents | {"rounds": [replace(one, seconds=0) for one in curve.read(folder)]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run without interruption."""
    folder = tmp_path_factory.mktemp("run")
    run(CONFIG, folder, BUDGET, Silent())
    return folder


def test_a_round_has_games_a_network_losses_and_a_duel(whole: Path) -> None:
    first, second = curve.read(whole)
    assert (first.positions, second.positions) == (600, 1200)
    assert (
        sum(len(game.positions) for _, game in labelled_games.read(whole / training_run.GAMES))
        >= 1200
    )
    assert (first.floor, first.classical) == (second.floor, second.classical)
    assert all(one.floor < min(one.loss, one.classical) for one in (first, second))
    assert all(sum(one.pairs) == CONFIG.pairs for one in (first, second))
    weights = [
        network_file(whole, CONFIG.rule, one.positions).read_bytes() for one in (first, second)
    ]
    assert weights[0] != weights[1]
    assert len(weights[0]) == len(weights[1])


def test_a_run_gives_the_same_files_when_stopped_anywhere(whole: Path, tmp_path: Path) -> None:
    stopped = 0
    for stop_at in (1, 4, 9, 14, 20, 30, inf):
        try:
            run(CONFIG, tmp_path, BUDGET, Silent(stop_at))
        except KeyboardInterrupt:
            stopped += 1
    assert stopped > 3
    assert made(tmp_path) == made(whole)


def test_a_run_gives_the_same_files_with_two_processes(whole: Path, tmp_path: Path) -> None:
    run(CONFIG, tmp_path, replace(BUDGET, processes=2), Silent())
    assert made(tmp_path) == made(whole)


def test_a_run_gives_the_same_files_when_prolonged(whole: Path, tmp_path: Path) -> None:
    assert len(run(CONFIG, tmp_path, replace(BUDGET, positions=1199), Silent())) == 1
    run(CONFIG, tmp_path, BUDGET, Silent())
    assert made(tmp_path) == made(whole)


def test_a_run_succeeds_when_it_is_as_small_as_is_accepted(tmp_path: Path) -> None:
    smallest = replace(CONFIG, first=256, nodes=6, test=1, pairs=1)
    (only,) = run(smallest, tmp_path, replace(BUDGET, positions=256), Silent())
    assert only.positions == 256


def test_no_round_begins_when_it_would_end_too_late(tmp_path: Path) -> None:
    assert len(run(CONFIG, tmp_path, replace(BUDGET, seconds=0.1), Silent())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_the_command_resumes_when_killed(
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
    out = capsys.readouterr().out
    assert out.count("Loss saved on the classical score") == 2
    assert f"The curve is {tmp_path / 'killed' / curve.PICTURE}" in out
    assert made(tmp_path / "once") == made(tmp_path / "killed")


@pytest.mark.parametrize(
    ("config", "budget", "error"),
    [
        (replace(CONFIG, nodes=61), BUDGET, "has another training run: nodes 60, not 61"),
        (replace(CONFIG, size=16), BUDGET, "no openings for freestyle on 16 x 16"),
        (replace(CONFIG, nodes=2), BUDGET, "--label-nodes must be 1 or more"),
        (replace(CONFIG, first=255), BUDGET, "--first must be 256 or more, not 255"),
        (CONFIG, replace(BUDGET, positions=599), "--positions must be 600 or more"),
        (CONFIG, replace(BUDGET, processes=0), "--processes must be 1 or more"),
    ],
)
def test_a_run_that_cannot_succeed_is_refused(
    config: RunConfig, budget: Budget, error: str, whole: Path
) -> None:
    with pytest.raises(ValueError, match=error):
        run(config, whole, budget, Silent())

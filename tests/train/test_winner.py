"""The winner of a training run: chosen, installed, and replaced by what it replaced."""

from dataclasses import replace
from pathlib import Path

import pytest

from brain.files import stored
from brain.lexicon import FREESTYLE
from brain.train import curve, winner
from brain.train.run_config import network_file
from tests.train.test_curve import ROUND, WON_ALL

LOST = replace(ROUND, positions=10_000, pairs=(5, 0, 0, 0, 0))
OLD, NEW = b"the old network", b"the new network"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a run that was won, beside data with an old network."""
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(stored, "DATA", tmp_path / "data")
    stored.write("network", FREESTYLE, OLD)
    run = tmp_path / "run"
    run.mkdir()
    curve.write(run, [LOST, WON_ALL, ROUND])
    network_file(run, FREESTYLE, WON_ALL.positions).write_bytes(NEW)
    return run


def test_the_winner_has_the_most_elo(folder: Path) -> None:
    best = winner.winner(folder, FREESTYLE, [LOST, WON_ALL, ROUND])
    assert best.file.read_bytes() == NEW
    assert best.has_won


def test_the_winner_is_installed_and_the_old_network_comes_back(folder: Path) -> None:
    path = winner.install(folder, FREESTYLE)
    assert path.read_bytes() == stored.read("network", FREESTYLE) == NEW
    assert winner.install(folder, FREESTYLE) == path
    winner.uninstall(folder, FREESTYLE)
    assert stored.read("network", FREESTYLE) == OLD
    with pytest.raises(ValueError, match="is installed"):
        winner.uninstall(folder, FREESTYLE)


def test_a_network_that_lost_its_duel_is_not_installed(folder: Path) -> None:
    curve.write(folder, [LOST])
    with pytest.raises(ValueError, match=r"no network in .* won its duel; the best has "):
        winner.install(folder, FREESTYLE)
    assert stored.read("network", FREESTYLE) == OLD


def test_nothing_is_installed_when_no_round_has_ended(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no finished round"):
        winner.install(tmp_path, FREESTYLE)

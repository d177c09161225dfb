"""Games on a cluster of two workers, one of which dies during a game."""

import os
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import pytest

from protocol.match import runner
from protocol.match.arena import Terms
from protocol.match.player import Control
from protocol.match.tournament import Event
from protocol.records.record_folder import read
from tests.support.arenas import OTHER_ROW, ROW, answering

distributed = pytest.importorskip("distributed", reason="needs distributed, of the extra cluster")

from protocol.match.cluster import play_there  # noqa: E402 (only where it can be imported)

SLOWLY = Control(turn_ms=5000)
# Brains that start fast; a game lasts long enough to be cut off.
BRAINS = tuple(
    answering(name, *(word for place in row for word in ("wait:0.02", place)), control=SLOWLY)
    for name, row in (("a", ROW), ("b", OTHER_ROW))
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start two workers, each a process that plays one game at a time."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as started:
        yield started


def event(rounds: int) -> Event:
    return Event(BRAINS, Terms(), rounds=rounds)


def workers(address: str) -> list[psutil.Process]:
    """Return the workers' processes."""
    with distributed.Client(address) as client:
        return [psutil.Process(pid) for pid in client.run(os.getpid).values()]


def test_every_game_counts_once_although_a_worker_dies(cluster: Any) -> None:
    played = event(rounds=5)
    victim, _ = workers(cluster.scheduler_address)
    numbers = []
    with closing(play_there(played, played.missing({3, 4}), cluster.scheduler_address)) as games:
        for game in games:
            numbers.append(game.number)
            assert game.winner
            if len(numbers) == 2:
                victim.kill()
    assert not victim.is_running()
    assert sorted(numbers) == [1, 2, *range(5, 11)]


def test_a_match_that_ends_early_leaves_the_cluster_usable(cluster: Any) -> None:
    played = event(rounds=500)
    for _ in range(2):
        with closing(play_there(played, played.missing(()), cluster.scheduler_address)) as games:
            assert [game.number for game in islice(games, 2)]


def test_the_command_line_plays_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    engines = (("--engine", f"name={b.name}", f"command={' '.join(b.command)}") for b in BRAINS)
    code = runner.main(
        [
            *(word for engine in engines for word in engine),
            *("--each", "turn_ms=5000", "--openings", "none", "--games", "4"),
            *("--cluster", cluster.scheduler_address, "--folder", str(tmp_path)),
        ]
    )
    assert code == 0
    assert sorted(game.number for game in read(tmp_path / "games.jsonl")) == [1, 2, 3, 4]


def test_what_is_not_the_game_asked_for_is_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = event(rounds=2)
    monkeypatch.setattr("protocol.match.cluster.play", send_another)
    with (
        closing(
            play_there(played, played.missing(range(2, 9)), cluster.scheduler_address)
        ) as games,
        pytest.raises(ValueError, match="a worker sent str in place of game 1"),
    ):
        next(games)


def send_another(*given: object) -> str:
    """Return what is not a game, on a worker."""
    return "a game"

"""Plays games on a Dask cluster. Each game is one task with its own brains.

If a worker dies, its game is replayed on another worker and counts once. Every worker needs this
package, and the same commands must start the engines there. The referee replays each game that a
worker sends, before it counts.

Matthew Rocklin: "Dask: parallel computation with blocked algorithms and task scheduling", 2015,
https://distributed.dask.org
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import islice

from distributed import Client, Future, as_completed
from distributed.scheduler import KilledWorker

from protocol.match.arena import Arena, Fixture, Terms
from protocol.match.player import Entrant
from protocol.match.referee import Referee
from protocol.match.tournament import Event
from protocol.records import jsonl
from protocol.records.games import Game

AHEAD = 2  # games submitted per thread of the workers


def play_there(event: Event, fixtures: Iterator[Fixture], address: str) -> Generator[Game]:
    """Yield games as they end; closing the generator cancels the others."""
    with Client(address) as client:
        tasks: dict[str, Fixture] = {}
        pending, referee = as_completed(), Referee()

        def submit(fixtures: Iterator[Fixture]) -> None:
            for fixture in fixtures:
                task = client.submit(play, event.entrants, event.terms, fixture, pure=False)
                tasks[task.key] = fixture
                pending.add(task)

        submit(islice(fixtures, _free_slots(client, tasks)))
        try:
            for task in pending:
                fixture = tasks.pop(task.key)
                if _is_lost(task):
                    submit(iter((fixture,)))
                else:
                    yield _judged(task.result(), event, fixture, referee)
                submit(islice(fixtures, _free_slots(client, tasks)))
        finally:
            client.cancel(list(pending.futures))


def _judged(found: object, event: Event, fixture: Fixture, referee: Referee) -> Game:
    """Return the game that a worker sent. ValueError if it can't be the game that was asked for."""
    if not isinstance(found, Game):
        raise ValueError(f"a worker sent {type(found).__name__} in place of game {fixture.number}")
    game = jsonl.loads(jsonl.dumps(found))  # checks every value
    if game.number != fixture.number:
        raise ValueError(f"a worker sent game {game.number} in place of game {fixture.number}")
    event.judge(game, referee)
    return game


def play(entrants: Sequence[Entrant], terms: Terms, fixture: Fixture) -> Game:
    """Play one game on this worker; return it."""
    with closing(Arena(entrants, terms)) as arena:
        return arena.play(fixture)


def _free_slots(client: Client, tasks: dict[str, Fixture]) -> int:
    """Return the number of games to submit now."""
    at_once: int = max(1, sum(client.nthreads().values()))
    return max(0, AHEAD * at_once - len(tasks))


def _is_lost(task: Future) -> bool:
    """Return whether the cluster gave up on a task because its workers kept dying."""
    return task.status == "error" and isinstance(task.exception(), KilledWorker)

"""Plays games on the machines of a Dask cluster: one task a game, each with its own brains.

A game whose worker dies is played again elsewhere, and counts once. Every worker needs this package
and the engines, under the same commands.

Matthew Rocklin: "Dask: parallel computation with blocked algorithms and task scheduling", 2015,
https://distributed.dask.org
"""

from collections.abc import Generator, Iterator, Sequence
from itertools import islice

from distributed import Client, Future, as_completed
from distributed.scheduler import KilledWorker

from protocol.match.arena import Arena, Fixture, Terms
from protocol.match.seat import Entrant
from protocol.match.tournament import Event
from protocol.records.games import Game

AHEAD = 2  # games handed out for every one that the workers can play at once


def play_there(event: Event, fixtures: Iterator[Fixture], address: str) -> Generator[Game]:
    """Yield games as they end; closing the generator hands out no more."""
    with Client(address) as client:
        tasks: dict[str, Fixture] = {}
        pending = as_completed()

        def hand_out(games: Iterator[Fixture]) -> None:
            for fixture in games:
                task = client.submit(play, event.entrants, event.terms, fixture, pure=False)
                tasks[task.key] = fixture
                pending.add(task)

        hand_out(islice(fixtures, _room(client, tasks)))
        try:
            for task in pending:
                fixture = tasks.pop(task.key)
                if _is_lost(task):
                    hand_out(iter((fixture,)))
                else:
                    yield task.result()
                hand_out(islice(fixtures, _room(client, tasks)))
        finally:
            client.cancel(list(pending.futures))


def play(entrants: Sequence[Entrant], terms: Terms, fixture: Fixture) -> Game:
    """Play one game, on whatever machine this is."""
    arena = Arena(entrants, terms)
    try:
        return arena.play(fixture)
    finally:
        arena.close()


def _room(client: Client, tasks: dict[str, Fixture]) -> int:
    """Return how many more games to hand out."""
    at_once: int = max(1, sum(client.nthreads().values()))
    return max(0, AHEAD * at_once - len(tasks))


def _is_lost(task: Future) -> bool:
    """Return whether a game took too many workers with it to be tried again by the cluster."""
    return task.status == "error" and isinstance(task.exception(), KilledWorker)

"""Arenas and brains, closed after a test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from protocol.match.arena import Arena, Fixture, Terms
from protocol.match.player import Entrant
from protocol.records.games import Game
from tests.support.arenas import FIXTURE, TERMS, Play


@pytest.fixture
def arena() -> Iterator[Callable[..., Arena]]:
    """Open an arena for two engines; close it after the test."""
    with ExitStack() as stack:

        def open_arena(first: Entrant, second: Entrant, terms: Terms = TERMS) -> Arena:
            opened = Arena((first, second), terms)
            stack.callback(opened.close)
            return opened

        yield open_arena


@pytest.fixture
def play(arena: Callable[..., Arena]) -> Play:
    """Play a game between two engines."""

    def play_game(
        first: Entrant, second: Entrant, terms: Terms = TERMS, fixture: Fixture = FIXTURE
    ) -> Game:
        game: Game = arena(first, second, terms).play(fixture)
        return game

    return play_game

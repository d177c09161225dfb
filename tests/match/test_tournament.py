"""Pairings and standings; every game is played once."""

import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.rules.symmetry import symmetries, transformed
from protocol.client.brain_client import Patience
from protocol.match.arena import Terms
from protocol.match.player import Control, Entrant
from protocol.match.referee import Referee
from protocol.match.tournament import KINDS, Event, play_here
from protocol.records.games import Ending, Game, PlayedMove
from tests.support.arenas import QUICK, opponent, quick
from tests.support.driver import children

OPENINGS = (((7, 7), (8, 8)), ((7, 7), (7, 8), (2, 2)), ((5, 5),))
NAMES = ("a", "b", "c", "d")


def entrants(count: int) -> tuple[Entrant, ...]:
    """Return engines that make rows of their own."""
    return tuple(quick(name, row) for row, name in enumerate(NAMES[:count]))


def event(count: int = 2, rounds: int = 1, kind: str = "round-robin") -> Event:
    return Event(entrants(count), Terms(), kind, rounds, OPENINGS)


@given(st.integers(2, 4), st.integers(1, 7), st.sampled_from(sorted(KINDS)))
def test_a_round_is_every_pairing_with_one_opening_and_both_colours(
    count: int, rounds: int, kind: str
) -> None:
    played = event(count, rounds, kind)
    fixtures = list(played.missing(()))
    assert [fixture.number for fixture in fixtures] == list(range(1, len(played) + 1))
    pairings = {"round-robin": combinations(NAMES[:count], 2)}.get(
        kind, ((NAMES[0], other) for other in NAMES[1:count])
    )
    everyone = {frozenset(pairing) for pairing in pairings}
    for lap in range(1, rounds + 1):
        games = [fixture for fixture in fixtures if fixture.round == lap]
        assert len({fixture.opening for fixture in games}) == 1
        assert Counter(frozenset((game.first, game.second)) for game in games) == dict.fromkeys(
            everyone, 2
        )
        assert len({(game.first, game.second) for game in games}) == len(games)
    assert all(count == 2 for count in Counter(fixture.pair for fixture in fixtures).values())


def test_openings_come_in_order_and_then_again_turned() -> None:
    turned = replace(event(rounds=4), turns=symmetries(15, 15))
    openings = [turned.fixture(number).opening for number in range(1, 9, 2)]
    assert openings[:3] == list(OPENINGS)
    assert openings[3] == transformed(OPENINGS[0], symmetries(15, 15)[1], 15, 15)


def test_the_games_on_record_are_not_missing() -> None:
    numbers = [fixture.number for fixture in event(3, 2).missing({1, 2, 5, 12})]
    assert numbers == [3, 4, 6, 7, 8, 9, 10, 11]


def test_an_invalid_match_is_refused() -> None:
    with pytest.raises(ValueError, match="two engines"):
        event(1)
    with pytest.raises(ValueError, match="two engines are called a: give them different names"):
        Event(entrants(1) * 2, Terms())
    five = ((0, 0), (0, 9), (1, 0), (1, 9), (2, 0), (2, 9), (3, 0), (3, 9), (4, 0))
    with pytest.raises(ValueError, match="the opening ends the game: five"):
        Event(entrants(2), Terms(), openings=(five,))
    with pytest.raises(ValueError, match="swap2"):
        Event(entrants(2), Terms(swap2=True), openings=OPENINGS)


@pytest.mark.parametrize("concurrency", [1, 3])
def test_every_game_is_played_once(concurrency: int) -> None:
    played = event(3, 2)
    games = list(play_here(played, played.missing({2, 7}), concurrency))
    assert sorted(game.number for game in games) == [1, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    for game in games:
        fixture = played.fixture(game.number)
        assert (game.black, game.white) == (fixture.first, fixture.second)
        assert (game.opening, game.pair) == (fixture.opening, fixture.pair)
    assert children() == []


def test_a_brain_that_fails_does_not_stop_the_others() -> None:
    crashing = opponent("z", "crash", control=QUICK)
    played = Event((*entrants(2), crashing), Terms(patience=Patience(late_ms=500)))
    games = list(play_here(played, played.missing(()), 2))
    assert len(games) == 6
    lost = [game for game in games if "z" in game.names]
    assert {(game.loser, game.ending) for game in lost} == {("z", Ending.CRASH)}


def test_closing_abandons_the_games_in_progress() -> None:
    hanging = opponent("c", "hang", control=Control(turn_ms=60_000))
    played = Event((*entrants(2), hanging), Terms())
    began = time.monotonic()
    with closing(play_here(played, played.missing(()), 3)) as games:
        assert next(games).number in (1, 2)
    assert time.monotonic() - began < 20
    assert children() == []


def test_an_error_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Game:
        raise RuntimeError("broken")

    monkeypatch.setattr("protocol.match.arena.Arena.play", fail)
    played = event()
    with pytest.raises(RuntimeError, match="broken"):
        list(play_here(played, played.missing(()), 2))


PLAIN = replace(event(), openings=())


def won_by_black(**changes: object) -> Game:
    """Return the first game of an event: black makes a five in the first row."""
    first, second = PLAIN.names
    stones = [point for x in range(5) for point in ((x, 0), (x, 2))][:9]
    moves = tuple(PlayedMove(x, y) for x, y in stones)
    game = Game(1, 1, first, second, 0, 15, 15, (), moves, 1.0, Ending.FIVE, round=1)
    return replace(game, **changes)  # type: ignore[arg-type]


MOVES = won_by_black().moves


def test_a_game_that_an_arena_plays_is_accepted() -> None:
    PLAIN.judge(won_by_black(), Referee())
    PLAIN.judge(won_by_black(moves=MOVES[:8], score=0.0, ending=Ending.TIME), Referee())


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"score": 0.0}, "its score is not that of its ending"),
        ({"ending": Ending.TIME}, "its ending is five, not time"),
        ({"ending": Ending.ADJUDICATED}, "its ending is five, not adjudicated"),
        ({"moves": MOVES[:8]}, "its last stone does not end it"),
        ({"moves": MOVES[:8], "ending": Ending.MOVE_LIMIT}, "its last stone does not end it"),
        ({"moves": (*MOVES, PlayedMove(9, 9))}, "the game is over before stone 10: five"),
        ({"moves": (*MOVES[:8], MOVES[0])}, "already has stone 1"),
        ({"black": "nobody"}, "expected "),
    ],
)
def test_a_game_that_no_arena_plays_is_refused(changes: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=rf"^game 1: .*{error}"):
        PLAIN.judge(won_by_black(**changes), Referee())

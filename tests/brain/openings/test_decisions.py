"""The engine's answers in opening procedures."""

import threading
import time
from collections.abc import Iterator
from itertools import cycle

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE, cell_at
from brain.openings.decisions import decide
from brain.openings.procedures import (
    PROCEDURES,
    STAY,
    SWAP,
    TEN,
    OpeningAnswer,
    OpeningState,
    begin,
    replayed,
)
from brain.rules.fouls import forbidden
from brain.rules.grid import empty_board
from brain.rules.symmetry import Points, canonical

MEMORY = 64 << 20  # bytes
NODES = Limit(nodes=40_000)
CENTRE = (7, 7)
OPENING = (CENTRE, (7, 6), (8, 5))
SYMMETRIC = (CENTRE, (7, 6), (7, 8), (7, 5))  # in one column
FOURTH_FAR_AWAY = (*OPENING, (0, 14))
WIN_OF_BLACK = (CENTRE, (0, 0), (8, 7), (0, 14))
SMALL = ((2, 2), (2, 1), (1, 1), (4, 4))  # on a board of 5 x 5
FIFTHS = PROCEDURES["soosyrv-8"].steps[-2:]
SECOND_SWAP = PROCEDURES["soosyrv-8"].steps[-3:]
LATE_S = 0.3
LONG = Limit(seconds=30)


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    engine.new_game(15, 15, RENJU)
    yield engine
    engine.close()


def lay(engine: Engine, points: Points) -> None:
    for (x, y), colour in zip(points, cycle((BLACK, WHITE)), strict=False):
        engine.place(cell_at(x, y), colour)


def at(engine: Engine, name: str, *answers: OpeningAnswer) -> OpeningState:
    """Return the state of a procedure after answers; its stones are on the engine's board."""
    engine.clear()
    state = replayed(begin(name, engine.width, engine.height), answers)
    lay(engine, state.stones)
    return state


def offered(engine: Engine, stones: Points, offers: int, limit: Limit) -> Points:
    """Return the fifth stones that are offered after four stones."""
    state = OpeningState(engine.width, engine.height, FIFTHS, stones, offers)
    found = decide(engine, state, limit)
    assert len(engine.stones) == len(stones)
    return found  # type: ignore[return-value]  # points


@pytest.mark.parametrize("size", [5, 6, 15, 22])
def test_an_opening_is_one_that_the_rule_knows_on_every_board(engine: Engine, size: int) -> None:
    engine.new_game(size, size, RENJU)
    state = begin("rif", size, size)
    first, second, third = replayed(state, decide(engine, state, Limit(nodes=2600))).stones
    steps = [(x - first[0], y - first[1]) for x, y in (second, third)]
    assert first == (size // 2, size // 2)
    assert max(map(abs, steps[0])) == 1
    assert max(map(abs, steps[1])) <= 2
    assert len({first, second, third}) == 3
    assert not engine.stones


def test_openings_vary_and_are_the_same_again_for_the_same_game(engine: Engine) -> None:
    limit = Limit(nodes=2600)
    several = [decide(engine, begin("rif"), limit, variety) for variety in range(8)]
    assert len(set(several)) > 4
    engine.forget()
    engine.new_game(15, 15, RENJU)
    first = decide(engine, begin("rif"), limit, 3)
    engine.forget()
    engine.new_game(15, 15, RENJU)
    assert decide(engine, begin("rif"), limit, 3) == first


def test_the_fourth_stone_is_near_to_even_with_its_offers(engine: Engine) -> None:
    state = at(engine, "soosyrv-8", *OPENING, "stay")
    (point,) = decide(engine, state, NODES)
    assert point not in OPENING
    engine.place(cell_at(*point), WHITE)  # type: ignore[misc]  # a stone is a point
    (count,) = decide(engine, state.answered(point), NODES)
    assert count in range(1, 9)


@pytest.mark.parametrize("name", ["swap", "rif", "soosyrv-8"])
def test_black_is_taken_when_white_is_worse_whatever_it_plays(engine: Engine, name: str) -> None:
    stones = (CENTRE, (0, 0), (8, 7))  # two in a row, and white in the corner
    lay(engine, stones)
    steps = PROCEDURES[name].steps[1:]
    assert decide(engine, OpeningState(15, 15, steps, stones), NODES) == (SWAP,)


def test_white_is_taken_when_black_must_offer_too_many(engine: Engine) -> None:
    stones = (CENTRE, (8, 7), (0, 0), (8, 8))
    lay(engine, stones)
    assert decide(engine, OpeningState(15, 15, SECOND_SWAP, stones, 8), NODES) == (SWAP,)


def test_white_is_left_after_a_fourth_stone_far_away(engine: Engine) -> None:
    lay(engine, WIN_OF_BLACK)
    assert decide(engine, OpeningState(15, 15, SECOND_SWAP, WIN_OF_BLACK, 1), NODES) == (STAY,)


def test_ten_fifth_stones_are_offered_in_a_won_position_only(engine: Engine) -> None:
    steps = PROCEDURES["taraguchi-10"].steps[-1:]
    lay(engine, WIN_OF_BLACK)
    assert decide(engine, OpeningState(15, 15, steps, WIN_OF_BLACK), NODES) == (TEN,)
    engine.clear()
    stones = (CENTRE, (8, 7), (0, 0), (8, 8))  # good for white
    lay(engine, stones)
    assert decide(engine, OpeningState(15, 15, steps, stones), NODES) != (TEN,)


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("taraguchi-10", ()),
        ("taraguchi-10", (CENTRE, "stay")),
        ("taraguchi-10", (CENTRE, "stay", (7, 6), "stay", (8, 6), "stay")),
        ("taraguchi-10", (CENTRE, "stay", (7, 6), "stay", (8, 6), "stay", (5, 7), "swap")),
        ("sakata", OPENING),
        ("pro", (CENTRE, (7, 6))),
        ("long-pro", (CENTRE, (7, 6))),
    ],
)
def test_a_stone_of_the_engine_is_where_the_step_allows_it(
    engine: Engine, name: str, answers: tuple[OpeningAnswer, ...]
) -> None:
    state = at(engine, name, *answers)
    found = decide(engine, state, Limit(nodes=3000))
    assert len(replayed(state, found).stones) == len(state.stones) + len(state.steps[0].areas)
    assert len(engine.stones) == len(state.stones)


@pytest.mark.parametrize("name", PROCEDURES)
def test_the_engine_plays_both_sides_of_every_procedure(engine: Engine, name: str) -> None:
    state = begin(name)
    while state.step:
        state = replayed(state, decide(engine, state, Limit(nodes=1000)))
        engine.clear()
        lay(engine, state.stones)


@pytest.mark.parametrize("offers", [1, 2, 5, 8, 12])
def test_as_many_fifth_stones_are_offered_as_wanted(engine: Engine, offers: int) -> None:
    lay(engine, FOURTH_FAR_AWAY)
    found = offered(engine, FOURTH_FAR_AWAY, offers, NODES)
    assert len(set(found)) == offers
    assert all(engine.is_empty(cell_at(*point)) for point in found)
    assert len(engine.stones) == 4


def test_no_two_fifth_stones_are_the_same_by_symmetry(engine: Engine) -> None:
    lay(engine, SYMMETRIC)
    found = offered(engine, SYMMETRIC, 8, NODES)
    forms = {canonical((*SYMMETRIC, point), RENJU, 15, 15) for point in found}
    assert len(forms) == 8


def test_offers_are_completed_without_time(engine: Engine) -> None:
    lay(engine, SYMMETRIC)
    found = offered(engine, SYMMETRIC, 8, Limit(nodes=1))
    forms = {canonical((*SYMMETRIC, point), RENJU, 15, 15) for point in found}
    assert len(forms) == 8


def test_no_more_fifth_stones_are_offered_than_there_are(engine: Engine) -> None:
    engine.new_game(5, 5, RENJU)
    lay(engine, SMALL)
    found = offered(engine, SMALL, 1000, Limit(nodes=1000))
    assert 8 <= len(found) <= 21
    assert len(set(found)) == len(found)


def test_no_fifth_stone_is_forbidden(engine: Engine) -> None:
    stones = (*OPENING, (9, 9))
    lay(engine, stones)
    grid = empty_board(15, 15) | dict(engine.stones)
    found = offered(engine, stones, 8, NODES)
    assert not any(forbidden(grid, cell_at(*point)) for point in found)


def test_white_keeps_the_fifth_stone_that_is_worst_for_black(engine: Engine) -> None:
    stones = (CENTRE, (7, 6), (8, 8), (0, 0))
    lay(engine, stones)
    offers = ((9, 9), (14, 0), (6, 6))
    state = OpeningState(15, 15, FIFTHS[1:], stones, 3, offers)
    assert decide(engine, state, NODES) == ((14, 0),)
    assert len(engine.stones) == 4


STEPS: list[tuple[str, tuple[OpeningAnswer, ...]]] = [
    ("soosyrv-8", ()),
    ("soosyrv-8", OPENING),
    ("soosyrv-8", (*OPENING, "stay")),
    ("soosyrv-8", (*OPENING, "stay", (0, 14))),
    ("soosyrv-8", (*OPENING, "stay", (0, 14), 3)),
    ("soosyrv-8", (*OPENING, "stay", (0, 14), 8, "stay")),
    ("soosyrv-8", (*OPENING, "stay", (0, 14), 2, "stay", (3, 3), (9, 8))),
    ("yamaguchi", OPENING),
    ("taraguchi-10", (CENTRE, "stay", (7, 6), "stay", (8, 6), "stay", (5, 7))),
]


@pytest.mark.timed
def test_every_step_keeps_within_its_time(engine: Engine) -> None:
    limit = Limit(seconds=0.2, soft_seconds=0.15)
    for name, answers in STEPS:
        state = at(engine, name, *answers)
        begun = time.perf_counter()
        decide(engine, state, limit)
        assert time.perf_counter() - begun < limit.seconds + LATE_S, (name, answers)


@pytest.mark.parametrize(("name", "answers"), STEPS)
def test_a_stop_ends_every_step(
    engine: Engine, name: str, answers: tuple[OpeningAnswer, ...]
) -> None:
    state = at(engine, name, *answers)
    timer = threading.Timer(0.1, engine.stop)
    begun = time.perf_counter()
    timer.start()
    assert decide(engine, state, LONG)
    assert time.perf_counter() - begun < LONG.seconds / 6
    assert len(engine.stones) == len(state.stones)

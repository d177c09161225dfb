"""The opening rule Soosyrv-8."""

import threading
import time
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE, cell_at
from brain.openings import soosyrv
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


def test_there_are_26_openings_no_two_alike() -> None:
    openings = [tuple((7 + dx, 7 + dy) for dx, dy in opening) for opening in soosyrv.canonical()]
    assert len(openings) == 26
    assert len({canonical(opening, RENJU, 15, 15) for opening in openings}) == 26
    seconds = [opening[1] for opening in openings]
    assert (seconds.count((7, 6)), seconds.count((8, 6))) == (13, 13)


@pytest.mark.parametrize("size", [5, 6, 15, 22])
def test_an_opening_is_one_that_the_rule_knows_on_every_board(engine: Engine, size: int) -> None:
    engine.new_game(size, size, RENJU)
    (first, second, third) = soosyrv.opening(engine, Limit(nodes=2600))
    steps = [(x - first[0], y - first[1]) for x, y in (second, third)]
    assert first == (size // 2, size // 2)
    assert max(map(abs, steps[0])) == 1
    assert max(map(abs, steps[1])) <= 2
    assert len({first, second, third}) == 3
    assert not engine.stones


def test_openings_vary_and_are_the_same_again_for_the_same_game(engine: Engine) -> None:
    limit = Limit(nodes=2600)
    several = [soosyrv.opening(engine, limit, variety) for variety in range(8)]
    assert len(set(several)) > 4
    engine.forget()
    engine.new_game(15, 15, RENJU)
    first = soosyrv.opening(engine, limit, 3)
    engine.forget()
    engine.new_game(15, 15, RENJU)
    assert soosyrv.opening(engine, limit, 3) == first


def test_an_opening_is_near_to_even(engine: Engine) -> None:
    lay(engine, soosyrv.opening(engine, NODES))
    assert abs(soosyrv.fourth(engine, NODES)[2]) < 100


def test_the_fourth_stone_is_near_to_even_with_its_offers(engine: Engine) -> None:
    lay(engine, OPENING)
    point, offers, score = soosyrv.fourth(engine, NODES)
    assert engine.is_empty(cell_at(*point))
    assert 1 <= offers <= soosyrv.MOST_OFFERS
    assert abs(score) < 100
    assert len(engine.stones) == 3


def test_black_is_taken_when_white_is_worse_whatever_it_plays(engine: Engine) -> None:
    lay(engine, (CENTRE, (0, 0), (8, 7)))  # two in a row, and white in the corner
    assert soosyrv.takes_black(engine, NODES)


def test_black_is_left_when_white_can_make_it_even(engine: Engine) -> None:
    lay(engine, (CENTRE, (8, 8), (0, 14)))
    assert not soosyrv.takes_black(engine, NODES)


def test_white_is_taken_when_black_must_offer_too_many(engine: Engine) -> None:
    lay(engine, (CENTRE, (8, 7), (0, 0), (8, 8)))
    assert soosyrv.takes_white(engine, 8, NODES)


def test_white_is_left_after_a_fourth_stone_far_away(engine: Engine) -> None:
    lay(engine, WIN_OF_BLACK)
    assert not soosyrv.takes_white(engine, 1, NODES)


@pytest.mark.parametrize("offers", [1, 2, 5, 8, 12])
def test_as_many_fifth_stones_are_offered_as_wanted(engine: Engine, offers: int) -> None:
    lay(engine, FOURTH_FAR_AWAY)
    offered = soosyrv.fifths(engine, offers, NODES)
    assert len(set(offered)) == offers
    assert all(engine.is_empty(cell_at(*point)) for point in offered)
    assert len(engine.stones) == 4


def test_no_two_fifth_stones_are_the_same_by_symmetry(engine: Engine) -> None:
    lay(engine, SYMMETRIC)
    offered = soosyrv.fifths(engine, 8, NODES)
    forms = {canonical((*SYMMETRIC, point), RENJU, 15, 15) for point in offered}
    assert len(forms) == 8


def test_offers_are_completed_without_time(engine: Engine) -> None:
    lay(engine, SYMMETRIC)
    offered = soosyrv.fifths(engine, 8, Limit(nodes=1))
    forms = {canonical((*SYMMETRIC, point), RENJU, 15, 15) for point in offered}
    assert len(forms) == 8


def test_no_more_fifth_stones_are_offered_than_there_are(engine: Engine) -> None:
    engine.new_game(5, 5, RENJU)
    lay(engine, ((2, 2), (2, 1), (1, 1), (4, 4)))
    offered = soosyrv.fifths(engine, 1000, Limit(nodes=1000))
    assert 8 <= len(offered) <= 21
    assert len(set(offered)) == len(offered)


def test_no_fifth_stone_is_forbidden(engine: Engine) -> None:
    lay(engine, OPENING)
    engine.place(cell_at(9, 9), WHITE)
    grid = empty_board(15, 15) | dict(engine.stones)
    offered = soosyrv.fifths(engine, 8, NODES)
    assert not any(forbidden(grid, cell_at(*point)) for point in offered)


def test_white_keeps_the_fifth_stone_that_is_worst_for_black(engine: Engine) -> None:
    lay(engine, (CENTRE, (7, 6), (8, 8), (0, 0)))
    offered = ((9, 9), (14, 0), (6, 6))
    assert soosyrv.choice(engine, offered, NODES) == (14, 0)
    assert len(engine.stones) == 4


def test_every_step_keeps_within_its_time(engine: Engine) -> None:
    limit = Limit(seconds=0.2, soft_seconds=0.15)
    begun = time.perf_counter()
    soosyrv.opening(engine, limit)
    lay(engine, OPENING)
    soosyrv.takes_black(engine, limit)
    soosyrv.fourth(engine, limit)
    engine.place(cell_at(9, 9), WHITE)
    soosyrv.takes_white(engine, 3, limit)
    soosyrv.fifths(engine, 8, limit)
    soosyrv.choice(engine, ((3, 3), (8, 8), (9, 8)), limit)
    assert time.perf_counter() - begun < 6 * limit.seconds + LATE_S


Step = Callable[[Engine], object]


@pytest.mark.parametrize(
    ("stones", "step"),
    [
        ((), lambda engine: soosyrv.opening(engine, LONG)),
        (OPENING, lambda engine: soosyrv.takes_black(engine, LONG)),
        (OPENING, lambda engine: soosyrv.fourth(engine, LONG)),
        (FOURTH_FAR_AWAY, lambda engine: soosyrv.takes_white(engine, 3, LONG)),
        (FOURTH_FAR_AWAY, lambda engine: soosyrv.fifths(engine, 8, LONG)),
        (FOURTH_FAR_AWAY, lambda engine: soosyrv.choice(engine, ((3, 3), (9, 8)), LONG)),
    ],
)
def test_a_stop_ends_every_step(engine: Engine, stones: Points, step: Step) -> None:
    lay(engine, stones)
    timer = threading.Timer(0.1, engine.stop)
    begun = time.perf_counter()
    timer.start()
    assert step(engine) is not None
    assert time.perf_counter() - begun < LONG.seconds / 6
    assert len(engine.stones) == len(stones)

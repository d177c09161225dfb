"""The opening rule swap2."""

import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from brain.engine import Analysis, Engine, Limit
from brain.files import stored
from brain.lexicon import BLACK, FREESTYLE, RENJU, STANDARD, WHITE, cell_at
from brain.openings import decisions
from brain.openings.balance import score_of
from brain.openings.decisions import swap2_answer
from brain.openings.make_openings import makes_four
from brain.openings.swap2 import openings
from brain.rules.laws import RULES
from brain.rules.symmetry import Points, canonical
from protocol.match.arena import Arena, Fixture, Terms
from protocol.match.player import Control, Entrant
from protocol.match.tuning import swap2_openings
from protocol.records.games import Ending

MEMORY = 64 << 20  # bytes
NODES = Limit(nodes=30_000)
SWAP: Points = ()  # the answer that takes black
CENTRE = 7  # of a board of 15 x 15
SPOT_CHECKED = 10  # one opening of so many
FAIREST = 100  # evaluation units
MOST_LATE_MS = 40  # of the processor's time, whatever else runs

GOOD_FOR_BLACK = ((7, 7), (0, 14), (8, 8))
GOOD_FOR_WHITE = ((0, 0), (7, 7), (14, 14))
FIVE_GOOD_FOR_BLACK = (*GOOD_FOR_BLACK, (14, 0), (7, 8))
FIVE_GOOD_FOR_WHITE = (*GOOD_FOR_WHITE, (7, 8), (14, 0))


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    yield engine
    engine.close()


def answer(engine: Engine, stones: Points, limit: Limit, variety: int = 0) -> Points:
    """Return the answer of swap2 to stones on the engine's empty board."""
    for (x, y), colour in zip(stones, cycle((BLACK, WHITE)), strict=False):
        engine.place(cell_at(x, y), colour)
    found = swap2_answer(engine, limit, variety)
    assert len(engine.stones) == len(stones)
    engine.clear()
    return found


def on_board(steps: Points) -> Points:
    """Return an opening on a board of 15 x 15."""
    return tuple((CENTRE + dx, CENTRE + dy) for dx, dy in steps)


# Our openings.


@pytest.mark.parametrize("rule", RULES)
def test_the_openings_are_many_and_no_two_alike(rule: int) -> None:
    points = [on_board(opening) for opening in openings(rule)]
    assert len(points) >= 40
    assert len({canonical(opening, rule, 15, 15) for opening in points}) == len(points)
    assert not any(makes_four(opening, 15) for opening in points)
    assert all(0 <= number < 15 for opening in points for point in opening for number in point)


@pytest.mark.parametrize("rule", RULES)
def test_the_openings_are_close_to_even(engine: Engine, rule: int) -> None:
    for opening in openings(rule)[::SPOT_CHECKED]:
        engine.new_game(15, 15, rule)
        for (x, y), colour in zip(on_board(opening), (BLACK, WHITE, BLACK), strict=True):
            engine.place(cell_at(x, y), colour)
        seen: list[Analysis] = []
        engine.think(WHITE, NODES, seen.append)
        assert abs(score_of(seen)) <= FAIREST


@pytest.mark.parametrize(
    ("width", "height"), [(5, 5), (6, 8), (9, 9), (15, 15), (15, 20), (20, 20), (22, 22)]
)
@pytest.mark.parametrize("rule", RULES)
def test_an_opening_fits_on_the_board(engine: Engine, rule: int, width: int, height: int) -> None:
    for variety in range(5):
        engine.new_game(width, height, rule)
        points = answer(engine, (), Limit(nodes=1000), variety)
        assert len(set(points)) == 3
        assert all(0 <= x < width and 0 <= y < height for x, y in points)
        assert engine.stones == ()


def test_the_opening_varies_from_game_to_game() -> None:
    found = []
    for _ in range(2):
        engine = Engine(MEMORY)
        games = []
        for _ in range(20):
            engine.new_game(15, 15, FREESTYLE)
            games.append(answer(engine, (), NODES))
        found.append(games)
        engine.close()
    assert found[0] == found[1]
    assert len(set(found[0])) >= 15


def test_the_opening_varies_with_the_variety(engine: Engine) -> None:
    assert len({answer(engine, (), NODES, variety) for variety in range(20)}) >= 15


def test_a_small_board_gets_an_opening_made_for_it(engine: Engine) -> None:
    found = set()
    for variety in range(3):
        engine.new_game(9, 9, STANDARD)
        points = answer(engine, (), Limit(nodes=100_000), variety)
        found.add(points)
        for (x, y), colour in zip(points, (BLACK, WHITE, BLACK), strict=True):
            engine.place(cell_at(x, y), colour)
        assert abs(engine.think(WHITE, NODES).analysis.score) <= 2 * FAIREST
    assert len(found) > 1


def test_a_seed_determines_the_openings(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap2_openings, "STAGES", ((1000, 60),))

    def first_of(seed: int) -> Points:
        engine.forget()
        return next(swap2_openings.make(engine, FREESTYLE, 2000, seed))

    assert first_of(1) == first_of(1) != first_of(2)


def test_written_data_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Points] = [((0, 0), (-7, 7), (1, -2)), ((3, 3), (0, 1), (-1, -1))]
    monkeypatch.setattr(stored, "DATA", tmp_path)
    swap2_openings.write(RENJU, made[:1])
    path = swap2_openings.write(RENJU, made)
    assert list(tmp_path.iterdir()) == [path]
    assert openings(RENJU) == tuple(made)


# Choosing.


@pytest.mark.parametrize(("rule", "size"), [(FREESTYLE, 20), *((rule, 15) for rule in RULES)])
def test_who_finds_black_better_swaps(engine: Engine, rule: int, size: int) -> None:
    for stones in (GOOD_FOR_BLACK, FIVE_GOOD_FOR_BLACK):
        engine.new_game(size, size, rule)
        assert answer(engine, stones, NODES) == SWAP


@pytest.mark.parametrize(("rule", "size"), [(FREESTYLE, 20), *((rule, 15) for rule in RULES)])
def test_who_finds_white_better_plays(engine: Engine, rule: int, size: int) -> None:
    for stones in (GOOD_FOR_WHITE, FIVE_GOOD_FOR_WHITE):
        engine.new_game(size, size, rule)
        (point,) = answer(engine, stones, NODES)
        assert point not in stones
        assert all(0 <= number < size for number in point)


def test_who_finds_neither_better_puts_two_stones(engine: Engine) -> None:
    answers = []
    for opening in openings(FREESTYLE):
        stones = on_board(opening)
        engine.new_game(15, 15, FREESTYLE)
        points = answer(engine, stones, Limit(nodes=60_000))
        assert not set(points) & set(stones)
        answers.append(len(set(points)))
        if answers.count(2) == 3:
            break
    assert answers.count(2) == 3


def test_a_soft_limit_leaves_time_for_two_stones(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "DOUBT", 10_000)
    engine.new_game(15, 15, FREESTYLE)
    began = time.process_time()
    stones = on_board(openings(FREESTYLE)[0])
    assert len(answer(engine, stones, Limit(soft_seconds=0.2, seconds=5.0))) == 2
    assert time.process_time() - began < 2


def test_after_five_stones_no_side_may_place_two(engine: Engine) -> None:
    for opening in openings(RENJU)[:6]:
        engine.new_game(15, 15, RENJU)
        stones = (*on_board(opening), (0, 0), (14, 14))
        assert len(answer(engine, stones, Limit(nodes=5000))) <= 1


# The limits.


@pytest.mark.parametrize("stones", [GOOD_FOR_WHITE, on_board(openings(FREESTYLE)[0])])
def test_a_number_of_nodes_always_gives_the_same(engine: Engine, stones: Points) -> None:
    found = set()
    for _ in range(2):
        engine.new_game(15, 15, FREESTYLE)
        found.add(answer(engine, stones, NODES))
        assert engine.stones == ()
        engine.forget()
    assert len(found) == 1


@pytest.mark.parametrize("count", [0, 3, 5])
@pytest.mark.parametrize("hard_ms", [5, 100])
def test_time_is_kept(engine: Engine, count: int, hard_ms: int) -> None:
    stones = (*on_board(openings(FREESTYLE)[0]), (0, 0), (14, 14))[:count]
    engine.new_game(15, 15, FREESTYLE)
    answer(engine, stones, Limit(nodes=20_000))  # all memory is in use before
    began = time.process_time()
    answer(engine, stones, Limit(seconds=hard_ms / 1000))
    assert (time.process_time() - began) * 1000 - hard_ms < MOST_LATE_MS


def test_a_stop_ends_the_search_for_an_answer(engine: Engine) -> None:
    engine.new_game(15, 15, FREESTYLE)
    stopping = threading.Timer(0.05, engine.stop)
    began = time.process_time()
    stopping.start()
    points = answer(engine, on_board(openings(FREESTYLE)[0]), Limit(seconds=10.0))
    assert time.process_time() - began < 0.5
    stopping.join()
    assert len(points) <= 1
    assert not engine.is_stopped


# Whole games.


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_two_brains_open_their_games_by_themselves(rule: int) -> None:
    command = (sys.executable, "-m", "protocol")
    control = Control(turn_ms=5000)
    entrants = [Entrant(name, command, control=control, nodes=100) for name in ("A", "B")]
    arena = Arena(entrants, Terms(rule, 15, 15, swap2=True))
    try:
        games = [arena.play(Fixture(n, n, 1, *names)) for n, names in enumerate(("AB", "BA"))]
    finally:
        arena.close()
    assert {game.ending for game in games} <= {Ending.FIVE, Ending.FULL_BOARD, Ending.MOVE_LIMIT}
    assert {len(game.opening) for game in games} <= {3, 5}
    assert games[0].opening[:3] != games[1].opening[:3]

"""Strength: at 100 the engine is itself; below, it plays weaker but never absurdly."""

import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from brain.engine import Analysis, Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE, cell_at, opponent
from brain.rules.laws import RULES
from brain.thinking import native, strength
from brain.thinking.strength import FULL_STRENGTH, level_of
from brain.thinking.think import Task
from tests.support.fake_engine import FakeEngine

MEMORY = 16 << 20  # bytes
POSITIONS = 40  # random ones
LONGEST_GAME = 150  # stones
LEVELS = [level_of(number) for number in range(FULL_STRENGTH + 1)]
WEAK = Task(BLACK, Limit(nodes=LEVELS[0].nodes))


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    yield engine
    engine.close()


def set_up(engine: Engine, seed: int, rule: int, middle: int = 9) -> None:
    """Lay up to 20 stones of each colour at random in the middle of the board; black is to move."""
    random = Random(seed)
    engine.new_game(15, 15, rule)
    edge = (15 - middle) // 2
    cells = [cell_at(edge + x, edge + y) for x in range(middle) for y in range(middle)]
    chosen = random.sample(cells, 2 * random.randint(1, 20))
    for index, cell in enumerate(chosen):
        engine.place(cell, BLACK + index % 2)


def lay(engine: Engine, own: int, theirs: int) -> None:
    """Lay four black stones in a row from (x, own) and four white ones, each closed on the left."""
    engine.new_game(15, 15, RENJU)
    for x in range(4):
        engine.place(cell_at(5 + x, own), BLACK)
        engine.place(cell_at(5 + x, theirs), WHITE)
    engine.place(cell_at(4, theirs), BLACK)
    engine.place(cell_at(4, own), WHITE)


def winner(engines: dict[int, Engine], numbers: dict[int, int], seed: int) -> int:
    """Return the colour that wins a game between strengths by colour, 0 for a draw."""
    library = native.load()
    colour = BLACK
    for engine in engines.values():
        engine.new_game(15, 15, 0)
    random = Random(seed)
    moves = random.sample([cell_at(x, y) for x in range(5, 10) for y in range(5, 10)], 4)
    for stone in range(LONGEST_GAME):
        task = Task(colour, Limit())
        thinker = engines[numbers[colour]]
        move = moves[stone] if stone < len(moves) else 0
        move = move or strength.think(thinker, task, numbers[colour]).move
        for engine in engines.values():
            engine.place(move, colour)
        if library.has_five(thinker.searcher.record, move):
            return colour
        colour = opponent(colour)
    return 0


# The scale


def test_full_strength_passes_the_request_to_the_engine_unchanged() -> None:
    seen: list[Analysis] = []
    task = Task(
        WHITE,
        Limit(0.2, 3000, 4, soft_seconds=0.1, since=5.0),
        1,
        frozenset({7}),
        seen.append,
        print,
    )
    weakened, plain = FakeEngine(), FakeEngine()
    result = strength.think(weakened, task, FULL_STRENGTH)
    assert result == plain.think(WHITE, task.limit, barred=task.barred, watch=task.watch)
    assert weakened.asked == plain.asked
    assert seen == [result.analysis]


def test_several_lines_are_searched_at_full_strength() -> None:
    engine = FakeEngine()
    result = strength.think(engine, Task(BLACK, Limit(), lines=3), 0)
    assert len(result.lines) == 3
    assert engine.asked[0].limit == Limit()


def test_a_weaker_level_has_fewer_nodes_and_never_overlooks_less() -> None:
    for weak, strong in pairwise(LEVELS):
        assert weak.nodes < strong.nodes
        assert weak.oversight >= strong.oversight
        for key in range(0, strength.KEYS, strength.KEYS // 50):
            assert weak.overlooked(key) >= strong.overlooked(key)


def test_a_weak_level_keeps_to_its_nodes(engine: Engine) -> None:
    set_up(engine, 1, RENJU)
    for level in LEVELS[30:90:10]:
        found = strength.think(engine, Task(BLACK, Limit()), level.strength)
        assert found.analysis.nodes <= level.nodes


def test_fewer_nodes_are_searched_where_the_manager_wants_fewer() -> None:
    engine = FakeEngine()
    strength.think(engine, Task(BLACK, Limit(nodes=7, depth=3, seconds=0.009)), 90)
    limits = engine.asked[0].limit
    assert (limits.nodes, limits.depth, limits.ms) == (7, 3, 9)


def test_a_much_stronger_level_wins_almost_every_game() -> None:
    engines = {20: Engine(MEMORY), 60: Engine(MEMORY)}
    points = 0
    for seed in range(10):
        points += winner(engines, {BLACK: 60, WHITE: 20}, seed) == BLACK
        points += winner(engines, {BLACK: 20, WHITE: 60}, seed) == WHITE
    for engine in engines.values():
        engine.close()
    assert points >= 16


# What is overlooked


def test_the_weakest_level_overlooks_most_of_the_best_moves(engine: Engine) -> None:
    overlooked = 0
    for seed in range(POSITIONS):
        set_up(engine, seed, RENJU)
        best = engine.think(BLACK, WEAK.limit).move
        overlooked += strength.think(engine, WEAK, 0).move != best
    assert overlooked > POSITIONS // 2


@pytest.mark.parametrize("theirs", range(3, 14))
def test_a_five_is_made_even_by_the_weakest(engine: Engine, theirs: int) -> None:
    lay(engine, 1, theirs)
    assert strength.think(engine, WEAK, 0).move == cell_at(9, 1)


@pytest.mark.parametrize("theirs", range(3, 14))
def test_a_five_is_stopped_even_by_the_weakest(engine: Engine, theirs: int) -> None:
    lay(engine, 1, theirs)
    engine.place(cell_at(9, 1), WHITE)
    assert strength.think(engine, WEAK, 0).move == cell_at(9, theirs)


def test_only_lines_without_overlooked_moves_are_reported() -> None:
    engine = FakeEngine()
    engine.searcher.record.key = strength.KEYS - 1  # where most is overlooked
    seen: list[Analysis] = []
    result = strength.think(engine, Task(BLACK, Limit(), report=seen.append), 0)
    assert len(engine.asked) == 1 + strength.MOST_OVERLOOKED
    assert seen == [result.analysis]
    assert result.move not in engine.asked[-1].barred


# What holds at every level


@pytest.mark.parametrize("rule", RULES)
def test_every_level_plays_on_empty_cells_that_are_allowed(engine: Engine, rule: int) -> None:
    for seed in range(POSITIONS):
        set_up(engine, seed, rule)
        before = engine.stones
        move = strength.think(engine, Task(BLACK, Limit()), seed * 2).move
        assert engine.is_empty(move)
        assert move not in engine.forbidden_points()
        assert engine.stones == before


@pytest.mark.parametrize("number", [0, 25, 50, 75])
def test_the_same_position_has_the_same_answer(number: int) -> None:
    moves = []
    for _ in range(2):
        engine = Engine(MEMORY)
        for seed in range(10):
            set_up(engine, seed, RENJU)
            moves.append(strength.think(engine, Task(BLACK, Limit()), number).move)
        engine.close()
    assert moves[:10] == moves[10:]


def test_barred_cells_are_not_chosen(engine: Engine) -> None:
    for seed in range(POSITIONS):
        set_up(engine, seed, RENJU)
        best = strength.think(engine, WEAK, 0).move
        barred = frozenset({best, engine.think(BLACK, WEAK.limit).move})
        move = strength.think(engine, Task(BLACK, Limit(), barred=barred), 0).move
        assert engine.is_empty(move)
        assert move not in barred


def test_the_last_cell_is_played_and_then_there_is_none(engine: Engine) -> None:
    engine.new_game(5, 5, RENJU)
    cells = [cell_at(x, y) for y in range(5) for x in range(5)]
    for index, cell in enumerate(cells[1:]):
        engine.place(cell, (BLACK, BLACK, WHITE, WHITE)[(index + index // 5) % 4])
    assert strength.think(engine, WEAK, 0).move == cells[0]
    engine.place(cells[0], WHITE)
    assert strength.think(engine, WEAK, 0).move == 0


@pytest.mark.timed
def test_the_clock_that_runs_is_kept(engine: Engine) -> None:
    set_up(engine, 1, RENJU)
    started = time.perf_counter()
    task = Task(BLACK, Limit(seconds=0.05, since=started - 0.04))
    assert engine.is_empty(strength.think(engine, task, 99).move)
    assert time.perf_counter() - started < 0.2

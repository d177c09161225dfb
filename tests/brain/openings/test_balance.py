"""Stones that balance a position, or leave a side a given advantage."""

import random
import threading
import time
from collections.abc import Iterator
from statistics import median

import pytest

from brain.engine import Analysis, Engine, Limit
from brain.lexicon import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    WHITE,
    cell_at,
    mate_in,
    opponent,
)
from brain.openings.balance import Balanced, balance, score_of
from brain.rules.laws import RULES
from tests.support.boards import Drawing, parse

MEMORY = 64 << 20  # bytes
NODES = Limit(nodes=60_000)
# Positions of a median and the nodes of a search there: with capped fives or fouls the scores
# spread less, and fewer positions are cheaper than fewer nodes.
FEW, MANY = (5, NODES), (17, Limit(nodes=20_000))
MEDIANS = {rule: MANY if rule in (FREESTYLE, STANDARD) else FEW for rule in RULES}
MOST_LATE_MS = 40  # of the processor's time, whatever else runs
MIDDLE = [cell_at(x, y) for y in range(5, 10) for x in range(5, 10)]

OPENING = parse("""
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . X . . . . . . . .
    . . . . . . . O . . . . . . .
    . . . . . . . X . O . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . X . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
""")
# White is to move; only stones next to black's three, or at its ends, don't lose.
ATTACK = parse("""
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . O O . . . .
    . . . X X X . . .
    . . . . . O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
""")
# One of the two empty cells is forbidden for black.
OVERLINE = parse("""
    X X X * X X
    O O X O O X
    X X O X X O
    O O X O O X
    X X O X X +
""")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    yield engine
    engine.close()


def placed(engine: Engine, colour: int, stones: int, bias: int, limits: Limit) -> tuple[int, ...]:
    return balance(engine, colour, stones, bias, limits).cells


def set_up(engine: Engine, drawing: Drawing, rule: int = FREESTYLE) -> Engine:
    """Put a drawing's stones on the engine's board; return it."""
    engine.new_game(drawing.width, drawing.height, rule)
    for cell, colour in drawing.stones():
        engine.place(cell, colour)
    return engine


def score_after(engine: Engine, cells: tuple[int, ...], colour: int, limits: Limit) -> float:
    """Place the stones, a colour's first; return the score for that colour."""
    turn = colour
    for cell in cells:
        engine.place(cell, turn)
        turn = opponent(turn)
    seen: list[Analysis] = []
    engine.think(turn, limits, seen.append)
    return score_of(seen) if turn == colour else -score_of(seen)


# What is found.


@pytest.mark.parametrize("rule", RULES)
def test_two_stones_leave_little_to_either_side(engine: Engine, rule: int) -> None:
    positions, limits = MEDIANS[rule]
    assert typical_miss(engine, rule, range(positions), 5, 2, 0, limits) <= 120


@pytest.mark.parametrize(("stones", "bias"), [(1, -200), (1, 200), (2, 200)])
def test_the_side_that_was_to_move_gets_about_the_bias(
    engine: Engine, stones: int, bias: int
) -> None:
    assert typical_miss(engine, FREESTYLE, range(5), 4, stones, bias) <= 150


def typical_miss(
    engine: Engine,
    rule: int,
    seeds: range,
    played: int,
    stones: int,
    bias: int,
    limits: Limit = NODES,
) -> float:
    """Return the median distance of a longer search's score from the bias, over positions with this
    number of stones. Some of them are decided.
    """
    misses = []
    turn = BLACK + played % 2
    for seed in seeds:
        engine.new_game(15, 15, rule)
        for number, cell in enumerate(random.Random(seed).sample(MIDDLE, played)):
            engine.place(cell, BLACK + number % 2)
        cells = placed(engine, turn, stones, bias, limits)
        assert len(set(cells)) == stones
        misses.append(abs(score_after(engine, cells, turn, limits) - bias))
    return median(misses)


def test_most_biases_are_met_by_two_stones(engine: Engine) -> None:
    misses = []
    for bias in (-300, -200, -100, 100, 200):
        cells = placed(set_up(engine, OPENING), WHITE, 2, bias, NODES)
        misses.append(abs(score_after(engine, cells, WHITE, NODES) - bias))
    assert median(misses) <= 150


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_proven_result_is_not_balanced(engine: Engine, colour: int) -> None:
    """Black wins by a four, and white loses unless it prevents one."""
    (cell,) = placed(set_up(engine, ATTACK), colour, 1, 20_000, NODES)
    engine.place(cell, colour)
    assert not mate_in(engine.think(opponent(colour), Limit(depth=4)).analysis.score)


@pytest.mark.parametrize("stones", [1, 2])
@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_an_empty_board_is_balanced(engine: Engine, rule: int, stones: int) -> None:
    engine.new_game(15, 15, rule)
    cells = placed(engine, BLACK, stones, 0, NODES)
    assert len(set(cells)) == stones
    assert abs(score_after(engine, cells, BLACK, NODES)) <= 150


# The law.


def test_black_is_kept_from_a_forbidden_point(engine: Engine) -> None:
    forbidden, other = OVERLINE.marked("*"), OVERLINE.marked("+")
    set_up(engine, OVERLINE, RENJU)
    assert engine.forbidden_points() == (forbidden,)
    assert placed(engine, BLACK, 1, 0, NODES) == (other,)
    assert placed(engine, WHITE, 2, 0, NODES) == (forbidden, other)


def test_the_end_of_the_game_is_not_balanced(engine: Engine) -> None:
    row = parse(". X X X X . . . .\n" + ". . O . O . O . O\n" * 4)
    ends = {cell_at(0, 0), cell_at(5, 0)}
    assert not ends & set(placed(set_up(engine, row), BLACK, 1, 0, NODES))


def test_no_stone_is_found_on_a_full_board(engine: Engine) -> None:
    full = parse("X O X O X\nO X O X O\nO X O X O\nX O X O X\nX O X O .")
    set_up(engine, full)
    assert placed(engine, BLACK, 2, 0, NODES) == ()
    (last,) = placed(engine, BLACK, 1, 0, NODES)
    engine.place(last, BLACK)
    assert placed(engine, WHITE, 1, 0, NODES) == ()


# The limits.


def test_the_position_stays_as_it_is(engine: Engine) -> None:
    set_up(engine, OPENING, RENJU)
    before = engine.stones, engine.key
    for stones in (1, 2):
        placed(engine, WHITE, stones, 0, Limit(nodes=20_000))
        placed(engine, WHITE, stones, 0, Limit(seconds=0.005))
    assert (engine.stones, engine.key) == before


@pytest.mark.parametrize("stones", [1, 2])
def test_a_number_of_nodes_always_gives_the_same(stones: int) -> None:
    found: set[Balanced] = set()
    for _ in range(2):
        engine = Engine(MEMORY)
        found.add(balance(set_up(engine, OPENING, CARO), WHITE, stones, 0, NODES))
        engine.close()
    assert len(found) == 1


@pytest.mark.parametrize("stones", [1, 2])
@pytest.mark.parametrize("hard_ms", [5, 30, 100])
def test_time_is_kept(engine: Engine, stones: int, hard_ms: int) -> None:
    set_up(engine, OPENING)
    placed(engine, WHITE, stones, 0, Limit(nodes=20_000))  # all memory is in use before
    began = time.process_time()
    assert len(placed(engine, WHITE, stones, 0, Limit(seconds=hard_ms / 1000))) == stones
    assert (time.process_time() - began) * 1000 - hard_ms < MOST_LATE_MS


def test_a_soft_limit_ends_the_search(engine: Engine) -> None:
    set_up(engine, OPENING)
    began = time.process_time()
    placed(engine, WHITE, 2, 0, Limit(soft_seconds=0.1, seconds=5.0))
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("after_ms", [0, 20, 300])
def test_a_stop_ends_the_search_with_the_best_so_far(engine: Engine, after_ms: int) -> None:
    set_up(engine, OPENING)
    stopping = threading.Timer(after_ms / 1000, engine.stop)
    began = time.process_time()
    stopping.start()
    cells = placed(engine, WHITE, 2, 0, Limit())
    assert time.process_time() - began < after_ms / 1000 + 0.3
    stopping.join()
    assert not engine.is_stopped
    assert len(cells) == 2
    assert all(OPENING.board[cell] == EMPTY for cell in cells)


def test_without_limits_the_search_ends(engine: Engine) -> None:
    row = parse(". X O X O\nX O X O X\nX O X O X\nO X O X O\nO X O X .")
    assert len(placed(set_up(engine, row), WHITE, 2, 0, Limit())) == 2

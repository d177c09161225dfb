"""The network's arithmetic, on every processor level, against plain arithmetic."""

import random
from functools import cache
from types import SimpleNamespace

import pytest

from brain.engine import Engine
from brain.layout import INPUTS, REGIONS
from brain.lexicon import BLACK, FREESTYLE, RENJU, STANDARD, WHITE, cell_at
from tests.support import network_twin as twin
from tests.support.kernels import Plain

network = Plain("brain.kernels.eval.network")

SIZES = (5, 8, 15, 19, 22)
BOARDS = 12
MEMORY = 1 << 20


def random_position(engine: Engine, dice: random.Random, rule: int) -> None:
    """Set up stones at random, most of them in the middle."""
    size = dice.choice(SIZES)
    engine.new_game(size, size, rule)
    for number in range(dice.randint(0, size * size // 3)):
        x, y = (int(dice.gauss(size / 2, size / 5)) for _ in range(2))
        if 0 <= x < size and 0 <= y < size and engine.is_empty(cell_at(x, y)):
            engine.searcher.library.place(engine.searcher.record, cell_at(x, y), BLACK + number % 2)


Judgement = tuple[int, dict[int, int]]  # a position's score, and each move's in the order


def weights_of(rule: int, has_star: bool) -> twin.Weights:
    weights = twin.random_weights(rule)
    return twin.with_star(weights, rule) if has_star else weights


@cache
def by_plain_arithmetic(rule: int, colours: int, has_star: bool) -> list[Judgement]:
    """Return the twin's judgements of random positions, for each colour to move."""
    weights = weights_of(rule, has_star)
    found, dice = [], random.Random(rule)
    with Engine(MEMORY) as engine:
        for _ in range(BOARDS):
            random_position(engine, dice, rule)
            engine.searcher.load_network(twin.packed(weights, colours))
            for colour in (BLACK, WHITE):
                score = twin.score(weights, engine, colour, colours)
                found.append((score, twin.order(weights, engine, colour, colours)))
    return found


@pytest.mark.parametrize("level", ["2", "3", "4"])
@pytest.mark.parametrize(
    ("rule", "colours", "has_star"),
    [
        (FREESTYLE, 1, False),
        (STANDARD, 1, False),
        (RENJU, 2, False),
        (STANDARD, 1, True),
        (RENJU, 2, True),
    ],
)
def test_score_and_order_are_those_of_plain_arithmetic(
    level: str, rule: int, colours: int, has_star: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = iter(by_plain_arithmetic(rule, colours, has_star))
    monkeypatch.setenv("TENGEN_LEVEL", level)
    weights = weights_of(rule, has_star)
    dice = random.Random(rule)
    scores = []
    with Engine(MEMORY) as engine:
        for _ in range(BOARDS):
            random_position(engine, dice, rule)
            engine.searcher.load_network(twin.packed(weights, colours))
            for colour in (BLACK, WHITE):
                found = engine.searcher.library.judge(engine.searcher.record, colour)
                score, order = next(twins)
                assert found == score
                scores.append(found)
                assert twin.order_found(engine, colour, len(order)) == order
    assert len(set(scores)) > BOARDS


def test_without_a_network_the_score_is_the_classical_one() -> None:
    with Engine(MEMORY) as engine:
        random_position(engine, random.Random(1), FREESTYLE)
        engine.searcher.load_network(b"")
        for colour in (BLACK, WHITE):
            classical = engine.searcher.library.evaluate(engine.searcher.record, colour)
            assert engine.searcher.library.judge(engine.searcher.record, colour) == classical


def test_sums_at_their_limit_stay_there() -> None:
    weights = twin.random_weights(1)
    weights["embedding"][:] = 9000
    with Engine(MEMORY) as engine:
        engine.new_game(15, 15, FREESTYLE)
        for number, cell in enumerate(cell_at(x, x) for x in range(1, 14, 2)):
            engine.searcher.library.place(engine.searcher.record, cell, BLACK + number % 2)
        engine.searcher.load_network(twin.packed(weights, 1))
        engine.searcher.library.judge(engine.searcher.record, BLACK)
        assert max(engine.searcher.record.network_activation[:INPUTS]) == twin.SHORT
        assert engine.searcher.library.judge(engine.searcher.record, BLACK) == twin.score(
            weights, engine, BLACK, 1
        )
    assert len(sum(twin.KINDS, ())) == REGIONS


@pytest.mark.parametrize(
    ("classical", "is_evaluated"),
    [(-101, False), (-100, False), (-99, True), (0, True), (109, True), (110, False), (111, False)],
)
def test_the_network_is_evaluated_within_the_gate_of_the_window(
    classical: int, is_evaluated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate is 100 and the window from 0 to 10."""
    names = network.evaluate_in.__globals__
    monkeypatch.setitem(names, "load_word", lambda address: 100)
    monkeypatch.setitem(names, "evaluate", lambda record, colour: classical)
    monkeypatch.setitem(names, "cached_score", lambda record, colour, score: 5000)
    expected = 5000 if is_evaluated else classical
    assert network.evaluate_in(SimpleNamespace(network_address=8), BLACK, 0, 10) == expected
    assert network.evaluate_in(SimpleNamespace(network_address=0), BLACK, 0, 10) == classical

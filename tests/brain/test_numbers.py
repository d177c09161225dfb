"""No number passed to the engine crashes the interpreter or leaves the engine unable to play."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain import Board
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE

MEMORY = 64 << 20  # bytes
ODD = (-(1 << 70), -1, 0, 1, 2, 3, 15, 30, 365, 1023, 1024, 10**12, 1 << 70)  # as any number


@settings(max_examples=30)
@given(st.data())
def test_no_number_breaks_the_engine(engine_of_renju: Engine, data: st.DataObject) -> None:
    """Each number is accepted or raises ValueError; afterwards the engine still plays."""
    engine, number = engine_of_renju, st.sampled_from(ODD)
    a, b, c = (data.draw(number) for _ in range(3))
    calls: tuple[Callable[[], object], ...] = (
        lambda: engine.place(a, b),
        lambda: engine.take_back(a),
        lambda: engine.new_game(a, b, c),
        lambda: engine.new_game(15, 15, RENJU, (a, b)),
        lambda: engine.lay(15, 15, c, ((a, b),)),
        lambda: engine.set_caution(a),
        lambda: engine.is_empty(a),
        lambda: engine.is_forbidden(a),
        lambda: engine.makes_five(a, b),
        lambda: engine.think(a, Limit(depth=1)),
        lambda: engine.think(BLACK, Limit(depth=1), lines=b, barred=(c,)),
        lambda: engine.think(BLACK, Limit(depth=1, nodes=c)),
        lambda: engine.play(Board(), Limit(depth=1), a),
    )
    with suppress(ValueError):
        data.draw(st.sampled_from(calls))()
    assert engine.is_empty(engine.think(WHITE, Limit(depth=1, nodes=200)).move)


@pytest.fixture(scope="module")
def engine_of_renju() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    engine.new_game(15, 15, RENJU)
    yield engine
    engine.close()

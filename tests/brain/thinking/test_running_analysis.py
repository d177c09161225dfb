"""An analysis in the background."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from brain import Board, Engine, Limit
from brain.thinking.searcher import BUSY

BOARD = Board.read("15 standard h8i9")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(memory_bytes=1 << 26) as engine:
        yield engine


def test_its_lines_are_those_of_an_analysis(engine: Engine) -> None:
    running = engine.analysis(BOARD, Limit(depth=3), lines=2)
    assert [(line.depth, line.rank) for line in running] == [
        (depth, rank) for depth in (1, 2, 3) for rank in (1, 2)
    ]
    assert list(running) == []
    assert running.result.lines[0].depth == 3
    engine.forget()
    expected = engine.analyse(BOARD, Limit(depth=3), lines=2)
    assert running.result.move == expected.move


def test_leaving_the_block_ends_the_search_and_frees_the_engine(engine: Engine) -> None:
    with engine.analysis(BOARD) as running:
        assert next(running).depth == 1
        with pytest.raises(ValueError, match="thinking"):
            engine.clear()
    assert running.result.stopped
    assert running.result.move
    running.stop()
    assert not engine.play(BOARD, Limit(nodes=100)).stopped


def test_an_engine_is_not_stopped_by_an_analysis_that_has_ended(engine: Engine) -> None:
    with engine.analysis(BOARD, Limit(nodes=100)) as running:
        list(running)
    assert not engine.play(BOARD, Limit(nodes=100)).stopped


def test_an_engine_that_is_closed_ends_its_analysis() -> None:
    with Engine(memory_bytes=1 << 26) as engine:
        running = engine.analysis(BOARD)
        next(running)
    assert running.result.stopped
    with pytest.raises(ValueError, match="closed"):
        engine.play(BOARD, Limit(nodes=100))


def test_a_second_search_is_refused_from_any_thread(engine: Engine) -> None:
    """Unguarded, both would lay their stones on one board."""
    with engine.analysis(BOARD) as running:
        next(running)
        for search in (engine.play, engine.analyse, engine.analysis):
            with pytest.raises(ValueError, match="the engine is thinking: call stop"):
                search(BOARD, Limit(nodes=100))
    with ThreadPoolExecutor(4) as pool:
        tried = [pool.submit(engine.play, BOARD, Limit(nodes=300)) for _ in range(40)]
    moves = {one.result().move for one in tried if not one.exception()}
    errors = {str(one.exception()) for one in tried if one.exception()}
    assert moves
    assert errors <= {BUSY}


def test_an_impossible_request_is_refused_at_once(engine: Engine) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        engine.analysis(Board.read("a1a2b1b2c1c2d1d2e1"))
    with pytest.raises(ValueError, match="lines: expected"):
        engine.analysis(BOARD, lines=0)


def test_an_error_of_the_search_is_raised_where_the_lines_are_read(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "analyse", lambda *_: 1 / 0)
    running = engine.analysis(BOARD)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            next(running)
    with pytest.raises(ZeroDivisionError):
        _ = running.result

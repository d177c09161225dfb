"""What the engine offers beyond the best move: several lines, barred cells, news, threads."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import psutil
import pytest

from brain.engine import Analysis, Engine, Limits, Mark
from brain.kernels.moves import HISTORY_LIMIT, learn
from brain.layout import dtype
from brain.lexicon import BLACK, FREESTYLE, RENJU, RULES, WHITE, cell_at, mate_in

MEMORY = 64 << 20  # bytes
QUIET = ((7, 7), (8, 6), (6, 8), (8, 8), (8, 7), (6, 6))
OPEN_THREE = ((7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4))  # black to move wins by an open four


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    yield engine
    engine.close()


def set_up(engine: Engine, places: tuple[tuple[int, int], ...], rule: int = FREESTYLE) -> None:
    engine.new_game(15, 15, rule)
    for index, place in enumerate(places):
        engine.play(cell_at(*place), BLACK + index % 2)


def test_several_lines_have_different_moves_and_come_best_first(engine: Engine) -> None:
    set_up(engine, QUIET)
    result = engine.think(BLACK, Limits(depth=6), lines=5)
    assert [line.rank for line in result.lines] == [1, 2, 3, 4, 5]
    assert len({line.line[0] for line in result.lines}) == 5
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert (result.move, result.analysis) == (result.lines[0].line[0], result.lines[0])


def test_every_line_of_every_iteration_is_reported(engine: Engine) -> None:
    set_up(engine, QUIET)
    seen: list[Analysis] = []
    engine.think(BLACK, Limits(depth=4), seen.append, lines=2)
    assert [(each.depth, each.rank) for each in seen] == [
        (depth, rank) for depth in (1, 2, 3, 4) for rank in (1, 2)
    ]


def test_a_win_by_fours_stays_the_first_line(engine: Engine) -> None:
    set_up(engine, OPEN_THREE)
    result = engine.think(BLACK, Limits(depth=4), lines=3)
    assert mate_in(result.lines[0].score) == 3
    assert len({line.line[0] for line in result.lines}) == 3


def test_more_lines_than_moves_give_as_many_as_there_are(engine: Engine) -> None:
    engine.new_game(5, 5, FREESTYLE)
    cells = [cell_at(x, y) for y in range(5) for x in range(5)]
    for index, cell in enumerate(cells[:22]):
        engine.play(cell, (BLACK, BLACK, WHITE, WHITE)[(index + index // 5) % 4])
    assert len(engine.think(BLACK, Limits(depth=2), lines=9).lines) == 3


def test_a_barred_cell_is_not_chosen_even_if_it_wins(engine: Engine) -> None:
    set_up(engine, OPEN_THREE)
    best = engine.think(BLACK, Limits(depth=4)).move
    other = engine.think(BLACK, Limits(depth=4), barred=[best]).move
    assert engine.is_empty(other)
    assert other != best


def test_there_is_no_move_when_every_cell_is_barred(engine: Engine) -> None:
    set_up(engine, QUIET)
    cells = [cell_at(x, y) for x in range(15) for y in range(15)]
    assert engine.think(BLACK, Limits(depth=2), barred=cells).move == 0
    engine.new_game(15, 15, FREESTYLE)
    assert engine.think(BLACK, Limits(depth=2), barred=cells).move == 0


def test_bars_are_forgotten_after_a_think(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.think(BLACK, Limits(depth=5)).move
    engine.think(BLACK, Limits(depth=5), barred=[before])
    engine.forget()
    assert engine.think(BLACK, Limits(depth=5)).move == before


def test_watching_tells_of_moves_searched_and_of_the_best(engine: Engine) -> None:
    set_up(engine, QUIET[:2])
    marks: list[Mark] = []
    move = engine.think(BLACK, Limits(hard_ms=1000), watch=marks.append).move
    assert {mark.kind for mark in marks} >= {"POS", "DONE", "BEST"}
    assert all(engine.is_empty(mark.cell) for mark in marks)
    assert move in {mark.cell for mark in marks if mark.kind == "BEST"}


def test_watching_tells_of_moves_that_lose(engine: Engine) -> None:
    set_up(engine, (*OPEN_THREE, (7, 8), (14, 14), (7, 9)))  # two open threes
    marks: list[Mark] = []
    engine.think(WHITE, Limits(depth=4), watch=marks.append)
    assert "LOST" in {mark.kind for mark in marks}


def test_threads_search_more_and_find_the_same_win(engine: Engine) -> None:
    engine.set_threads(3)
    set_up(engine, OPEN_THREE, RENJU)
    assert mate_in(engine.think(BLACK, Limits(depth=6)).analysis.score) == 3
    set_up(engine, QUIET, RENJU)
    result = engine.think(BLACK, Limits(nodes=20_000))
    assert result.analysis.nodes > 20_000
    assert engine.is_empty(result.move)


def test_a_stop_ends_all_threads(engine: Engine) -> None:
    engine.set_threads(2)
    set_up(engine, QUIET)
    engine.stop()
    assert engine.is_empty(engine.think(BLACK, Limits()).move)


def test_a_think_leaves_what_it_learnt_to_the_next(engine: Engine) -> None:
    set_up(engine, QUIET)
    engine.think(BLACK, Limits(nodes=5000))
    learnt = bytes(engine.record.history)
    engine.play(cell_at(0, 14), BLACK)
    engine.think(WHITE, Limits(nodes=1))
    assert any(learnt)
    assert bytes(engine.record.history) == learnt


def test_no_move_stays_left_out_where_a_think_was_stopped(engine: Engine) -> None:
    set_up(engine, QUIET)
    for nodes in range(5000, 10_000, 100):
        engine.forget()
        engine.think(BLACK, Limits(nodes=nodes))
        assert not any(bytes(engine.record.excluded))


def test_what_is_learnt_of_a_move_stays_inside_its_limit() -> None:
    memory = np.zeros(1, dtype()).view(np.recarray)[0]
    cell = cell_at(7, 7)
    for share in (0.5, 1.5, -3, -3, 50):
        learn(memory, BLACK, cell, int(share * HISTORY_LIMIT))
        assert abs(memory.history[BLACK, cell]) <= HISTORY_LIMIT


def test_a_new_game_and_an_emptied_table_repeat_a_think(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = replace(engine.think(BLACK, Limits(nodes=5000)).analysis, elapsed_ms=0)
    set_up(engine, QUIET)
    again = replace(engine.think(BLACK, Limits(nodes=5000)).analysis, elapsed_ms=0)
    engine.forget()
    once_more = replace(engine.think(BLACK, Limits(nodes=5000)).analysis, elapsed_ms=0)
    assert before == again == once_more


def test_one_thread_repeats_itself_after_several(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.think(BLACK, Limits(nodes=5000)).analysis.line
    engine.set_threads(2)
    engine.think(BLACK, Limits(nodes=5000))
    engine.set_threads(1)
    assert engine.think(BLACK, Limits(nodes=5000)).analysis.line == before


@pytest.mark.parametrize("level", range(6))
def test_caution_says_how_far_from_the_stones_moves_are_looked_for(
    engine: Engine, level: int
) -> None:
    set_up(engine, ((7, 7),))
    engine.set_caution(level)
    near = engine.record.near
    cells = {(x, y) for x in range(15) for y in range(15) if near[y + 5] >> x + 5 & 1}
    around, along = ((2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (14, 14))[level]
    offsets = {(x, y): (abs(x - 7), abs(y - 7)) for x in range(15) for y in range(15)}
    expected = {
        place
        for place, (dx, dy) in offsets.items()
        if max(dx, dy) <= around or (max(dx, dy) <= along and (dx == dy or 0 in (dx, dy)))
    }
    assert cells == expected


def test_caution_keeps_the_position(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.stones, engine.record.key
    engine.set_caution(5)
    assert (engine.stones, engine.record.key) == before


def test_an_unbarred_five_is_played_when_another_is_barred(engine: Engine) -> None:
    for rule in RULES:
        engine.new_game(15, 15, rule)
        for x in range(4, 8):
            engine.play(cell_at(x, 3), BLACK)
            engine.play(cell_at(2 * x - 4, 14), WHITE)
        result = engine.think(BLACK, Limits(depth=6), barred=[cell_at(3, 3)])
        assert (result.move, mate_in(result.analysis.score)) == (cell_at(8, 3), 1)
        assert engine.think(BLACK, Limits(nodes=1), barred=[cell_at(3, 3)]).move == cell_at(8, 3)


def test_a_table_without_a_memory_limit_is_as_large_as_asked_for(engine: Engine) -> None:
    engine.set_memory(0)
    engine.set_table(400 << 20)
    assert engine.record.buckets * 64 == 400 << 20
    engine.set_memory(100 << 20)
    assert engine.record.buckets * 64 < 70 << 20
    engine.set_table(8 << 20)
    assert engine.record.buckets * 64 == 8 << 20


def test_the_tables_memory_can_be_had_ahead_up_to_a_stop(engine: Engine) -> None:
    def used() -> int:
        return int(psutil.Process().memory_full_info().uss)

    engine.set_memory(0)
    engine.set_table(64 << 20)
    set_up(engine, QUIET)
    before = used()
    engine.stop()
    engine.prefault()
    assert used() < before + (8 << 20)
    engine.cancel_stop()
    engine.prefault()
    assert used() > before + (56 << 20)


def test_having_memory_ahead_forgets_nothing(engine: Engine) -> None:
    engine.set_table(1 << 20)
    set_up(engine, QUIET)
    engine.think(BLACK, Limits(nodes=50_000))
    usage = engine.usage()
    engine.prefault()
    assert engine.usage() == usage


def test_usage_grows_with_thinking_and_ends_with_forgetting(engine: Engine) -> None:
    engine.set_table(1 << 20)
    set_up(engine, QUIET)
    engine.think(BLACK, Limits(nodes=50_000))
    assert 0.1 < engine.usage() <= 1
    engine.forget()
    assert engine.usage() == 0

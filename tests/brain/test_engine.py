"""The engine: several lines, barred cells, root events, threads, and refused requests."""

import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from brain import Board, Position
from brain.engine import Analysis, Engine, Limit, Mark
from brain.layout import LEARNED
from brain.lexicon import BLACK, EMPTY, FREESTYLE, RENJU, WHITE, cell_at, mate_in
from brain.rules.laws import RULES
from brain.thinking.root_events import RootEvent
from brain.thinking.think import Ticks

MEMORY = 64 << 20  # bytes
SHORT_S, LONG_S = 0.2, 2.0  # LONG_S is for a busy machine
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
        engine.place(cell_at(*place), BLACK + index % 2)


def test_several_lines_have_different_moves_and_come_best_first(engine: Engine) -> None:
    set_up(engine, QUIET)
    result = engine.think(BLACK, Limit(depth=6), lines=5)
    assert [line.rank for line in result.lines] == [1, 2, 3, 4, 5]
    assert len({line.line[0] for line in result.lines}) == 5
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert (result.move, result.analysis) == (result.lines[0].line[0], result.lines[0])


def test_a_game_that_went_on_after_the_limit_of_moves_is_searched(engine: Engine) -> None:
    limited = Board.read("a1c3f1d5a6b5f6e2a3c6", 6, "renju")
    beyond = Board.read("a1c3f1d5a6b5f6e2a3c6f3e5", 6, "renju")
    lines = [engine.analyse(board, Limit(depth=4)).analysis.line for board in (beyond, limited)]
    assert len(lines[0]) > len(lines[1]) == 1


def test_only_a_game_is_drawn_by_the_limit_of_moves(engine: Engine) -> None:
    black, white = ["b3", "c3", "d3", "a6", "f6"], ["a1", "c1", "e1", "b5", "d6"]
    board = Board.setup(black, white, size=6, rule="renju")
    assert board.position.plies_left == 1
    limit = Limit(nodes=1000)
    assert engine.analyse(board, limit).score.mate == 0
    assert engine.analyse(board.position, limit).score.mate == 3
    assert engine.analyse(board, limit).score.mate == 0  # nothing is left of the other search
    assert [found.score.mate for found in engine.analysis(board.position, limit)][-1] == 3


def test_every_line_of_every_iteration_is_reported(engine: Engine) -> None:
    set_up(engine, QUIET)
    seen: list[Analysis] = []
    engine.think(BLACK, Limit(depth=4), seen.append, lines=2)
    assert [(each.depth, each.rank) for each in seen] == [
        (depth, rank) for depth in (1, 2, 3, 4) for rank in (1, 2)
    ]


def test_a_win_by_fours_stays_the_first_line(engine: Engine) -> None:
    set_up(engine, OPEN_THREE)
    result = engine.think(BLACK, Limit(depth=4), lines=3)
    assert mate_in(result.lines[0].score) == 3
    assert len({line.line[0] for line in result.lines}) == 3


def test_more_lines_than_moves_give_as_many_as_there_are(engine: Engine) -> None:
    engine.new_game(5, 5, FREESTYLE)
    cells = [cell_at(x, y) for y in range(5) for x in range(5)]
    for index, cell in enumerate(cells[:22]):
        engine.place(cell, (BLACK, BLACK, WHITE, WHITE)[(index + index // 5) % 4])
    assert len(engine.think(BLACK, Limit(depth=2), lines=9).lines) == 3


def test_a_barred_cell_is_not_chosen_even_if_it_wins(engine: Engine) -> None:
    set_up(engine, OPEN_THREE)
    best = engine.think(BLACK, Limit(depth=4)).move
    other = engine.think(BLACK, Limit(depth=4), barred=[best]).move
    assert engine.is_empty(other)
    assert other != best


def test_there_is_no_move_if_every_cell_is_barred(engine: Engine) -> None:
    set_up(engine, QUIET)
    cells = [cell_at(x, y) for x in range(15) for y in range(15)]
    assert engine.think(BLACK, Limit(depth=2), barred=cells).move == 0
    engine.new_game(15, 15, FREESTYLE)
    assert engine.think(BLACK, Limit(depth=2), barred=cells).move == 0


def test_bars_are_forgotten_after_a_think(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.think(BLACK, Limit(depth=5)).move
    engine.think(BLACK, Limit(depth=5), barred=[before])
    engine.forget()
    assert engine.think(BLACK, Limit(depth=5)).move == before


def test_watching_reports_the_moves_searched_and_the_best(engine: Engine) -> None:
    set_up(engine, QUIET[:2])
    marks: list[Mark] = []
    move = engine.think(BLACK, Limit(seconds=1.0), watch=marks.append).move
    assert {mark.kind for mark in marks} >= {RootEvent.SEARCHING, RootEvent.DONE, RootEvent.BEST}
    assert all(engine.is_empty(mark.cell) for mark in marks)
    assert move in {mark.cell for mark in marks if mark.kind == RootEvent.BEST}


def test_watching_reports_losing_moves(engine: Engine) -> None:
    set_up(engine, (*OPEN_THREE, (7, 8), (14, 14), (7, 9)))  # two open threes
    marks: list[Mark] = []
    engine.think(WHITE, Limit(depth=4), watch=marks.append)
    assert RootEvent.LOST in {mark.kind for mark in marks}


@pytest.mark.parametrize("has_counter", [True, False])
def test_without_a_thread_to_be_had_a_think_keeps_its_time(
    engine: Engine, has_counter: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    engine.set_threads(2)
    set_up(engine, QUIET)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    if not has_counter:
        monkeypatch.setattr(Ticks, "after_ms", lambda ticks, ms: 0)
    marks: list[Mark] = []
    started = time.perf_counter()
    result = engine.think(BLACK, Limit(seconds=SHORT_S), watch=marks.append)
    assert time.perf_counter() - started < LONG_S
    assert result.analysis.depth > 1
    assert marks == []


@pytest.mark.timed
def test_threads_search_more_and_find_the_same_win(engine: Engine) -> None:
    engine.set_threads(3)
    set_up(engine, OPEN_THREE, RENJU)
    assert mate_in(engine.think(BLACK, Limit(depth=6)).analysis.score) == 3
    set_up(engine, QUIET, RENJU)
    engine.forget()
    result = engine.think(BLACK, Limit(nodes=20_000))
    assert engine.is_empty(result.move)
    assert result.analysis.nodes > 20_000


def test_threads_count_the_nodes_of_this_think_alone(engine: Engine) -> None:
    engine.set_threads(2)
    set_up(engine, QUIET)
    engine.think(BLACK, Limit(nodes=20_000))
    set_up(engine, OPEN_THREE)
    won = engine.think(BLACK, Limit())  # before the helpers start
    assert won.analysis.nodes == engine.nodes


def test_a_stop_ends_all_threads(engine: Engine) -> None:
    engine.set_threads(2)
    set_up(engine, QUIET)
    engine.stop()
    assert engine.is_empty(engine.think(BLACK, Limit()).move)


def test_a_think_leaves_its_results_to_the_next(engine: Engine) -> None:
    set_up(engine, QUIET)
    engine.think(BLACK, Limit(nodes=5000))
    learnt = [bytes(getattr(engine.searcher.record, name)) for name in LEARNED]
    engine.place(cell_at(0, 14), BLACK)
    engine.think(WHITE, Limit(nodes=1))
    assert all(any(memory) for memory in learnt)
    assert [bytes(getattr(engine.searcher.record, name)) for name in LEARNED] == learnt


def test_no_move_stays_left_out_where_a_think_was_stopped(engine: Engine) -> None:
    set_up(engine, QUIET)
    for nodes in range(5000, 10_000, 100):
        engine.forget()
        engine.think(BLACK, Limit(nodes=nodes))
        assert not any(bytes(engine.searcher.record.excluded))


def test_a_new_game_and_an_emptied_table_repeat_a_think(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.think(BLACK, Limit(nodes=5000)).analysis._replace(elapsed_ms=0)
    set_up(engine, QUIET)
    again = engine.think(BLACK, Limit(nodes=5000)).analysis._replace(elapsed_ms=0)
    engine.forget()
    once_more = engine.think(BLACK, Limit(nodes=5000)).analysis._replace(elapsed_ms=0)
    assert before == again == once_more


def test_one_thread_repeats_itself_after_several(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.think(BLACK, Limit(nodes=5000)).analysis.line
    engine.set_threads(2)
    engine.think(BLACK, Limit(nodes=5000))
    engine.set_threads(1)
    assert engine.think(BLACK, Limit(nodes=5000)).analysis.line == before


@pytest.mark.parametrize("level", range(6))
def test_caution_sets_how_far_from_the_stones_moves_are_searched(
    engine: Engine, level: int
) -> None:
    set_up(engine, ((7, 7),))
    engine.set_caution(level)
    near = engine.searcher.record.near
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
    before = engine.stones, engine.key
    engine.set_caution(5)
    assert (engine.stones, engine.key) == before


def test_an_unbarred_five_is_played_when_another_is_barred(engine: Engine) -> None:
    for rule in RULES:
        engine.new_game(15, 15, rule)
        for x in range(4, 8):
            engine.place(cell_at(x, 3), BLACK)
            engine.place(cell_at(2 * x - 4, 14), WHITE)
        result = engine.think(BLACK, Limit(depth=6), barred=[cell_at(3, 3)])
        assert (result.move, mate_in(result.analysis.score)) == (cell_at(8, 3), 1)
        assert engine.think(BLACK, Limit(nodes=1), barred=[cell_at(3, 3)]).move == cell_at(8, 3)


def test_a_table_without_a_memory_limit_is_as_large_as_asked_for(engine: Engine) -> None:
    engine.set_memory(0)
    engine.set_table(400 << 20)
    assert engine.table_bytes == 400 << 20
    engine.set_memory(100 << 20)
    assert engine.table_bytes < 70 << 20
    engine.set_table(8 << 20)
    assert engine.table_bytes == 8 << 20


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
    engine.think(BLACK, Limit(nodes=50_000))
    usage = engine.usage()
    engine.prefault()
    assert engine.usage() == usage


@pytest.mark.parametrize("rule", RULES)
def test_a_side_can_make_five_if_one_of_its_cells_does(engine: Engine, rule: int) -> None:
    dice, seen = random.Random(rule), set[bool]()
    cells = [cell_at(x, y) for x in range(9) for y in range(9)]
    while len(seen) < 2:
        colours = dice.choices((EMPTY, BLACK, WHITE), (3, 2, 2), k=len(cells))
        engine.lay(
            9, 9, rule, [(cell, one) for cell, one in zip(cells, colours, strict=True) if one]
        )
        for colour in (BLACK, WHITE):
            can = any(engine.makes_five(cell, colour) for cell in cells)
            assert engine.can_make_five(colour) == can
            seen.add(can)


# Invalid requests. They must not reach the kernels, which check nothing.


@pytest.mark.parametrize("colour", [0, 3, 5, -1, 7])
def test_a_colour_that_is_none_is_refused(engine: Engine, colour: int) -> None:
    set_up(engine, QUIET)
    before = engine.stones, engine.key
    for wrong in (
        lambda: engine.think(colour, Limit(depth=1)),
        lambda: engine.place(cell_at(0, 0), colour),
        lambda: engine.makes_five(cell_at(0, 0), colour),
        lambda: engine.can_make_five(colour),
        lambda: engine.lay(15, 15, FREESTYLE, [(cell_at(0, 0), colour)]),
    ):
        with pytest.raises(ValueError, match=f"{colour} is not a colour: 1 is black, 2 is white"):
            wrong()
    assert (engine.stones, engine.key) == before


@pytest.mark.parametrize("size", [(100, 100), (30, 30), (15, 23), (4, 15), (0, 0), (-1, 5)])
def test_a_board_of_another_size_is_refused(engine: Engine, size: tuple[int, int]) -> None:
    set_up(engine, QUIET)
    before = engine.stones
    with pytest.raises(ValueError, match=f"board of 5 to 22 .*, got {size[0]} x {size[1]}"):
        engine.new_game(*size, FREESTYLE)
    with pytest.raises(ValueError, match="expected a board of"):
        engine.lay(*size, FREESTYLE, ())
    assert (engine.width, engine.height, engine.stones) == (15, 15, before)


def test_an_unknown_rule_and_walls_that_cannot_be_are_refused(engine: Engine) -> None:
    set_up(engine, QUIET)
    cell = cell_at(3, 3)
    for rule, walls, message in (
        (3, [], "rule: expected one of 0, 1, 4, 8, 9, got 3"),
        (RENJU, [cell, cell], "are both on d12"),
        (RENJU, [cell_at(15, 0)], "p15 is off the board of 15 x 15"),
        (RENJU, [10**6], "off the board"),
        (RENJU, [-1], "off the board"),
    ):
        with pytest.raises(ValueError, match=message):
            engine.new_game(15, 15, rule, walls)
    assert (engine.rule, len(engine.stones), engine.walls) == (FREESTYLE, len(QUIET), ())


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (cell_at(7, 7), "h8 is not empty"),
        (cell_at(15, 0), "p15 is off the board of 15 x 15"),
        (0, "off the board"),
        (-1, "off the board"),
        (10**9, "off the board"),
    ],
)
def test_a_stone_that_cannot_be_placed_is_named(engine: Engine, cell: int, message: str) -> None:
    set_up(engine, QUIET)
    before = engine.stones, engine.key
    with pytest.raises(ValueError, match=message):
        engine.place(cell, BLACK)
    assert (engine.stones, engine.key) == before
    with pytest.raises(ValueError, match="there is no stone on a15"):
        engine.take_back(cell_at(0, 0))


def test_a_position_that_cannot_be_laid_leaves_the_one_that_is(engine: Engine) -> None:
    set_up(engine, QUIET)
    before = engine.stones, engine.key, engine.game
    twice = [(cell_at(1, 1), BLACK), (cell_at(1, 1), WHITE)]
    with pytest.raises(ValueError, match="are both on b8"):
        engine.lay(9, 9, RENJU, twice)
    with pytest.raises(ValueError, match="the game is over: black has five at e1"):
        engine.analyse(Board.read("a1a2b1b2c1c2d1d2e1"), Limit(depth=1))
    assert (engine.stones, engine.key, engine.game) == before


@pytest.mark.parametrize("cell", [-1, 1024, 10**9])
def test_a_barred_cell_on_no_board_is_refused(engine: Engine, cell: int) -> None:
    with pytest.raises(ValueError, match="a barred cell is on no board"):
        engine.think(BLACK, Limit(depth=1), barred=[cell])


@pytest.mark.parametrize("name", ["seconds", "nodes", "depth", "soft_seconds", "since"])
@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "1", None])
def test_a_limit_that_is_none_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be 0, for no limit, or more: not {value!r}"):
        Limit(**{name: value})


@pytest.mark.parametrize("name", ["nodes", "depth"])
def test_a_limit_in_parts_of_a_node_or_a_ply_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a whole number: not 1000.0"):
        Limit(**{name: 1e3})  # type: ignore[arg-type]  # that is the test


def test_everything_asked_of_a_closed_engine_is_refused() -> None:
    engine = Engine(MEMORY)
    engine.close()
    engine.close()
    for ask in (
        lambda: engine.think(BLACK, Limit(depth=1)),
        lambda: engine.analyse(Board.read("h8"), Limit(depth=1)),
        lambda: engine.play(Board.read("h8"), Limit(depth=1)),
        lambda: engine.new_game(15, 15, FREESTYLE),
        lambda: engine.place(cell_at(7, 7), BLACK),
        lambda: engine.take_back(cell_at(7, 7)),
        lambda: engine.is_empty(cell_at(7, 7)),
        lambda: engine.churn(1),
        lambda: engine.width,
        lambda: engine.stones,
        lambda: engine.table_bytes,
        engine.forbidden_points,
        engine.clear,
        engine.forget,
        engine.prefault,
        engine.usage,
        engine.stop,
        engine.cancel_stop,
        lambda: engine.set_memory(MEMORY),
        lambda: engine.set_table(0),
        lambda: engine.set_threads(1),
        lambda: engine.set_caution(2),
    ):
        with pytest.raises(ValueError, match="the engine is closed"):
            ask()
    assert repr(engine) == "<Engine, closed>"


# The front door.


def test_an_engine_closes_itself_after_its_block() -> None:
    with Engine(MEMORY) as engine:
        assert engine.play(Board.read("h8"), Limit(nodes=100)).move
    assert repr(engine) == "<Engine, closed>"


def test_a_board_is_analysed_and_stays_as_it_is(engine: Engine) -> None:
    board = Board.read("h8a1i8a3j8a5", 15, "renju")
    before = board.copy()
    seen: list[Analysis] = []
    result = engine.analyse(board, Limit(depth=4), 3, seen.append)
    assert board == before
    assert (result.score.mate, str(result.score)) == (3, "+M3")
    assert [line.rank for line in result.lines] == [1, 2, 3]
    assert {analysis.line[0] for analysis in seen} <= set(board.legal_moves)
    assert repr(engine) == "<Engine, 15 x 15, rule 4, 6 stones, table of 14 MB>"


def test_a_position_and_a_board_are_the_same_question(engine: Engine) -> None:
    board = Board.read("h8i9g9", (15, 12), "caro")
    answers = []
    questions: list[Board | Position] = [board, board.position]
    for question in questions:
        engine.forget()
        answers.append(engine.analyse(question, Limit(nodes=3000)).lines[0].line)
    assert answers[0] == answers[1]


def test_a_weak_player_plays_worse_but_legally(engine: Engine) -> None:
    board = Board.read("h8i9g9h9", 15, "renju")
    moves = {engine.play(board, Limit(nodes=1000), strength).move for strength in (0, 5, 10, 100)}
    assert moves <= set(board.legal_moves)
    assert len(moves) > 1


def test_search_results_are_kept_while_they_are_valid(engine: Engine) -> None:
    engine.set_up(Board.read("h8i9"))
    game = engine.game
    engine.set_up(Board.read("h8i9g7"))
    assert engine.game == game
    for other in (Board(15, "renju"), Board(16, "renju")):
        engine.set_up(other)
        game += 1
        assert engine.game == game


def test_a_game_is_played_to_its_end(engine: Engine) -> None:
    board = Board(9, "renju")
    while not board.is_over:
        board.push(engine.play(board, Limit(nodes=300)).move)
    assert board.ending


def test_a_soft_limit_alone_ends_a_think(engine: Engine) -> None:
    result = engine.analyse(Board.read("h8i9g9h9"), Limit(soft_seconds=0.05))
    assert result.analysis.elapsed_ms < 5000


def test_usage_grows_with_thinking_and_ends_with_forgetting(engine: Engine) -> None:
    engine.set_table(1 << 20)
    set_up(engine, QUIET)
    engine.think(BLACK, Limit(nodes=50_000))
    assert 0.1 < engine.usage() <= 1
    engine.forget()
    assert engine.usage() == 0


def test_the_empty_board_is_analysed_from_the_centre_and_stays_empty(engine: Engine) -> None:
    seen: list[Analysis] = []
    result = engine.analyse(Board(9), Limit(depth=5), report=seen.append)
    assert seen == [result.analysis] == list(result.lines)
    assert result.move.name == "e5"
    assert result.analysis.depth == 5
    assert len(result.analysis.line) > 1
    assert engine.stones == ()


def test_first_moves_on_the_empty_board_are_unique_up_to_symmetry_best_first(
    engine: Engine,
) -> None:
    lines = engine.analyse(Board((9, 7)), Limit(nodes=2000), lines=4).lines
    assert {line.line[0].name for line in lines} == {"d4", "d5", "e4", "e5"}
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    assert sorted((line.score for line in lines), reverse=True) == [line.score for line in lines]


def test_a_stop_ends_the_analysis_of_the_empty_board(engine: Engine) -> None:
    threading.Timer(0.2, engine.stop).start()
    result = engine.analyse(Board(), Limit(), lines=3)
    assert result.stopped
    assert [line.line[0].name for line in result.lines] == ["h8"]
    assert engine.stones == ()


def test_no_thought_is_given_to_the_first_move_of_a_game(engine: Engine) -> None:
    result = engine.play(Board(), Limit())
    assert (result.move.name, result.lines) == ("h8", ())


class Three:
    """An object with `__index__`."""

    def __index__(self) -> int:
        return 3


def test_a_limit_is_kept_as_a_number_when_an_object_is_given(engine: Engine) -> None:
    engine.set_threads(Three())  # type: ignore[arg-type]  # what is tested
    engine.set_threads(1)
    set_up(engine, QUIET)
    assert engine.think(BLACK, Limit(nodes=100)).move


def test_a_report_can_not_analyse_or_close_the_engine_that_thinks(engine: Engine) -> None:
    board = Board.read("h8i9")
    refused: list[Analysis] = []

    def report(analysis: Analysis) -> None:
        with pytest.raises(ValueError, match="the engine is thinking"):
            engine.analyse(board, Limit(nodes=10))
        with pytest.raises(ValueError, match="the engine is thinking"):
            engine.close()
        refused.append(analysis)

    result = engine.analyse(board, Limit(nodes=300), report=report)
    assert refused
    assert result.analysis.line == refused[-1].line

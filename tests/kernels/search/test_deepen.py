"""The driver of a think, compiled, against the same driver in Python upon `search`."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from brain import Board, Cell, benchmark, layout
from brain.engine import Engine, Limit
from brain.layout import FINISHED
from brain.lexicon import BLACK, INFINITY, STRIDE, WON, mate_in, opponent
from brain.rules.laws import RULES
from brain.thinking.native import Library, load
from tests.support.kernels import constants

WINDOW, WINDOW_DEPTH, WINDOW_GROWTH = (
    constants("search/deepen")[name] for name in ("WINDOW", "WINDOW_DEPTH", "WINDOW_GROWTH")
)
MEMORY = 64 << 20  # bytes
DEPTH = 7  # plies
Line = tuple[int, tuple[int, ...]]  # score, moves


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(MEMORY)
    yield engine
    engine.close()


@dataclass
class Twin:
    """Iterative deepening of several lines, each with a window around its last score."""

    library: Library
    record: layout.Record
    colour: int
    barred: frozenset[int] = frozenset()
    lines: list[Line] = field(default_factory=list)
    raised: tuple[int, int] | None = None  # nodes and move when a search failed high

    def deepen(self, depth: int, lines: int) -> None:
        """Search so many lines to a depth, the best first in `lines`."""
        done: list[Line] = []
        for rank in range(lines):
            self.bar(self.barred | {moves[0] for _, moves in done})
            last = self.lines[rank][0] if rank < len(self.lines) else 0
            score = self.search(depth, last, rank)
            if rank and not self.record.pv_length[0]:
                break
            done.append((score, self.reported_line()))
        self.bar(self.barred)
        self.lines = sorted(done, key=lambda line: -line[0])

    def search(self, depth: int, last: int, rank: int) -> int:
        """Return the score, from a window that grows where it lies outside."""
        alpha, beta, width = -INFINITY, INFINITY, WINDOW
        if depth > WINDOW_DEPTH and not mate_in(last):
            alpha, beta = last - width, last + width
        while True:
            score = int(self.library.search(self.record, self.colour, depth, alpha, beta))
            if alpha < score < beta:
                return score
            width *= WINDOW_GROWTH
            if score <= alpha:
                alpha = score - width if score > -WON else -INFINITY
            else:
                self.raised = self.raised or (self.record.nodes, self.record.pv[0][0])
                if not rank:
                    self.put_first(self.reported_line())
                beta = score + width if score < WON else INFINITY

    def reported_line(self) -> tuple[int, ...]:
        """Return the line that the last search found."""
        return tuple(self.record.pv[0][: self.record.pv_length[0]])

    def put_first(self, moves: tuple[int, ...]) -> None:
        """Make a line the first of the last iteration's, with the score that the first one had;
        the one that began with its move goes, or else the last one.
        """
        others = [line for line in self.lines if line[1][0] != moves[0]]
        self.lines = [(self.lines[0][0], moves), *others[: len(self.lines) - 1]]

    def bar(self, cells: frozenset[int]) -> None:
        """Keep the search from cells."""
        rows = [0] * STRIDE
        for cell in cells:
            rows[cell // STRIDE] |= 1 << cell % STRIDE
        self.record.root_barred[:] = rows
        self.record.root_has_bars = int(any(rows))


def set_up(engine: Engine, number: int) -> int:
    """Set up a position of the bench with an empty table; return the colour to move."""
    size, rule, moves = benchmark.POSITIONS[number]
    engine.forget()
    colour = engine.set_up(Board.read(moves, size, rule)).turn
    engine.searcher.library.begin(engine.searcher.record)
    return colour


def found(record: layout.Record) -> list[Line]:
    """Return the lines in a record."""
    return [
        (
            record.root_score[FINISHED][rank],
            tuple(record.root_pv[FINISHED][rank][: record.root_length[FINISHED][rank]]),
        )
        for rank in range(record.root_lines)
    ]


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("number", range(len(benchmark.POSITIONS)))
def test_lines_are_those_of_the_twin(engine: Engine, number: int, lines: int) -> None:
    colour = set_up(engine, number)
    twin = Twin(load(), engine.searcher.record, colour)
    for depth in range(1, DEPTH + 1):
        twin.deepen(depth, lines)
    nodes = engine.searcher.record.nodes
    set_up(engine, number)
    for depth in range(1, DEPTH + 1):
        assert load().deepen(engine.searcher.record, colour, depth, lines) == len(twin.lines)
    assert engine.searcher.record.nodes == nodes
    for (score, moves), (twin_score, twin_moves) in zip(
        found(engine.searcher.record), twin.lines, strict=True
    ):
        assert score == twin_score
        assert moves[: len(twin_moves)] == twin_moves
        assert len(moves) == mate_in(score) or score <= WON


@pytest.mark.parametrize("number", range(len(benchmark.POSITIONS)))
def test_a_line_continues_as_far_as_the_table_has_it(engine: Engine, number: int) -> None:
    depth = 9
    size, rule, moves = benchmark.POSITIONS[number]
    colour = set_up(engine, number)
    for plies in range(1, depth + 1):
        load().deepen(engine.searcher.record, colour, plies, 3)
    for score, line in found(engine.searcher.record):
        board = Board.read(moves, size, rule)
        for cell in line:
            board.push(Cell(cell))
        if not mate_in(score):
            assert depth // 2 < len(line) <= 2 * depth


def test_a_line_begins_with_no_barred_move_and_bars_are_left_as_they_were(engine: Engine) -> None:
    colour, record = set_up(engine, 2), engine.searcher.record
    load().deepen(record, colour, 3, 4)
    first = {moves[0] for _, moves in found(record)}
    set_up(engine, 2)
    Twin(load(), record, colour).bar(frozenset(first))
    before = bytes(record.root_barred), record.root_has_bars
    load().deepen(record, colour, 3, 4)
    assert first.isdisjoint(moves[0] for _, moves in found(record))
    assert (bytes(record.root_barred), record.root_has_bars) == before


def test_there_are_no_more_lines_than_moves(engine: Engine) -> None:
    engine.new_game(5, 5, 0)
    turn = BLACK
    for cell in [engine.searcher.empty_cells()[i] for i in range(22)]:
        engine.place(cell, turn)
        turn = opponent(turn)
    engine.searcher.library.begin(engine.searcher.record)
    assert load().deepen(engine.searcher.record, turn, 1, 9) in (0, 1, 2, 3)


@pytest.mark.parametrize("rule", RULES)
def test_a_proven_win_stays_first_and_as_it_is(engine: Engine, rule: int) -> None:
    colour = engine.set_up(Board.read("h8 h7 h9 a1 h10 a3 h11 a5", 15, rule)).turn
    engine.searcher.library.begin(engine.searcher.record)
    assert load().prove(engine.searcher.record, colour, 0) == 1
    (won,) = found(engine.searcher.record)
    for depth in range(1, 4):
        assert load().deepen(engine.searcher.record, colour, depth, 3) == 3
        assert found(engine.searcher.record)[0] == won


def test_a_stop_leaves_the_lines_of_the_last_iteration(engine: Engine) -> None:
    colour = set_up(engine, 4)
    for depth in range(1, 6):
        load().deepen(engine.searcher.record, colour, depth, 2)
    before = found(engine.searcher.record)
    engine.searcher.record.node_limit = engine.searcher.record.nodes + 2
    load().deepen(engine.searcher.record, colour, 6, 2)
    assert engine.searcher.record.stop
    assert found(engine.searcher.record) == before
    engine.cancel_stop()


def test_a_move_that_turns_out_better_is_kept_when_it_is_not_searched_again(engine: Engine) -> None:
    seen = 0
    for number in range(len(benchmark.POSITIONS)):
        twin = Twin(load(), engine.searcher.record, set_up(engine, number))
        for depth in range(1, DEPTH + 3):
            before = twin.lines
            twin.raised = None
            twin.deepen(depth, 1)
            if twin.raised and twin.raised[1] != before[0][1][0]:
                seen += 1
                assert stopped(engine, number, depth, twin.raised) == before[0][0]
                break
    assert seen


def stopped(engine: Engine, number: int, depth: int, raised: tuple[int, int]) -> int:
    """Return the score when a search is stopped after a move failed high, which is kept."""
    colour = set_up(engine, number)
    for shallower in range(1, depth):
        load().deepen(engine.searcher.record, colour, shallower, 1)
    engine.searcher.record.node_limit = raised[0] + 1
    load().deepen(engine.searcher.record, colour, depth, 1)
    engine.cancel_stop()
    engine.searcher.record.node_limit = 0
    ((score, moves),) = found(engine.searcher.record)
    assert moves[0] == raised[1]
    return score


def test_the_only_answer_to_a_four_takes_all_effort(engine: Engine) -> None:
    board = Board.read("15 freestyle h8g8i8a1j8c1k8")
    nodes = [engine.analyse(board, Limit(depth=depth)).analysis.nodes for depth in (3, 4)]
    best = engine.searcher.record.root_best_nodes
    assert 0.9 * (nodes[1] - nodes[0]) < best < nodes[1]  # full windows until depth 4


def test_effort_is_that_of_the_best_move(engine: Engine) -> None:
    result = engine.analyse(Board.read("15 freestyle h8i9g9"), Limit(depth=6))
    assert 0 < engine.searcher.record.root_best_nodes < result.analysis.nodes

"""The position's fields, kept up to date stone by stone, against their recomputation."""

import random
from collections import Counter
from functools import reduce
from operator import xor
from typing import Any

import numpy
import pytest

from brain.layout import Record
from brain.lexicon import (
    BLACK,
    BORDER,
    CARO,
    CARO_EXACT,
    CELL_FOUR,
    CELLS,
    DIRECTIONS,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    STRIDE,
    WALL,
    WHITE,
    cell_at,
)
from brain.rules.laws import RULES, TABLE, packed_law
from brain.thinking import native
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import Board, empty_board, parse

COLOURS = (BLACK, WHITE)

# What a position follows from; the rest of the record are tables, journals and the search's memory.
FOLLOWS = (
    *("board", "line", "fours", "near", "empty", "count", "total", "tempo_total"),
    *("key", "stones"),
)

GAMES = [
    (FREESTYLE, 5, 5),
    (FREESTYLE, 22, 22),
    (FREESTYLE, 20, 20),
    (FREESTYLE, 7, 19),
    (STANDARD, 15, 15),
    (STANDARD, 6, 9),
    (STANDARD, 22, 5),
    (RENJU, 15, 15),
    (RENJU, 9, 9),
    (RENJU, 13, 8),
    (CARO, 15, 15),
    (CARO, 5, 22),
    (CARO, 11, 11),
    (CARO_EXACT, 20, 20),
    (CARO_EXACT, 10, 7),
]
STONES = 50  # of a game, at most
LOOKS = 10  # recomputations in a game


def rows_of(cells: list[int]) -> list[int]:
    """Return the mask of some cells' columns for every row of the padded board."""
    rows = [0] * STRIDE
    for cell in cells:
        rows[cell // STRIDE] |= 1 << cell % STRIDE
    return rows


def expected(
    board: Board, stones: list[tuple[int, int]], rule: int, view: Any, tables: Any
) -> dict[str, Any]:
    """Return every field of FOLLOWS for a position, and the patterns of its empty cells."""
    empty = naive.empty_cells(board)
    near = naive.near_cells(cell for cell, _ in stones)
    sides = {cell: naive.sides(board, cell, rule) for cell, state in board.items() if state != WALL}
    patterns = {
        (colour, cell): naive.patterns_of(sides[cell], colour, rule)
        for colour in COLOURS
        for cell in empty
    }
    classes = {
        (colour, cell): naive.cell_class(four, TABLE[rule].laws[colour])
        for (colour, cell), four in patterns.items()
    }
    words = {at: sum(p << 4 * d for d, p in enumerate(four)) for at, four in patterns.items()}
    value, tempo, combination_of = tables.value, tables.tempo.tolist(), view.combination_of
    values = {at: int(value[at[0], combination_of[word]]) for at, word in words.items()}
    return {
        "board": [board.get(cell, WALL) for cell in range(CELLS)],
        "line": {
            (cell, d): naive.line_code(*sides[cell][d], rule)
            for cell in sides
            for d in range(DIRECTIONS)
        },
        "pattern": words,
        "class": classes,
        "fours": {
            colour: rows_of([cell for cell in empty if classes[colour, cell] >= CELL_FOUR])
            for colour in COLOURS
        },
        "near": rows_of([cell for cell in empty if cell in near]),
        "empty": rows_of(empty),
        "count": {colour: Counter(classes[colour, cell] for cell in empty) for colour in COLOURS},
        "total": {colour: sum(values[colour, cell] for cell in empty) for colour in COLOURS},
        "tempo_total": sum(
            tempo[BLACK][classes[BLACK, cell]][classes[WHITE, cell]] for cell in empty
        ),
        "key": reduce(xor, (int(view.zobrist[colour, cell]) for cell, colour in stones), 0),
        "stones": len(stones),
    }


def kept(view: Any) -> dict[str, Any]:
    """Return the same fields from the record."""
    board = view.board.tolist()
    empty = [cell for cell in range(CELLS) if board[cell] == EMPTY]
    at = [(colour, cell) for colour in COLOURS for cell in empty]
    line, pattern, combination, cell_class = (
        getattr(view, name).tolist() for name in ("line", "pattern", "combination", "cell_class")
    )
    return {
        "board": board,
        "line": {
            (cell, d): line[cell][d]
            for cell in range(CELLS)
            for d in range(DIRECTIONS)
            if board[cell] != WALL
        },
        "pattern": {(c, cell): pattern[c][cell] for c, cell in at},
        "class": {(c, cell): cell_class[c][combination[c][cell]] for c, cell in at},
        "fours": {colour: view.fours[colour].tolist() for colour in COLOURS},
        "near": [int(a) & int(b) for a, b in zip(view.near, view.empty, strict=True)],
        "empty": view.empty.tolist(),
        "count": {
            colour: Counter({k: n for k, n in enumerate(view.count[colour].tolist()) if n})
            for colour in COLOURS
        },
        "total": {colour: int(view.total[colour]) for colour in COLOURS},
        "tempo_total": int(view.tempo_total),
        "key": int(view.key),
        "stones": int(view.stones),
    }


def copy_of(view: Any) -> dict[str, Any]:
    """Return a copy of the fields; patterns only where they are kept, on empty cells."""
    copies = {name: numpy.array(getattr(view, name)) for name in FOLLOWS}
    empty = view.board == EMPTY
    return copies | {
        "pattern": view.pattern[:, empty].copy(),
        "combination": view.combination[:, empty].copy(),
    }


def assert_same(after: dict[str, Any], before: dict[str, Any]) -> None:
    for name, value in before.items():
        assert numpy.array_equal(after[name], value), name


def play_out(board: Board, rule: int, seed: int) -> None:
    """Place random stones, then take all of them back, and look at the fields on the way."""
    dice = random.Random(seed)
    library, record = native.load(), Record()
    records.set_up(library, record, board, rule)
    view, tables = records.fields(record), records.tables(record)
    draw = numpy.random.default_rng(seed)
    tables.value[1:] = draw.integers(-99, 99, tables.value[1:].shape)
    tables.tempo[BLACK] = draw.integers(-99, 99, tables.tempo[BLACK].shape)
    tables.tempo[WHITE] = tables.tempo[BLACK].T
    library.rebuild(record)
    length = min(STONES, len(naive.empty_cells(board)))
    stones: list[tuple[int, int]] = []
    before = []
    centre = dice.choice(naive.empty_cells(board))
    for number in range(length):
        before.append(copy_of(view))
        # Near a point at first, so that long rows come up; one colour may move twice.
        cells = sorted(naive.empty_cells(board), key=lambda cell: abs(cell - centre) % (STRIDE - 1))
        cell = dice.choice(cells[:20])
        colour = dice.choice(COLOURS)
        library.place(record, cell, colour)
        board[cell] = colour
        stones.append((cell, colour))
        if number % (length // LOOKS) == 0 or number == length - 1:
            assert kept(view) == expected(board, stones, rule, view, tables)
    while stones:
        library.lift(record)
        stones.pop()
        assert_same(copy_of(view), before.pop())


@pytest.mark.parametrize(("rule", "width", "height"), GAMES)
def test_fields_equal_their_recomputation_after_every_stone(
    rule: int, width: int, height: int
) -> None:
    play_out(empty_board(width, height), rule, seed=width * 100 + height)


@pytest.mark.parametrize("rule", RULES)
def test_fields_equal_their_recomputation_beside_neutral_stones(rule: int) -> None:
    board = empty_board(12, 12)
    for cell in random.Random(rule).sample(sorted(board), 15):
        board[cell] = WALL
    play_out(board, rule, seed=rule)


def test_full_board_has_no_empty_cells_and_comes_back() -> None:
    library, record = native.load(), Record()
    library.new_game(record, 5, 5, FREESTYLE, packed_law(FREESTYLE))
    view = records.fields(record)
    before = copy_of(view)
    for number, cell in enumerate(empty_board(5, 5)):
        library.place(record, cell, COLOURS[number % 2])
    assert not view.empty.any()
    assert not view.count.any()
    assert not view.fours.any()
    for _ in range(25):
        library.lift(record)
    assert_same(copy_of(view), before)


def test_new_game_forgets_the_game_before() -> None:
    library = native.load()
    used, fresh = Record(), Record()
    records.set_up(library, used, parse("XOXO.\n.XOX.\n..#..\n.....\nXXXX.").board, RENJU)
    for record in (used, fresh):
        library.new_game(record, 9, 7, CARO, packed_law(CARO))
    assert_same(copy_of(records.fields(used)), copy_of(records.fields(fresh)))


@pytest.mark.parametrize("rule", RULES)
def test_has_five_equals_the_twin(rule: int) -> None:
    dice = random.Random(rule)
    library, record = native.load(), Record()
    fives = 0
    for _ in range(150):
        board = empty_board(9, 9)
        for cell in board:
            board[cell] = dice.choices((EMPTY, BLACK, WHITE, WALL), (2, 5, 3, 0.2))[0]
        cell = dice.choice(naive.empty_cells(board) or [cell_at(4, 4)])
        for colour in COLOURS:
            board[cell] = EMPTY
            records.set_up(library, record, board, rule)
            library.place(record, cell, colour)
            twin = naive.is_five(board, cell, colour, rule)
            fives += twin
            assert library.has_five(record, cell) == twin
    assert fives > 20


def test_border_keeps_every_look_on_the_padded_board() -> None:
    assert cell_at(0, 0) == BORDER * STRIDE + BORDER
    assert cell_at(0, 0) - naive.HALF[RENJU] * (STRIDE + 1) >= 0

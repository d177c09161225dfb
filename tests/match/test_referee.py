"""The referee against the slow twin."""

import random
import re

import pytest

from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    FREESTYLE,
    RENJU,
    STANDARD,
    cell_at,
    column,
    opponent,
    point_of,
    row,
)
from brain.rules.laws import RULES
from protocol.match.referee import Referee
from protocol.records.games import Ending
from tests.support.boards import empty_board, parse
from tests.support.naive import forbidden, is_five


def crowded_cells(size: int, seed: int) -> list[int]:
    """Return a board's cells in an order that soon makes lines: each is next to an earlier one."""
    dice = random.Random(seed)
    free = set(empty_board(size, size))
    order = [cell_at(size // 2, size // 2)]
    while free - set(order):
        last = dice.choice(order[-8:])
        near = [cell for cell in free - set(order) if _distance(cell, last) <= 2]
        order.append(dice.choice(sorted(near or free - set(order))))
    return order


def _distance(one: int, other: int) -> int:
    return max(abs(column(one) - column(other)), abs(row(one) - row(other)))


def slow_ending(board: dict[int, int], cell: int, colour: int, rule: int) -> Ending | None:
    """Return the ending of a game by a stone that is not on the board yet."""
    if rule == RENJU and colour == BLACK and forbidden(board, cell):
        return Ending.FORBIDDEN
    return Ending.FIVE if is_five(board, cell, colour, rule) else None


@pytest.mark.parametrize("rule", RULES)
def test_the_referee_agrees_with_the_slow_twin_in_random_games(rule: int) -> None:
    referee = Referee()
    for seed in range(12):
        referee.new_game(9, 9, rule)
        board, colour = empty_board(9, 9), BLACK
        for cell in crowded_cells(9, seed)[: 81 - 25]:
            expected = slow_ending(board, cell, colour, rule)
            board[cell] = colour
            ending = referee.place(*point_of(cell))
            if ending == Ending.MOVE_LIMIT and expected is None:
                break
            assert ending == expected, (seed, column(cell), row(cell))
            if ending:
                break
            colour = opponent(colour)


CASES = {
    "five": (
        ". X X X X a . .",
        {FREESTYLE: "a", STANDARD: "a", RENJU: "a", CARO: "a", CARO_EXACT: "a"},
    ),
    "overline": ("X X X X a X . .", {FREESTYLE: "a", STANDARD: "", CARO: "a", CARO_EXACT: ""}),
    "both ends stopped": (
        "O X X X X a O .",
        {FREESTYLE: "a", STANDARD: "a", RENJU: "a", CARO: "", CARO_EXACT: ""},
    ),
    "stopped by the edge": ("X X X X a O . .", {CARO: "a", CARO_EXACT: "a"}),
    "overline, both ends stopped": ("O X X X a X X O", {CARO: "a", CARO_EXACT: ""}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_row_of_black_wins_by_the_rule(name: str) -> None:
    text, wins = CASES[name]
    drawing = parse(text + "\n. . . . . . . ." * 7)
    cell = drawing.marked("a")
    for rule, mark in wins.items():
        referee = Referee()
        referee.new_game(8, 8, rule)
        for other, colour in drawing.stones():
            referee.turn = colour
            assert referee.place(*point_of(other)) is None
        referee.turn = BLACK
        assert (referee.place(*point_of(cell)) == Ending.FIVE) == bool(mark), rule


def test_in_renju_an_overline_of_black_is_forbidden_and_of_white_wins() -> None:
    for colour, ending in ((BLACK, Ending.FORBIDDEN), (opponent(BLACK), Ending.FIVE)):
        referee = Referee()
        referee.new_game(15, 15, RENJU)
        for x in (3, 4, 5, 7, 8):
            referee.turn = colour
            assert referee.place(x, 7) is None
        referee.turn = colour
        assert referee.place(6, 7) == ending


def test_in_renju_a_five_made_together_with_an_overline_wins() -> None:
    referee = Referee()
    referee.new_game(15, 15, RENJU)
    row_of_six = [(x, 7) for x in (2, 3, 4, 6, 7)]
    column_of_five = [(5, y) for y in (3, 4, 5, 6)]
    for x, y in row_of_six + column_of_five:
        referee.turn = BLACK
        assert referee.place(x, y) is None
    referee.turn = BLACK
    assert referee.place(5, 7) == Ending.FIVE


def test_a_full_board_is_a_draw_and_in_renju_25_stones_before() -> None:
    # Pairs of columns, shifted from row to row: no three in a row anywhere along it.
    cells = [(x, y) for y in range(15) for x in (*range(0, 15, 2), *range(1, 15, 2))]
    referee = Referee()
    assert referee.replay(15, 15, FREESTYLE, cells) == Ending.FULL_BOARD
    with pytest.raises(ValueError, match="over"):
        referee.replay(15, 15, FREESTYLE, [*cells, (0, 0)])
    referee.new_game(15, 15, RENJU)
    endings = [referee.place(x, y) for x, y in cells[:200]]
    assert endings == [None] * 199 + [Ending.MOVE_LIMIT]


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (20, 0), (0, 10), (3, 4), (10**9, 0)])
def test_a_stone_lies_on_an_empty_cell_of_the_board(place: tuple[int, int]) -> None:
    referee = Referee()
    referee.new_game(20, 10, FREESTYLE)
    assert referee.place(3, 4) is None
    x, y = place
    reason = "(d5) already has stone 1" if place == (3, 4) else "is off the board of 20 x 10"
    assert referee.refusal(x, y) == f"{x},{y} {reason}"
    with pytest.raises(ValueError, match=re.escape(reason)):
        referee.place(x, y)


def test_a_referee_forgets_the_last_game() -> None:
    referee = Referee()
    assert referee.replay(15, 15, RENJU, [(7, 7)]) is None
    assert referee.replay(20, 20, FREESTYLE, [(7, 7), (19, 19)]) is None
    assert referee.turn == BLACK

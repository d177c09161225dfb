"""Classes after a reply, and complete lists of answers: the kernels against the rules."""

import random
from typing import Any

import pytest

from brain.layout import Record
from brain.lexicon import BLACK, CARO, CARO_EXACT, CELL_FIVE, CELL_OPEN_FOUR, EMPTY, WALL, WHITE
from brain.rules.laws import RULES
from brain.thinking import native
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import Board, draw, empty_board, with_stone
from tests.support.kernels import Plain

threats, patterns = (
    Plain("brain.kernels.position.threats"),
    Plain("brain.kernels.position.patterns"),
)
SIDE = 8
COLOURS = (BLACK, WHITE)


def random_board(dice: random.Random) -> Board:
    """Return a small board with a third of its cells taken."""
    board = empty_board(SIDE, SIDE)
    for cell in board:
        board[cell] = dice.choices((EMPTY, BLACK, WHITE, WALL), (66, 20, 12, 2))[0]
    return board


def holds(board: Board, attacker: int, lowest: int, reply: int, rule: int) -> bool:
    """Return whether a reply leaves the attacker no cell of a class or better."""
    after = with_stone(board, reply, 3 - attacker)
    cells = naive.empty_cells(after)
    return not any(naive.class_at(after, cell, attacker, rule) >= lowest for cell in cells)


@pytest.mark.parametrize("rule", RULES)
def test_class_after_a_reply_is_that_with_the_stone_placed(rule: int) -> None:
    dice = random.Random(rule)
    library, record = native.load(), Record()
    view = records.fields(record)
    for _ in range(6):
        board = random_board(dice)
        records.set_up(library, record, board, rule)
        empty = naive.empty_cells(board)
        for colour in COLOURS:
            reply = dice.choice(empty)
            others = [cell for cell in empty if cell != reply]
            told = [threats.class_with_reply(view, colour, cell, reply) for cell in others]
            library.place(record, reply, 3 - colour)
            assert told == [patterns.class_at(view, colour, cell) for cell in others], draw(board)
            library.lift(record)


@pytest.mark.parametrize("lowest", [CELL_FIVE, CELL_OPEN_FOUR])
@pytest.mark.parametrize("rule", RULES)
def test_answers_are_all_replies_that_hold(rule: int, lowest: int) -> None:
    dice = random.Random(rule)
    library, record = native.load(), Record()
    view = records.fields(record)
    threatened = answered = 0
    while threatened < 8:
        board = random_board(dice)
        records.set_up(library, record, board, rule)
        attacker = dice.choice(COLOURS)
        if not any(view.count[attacker, lowest:]):
            continue
        threatened += 1
        count = threats.add_answers(view, attacker, lowest, 0)
        told = sorted(view.moves[0, :count].tolist())
        answered += bool(told)
        replies = naive.empty_cells(board)
        assert told == [cell for cell in replies if holds(board, attacker, lowest, cell, rule)]
    assert 0 < answered < threatened


@pytest.mark.parametrize("rule", RULES)
def test_answers_to_five_are_all_replies_that_hold(rule: int) -> None:
    dice = random.Random(rule)
    library, record = native.load(), Record()
    view: Any = records.fields(record)
    counts = set()
    for _ in range(60):
        board = random_board(dice)
        records.set_up(library, record, board, rule)
        if not view.count[BLACK, CELL_FIVE]:
            continue
        told = sorted(view.moves[0, : threats.answers_to_five(view, BLACK, 0)].tolist())
        counts.add(len(told))
        replies = naive.empty_cells(board)
        assert told == [cell for cell in replies if holds(board, BLACK, CELL_FIVE, cell, rule)]
    assert {0, 1} <= counts
    assert (max(counts) > 1) == (rule in (CARO, CARO_EXACT))

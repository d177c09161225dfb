"""Our rules and files against the independent package `renju`."""

import random

import pytest

pytest.importorskip("renju", reason="needs renju, of the extra test")

from renju import BoardStatus, RenjuBoard
from renju.check_forbid import get_foul_type

from brain import BLACK, WHITE, Board
from brain.cell_names import ABOVE
from brain.lexicon import FREESTYLE, RENJU, STANDARD, cell_at
from brain.notation import moves
from brain.rules.fouls import foul, has_exact_five
from brain.rules.grid import empty_board, with_stone
from brain.rules.laws import RULE_NAMES, RULES

THEIR_RULES = (FREESTYLE, STANDARD, RENJU)
FOULS = {0: "", 1: "a double three", 2: "a double four", 3: "an overline"}
POSITIONS = 12
GAMES = 12  # of each rule
WINNERS = {BoardStatus.BLACK_WIN: BLACK, BoardStatus.WHITE_WIN: WHITE}


def game(seed: int, rule: int, side: int = 15) -> Board:
    """Return a game of random moves in a small part of the board, where lines cross."""
    rng, board = random.Random(seed), Board(side, rule)
    left, top = rng.randrange(side - 8), rng.randrange(side - 8)
    cells = [(x, y) for x in range(left, left + 9) for y in range(top, top + 9)]
    rng.shuffle(cells)
    while cells and not board.is_over:
        board.push(cells.pop())
    return board


def theirs(board: Board) -> RenjuBoard:
    moves = [[cell.x, cell.y] for cell in board.moves]
    return RenjuBoard(moves=moves, board_size=board.width, rule=RULE_NAMES[board.rule])


def test_forbidden_points_are_theirs() -> None:
    rng = random.Random(0)
    seen = dict.fromkeys(FOULS.values(), 0)
    for _ in range(POSITIONS):
        black, white = rng.uniform(0.1, 0.4), rng.uniform(0.02, 0.2)
        stones = [
            [1 if (r := rng.random()) < black else 2 if r < black + white else 0 for _ in range(15)]
            for _ in range(15)
        ]
        points = [(x, y) for x in range(15) for y in range(15)]
        grid = empty_board(15, 15) | {cell_at(x, y): stones[x][y] for x, y in points}
        for x, y in points:
            cell = cell_at(x, y)
            if grid[cell]:
                continue
            wins = has_exact_five(with_stone(grid, cell, BLACK), cell)
            expected = "" if wins else FOULS[get_foul_type(stones, x, y)]
            assert foul(grid, cell) == expected, (x, y, stones)
            seen[expected] += 1
    assert sum(seen.values()) > 1_000
    assert min(seen.values()) > 6


@pytest.mark.parametrize("rule", THEIR_RULES)
def test_winners_are_theirs(rule: int) -> None:
    over = 0
    for seed in range(GAMES):
        board = game(seed, rule)
        other = theirs(board)
        assert WINNERS.get(other.status) == board.winner
        assert (other.status == BoardStatus.ONGOING) == (not board.is_over)
        over += board.is_over
    assert over > GAMES // 2


@pytest.mark.parametrize("rule", THEIR_RULES)
def test_each_reads_the_others_files(rule: int) -> None:
    for seed in range(GAMES):
        board = game(seed, rule, 15 + seed % 5)
        other = theirs(board)
        assert RenjuBoard.from_sgf(board.sgf()).get_moves() == other.get_moves()
        assert Board.from_sgf(other.to_sgf(date="2026-02-03", event="a [game]")) == board


def test_their_text_is_read() -> None:
    board = game(1, RENJU)
    for separator in ("", " ", ", ", "-"):
        text = theirs(board).get_pos(separator)
        assert Board.of(moves.loads(text, 15, ABOVE), 15, RENJU) == board


def test_the_rules_that_they_know_are_ours() -> None:
    assert set(THEIR_RULES) < set(RULES)

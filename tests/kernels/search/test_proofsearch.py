"""The proof search finds wins by threats, and only such as the board has room for."""

from collections.abc import Iterator

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU
from brain.thinking.searcher import Searcher
from tests.support.boards import parse
from tests.support.searching import line_of, open_searcher, set_up
from tests.support.tactics import DEFENCES, WINS, Tactic

NODES = 20_000
THREES, WIDE = 0, 1  # what threatens: threes, or also a move that threatens to win by fours
SAFE = [tactic for tactic in DEFENCES if "five's cell" not in tactic.name]  # those lose slower
# Black wins by moves that threaten to win by fours and make no three.
WIDE_WIN = "15 renju h5e5f6g5g7g6h7h6h8f8d9i8e9f9g9j9h9d10i9g10k9j10i10k10"
WIDE_MOVE, WIDE_PLIES = "j11", 19


def name_of(tactic: Tactic) -> str:
    """Return a test's name."""
    return f"rule {tactic.rule}: {tactic.name}"


def proof_win(searcher: Searcher, colour: int, wide: int, nodes: int = NODES) -> int:
    """Return in how many plies the proof search wins, 0 if it doesn't."""
    searcher.record.stop = 0
    return searcher.library.proof_win(searcher.record, colour, wide, nodes)


@pytest.fixture
def at_wide_win() -> Iterator[Searcher]:
    """Yield a searcher of its own at WIDE_WIN, where Black is to move."""
    board = Board.read(WIDE_WIN)
    with open_searcher() as searcher:
        searcher.load_rule(RENJU)
        searcher.new_game(board.width, board.height, RENJU)
        for cell, colour in board.stones:
            searcher.place(cell, colour)
        yield searcher


@pytest.mark.parametrize("wide", [THREES, WIDE])
@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_a_win_by_threats_is_found_with_its_line(
    searcher: Searcher, tactic: Tactic, wide: int
) -> None:
    drawing = parse(tactic.drawing)
    set_up(searcher, drawing, tactic.rule)
    before = searcher.stones
    found = proof_win(searcher, tactic.colour, wide)
    assert found >= tactic.plies
    assert found > tactic.plies or line_of(searcher)[0] in drawing.marks["m"]
    assert len(line_of(searcher)) <= found
    assert searcher.stones == before


@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_a_win_ends_on_the_board(searcher: Searcher, tactic: Tactic) -> None:
    for cells in range(tactic.plies + 1):
        set_up(searcher, parse(tactic.drawing), tactic.rule)
        searcher.record.max_stones = searcher.record.stones + cells
        assert proof_win(searcher, tactic.colour, WIDE) <= cells


@pytest.mark.parametrize("tactic", SAFE, ids=name_of)
def test_nothing_is_claimed_where_there_is_a_defence(searcher: Searcher, tactic: Tactic) -> None:
    set_up(searcher, parse(tactic.drawing), tactic.rule)
    assert proof_win(searcher, tactic.colour, WIDE) == 0


def test_a_move_may_threaten_to_win_by_fours(at_wide_win: Searcher) -> None:
    assert proof_win(at_wide_win, BLACK, THREES) == 0
    assert proof_win(at_wide_win, BLACK, WIDE) == WIDE_PLIES
    line = line_of(at_wide_win)
    assert line[0] == Cell.named(WIDE_MOVE)
    assert len(set(line)) == len(line) <= WIDE_PLIES


def test_no_win_is_claimed_and_none_denied_when_the_nodes_are_used_up(
    at_wide_win: Searcher,
) -> None:
    assert proof_win(at_wide_win, BLACK, WIDE, nodes=100) == 0
    assert proof_win(at_wide_win, BLACK, WIDE) == WIDE_PLIES

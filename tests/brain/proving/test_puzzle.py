"""Puzzles are found where one move alone wins or holds, and a wrong proof of one is refused."""

import pytest

from brain.cell import Cell
from brain.certificates.check import Refused
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine
from brain.game_board import Board
from brain.proving import puzzle
from brain.proving.puzzle import HOLD, WIN, Puzzle
from brain.proving.threat_lines import board_of, find_line
from protocol.records import puzzle_files

MEMORY = 64 << 20
SAMPLE = 197  # the step through the shipped puzzles
HOLDS = 10  # holds whose proofs are cut
SHIPPED = list(puzzle_files.read(puzzle_files.SHIPPED))
HELD = [problem for problem in SHIPPED if problem.kind == HOLD]
# White's open three h7 to h9, which h6 and h10 answer.
THREE = "h1h7o15h8a15h9"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


def test_a_puzzle_is_found_again_as_it_was_made(engine: Engine) -> None:
    for problem in SHIPPED[::SAMPLE]:
        found = puzzle.find(engine, problem.position)
        assert found
        assert (found.kind, found.first, found.lines) == (
            problem.kind,
            problem.solution,
            problem.cells,
        )
        assert (found.plies, found.branches, found.decoys, found.grade) == (
            problem.plies,
            problem.branches,
            problem.decoys,
            problem.grade,
        )


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("h8i9", "nothing wins"),
        ("h8a1h9a3h10a5", "two moves win"),
        ("h8a1h9b3h10c5h11d7", "it takes one move"),
    ],
)
def test_a_position_is_no_puzzle_when(engine: Engine, moves: str, why: str) -> None:
    assert puzzle.find(engine, Board.read(moves).position) is None, why


def test_an_open_three_with_several_answers_is_no_puzzle(engine: Engine) -> None:
    position = Board.read(THREE).position
    assert find_line(engine, board_of(stones_of(position.passed)), position.passed.turn, 1)
    assert puzzle.find(engine, position) is None


def test_a_puzzle_is_found_of_the_kinds_that_are_wanted_alone(engine: Engine) -> None:
    for problem, other in ((SHIPPED[0], HOLD), (HELD[0], WIN)):
        assert puzzle.find(engine, problem.position, (problem.kind,))
        assert puzzle.find(engine, problem.position, (other,)) is None


def test_the_proof_of_another_move_is_refused() -> None:
    for problem in (SHIPPED[0], HELD[0]):
        free = cells_of(stones_of(problem.position).empty)
        other = next(cell for cell in free if cell != problem.solution)
        with pytest.raises(Refused):
            puzzle.check(problem.position, problem.kind, other, problem.cells)


def test_a_hold_is_refused_when_a_move_has_no_line() -> None:
    for problem in HELD[:HOLDS]:
        with pytest.raises(Refused):
            puzzle.check(problem.position, HOLD, problem.solution, problem.cells[:-1])


@pytest.mark.parametrize("kind", puzzle.KINDS)
def test_longer_lines_branches_and_decoys_make_a_puzzle_harder(kind: str) -> None:
    first = Cell.named("h8")
    easy = Puzzle(kind, first, ((first,) * 2,), 5, 1, 0)
    hard = Puzzle(kind, first, ((first,) * 6,), 13, 12, 20)
    assert (easy.grade, hard.grade) == (1, 5)

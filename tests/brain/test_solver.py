"""The solver: what it proves is kept, and used again from any side of the board."""

from pathlib import Path

import pytest

from brain import prover, solver
from brain.board import Board
from brain.certificate import Certificate
from brain.check import check, stones_of
from brain.engine import Engine
from brain.lexicon import FREESTYLE
from brain.position import Position
from brain.symmetry import symmetries, transformed

MEMORY = 64 << 20
MOVES = "e5d6c3g4e6e7c5c4d4f6b2a1e3f2"
SIZE = 9


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(autouse=True)
def _only_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "LINE_TRIES", 0)  # so that there is something to store


def position(symmetry: int = 0) -> Position:
    """Return the position to be solved, under a symmetry."""
    moves = Board.read(MOVES, SIZE, FREESTYLE).position
    points = transformed([(cell.x, cell.y) for cell, _ in moves.stones], symmetry, SIZE, SIZE)
    stones = [
        (type(cell).at(*point), colour)
        for point, (cell, colour) in zip(points, moves.stones, strict=True)
    ]
    return Position(SIZE, SIZE, FREESTYLE, stones)


class Killed(Exception):  # noqa: N818 (what happens to the solver)
    pass


def test_a_solver_that_was_killed_goes_on_with_what_it_had(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Certificate] = []

    def kill(claim: Certificate) -> None:
        kept.append(claim)
        if len(kept) == 2:
            raise Killed

    with pytest.raises(Killed):
        solver.solve(engine, position(), tmp_path, 2, kill)
    with (tmp_path / solver.STORE).open("ab") as file:
        file.write(b"54454e47")  # a line that a kill has cut
    store = solver.Store(tmp_path)
    assert len(store.claims) == 2
    assert all(check(claim) for claim in kept)
    again: list[Certificate] = []
    claim = solver.solve(engine, position(), tmp_path, 2, again.append)
    assert check(claim).plies == claim.plies
    assert not {stones_of(one.position) for one in kept} & {
        stones_of(one.position) for one in again
    }


@pytest.mark.parametrize("symmetry", symmetries(SIZE, SIZE))
def test_what_is_proved_is_found_under_every_symmetry(
    symmetry: int, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = solver.solve(engine, position(), tmp_path, 2, lambda claim: None)
    monkeypatch.setattr(prover, "THINKS", ())  # nothing more is found
    turned = position(symmetry)
    claim = solver.solve(engine, turned, tmp_path, 0, lambda claim: None)
    assert claim.position == turned
    assert check(claim).plies == first.plies


def test_a_store_with_a_wrong_line_is_refused_by_its_number(tmp_path: Path) -> None:
    (tmp_path / solver.STORE).write_text("zz\n")
    with pytest.raises(ValueError, match=r"proved.txt, line 1: "):
        solver.Store(tmp_path)

"""What renju's rules do to the lines of a cover, on a drawn board and in a file's win."""

from pathlib import Path

import pytest

from brain.certificates import certificate
from brain.certificates.stones import stones_of
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import FREESTYLE, RENJU, cell_at
from brain.proving import prover
from tests.long import forbidden_covers
from tests.long.forbidden_covers import (
    BROKEN,
    COVERS,
    FORBIDDEN,
    LOST,
    PASSES,
    PASSES_RENJU,
    REPLIES,
    WITHOUT,
    Measure,
)

MEMORY = 1 << 20
SIZE = 9


def test_lines_by_a_double_three_fail() -> None:
    # d5 e5 and f6 f7: a stone on f5 makes two threes
    board = Board.read("d5a1e5a9f7i1f6", SIZE, RENJU).position
    measure = Measure(SIZE, SIZE)
    measure.add(cell_at(5, 3), stones_of(board.passed))
    (stones, counts), *others = measure.counts.items()
    assert (stones, others) == (4, [])
    assert [counts[row] for row in (COVERS, PASSES, PASSES_RENJU, BROKEN)] == [1, 1, 1, 1]
    assert counts[REPLIES] == counts[LOST] == counts[FORBIDDEN] == SIZE * SIZE - len(board.stones)
    assert counts[WITHOUT] == 3


def test_the_command_plays_against_the_win_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = Board.read("e5d6c3g4e6e7c5c4d4f6b2a1e3f2", SIZE, FREESTYLE).position
    path = tmp_path / "win.tengen"
    with monkeypatch.context() as patch, Engine(MEMORY) as engine:
        patch.setattr(prover, "LINE_TRIES", 0)
        path.write_bytes(certificate.dumps(prover.prove(engine, position)))
    assert forbidden_covers.main([str(path), "--games", "1"]) == 0
    heads, covers, *rows = capsys.readouterr().out.splitlines()
    assert heads.split()[:2] == ["8", "9"]
    assert covers.split()[:2] == ["1", "1"]
    assert len(rows) == len(forbidden_covers.ROWS) - 1

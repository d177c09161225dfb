"""Labelled positions as NumPy archives and Parquet files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from brain.lexicon import BLACK, EMPTY, MATE, WHITE
from brain.train import position_table
from brain.train.position_table import COLUMNS, NO_SCORE, OUTSIDE, PositionRow
from tests.support.full_disk import full_disk, needs_limits
from tests.support.labelled import BY_HAND, CONFIG, hold

ROW = PositionRow(
    game=3,
    rule=0,
    width=3,
    height=2,
    stones=(0, 4, 5),
    depth=0,
    winner=WHITE,
    score=-20,
    move=2,
)
WIDE = ROW._replace(width=4, height=3, stones=(0, 11), winner=EMPTY, score=NO_SCORE)
BOARDS = [
    [[1, 0, 0, OUTSIDE], [0, 2, 1, OUTSIDE], [OUTSIDE] * 4],
    [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]],
]


def test_an_archive_has_boards_padded_to_the_largest(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    assert position_table.write(path, [ROW, WIDE]) == 2
    table = np.load(path)
    assert list(table) == [*COLUMNS, "board"]
    assert {name: str(table[name].dtype) for name in ("game", "ply", "score", "proved")} == {
        "game": "int32",
        "ply": "uint16",
        "score": "int16",
        "proved": "bool",
    }
    assert table["board"].tolist() == BOARDS
    assert table["turn"].tolist() == [WHITE, BLACK]
    assert table["result"].tolist() == [1, 0]
    assert table["score"].tolist() == [-20, NO_SCORE]


def test_parquet_has_the_same_rows_in_any_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    monkeypatch.setattr(position_table, "CHUNK", 2)
    rows = [ROW, WIDE, ROW._replace(score=MATE - 5)]
    for name in ("some.npz", "some.parquet"):
        assert position_table.write(tmp_path / name, iter(rows)) == len(rows)
    archive, table = np.load(tmp_path / "some.npz"), parquet.read_table(tmp_path / "some.parquet")
    assert table.column_names == [*COLUMNS, "board"]
    for name in COLUMNS:
        assert table[name].to_numpy().tolist() == archive[name].tolist()
        assert str(table.schema.field(name).type) == str(archive[name].dtype)
    assert [bytes(cells) for cells in table["board"].to_pylist()] == [row.board for row in rows]


@pytest.mark.parametrize(
    ("score", "is_proved"),
    [(MATE, True), (MATE - 9, True), (9 - MATE, True), (2000, False), (NO_SCORE, False)],
)
def test_a_mate_is_a_proved_label(score: int, is_proved: bool) -> None:
    assert ROW._replace(score=score).is_proved == is_proved


def test_labelled_games_become_rows(tmp_path: Path) -> None:
    drawn = replace(BY_HAND, winner=EMPTY)
    first, leaf, other, _ = position_table.labelled_rows(hold(tmp_path, CONFIG, BY_HAND, drawn))
    assert (first.stones, first.depth, first.score, first.move) == ((112, 113, 97), 0, -20, 98)
    assert (leaf.stones, leaf.depth, leaf.result) == ((112, 113, 97, 98, 224), 2, 1)
    assert leaf.is_proved
    assert not first.is_proved
    assert (other.game, other.result) == (1, 0)


def test_a_table_without_rows_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="expected positions, got none"):
        position_table.write(path, [])
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]


@needs_limits
def test_a_table_that_the_disk_has_no_room_for_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    position_table.write(path, [ROW])
    before = path.read_bytes()
    with full_disk(len(before) - 100), pytest.raises(OSError, match="too large"):
        position_table.write(path, [ROW, WIDE])
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [before]

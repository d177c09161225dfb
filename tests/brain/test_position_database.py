"""Position databases: entries under the symmetries, and files that can't be trusted."""

import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.lexicon import MATE
from brain.position import Position
from brain.position_database import NO_ENTRY, SCHEMA, PositionDatabase, PositionEntry
from brain.score import Score

BOARD = Board.read("15 renju h8i9g9")
ENTRY = PositionEntry(Score(-35), 12, Cell.named("h9"), "w", 'Line 1\n"黑" 2')


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a file with one position."""
    with PositionDatabase(tmp_path_factory.mktemp("made") / "file", "c") as database:
        database.put(BOARD, ENTRY)
    return database.path.read_bytes()


@pytest.fixture
def path(content: bytes, tmp_path: Path) -> Path:
    """Return a file with one position; its name needs escapes."""
    path = tmp_path / "a #?%41 é.positions"
    path.write_bytes(content)
    return path


def changed(path: Path, *statements: str) -> None:
    """Run statements on a file, as any program may."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_every_image_of_a_position_has_its_entry_with_the_move_turned(path: Path) -> None:
    with PositionDatabase(path) as database:
        for symmetry in range(8):
            image = BOARD.transform(symmetry)
            cell = BOARD.copy()
            cell.push("h9")
            found = database.get(image)
            assert found == ENTRY._replace(move=cell.transform(symmetry).last)
            assert database.get(image.position) == found


def test_other_positions_have_no_entry(path: Path) -> None:
    with PositionDatabase(path) as database:
        for text in (
            "15 renju h8i9",
            "15 renju h8i9g9h9",
            "15 freestyle h8i9g9",
            "20 renju h8i9g9",
        ):
            assert database.get(Board.read(text)) is None
        assert database.get(BOARD.position.passed) is None


def test_an_entry_is_replaced_and_an_empty_one_removes(path: Path) -> None:
    other = Board.read("15 renju h8")
    with PositionDatabase(path, "w") as database:
        database.update([(other, NO_ENTRY), (other, PositionEntry(comment="first"))])
        database.put(BOARD, PositionEntry(label="d"))
        assert database.get(BOARD) == PositionEntry(label="d")
        assert len(database) == 2
        database.update([(BOARD, ENTRY), (BOARD, NO_ENTRY), (other, NO_ENTRY)])
        assert [*database] == []


def test_a_merge_replaces_the_fields_that_the_new_entry_has(path: Path) -> None:
    other = Board.read("15 renju h8")
    with PositionDatabase(path, "w") as database:
        database.merge(
            [
                (BOARD.transform(3), PositionEntry(comment="new")),
                (BOARD, NO_ENTRY),
                (BOARD, PositionEntry(Score(0), label="l")),
                (other, NO_ENTRY),
                (other, PositionEntry(Score(1), 5)),
                (other, PositionEntry(move=Cell.named("h9"))),
                (other, PositionEntry(depth=7)),
            ]
        )
        assert database.get(BOARD) == ENTRY._replace(
            value=Score(0), depth=0, label="l", comment="new"
        )
        assert database.get(other) == PositionEntry(Score(1), 7, Cell.named("h9"))
        database.merge([(BOARD, PositionEntry(move=Cell.named("a1")))])
        found = database.get(BOARD)
        assert found
        assert found.move in (Cell.named("a1"), Cell.named("o15"))


def test_a_zero_is_a_value(path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        database.put(BOARD, PositionEntry(Score(0)))
        assert database.get(BOARD) == PositionEntry(Score(0))


def test_all_positions_are_yielded_with_their_moves(path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        database.put(Board.read("15 renju"), PositionEntry(move=Cell.named("h8")))
        found = {len(position.stones): entry for position, entry in database}
        assert found[0] == PositionEntry(move=Cell.named("h8"))
        assert found[3]._replace(move=None) == ENTRY._replace(move=None)
        for position, entry in database:
            assert database.get(position) == entry


def test_the_entries_after_a_position_are_those_of_its_moves(path: Path) -> None:
    before = Board.read("15 renju h8i9")
    with PositionDatabase(path) as database:
        found = database.after(before, before.turn)
        assert [cell.name for cell in found] == ["g9", "i7"]  # images of each other
        assert found[Cell.named("g9")] == ENTRY


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (PositionEntry(Score(MATE + 1)), "value: expected an integer from -30000 to 30000"),
        (PositionEntry(depth=-1), "depth: expected an integer from 0 to 9999"),
        (PositionEntry(depth=None), "depth: expected an integer"),  # type: ignore[arg-type]
        (PositionEntry(move=Cell.named("h8")), "move: h8 is not an empty cell"),
        (PositionEntry(move=Cell.named("p1")), "move: p1 is not an empty cell"),
        (PositionEntry(move="h8"), "move: expected a cell, got 'h8'"),  # type: ignore[arg-type]
        (PositionEntry(label="17 characters, xx"), "label: expected up to 16 characters, got 17"),
        (PositionEntry(label="a b"), "label: expected printable characters without spaces"),
        (PositionEntry(label="a\x1b"), "label: expected printable characters without spaces"),
        (PositionEntry(comment="x" * 65537), "comment: expected up to 65536 characters"),
        (PositionEntry(comment=3), "comment: expected a string, got 3"),  # type: ignore[arg-type]
        ((), "entry: expected a PositionEntry"),
    ],
)
def test_a_wrong_entry_is_refused(entry: PositionEntry, reason: str, path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        with pytest.raises(ValueError, match=reason):
            database.put(BOARD, entry)
        assert database.get(BOARD) == ENTRY


def test_a_game_that_is_over_is_refused(path: Path) -> None:
    over = Board.read("h8a1h9b1h10c1h11d1h12")
    with PositionDatabase(path, "w") as database:
        with pytest.raises(ValueError, match="the game is over"):
            database.put(over, ENTRY)
        assert database.get(over) is None
        with pytest.raises(ValueError, match="expected a Board or a Position"):
            database.put("h8", ENTRY)  # type: ignore[arg-type]


# Files.


def test_a_file_open_to_be_read_is_not_changed(path: Path) -> None:
    before = path.read_bytes()
    with PositionDatabase(path) as database, pytest.raises(OSError, match="readonly"):
        database.put(BOARD, NO_ENTRY)
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


def test_only_mode_c_creates_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new"
    for mode in ("r", "w"):
        with pytest.raises(FileNotFoundError):
            PositionDatabase(path, mode)
    with pytest.raises(ValueError, match="mode: expected one of r, w, c, got 'x'"):
        PositionDatabase(path, "x")
    path.write_bytes(b"")  # left by a kill
    with PositionDatabase(path, "c") as database:
        assert (len(database), bool(database)) == (0, True)
    with PositionDatabase(path, "c") as database:
        assert len(database) == 0


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other"
    for content in (b"TENGEND1", b"SQLite format 2", b""):
        path.write_bytes(content)
        for mode in ("r", "w"):
            with pytest.raises(ValueError, match=f"{path} is not a Tengen position database"):
                PositionDatabase(path, mode)
    path.write_bytes(b"text")
    with pytest.raises(ValueError, match="is not a Tengen position database"):
        PositionDatabase(path, "c")
    assert path.read_bytes() == b"text"
    os.remove(path)
    changed(path, "CREATE TABLE positions (key BLOB)")
    with pytest.raises(ValueError, match="it is another SQLite file"):
        PositionDatabase(path, "c")
    with pytest.raises(ValueError, match="is not a regular file"):
        PositionDatabase(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 2",
        "CREATE TABLE other (key BLOB)",
        "CREATE TRIGGER planted AFTER INSERT ON positions BEGIN DELETE FROM positions; END",
        "CREATE VIEW planted AS SELECT 1",
        "ALTER TABLE positions ADD COLUMN more TEXT",
    ],
)
def test_another_schema_is_refused(statement: str, path: Path) -> None:
    changed(path, statement)
    with pytest.raises(ValueError, match="expected a position database of version 1"):
        PositionDatabase(path)


@pytest.mark.parametrize(
    "change",
    [
        "value = 30001",
        "value = 'high'",
        "value = 1.5",
        "depth = NULL",
        "move = 225",
        "move = -1",
        "label = X'00'",
        "label = 'two words'",
        "comment = NULL",
        "comment = CAST(X'ff' AS TEXT)",
        "comment = CAST(zeroblob(600000) AS TEXT)",
    ],
)
def test_a_damaged_entry_is_an_error(change: str, path: Path) -> None:
    changed(path, f"UPDATE positions SET {change}")
    with PositionDatabase(path) as database:
        with pytest.raises(ValueError, match="is damaged"):
            database.get(BOARD)
        with pytest.raises(ValueError, match="is damaged"):
            list(database)


@pytest.mark.parametrize("key", ["X''", "X'23de2d'", "'text'", "X'23de0101'"])
def test_a_key_that_is_not_a_position_is_an_error(key: str, path: Path) -> None:
    changed(path, f"UPDATE positions SET key = {key}")
    with PositionDatabase(path) as database, pytest.raises(ValueError, match="is damaged"):
        list(database)


def test_damaged_bytes_raise_no_other_errors_than_those_of_the_class(path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        for name in "abcdefgh":
            database.put(Board.read(f"15 renju {name}1"), PositionEntry(comment=name * 2000))
    whole = path.read_bytes()
    for cut in (17, 100, 4096):
        path.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match="is damaged"), PositionDatabase(path) as database:
            list(database)
    for place in (*range(16, 100, 7), *range(100, len(whole), 701)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        with suppress(OSError, ValueError), PositionDatabase(path) as database:
            database.get(BOARD)
            list(database)


def torn(path: Path, *statements: str) -> Path:
    """Return a copy of a file in the middle of a transaction that makes it larger."""
    copy = path.with_name("torn")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")  # pages reach the file before the commit
    for statement in ("BEGIN", *statements):
        connection.execute(statement)
    rows = ((f"{number:100}",) for number in range(500))
    connection.executemany("INSERT INTO positions VALUES (?, 0, 0, 0, '', '')", rows)
    for end in ("", "-journal"):
        Path(f"{copy}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    connection.execute("ROLLBACK")
    connection.close()
    assert b"300" in copy.read_bytes()
    return copy


def test_an_edit_that_was_interrupted_is_undone(path: Path) -> None:
    copy = torn(path, "DELETE FROM positions")
    with PositionDatabase(copy) as database:
        assert [entry.label for _, entry in database] == ["w"]
    assert not Path(f"{copy}-journal").exists()


def test_a_file_whose_creation_was_interrupted_is_created(tmp_path: Path) -> None:
    copy = torn(tmp_path / "new", SCHEMA)
    with PositionDatabase(copy, "c") as database:
        assert len(database) == 0


def test_an_edit_is_seen_by_a_reader_that_is_open(path: Path) -> None:
    with PositionDatabase(path) as reader, PositionDatabase(path, "w") as writer:
        assert reader.get(BOARD) == ENTRY
        writer.remove(BOARD)
        assert reader.get(BOARD) is None


def test_a_program_without_sqlite_names_the_one_that_has_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(ValueError, match="the tournament program lacks: use the desktop program"):
        PositionDatabase(path)


def test_a_long_board_is_stored_too(tmp_path: Path) -> None:
    stones = [(cell, 1 + number % 2) for number, cell in enumerate(Board(22).legal_moves[:400:3])]
    position = Position(22, 22, 8, stones, walls=[Cell.at(21, 21)])
    with PositionDatabase(tmp_path / "long", "c") as database:
        database.put(position, ENTRY._replace(move=Cell.at(1, 0)))
        assert database.get(position) == ENTRY._replace(move=Cell.at(1, 0))

"""The formats that give entries for a position database."""

from pathlib import Path

import pytest

from brain.book_entries import entries_of, entries_of_file
from brain.books import book_files
from brain.books.book_files import BookOptions
from brain.game_board import Board
from brain.position_database import PositionDatabase, PositionEntry


def test_a_position_database_without_a_file_is_read() -> None:
    with PositionDatabase.in_memory() as database:
        database.put(Board.read("15 renju h8"), PositionEntry(comment="here"))
        assert [*entries_of(database.content(), "", BookOptions())] == [*database]


def test_what_is_not_a_book_is_refused() -> None:
    with pytest.raises(ValueError, match="this looks like a ZIP archive"):
        next(entries_of(b"PK\x03\x04", "", BookOptions()))


def test_a_position_database_of_any_length_is_read_row_by_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_files, "LARGEST", 0)
    with PositionDatabase(tmp_path / "long", "c") as database:
        database.put(Board.read("15 renju h8"), PositionEntry(comment="long"))
    ((_, entry),) = entries_of_file(tmp_path / "long", BookOptions())
    assert entry.comment == "long"
    (tmp_path / "book").write_text("h8")
    with pytest.raises(ValueError, match="book: the content is longer than"):
        next(entries_of_file(tmp_path / "book", BookOptions()))

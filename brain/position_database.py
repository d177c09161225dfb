"""A database of positions with values and comments: one SQLite file.

A position is stored under its canonical key, which holds all of it: two positions never share a
key, and a key gives the position back. docs/formats.md describes the file.

An edit is on the disk when it returns, and SQLite's journal undoes one that a kill interrupts. The
file is not trusted: opening checks its schema, reading checks each field.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from urllib.parse import quote

from brain.cell import Cell, Stone, from_row_major, row_major
from brain.certificates.board_bytes import StonesOnBoard
from brain.files.durable import check_plain
from brain.files.optional import lacking
from brain.lexicon import MATE, opponent
from brain.notation.canonical_key import (
    key_of,
    position_of,
    turned,
    turned_back,
)
from brain.notation.file_formats import (
    PACKED_YIXIN_DATABASE,
    POSITION_DATABASE,
    RENJUNET,
    RENLIB,
    SQLITE,
    YIXIN_DATABASE,
    recognised_file,
)
from brain.position import Position
from brain.score import Score
from brain.validation import index_of, number_of, text_of

if TYPE_CHECKING:
    import sqlite3

    from brain.game_board import Board

MAGIC = b"SQLite format 3\x00"
APPLICATION, VERSION = 0x54454E47, 1  # "TENG"
SCHEMA = (
    "CREATE TABLE positions (key BLOB PRIMARY KEY, value INTEGER, depth INTEGER, move INTEGER,"
    " label TEXT, comment TEXT) WITHOUT ROWID"
)
FIELDS = "value, depth, move, label, comment"
REPLACE = "INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?, ?, ?)"
DELETE = "DELETE FROM positions WHERE key = ?"
MERGE = """
    INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    depth = iif(excluded.value IS NULL AND excluded.depth = 0, depth, excluded.depth),
    value = coalesce(excluded.value, value),
    move = coalesce(excluded.move, move),
    label = coalesce(nullif(excluded.label, ''), label),
    comment = coalesce(nullif(excluded.comment, ''), comment)
"""
IMPORTED = (YIXIN_DATABASE, PACKED_YIXIN_DATABASE, RENLIB, RENJUNET)  # other programs' files
MODES = {"r": "ro", "w": "rw", "c": "rwc"}  # as in `dbm`, and as in SQLite
MOST_DEPTH = 9999  # plies
LONGEST_LABEL, LONGEST_COMMENT = 16, 1 << 16  # characters
LONGEST_FIELD = 1 << 19  # bytes that SQLite reads at most
IN_MEMORY = Path("the position database")  # its name in messages
WAITING_S = 5.0  # for another program's edit
BATCH = 10_000  # positions of a transaction

Row = tuple[bytes, int | None, int, int | None, str, str]


class PositionEntry(NamedTuple):
    """The content of a position.

    value    from the side to move; None without one
    depth    plies of the search that found the value; 0 if unknown
    move     the move to play; None without one
    label    about the move that led here, up to 16 characters; `w`, `d` and `l` are a win, a draw
             and a loss for the side that made it, `x` is a move to avoid
    comment  any text
    """

    value: Score | None = None
    depth: int = 0
    move: Cell | None = None
    label: str = ""
    comment: str = ""


Stored = tuple[Position, PositionEntry]
NO_ENTRY = PositionEntry()
EMPTY = tuple(NO_ENTRY)  # the fields of a row


class PositionDatabase:
    """An open file. `mode` is "r" to read, "w" to edit, "c" to edit and to create a missing file.

    ValueError for a file that is damaged or not a position database, OSError for one that can't be
    read or written. `with` closes it. Only one thread may use it at a time.
    """

    def __init__(self, path: str | os.PathLike[str], mode: str = "r") -> None:
        if mode not in MODES:
            raise ValueError(f"mode: expected one of {', '.join(MODES)}, got {mode!r}")
        self.path = Path(path)
        self.mode = mode
        check_plain(self.path)
        is_interrupted = Path(f"{path}-journal").exists()
        may_be_empty = is_interrupted or not self.path.exists() or not self.path.stat().st_size
        if mode != "c" or not may_be_empty:
            check_magic(self.path)
        if mode == "r" and is_interrupted:
            with suppress(OSError):  # of a folder that is read-only
                PositionDatabase(path, "w").close()  # undoes an edit that a kill interrupted
        self._begin(_connected(self.path, mode))

    @classmethod
    def in_memory(cls, content: bytes = b"") -> Self:
        """Return an open database with a file's content, or a new one, whose edits change no file.
        ValueError for a content that is damaged or not a position database.
        """
        database = cls.__new__(cls)
        database.path, database.mode = IN_MEMORY, "r" if content else "c"
        connection = _connected(IN_MEMORY, "c")
        if content:
            with database._reported():
                connection.deserialize(content)
        database._begin(connection)
        return database

    def _begin(self, connection: "sqlite3.Connection") -> None:
        """Prepare an open connection; close it after an error."""
        self._connection = connection
        try:
            with self._reported():
                self._prepare()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<PositionDatabase {str(self.path)!r}, mode {self.mode!r}>"

    def __len__(self) -> int:
        """Return the number of positions, which reads the whole file."""
        with self._reported():
            return int(self._row("SELECT count(*) FROM positions")[0])

    def __bool__(self) -> bool:
        return True  # an empty database is a database

    def __iter__(self) -> Iterator[Stored]:
        """Yield all positions in their canonical form, each with its entry."""
        before = b""
        with self._reported():
            rows = self._connection.execute(f"SELECT key, {FIELDS} FROM positions ORDER BY key")
            for key, *fields in rows:
                if not (isinstance(key, bytes) and key > before):
                    raise self._damaged("its keys are out of order")
                try:
                    position = position_of(key)
                except ValueError as error:
                    raise self._damaged(f"a key is not a position: {error}") from None
                before = key
                yield position, self._entry(fields, position, 0)

    def content(self) -> bytes:
        """Return the bytes of the file."""
        with self._reported():
            return self._connection.serialize()

    def close(self) -> None:
        """Close the file; nothing else may be called afterwards."""
        self._connection.close()

    def get(self, board: "Board | Position") -> PositionEntry | None:
        """Return the entry of a position, its move turned to the board; None without one."""
        return self.find(board, board.turn)

    def find(self, board: StonesOnBoard, turn: int, *more: Stone) -> PositionEntry | None:
        """Return the entry of a board with `more` stones and a colour to move; None without one."""
        key, symmetry = key_of(board, turn, *more)
        with self._reported():
            fields = self._row(f"SELECT {FIELDS} FROM positions WHERE key = ?", key)
        return self._entry(fields, board, symmetry) if fields else None

    def after(self, board: StonesOnBoard, turn: int) -> dict[Cell, PositionEntry]:
        """Return the entries of the positions after a colour's moves, by the move, row by row."""
        taken = {*(cell for cell, _ in board.stones), *board.walls}
        numbers = range(board.width * board.height)
        cells = (Cell(from_row_major(number, board.width), board.height) for number in numbers)
        entries = {
            cell: self.find(board, opponent(turn), (cell, turn))
            for cell in cells
            if cell not in taken
        }
        return {cell: entry for cell, entry in entries.items() if entry}

    def put(self, board: "Board | Position", entry: PositionEntry) -> None:
        """Replace the entry of a position; an empty entry removes it.

        ValueError if the game is over, the move is not an empty cell, or a field is out of range.
        """
        self.update([(board, entry)])

    def remove(self, board: "Board | Position") -> None:
        """Remove the entry of a position, if it has one."""
        self.put(board, NO_ENTRY)

    def update(self, entries: Iterable[tuple["Board | Position", PositionEntry]]) -> None:
        """Replace the entries of many positions, 10,000 in a transaction. After an error, those of
        earlier transactions stay.
        """
        self._write(entries, lambda row: (DELETE, row[:1]) if row[1:] == EMPTY else (REPLACE, row))

    def merge(self, entries: Iterable[tuple["Board | Position", PositionEntry]]) -> None:
        """Change the entries of many positions: fields that a new entry has replace the old ones,
        a value with its depth. Transactions are those of `update`.
        """
        given = ((board, entry) for board, entry in entries if entry != NO_ENTRY)
        self._write(given, lambda row: (MERGE, row))

    def _write(
        self,
        entries: Iterable[tuple["Board | Position", PositionEntry]],
        statement: Callable[[Row], tuple[str, Sequence[object]]],
    ) -> None:
        """Execute a statement with its values for the row of each entry."""
        rows = (_row_of(board, entry) for board, entry in entries)
        while batch := list(islice(rows, BATCH)):
            with self._reported(), self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for row in batch:
                    self._connection.execute(*statement(row))

    def _prepare(self) -> None:
        """Create the table of a new file; check that the file has it, and nothing else."""
        run, row = self._connection.execute, self._row
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA cell_size_check = ON")
        run("PRAGMA synchronous = FULL")
        if self.mode == "c" and not row("PRAGMA page_count")[0]:
            with self._connection:
                run("BEGIN IMMEDIATE")
                if not row("SELECT count(*) FROM sqlite_master")[0]:  # else another was faster
                    run(SCHEMA)
                    run(f"PRAGMA application_id = {APPLICATION}")
                    run(f"PRAGMA user_version = {VERSION}")
        found = row("PRAGMA application_id")[0], row("PRAGMA user_version")[0]
        schema = run("SELECT sql FROM sqlite_master LIMIT 2").fetchall()
        if found[0] != APPLICATION:
            raise ValueError(
                f"{self.path} is not a Tengen position database: it is another SQLite file"
            )
        if found[1] != VERSION or schema != [(SCHEMA,)]:
            raise ValueError(
                f"{self.path}: expected a position database of version {VERSION}, got version"
                f" {found[1]} or another table"
            )

    def _row(self, statement: str, *values: object) -> tuple[Any, ...]:
        """Return the first row that a statement yields, () for none."""
        row: tuple[Any, ...] = self._connection.execute(statement, values).fetchone() or ()
        return row

    def _entry(self, fields: Sequence[Any], board: StonesOnBoard, symmetry: int) -> PositionEntry:
        """Return the entry in a row's fields, its move turned back by a symmetry."""
        size, entry = (board.width, board.height), PositionEntry(*fields)
        try:
            _check(entry)
            if entry.move is not None:
                number_of("move", entry.move, 0, size[0] * size[1] - 1)
        except ValueError as error:
            raise self._damaged(str(error)) from None
        value = None if entry.value is None else Score(entry.value)
        if entry.move is None:
            return entry._replace(value=value)
        cell = from_row_major(entry.move, size[0])
        return entry._replace(value=value, move=turned_back(cell, symmetry, *size))

    def _damaged(self, reason: str) -> ValueError:
        return ValueError(f"{self.path} is damaged: {reason}")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn SQLite's errors into those of the class."""
        import sqlite3

        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: {error}") from None
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise self._damaged(str(error)) from None


def check_magic(path: Path, kind: str = "position database") -> None:
    """Raise ValueError, which names what a file looks like, unless it begins as SQLite's do. `kind`
    names what was expected.
    """
    found = recognised_file(path)
    if found in (POSITION_DATABASE, SQLITE):
        return
    what = f"it looks like {found}" if found else "it does not begin as one"
    advice = "; tengen database import adds it to one" if found in IMPORTED else ""
    raise ValueError(f"{path} is not a Tengen {kind}: {what}{advice}")


def _connected(path: Path, mode: str) -> "sqlite3.Connection":
    """Return a connection to a file."""
    try:
        import sqlite3
    except ImportError:
        raise ValueError(lacking(f"{path}: a position database", "SQLite")) from None
    whole = path.absolute().as_posix()
    uri = f"file://{'' if whole.startswith('/') else '/'}{quote(os.fsencode(whole), safe='/:')}"
    try:
        connection = sqlite3.connect(
            ":memory:" if path is IN_MEMORY else f"{uri}?mode={MODES[mode]}",
            uri=True,
            timeout=WAITING_S,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.OperationalError as error:
        raise OSError(f"{path}: {error}") from None
    connection.text_factory = partial(str, encoding="utf-8")  # raises UnicodeDecodeError
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_FIELD)
    return connection


def _row_of(board: "Board | Position", entry: PositionEntry) -> Row:
    """Return the row of a position with an entry, which are checked."""
    from brain.game_board import Board

    if not isinstance(board, Board | Position):
        raise ValueError(f"board: expected a Board or a Position, got {board!r}")
    position = board if isinstance(board, Position) else board.position
    if not isinstance(entry, PositionEntry):
        raise ValueError(f"entry: expected a PositionEntry, got {entry!r}")
    _check(entry)
    key, symmetry = key_of(position, position.turn)
    size, number = (position.width, position.height), None
    if entry.move is not None:
        if position.board().get(entry.move) != 0:
            raise ValueError(f"move: {entry.move} is not an empty cell")
        number = row_major(turned(entry.move, symmetry, *size), size[0])
    value = None if entry.value is None else int(entry.value)
    return key, value, entry.depth, number, entry.label, entry.comment


def _check(entry: PositionEntry) -> None:
    """Raise ValueError for a field out of range."""
    if entry.value is not None:
        number_of("value", entry.value, -MATE, MATE)
    number_of("depth", entry.depth, 0, MOST_DEPTH)
    if entry.move is not None and index_of(entry.move) is None:
        raise ValueError(f"move: expected a cell, got {entry.move!r}")
    for name, most in (("label", LONGEST_LABEL), ("comment", LONGEST_COMMENT)):
        text = text_of(name, getattr(entry, name))
        if len(text) > most:
            raise ValueError(f"{name}: expected up to {most} characters, got {len(text)}")
    if entry.label != "".join(entry.label.split()) or not (entry.label or "-").isprintable():
        raise ValueError(
            f"label: expected printable characters without spaces, got {entry.label!r}"
        )

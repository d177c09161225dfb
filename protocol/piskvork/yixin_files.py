"""Yixin-Board's words for files of a position database: to merge one, to split one, and to import a
library.

`YXDBSPLIT` copies the entries of the position on the board and of all positions with its stones.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from brain.book_entries import entries_of_file
from brain.books.book_files import BookOptions
from brain.certificates.board_bytes import StonesOnBoard
from brain.engine import Engine
from brain.lexicon import cell_at, point_of
from brain.notation.file_formats import RENLIB, recognised_file
from brain.position_database import PositionDatabase, Stored
from brain.rules.symmetry import symmetries, transformed
from protocol.piskvork.grammar import MERGE_DATABASE, MERGE_LIBRARY, SPLIT_DATABASE, Lines

SUFFIX = ".positions"  # of a file to create: a mistyped name creates none


def printable(text: str) -> str:
    """Return a text on one line, with a space for each character that can't be printed."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def positions_from(database: PositionDatabase, board: StonesOnBoard) -> Iterator[Stored]:
    """Yield the positions with all stones of a board, under any symmetry, each with its entry."""
    size = board.width, board.height
    points, colours = (
        [point_of(cell) for cell, _ in board.stones],
        [colour for _, colour in board.stones],
    )
    images = [
        {
            (cell_at(*point), colour)
            for point, colour in zip(transformed(points, one, *size), colours, strict=True)
        }
        for one in symmetries(*size)
    ]
    for position, entry in database:
        if (position.width, position.height, position.rule) == (*size, board.rule):
            stones = set(position.stones)
            if any(image <= stones for image in images):
                yield position, entry


def _merge(engine: Engine, path: Path) -> Lines:
    """Add the entries of another file to the first database."""
    notes: list[str] = []
    rule = engine.rule if recognised_file(path) == RENLIB else None  # a library names none
    entries = entries_of_file(path, BookOptions(rule=rule, say=notes.append))
    with PositionDatabase(engine.position_databases[0].path, "w") as database:
        before = len(database)
        database.merge(entries)
        notes.insert(0, f"{len(database) - before} positions of {path.name} are new")
    return tuple(f"MESSAGE {printable(note)}" for note in notes)


def _split(engine: Engine, path: Path) -> Lines:
    """Copy the entries of the board's position, and of those after it, to another database."""
    if not path.exists() and path.suffix != SUFFIX:
        raise ValueError(f"{path} does not exist, and a new one's name must end in {SUFFIX}")
    databases = engine.position_databases
    if path.exists() and any(path.samefile(database.path) for database in databases):
        raise ValueError(f"{path} is in use")
    copied = list(positions_from(databases[0], engine))
    with PositionDatabase(path, "c") as other:
        other.merge(copied)
    return (f"MESSAGE {len(copied)} positions are in {printable(path.name)}",)


FILES: dict[str, Callable[[Engine, Path], Lines]] = {
    MERGE_DATABASE: _merge,
    MERGE_LIBRARY: _merge,
    SPLIT_DATABASE: _split,
}

"""Entries for a position database: from others, from position lines, and from books."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from brain import position_lines
from brain.books import book_files, position_entries, yixin_records
from brain.books.book_files import BookOptions
from brain.books.position_entries import Records
from brain.books.yixin_records import YixinRecord
from brain.notation import sgf
from brain.notation.file_formats import POSITION_DATABASE, recognised, recognised_file
from brain.position_database import PositionDatabase, Stored

BEFORE_LINES = b"\xef\xbb\xbf \t\r\n"


def entries_of_file(path: Path, options: BookOptions) -> Iterator[Stored]:
    """Yield the positions with entries of a file, as `entries_of`. A position database may have any
    length. ValueError names the file.
    """
    if recognised_file(path) == POSITION_DATABASE:
        with PositionDatabase(path) as database:
            yield from database
        return
    try:
        yield from entries_of(book_files.content_of(path), path.suffix, options)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def entries_of(content: bytes, suffix: str, options: BookOptions) -> Iterator[Stored]:
    """Yield the positions with entries of a position database, of position lines or of a book,
    labels of moves first. The suffix decides what the content does not. `options.say` receives what
    was left out. ValueError for a content that is damaged or none of these.
    """
    if recognised(content) == POSITION_DATABASE:
        with PositionDatabase.in_memory(content) as database:
            yield from database
    elif content.lstrip(BEFORE_LINES).startswith(b"{") and not recognised(content):
        yield from position_lines.read(sgf.decoded(content))
    else:
        counts = Counter[str]()
        yield from position_entries.entries_of(_records(content, suffix, options), counts)
        position_entries.tell(counts, options.say)


def _records(content: bytes, suffix: str, options: BookOptions) -> Records:
    """Return the function that yields a book's positions from the start."""
    if book_files.is_database(content, suffix):

        def of_database() -> Iterator[YixinRecord]:
            for record in yixin_records.loads(content, options.encoding):
                rule = record.rule if options.rule is None else options.rule
                yield record._replace(rule=rule)

        return of_database
    records = position_entries.records_of_games(book_files.loads(content, suffix, options))
    return lambda: records

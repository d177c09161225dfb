"""Reads the text that an argument of the command line names: stdin, a file, or the text itself; and
a batch of such texts. An error names the file.
"""

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from brain.books import book_files
from brain.certificates import certificate, certificate_files
from brain.notation import file_formats, game_reader, sgf

STDIN, STDIN_NAME = "-", "stdin"
BOOKS = (".lib", ".db", ".positions", ".rif", ".sav", ".pos")
# A name with one of these endings is a file's, even if the file does not exist.
FILES = (".sgf", ".psq", ".txt", ".tengen", ".json", *BOOKS)


def read(source: str) -> str:
    """Return the text of stdin for "-", of the file if `source` is a path, or else `source` itself.

    A certificate is returned as JSON. OSError for a file that can't be read; ValueError for an
    unknown encoding, a damaged certificate, a format that is not text, or too long a content.
    """
    if name_of(source):
        return decoded(content_of(source))
    if os.path.isdir(source) and not game_reader.is_readable(source):
        raise IsADirectoryError(errno.EISDIR, "expected a file, got a folder", source)
    return source


def name_of(source: str) -> str:
    """Return the name of a source in messages: its file or stdin, "" for the text itself."""
    if source == STDIN:
        return STDIN_NAME
    return source if source.lower().endswith(FILES) or os.path.isfile(source) else ""


def content_of(source: str) -> bytes:
    """Return the content of stdin for "-", else of a file. ValueError if it is too long."""
    if source != STDIN:
        return book_files.content_of(Path(source))
    content = sys.stdin.buffer.read(book_files.LARGEST + 1)
    book_files.check_length(len(content))
    return content


@contextmanager
def naming(source: str) -> Iterator[None]:
    """Begin the text of a ValueError with the name of the file that a source is."""
    try:
        yield
    except ValueError as error:
        name = name_of(source)
        if not name:
            raise
        raise ValueError(f"{name}: {error}") from error


@dataclass(frozen=True)
class BatchInput:
    """A text of a batch with the name that a result or an error has: a file, `file:line`, `stdin`,
    or the text itself.
    """

    name: str
    content: str | OSError | ValueError

    @property
    def text(self) -> str:
        """The text. Raises OSError or ValueError if it could not be read."""
        if isinstance(self.content, Exception):
            raise self.content
        return self.content


def batch(sources: Sequence[str], *, per_line: bool) -> Iterator[BatchInput]:
    """Yield the texts that arguments name, or with `per_line` each of their lines that is not
    blank. A line of stdin is yielded before the next one is read.
    """
    for source in sources:
        name = name_of(source) or source
        try:
            if not per_line:
                yield BatchInput(name, read(source))
                continue
            for number, line in enumerate(_lines(source), 1):
                if line.strip():
                    yield BatchInput(f"{name}:{number}", line)
        except (OSError, ValueError) as error:
            yield BatchInput(name, error)


def _lines(source: str) -> Iterator[str]:
    if source == STDIN:
        return (decoded(line) for line in sys.stdin.buffer)
    # As those of stdin: a JSON string may hold other separators.
    return (line.removesuffix("\r") for line in read(source).split("\n"))


def for_board(content: bytes) -> str:
    """Return the text of a file's content as the board page opens it: a database as a tree."""
    if book_files.holds_positions(content):
        return book_files.whole_as_sgf(content)
    return decoded(content)


def decoded(content: bytes) -> str:
    """Return the text of a file's content; a certificate as JSON. ValueError as for `read`."""
    if content.startswith(certificate_files.BINARY):
        return certificate.to_json(certificate_files.loads(content))
    found = file_formats.recognised(content)
    if found and (text := book_files.as_sgf(content)) is not None:
        return text
    if found and found not in file_formats.TEXTS:
        raise ValueError(game_reader.unknown(content))
    return sgf.decoded(content)

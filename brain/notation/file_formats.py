"""The formats of files, each recognised by the first bytes of its content. No file is parsed here.

`recognised` returns a row of the table, which also names the formats that Tengen can't read.
"""

import re
from pathlib import Path
from typing import NamedTuple

SHOWN = 4096  # first bytes of a file that decide its format
MOST_CELLS = 225  # of a board of 15 x 15, which .pos files are for


class FileFormat(NamedTuple):
    """A format, and how its files begin."""

    title: str  # with its article, for messages
    start: re.Pattern[bytes] | None  # the page uses the pattern too; None for .pos files

    def __str__(self) -> str:
        return self.title


def recognised(content: bytes) -> FileFormat | None:
    """Return the format of a file's content, None if it is unknown."""
    shown = content[:SHOWN]
    for one in FORMATS:
        if one.start.match(shown) if one.start else _is_pos(content):
            return one
    return None


def recognised_file(path: Path) -> FileFormat | None:
    """Return the format of a file, of which only the first bytes are read."""
    with path.open("rb") as file:
        return recognised(file.read(SHOWN))


def check_format(content: bytes, wanted: FileFormat) -> None:
    """Raise ValueError for a content that has another format than the one wanted."""
    found = recognised(content)
    if found not in (None, wanted):
        raise ValueError(f"expected {wanted}, got {found}")


def _binary(start: bytes) -> re.Pattern[bytes]:
    """Return the pattern of a format whose files begin with bytes."""
    return re.compile(start, re.DOTALL)


def _text(start: bytes) -> re.Pattern[bytes]:
    """Return the pattern of a format whose text begins with another pattern, after blanks and a
    byte-order mark.
    """
    return re.compile(rb"(?:\xef\xbb\xbf)?\s*" + start, re.IGNORECASE)


def _is_pos(content: bytes) -> bool:
    """Return whether a content is a number of moves and a byte for the cell of each. It may be a
    short text that begins with a blank.
    """
    cells = content[1:]
    fits = 0 < len(content) <= MOST_CELLS and content[0] == len(cells) == len({*cells})
    is_text = content[:1].isspace() and content.isascii()
    return fits and max(cells, default=0) < MOST_CELLS and not is_text


RENLIB = FileFormat("a RenLib library", _binary(rb"\xffRenLib\xff"))
# A database is a number of records of four bytes. The first has the length of its key, the rule and
# the sides of the board; or else it names the encoding.
YIXIN_DATABASE = FileFormat(
    "a Yixin database",
    _binary(
        rb".{3}\x00(?:[\x03-\xff].[\x00-\x02][\x05-\x16]{2}|\x03\x00\x00\x00\x00.\x00.{5}charset)"
    ),
)
PACKED_YIXIN_DATABASE = FileFormat(
    "a compressed (LZ4) Yixin database", _binary(rb"\x04\x22\x4d\x18")
)
RENJUNET = FileFormat(
    "a RenjuNet XML database",
    _text(rb"(?:<\?xml[^>]*>\s*)?(?:<!--.{0,999}?-->\s*|<!DOCTYPE[^>]*>\s*){0,9}<database\b"),
)
YIXIN_GAME = FileFormat(
    "a saved game of Yixin-Board",
    _text(rb"\d\d?\s*\n\s*\d\d?\s*\n\s*\d{1,3}\s*(?:\n\s*\d\d?[ \t]+\d\d?\s*)*$"),
)
YIXIN_POSITION = FileFormat("a .pos file of Yixin-Board", None)
XO_GAME = FileFormat("a game of X & O", _text(rb"(?:;[^\n]*\n\s*){0,99}\[GAME\]"))
CCGC = FileFormat("a CCGC record", _text(rb"\{\s*\[C5\]"))
PLAYOK = FileFormat(
    "a game of PlayOK",
    _text(rb'(?:\[\w+\s+"[^"\n]*"\]\s*)*?\[GameType\s+"\d+,\d{1,2}"\]'),
)
CERTIFICATE = FileFormat("a Tengen certificate", _binary(rb"TENGEN[CX]"))
PROOF_DATABASE = FileFormat("a Tengen database of proofs", _binary(rb"TENGEND"))
POSITION_DATABASE = FileFormat(
    "a Tengen position database", _binary(rb"SQLite format 3\x00.{52}TENG")
)
SQLITE = FileFormat("an SQLite database", _binary(rb"SQLite format 3\x00"))

TEXTS = (CCGC, PLAYOK)  # read as text
# The first row that fits decides.
FORMATS = (
    RENLIB,
    PACKED_YIXIN_DATABASE,
    CERTIFICATE,
    PROOF_DATABASE,
    POSITION_DATABASE,
    SQLITE,
    RENJUNET,
    CCGC,
    PLAYOK,
    XO_GAME,
    YIXIN_GAME,
    FileFormat("a ZIP archive", _binary(rb"PK\x03\x04")),
    FileFormat("a gzip archive", _binary(rb"\x1f\x8b")),
    FileFormat("a 7z archive", _binary(rb"7z\xbc\xaf\x27\x1c")),
    FileFormat("a RAR archive", _binary(rb"Rar!\x1a\x07")),
    FileFormat("a file of Windows or Office", _binary(rb"\xd0\xcf\x11\xe0")),
    FileFormat("a picture", _binary(rb"\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\x00{4}|RIFF.{4}WEBP")),
    FileFormat("a PDF document", _binary(rb"%PDF-")),
    FileFormat("a program", _binary(rb"MZ.{58}|\x7fELF")),
    FileFormat("a web page", _text(rb"<!doctype html|<html\b")),
    FileFormat("an SVG picture", _text(rb"(?:<\?xml[^>]*>\s*)?<svg\b")),
    FileFormat("an XML file", _text(rb"<\?xml\b")),
    FileFormat("a PGN file", _text(rb"\[[A-Z]\w*\s+\"")),
    YIXIN_POSITION,
    YIXIN_DATABASE,
)

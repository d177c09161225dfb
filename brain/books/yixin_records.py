"""Databases of positions (.db) of Yixin and Rapfi: records, with or without LZ4.

    4 bytes   number of records
    2 bytes   length of the key
    key       rule, columns, rows, then two bytes for each stone, column and row: black's sorted,
              then white's; 255 255 at the end of a side that passed
    2 bytes   length of the data
    data      label, score (2 bytes), depth * 4 + bound (2 bytes), text

Numbers are little-endian. Of the positions that are equal up to symmetry, the file has the lowest
key. A text that begins with @BTXT@ has labels: column and row in base 36, and the label, a line
each, up to a byte 8. A record of a board of 0 x 0 names the encoding of the texts.

Rapfi, https://github.com/dhbloo/rapfi, Rapfi/database/yxdbstorage.cpp
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from brain.books import lz4_frames
from brain.books.game_tree import NOTHING, NodeValue
from brain.lexicon import BLACK, FREESTYLE, MAX_SIZE, MIN_SIZE, RENJU, STANDARD, WHITE
from brain.notation.text_encoding import UTF_8, encoding_of
from brain.rules.symmetry import Point, Points, symmetries, transformed

LARGEST = 256 << 20  # bytes of the records
MOST_EXPANSION, LEAST_ROOM = 20, 1 << 16  # bytes of records for each packed byte; always allowed
RULES = {0: FREESTYLE, 1: STANDARD, 2: RENJU}  # by the number in a file
NUMBERS = {rule: number for number, rule in RULES.items()}
PASS = b"\xff\xff"
NO_LABEL = 255
CHARSET = b'charset="UTF-8"'
LABELS, END_OF_LABELS = "@BTXT@", "\b"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST_TEXT = 0xFFFF - 5  # bytes

_DATA = struct.Struct("<Bhh")


class YixinRecord(NamedTuple):
    """A position with what is known about it."""

    width: int
    height: int
    rule: int
    turn: int
    black: Points
    white: Points
    value: NodeValue | None = None
    comment: str = ""
    labels: Mapping[Point, str] = NOTHING
    move: Point | None = None  # to play; a file of Yixin has none


class Canonical(NamedTuple):
    """The lowest key of a position, and the symmetries that lead to it."""

    key: bytes
    symmetries: tuple[int, ...]


# Reading.


def loads(content: bytes, encoding: str = "") -> Iterator[YixinRecord]:
    """Yield the records of a file. The encoding of its texts is guessed unless it or the file names
    one. ValueError names the byte of a damaged record, after unpacking.
    """
    if content.startswith(lz4_frames.MAGIC):
        room = min(LARGEST, MOST_EXPANSION * len(content) + LEAST_ROOM)
        content = lz4_frames.unpack(content, room)
    if len(content) > LARGEST:
        raise ValueError(f"expected {LARGEST} bytes at most, got {len(content)}")
    spans = list(_spans(content))
    for _, key, data in spans:
        if _is_charset(key) and data[_DATA.size :].startswith(CHARSET):
            encoding = encoding or UTF_8
    encoding = encoding or encoding_of(data[_DATA.size :] for _, _, data in spans)
    for at, key, data in spans:
        if not _is_charset(key):
            yield _record(at, key, data, encoding)


def _spans(content: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the place, the key and the data of each record."""
    if len(content) < 4:
        raise ValueError(f"byte {len(content)}: the file ends before its number of records")
    count, at = int.from_bytes(content[:4], "little"), 4
    for number in range(count):
        start, parts = at, []
        for _ in range(2):
            size = int.from_bytes(content[at : at + 2], "little")
            if at + 2 + size > len(content):
                raise ValueError(
                    f"byte {start}: the file ends inside record {number + 1} of {count}"
                )
            parts.append(content[at + 2 : at + 2 + size])
            at += 2 + size
            if not size and len(parts) == 1:
                break  # a record that was deleted has an empty key, and no data
        else:
            yield start, *parts  # type: ignore[misc]  # two of them
    if at < len(content):
        raise ValueError(f"byte {at}: expected the end after {count} records")


def _is_charset(key: bytes) -> bool:
    return key[1:3] == b"\0\0"


def _record(at: int, key: bytes, data: bytes, encoding: str) -> YixinRecord:
    """Return a record; ValueError names its byte."""
    if len(key) < 3 or len(key) % 2 == 0 or key[0] not in RULES:
        raise ValueError(f"byte {at}: expected a rule, a size and stones, got {key[:8]!r}")
    rule, (width, height) = RULES[key[0]], key[1:3]
    if not (MIN_SIZE <= width <= MAX_SIZE and MIN_SIZE <= height <= MAX_SIZE):
        raise ValueError(f"byte {at}: {width} x {height} is not a size of a board")
    count = (len(key) - 3) // 2
    sides: tuple[list[Point], list[Point]] = ([], [])
    for index in range(count):
        place = 3 + 2 * index
        point = key[place], key[place + 1]
        if key[place : place + 2] == PASS:
            continue
        if point[0] >= width or point[1] >= height:
            raise ValueError(f"byte {at + 2 + place}: {point} is off the board")
        sides[index >= (count + 1) // 2].append(point)
    if len({*sides[0], *sides[1]}) < len(sides[0]) + len(sides[1]):
        raise ValueError(f"byte {at}: two stones of the record are on one cell")
    turn = WHITE if count % 2 else BLACK
    label, score, depth = _DATA.unpack(data[: _DATA.size].ljust(_DATA.size, b"\0"))
    value = NodeValue(chr(label) if 0 < label < 128 else "", score, depth >> 2, depth & 3)
    text = data[_DATA.size :].decode(encoding, "replace").rstrip("\0")
    labels, comment = _split(text, width, height)
    return YixinRecord(
        *(width, height, rule, turn, tuple(sides[0]), tuple(sides[1])),
        value=value if value != NodeValue() else None,
        comment=comment,
        labels=labels,
    )


def _split(text: str, width: int, height: int) -> tuple[Mapping[Point, str], str]:
    """Return the labels and the comment of a text."""
    labels: dict[Point, str] = {}
    if text.startswith(LABELS):
        lines, _, text = text.removeprefix(LABELS).partition(END_OF_LABELS)
        for line in lines.split("\n"):
            x, y = (DIGITS.find(digit) for digit in line[:2].ljust(2).upper())
            if 0 <= x < width and 0 <= y < height and line[2:].rstrip("\0"):
                labels[x, y] = line[2:].rstrip("\0")
    comment = text.replace(END_OF_LABELS, "\n").replace("\r\n", "\n").replace("\r", "\n")
    return labels or NOTHING, comment


# Writing.


def dumps(
    records: Iterable[YixinRecord], *, is_packed: bool = True, say: Callable[[str], None]
) -> bytes:
    """Return the content of a file, texts in UTF-8. Records with the same position up to symmetry
    are joined; positions that a key can't hold are left out, and `say` reports them.
    """
    found: dict[bytes, YixinRecord] = {}
    left_out = 0
    for record in records:
        canonical = canonical_of(record)
        if not canonical:
            left_out += 1
            continue
        record = record._replace(labels=_turned(record, canonical.symmetries))
        earlier = found.get(canonical.key)
        found[canonical.key] = joined(earlier, record) if earlier else record
    if left_out:
        say(
            f"positions left out: {left_out}; a database holds freestyle, standard and renju, with"
            " equal numbers of stones or one more of black"
        )
    charset = bytes(_DATA.size) + CHARSET
    parts = [struct.pack("<I", len(found) + 1), _span(bytes(3)), _span(charset)]
    for key, record in found.items():
        parts += (_span(key), _span(_data(record)))
    content = b"".join(parts)
    return lz4_frames.pack(content) if is_packed else content


def canonical_of(record: YixinRecord) -> Canonical | None:
    """Return the lowest key of a record's position, None if no key can hold it."""
    count = len(record.black) + len(record.white)
    if len(record.black) - len(record.white) != count % 2 or record.rule not in NUMBERS:
        return None
    passed = record.turn != (WHITE if count % 2 else BLACK)
    ends = (PASS * (passed and count % 2 == 0), PASS * (passed and count % 2))
    return _lowest(record, NUMBERS[record.rule], ends)


def canonical_image(record: YixinRecord) -> Canonical:
    """Return the lowest image of any position as bytes, which no file has."""
    return _lowest(record, record.rule, (PASS, bytes([record.turn])))


def _lowest(record: YixinRecord, rule: int, ends: tuple[bytes, bytes]) -> Canonical:
    """Return the lowest key of a position, with bytes at the end of each side."""
    head = bytes((rule, record.width, record.height))
    keys = []
    for table in _tables(record.width, record.height):
        black, white = (
            b"".join(sorted([table[point] for point in side]))
            for side in (record.black, record.white)
        )
        keys.append(head + black + ends[0] + white + ends[1])
    lowest = min(keys)
    return Canonical(lowest, tuple(one for one, key in enumerate(keys) if key == lowest))


@cache
def _tables(width: int, height: int) -> list[dict[Point, bytes]]:
    """Return the bytes of each point's image, for each symmetry."""
    points = [(x, y) for x in range(width) for y in range(height)]
    return [
        dict(zip(points, map(bytes, transformed(points, one, width, height)), strict=True))
        for one in symmetries(width, height)
    ]


def _turned(record: YixinRecord, leading: tuple[int, ...]) -> Mapping[Point, str]:
    """Return labels on the lowest of the points that are equal up to symmetry."""
    found = {}
    for point, text in record.labels.items():
        images = (transformed([point], one, record.width, record.height)[0] for one in leading)
        found[min(images, key=lambda image: image[::-1])] = text
    return found


def joined(one: YixinRecord, other: YixinRecord) -> YixinRecord:
    """Return a record with what two of the same position have; the first one's values."""
    comments = dict.fromkeys(filter(None, (one.comment, other.comment)))
    return one._replace(
        value=one.value or other.value,
        comment="\n".join(comments),
        labels={**other.labels, **one.labels},
        move=one.move or other.move,
    )


def _span(data: bytes) -> bytes:
    return struct.pack("<H", len(data)) + data


def _data(record: YixinRecord) -> bytes:
    label, score, depth, bound = record.value or NodeValue()
    text = record.comment
    if record.labels:
        lines = (f"{DIGITS[x]}{DIGITS[y]}{_short(text)}" for (x, y), text in record.labels.items())
        text = LABELS + "\n".join(lines) + (END_OF_LABELS + text if text else "")
    number = ord(label) if len(label) == 1 and label.isascii() else NO_LABEL
    raw = text.encode(errors="replace")
    if len(raw) > LONGEST_TEXT:
        raise ValueError(f"a text has {len(raw)} bytes: a database holds {LONGEST_TEXT} at most")
    return _DATA.pack(number, score, max(-8192, min(8191, depth)) * 4 + bound) + raw


def _short(text: str) -> str:
    """Return a label without line ends."""
    return "".join(" " if sign in "\n\r\b" else sign for sign in text)

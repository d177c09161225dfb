"""Packed certificates: columns of numbers, compressed by LZMA to three fifths of the size that the
plain bytes compress to. docs/formats.md describes the columns.

Each link is encoded as the index of its node among nodes of its kind, or as its recency
(move-to-front). So covers that share answers have equal runs of numbers.

    python -m brain.certificates.packing FILE OUT

packs a certificate, or unpacks a packed one.
"""

import lzma
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import (
    COVER,
    KINDS,
    LINE,
    MOVE,
    PACKED_MAGIC,
    UNUSED,
    ByteReader,
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Node,
    Numbering,
    check_nodes,
    number_bytes,
)

COLUMNS = (
    *("kinds", "lengths", "cells", "moves", "covers", "turns", "lines", "line_numbers"),
    *("branches", "steps", "again", "answers", "symmetries"),
)
BY_RECENCY, BY_LINE, BY_MOVE = ENCODINGS = 0, 1, 2  # of the answer to a reply
NEAR = 256  # pending moves that may be encoded by recency
# Bounds on what a file expands to. The theorems expand to 3 to 3.7 times their size.
MOST_TIMES, MOST_BESIDES = 5, 1 << 16  # unpacked bytes of a file's byte, and beside them
MOST_MEMORY = 1 << 27  # bytes for LZMA; this preset needs half of it
FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0},)


def dumps(claim: Certificate) -> bytes:
    """Return the packed file of a certificate."""
    return PACKED_MAGIC + lzma.compress(_content(claim), filters=FILTERS)


def _content(claim: Certificate) -> bytes:
    """Return the unpacked content: the head of the certificate's plain bytes, and the columns."""
    head = certificate.dumps(replace(claim, nodes=()))
    columns = _Writer(claim).columns.values()
    parts = [head, *map(_column_bytes, columns)]
    return b"".join(number_bytes(len(part)) + part for part in parts)


def _column_bytes(column: list[int]) -> bytes:
    """Return the bytes of a column's numbers."""
    if max(column, default=0) < 0x80:
        return bytes(column)
    return b"".join(map(number_bytes, column))


class _Writer:
    """Writes the columns of a certificate."""

    def __init__(self, claim: Certificate) -> None:
        self.number = Numbering(claim.position.width, claim.position.height).number
        self.nodes = claim.nodes
        self.columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
        self.counts = Counter[type[Node]]()
        self.numbers: list[int] = []  # of each node, its index among nodes of its kind
        self.pending: list[int] = []  # moves that no answer has referred to by recency
        for place, node in enumerate(claim.nodes):
            self.numbers.append(self.counts[type(node)])
            if isinstance(node, LineNode):
                self.line(node)
            elif isinstance(node, MoveNode):
                self.move(node)
                self.pending.append(place)
            else:
                self.cover(node)
            self.counts[type(node)] += 1

    def line(self, line: LineNode) -> None:
        """Write a line."""
        self.add("kinds", LINE)
        self.add("lengths", len(line.cells))
        self.add("cells", *map(self.number, line.cells))

    def move(self, move: MoveNode) -> None:
        """Write a move."""
        self.add("kinds", MOVE)
        self.add("moves", self.number(move.cell))
        self.add("covers", self.counts[CoverNode] - 1 - self.numbers[move.then.node])
        self.add("turns", move.then.symmetry)

    def cover(self, cover: CoverNode) -> None:
        """Write a cover."""
        self.add("kinds", COVER)
        self.add("lines", len(cover.lines))
        self.add("line_numbers", *(self.numbers[line] for line in cover.lines))
        self.add("branches", len(cover.branches))
        replies = [self.number(reply) for reply, _ in cover.branches]
        self.add("steps", *(reply - last for last, reply in pairwise([0, *replies])))
        recent: list[Link] = []  # the answers of this cover, most recent first
        for _, link in reversed(cover.branches):
            if link in recent:
                self.add("again", recent.index(link) + 1)
                recent.remove(link)
            else:
                self.add("again", 0)
                self.answer(link)
            recent.insert(0, link)

    def answer(self, link: Link) -> None:
        """Write the answer to a reply."""
        near = self.pending[: -NEAR - 1 : -1]
        if link.node in near:
            number, encoding = near.index(link.node), BY_RECENCY
            del self.pending[-1 - number]
        else:
            number = self.numbers[link.node]
            is_line = isinstance(self.nodes[link.node], LineNode)
            encoding = BY_LINE if is_line else BY_MOVE
        self.add("answers", len(ENCODINGS) * number + encoding)
        self.add("symmetries", link.symmetry)

    def add(self, name: str, *numbers: int) -> None:
        """Add numbers to a column."""
        self.columns[name] += numbers


def loads(data: bytes) -> Certificate:
    """Return the certificate in a packed file; ValueError for any other file."""
    if not data.startswith(PACKED_MAGIC):
        raise ValueError("not a packed certificate: it doesn't begin as one")
    try:
        content = _unpacked(data[len(PACKED_MAGIC) :])
        head, *parts = _parts(content)
        columns = _columns(parts)
        claim = certificate.unchecked(head)
        claim = replace(claim, nodes=tuple(_Reader(columns, _size(claim)).nodes()))
    except (EOFError, IndexError, KeyError, RuntimeError, StopIteration, lzma.LZMAError) as error:
        raise ValueError("the packed certificate is damaged") from error
    check_nodes(claim)
    if _content(claim) != content:
        raise ValueError("the packed certificate is not encoded as it should be")
    return claim


def _unpacked(data: bytes) -> bytes:
    """Return the content of a file; ValueError if it is damaged or expands too far."""
    most = MOST_TIMES * len(data) + MOST_BESIDES
    reader = lzma.LZMADecompressor(memlimit=MOST_MEMORY)
    content = reader.decompress(data, most)
    if not reader.eof or reader.unused_data:
        raise ValueError(f"the packed certificate is damaged, or expands to more than {most} bytes")
    return content


def _columns(parts: Sequence[bytes]) -> dict[str, Iterator[int]]:
    """Return the numbers of each column; ValueError if the columns can't be those of a graph."""
    if len(parts) != len(COLUMNS):
        raise ValueError(f"expected {len(COLUMNS)} columns, got {len(parts)}")
    sizes = dict(zip(COLUMNS, map(len, parts), strict=True))
    if sizes["kinds"] > sizes["moves"] + sizes["line_numbers"] + sizes["again"] + 1:
        raise ValueError(UNUSED)  # known before there are objects for the nodes
    return {name: _numbers(part) for name, part in zip(COLUMNS, parts, strict=True)}


def _size(claim: Certificate) -> tuple[int, int]:
    return claim.position.width, claim.position.height


def _parts(content: bytes) -> Iterator[bytes]:
    """Yield the parts of unpacked content: the head and the columns."""
    reader = ByteReader(content)
    while reader.at < len(content):
        size = reader.number()
        yield content[reader.at : reader.at + size]
        reader.at += size


def _numbers(column: bytes) -> Iterator[int]:
    """Return the numbers of a column."""
    return iter(column) if column.isascii() else _long_numbers(column)


def _long_numbers(column: bytes) -> Iterator[int]:
    """Yield the numbers of a column, some of which are longer than a byte."""
    reader = ByteReader(column)
    while reader.at < len(column):
        byte = column[reader.at]
        if byte < 0x80:  # most numbers are one byte
            reader.at += 1
            yield byte
        else:
            yield reader.number()


class _Reader:
    """Reads the nodes from columns."""

    def __init__(self, columns: dict[str, Iterator[int]], size: tuple[int, int]) -> None:
        self.columns, self.cell = columns, Numbering(*size).cell
        self.places: dict[int, list[int]] = {kind: [] for kind in KINDS}
        self.pending: list[int] = []

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes."""
        read: dict[int, Callable[[], Node]] = {LINE: self.line, COVER: self.cover, MOVE: self.move}
        for place, kind in enumerate(self.columns["kinds"]):
            yield read[kind]()
            self.places[kind].append(place)
            if kind == MOVE:
                self.pending.append(place)

    def line(self) -> LineNode:
        """Read a line."""
        return LineNode(tuple(map(self.cell, self.take("cells", self.next("lengths")))))

    def move(self) -> MoveNode:
        """Read a move."""
        cell, back = self.cell(self.next("moves")), self.next("covers")
        return MoveNode(cell, Link(self.places[COVER][-1 - back], self.next("turns")))

    def cover(self) -> CoverNode:
        """Read a cover."""
        lines = [
            self.places[LINE][number] for number in self.take("line_numbers", self.next("lines"))
        ]
        replies = accumulate(self.take("steps", self.next("branches")))
        recent, branches = list[Link](), list[tuple[int, Link]]()
        for reply in reversed([*replies]):
            again = self.next("again")
            recent.insert(0, recent.pop(again - 1) if again else self.answer())
            branches.append((self.cell(reply), recent[0]))
        return CoverNode(tuple(lines), tuple(reversed(branches)))

    def answer(self) -> Link:
        """Read the answer to a reply."""
        number, encoding = divmod(self.next("answers"), len(ENCODINGS))
        if encoding == BY_RECENCY:
            place = self.pending.pop(-1 - number)
        else:
            place = self.places[LINE if encoding == BY_LINE else MOVE][number]
        return Link(place, self.next("symmetries"))

    def next(self, name: str) -> int:
        """Return the next number of a column."""
        return next(self.columns[name])

    def take(self, name: str, count: int) -> list[int]:
        """Return the next numbers of a column."""
        numbers = list(islice(self.columns[name], count))
        if len(numbers) < count:
            raise EOFError
        return numbers


if __name__ == "__main__":
    given = Path(sys.argv[1]).read_bytes()
    if given.startswith(PACKED_MAGIC):
        made = certificate.dumps(loads(given))
    else:
        made = dumps(certificate.loads(given))
    Path(sys.argv[2]).write_bytes(made)

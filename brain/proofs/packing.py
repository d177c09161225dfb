"""Certificates packed: their numbers column by column, which LZMA makes a quarter smaller than it
makes the file's bytes. docs/formats.md has the columns.

    python -m brain.proofs.packing FILE OUT

packs a certificate, or unpacks one that is packed.
"""

import lzma
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from brain.proofs import certificate
from brain.proofs.certificate import (
    COVER,
    LINE,
    MOVE,
    PACKED_MAGIC,
    ByteReader,
    Certificate,
    Cover,
    Line,
    Link,
    Move,
    Node,
    Numbering,
    check_nodes,
    link_number,
    link_of,
    number_bytes,
)

COLUMNS = (
    *("kinds", "lengths", "cells", "moves", "covers"),
    *("lines", "line_numbers", "branches", "steps", "links"),
)
MOST_BYTES = 1 << 28  # unpacked
FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0},)


def dumps(claim: Certificate) -> bytes:
    """Return the packed file of a certificate."""
    return PACKED_MAGIC + lzma.compress(_content(claim), filters=FILTERS)


def _content(claim: Certificate) -> bytes:
    """Return the head of a certificate's file, and the columns."""
    board = Numbering(claim.position.width, claim.position.height)
    columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
    line_numbers: dict[int, int] = {}
    for place, node in enumerate(claim.nodes):
        if isinstance(node, Line):
            line_numbers[place] = len(line_numbers)
            columns["kinds"].append(LINE)
            columns["lengths"].append(len(node.cells))
            columns["cells"] += map(board.number, node.cells)
        elif isinstance(node, Move):
            columns["kinds"].append(MOVE)
            columns["moves"].append(board.number(node.cell))
            columns["covers"].append(link_number(place, node.then))
        else:
            columns["kinds"].append(COVER)
            columns["lines"].append(len(node.lines))
            columns["line_numbers"] += (line_numbers[line] for line in node.lines)
            columns["branches"].append(len(node.branches))
            before = 0
            for reply, link in node.branches:
                columns["steps"].append(board.number(reply) - before)
                columns["links"].append(link_number(place, link))
                before = board.number(reply)
    head = certificate.dumps(replace(claim, nodes=()))
    parts = [head, *(b"".join(map(number_bytes, column)) for column in columns.values())]
    return b"".join(number_bytes(len(part)) + part for part in parts)


def loads(data: bytes) -> Certificate:
    """Return the certificate in a packed file; ValueError for anything else."""
    if not data.startswith(PACKED_MAGIC):
        raise ValueError("not a packed certificate: it doesn't begin as one")
    try:
        reader = lzma.LZMADecompressor()
        content = reader.decompress(data[len(PACKED_MAGIC) :], MOST_BYTES)
        if not reader.eof or reader.unused_data:
            raise ValueError(f"the packed certificate is damaged, or above {MOST_BYTES} bytes")
        parts = iter(_parts(content))
        head = certificate.unchecked(next(parts))
        columns = {name: _numbers(part) for name, part in zip(COLUMNS, parts, strict=True)}
        claim = replace(head, nodes=tuple(_nodes(columns, Numbering(*_size(head)))))
    except (EOFError, IndexError, RuntimeError, StopIteration, lzma.LZMAError) as error:
        raise ValueError("the packed certificate is damaged") from error
    check_nodes(claim)
    if _content(claim) != content:
        raise ValueError("the packed certificate has more than it needs")
    return claim


def _size(claim: Certificate) -> tuple[int, int]:
    return claim.position.width, claim.position.height


def _parts(content: bytes) -> Iterator[bytes]:
    """Yield the head and the columns."""
    reader = ByteReader(content)
    while reader.at < len(content):
        size = reader.number()
        yield content[reader.at : reader.at + size]
        reader.at += size


def _numbers(column: bytes) -> Iterator[int]:
    """Yield the numbers of a column."""
    reader = ByteReader(column)
    while reader.at < len(column):
        yield reader.number()


def _nodes(columns: dict[str, Iterator[int]], board: Numbering) -> Iterator[Node]:
    """Yield the nodes that columns tell."""

    places: list[int] = []  # of the lines
    for place, kind in enumerate(columns["kinds"]):
        if kind == LINE:
            places.append(place)
            length = next(columns["lengths"])
            yield Line(tuple(board.cell(next(columns["cells"])) for _ in range(length)))
        elif kind == MOVE:
            yield Move(board.cell(next(columns["moves"])), link_of(place, next(columns["covers"])))
        elif kind == COVER:
            lines = tuple(
                places[next(columns["line_numbers"])] for _ in range(next(columns["lines"]))
            )
            number, branches = 0, list[tuple[int, Link]]()
            for _ in range(next(columns["branches"])):
                number += next(columns["steps"])
                branches.append((board.cell(number), link_of(place, next(columns["links"]))))
            yield Cover(lines, tuple(branches))
        else:
            raise ValueError(f"node {place} is of no kind")


if __name__ == "__main__":
    given = Path(sys.argv[1]).read_bytes()
    is_packed = given.startswith(PACKED_MAGIC)
    made = certificate.dumps(loads(given)) if is_packed else dumps(certificate.loads(given))
    Path(sys.argv[2]).write_bytes(made)

"""Inputs that are expensive to read for their size, each with its reader, and what reading costs.

A forked process reads an input. Its memory is the peak of what the system gives it, so that the
memory of SQLite, Expat and LZMA counts.
"""

import ctypes
import json
import lzma
import os
import random
import struct
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from brain import book_entries, position_lines
from brain.books import book_files, lz4_frames
from brain.books.book_files import BookOptions
from brain.certificates import certificate, certificate_files, packing, proof_database
from brain.certificates.certificate import COVER, LINE, MAGIC, MOVE, PACKED_MAGIC, number_bytes
from brain.certificates.check import Checked
from brain.lexicon import cell_at
from brain.openings import opening_book, stone_table
from brain.position import Position
from brain.position_database import PositionDatabase, PositionEntry
from brain.proving import solver
from protocol.gtp import gtp_words
from protocol.match.tuning import spsa
from protocol.piskvork.grammar import CommandParser
from protocol.play.opening_game import opening_game
from protocol.reading import input_text, positions
from protocol.reading.positions import Reading
from protocol.records import jsonl, match_sgf, puzzle_files
from protocol.tools import verify

LEAST_S, MOST_S_PER_BYTE = 0.1, 1e-5  # of CPU time: always allowed, and for a byte of input
LEAST_MEMORY, MOST_MEMORY_PER_BYTE = 16_000_000, 300  # bytes
UNEXPECTED = "unexpected "  # begins the outcome if the error is neither ValueError nor OSError
SEED = 1
HEAD = bytes((0, 15, 15, 1, 0, 0, 0, 9))  # of a certificate: rule, size, turn, no stones, plies
FIELDS = '{"width":15,"height":15,"rule":0,"black":[],"white":[],"walls":[],"attacker":"black"'
ENTRY = PositionEntry(label="x")
EMPTY_SGF = "(;GM[4]SZ[22]"

Make = Callable[[int], bytes]
Read = Callable[[bytes], object]


class Cost(NamedTuple):
    """What reading an input took."""

    size: int  # bytes of the input, after unpacking LZ4
    cpu_s: float
    memory: int  # bytes
    outcome: str  # of an error, its message


def is_bounded(cost: Cost) -> bool:
    """Return whether a cost is within the bounds of SECURITY.md, and no unexpected error was
    raised.
    """
    most_s = LEAST_S + MOST_S_PER_BYTE * cost.size
    most_memory = LEAST_MEMORY + MOST_MEMORY_PER_BYTE * cost.size
    is_expected = not cost.outcome.startswith(UNEXPECTED)
    return is_expected and cost.cpu_s <= most_s and cost.memory <= most_memory


# Readers.


def book(suffix: str) -> Read:
    """Return the reader of a book in a file with a suffix."""
    return lambda content: book_files.loads(content, suffix, BookOptions())


def imported(content: bytes) -> object:
    """Read a book for a position database."""
    return [*book_entries.entries_of(content, "", BookOptions())]


def text(content: bytes) -> object:
    """Read a position as the tools do."""
    return positions.read(input_text.decoded(content), Reading())


def procedure(content: bytes) -> object:
    """Read an opening procedure in progress."""
    return opening_game(content.decode(), (15, 15), frozenset((1, 2)))


def of_lines(loads: Callable[[str], object]) -> Read:
    """Return the reader of a line."""
    return lambda content: loads(content.decode())


def gtp_line(content: bytes) -> object:
    """Read a line of a Go window."""
    return gtp_words.analysis_request(gtp_words.read(content.decode()).words)


def manager_lines(content: bytes) -> object:
    """Read the lines of a manager."""
    parser = CommandParser()
    return [parser.feed(line) for line in content.decode().splitlines()]


def in_file(read: Callable[[Path], object]) -> Read:
    """Return a reader of a content that must be in a file."""

    def from_file(content: bytes) -> object:
        with TemporaryDirectory() as folder:
            path = Path(folder, "input")
            path.write_bytes(content)
            return read(path)

    return from_file


def all_positions(path: Path) -> object:
    """Read a position database."""
    with PositionDatabase(path) as database:
        return [*database]


def all_proofs(path: Path) -> object:
    """Check a database of proofs, whose certificates are not checked."""
    with closing(proof_database.Database(path)) as database:
        return proof_database.check(database, lambda claim: Checked(claim.plies, 1))


# Makers.


def repeated(unit: str | bytes, before: str | bytes = b"", after: str | bytes = b"") -> Make:
    """Return the maker of a content of units, with something before and after them."""
    parts = [part.encode() if isinstance(part, str) else part for part in (unit, before, after)]

    def make(size: int) -> bytes:
        middle, start, end = parts
        return start + middle * max(1, (size - len(start) - len(end)) // len(middle)) + end

    return make


def binary(node: bytes) -> Make:
    """Return the maker of a certificate of equal nodes."""

    def make(size: int) -> bytes:
        count = size // len(node)
        return certificate.sealed(MAGIC + HEAD + number_bytes(count) + node * count)

    return make


def one_cover(head: Callable[[int], bytes], unit: bytes) -> Make:
    """Return the maker of a certificate of one node with many units."""

    def make(size: int) -> bytes:
        count = size // len(unit)
        return certificate.sealed(MAGIC + HEAD + b"\x01" + head(count) + unit * count)

    return make


def packed(kind: int, columns: dict[str, int]) -> Make:
    """Return the maker of a packed certificate that expands as far as it may: the nodes are of one
    kind, and the columns have a number for each.
    """

    def make(size: int) -> bytes:
        width = 2 + len(columns)  # unpacked bytes of a node
        count = packing.MOST_TIMES * size // width
        digits = range(round(2 ** (8 * width / packing.MOST_TIMES)))
        noise = bytes(random.Random(SEED).choices(digits, k=count))
        parts = {name: bytes([number]) * count for name, number in columns.items()}
        parts |= {"kinds": bytes([kind]) * count, "line_numbers": noise}
        head = certificate.dumps(certificate.unchecked(certificate.sealed(MAGIC + HEAD + b"\0")))
        content = b"".join(
            number_bytes(len(part)) + part
            for part in (head, *(parts.get(name, b"") for name in packing.COLUMNS))
        )
        return PACKED_MAGIC + lzma.compress(content, filters=packing.FILTERS)

    return make


def proofs(size: int) -> bytes:
    """Return a database of proofs, each record with the same damaged certificate."""
    count = size // proof_database.STEP
    head = proof_database.HEADER.pack(proof_database.MAGIC, 0, 15, 15, 0, count, 0)
    records = (
        certificate.sealed(proof_database.RECORD.pack(struct.pack(">QQ", 0, n), 0, 1, 0, 1 << 31))
        for n in range(1, count + 1)
    )
    return certificate.sealed(head) + b"".join(records)


def yixin(stones: int, comment: bytes = b"") -> Make:
    """Return the maker of a Yixin database of random positions."""

    def make(size: int) -> bytes:
        dice, length = random.Random(SEED), 2 + 3 + 2 * stones + 2 + 5 + len(comment)
        points = [bytes((x, y)) for x in range(15) for y in range(15)]
        count = max(1, size // length)
        parts = [count.to_bytes(4, "little")]
        for _ in range(count):
            key = bytes((2, 15, 15)) + b"".join(dice.sample(points, stones))
            data = bytes(5) + comment
            parts += (struct.pack("<H", len(key)), key, struct.pack("<H", len(data)), data)
        return b"".join(parts)

    return make


def decoys(size: int) -> bytes:
    """Return a Yixin database of positions whose stones are one by one images of the stones of
    others: together they are no images.
    """
    dice, points = random.Random(SEED), [(2, 1), (4, 3), (6, 1), (7, 5), (3, 2), (5, 0), (6, 4)]
    stones = [*points, *((y, x) for x, y in points)]

    def record(places: list[tuple[int, int]]) -> bytes:
        turned = [(dice.choice((x, 14 - x)), dice.choice((y, 14 - y))) for x, y in places]
        key = bytes((2, 15, 15)) + b"".join(map(bytes, turned))
        return struct.pack("<H", len(key)) + key + struct.pack("<H", 5) + bytes(5)

    parts = [record(stones[:n] + stones[n + 1 :]) for n in range(len(stones))]
    count = size // len(record(stones)) + len(parts)
    parts += [record(stones) for _ in range(count - len(parts))]
    return count.to_bytes(4, "little") + b"".join(parts)


def lz4_zeros(size: int) -> bytes:
    """Return an LZ4 frame that expands a hundredfold."""
    whole = lz4_frames.pack(b"")
    return whole[:7] + size.to_bytes(4, "little") + b"\x1f\0\1\0" + b"\xff" * (size - 4)


def library(unit: bytes, before: bytes = b"") -> Make:
    """Return the maker of a RenLib library of equal nodes."""
    return repeated(unit, b"\xffRenLib\xff\3\4".ljust(20, b"\xff") + b"\0\0" + before)


def siblings() -> bytes:
    """Return a root's siblings in a library, one on each cell."""
    cells = [16 * y + x for y in range(15) for x in range(1, 16)]
    return b"".join(bytes((cell, 0xC0)) for cell in cells)


def sqlite_rows(size: int) -> bytes:
    """Return a position database with rows that are not positions."""
    import sqlite3

    with TemporaryDirectory() as folder:
        path = Path(folder, "made")
        PositionDatabase(path, "c").close()
        with closing(sqlite3.connect(path)) as connection, connection:
            rows = ((n.to_bytes(4, "big"), None, 0, None, "", "") for n in range(size // 20))
            connection.executemany("INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?)", rows)
        return path.read_bytes()


def position_rows(size: int) -> bytes:
    """Return a position database of positions with unequal numbers of stones."""
    dice = random.Random(SEED)
    with PositionDatabase.in_memory() as database:
        cells = [cell_at(x, y) for x in range(15) for y in range(15)]
        database.update(
            (Position(15, 15, 4, [(cell, 2) for cell in dice.sample(cells, 8)]), ENTRY)
            for _ in range(size // 30)
        )
        return database.content()


SGF = book(".sgf")
OPENINGS = repeated("0,0, 1,1\n")
FIVE = "h8h9i9j10k11 lost 9 50000 "
NODES = FIELDS + ',"plies":9,"nodes":['
INPUTS: dict[str, tuple[Read, Make]] = {
    "certificate: lines": (certificate_files.loads, binary(bytes((4 + LINE, 0)))),
    "certificate: empty lines": (certificate_files.loads, binary(bytes((LINE,)))),
    "certificate: moves": (certificate_files.loads, binary(bytes((MOVE, 0, 8)))),
    "certificate: covers": (certificate_files.loads, binary(bytes((COVER, 0)))),
    "certificate: branches": (
        certificate_files.loads,
        one_cover(lambda n: bytes((COVER,)) + number_bytes(n), b"\0\x08"),
    ),
    "certificate: lines of a cover": (
        certificate_files.loads,
        one_cover(lambda n: number_bytes(4 * n + COVER) + b"\0", b"\1"),
    ),
    "packed: lines": (certificate_files.loads, packed(LINE, {"lengths": 1, "cells": 1})),
    "packed: empty lines": (certificate_files.loads, packed(LINE, {"lengths": 0})),
    "JSON: lines": (certificate_files.loads, repeated('{"line":["a1"]},', NODES, "1]}")),
    "JSON: empty objects": (certificate_files.loads, repeated("{},", NODES, "1]}")),
    "JSON: lists": (certificate_files.loads, repeated("[],", NODES, "1]}")),
    "JSON: nested lists": (certificate_files.loads, repeated("[", NODES)),
    "JSON: nested objects": (certificate_files.loads, repeated('{"a":', NODES)),
    "JSON: digits": (certificate_files.loads, repeated("9", FIELDS + ',"plies":', "}")),
    "proofs: records": (in_file(all_proofs), proofs),
    "position database: rows": (in_file(all_positions), sqlite_rows),
    "position database: noise": (
        in_file(all_positions),
        repeated(b"\xa5\0\3", b"SQLite format 3\0\x10\0\1\1\0\x40\x20\x20"),
    ),
    "position database: a tree of rows": (book(".positions"), sqlite_rows),
    "position database: a tree": (book(".positions"), position_rows),
    "SGF: nodes": (SGF, repeated(";", "(", ")")),
    "SGF: games": (SGF, repeated("(;)")),
    "SGF: variations": (SGF, repeated("(;)", "(;", ")")),
    "SGF: nested variations": (SGF, lambda n: b"(;" * (n // 3) + b")" * (n // 3)),
    "SGF: open variations": (SGF, repeated("(;")),
    "SGF: passes": (SGF, repeated(";B[];W[]", "(;", ")")),
    "SGF: repeated moves": (SGF, repeated("(;B[aa])", "(;", ")")),
    "SGF: properties": (SGF, repeated("A[]", "(;", ")")),
    "SGF: values": (SGF, repeated("[]", "(;A", ")")),
    "SGF: labels": (SGF, repeated("[aa:]", "(;LB", ")")),
    "SGF: names": (SGF, repeated("A", "(;")),
    "SGF: open value": (SGF, repeated("C[", "(;")),
    "SGF: escapes": (SGF, repeated("\\", "(;C[", "]")),
    "SGF: escaped ends": (SGF, repeated("\\]", "(;C[", "])")),
    "SGF: blanks": (SGF, repeated(" ", "(;C[]", "[])")),
    "SGF: encodings": (SGF, repeated("CA[", "(;")),
    "SGF: rectangles": (SGF, repeated(";AB[aa:vv];AE[aa:vv]", EMPTY_SGF, ";PL[B])")),
    "SGF: emptied rectangles": (SGF, repeated("[aa:vv]", EMPTY_SGF + "AE", ")")),
    "SGF: games of rectangles": (SGF, repeated("(;SZ[22]PL[B]AB[aa:vv])")),
    "SGF: changed boards": (SGF, repeated(";B[aa];AE[aa]", "(;SZ[22]", ")")),
    "SGF: openings": (SGF, repeated("[,,,]", "(;QPR", ")")),
    "SGF: text after games": (SGF, repeated("(;)x")),
    "PSQ: stones": (text, repeated("1,1,1\n", "Piskvorky 15x15, 11:11, 0\n")),
    "PSQ: lines": (text, repeated("\n", "Piskvorky 15x15, 11:11, 0\n")),
    "CCGC: fields": (text, repeated("[]", "{[C5]", "}")),
    "CCGC: moves": (text, repeated(";B(A,1);W(B,1)", "{[C5]", "}")),
    "PlayOK: tags": (text, repeated('[A "b"]')),
    "PlayOK: moves": (text, repeated("a1 -- ", '[GameType "61,15"]')),
    "RenLib: chain": (book(".lib"), library(b"\x11\0\x12\0")),
    "RenLib: passes": (book(".lib"), library(b"\0\0")),
    "RenLib: siblings": (book(".lib"), library(siblings())),
    "RenLib: last sibling": (book(".lib"), library(b"\xef\xc0", siblings())),
    "RenLib: comments": (book(".lib"), library(b"\0\x08a\0")),
    "RenLib: labels": (book(".lib"), library(b"\0\1\0\1a\0")),
    "Yixin: one stone": (book(".db"), yixin(1)),
    "Yixin: three stones": (book(".db"), yixin(3)),
    "Yixin: five stones": (book(".db"), yixin(5)),
    "Yixin: ten stones": (book(".db"), yixin(10)),
    "Yixin: many stones": (book(".db"), yixin(200)),
    "Yixin: decoys": (book(".db"), decoys),
    "Yixin: labels": (book(".db"), yixin(10, b"@BTXT@" + b"00a\n" * 20)),
    "Yixin: deleted": (book(".db"), repeated(b"\0\0", b"\xff\xff\xff\0")),
    "Yixin: expanding": (book(".db"), lz4_zeros),
    "RenjuNet: games": (book(".rif"), repeated("<game/>", "<database>", "</database>")),
    "RenjuNet: moves": (
        book(".rif"),
        repeated("a1 ", "<database><game><move>", "</move></game></database>"),
    ),
    "RenjuNet: parts": (
        book(".rif"),
        repeated("<a/>", "<database><game>", "</game></database>"),
    ),
    "RenjuNet: nested": (book(".rif"), repeated("<a>", "<database>")),
    "import: labels": (imported, repeated("[aa:A]", "(;GM[4];LB", ")")),
    "import: comments": (imported, repeated(";B[aa]C[a];W[]", "(;GM[4]", ")")),
    "import: library": (imported, library(b"\x11\x08a\0\0\x08a\0")),
    "import: siblings": (imported, library(siblings())),
    "import: Yixin": (imported, yixin(10, b"@BTXT@" + b"00a\n" * 20)),
    "import: lines": (imported, repeated('{"position":"15 renju h8","label":"x"}\n')),
    "board: library": (book_files.whole_as_sgf, library(b"\x11\0\0\0")),
    "board: Yixin": (book_files.whole_as_sgf, yixin(5)),
    "sav: numbers": (book(".sav"), repeated("1 ")),
    "pos: bytes": (book(".pos"), repeated(b"\0\1", b"\xff")),
    "text: Chinese": (text, repeated(b"\xb1\xd8", b"(;GM[4]C[", b"])")),
    "text: Western": (text, repeated(b"\xe9 ", b"(;GM[4]C[", b"])")),
    "text: digits": (text, repeated("1")),
    "text: numbers": (text, repeated("1 ", "", "x")),
    "text: commas": (text, repeated("1,", "", "x")),
    "text: blanks": (text, repeated(" ", "1", "x")),
    "text: letters": (text, repeated("a")),
    "text: moves": (text, repeated("a1")),
    "text: numbered moves": (text, repeated("a1 b2 ", "1. ")),
    "text: parentheses": (text, repeated("( ")),
    "text: a matrix": (text, repeated("0", "", "x")),
    "text: rows": (text, repeated(". . . . . . . .\n")),
    "text: long row": (text, repeated(". ")),
    "text: spaced rows": (text, repeated(".....    x\n")),
    "text: line of a board": (text, repeated(" ", "15 renju", "=")),
    "text: fields": (text, repeated("h8", "15 renju black=")),
    "text: stones of a manager": (text, repeated("7,7,1\n", "BOARD\n")),
    "text: lines of a manager": (text, repeated("BOARD\n")),
    "manager: numbers": (manager_lines, repeated("7,7,1\n", "BOARD\n")),
    "manager: one line": (manager_lines, repeated("7,", "BOARD ")),
    "manager: a quote": (manager_lines, repeated('"\n', 'YXEDITTEXTDATABASE "')),
    "GTP: keys": (gtp_line, repeated("a b ", "lz-analyze ")),
    "GTP: avoided": (
        gtp_line,
        lambda size: (
            b"lz-analyze " + b" ".join(b"avoid b %x 1" % number for number in range(size // 14))
        ),
    ),
    "GTP: digits": (gtp_line, repeated("9", "1 lz-analyze ")),
    "GTP: an interval": (gtp_line, repeated("9", "1 lz-analyze b interval 1e")),
    "openings: lines": (of_lines(partial(opening_book.parse, width=15, height=15)), OPENINGS),
    "openings: stones": (
        of_lines(partial(opening_book.parse, width=15, height=15)),
        repeated("0,0, "),
    ),
    "procedure: words": (procedure, repeated("stay ", "soosyrv-8 ")),
    "procedure: cells": (procedure, repeated("a1 ", "pro h8 a1 ")),
    "judged stones: a proof": (of_lines(stone_table.loads), repeated("QUFB", FIVE)),
    "proved: digits": (of_lines(solver._loads), repeated("54")),
    "match: games": (of_lines(lambda text: [*match_sgf.loads(text)]), repeated("(;GM[4])")),
    "games: lists": (of_lines(jsonl.loads), repeated("[],", '{"moves":[', "1]}")),
    "games: nested": (of_lines(jsonl.loads), repeated("[")),
    "games: digits": (of_lines(jsonl.loads), repeated("9", '{"number":', "}")),
    "puzzles: nested": (of_lines(puzzle_files.loads), repeated('{"a":')),
    "rounds: nested": (of_lines(spsa.loads), repeated("[")),
    "rounds: digits": (of_lines(spsa.loads), repeated("9", '{"score":', "}")),
    "journal: words": (of_lines(verify.loads), repeated("0 ")),
    "positions: nested": (of_lines(position_lines.loads), repeated("[")),
    "positions: keys": (
        of_lines(position_lines.loads),
        lambda size: json.dumps({f"{number:x}": 0 for number in range(size // 10)}).encode(),
    ),
    "positions: moves": (
        of_lines(position_lines.loads),
        repeated("h8", '{"position":"15 renju ', '"}'),
    ),
}


# Costs.


def cost(name: str, size: int) -> Cost:
    """Return what reading an input of about `size` bytes takes."""
    read, make = INPUTS[name]
    content = make(size)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        answer = f"inf 0 {UNEXPECTED}end of the process"
        with suppress(BaseException):
            answer = _cost_here(read, content)
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    cpu_s, memory, outcome = answer.split(" ", 2)
    return Cost(len(content), float(cpu_s), int(memory), outcome)


def _cost_here(read: Read, content: bytes) -> str:
    """Return the cost of reading in this process, as text."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts from here
    before, outcome = _status("VmRSS"), "read"
    began = time.process_time()
    try:
        read(content)
    except (OSError, ValueError) as error:
        outcome = f"{error}"[:70]
    except BaseException as error:
        outcome = f"{UNEXPECTED}{error!r}"[:70]
    cpu_s = time.process_time() - began
    return f"{cpu_s:.4f} {max(0, _status('VmHWM') - before)} {outcome}"


def _status(key: str) -> int:
    """Return a size of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key):
            return int(line.split()[1]) << 10
    raise AssertionError(key)

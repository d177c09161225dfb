"""Games with judged positions, and the file that keeps them: docs/formats.md, "Labelled games".

A cell of a game is `y * size + x`, row by row from the upper left. The file begins with the plan
that its games follow; a game is appended as it ends, so a file whose writer was killed has at most
one that is torn, at its end, and the reader stops there. Any other damage is refused.
"""

import itertools
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, Self

import numpy as np

from brain.benchmark import SIGNATURE

FILE = "games.bin"  # in the folder of a plan
MOST_PLAN = 1000  # bytes
LENGTH = 4  # bytes, of a game's length


@dataclass(frozen=True)
class Plan:
    """How games are played and judged: the same plan gives the same games, the first ones whatever
    their number.
    """

    rule: int
    sizes: tuple[int, ...]  # of the boards, in turn by game
    others: float  # share of the games on boards of OTHER_SIZES instead
    nodes: int  # of a move: half to twice as many
    label_nodes: int  # of a position's search, at least
    leaves: int  # drawn of a move's search
    seed: int
    bench: str = SIGNATURE  # of the program that plays
    classical: bool = False  # it plays and judges without its network

    def line(self) -> bytes:
        """Return it as the first line of a file."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> Self:
        """Return the plan of a file's first line; ValueError when it is none."""
        try:
            values = json.loads(line)
            return cls(**(values | {"sizes": tuple(values["sizes"])}))
        except (KeyError, TypeError) as error:
            raise ValueError(f"no plan: {error}") from error


@dataclass(frozen=True)
class Judged:
    """A position of a game, or one that a search came to from there."""

    stones: int  # of the game on the board
    line: tuple[int, ...]  # cells of the moves after that, empty for a position of the game
    score: int  # of its search, from the side to move
    move: int  # that the search chose


@dataclass(frozen=True)
class Game:
    """A game with its positions, in the order of their stones."""

    size: int
    winner: int  # EMPTY for a draw
    opening: int  # stones that the engine didn't choose
    moves: tuple[int, ...]  # cells, the opening's too; black begins
    positions: tuple[Judged, ...]

    def stones(self, at: Judged) -> tuple[int, ...]:
        """Return the cells of a position's stones, in turn."""
        return self.moves[: at.stones] + at.line

    def packed(self) -> bytes:
        """Return it as a file keeps it."""
        numbers = [self.size, self.winner, self.opening, len(self.moves), *self.moves]
        for at in self.positions:
            numbers += (at.stones, len(at.line), *at.line, at.score, at.move)
        body = zlib.compress(np.array(numbers, "<i2").tobytes(), 9)
        return len(body).to_bytes(LENGTH, "little") + body

    @classmethod
    def unpacked(cls, content: bytes) -> Self:
        """Return the game of the numbers that its stream has."""
        numbers = iter(np.frombuffer(content, "<i2").tolist())
        size, winner, opening, length = (next(numbers) for _ in range(4))
        moves = tuple(next(numbers) for _ in range(length))
        positions = []
        for stones in numbers:
            line = tuple(next(numbers) for _ in range(next(numbers)))
            positions.append(Judged(stones, line, next(numbers), next(numbers)))
        return cls(size, winner, opening, moves, tuple(positions))


def plan_of(file: BinaryIO) -> Plan:
    """Return the plan at the beginning of a file; ValueError when there is none."""
    try:
        return Plan.of_line(file.readline(MOST_PLAN))
    except ValueError as error:
        raise ValueError(f"{file.name} doesn't begin with the plan of judged games") from error


def games_of(file: BinaryIO) -> Iterator[Game]:
    """Yield the games from the present place of a file on, up to its end or a torn one, where the
    place is then. ValueError names a damaged one.
    """
    for number in itertools.count(1):
        start = file.tell()
        head = file.read(LENGTH)
        length = int.from_bytes(head, "little")
        body = file.read(length)
        is_short = len(head) < LENGTH or len(body) < length
        try:
            content, is_whole = _inflated(body)
            if is_short == is_whole:  # else a wrong length would pass for the end of the file
                raise ValueError("is damaged")
            if is_short:
                file.seek(start)
                return
            game = Game.unpacked(content)
        except ValueError as error:
            raise ValueError(f"game {number} of {file.name} {error}") from error
        yield game


def _inflated(body: bytes) -> tuple[bytes, bool]:
    """Return the content of a zlib stream, and whether it is whole; ValueError if it is damaged, or
    if anything follows it.
    """
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(body)
    except zlib.error as error:
        raise ValueError("is damaged") from error
    if stream.unused_data:
        raise ValueError("is damaged")
    return content, stream.eof


def read(folder: Path) -> Iterator[tuple[Plan, Game]]:
    """Yield the games that are in a folder by now, with their plan. ValueError, OSError."""
    with (folder / FILE).open("rb") as file:
        plan = plan_of(file)
        for game in games_of(file):
            yield plan, game

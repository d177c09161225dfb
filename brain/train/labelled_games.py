"""Labelled games, and the file that keeps them: docs/formats.md, "Labelled games".

A cell of a game is `y * size + x`. The file begins with the configuration of the self-play. A game
is appended when it ends, so a kill can cut off only the last one. The reader stops before a game
that is cut off. It refuses any other damage.
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
from brain.files import checksum
from brain.validation import json_of

FILE = "games.bin"  # in a folder of games
MAX_CONFIG_BYTES = 1000
LENGTH_BYTES = 4  # of the number before a game


@dataclass(frozen=True)
class SelfPlayConfig:
    """How games are played and labelled. The same configuration gives the same games."""

    rule: int
    sizes: tuple[int, ...]  # of the boards, used in turn
    others: float  # fraction of the games on boards of OTHER_SIZES instead
    nodes: int  # for a move: between half and twice this number
    label_nodes: int  # for a label, at least
    leaves: int  # sampled from a move's search
    seed: int
    bench: str = SIGNATURE  # of the program that plays
    classical: bool = False  # whether it plays and labels without its network

    def line(self) -> bytes:
        """Return the first line of a file, with its end."""
        return checksum.sealed_object(json.dumps(asdict(self))).encode()

    @classmethod
    def of_line(cls, line: bytes) -> Self:
        """Return the configuration in the first line of a file; ValueError if there is none."""
        try:
            values = json_of(checksum.opened_object(line.decode()))
            return cls(**(values | {"sizes": tuple(values["sizes"])}))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a configuration: {error}") from error


@dataclass(frozen=True)
class Labelled:
    """A position of a game, or a leaf of a search there, with its labels."""

    stones: int  # of the game, on the board
    line: tuple[int, ...]  # the moves from there to a leaf; empty for a position of the game
    score: int  # of the position's search, from the side to move
    move: int  # of that search


@dataclass(frozen=True)
class LabelledGame:
    """A game with its labelled positions, in the order of their stones."""

    size: int
    winner: int  # EMPTY for a draw
    opening: int  # number of stones in the random opening
    moves: tuple[int, ...]  # cells, the opening's included; Black begins
    positions: tuple[Labelled, ...]

    def stones(self, position: Labelled) -> tuple[int, ...]:
        """Return the cells of a position's stones, in the order of play."""
        return self.moves[: position.stones] + position.line

    def packed(self) -> bytes:
        """Return the game as the file keeps it."""
        numbers = [self.size, self.winner, self.opening, len(self.moves), *self.moves]
        for at in self.positions:
            numbers += (at.stones, len(at.line), *at.line, at.score, at.move)
        body = zlib.compress(np.array(numbers, "<i2").tobytes(), 9)
        return len(body).to_bytes(LENGTH_BYTES, "little") + body

    @classmethod
    def unpacked(cls, content: bytes) -> Self:
        """Return the game in the decompressed content of its stream."""
        numbers = iter(np.frombuffer(content, "<i2").tolist())
        size, winner, opening, length = (next(numbers) for _ in range(4))
        moves = tuple(next(numbers) for _ in range(length))
        positions = []
        for stones in numbers:
            line = tuple(next(numbers) for _ in range(next(numbers)))
            positions.append(Labelled(stones, line, next(numbers), next(numbers)))
        return cls(size, winner, opening, moves, tuple(positions))


def config_of(file: BinaryIO) -> SelfPlayConfig:
    """Return the configuration at the beginning of a file; ValueError if there is none."""
    try:
        return SelfPlayConfig.of_line(file.readline(MAX_CONFIG_BYTES))
    except ValueError as error:
        raise ValueError(f"{file.name} is not a file of labelled games") from error


def games_of(file: BinaryIO) -> Iterator[LabelledGame]:
    """Yield the games from the current place of a file on. Stop at its end, or before a game that
    is cut off, and leave the place there. ValueError names a damaged game.
    """
    for number in itertools.count(1):
        start = file.tell()
        head = file.read(LENGTH_BYTES)
        length = int.from_bytes(head, "little")
        body = file.read(length)
        is_short = len(head) < LENGTH_BYTES or len(body) < length
        try:
            content, is_whole = _inflated(body)
            if is_short == is_whole:  # else a wrong length would pass for the end of the file
                raise ValueError("is damaged")
            if is_short:
                file.seek(start)
                return
            game = LabelledGame.unpacked(content)
        except ValueError as error:
            raise ValueError(f"game {number} of {file.name} {error}") from error
        yield game


def _inflated(body: bytes) -> tuple[bytes, bool]:
    """Return the content of a zlib stream, and whether the stream is whole. ValueError if it is
    damaged, or followed by other bytes.
    """
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(body)
    except zlib.error as error:
        raise ValueError("is damaged") from error
    if stream.unused_data:
        raise ValueError("is damaged")
    return content, stream.eof


def read(folder: Path) -> Iterator[tuple[SelfPlayConfig, LabelledGame]]:
    """Yield the games of a folder, each with its configuration. ValueError, OSError."""
    with (folder / FILE).open("rb") as file:
        config = config_of(file)
        for game in games_of(file):
            yield config, game

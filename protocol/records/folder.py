"""The games of a match in a folder, safe against being killed at any moment.

games.jsonl is the truth: one whole line a game, on the disk before `append` returns. What was cut
off while it was written does not count and is overwritten. The other formats are made from it, and
made anew when the folder is opened. One process at a time writes to a folder.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from protocol.records import jsonl, pgn, psq, sgf
from protocol.records.games import Game

DUMPS: dict[str, Callable[[Game], str]] = {"pgn": pgn.dumps, "sgf": sgf.dumps, "psq": psq.dumps}
FORMATS = tuple(DUMPS)
ALONE = {"psq"}  # a file for each game, not one for all


@dataclass(frozen=True)
class Records:
    """A folder of games."""

    folder: Path
    formats: tuple[str, ...] = FORMATS

    @property
    def truth(self) -> Path:
        """The file that holds all there is to know."""
        return self.folder / "games.jsonl"

    def open(self) -> Iterator[Game]:
        """Write the other formats anew and return the games that an earlier run left."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in set(self.formats) - ALONE:
            self._collection(name).write_bytes(b"")
        for game in read(self.truth):
            self._add(game)
        return read(self.truth)

    def append(self, game: Game) -> None:
        """Add a game."""
        append(self.truth, game)
        self._add(game)

    def _add(self, game: Game) -> None:
        """Add a game in the formats that other programs read."""
        for name in self.formats:
            # What isn't a character, in something that an engine printed, becomes a mark.
            data = DUMPS[name](game).encode(errors="replace")
            if name in ALONE:
                self._single(name, game).parent.mkdir(exist_ok=True)
                self._single(name, game).write_bytes(data)
            else:
                with self._collection(name).open("ab") as file:
                    file.write(data)

    def _collection(self, name: str) -> Path:
        return self.folder / f"games.{name}"

    def _single(self, name: str, game: Game) -> Path:
        return self.folder / name / f"{game.number:05}.{name}"


def read(path: Path) -> Iterator[Game]:
    """Yield the games of a JSON lines file, none when it is missing.

    A last line without its end doesn't count. ValueError names a line that is no game.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield _game(path, number, line)


def append(path: Path, game: Game) -> None:
    """Add a line to a JSON lines file and wait until it is on the disk."""
    path.touch()
    with path.open("r+b") as file:
        file.seek(_whole_lines(file))
        file.truncate()
        file.write(jsonl.dumps(game).encode())
        file.flush()
        os.fsync(file.fileno())


def _game(path: Path, number: int, line: bytes) -> Game:
    try:
        return jsonl.loads(line.decode())
    except ValueError as error:
        raise ValueError(f"{path}, line {number}: {error}") from error


def _whole_lines(file: BinaryIO) -> int:
    """Return the length of a file up to its last line end, in bytes."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read() in (b"\n", b""):
        return size
    file.seek(0)
    return file.read().rfind(b"\n") + 1

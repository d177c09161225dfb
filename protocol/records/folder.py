"""The games of a match in a folder; the files survive a kill at any moment.

games.jsonl is the source of truth: one line a game, on the disk before `append` returns. A line cut
off by a kill does not count and is overwritten. The other formats are derived from it and rewritten
when the folder is opened. Only one process at a time may write to a folder.
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
ONE_GAME_A_FILE = {"psq"}  # the others hold all games in one file


@dataclass(frozen=True)
class Records:
    """The game records of a match, in a folder."""

    folder: Path
    formats: tuple[str, ...] = FORMATS

    @property
    def truth(self) -> Path:
        """The file with all games in full."""
        return self.folder / "games.jsonl"

    def open(self) -> Iterator[Game]:
        """Rewrite the other formats; return the games on record."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in set(self.formats) - ONE_GAME_A_FILE:
            self._collection(name).write_bytes(b"")
        for game in read(self.truth):
            self._add(game)
        return read(self.truth)

    def append(self, game: Game) -> None:
        """Add a game."""
        append(self.truth, game)
        self._add(game)

    def _add(self, game: Game) -> None:
        """Add a game to the other formats."""
        for name in self.formats:
            # Bytes from an engine that are not text become question marks.
            data = DUMPS[name](game).encode(errors="replace")
            if name in ONE_GAME_A_FILE:
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
    """Yield the games of a JSON Lines file; none if it is missing.

    A last line without a line end is skipped. ValueError names a line that is not a game.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                yield _game(path, number, line)


def append(path: Path, game: Game) -> None:
    """Append a game to a JSON Lines file; return once it is on the disk."""
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
    """Return the bytes of a file up to and with its last line end."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read() in (b"\n", b""):
        return size
    file.seek(0)
    return file.read().rfind(b"\n") + 1

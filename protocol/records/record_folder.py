"""The games of a match in a folder, in files that survive a kill at any moment.

games.jsonl is the source of truth: one line per game, on the disk before `append` returns. A last
line that a kill cut off does not count and is overwritten. The other formats are derived from it
and rewritten when the folder is opened. Only one process at a time may write to a folder. Every
game is checked when it is read; a damaged one is an error.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from brain.files import journal
from brain.files.durable import check_plain, replaced, write_atomically
from protocol.records import jsonl, match_psq, match_sgf, pgn
from protocol.records.games import Game

DUMPS: dict[str, Callable[[Game], str]] = {
    "pgn": pgn.dumps,
    "sgf": match_sgf.dumps,
    "psq": match_psq.dumps,
}
FORMATS = tuple(DUMPS)
ONE_GAME_A_FILE = {"psq"}  # the others hold all games in one file

Check = Callable[[Game], object]  # raises ValueError for a game that contradicts the match


def accept(game: Game) -> None:
    """Check nothing."""


@dataclass(frozen=True)
class Records:
    """The game records of a match, in a folder."""

    folder: Path
    formats: tuple[str, ...] = FORMATS

    @property
    def truth(self) -> Path:
        """The file with complete games."""
        return self.folder / "games.jsonl"

    def open(self, check: Check = accept) -> tuple[Game, ...]:
        """Rewrite the other formats; return the recorded games. ValueError as in `read`, or if the
        file ends in what can't be the beginning of a game.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        games = tuple(read(self.truth, check))  # rewrite nothing if a game is damaged
        journal.check_end(self.truth, jsonl.CUT)
        for name in self.formats:
            if name in ONE_GAME_A_FILE:
                for game in games:
                    self._write_single(name, game)
            else:
                with replaced(self._collection(name)) as file:
                    file.writelines(_dumps(name, game) for game in games)
        return games

    def append(self, game: Game) -> None:
        """Add a game."""
        append(self.truth, game)
        for name in self.formats:
            if name in ONE_GAME_A_FILE:
                self._write_single(name, game)
            else:
                with journal.GrowingFile(self._collection(name)) as file:
                    file.write(_dumps(name, game))

    def _write_single(self, name: str, game: Game) -> None:
        """Write the file of a game, unless it is there."""
        path, data = self._single(name, game), _dumps(name, game)
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            write_atomically(path, data)

    def _collection(self, name: str) -> Path:
        return self.folder / f"games.{name}"

    def _single(self, name: str, game: Game) -> Path:
        return self.folder / name / f"{game.number:05}.{name}"


def read(path: Path, check: Check = accept) -> Iterator[Game]:
    """Yield the games of a JSON Lines file; none if it is missing.

    A last line without a line end is skipped. ValueError names a line that is not a game, repeats
    the number of an earlier game, contradicts the other game of its pair, or fails the check.
    """
    check_plain(path)
    if not path.exists():
        return
    lines: dict[int, int] = {}  # by game number
    pairs: dict[int, list[tuple[str, str]]] = {}  # names in each game
    for line, data in enumerate(journal.lines(path), 1):
        try:
            game = jsonl.loads(data.decode())
            if (earlier := lines.setdefault(game.number, line)) != line:
                raise ValueError(f"game {game.number} is already on line {earlier}")
            check(game)
            _check_pair(game, pairs.setdefault(game.pair, []))
        except ValueError as error:
            raise ValueError(f"{path}, line {line}: {error}") from error
        yield game


def _dumps(name: str, game: Game) -> bytes:
    """Return a game in another format. Undecodable bytes from an engine become question marks."""
    return DUMPS[name](game).encode(errors="replace")


def _check_pair(game: Game, met: list[tuple[str, str]]) -> None:
    """Add a game's engines to `met`, those of its pair's games so far. ValueError for a third game
    or for other engines.
    """
    met.append(game.names)
    if len(met) > 2:
        raise ValueError(f"pair {game.pair} already has two games")
    if set(game.names) != set(met[0]):
        names = " and ".join(met[0])
        raise ValueError(f"game {game.number}: pair {game.pair} is of {names}")


def append(path: Path, game: Game) -> None:
    """Append a game to a JSON Lines file; return once it is on the disk."""
    journal.append(path, jsonl.dumps(game).encode())

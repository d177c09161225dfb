"""Labelled positions as a table, for programs that learn: docs/formats.md, "Position tables".

A file is a NumPy archive (.npz) or a Parquet file (.parquet). Both have the columns of COLUMNS, and
`board`. A row is a position. Parquet needs pyarrow; it is written in chunks, an archive at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from brain.files.durable import replaced
from brain.lexicon import BLACK, EMPTY, WHITE, WON, colour_of
from brain.train import labelled_games

PARQUET = ".parquet"  # suffix; any other is an archive
CHUNK = 1 << 16  # positions
OUTSIDE = 3  # in an archive: a cell outside a board that is smaller than the largest
NO_SCORE = -32768


class PositionRow(NamedTuple):
    """A position and its labels. A cell is `y * width + x`."""

    game: int  # index of the game, from 0
    rule: int
    width: int
    height: int
    stones: tuple[int, ...]  # in the order of play, Black's first
    depth: int  # plies below a position of the game
    winner: int  # of the game; EMPTY for a draw
    score: int  # from the side to move, or NO_SCORE
    move: int  # the search's, or the engine's

    @property
    def turn(self) -> int:
        """The colour to move."""
        return colour_of(len(self.stones))

    @property
    def result(self) -> int:
        """The game's result for the side to move: 1 won, 0 drawn, -1 lost."""
        if self.winner == EMPTY:
            return 0
        return 1 if self.winner == self.turn else -1

    @property
    def is_proved(self) -> bool:
        """Whether the score is a mate."""
        return self.score != NO_SCORE and abs(self.score) > WON

    @property
    def board(self) -> bytes:
        """The colour on each cell, row by row."""
        cells = bytearray(self.width * self.height)
        for colour, first in ((BLACK, 0), (WHITE, 1)):
            for cell in self.stones[first::2]:
                cells[cell] = colour
        return bytes(cells)


# By column: its dtype and its value.
COLUMNS: dict[str, tuple[str, Callable[[PositionRow], int]]] = {
    "game": ("i4", lambda row: row.game),
    "rule": ("u1", lambda row: row.rule),
    "width": ("u1", lambda row: row.width),
    "height": ("u1", lambda row: row.height),
    "ply": ("u2", lambda row: len(row.stones)),
    "depth": ("u1", lambda row: row.depth),
    "turn": ("u1", lambda row: row.turn),
    "result": ("i1", lambda row: row.result),
    "score": ("i2", lambda row: row.score),
    "proved": ("?", lambda row: row.is_proved),
    "move": ("i2", lambda row: row.move),
}
BOARD = "board"


def labelled_rows(folder: Path) -> Iterator[PositionRow]:
    """Yield the positions of a folder of labelled games. ValueError, OSError."""
    for number, (config, game) in enumerate(labelled_games.read(folder)):
        for at in game.positions:
            yield PositionRow(
                game=number,
                rule=config.rule,
                width=game.size,
                height=game.size,
                stones=game.stones(at),
                depth=len(at.line),
                winner=game.winner,
                score=at.score,
                move=at.move,
            )


def write(path: Path, rows: Iterable[PositionRow]) -> int:
    """Replace a file by a table of the rows, in the format of its suffix; return their number. Its
    folder is created if missing. ValueError for no rows. After an error the old file is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    save = _save_parquet if path.suffix == PARQUET else _save_npz
    with replaced(path) as file:
        if not (count := save(file, rows)):
            raise ValueError("expected positions, got none")
    return count


def columns_of(rows: Sequence[PositionRow]) -> dict[str, np.ndarray]:
    """Return the columns of rows, [n] each, without the board."""
    return {
        name: np.array([value(row) for row in rows], dtype)
        for name, (dtype, value) in COLUMNS.items()
    }


def _chunks(rows: Iterable[PositionRow]) -> Iterator[tuple[PositionRow, ...]]:
    """Yield the rows, CHUNK at a time."""
    waiting = iter(rows)
    while chunk := tuple(islice(waiting, CHUNK)):
        yield chunk


def _save_npz(file: BinaryIO, rows: Iterable[PositionRow]) -> int:
    """Write an archive; its board is uint8 [n, rows, columns] of the largest board."""
    chunks, boards = [], []
    for chunk in _chunks(rows):
        chunks.append(columns_of(chunk))
        boards += [row.board for row in chunk]
    if not chunks:
        return 0
    columns = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in COLUMNS}
    sides = columns["height"], columns["width"]
    board = np.full((len(boards), sides[0].max(), sides[1].max()), OUTSIDE, np.uint8)
    for cells, height, width, content in zip(board, *sides, boards, strict=True):
        cells[:height, :width] = np.frombuffer(content, np.uint8).reshape(height, width)
    np.savez_compressed(file, **columns, board=board)  # type: ignore[arg-type]  # by name
    return len(boards)


def _save_parquet(file: BinaryIO, rows: Iterable[PositionRow]) -> int:
    """Write a Parquet file; its board is a list of uint8, row by row."""
    import pyarrow
    from pyarrow import parquet

    types = {name: pyarrow.from_numpy_dtype(dtype) for name, (dtype, _) in COLUMNS.items()}
    schema = pyarrow.schema(types | {BOARD: pyarrow.list_(pyarrow.uint8())})
    count = 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for chunk in _chunks(rows):
            boards = [row.board for row in chunk]
            ends = np.cumsum([0, *map(len, boards)]).astype(np.int32)
            cells = pyarrow.array(np.frombuffer(b"".join(boards), np.uint8))
            board = pyarrow.ListArray.from_arrays(pyarrow.array(ends), cells)
            writer.write_table(pyarrow.table(columns_of(chunk) | {BOARD: board}, schema))
            count += len(chunk)
    return count

"""Labelled positions as arrays: the features of each cell, and the labels.

    positions = load([Path("data")])
    cells = slice(*positions.start[i : i + 2])  # of position i
    positions.own[cells], positions.other[cells], positions.cell[cells]

The engine's kernels place the stones, so the features are those that its evaluation reads.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import Path

import numpy as np

from brain.cell import from_row_major
from brain.engine import Engine
from brain.lexicon import BLACK, CELLS, EMPTY, STRIDE, WHITE
from brain.thinking import native
from brain.train import labelled_games
from brain.train.labelled_games import Labelled, LabelledGame
from brain.train.position_key import position_key
from brain.train.samples import as_numpy

READER_TABLE_BYTES = 64 << 20
CHUNK = 256  # positions whose boards fit a processor's cache


@dataclass(frozen=True)
class Positions:
    """Labelled positions, n of them, in the order of their games.

    A cell is a padded index. A score is from the side to move, in evaluation units, and MATE minus
    its plies for a mate.
    """

    rule: int
    # One entry for each position, [n].
    size: np.ndarray  # uint8: columns of the board
    colour: np.ndarray  # uint8: to move
    stones: np.ndarray  # uint16: number on the board
    depth: np.ndarray  # uint8: plies below a position of the game, which has 0 itself
    game: np.ndarray  # int32: number of the game, over all folders
    result: np.ndarray  # int8: of the game, for the side to move: 1 won, 0 drawn, -1 lost
    score: np.ndarray  # int16: of the search, the label
    static: np.ndarray  # int16: the static score, classical or of a network
    move: np.ndarray  # uint16: cell of the search's move, the label of the policy
    chosen: np.ndarray  # int32: its index among the position's cells, or -1
    key: np.ndarray  # uint64: position_key
    start: np.ndarray  # [n + 1] int64: first index of its cells in the arrays below
    # One entry for each empty cell near a stone, position by position, in the order of cells.
    cell: np.ndarray  # uint16
    own: np.ndarray  # uint16: combination of the side to move
    other: np.ndarray  # uint16: combination of the opponent
    # One entry for each stone, position by position, in the order of cells.
    stone_cell: np.ndarray  # uint16
    stone_own: np.ndarray  # bool: of the side to move

    @property
    def stone_start(self) -> np.ndarray:
        """The first index of each position's stones, [n + 1] int64."""
        return np.concatenate([[0], np.cumsum(self.stones, dtype=np.int64)])

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.score)


FIELDS = (  # of one position, as Positions has them
    ("size", "u1"),
    ("colour", "u1"),
    ("stones", "u2"),
    ("depth", "u1"),
    ("game", "i4"),
    ("result", "i1"),
    ("score", "i2"),
    ("static", "i2"),
    ("move", "u2"),
    ("chosen", "i4"),
    ("key", "u8"),
)


def load(
    folders: Iterable[Path],
    exclude: Iterable[int] = (),
    enough: float = math.inf,
    network: bytes = b"",
) -> Positions:
    """Return the positions in folders. Each position is returned once, and none whose key is in
    `exclude`. Reading stops after the game that completes `enough` positions. The static score is
    the network's if one is given. ValueError, OSError.
    """
    reader = _PositionReader(exclude, network)
    count = 0
    for config, game in chain.from_iterable(map(labelled_games.read, folders)):
        if count >= enough:
            break
        count += len(game.positions)
        reader.add(config.rule, game)
    return reader.positions()


class _PositionReader:
    """Sets up positions in an engine and collects their features."""

    def __init__(self, exclude: Iterable[int], network: bytes) -> None:
        self._engine = Engine(READER_TABLE_BYTES)
        self._network = network
        self._library = native.load()
        self._record = as_numpy(self._engine)
        self._known = set(exclude)
        self._rules: set[int] = set()
        self._games = 0
        # The current chunk.
        self._rows: list[tuple[int, ...]] = []
        self._boards = np.empty((CHUNK, CELLS), np.uint8)
        self._near = np.empty((CHUNK, STRIDE), "<u4")
        self._combinations = np.empty((CHUNK, 2, CELLS), np.uint16)
        self._chunks: list[tuple[np.ndarray, ...]] = []

    def add(self, rule: int, game: LabelledGame) -> None:
        """Collect the positions of a game."""
        self._rules.add(rule)
        if len(self._rules) > 1:
            raise ValueError(f"the folders have games of several rules: {sorted(self._rules)}")
        self._engine.new_game(game.size, game.size, rule)
        self._engine.searcher.load_network(self._network)
        placed: tuple[int, ...] = ()
        for at in game.positions:
            stones = game.stones(at)
            key = position_key(game.size, stones)
            if key not in self._known:
                self._known.add(key)
                self._replace(game.size, placed, stones)
                placed = stones
                self._collect(game, at, key)
        self._games += 1

    def positions(self) -> Positions:
        """Return the collected positions; ValueError if there are none."""
        self._end_chunk()
        if not self._chunks:
            raise ValueError("the folders have no positions")
        columns = [list(column) for column in zip(*self._chunks, strict=True)]
        self._chunks.clear()  # as each column below, once joined: two copies take too much memory
        rows, counts, cell, own, other, stone_cell, stone_own = (
            np.concatenate(columns.pop(0)) for _ in range(len(columns))
        )
        return Positions(
            rule=self._rules.pop(),
            **{name: np.ascontiguousarray(rows[name]) for name, _ in FIELDS},
            start=np.concatenate([[0], np.cumsum(counts)]),
            cell=cell,
            own=own,
            other=other,
            stone_cell=stone_cell,
            stone_own=stone_own,
        )

    def _replace(self, size: int, placed: Sequence[int], stones: Sequence[int]) -> None:
        """Replace the placed stones by others, both in the order of play."""
        record = self._engine.searcher.record
        pairs = zip(placed, stones, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in placed[common:]:
            self._library.lift(record)
        for number, stone in enumerate(stones[common:], common):
            self._library.place(record, from_row_major(stone, size), BLACK + number % 2)

    def _collect(self, game: LabelledGame, at: Labelled, key: int) -> None:
        """Add the present position to the chunk."""
        record, stones = self._engine.searcher.record, at.stones + len(at.line)
        colour = BLACK + stones % 2
        row = len(self._rows)
        self._boards[row] = self._record.board
        self._near[row] = self._record.near
        self._combinations[row] = self._record.combination[BLACK:]
        static = self._library.judge(record, colour)  # the classical score if there is no network
        result = 0 if game.winner == EMPTY else 1 if game.winner == colour else -1
        head = game.size, colour, stones, len(at.line), self._games, result
        self._rows.append((*head, at.score, static, from_row_major(at.move, game.size), -1, key))
        if len(self._rows) == CHUNK:
            self._end_chunk()

    def _end_chunk(self) -> None:
        """Turn the chunk into arrays."""
        rows = np.array(self._rows, np.dtype(list(FIELDS)))
        self._rows.clear()
        size = len(rows)
        near = np.unpackbits(self._near[:size].view(np.uint8), axis=1, bitorder="little")
        is_candidate = near.astype(bool) & (self._boards[:size] == EMPTY)
        counts = is_candidate.sum(1)
        position, cell = np.nonzero(is_candidate)
        own = rows["colour"][position] - BLACK
        sides = (self._combinations[position, side, cell] for side in (own, 1 - own))
        (hits,) = np.nonzero(cell == rows["move"][position])
        first = np.cumsum(counts) - counts
        rows["chosen"][position[hits]] = hits - first[position[hits]]
        boards = self._boards[:size]
        stone_position, stone_cell = np.nonzero((boards == BLACK) | (boards == WHITE))
        stone_own = boards[stone_position, stone_cell] == rows["colour"][stone_position]
        if size:
            columns = cell.astype(np.uint16), *sides, stone_cell.astype(np.uint16), stone_own
            self._chunks.append((rows, counts, *columns))

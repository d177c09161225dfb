"""Judged games as arrays to learn from: what a network of combinations sees, what it should say.

    positions = load([Path("data")])
    mine = slice(*positions.start[i : i + 2])  # the cells of position i
    positions.own[mine], positions.other[mine], positions.cell[mine]

The engine's kernels place the stones, so the numbers are those that its evaluation reads.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import Path

import numpy as np

from brain.cell import from_row_major
from brain.engine import Engine
from brain.lexicon import BLACK, CELLS, EMPTY, STRIDE
from brain.train.labelled_games import Game, Judged, read
from brain.train.position_key import key
from brain.train.samples import view

MEMORY = 64 << 20  # bytes
AT_ONCE = 256  # positions whose boards fit a processor's cache


@dataclass(frozen=True)
class Positions:
    """Judged positions, n of them, in the order of their games.

    A cell is a padded index, as in the lexicon: its neighbours are one step of STEPS away. A score
    is in evaluation units, from the side to move; MATE less its plies is a proven win.
    """

    rule: int
    # Of each position, [n].
    size: np.ndarray  # uint8: of the board
    colour: np.ndarray  # uint8: to move
    stones: np.ndarray  # uint16: on the board
    depth: np.ndarray  # uint8: plies from a position of the game; 0 for one itself
    game: np.ndarray  # int32: counts the games of all folders
    result: np.ndarray  # int8: of the game to the side to move: 1 won, 0 drawn, -1 lost
    score: np.ndarray  # int16: of the search, the label
    static: np.ndarray  # int16: of the evaluation, or of a network
    move: np.ndarray  # uint16: the cell that the search chose
    chosen: np.ndarray  # int32: its place among the position's cells, -1 if it isn't there
    key: np.ndarray  # uint64: shared by the same positions, see brain.train.position_key
    start: np.ndarray  # [n + 1] int64: of its cells, in the arrays below
    # Of each empty cell near a stone, position by position, in order.
    cell: np.ndarray  # uint16
    own: np.ndarray  # uint16: combination for the side to move, below COMBINATIONS
    other: np.ndarray  # uint16: for the other side

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.score)


# The numbers of a position, as the fields of Positions.
ROW = (
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
    but: Iterable[int] = (),
    enough: float = math.inf,
    network: bytes = b"",
) -> Positions:
    """Return the positions that are in folders by now, but those with the keys `but`; one that is
    in several folders once. No more games are read when those before have `enough` positions. The
    static score is that of a network, if one is given. ValueError, OSError.
    """
    reader = _Reader(but, network)
    count = 0
    for plan, game in chain.from_iterable(map(read, folders)):
        if count >= enough:
            break
        count += len(game.positions)
        reader.add(plan.rule, game)
    return reader.positions()


class _Reader:
    """An engine that sets up positions, and what it saw of them."""

    def __init__(self, but: Iterable[int], network: bytes) -> None:
        self._engine = Engine(MEMORY)
        self._network = network
        self._library = self._engine.searcher.library
        self._view = view(self._engine)
        self._known = set(but)
        self._rules: set[int] = set()
        self._games = 0
        # What is seen of positions that are not yet in `_parts`.
        self._rows: list[tuple[int, ...]] = []
        self._boards = np.empty((AT_ONCE, CELLS), np.uint8)
        self._near = np.empty((AT_ONCE, STRIDE), "<u4")
        self._combinations = np.empty((AT_ONCE, 2, CELLS), np.uint16)
        self._parts: list[tuple[np.ndarray, ...]] = []

    def add(self, rule: int, game: Game) -> None:
        """See the positions of a game."""
        self._rules.add(rule)
        if len(self._rules) > 1:
            raise ValueError(f"the folders have games of several rules: {sorted(self._rules)}")
        self._engine.new_game(game.size, game.size, rule)
        self._engine.searcher.load_network(self._network)
        laid: tuple[int, ...] = ()
        for at in game.positions:
            stones = game.stones(at)
            own_key = key(game.size, stones)
            if own_key not in self._known:
                self._known.add(own_key)
                self._lay(game.size, laid, stones)
                laid = stones
                self._see(game, at, own_key)
        self._games += 1

    def positions(self) -> Positions:
        """Return what was seen. ValueError when that is nothing."""
        self._put_away()
        if not self._parts:
            raise ValueError("there are no positions in the folders")
        columns = [list(column) for column in zip(*self._parts, strict=True)]
        self._parts.clear()  # and each column when it is joined: two of all take much memory
        rows, counts, cell, own, other = (np.concatenate(columns.pop(0)) for _ in range(5))
        return Positions(
            rule=self._rules.pop(),
            **{name: np.ascontiguousarray(rows[name]) for name, _ in ROW},
            start=np.concatenate([[0], np.cumsum(counts)]),
            cell=cell,
            own=own,
            other=other,
        )

    def _lay(self, size: int, laid: Sequence[int], stones: Sequence[int]) -> None:
        """Replace stones in turn by others."""
        record = self._engine.searcher.record
        pairs = zip(laid, stones, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in laid[common:]:
            self._library.lift(record)
        for number, stone in enumerate(stones[common:], common):
            self._library.place(record, from_row_major(stone, size), BLACK + number % 2)

    def _see(self, game: Game, at: Judged, own_key: int) -> None:
        """Keep what is seen of the present position."""
        record, stones = self._engine.searcher.record, at.stones + len(at.line)
        colour = BLACK + stones % 2
        row = len(self._rows)
        self._boards[row] = self._view.board
        self._near[row] = self._view.near
        self._combinations[row] = self._view.combination[BLACK:]
        static = self._library.judge(record, colour)  # the evaluation's where there is no network
        result = 0 if game.winner == EMPTY else 1 if game.winner == colour else -1
        about = game.size, colour, stones, len(at.line), self._games, result
        self._rows.append(
            (*about, at.score, static, from_row_major(at.move, game.size), -1, own_key)
        )
        if len(self._rows) == AT_ONCE:
            self._put_away()

    def _put_away(self) -> None:
        """Turn what is kept of positions into arrays."""
        rows = np.array(self._rows, np.dtype(list(ROW)))
        self._rows.clear()
        size = len(rows)
        near = np.unpackbits(self._near[:size].view(np.uint8), axis=1, bitorder="little")
        is_wanted = near.astype(bool) & (self._boards[:size] == EMPTY)
        counts = is_wanted.sum(1)
        position, cell = np.nonzero(is_wanted)
        own = rows["colour"][position] - BLACK
        sides = (self._combinations[position, side, cell] for side in (own, 1 - own))
        (hits,) = np.nonzero(cell == rows["move"][position])
        first = np.cumsum(counts) - counts
        rows["chosen"][position[hits]] = hits - first[position[hits]]
        if size:
            self._parts.append((rows, counts, cell.astype(np.uint16), *sides))

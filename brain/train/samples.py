"""Samples: the inputs of evaluation and move ordering in a position, and the result of a search."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from brain import layout
from brain.cell import row_major
from brain.engine import Engine, Result
from brain.lexicon import BORDER, EMPTY, STRIDE, opponent

NEAR = 1 << 15  # flag of a candidate move
TAKEN = (1 << 15) - 1  # instead of a combination, for a cell with a stone


@dataclass(frozen=True)
class Sample:
    """The inputs of evaluation and move ordering in a position, and the result of a search."""

    cells: np.ndarray  # [2, size * size] uint16: combinations of the side to move, of the opponent
    colour: int  # to move
    score: int  # of the search, from the side to move
    move: int  # of the search, numbered y * size + x


def sample_of(engine: Engine, colour: int, found: Result) -> Sample:
    """Return the sample of the engine's position on a square board, with `colour` to move."""
    record = as_numpy(engine)
    inside = slice(BORDER, BORDER + engine.width)
    empty = record.board.reshape(STRIDE, STRIDE)[inside, inside] == EMPTY
    columns = np.arange(BORDER, BORDER + engine.width)
    near = record.near[inside][:, None] >> columns & 1
    combinations = record.combination.reshape(-1, STRIDE, STRIDE)[:, inside, inside]
    cells = [
        np.where(empty, combinations[side] | near * NEAR, TAKEN).astype(np.uint16).ravel()
        for side in (colour, opponent(colour))
    ]
    move = row_major(found.move, engine.width)
    return Sample(np.array(cells), colour, found.analysis.score, move)


def as_numpy(engine: Engine) -> Any:
    """Return the engine's record as a numpy record, which shares its memory."""
    record = memoryview(engine.searcher.record).cast("B")
    return np.frombuffer(record, layout.dtype()).view(np.recarray)[0]

"""Samples: positions as evaluation and move ordering see them, with what a search found."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from brain import layout
from brain.cell import row_major
from brain.engine import Engine, Result
from brain.lexicon import BORDER, EMPTY, STRIDE, opponent

NEAR = 1 << 15  # set for a cell that is a candidate move
TAKEN = (1 << 15) - 1  # instead of a combination: the cell is not empty


@dataclass(frozen=True)
class Sample:
    """What evaluation and move ordering see of a position, and what a search found."""

    cells: np.ndarray  # [2, size * size] uint16: combination for the side to move and the other
    colour: int  # to move
    score: int  # of the search
    move: int  # that it chose, index of a cell


def look(engine: Engine, colour: int, found: Result) -> Sample:
    """Return the engine's position on a square board as the side to move sees it."""
    record = view(engine)
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


def view(engine: Engine) -> Any:
    """Return the engine's record as numpy sees it."""
    record = memoryview(engine.searcher.record).cast("B")
    return np.frombuffer(record, layout.dtype()).view(np.recarray)[0]

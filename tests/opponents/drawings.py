"""An evaluation of a piece of a line: each drawn shape counts wherever it occurs."""

import re
from collections.abc import Callable
from functools import cache

from tests.opponents.position import OUT, SWAPPED, THEIRS

Drawings = tuple[tuple[str, int], ...]  # a shape, X its stones, O what closes it, and its worth


def evaluation(own: Drawings, theirs: Drawings) -> Callable[[str], int]:
    """Return the function from a piece of line to the worth of our shapes less the opponent's."""

    @cache
    def evaluate(piece: str) -> int:
        closed, swapped = (text.replace(OUT, THEIRS) for text in (piece, piece.translate(SWAPPED)))
        return worth_of(closed, own) - worth_of(swapped, theirs)

    return evaluate


def worth_of(text: str, drawings: Drawings) -> int:
    """Return the worth of the shapes of X in a text, seen from either end."""
    return sum(
        worth * len(re.findall(f"(?={re.escape(shape)})", text))
        for drawing, worth in drawings
        for shape in {drawing, drawing[::-1]}
    )

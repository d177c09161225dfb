"""Correction history: what the static evaluation has missed in positions alike, by what the search
found there.

Two positions are alike when both sides have as many cells of each class, or when their last two
moves are the same. Stockfish and others correct so by pawns, by pieces and by moves.
"""

from brain.kernels.eval.evaluate import limited
from brain.kernels.jit.kernel import kernel
from brain.kernels.search.ordering import last_move
from brain.layout import ALIKE_CENSUS, ALIKE_MOVES, CORRECTIONS, Record
from brain.lexicon import CELL_DOUBLE_TWO, CELL_OPEN_FOUR, CELLS

UNIT = 256  # of a correction, for an evaluation unit
MOST = 300  # evaluation units that one search may show to be missed
WEIGHT, WEIGHTS = 32, 256  # of what a search shows, at most, of all
SPREAD = 0x9E3779B1  # 2^32 divided by the golden ratio: Donald Knuth, volume 3, 6.4
SPREAD_SHIFT = 32


@kernel
def slot_of(key):
    """Return the slot of a key."""
    return (key * SPREAD >> SPREAD_SHIFT) & (CORRECTIONS - 1)


@kernel
def census_slot(S: Record, colour):
    """Return the slot of the counts of cells per class, for the side to move."""
    key = 0
    for cell_class in range(CELL_DOUBLE_TWO, CELL_OPEN_FOUR + 1):
        key = key * SPREAD + S.count[colour, cell_class]
        key = key * SPREAD + S.count[3 - colour, cell_class]
    return slot_of(key)


@kernel
def moves_slot(S: Record):
    """Return the slot of the last two moves."""
    return slot_of(last_move(S, 0) * CELLS + last_move(S, 1))


@kernel
def corrected(S: Record, colour, score):
    """Return a static score for the side to move, corrected, strictly inside EVAL_LIMIT."""
    missed = S.correction[ALIKE_CENSUS, colour, census_slot(S, colour)]
    missed += S.correction[ALIKE_MOVES, colour, moves_slot(S)]
    return limited(score + missed // UNIT)


@kernel
def learn_error(S: Record, colour, depth, error):
    """Update both correction slots by `error`, weighted by depth."""
    census = census_slot(S, colour)
    moves = moves_slot(S)
    by_census = S.correction[ALIKE_CENSUS, colour, census]
    by_moves = S.correction[ALIKE_MOVES, colour, moves]
    left = max(-MOST, min(MOST, error)) * UNIT - by_census - by_moves
    change = left * min(WEIGHT, depth + 1) // WEIGHTS
    S.correction[ALIKE_CENSUS, colour, census] = by_census + change
    S.correction[ALIKE_MOVES, colour, moves] = by_moves + change
    return 0

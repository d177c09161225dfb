"""The static evaluation: what every empty cell is worth to either side and to the side to move,
plus a term for the counts of cells per class, with pairwise interactions.
"""

from brain.kernels.jit.instructions import tables_of
from brain.kernels.jit.kernel import kernel
from brain.layout import COUNTS, Record, StoredTables
from brain.lexicon import (
    CELL_DOUBLE_TWO,
    CELL_OPEN_FOUR,
    EVAL_LIMIT,
    FACTOR_BITS,
    VALUE_UNIT,
)


@kernel
def census_worth(S: Record, colour):
    """Return what the counts of cells per class are worth to the side to move, in units of the
    tables.

    Each count of either side adds to a score and to four factors, which form two products: one
    threat more may be worth much or nothing, by what else there is (Steffen Rendle,
    Factorization machines, 2010).
    """
    tables: StoredTables = tables_of(S)
    score = 0
    a = 0
    b = 0
    c = 0
    d = 0
    for has_move in range(2):
        side = colour if has_move == 1 else 3 - colour
        for cell_class in range(CELL_DOUBLE_TWO, CELL_OPEN_FOUR + 1):
            number = min(S.count[side, cell_class], COUNTS - 1)
            score += tables.census[side, has_move, cell_class, number, 0]
            a += tables.census[side, has_move, cell_class, number, 1]
            b += tables.census[side, has_move, cell_class, number, 2]
            c += tables.census[side, has_move, cell_class, number, 3]
            d += tables.census[side, has_move, cell_class, number, 4]
    return score + (a * b + c * d >> FACTOR_BITS)


@kernel
def limited(score):
    """Return a static score strictly inside EVAL_LIMIT: the nearest to a score."""
    return max(1 - EVAL_LIMIT, min(EVAL_LIMIT - 1, score))


@kernel
def evaluate(S: Record, colour):
    """Return the static score for the side to move, strictly inside EVAL_LIMIT."""
    total = S.total[colour] - S.total[3 - colour] + S.tempo_total
    return limited((total + census_worth(S, colour)) // VALUE_UNIT)

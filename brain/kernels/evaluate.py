"""The static evaluation: what every empty cell is worth to either side and to the one to move, and
who has which class of threat.
"""

from brain.kernels.kernel import kernel, wide
from brain.lexicon import (
    CELL_DOUBLE_THREE,
    CELL_FOUR,
    CELL_FOUR_PLUS,
    CELL_FOUR_THREE,
    CELL_OPEN_FOUR,
    CELL_THREE,
    CELL_THREE_PLUS,
    EVAL_LIMIT,
    VALUE_UNIT,
)


@kernel
def threat_mask(S, colour):
    """Return who has which class of threat: five bits for the side to move, six for the opponent,
    an index of `threat`.
    """
    mask = 0
    mask |= int(S.count[colour, CELL_FOUR_THREE] > 0)
    mask |= int(S.count[colour, CELL_FOUR] + S.count[colour, CELL_FOUR_PLUS] > 0) << 1
    mask |= int(S.count[colour, CELL_DOUBLE_THREE] > 0) << 2
    mask |= int(S.count[colour, CELL_THREE_PLUS] > 0) << 3
    mask |= int(S.count[colour, CELL_THREE] > 0) << 4
    mask |= int(S.count[3 - colour, CELL_OPEN_FOUR] > 0) << 5
    mask |= int(S.count[3 - colour, CELL_FOUR_THREE] > 0) << 6
    mask |= int(S.count[3 - colour, CELL_FOUR] + S.count[3 - colour, CELL_FOUR_PLUS] > 0) << 7
    mask |= int(S.count[3 - colour, CELL_DOUBLE_THREE] > 0) << 8
    mask |= int(S.count[3 - colour, CELL_THREE_PLUS] > 0) << 9
    mask |= int(S.count[3 - colour, CELL_THREE] > 0) << 10
    return mask


@kernel
def evaluate(S, colour):
    """Return the static score for the side to move, strictly inside EVAL_LIMIT."""
    total = wide(S.total[colour]) - wide(S.total[3 - colour])
    to_move = wide(S.tempo_total) + wide(S.threat[threat_mask(S, colour)])
    score = (total + to_move) // VALUE_UNIT
    return max(1 - EVAL_LIMIT, min(EVAL_LIMIT - 1, score))

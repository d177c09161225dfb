"""Black's forbidden points in renju, as judged: five, else two fours, two real threes or an
overline.

A three is real when black can make it a straight four on a cell that neither makes five nor is
itself forbidden, with the stone of the three on the board: the definition calls itself.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at, pattern_at
from brain.kernels.position.placement import lift, place
from brain.layout import Record
from brain.lexicon import (
    BLACK,
    CELL_FIVE,
    CELL_FOUL,
    DIRECTIONS,
    EMPTY,
    FOUL,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_THREE_2,
    STEPS,
)


@kernel
def is_forbidden(S: Record, cell):
    """Return 1 when black may not play on an empty cell. The position is changed and restored."""
    if class_at(S, BLACK, cell) != CELL_FOUL:
        return 0
    # 1. Overline, or two fours.
    fours = 0
    threes = 0
    for d in range(DIRECTIONS):
        pattern = pattern_at(S, BLACK, cell, d)
        if pattern == FOUL:
            return 1
        fours += pattern == FOUR or pattern == OPEN_FOUR
        threes += pattern == OPEN_THREE or pattern == OPEN_THREE_2
    if fours >= 2:
        return 1
    # 2. Two threes, if enough of them are real. A straight four extends the stones in a row by one.
    place(S, cell, BLACK)
    real = 0
    candidates = threes
    for d in range(DIRECTIONS):
        pattern = pattern_at(S, BLACK, cell, d)
        if pattern == OPEN_THREE or pattern == OPEN_THREE_2:
            found = 0
            for side in range(2):
                step = STEPS[d] if side == 0 else -STEPS[d]
                end = cell + step
                while S.board[end] == BLACK:
                    end += step
                if (
                    found == 0
                    and S.board[end] == EMPTY
                    and pattern_at(S, BLACK, end, d) == OPEN_FOUR
                    and class_at(S, BLACK, end) != CELL_FIVE
                ):
                    found = 1 - is_forbidden(S, end)
            real += found
            candidates -= 1
            if real >= 2 or real + candidates < 2:
                break
    lift(S)
    return int(real >= 2)

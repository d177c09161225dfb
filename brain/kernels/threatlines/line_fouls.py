"""Fouls on the board of a certificate's line, in renju.

A foul of the attacker is decided on the safe side: a doubtful stone may be absent.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.threatlines.line_windows import (
    DOUBTFUL,
    FIVE,
    FREE,
    OTHER,
    OTHER_FOULS,
    OWN,
    OWN_FOULS,
    run_length,
)
from brain.layout import LineRecord
from brain.lexicon import DIRECTIONS, STEPS

STRAIGHT_REACH = 3  # cells from a stone to the one that makes it a straight four


@kernel
def is_free(L: LineRecord, cell, own_fouls):
    """Return whether a cell may be empty: for the attacker's fouls the doubtful ones are."""
    lies = L.board[cell]
    return int(lies == FREE or (own_fouls != 0 and lies == DOUBTFUL))


@kernel
def is_exact(L: LineRecord, cell, step, colour):
    """Return whether a stone on an empty cell would be one of exactly five."""
    left = run_length(L, cell - step, -step, colour)
    return int(left + 1 + run_length(L, cell + step, step, colour) == FIVE)


@kernel
def fours_along(L: LineRecord, cell, step, colour, own_fouls):
    """Return how many fours the stone on a cell is part of in a line; an open four is one."""
    left = run_length(L, cell - step, -step, colour)
    right = run_length(L, cell + step, step, colour)
    found = 0
    for side in range(2):
        towards = step if side == 1 else -step
        gap = cell + (1 + (right if side == 1 else left)) * towards
        if is_free(L, gap, own_fouls) != 0 and is_exact(L, gap, towards, colour) != 0:
            found += 1
    return min(found, 1) if left + 1 + right == FIVE - 1 else found


@kernel
def is_straight(L: LineRecord, cell, k, step, colour, own_fouls):
    """Return whether a stone k steps along a line makes a straight four of the stone on a cell."""
    point = cell + k * step
    if k == 0 or is_free(L, point, own_fouls) == 0:
        return 0
    left = run_length(L, point - step, -step, colour)
    right = run_length(L, point + step, step, colour)
    if left + 1 + right != FIVE - 1 or k > left or -k > right:
        return 0
    before = point - (left + 1) * step
    after = point + (right + 1) * step
    if is_free(L, before, own_fouls) == 0 or is_free(L, after, own_fouls) == 0:
        return 0
    return int(L.board[before - step] != colour and L.board[after + step] != colour)


@kernel
def may_be_foul(L: LineRecord, cell):
    """Return whether a stone of the attacker that makes no five may be a foul: the doubtful stones
    may be none, and every three counts.
    """
    if L.foul_side != OWN_FOULS:
        return 0
    lies = L.board[cell]
    L.board[cell] = OWN
    fours = 0
    threes = 0
    overline = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        fours += fours_along(L, cell, step, OWN, 1)
        three = 0
        for k in range(-STRAIGHT_REACH, STRAIGHT_REACH + 1):
            three |= is_straight(L, cell, k, step, OWN, 1)
        threes += three
        run = run_length(L, cell, step, OWN) + run_length(L, cell, -step, OWN) - 1
        overline |= int(run > FIVE)
    L.board[cell] = lies
    return int(overline != 0 or fours > 1 or threes > 1)


@kernel
def is_forbidden(L: LineRecord, cell, colour):
    """Return whether black, here OWN or OTHER, may not play on an empty cell, no stone being
    doubtful.
    """
    L.board[cell] = colour
    five = 0
    overline = 0
    fours = 0
    threes = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        run = run_length(L, cell, step, colour) + run_length(L, cell, -step, colour) - 1
        five |= int(run == FIVE)
        overline |= int(run > FIVE)
        fours += fours_along(L, cell, step, colour, 0)
    if five == 0 and overline == 0 and fours < 2:
        for direction in range(DIRECTIONS):
            step = STEPS[direction]
            three = 0
            for k in range(-STRAIGHT_REACH, STRAIGHT_REACH + 1):
                if three == 0 and is_straight(L, cell, k, step, colour, 0) != 0:
                    point = cell + k * step
                    makes_five = 0
                    for other in range(DIRECTIONS):
                        makes_five |= is_exact(L, point, STEPS[other], colour)
                    if makes_five == 0:
                        three = 1 - is_forbidden(L, point, colour)
            threes += three
    L.board[cell] = FREE
    return int(five == 0 and (overline != 0 or fours > 1 or threes > 1))


@kernel
def is_foul(L: LineRecord, cell):
    """Return whether a move of the attacker that makes no five is a foul, or may be one."""
    if L.foul_side != OWN_FOULS:
        return 0
    return is_forbidden(L, cell, OWN) if L.doubts == 0 else may_be_foul(L, cell)


@kernel
def is_others_foul(L: LineRecord, cell):
    """Return whether a reply that makes no five is surely a foul."""
    if L.foul_side != OTHER_FOULS or L.doubts != 0:
        return 0
    return is_forbidden(L, cell, OTHER)

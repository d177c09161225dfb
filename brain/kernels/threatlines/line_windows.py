"""The windows of a certificate's line: how many stones of each side every five cells hold.

The record L has a board of its own. A window is DIRECTION * CELLS plus its first cell. The hot
ones, in which a five could come near, are listed. Stones are added and removed one by one, and the
counts, the list and the key follow.
"""

from brain.kernels.jit.kernel import kernel
from brain.layout import LineRecord
from brain.lexicon import (
    BORDER,
    CELLS,
    DIRECTIONS,
    STEPS,
    STRIDE,
)

# What lies on a cell of `board`. DOUBTFUL is a stone that the defender may not have.
FREE, OWN, OTHER, OUTSIDE, DOUBTFUL = 0, 1, 2, 3, 4
FIVE = 5  # cells of a window
NO_WINDOW = 64  # stones of both in a window that isn't on the board
CROSSING = 8  # more stones of the defender in a window across the border: no use to the attacker
OWN_FOULS, OTHER_FOULS = 1, 2
DOUBT_KEY = 3


@kernel
def others_in(L: LineRecord, number):
    """Return how many stones the defender has in a window, on the board or across its border."""
    return L.window_other[number] & (CROSSING - 1)


@kernel
def update_candidate(L: LineRecord, number):
    """Put a window on the list of the hot ones, or take it off: those in which the attacker may
    make a four, or the defender has three.
    """
    own = L.window_own[number]
    other = L.window_other[number]
    is_hot = (other == 0 and own >= FIVE - 2) or (own == 0 and others_in(L, number) >= FIVE - 2)
    place = L.hot_index[number]
    if is_hot and place == 0:
        L.hot_window[L.hot_windows] = number
        L.hot_windows += 1
        L.hot_index[number] = L.hot_windows
    elif not is_hot and place != 0:
        L.hot_windows -= 1
        last = L.hot_window[L.hot_windows]
        L.hot_window[place - 1] = last
        L.hot_index[last] = place
        L.hot_index[number] = 0
    return 0


@kernel
def begin_board(L: LineRecord, attacker):
    """Set what holds for the whole board."""
    L.attacker = attacker
    L.foul_side = 0
    if L.fouls[attacker]:
        L.foul_side = OWN_FOULS
    elif L.fouls[3 - attacker]:
        L.foul_side = OTHER_FOULS
    L.doubts = 0
    L.key = 0
    return 0


@kernel
def side_of(L: LineRecord, stone):
    """Return the colour of the attacker's stones, OWN, or of the defender's."""
    return L.attacker if stone == OWN else 3 - L.attacker


@kernel
def is_exact_for(L: LineRecord, stone):
    """Return whether six of the attacker's stones, OWN, or of the defender's don't win."""
    return L.exact[side_of(L, stone)]


@kernel
def begin_lines(L: LineRecord, attacker):
    """Count the stones of all windows of the board."""
    begin_board(L, attacker)
    L.own_exact = is_exact_for(L, OWN)
    L.windows = 0
    L.hot_windows = 0
    for i in range(DIRECTIONS * CELLS):
        L.window_own[i] = NO_WINDOW
        L.window_other[i] = NO_WINDOW
        L.hot_index[i] = 0
    beyond = FIVE - 1 if L.hostile != 0 else 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        for row in range(BORDER - beyond, BORDER + L.height):
            start = row * STRIDE + BORDER
            for first in range(start - beyond, start + L.width + beyond):
                own = 0
                other = 0
                outside = 0
                for k in range(FIVE):
                    lies = L.board[first + k * step]
                    own += int(lies == OWN)
                    other += int(lies == OTHER)
                    outside += int(lies == OUTSIDE)
                if outside == 0 or (L.hostile != 0 and outside < FIVE):
                    number = direction * CELLS + first
                    L.window_own[number] = own
                    if outside != 0:
                        other += CROSSING + min(outside, L.hostile - 1)
                    L.window_other[number] = other
                    L.window[L.windows] = number
                    L.windows += 1
                    update_candidate(L, number)
    return 0


@kernel
def key_of(L: LineRecord, cell, stone):
    """Return what a stone adds to the board's key."""
    if stone == OWN:
        return L.zobrist[1, cell]
    key = L.zobrist[2, cell]
    return key * DOUBT_KEY if stone == DOUBTFUL else key


@kernel
def add_stone(L: LineRecord, cell, stone):
    """Put a stone on an empty cell."""
    L.board[cell] = stone
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                L.window_own[number] += 1
            else:
                L.window_other[number] += 1
            update_candidate(L, number)
    L.doubts += int(stone == DOUBTFUL)
    L.key ^= key_of(L, cell, stone)
    return 0


@kernel
def remove_stone(L: LineRecord, cell):
    """Take the stone from a cell."""
    stone = L.board[cell]
    L.board[cell] = FREE
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                L.window_own[number] -= 1
            else:
                L.window_other[number] -= 1
            update_candidate(L, number)
    L.doubts -= int(stone == DOUBTFUL)
    L.key ^= key_of(L, cell, stone)
    return 0


@kernel
def is_others(L: LineRecord, cell):
    """Return whether a stone of the defender lies on a cell."""
    lies = L.board[cell]
    return int(lies == OTHER or lies == DOUBTFUL)


@kernel
def is_capped(L: LineRecord, before, after, stone):
    """Return whether the other side's stones at both ends of a five spoil it."""
    if L.caps[side_of(L, stone)] == 0:
        return 0
    if stone == OTHER:
        return int(L.board[before] == OWN and L.board[after] == OWN)
    return int(is_others(L, before) != 0 and is_others(L, after) != 0)


@kernel
def five_would_win(L: LineRecord, number):
    """Return whether the attacker's five in a window would win."""
    step = STEPS[number // CELLS]
    first = number % CELLS
    before = first - step
    after = first + FIVE * step
    if L.own_exact != 0 and (L.board[before] == OWN or L.board[after] == OWN):
        return 0
    return 1 - is_capped(L, before, after, OWN)


@kernel
def run_length(L: LineRecord, cell, step, colour):
    """Return how many stones of a colour lie in a row from a cell on, along a step."""
    length = 0
    while L.board[cell + length * step] == colour:
        length += 1
    return length


@kernel
def wins(L: LineRecord, cell, stone):
    """Return whether a stone on an empty cell wins."""
    exact = is_exact_for(L, stone)
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        left = run_length(L, cell - step, -step, stone)
        right = run_length(L, cell + step, step, stone)
        length = left + 1 + right
        before = cell - (left + 1) * step
        after = cell + (right + 1) * step
        if length > FIVE and exact == 0:
            return 1
        if length == FIVE and is_capped(L, before, after, stone) == 0:
            return 1
    return 0

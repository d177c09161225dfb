"""The windows of a certificate's line: how many stones of each side every five cells hold.

`line_board` is a board of its own, beside the search's. A window is DIRECTION * CELLS plus its
first cell. The hot ones, in which a five could come near, are listed. Stones are added and removed
one by one, and the counts, the list and the key follow.
"""

from brain.kernels.jit.kernel import kernel
from brain.lexicon import (
    BORDER,
    CELLS,
    DIRECTIONS,
    STEPS,
    STRIDE,
)

# What lies on a cell of `line_board`. DOUBTFUL is a stone that the defender may not have.
FREE, OWN, OTHER, OUTSIDE, DOUBTFUL = 0, 1, 2, 3, 4
FIVE = 5  # cells of a window
NO_WINDOW = 64  # stones of both in a window that isn't on the board
OWN_FOULS, OTHER_FOULS = 1, 2
DOUBT_KEY = 3


@kernel
def update_candidate(S, number):
    """Put a window on the list of the hot ones, or take it off: those in which the attacker may
    make a four, or the defender has three.
    """
    own = S.window_own[number]
    other = S.window_other[number]
    is_hot = (other == 0 and own >= FIVE - 2) or (own == 0 and other >= FIVE - 2)
    place = S.hot_index[number]
    if is_hot and place == 0:
        S.hot_window[S.hot_windows] = number
        S.hot_windows += 1
        S.hot_index[number] = S.hot_windows
    elif not is_hot and place != 0:
        S.hot_windows -= 1
        last = S.hot_window[S.hot_windows]
        S.hot_window[place - 1] = last
        S.hot_index[last] = place
        S.hot_index[number] = 0
    return 0


@kernel
def begin_board(S, attacker):
    """Set what holds for all of `line_board`."""
    S.line_attacker = attacker
    S.line_fouls = 0
    if S.fouls[attacker]:
        S.line_fouls = OWN_FOULS
    elif S.fouls[3 - attacker]:
        S.line_fouls = OTHER_FOULS
    S.line_doubts = 0
    S.line_key = 0
    return 0


@kernel
def side_of(S, stone):
    """Return the colour of the attacker's stones, OWN, or of the defender's."""
    return S.line_attacker if stone == OWN else 3 - S.line_attacker


@kernel
def is_exact_for(S, stone):
    """Return whether six of the attacker's stones, OWN, or of the defender's don't win."""
    return S.exact[side_of(S, stone)]


@kernel
def begin_lines(S, attacker):
    """Count the stones of all windows of `line_board`."""
    begin_board(S, attacker)
    S.line_exact = is_exact_for(S, OWN)
    S.line_windows = 0
    S.hot_windows = 0
    for i in range(DIRECTIONS * CELLS):
        S.window_own[i] = NO_WINDOW
        S.window_other[i] = NO_WINDOW
        S.hot_index[i] = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        for row in range(BORDER, BORDER + S.height):
            for first in range(row * STRIDE + BORDER, row * STRIDE + BORDER + S.width):
                own = 0
                other = 0
                outside = 0
                for k in range(FIVE):
                    lies = S.line_board[first + k * step]
                    own += int(lies == OWN)
                    other += int(lies == OTHER)
                    outside += int(lies == OUTSIDE)
                if outside == 0:
                    number = direction * CELLS + first
                    S.window_own[number] = own
                    S.window_other[number] = other
                    S.line_window[S.line_windows] = number
                    S.line_windows += 1
                    update_candidate(S, number)
    return 0


@kernel
def key_of(S, cell, stone):
    """Return what a stone adds to the board's key."""
    if stone == OWN:
        return S.zobrist[1, cell]
    key = S.zobrist[2, cell]
    return key * DOUBT_KEY if stone == DOUBTFUL else key


@kernel
def add_stone(S, cell, stone):
    """Put a stone on an empty cell."""
    S.line_board[cell] = stone
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                S.window_own[number] += 1
            else:
                S.window_other[number] += 1
            update_candidate(S, number)
    S.line_doubts += int(stone == DOUBTFUL)
    S.line_key ^= key_of(S, cell, stone)
    return 0


@kernel
def remove_stone(S, cell):
    """Take the stone from a cell."""
    stone = S.line_board[cell]
    S.line_board[cell] = FREE
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                S.window_own[number] -= 1
            else:
                S.window_other[number] -= 1
            update_candidate(S, number)
    S.line_doubts -= int(stone == DOUBTFUL)
    S.line_key ^= key_of(S, cell, stone)
    return 0


@kernel
def is_others(S, cell):
    """Return whether a stone of the defender lies on a cell."""
    lies = S.line_board[cell]
    return int(lies == OTHER or lies == DOUBTFUL)


@kernel
def is_capped(S, before, after, stone):
    """Return whether the other side's stones at both ends of a five spoil it."""
    if S.caps[side_of(S, stone)] == 0:
        return 0
    if stone == OTHER:
        return int(S.line_board[before] == OWN and S.line_board[after] == OWN)
    return int(is_others(S, before) != 0 and is_others(S, after) != 0)


@kernel
def five_would_win(S, number):
    """Return whether the attacker's five in a window would win."""
    step = STEPS[number // CELLS]
    first = number % CELLS
    before = first - step
    after = first + FIVE * step
    if S.line_exact != 0 and (S.line_board[before] == OWN or S.line_board[after] == OWN):
        return 0
    return 1 - is_capped(S, before, after, OWN)


@kernel
def run_length(S, cell, step, colour):
    """Return how many stones of a colour lie in a row from a cell on, along a step."""
    length = 0
    while S.line_board[cell + length * step] == colour:
        length += 1
    return length


@kernel
def wins(S, cell, stone):
    """Return whether a stone on an empty cell wins."""
    exact = is_exact_for(S, stone)
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        left = run_length(S, cell - step, -step, stone)
        right = run_length(S, cell + step, step, stone)
        length = left + 1 + right
        before = cell - (left + 1) * step
        after = cell + (right + 1) * step
        if length > FIVE and exact == 0:
            return 1
        if length == FIVE and is_capped(S, before, after, stone) == 0:
            return 1
    return 0

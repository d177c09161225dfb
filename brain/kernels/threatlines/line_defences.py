"""Which boards of a certificate's line are decided, and which replies to a threat are defences."""

from brain.kernels.jit.kernel import kernel
from brain.kernels.threatlines.line_fouls import is_others_foul, may_be_foul
from brain.kernels.threatlines.line_windows import (
    DOUBTFUL,
    FIVE,
    FREE,
    OUTSIDE,
    add_stone,
    five_would_win,
    is_others,
    others_in,
    remove_stone,
)
from brain.layout import LineRecord
from brain.lexicon import CELLS, DIRECTIONS, STEPS

UNDECIDED, BY_FIVE, BY_DOUBLE = 0, 1, 2


@kernel
def cap_cell(L: LineRecord, number, cell):
    """Return the empty cell where a stone would cap a five for the second time, 0 for none, when
    the attacker has played `cell`.
    """
    if L.caps[L.attacker] == 0:
        return 0
    step = STEPS[number // CELLS]
    before = number % CELLS - step
    after = number % CELLS + FIVE * step
    if before != cell and L.board[before] == FREE and is_others(L, after) != 0:
        return before
    if after != cell and L.board[after] == FREE and is_others(L, before) != 0:
        return after
    return 0


@kernel
def note_way(L: LineRecord, number, cell, five, noted):
    """Note a way to five after the attacker's stone on a cell; return how many cells are noted."""
    end = cap_cell(L, number, cell)
    if L.marked[cell] != L.mark:
        L.marked[cell] = L.mark
        L.stop_cells[cell, 0] = five
        L.stop_cells[cell, 1] = end
        L.double_cells[noted] = cell
        return noted + 1
    for i in range(2):
        stop = L.stop_cells[cell, i]
        if stop != five and stop != end:
            L.stop_cells[cell, i] = 0
    return noted


@kernel
def decide(L: LineRecord):
    """Return whether the attacker, to move, has a five, or else a double and nothing to fear; the
    cell is `deciding_cell`.
    """
    L.mark += 1
    noted = 0
    dangerous = 0
    for i in range(L.hot_windows):
        number = L.hot_window[i]
        own = L.window_own[number]
        other = L.window_other[number]
        if own == 0:
            dangerous |= int(others_in(L, number) >= FIVE - 1)
        elif other == 0 and own >= FIVE - 2 and five_would_win(L, number) != 0:
            step = STEPS[number // CELLS]
            one = 0
            two = 0
            for k in range(FIVE):
                cell = number % CELLS + k * step
                if L.board[cell] == FREE:
                    two = one
                    one = cell
            if own == FIVE - 1:
                L.deciding_cell = one
                return BY_FIVE
            if own == FIVE - 2:
                noted = note_way(L, number, one, two, noted)
                noted = note_way(L, number, two, one, noted)
    if dangerous != 0:
        return UNDECIDED
    for i in range(noted):
        cell = L.double_cells[i]
        if L.stop_cells[cell, 0] == 0 and L.stop_cells[cell, 1] == 0 and may_be_foul(L, cell) == 0:
            L.deciding_cell = cell
            return BY_DOUBLE
    return UNDECIDED


@kernel
def is_dangerous(L: LineRecord):
    """Return whether the defender may have a five to make."""
    for i in range(L.hot_windows):
        number = L.hot_window[i]
        if L.window_own[number] == 0 and others_in(L, number) >= FIVE - 1:
            return 1
    return 0


@kernel
def add_answer(L: LineRecord, cell, count):
    """Add a defence, unless it is none or known; return how many there are."""
    for i in range(count):
        if L.answer[i] == cell:
            return count
    if is_others_foul(L, cell) != 0:
        return count
    L.answer[count] = cell
    return count + 1


@kernel
def try_answer(L: LineRecord, cell, count):
    """Add a reply if it leaves the board undecided; return how many defences there are."""
    if L.board[cell] != FREE:
        return count
    add_stone(L, cell, DOUBTFUL)
    # Its being there for certain matters to fouls alone, and fewer stones are the stricter there.
    decided = decide(L)
    remove_stone(L, cell)
    if decided == UNDECIDED:
        return add_answer(L, cell, count)
    L.slow |= int(decided == BY_DOUBLE)
    return count


@kernel
def has_more_outside(L: LineRecord, number):
    """Return whether a window across the border counts one more stone of the defender after his
    reply outside the board.
    """
    if L.hostile == 0:
        return 0
    outside = 0
    for k in range(FIVE):
        cell = number % CELLS + k * STEPS[number // CELLS]
        outside += int(L.board[cell] == OUTSIDE)
    return int(outside >= L.hostile)


@kernel
def answers(L: LineRecord, most):
    """Write the replies that leave a board undecided to `answer`; return how many, or any number
    above `most`, -1 when a pass does. `slow` tells whether some other reply leaves no five.
    """
    decided = decide(L)
    cell = L.deciding_cell
    if decided == UNDECIDED:
        return -1
    L.slow = int(decided == BY_DOUBLE)
    count = 0
    if decided == BY_DOUBLE:
        for i in range(L.hot_windows):
            number = L.hot_window[i]
            if L.window_own[number] == 0 and others_in(L, number) == FIVE - 2:
                if has_more_outside(L, number) != 0:
                    return -1
                for k in range(FIVE):
                    danger = number % CELLS + k * STEPS[number // CELLS]
                    if L.board[danger] == FREE:
                        count = add_answer(L, danger, count)
                if count > most:
                    return count
    beside = L.caps[L.attacker]
    # Only what touches the window of the five, or one of the double's, can be a defence.
    least = FIVE - 1 if decided == BY_FIVE else FIVE - 2
    count = try_answer(L, cell, count)
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        for k in range(FIVE):
            number = direction * CELLS + cell - k * step
            if L.window_own[number] == least and L.window_other[number] == 0:
                for j in range(-beside, FIVE + beside):
                    touched = number % CELLS + j * step
                    if touched != cell:
                        count = try_answer(L, touched, count)
                    if count > most:
                        return count
    return count

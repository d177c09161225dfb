"""Lines of certificates: moves of the attacker that win against all defences at once.

brain.certificates.check has the lemma and the words. It verifies each line that is found here:
this is the fast twin of its lines.

The search deepens a depth-first search: at each board it tries every move that threatens, those
with the fewest defences first.
"""

from brain.kernels.jit.kernel import kernel, wide
from brain.layout import LINE_DEFENCES, LINE_FAILURES, LINE_THREATS, MOVES
from brain.lexicon import (
    BLACK,
    BORDER,
    CELLS,
    DIRECTIONS,
    STEPS,
    STRIDE,
    WHITE,
)

# What lies on a cell of `line_board`. DOUBTFUL is a stone that the defender may not have.
FREE, OWN, OTHER, OUTSIDE, DOUBTFUL = 0, 1, 2, 3, 4
FIVE = 5  # cells of a window
NO_WINDOW = 64  # stones of both in a window that isn't on the board
UNDECIDED, BY_FIVE, BY_DOUBLE = 0, 1, 2
STRAIGHT_REACH = 3  # cells from a stone to the one that makes it a straight four
PLIES_BY_FIVE, PLIES_BY_DOUBLE = 2, 4  # of a win after a move that leaves a board so decided
OWN_FOULS, OTHER_FOULS = 1, 2
LEFT_KEY = 0x1E3779B97F4A7C15  # of the moves that were left when no line was found
DOUBT_KEY = 3
TO_REPLAY = -1  # in `covered`: not known yet


@kernel
def note_heat(S, number):
    """Put a window on the list of the hot ones, or take it off: those in which the attacker may
    make a four, or the defender has three.
    """
    own = wide(S.window_own[number])
    other = wide(S.window_other[number])
    is_hot = (other == 0 and own >= FIVE - 2) or (own == 0 and other >= FIVE - 2)
    place = wide(S.hot_place[number])
    if is_hot and place == 0:
        S.hot_window[S.hot_windows] = number
        S.hot_windows += 1
        S.hot_place[number] = S.hot_windows
    elif not is_hot and place != 0:
        S.hot_windows -= 1
        last = wide(S.hot_window[S.hot_windows])
        S.hot_window[place - 1] = last
        S.hot_place[last] = place
        S.hot_place[number] = 0
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
        S.hot_place[i] = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        for row in range(BORDER, BORDER + S.height):
            for first in range(row * STRIDE + BORDER, row * STRIDE + BORDER + S.width):
                own = 0
                other = 0
                outside = 0
                for k in range(FIVE):
                    lies = wide(S.line_board[first + k * step])
                    own += int(lies == OWN)
                    other += int(lies == OTHER)
                    outside += int(lies == OUTSIDE)
                if outside == 0:
                    number = direction * CELLS + first
                    S.window_own[number] = own
                    S.window_other[number] = other
                    S.line_window[S.line_windows] = number
                    S.line_windows += 1
                    note_heat(S, number)
    return 0


@kernel
def key_of(S, cell, stone):
    """Return what a stone adds to the board's key."""
    if stone == OWN:
        return wide(S.zobrist[1, cell])
    key = wide(S.zobrist[2, cell])
    return key * DOUBT_KEY if stone == DOUBTFUL else key


@kernel
def put(S, cell, stone):
    """Put a stone on an empty cell."""
    S.line_board[cell] = stone
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                S.window_own[number] += 1
            else:
                S.window_other[number] += 1
            note_heat(S, number)
    S.line_doubts += int(stone == DOUBTFUL)
    S.line_key ^= key_of(S, cell, stone)
    return 0


@kernel
def take(S, cell):
    """Take the stone from a cell."""
    stone = wide(S.line_board[cell])
    S.line_board[cell] = FREE
    for direction in range(DIRECTIONS):
        for k in range(FIVE):
            number = direction * CELLS + cell - k * STEPS[direction]
            if stone == OWN:
                S.window_own[number] -= 1
            else:
                S.window_other[number] -= 1
            note_heat(S, number)
    S.line_doubts -= int(stone == DOUBTFUL)
    S.line_key ^= key_of(S, cell, stone)
    return 0


@kernel
def is_others(S, cell):
    """Return whether a stone of the defender lies on a cell."""
    lies = wide(S.line_board[cell])
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
def counts(S, number):
    """Return whether the attacker's five in a window would win."""
    step = STEPS[number // CELLS]
    first = number % CELLS
    before = first - step
    after = first + FIVE * step
    if S.line_exact != 0 and (S.line_board[before] == OWN or S.line_board[after] == OWN):
        return 0
    return 1 - is_capped(S, before, after, OWN)


# Fouls.


@kernel
def is_free(S, cell, own_fouls):
    """Return whether a cell may be empty: for the attacker's fouls the doubtful ones are."""
    lies = wide(S.line_board[cell])
    return int(lies == FREE or (own_fouls != 0 and lies == DOUBTFUL))


@kernel
def run_length(S, cell, step, colour):
    """Return how many stones of a colour lie in a row from a cell on, along a step."""
    length = 0
    while S.line_board[cell + length * step] == colour:
        length += 1
    return length


@kernel
def is_exact(S, cell, step, colour):
    """Return whether a stone on an empty cell would be one of exactly five."""
    left = run_length(S, cell - step, -step, colour)
    return int(left + 1 + run_length(S, cell + step, step, colour) == FIVE)


@kernel
def fours_along(S, cell, step, colour, own_fouls):
    """Return how many fours the stone on a cell is part of in a line; an open four is one."""
    left = run_length(S, cell - step, -step, colour)
    right = run_length(S, cell + step, step, colour)
    found = 0
    for side in range(2):
        towards = step if side == 1 else -step
        gap = cell + (1 + (right if side == 1 else left)) * towards
        if is_free(S, gap, own_fouls) != 0 and is_exact(S, gap, towards, colour) != 0:
            found += 1
    return min(found, 1) if left + 1 + right == FIVE - 1 else found


@kernel
def is_straight(S, cell, k, step, colour, own_fouls):
    """Return whether a stone k steps along a line makes a straight four of the stone on a cell."""
    point = cell + k * step
    if k == 0 or is_free(S, point, own_fouls) == 0:
        return 0
    left = run_length(S, point - step, -step, colour)
    right = run_length(S, point + step, step, colour)
    if left + 1 + right != FIVE - 1 or k > left or -k > right:
        return 0
    before = point - (left + 1) * step
    after = point + (right + 1) * step
    if is_free(S, before, own_fouls) == 0 or is_free(S, after, own_fouls) == 0:
        return 0
    return int(S.line_board[before - step] != colour and S.line_board[after + step] != colour)


@kernel
def may_be_foul(S, cell):
    """Return whether a stone of the attacker that makes no five may be a foul: the doubtful stones
    may be none, and every three counts.
    """
    if S.line_fouls != OWN_FOULS:
        return 0
    lies = wide(S.line_board[cell])
    S.line_board[cell] = OWN
    fours = 0
    threes = 0
    overline = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        fours += fours_along(S, cell, step, OWN, 1)
        three = 0
        for k in range(-STRAIGHT_REACH, STRAIGHT_REACH + 1):
            three |= is_straight(S, cell, k, step, OWN, 1)
        threes += three
        run = run_length(S, cell, step, OWN) + run_length(S, cell, -step, OWN) - 1
        overline |= int(run > FIVE)
    S.line_board[cell] = lies
    return int(overline != 0 or fours > 1 or threes > 1)


@kernel
def is_forbidden(S, cell, colour):
    """Return whether black, here OWN or OTHER, may not play on an empty cell, no stone being
    doubtful.
    """
    S.line_board[cell] = colour
    five = 0
    overline = 0
    fours = 0
    threes = 0
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        run = run_length(S, cell, step, colour) + run_length(S, cell, -step, colour) - 1
        five |= int(run == FIVE)
        overline |= int(run > FIVE)
        fours += fours_along(S, cell, step, colour, 0)
    if five == 0 and overline == 0 and fours < 2:
        for direction in range(DIRECTIONS):
            step = STEPS[direction]
            three = 0
            for k in range(-STRAIGHT_REACH, STRAIGHT_REACH + 1):
                if three == 0 and is_straight(S, cell, k, step, colour, 0) != 0:
                    point = cell + k * step
                    makes_five = 0
                    for other in range(DIRECTIONS):
                        makes_five |= is_exact(S, point, STEPS[other], colour)
                    if makes_five == 0:
                        three = 1 - is_forbidden(S, point, colour)
            threes += three
    S.line_board[cell] = FREE
    return int(five == 0 and (overline != 0 or fours > 1 or threes > 1))


@kernel
def is_foul(S, cell):
    """Return whether a move of the attacker that makes no five is a foul, or may be one."""
    if S.line_fouls != OWN_FOULS:
        return 0
    return is_forbidden(S, cell, OWN) if S.line_doubts == 0 else may_be_foul(S, cell)


@kernel
def is_others_foul(S, cell):
    """Return whether a reply that makes no five is surely a foul."""
    if S.line_fouls != OTHER_FOULS or S.line_doubts != 0:
        return 0
    return is_forbidden(S, cell, OTHER)


# Who has won.


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


@kernel
def cap(S, number, cell):
    """Return the empty cell where a stone would cap a five for the second time, 0 for none, when
    the attacker has played `cell`.
    """
    if S.caps[S.line_attacker] == 0:
        return 0
    step = STEPS[number // CELLS]
    before = number % CELLS - step
    after = number % CELLS + FIVE * step
    if before != cell and S.line_board[before] == FREE and is_others(S, after) != 0:
        return before
    if after != cell and S.line_board[after] == FREE and is_others(S, before) != 0:
        return after
    return 0


@kernel
def note_way(S, number, cell, five, noted):
    """Note a way to five after the attacker's stone on a cell; return how many cells are noted."""
    end = cap(S, number, cell)
    if S.marked[cell] != S.line_mark:
        S.marked[cell] = S.line_mark
        S.stop_cells[cell, 0] = five
        S.stop_cells[cell, 1] = end
        S.double_cells[noted] = cell
        return noted + 1
    for i in range(2):
        stop = wide(S.stop_cells[cell, i])
        if stop != five and stop != end:
            S.stop_cells[cell, i] = 0
    return noted


@kernel
def decide(S):
    """Return whether the attacker, to move, has a five, or else a double and nothing to fear; the
    cell is `line_cell`.
    """
    S.line_mark += 1
    noted = 0
    dangerous = 0
    for i in range(S.hot_windows):
        number = wide(S.hot_window[i])
        own = wide(S.window_own[number])
        other = wide(S.window_other[number])
        if own == 0:
            dangerous |= int(other >= FIVE - 1)
        elif other == 0 and own >= FIVE - 2 and counts(S, number) != 0:
            step = STEPS[number // CELLS]
            one = 0
            two = 0
            for k in range(FIVE):
                cell = number % CELLS + k * step
                if S.line_board[cell] == FREE:
                    two = one
                    one = cell
            if own == FIVE - 1:
                S.line_cell = one
                return BY_FIVE
            if own == FIVE - 2:
                noted = note_way(S, number, one, two, noted)
                noted = note_way(S, number, two, one, noted)
    if dangerous != 0:
        return UNDECIDED
    for i in range(noted):
        cell = wide(S.double_cells[i])
        if S.stop_cells[cell, 0] == 0 and S.stop_cells[cell, 1] == 0 and may_be_foul(S, cell) == 0:
            S.line_cell = cell
            return BY_DOUBLE
    return UNDECIDED


@kernel
def is_dangerous(S):
    """Return whether the defender may have a five to make."""
    for i in range(S.hot_windows):
        number = wide(S.hot_window[i])
        if S.window_own[number] == 0 and S.window_other[number] >= FIVE - 1:
            return 1
    return 0


# Defences.


@kernel
def add_answer(S, cell, count):
    """Add a defence, unless it is none or known; return how many there are."""
    for i in range(count):
        if S.answer[i] == cell:
            return count
    if is_others_foul(S, cell) != 0:
        return count
    S.answer[count] = cell
    return count + 1


@kernel
def try_answer(S, cell, count):
    """Add a reply if it leaves the board undecided; return how many defences there are."""
    if S.line_board[cell] != FREE:
        return count
    put(S, cell, DOUBTFUL)
    # Its being there for certain matters to fouls alone, and fewer stones are the stricter there.
    decided = decide(S)
    take(S, cell)
    if decided == UNDECIDED:
        return add_answer(S, cell, count)
    S.line_slow |= int(decided == BY_DOUBLE)
    return count


@kernel
def answers(S, most):
    """Write the replies that leave a board undecided to `answer`; return how many, or any number
    above `most`, -1 when a pass does. `line_slow` tells whether some other reply leaves no five.
    """
    decided = decide(S)
    cell = wide(S.line_cell)
    if decided == UNDECIDED:
        return -1
    S.line_slow = int(decided == BY_DOUBLE)
    count = 0
    if decided == BY_DOUBLE:
        for i in range(S.hot_windows):
            number = wide(S.hot_window[i])
            if S.window_own[number] == 0 and S.window_other[number] == FIVE - 2:
                for k in range(FIVE):
                    danger = number % CELLS + k * STEPS[number // CELLS]
                    if S.line_board[danger] == FREE:
                        count = add_answer(S, danger, count)
                if count > most:
                    return count
    # Only what touches the window of the five, or one of the double's, can be a defence.
    least = FIVE - 1 if decided == BY_FIVE else FIVE - 2
    count = try_answer(S, cell, count)
    beside = S.caps[S.line_attacker]
    for direction in range(DIRECTIONS):
        step = STEPS[direction]
        for k in range(FIVE):
            number = direction * CELLS + cell - k * step
            if S.window_own[number] == least and S.window_other[number] == 0:
                for j in range(-beside, FIVE + beside):
                    touched = number % CELLS + j * step
                    if touched != cell:
                        count = try_answer(S, touched, count)
                    if count > most:
                        return count
    return count


# The search.


@kernel
def list_threats(S, ply):
    """Write the moves that threaten to threat[ply], with their defences; return how many."""
    S.line_mark += 1
    mark = wide(S.line_mark)
    count = 0
    for i in range(S.line_windows):
        number = wide(S.line_window[i])
        own = wide(S.window_own[number])
        if S.window_other[number] == 0 and FIVE - 3 <= own < FIVE:
            for k in range(FIVE):
                cell = number % CELLS + k * STEPS[number // CELLS]
                if S.line_board[cell] == FREE and S.marked[cell] != mark and count < LINE_THREATS:
                    S.marked[cell] = mark
                    S.threat[ply, count] = cell
                    count += 1
    kept = 0
    for i in range(count):
        cell = wide(S.threat[ply, i])
        S.solver_nodes -= 1
        if is_foul(S, cell) == 0:
            put(S, cell, OWN)
            found = -1 if is_dangerous(S) != 0 else answers(S, LINE_DEFENCES)
            take(S, cell)
            if 0 <= found <= LINE_DEFENCES:
                S.threat[ply, kept] = cell
                S.defence_count[ply, kept] = found
                for j in range(found):
                    S.defence[ply, kept, j] = S.answer[j]
                kept += 1
    return kept


@kernel
def defend(S, ply, number, direction):
    """Put the defences of a threat on the board, or take them away if `direction` is -1."""
    count = wide(S.defence_count[ply, number])
    for i in range(count):
        cell = wide(S.defence[ply, number, i])
        if direction < 0:
            take(S, cell)
        else:
            put(S, cell, OTHER if count == 1 else DOUBTFUL)
    return 0


@kernel
def extend(S, ply, left):
    """Return the length of a line that wins from here in at most `left` moves, written to
    line_moves from `ply` on; 0 for none, and then line_cut tells whether more moves might.
    """
    if decide(S) != UNDECIDED:
        S.line_moves[ply] = S.line_cell
        return 1
    if left <= 1:
        S.line_cut = 1
        return 0
    if S.solver_nodes <= 0 or S.stop != 0:
        return 0
    key = wide(S.line_key) ^ left * LEFT_KEY
    if S.failed_board[key & LINE_FAILURES - 1] == key:
        return 0
    count = list_threats(S, ply)
    for defences in range(LINE_DEFENCES + 1):
        for i in range(count):
            if S.defence_count[ply, i] == defences:
                S.line_moves[ply] = S.threat[ply, i]
                if defences == 0:
                    return 1
                cell = wide(S.threat[ply, i])
                put(S, cell, OWN)
                defend(S, ply, i, 1)
                length = extend(S, ply + 1, left - 1)
                defend(S, ply, i, -1)
                take(S, cell)
                if length != 0:
                    return length + 1
    S.failed_board[key & LINE_FAILURES - 1] = key
    return 0


@kernel
def find_line(S, attacker, longest, tries):
    """Return the length of a line of at most so many moves that wins on `line_board`, among the
    shortest; 0 for none within so many tries. It is in line_moves.
    """
    begin_lines(S, attacker)
    S.solver_nodes = tries
    for i in range(LINE_FAILURES):
        S.failed_board[i] = 0
    for left in range(1, longest + 1):
        S.line_cut = 0
        length = extend(S, 0, left)
        if length != 0 or S.line_cut == 0 or S.solver_nodes <= 0:
            return length
    return 0


# Replaying.


@kernel
def replay(S, ply, length):
    """Return the most plies in which the line wins from `ply` on, counted from there; 0 where it
    doesn't win.
    """
    if ply >= length:
        return 0
    cell = wide(S.line_moves[ply])
    if S.line_board[cell] != FREE:
        return 0
    if wins(S, cell, OWN) != 0:
        return 1
    if is_foul(S, cell) != 0:
        return 0
    put(S, cell, OWN)
    count = -1 if is_dangerous(S) != 0 else answers(S, MOVES)
    plies = 1 + (PLIES_BY_DOUBLE if S.line_slow != 0 else PLIES_BY_FIVE)
    S.held_count[ply] = max(count, 0)
    S.line_reached = ply + 1
    if count > 0:
        for i in range(count):
            S.held[ply, i] = S.answer[i]
        for i in range(count):
            put(S, wide(S.held[ply, i]), OTHER if count == 1 else DOUBTFUL)
        rest = replay(S, ply + 1, length)
        for i in range(count):
            take(S, wide(S.held[ply, i]))
        plies = max(plies, rest + 2) if rest != 0 else 0
    take(S, cell)
    return 0 if count < 0 else plies


@kernel
def line_plies(S, attacker, length):
    """Return the most plies in which line_moves win on `line_board`, 0 if they don't."""
    begin_lines(S, attacker)
    return replay(S, 0, length)


# Covers.


@kernel
def lay_replayed(S, own, other):
    """Put stones where the line that was just replayed has the attacker's and the defender's, and
    mark these cells. The windows don't count them.
    """
    for ply in range(S.line_reached):
        cell = wide(S.line_moves[ply])
        S.line_board[cell] = own
        S.marked[cell] = S.line_mark
        for i in range(S.held_count[ply]):
            cell = wide(S.held[ply, i])
            S.line_board[cell] = other
            S.marked[cell] = S.line_mark
    return 0


@kernel
def mark_touched(S):
    """Mark the cells where a reply might change how the line went that was just replayed, fouls
    aside: those of its stones, and those of each window in which a five of either could come near.
    """
    S.line_mark += 1
    lay_replayed(S, OWN, OTHER)
    beside = S.caps[BLACK] | S.caps[WHITE]
    for i in range(S.line_windows):
        number = wide(S.line_window[i])
        step = STEPS[number // CELLS]
        own = 0
        other = 0
        for k in range(FIVE):
            lies = wide(S.line_board[number % CELLS + k * step])
            own += int(lies == OWN)
            other += int(lies == OTHER)
        attacks = S.window_other[number] == 0 and own >= FIVE - 2
        # Beside the reply, one more stone is tried as a defence.
        defends = S.window_own[number] == 0 and other >= FIVE - 3
        if attacks or defends:
            for k in range(-beside, FIVE + beside):
                S.marked[number % CELLS + k * step] = S.line_mark
    lay_replayed(S, FREE, FREE)
    return 0


@kernel
def covers(S, attacker, length):
    """Replay the line in line_moves after every reply on `line_board` for which `covered` has 0,
    and write there the plies in which it wins; return after how many it does.

    A reply that touches nothing of it changes nothing: it goes as after a pass.
    """
    begin_lines(S, attacker)
    S.line_reached = 0
    passed = replay(S, 0, length)
    mark_touched(S)
    count = 0
    for row in range(BORDER, BORDER + S.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + S.width):
            if S.line_board[reply] == FREE and S.covered[reply] == 0:
                touched = S.line_fouls != 0 or S.marked[reply] == S.line_mark
                S.covered[reply] = TO_REPLAY if touched else passed
                count += int(S.covered[reply] > 0)
    for row in range(BORDER, BORDER + S.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + S.width):
            if S.covered[reply] == TO_REPLAY:
                put(S, reply, OTHER)
                S.covered[reply] = replay(S, 0, length)
                take(S, reply)
                count += int(S.covered[reply] != 0)
    return count


@kernel
def cover_plies(S, attacker):
    """Return the most plies in which a cover wins on `line_board`, 0 if it doesn't. `covered` has
    the plies after each reply, 0 where nothing answers it.
    """
    begin_board(S, attacker)
    plies = 1
    for row in range(BORDER, BORDER + S.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + S.width):
            if S.line_board[reply] == FREE:
                found = wide(S.covered[reply])
                if wins(S, reply, OTHER) != 0:
                    return 0
                if found == 0 and is_others_foul(S, reply) == 0:
                    return 0
                plies = max(plies, found + 1)
    return plies


@kernel
def may_attack(S, attacker, cell):
    """Return whether the attacker may play on a cell of `line_board`, and makes no five there."""
    begin_board(S, attacker)
    if S.line_board[cell] != FREE or wins(S, cell, OWN) != 0:
        return 0
    return 1 - is_foul(S, cell)

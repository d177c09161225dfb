"""Where the decisive cells are, what answers a threat, and the wins that need no search.

A side threatens when it has an empty cell of a high class: one that makes five now, or an open four
next move.
"""

from brain.kernels.jit.instructions import trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.forbidden import is_forbidden
from brain.kernels.position.patterns import class_at, pattern_on_line
from brain.kernels.position.placement import lift, place
from brain.layout import PATTERN_BITS, PATTERN_MASK, Record
from brain.lexicon import (
    BORDER,
    CELL_DOUBLE_THREE,
    CELL_FIVE,
    CELL_FOUL,
    CELL_FOUR,
    CELL_FOUR_THREE,
    CELL_OPEN_FOUR,
    CELLS,
    DIRECTIONS,
    EMPTY,
    FIVE,
    STEPS,
    STRIDE,
    WALL,
)

# Plies to the five, itself included, from a five, from a four that nothing stops, and from a three
# or four-three that nothing stops.
FIVE_PLIES, FOUR_PLIES, THREE_PLIES = 1, 3, 5
# A win is plies * CELLS + cell.
WIN_NOW, WIN_BY_FOUR, WIN_BY_THREE = FIVE_PLIES * CELLS, FOUR_PLIES * CELLS, THREE_PLIES * CELLS


@kernel
def win_plies(win):
    """Return the plies to the five of a win."""
    return win // CELLS


@kernel
def win_cell(win):
    """Return the move of a win."""
    return win % CELLS


@kernel
def next_four(S: Record, colour, lowest, after):
    """Return a colour's first cell after cell `after` of class `lowest` (CELL_FOUR or better) or
    better, or 0.
    """
    row = after // STRIDE
    passed = after % STRIDE + 1
    word = S.fours[colour, row] >> passed << passed
    last_row = BORDER + S.height - 1
    while True:
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            if class_at(S, colour, cell) >= lowest:
                return cell
            word &= word - 1
        if row >= last_row:
            return 0
        row += 1
        word = S.fours[colour, row]


@kernel
def first_four(S: Record, colour, lowest):
    """Return a colour's first cell of class `lowest` (CELL_FOUR or better) or better, or 0."""
    return next_four(S, colour, lowest, BORDER * STRIDE)


@kernel
def first_of_class(S: Record, colour, cell_class):
    """Return the first empty cell of exactly a class for a colour, or 0."""
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row]
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            if class_at(S, colour, cell) == cell_class:
                return cell
            word &= word - 1
    return 0


@kernel
def has_five(S: Record, cell):
    """Return 1 when the stone on a cell wins: the empty cell would make five."""
    colour = S.board[cell]
    for d in range(DIRECTIONS):
        if pattern_on_line(S, colour, S.line[cell, d]) == FIVE:
            return 1
    return 0


@kernel
def may_have_fours(S: Record, colour):
    """Return 1 unless a colour certainly has no move that makes a four."""
    fours = S.count[colour, CELL_FOUL]  # a cell that looks forbidden and is not may make a four
    for cell_class in range(CELL_FOUR, CELL_FIVE + 1):
        fours += S.count[colour, cell_class]
    return int(fours > 0)


@kernel
def class_after(S: Record, colour, cell, d, side, distance):
    """Return the class that an empty cell has for a colour after the opponent's stone at a distance
    on its left (side 0) or right in direction d, with no wall between.
    """
    line = S.line[cell, d] + (3 - colour) * S.line_weight[side, distance - 1]
    kept = S.pattern[colour, cell] & ~(PATTERN_MASK << PATTERN_BITS * d)
    word = kept | pattern_on_line(S, colour, line) << PATTERN_BITS * d
    return S.cell_class[colour, S.combination_of[word]]


@kernel
def class_with_reply(S: Record, colour, cell, reply):
    """Return the class that an empty cell has for a colour after the opponent's stone on another
    cell.

    A reply that the cell does not see changes nothing.
    """
    for d in range(DIRECTIONS):
        for side in range(2):
            step = -STEPS[d] if side == 0 else STEPS[d]
            distance = (reply - cell) // step
            if 1 <= distance <= S.half and distance * step == reply - cell:
                for k in range(1, distance):
                    if S.board[cell + k * step] == WALL:
                        return class_at(S, colour, cell)
                return class_after(S, colour, cell, d, side, distance)
    return class_at(S, colour, cell)


@kernel
def stops_others(S: Record, attacker, lowest, cell, reply):
    """Return 1 when the defender's stone on `reply` leaves the attacker no cell of class `lowest`
    or better after cell `cell`.
    """
    other = next_four(S, attacker, lowest, cell)
    while other != 0:
        if other != reply and class_with_reply(S, attacker, other, reply) >= lowest:
            return 0
        other = next_four(S, attacker, lowest, other)
    return 1


@kernel
def add_answers(S: Record, attacker, lowest, ply):
    """Write every cell that stops all the attacker's cells of class `lowest` (CELL_FOUR or better)
    or better to moves[ply]; return how many.

    The attacker has such a cell. The list is complete: what stops the first one lies on it or is
    seen from it.
    """
    count = 0
    cell = first_four(S, attacker, lowest)
    if stops_others(S, attacker, lowest, cell, cell):
        S.moves[ply, 0] = cell
        count = 1
    for d in range(DIRECTIONS):
        for side in range(1, -1, -1):
            step = -STEPS[d] if side == 0 else STEPS[d]
            for distance in range(1, S.half + 1):
                reply = cell + distance * step
                if S.board[reply] == WALL:
                    break
                if S.board[reply] != EMPTY:
                    continue
                if class_after(S, attacker, cell, d, side, distance) >= lowest:
                    continue
                if stops_others(S, attacker, lowest, cell, reply):
                    S.moves[ply, count] = reply
                    count += 1
    return count


@kernel
def answers_to_five(S: Record, attacker, ply):
    """Write the cells that keep the attacker from five next move to moves[ply]; return how many.

    The attacker has a cell of class CELL_FIVE. Only with caps can more than one cell answer.
    """
    if S.caps[attacker]:
        return add_answers(S, attacker, CELL_FIVE, ply)
    if S.count[attacker, CELL_FIVE] > 1:
        return 0
    S.moves[ply, 0] = first_four(S, attacker, CELL_FIVE)
    return 1


@kernel
def may_play(S: Record, colour, cell):
    """Return 1 unless the cell is a forbidden point for the colour."""
    return int(S.fouls[colour] == 0 or not is_forbidden(S, cell))


@kernel
def four_three_wins(S: Record, colour, cell, ply):
    """Return 1 when a four on the cell leaves an open four whatever the answer.

    The opponent has no five. Overwrites moves[ply]; the position is changed and restored.
    """
    if not may_have_fours(S, 3 - colour) and not S.fouls[colour]:
        return 1
    place(S, cell, colour)
    wins = 1
    for i in range(answers_to_five(S, colour, ply)):
        reply = S.moves[ply, i]
        if wins and may_play(S, 3 - colour, reply):
            place(S, reply, 3 - colour)
            wins = int(S.count[3 - colour, CELL_FIVE] == 0 and S.count[colour, CELL_OPEN_FOUR] > 0)
            lift(S)
    lift(S)
    return wins


@kernel
def verdict(S: Record, colour, ply):
    """Return plies * CELLS + cell of a win that needs no search, or 0. Overwrites moves[ply].

    The order matters: each rule holds because those before it did not apply. A win must come before
    the game is drawn.
    """
    left = S.max_stones - S.stones
    # 1. Five.
    if S.count[colour, CELL_FIVE] > 0 and left >= FIVE_PLIES:
        return WIN_NOW + first_four(S, colour, CELL_FIVE)
    # 2. The opponent's five comes first.
    if S.count[3 - colour, CELL_FIVE] > 0 or left < FOUR_PLIES:
        return 0
    # 3. An open four: no single stone stops it.
    if S.count[colour, CELL_OPEN_FOUR] > 0:
        return WIN_BY_FOUR + first_four(S, colour, CELL_OPEN_FOUR)
    if left < THREE_PLIES:
        return 0
    # 4. The four of a four-three forces the answer, then the three becomes an open four.
    if S.count[colour, CELL_FOUR_THREE] > 0:
        cell = first_four(S, colour, CELL_FOUR_THREE)
        while cell != 0:
            if class_at(S, colour, cell) == CELL_FOUR_THREE:
                if four_three_wins(S, colour, cell, ply):
                    return WIN_BY_THREE + cell
            cell = next_four(S, colour, CELL_FOUR_THREE, cell)
    # 5. Two threes, against an opponent who cannot make a four in between.
    if S.count[colour, CELL_DOUBLE_THREE] > 0 and not may_have_fours(S, 3 - colour):
        return WIN_BY_THREE + first_of_class(S, colour, CELL_DOUBLE_THREE)
    return 0

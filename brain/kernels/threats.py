"""Where the decisive cells are, what answers a threat, and the wins that need no search.

A side threatens when it has an empty cell of a high class: one that makes five now, or an open four
next move.
"""

from brain.kernels.board import class_at, lift, place
from brain.kernels.forbidden import is_forbidden
from brain.kernels.kernel import kernel, trailing_zeros, wide
from brain.lexicon import (
    BLACK,
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
    RENJU,
    STEPS,
    STRIDE,
    WALL,
)

# A verdict is plies * CELLS + cell.
FIVE_PLIES, FOUR_PLIES, DOUBLE_PLIES = 1, 3, 5
WIN_NOW, WIN_BY_FOUR, WIN_BY_DOUBLE = FIVE_PLIES * CELLS, FOUR_PLIES * CELLS, DOUBLE_PLIES * CELLS


@kernel
def next_four(S, colour, kind, after):
    """Return a colour's first cell behind cell `after` that is of class CELL_FOUR or better and
    `kind` or better, or 0.
    """
    row = after // STRIDE
    passed = after % STRIDE + 1
    word = S.fours[colour, row] >> passed << passed
    last_row = BORDER + S.height - 1
    while True:
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            if class_at(S, colour, cell) >= kind:
                return cell
            word &= word - 1
        if row >= last_row:
            return 0
        row += 1
        word = S.fours[colour, row]


@kernel
def first_four(S, colour, kind):
    """Return a colour's first cell of class `kind` (CELL_FOUR or better) or better, or 0."""
    return next_four(S, colour, kind, BORDER * STRIDE)


@kernel
def first_of_class(S, colour, kind):
    """Return the first empty cell of exactly a class for a colour, or 0."""
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row]
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            if class_at(S, colour, cell) == kind:
                return cell
            word &= word - 1
    return 0


@kernel
def has_five(S, cell):
    """Return 1 when the stone on a cell wins: the empty cell would make five."""
    colour = wide(S.board[cell])
    for d in range(DIRECTIONS):
        patterns = wide(S.line_pattern[S.line[cell, d]])
        if (patterns & 15 if colour == BLACK else patterns >> 4) == FIVE:
            return 1
    return 0


@kernel
def may_have_fours(S, colour):
    """Return 1 unless a colour certainly has no move that makes a four."""
    fours = S.count[colour, CELL_FOUL]  # a cell that looks forbidden and is not may make a four
    for kind in range(CELL_FOUR, CELL_FIVE + 1):
        fours += S.count[colour, kind]
    return int(fours > 0)


@kernel
def class_after(S, colour, cell, d, side, distance):
    """Return the class that an empty cell has for a colour after the opponent's stone at a distance
    on its left (side 0) or right in direction d, with no wall between.
    """
    line = wide(S.line[cell, d]) + (3 - colour) * wide(S.weight[side, distance - 1])
    now = wide(S.line_pattern[line])
    pattern = now & 15 if colour == BLACK else now >> 4
    word = (wide(S.pattern[colour, cell]) & ~(15 << 4 * d)) | pattern << 4 * d
    return wide(S.cell_class[colour, S.combination[word]])


@kernel
def class_with_reply(S, colour, cell, reply):
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
def stops_others(S, attacker, kind, cell, reply):
    """Return 1 when the defender's stone on `reply` leaves the attacker no cell of class `kind` or
    better behind cell `cell`.
    """
    other = next_four(S, attacker, kind, cell)
    while other != 0:
        if other != reply and class_with_reply(S, attacker, other, reply) >= kind:
            return 0
        other = next_four(S, attacker, kind, other)
    return 1


@kernel
def add_answers(S, attacker, kind, ply):
    """Write every cell that stops all the attacker's cells of class `kind` or better to moves[ply];
    return how many.

    The list is complete: whatever stops the first such cell lies on it or is seen from it.
    """
    count = 0
    cell = first_four(S, attacker, kind)
    if stops_others(S, attacker, kind, cell, cell):
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
                if class_after(S, attacker, cell, d, side, distance) >= kind:
                    continue
                if stops_others(S, attacker, kind, cell, reply):
                    S.moves[ply, count] = reply
                    count += 1
    return count


@kernel
def answers_to_five(S, attacker, ply):
    """Write the cells that keep the attacker from five next move to moves[ply]; return how many."""
    if S.caps:
        return add_answers(S, attacker, CELL_FIVE, ply)
    if S.count[attacker, CELL_FIVE] > 1:
        return 0
    S.moves[ply, 0] = first_four(S, attacker, CELL_FIVE)
    return 1


@kernel
def may_play(S, colour, cell):
    """Return 1 unless the cell is a forbidden point for the colour."""
    return int(S.rule != RENJU or colour != BLACK or not is_forbidden(S, cell))


@kernel
def four_three_wins(S, colour, cell, ply):
    """Return 1 when a four on the cell leaves an open four whatever the answer. Uses moves[ply]."""
    if not may_have_fours(S, 3 - colour) and not (S.rule == RENJU and colour == BLACK):
        return 1
    place(S, cell, colour)
    wins = 1
    for i in range(answers_to_five(S, colour, ply)):
        reply = wide(S.moves[ply, i])
        if wins and may_play(S, 3 - colour, reply):
            place(S, reply, 3 - colour)
            wins = wide(S.count[3 - colour, CELL_FIVE] == 0 and S.count[colour, CELL_OPEN_FOUR] > 0)
            lift(S)
    lift(S)
    return wins


@kernel
def verdict(S, colour, ply):
    """Return plies * CELLS + cell of a win that needs no search, or 0. Uses moves[ply].

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
    if left < DOUBLE_PLIES:
        return 0
    # 4. The four of a four-three forces the answer, then the three becomes an open four.
    if S.count[colour, CELL_FOUR_THREE] > 0:
        cell = first_four(S, colour, CELL_FOUR_THREE)
        while cell != 0:
            if class_at(S, colour, cell) == CELL_FOUR_THREE:
                if four_three_wins(S, colour, cell, ply):
                    return WIN_BY_DOUBLE + cell
            cell = next_four(S, colour, CELL_FOUR_THREE, cell)
    # 5. Two threes, against an opponent who cannot make a four in between.
    if S.count[colour, CELL_DOUBLE_THREE] > 0 and not may_have_fours(S, 3 - colour):
        return WIN_BY_DOUBLE + first_of_class(S, colour, CELL_DOUBLE_THREE)
    return 0

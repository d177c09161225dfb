"""Guards: the replies that stop a threat to win by fours.

The attacker has moved, and would win by fours if he moved again. Every reply that might change how
these fours go is tried. It is a guard if the same fours no longer win after it. Any other reply
loses to them, so the guards are a complete list.
"""

from brain.kernels.jit.instructions import trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import (
    FOUR_PLIES,
    answers_to_five,
    has_five,
    may_play,
    verdict,
    win_cell,
    win_plies,
)
from brain.kernels.search.killsearch import kill_within
from brain.kernels.search.node import SOLVER_PLIES
from brain.layout import Record
from brain.lexicon import (
    BORDER,
    CELL_DOUBLE_THREE,
    CELL_FIVE,
    CELL_FOUL,
    CELL_FOUR,
    EMPTY,
    STRIDE,
)

NO_THREAT = -1
PLIES_SHIFT = 16  # of the plies beside a number of moves
UNUSABLE, BY_LINES, EVERYWHERE = 0, 1, 2  # what complete_line returns


@kernel
def complete_line(S: Record, attacker, ply):
    """Complete pv[ply], which wins by fours, with its answers, up to the last four. Return where a
    reply can change how it goes: on the lines through its stones, or EVERYWHERE if a cell looked
    like a forbidden point. Return UNUSABLE if it doesn't end with a four, or one has two answers.
    """
    start = S.stones
    length = S.pv_length[ply]
    where = UNUSABLE
    fouls = 0
    i = 0
    while i + ply < SOLVER_PLIES:
        cell = S.pv[ply, i] if i < length else win_cell(verdict(S, attacker, ply))
        if cell == 0 or class_at(S, attacker, cell) == CELL_DOUBLE_THREE:
            break
        fouls |= int(class_at(S, attacker, cell) == CELL_FOUL)
        S.pv[ply, i] = cell
        place(S, cell, attacker)
        i += 1
        if has_five(S, cell):
            where = BY_LINES
            break
        answers = answers_to_five(S, attacker, ply) if S.count[attacker, CELL_FIVE] > 0 else 2
        if answers == 0:
            where = BY_LINES
        if answers != 1:
            break
        reply = S.moves[ply, 0]
        fouls |= int(class_at(S, 3 - attacker, reply) == CELL_FOUL)
        if not may_play(S, 3 - attacker, reply):
            where = BY_LINES
            break
        S.pv[ply, i] = reply
        place(S, reply, 3 - attacker)
        i += 1
    S.pv_length[ply] = i
    while S.stones > start:
        lift(S)
    return EVERYWHERE if where == BY_LINES and fouls else where


@kernel
def fours_win(S: Record, attacker, ply):
    """Return the plies in which the fours of pv[ply] win, the attacker to move; 0 if they don't."""
    start = S.stones
    plies = 0
    i = 0
    while plies == 0 and i < S.pv_length[ply]:
        win = verdict(S, attacker, ply)
        cell = S.pv[ply, i]
        if win != 0:
            plies = i + win_plies(win)
        elif S.board[cell] == EMPTY and may_play(S, attacker, cell):
            place(S, cell, attacker)
            i += 2
            if S.count[3 - attacker, CELL_FIVE] > 0 or S.count[attacker, CELL_FIVE] == 0:
                break
            answers = answers_to_five(S, attacker, ply)
            reply = S.moves[ply, 0]
            if answers == 0 or (answers == 1 and not may_play(S, 3 - attacker, reply)):
                plies = i - 2 + FOUR_PLIES
            elif answers == 1:
                place(S, reply, 3 - attacker)
            else:
                break
        else:
            break
    while S.stones > start:
        lift(S)
    return plies


@kernel
def is_on_lines(S: Record, cell, ply):
    """Return 1 if a stone of pv[ply] sees a cell."""
    row = cell // STRIDE
    column = cell % STRIDE
    for i in range(S.pv_length[ply]):
        rows = abs(S.pv[ply, i] // STRIDE - row)
        columns = abs(S.pv[ply, i] % STRIDE - column)
        if max(rows, columns) <= S.half and (rows == columns or rows == 0 or columns == 0):
            return 1
    return 0


@kernel
def guards(S: Record, attacker, ply):
    """Write the guards to moves[ply]; return how many, with the plies in which the others lose
    above PLIES_SHIFT. Return NO_THREAT if the attacker has no such fours, or the nodes run out.
    Without a guard, moves[ply, 0] is the reply that delays the loss longest.
    """
    defender = 3 - attacker
    if kill_within(S, attacker, ply + 1) == 0:
        return NO_THREAT
    where = complete_line(S, attacker, ply + 1)
    if where == UNUSABLE or S.stones + 3 + S.pv_length[ply + 1] > S.max_stones:
        return NO_THREAT
    count = 0
    most = 0
    last = 0
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row]
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            word &= word - 1
            cell_class = class_at(S, defender, cell)
            may_be_four = cell_class >= CELL_FOUR or cell_class == CELL_FOUL
            if where == EVERYWHERE or may_be_four or is_on_lines(S, cell, ply + 1):
                if S.solver_nodes <= 0:
                    return NO_THREAT
                if may_play(S, defender, cell):
                    S.solver_nodes -= 1
                    S.nodes += 1
                    place(S, cell, defender)
                    plies = fours_win(S, attacker, ply + 1)
                    lift(S)
                    if plies == 0:
                        S.moves[ply, count] = cell
                        count += 1
                    elif plies > most:
                        most = plies
                        last = cell
    most = max(most, S.pv_length[ply + 1] + 2)
    if count == 0:
        S.moves[ply, 0] = last
    return count | most + 1 << PLIES_SHIFT

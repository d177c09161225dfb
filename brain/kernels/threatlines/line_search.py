"""The search for a certificate's line: moves of the attacker that win against all defences at once.

brain.certificates.check has the lemma and the words. It verifies each line that is found here:
this is the fast twin of its lines.

The search deepens a depth-first search: at each board it tries every move that threatens, those
with the fewest defences first.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.threatlines.line_defences import UNDECIDED, answers, decide, is_dangerous
from brain.kernels.threatlines.line_fouls import is_foul
from brain.kernels.threatlines.line_windows import (
    DOUBTFUL,
    FIVE,
    FREE,
    OTHER,
    OWN,
    add_stone,
    begin_lines,
    remove_stone,
)
from brain.layout import LINE_DEFENCES, LINE_FAILURES, LINE_THREATS
from brain.lexicon import CELLS, STEPS

LEFT_KEY = 0x1E3779B97F4A7C15  # of the moves that were left when no line was found


@kernel
def list_threats(S, ply):
    """Write the moves that threaten to threat[ply], with their defences; return how many."""
    S.line_mark += 1
    mark = S.line_mark
    count = 0
    for i in range(S.line_windows):
        number = S.line_window[i]
        own = S.window_own[number]
        if S.window_other[number] == 0 and FIVE - 3 <= own < FIVE:
            for k in range(FIVE):
                cell = number % CELLS + k * STEPS[number // CELLS]
                if S.line_board[cell] == FREE and S.marked[cell] != mark and count < LINE_THREATS:
                    S.marked[cell] = mark
                    S.threat[ply, count] = cell
                    count += 1
    kept = 0
    for i in range(count):
        cell = S.threat[ply, i]
        S.solver_nodes -= 1
        if is_foul(S, cell) == 0:
            add_stone(S, cell, OWN)
            found = -1 if is_dangerous(S) != 0 else answers(S, LINE_DEFENCES)
            remove_stone(S, cell)
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
    count = S.defence_count[ply, number]
    for i in range(count):
        cell = S.defence[ply, number, i]
        if direction < 0:
            remove_stone(S, cell)
        else:
            add_stone(S, cell, OTHER if count == 1 else DOUBTFUL)
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
    key = S.line_key ^ left * LEFT_KEY
    if S.failed_board[key & LINE_FAILURES - 1] == key:
        return 0
    count = list_threats(S, ply)
    for defences in range(LINE_DEFENCES + 1):
        for i in range(count):
            if S.defence_count[ply, i] == defences:
                S.line_moves[ply] = S.threat[ply, i]
                if defences == 0:
                    return 1
                cell = S.threat[ply, i]
                add_stone(S, cell, OWN)
                defend(S, ply, i, 1)
                length = extend(S, ply + 1, left - 1)
                defend(S, ply, i, -1)
                remove_stone(S, cell)
                if length != 0:
                    return length + 1
    S.failed_board[key & LINE_FAILURES - 1] = key
    return 0


@kernel
def find_line(S, attacker, longest, tries):
    """Write a shortest winning line of at most `longest` moves on `line_board` to line_moves.
    Return its length, or 0 if `tries` moves find none.
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

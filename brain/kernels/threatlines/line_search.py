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
from brain.layout import LINE_DEFENCES, LINE_FAILURES, LINE_THREATS, LineRecord
from brain.lexicon import CELLS, STEPS

LEFT_KEY = 0x1E3779B97F4A7C15  # of the moves that were left when no line was found


@kernel
def list_threats(L: LineRecord, ply):
    """Write the moves that threaten to threat[ply], with their defences; return how many."""
    L.mark += 1
    mark = L.mark
    count = 0
    for i in range(L.windows):
        number = L.window[i]
        own = L.window_own[number]
        if L.window_other[number] == 0 and FIVE - 3 <= own < FIVE:
            for k in range(FIVE):
                cell = number % CELLS + k * STEPS[number // CELLS]
                if L.board[cell] == FREE and L.marked[cell] != mark and count < LINE_THREATS:
                    L.marked[cell] = mark
                    L.threat[ply, count] = cell
                    count += 1
    kept = 0
    for i in range(count):
        cell = L.threat[ply, i]
        L.tries -= 1
        if is_foul(L, cell) == 0:
            add_stone(L, cell, OWN)
            found = -1 if is_dangerous(L) != 0 else answers(L, LINE_DEFENCES)
            remove_stone(L, cell)
            if 0 <= found <= LINE_DEFENCES:
                L.threat[ply, kept] = cell
                L.defence_count[ply, kept] = found
                for j in range(found):
                    L.defence[ply, kept, j] = L.answer[j]
                kept += 1
    return kept


@kernel
def defend(L: LineRecord, ply, number, direction):
    """Put the defences of a threat on the board, or take them away if `direction` is -1."""
    count = L.defence_count[ply, number]
    for i in range(count):
        cell = L.defence[ply, number, i]
        if direction < 0:
            remove_stone(L, cell)
        else:
            add_stone(L, cell, OTHER if count == 1 else DOUBTFUL)
    return 0


@kernel
def extend(L: LineRecord, ply, left):
    """Return the length of a line that wins from here in at most `left` moves, written to
    `moves` from `ply` on; 0 for none, and then `cut` tells whether more moves might.
    """
    if decide(L) != UNDECIDED:
        L.moves[ply] = L.deciding_cell
        return 1
    if left <= 1:
        L.cut = 1
        return 0
    if L.tries <= 0 or L.stop != 0:
        return 0
    key = L.key ^ left * LEFT_KEY
    if L.failed_board[key & LINE_FAILURES - 1] == key:
        return 0
    count = list_threats(L, ply)
    for defences in range(LINE_DEFENCES + 1):
        for i in range(count):
            if L.defence_count[ply, i] == defences:
                L.moves[ply] = L.threat[ply, i]
                if defences == 0:
                    return 1
                cell = L.threat[ply, i]
                add_stone(L, cell, OWN)
                defend(L, ply, i, 1)
                length = extend(L, ply + 1, left - 1)
                defend(L, ply, i, -1)
                remove_stone(L, cell)
                if length != 0:
                    return length + 1
    L.failed_board[key & LINE_FAILURES - 1] = key
    return 0


@kernel
def find_line(L: LineRecord, attacker, longest, tries):
    """Write a shortest winning line of at most `longest` moves to `moves`. Return its length, or 0
    if `tries` moves find none.
    """
    begin_lines(L, attacker)
    L.tries = tries
    for i in range(LINE_FAILURES):
        L.failed_board[i] = 0
    for left in range(1, longest + 1):
        L.cut = 0
        length = extend(L, 0, left)
        if length != 0 or L.cut == 0 or L.tries <= 0:
            return length
    return 0

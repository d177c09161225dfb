"""Covers: the replies after which a line still wins, and in how many plies all of them lose.

A reply that touches nothing of the line changes nothing, so most replies need no replay.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.threatlines.line_fouls import is_others_foul
from brain.kernels.threatlines.line_replay import replay
from brain.kernels.threatlines.line_windows import (
    FIVE,
    FREE,
    OTHER,
    OUTSIDE,
    OWN,
    add_stone,
    begin_board,
    begin_lines,
    remove_stone,
    wins,
)
from brain.layout import LineRecord
from brain.lexicon import BLACK, BORDER, CELLS, STEPS, STRIDE, WHITE

TO_REPLAY = -1  # in `covered`: not known yet


@kernel
def lay_replayed(L: LineRecord, own, other):
    """Put stones where the line that was just replayed has the attacker's and the defender's, and
    mark these cells. The windows don't count them.
    """
    for ply in range(L.reached):
        cell = L.moves[ply]
        L.board[cell] = own
        L.marked[cell] = L.mark
        for i in range(L.held_count[ply]):
            cell = L.held[ply, i]
            L.board[cell] = other
            L.marked[cell] = L.mark
    return 0


@kernel
def mark_touched(L: LineRecord):
    """Mark the cells where a reply might change how the line went that was just replayed, fouls
    aside: those of its stones, and those of each window in which a five of either could come near.
    """
    L.mark += 1
    lay_replayed(L, OWN, OTHER)
    beside = L.caps[BLACK] | L.caps[WHITE]
    for i in range(L.windows):
        number = L.window[i]
        step = STEPS[number // CELLS]
        own = 0
        other = 0
        outside = 0
        for k in range(FIVE):
            lies = L.board[number % CELLS + k * step]
            own += int(lies == OWN)
            other += int(lies == OTHER)
            outside += int(lies == OUTSIDE)
        other += min(outside, max(L.hostile - 1, 0))
        attacks = L.window_other[number] == 0 and own >= FIVE - 2
        # Beside the reply, one more stone is tried as a defence.
        defends = L.window_own[number] == 0 and other >= FIVE - 3
        if attacks or defends:
            for k in range(-beside, FIVE + beside):
                L.marked[number % CELLS + k * step] = L.mark
    lay_replayed(L, FREE, FREE)
    return 0


@kernel
def replies_covered(L: LineRecord, attacker, length):
    """Replay the line in `moves` after every reply for which `covered` has 0, and write there the
    plies in which it wins; return after how many it does.

    A reply that touches nothing of it changes nothing: it goes as after a pass.
    """
    begin_lines(L, attacker)
    L.reached = 0
    passed = replay(L, 0, length)
    mark_touched(L)
    count = 0
    for row in range(BORDER, BORDER + L.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + L.width):
            if L.board[reply] == FREE and L.covered[reply] == 0:
                touched = L.foul_side != 0 or L.marked[reply] == L.mark
                L.covered[reply] = TO_REPLAY if touched else passed
                count += int(L.covered[reply] > 0)
    for row in range(BORDER, BORDER + L.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + L.width):
            if L.covered[reply] == TO_REPLAY:
                add_stone(L, reply, OTHER)
                L.covered[reply] = replay(L, 0, length)
                remove_stone(L, reply)
                count += int(L.covered[reply] != 0)
    return count


@kernel
def cover_plies(L: LineRecord, attacker):
    """Return the most plies in which a cover wins, 0 if it doesn't. `covered` has the plies after
    each reply, 0 where nothing answers it.
    """
    begin_board(L, attacker)
    plies = 1
    for row in range(BORDER, BORDER + L.height):
        for reply in range(row * STRIDE + BORDER, row * STRIDE + BORDER + L.width):
            if L.board[reply] == FREE:
                found = L.covered[reply]
                if wins(L, reply, OTHER) != 0:
                    return 0
                if found == 0 and is_others_foul(L, reply) == 0:
                    return 0
                plies = max(plies, found + 1)
    return plies

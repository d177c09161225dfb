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
    OWN,
    add_stone,
    begin_board,
    begin_lines,
    remove_stone,
    wins,
)
from brain.lexicon import BLACK, BORDER, CELLS, STEPS, STRIDE, WHITE

TO_REPLAY = -1  # in `covered`: not known yet


@kernel
def lay_replayed(S, own, other):
    """Put stones where the line that was just replayed has the attacker's and the defender's, and
    mark these cells. The windows don't count them.
    """
    for ply in range(S.line_reached):
        cell = S.line_moves[ply]
        S.line_board[cell] = own
        S.marked[cell] = S.line_mark
        for i in range(S.held_count[ply]):
            cell = S.held[ply, i]
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
        number = S.line_window[i]
        step = STEPS[number // CELLS]
        own = 0
        other = 0
        for k in range(FIVE):
            lies = S.line_board[number % CELLS + k * step]
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
def replies_covered(S, attacker, length):
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
                add_stone(S, reply, OTHER)
                S.covered[reply] = replay(S, 0, length)
                remove_stone(S, reply)
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
                found = S.covered[reply]
                if wins(S, reply, OTHER) != 0:
                    return 0
                if found == 0 and is_others_foul(S, reply) == 0:
                    return 0
                plies = max(plies, found + 1)
    return plies

"""The kill search: wins by continuous fours (VCF), where every move of the attacker forces the
answer.

It proves wins only: 0 says nothing about the position. Positions found barren are kept in the
transposition table under a key of their own for each kind of fours, with the depth to which they
were searched.
"""

from brain.kernels.board import class_at, lift, place
from brain.kernels.hashtable import UPPER, data_depth, expect, keep, pack, probe, table_key
from brain.kernels.kernel import cycle_counter, kernel, load_stop, wide
from brain.kernels.threats import (
    FOUR_PLIES,
    answers_to_five,
    first_four,
    may_play,
    next_four,
    verdict,
)
from brain.lexicon import CELL_FIVE, CELLS, MAX_PLY

KILL_KEY = 0x4F6CDD1D  # tells a kill search's table entries from the main search's, same bucket
TOP_DEPTH = 255
POLL_MASK = 15  # nodes between two looks at the clock, minus one
TIMES_UP = 1


@kernel
def out_of_time(S):
    """Return 1 when the search must end: asked to stop, past the deadline, or out of nodes."""
    if S.nodes & POLL_MASK == 0:
        if load_stop(S) != 0 or (S.deadline != 0 and cycle_counter() >= S.deadline):
            S.stop = TIMES_UP
    if S.node_limit != 0 and S.nodes >= S.node_limit:
        S.stop = TIMES_UP
    return int(S.stop != 0)


@kernel
def copy_line(S, ply, move):
    """Make pv[ply] the move followed by pv[ply + 1]."""
    S.pv[ply, 0] = move
    length = wide(S.pv_length[ply + 1])
    for i in range(length):
        S.pv[ply, i + 1] = S.pv[ply + 1, i]
    S.pv_length[ply] = length + 1
    return 0


@kernel
def kill(S, colour, kind, depth, ply):
    """Return the plies in which the side to move wins by at most `depth` fours of class `kind` or
    better and a static win, or 0.

    When it wins, pv[ply] holds the line, up to the move that needs no search. Stops without a win
    when `kill_nodes` is used up.
    """
    S.pv_length[ply] = 0
    # 1. A win that needs no search.
    win = verdict(S, colour, ply)
    if win != 0:
        S.pv[ply, 0] = win % CELLS
        S.pv_length[ply] = 1
        return win // CELLS
    # 2. No depth, stones, nodes, time or fours left.
    left = S.max_stones - S.stones
    if depth == 0 or left < FOUR_PLIES or S.kill_nodes <= 0 or ply + 4 >= MAX_PLY or S.stop != 0:
        return 0
    if first_four(S, colour, kind) == 0:
        return 0
    S.kill_nodes -= 1
    S.nodes += 1
    if out_of_time(S):
        return 0
    # 3. Known to be barren.
    key = table_key(S, colour) ^ KILL_KEY + kind
    if data_depth(probe(S, key)) >= depth:
        return 0
    # 4. The opponent's five must be answered by the four itself.
    must = 0
    if S.count[3 - colour, CELL_FIVE] > 0:
        must = answers_to_five(S, 3 - colour, ply)
        if must == 0:
            return 0
    # 5. Try every four, the stronger classes first.
    for made in range(CELL_FIVE - 1, kind - 1, -1):
        cell = first_four(S, colour, kind)
        while cell != 0:
            allowed = int(must == 0)
            for i in range(must):
                allowed |= int(S.moves[ply, i] == cell)
            if allowed and class_at(S, colour, cell) == made:
                # The four wins when every answer loses; an answer on a forbidden point is none.
                place(S, cell, colour)
                plies = FOUR_PLIES
                S.pv_length[ply + 1] = 0
                for i in range(answers_to_five(S, colour, ply + 1)):
                    answer = wide(S.moves[ply + 1, i])
                    if plies != 0 and may_play(S, 3 - colour, answer):
                        expect(S, 3 - colour, answer)
                        place(S, answer, 3 - colour)
                        rest = kill(S, colour, kind, depth - 1, ply + 2)
                        lift(S)
                        plies = max(plies, rest + 2) if rest != 0 else 0
                        if plies == rest + 2:
                            copy_line(S, ply + 1, answer)
                lift(S)
                if plies != 0:
                    copy_line(S, ply, cell)
                    return plies
            cell = next_four(S, colour, kind, cell)
    # 6. Barren, unless the nodes or the time ran out.
    if S.kill_nodes > 0 and S.stop == 0:
        keep(S, key, pack(S, 0, min(depth, TOP_DEPTH), UPPER, 0, 0))
    return 0

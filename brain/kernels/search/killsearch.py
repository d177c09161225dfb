"""The kill search: wins by continuous fours (VCF), where every move of the attacker forces the
answer.

It proves wins only: 0 says nothing about the position. Positions where it found none are kept in
the transposition table, with the depth to which they were searched, under a key of their own for
each lowest class of four.

Fours that lead nowhere can be played in any order, before each four that does. So many orders are
left out by a limit on jumps: a jump is a four that the attacker's last four is no part of.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import (
    FOUR_PLIES,
    answers_to_five,
    first_four,
    may_play,
    next_four,
    verdict,
    win_cell,
    win_plies,
)
from brain.kernels.search.hashtable import (
    UPPER,
    data_depth,
    pack,
    prefetch_child,
    probe,
    store,
    table_key,
)
from brain.kernels.search.node import SOLVER_PLIES, copy_line, out_of_time, start_line
from brain.kernels.search.ordering import last_move
from brain.layout import Record
from brain.lexicon import CELL_FIVE, CELL_FOUR_PLUS, DIRECTIONS, STEPS

KILL_KEY = 0x4F6CDD1D  # tells a kill search's table entries from the main search's, same bucket
TOP_DEPTH = 255  # of a table entry
ANY_JUMPS = 0  # for no limit
JUMPS_SHIFT, LAST_SHIFT = 8, 24  # in a key: the jumps left, and the attacker's last stone
SHORT_DEPTH, SHORT_NODES = 8, 60  # fours, and nodes, of a search at a node of another solver
REACH = 4  # cells between two stones of a five


@kernel
def is_jump(S: Record, cell, ply):
    """Return 1 when the stones of no five lie on a cell and on the attacker's last stone, which the
    search has placed.
    """
    offset = cell - last_move(S, 1)
    for d in range(DIRECTIONS):
        for distance in range(1, REACH + 1):
            if abs(offset) == distance * STEPS[d]:
                return 0
    return int(ply > 0)


@kernel
def kill_key(S: Record, colour, lowest, jumps):
    """Return the table's key of a search with so many jumps left, plus 1, or ANY_JUMPS."""
    key = table_key(S, colour) ^ KILL_KEY + lowest
    return key if jumps == ANY_JUMPS else key ^ jumps << JUMPS_SHIFT ^ last_move(S, 1) << LAST_SHIFT


@kernel
def kill(S: Record, colour, depth, lowest, jumps, ply):
    """Return the plies in which the side to move wins by at most `depth` fours of class `lowest`
    or better and a win that needs no search, or 0. At most `jumps` - 1 fours are jumps, unless it
    is ANY_JUMPS.

    When it wins, pv[ply] holds the line, as long as the win but for what needs no search after its
    last move. Stops without a win when `solver_nodes` are used up.
    """
    S.pv_length[ply] = 0
    # 1. A win that needs no search.
    win = verdict(S, colour, ply)
    if win != 0:
        start_line(S, ply, win_cell(win))
        return win_plies(win)
    # 2. No depth, room, nodes, time or fours left.
    room = S.max_stones - S.stones
    if depth == 0 or room < FOUR_PLIES or ply >= SOLVER_PLIES or S.solver_nodes <= 0 or S.stop != 0:
        return 0
    if first_four(S, colour, lowest) == 0:
        return 0
    S.solver_nodes -= 1
    S.nodes += 1
    if out_of_time(S):
        return 0
    # 3. The table knows that there is no win.
    key = kill_key(S, colour, lowest, jumps)
    if data_depth(probe(S, key)) >= depth:
        return 0
    # 4. The opponent's five must be answered by the four itself.
    answers = 0
    if S.count[3 - colour, CELL_FIVE] > 0:
        answers = answers_to_five(S, 3 - colour, ply)
        if answers == 0:
            return 0
    # 5. Try every four, the stronger classes first.
    for wanted in range(CELL_FIVE - 1, lowest - 1, -1):
        cell = first_four(S, colour, lowest)
        while cell != 0:
            jump = int(jumps != ANY_JUMPS and answers == 0 and is_jump(S, cell, ply))
            allowed = int(answers == 0 and (jump == 0 or jumps > 1))
            for i in range(answers):
                allowed |= int(S.moves[ply, i] == cell)
            if allowed and class_at(S, colour, cell) == wanted:
                # The four wins when every answer loses; an answer on a forbidden point is none.
                place(S, cell, colour)
                plies = FOUR_PLIES
                S.pv_length[ply + 1] = 0
                for i in range(answers_to_five(S, colour, ply + 1)):
                    answer = S.moves[ply + 1, i]
                    if plies != 0 and may_play(S, 3 - colour, answer):
                        prefetch_child(S, 3 - colour, answer)
                        place(S, answer, 3 - colour)
                        rest = kill(S, colour, depth - 1, lowest, jumps - jump, ply + 2)
                        lift(S)
                        plies = max(plies, rest + 2) if rest != 0 else 0
                        if plies == rest + 2:
                            copy_line(S, ply + 1, answer)
                lift(S)
                if plies != 0:
                    copy_line(S, ply, cell)
                    return plies
            cell = next_four(S, colour, lowest, cell)
    # 6. No win, unless the nodes or the time ran out.
    if S.solver_nodes > 0 and S.stop == 0:
        store(S, key, pack(S, 0, min(depth, TOP_DEPTH), UPPER, 0, 0))
    return 0


@kernel
def kill_within(S: Record, colour, ply):
    """Return what the kill search finds with SHORT_NODES of the nodes that are left."""
    share = min(S.solver_nodes, SHORT_NODES)
    rest = S.solver_nodes - share
    S.solver_nodes = share
    plies = kill(S, colour, SHORT_DEPTH, CELL_FOUR_PLUS, ANY_JUMPS, ply)
    S.solver_nodes += rest
    return plies

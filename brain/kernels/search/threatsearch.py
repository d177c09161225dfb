"""The threat search: wins by continuous threats (VCT), where the attacker makes fours and threes
and the defender tries every answer.

A three is a threat when it leaves an open four to make, and what stops that is a complete list, as
the answers to a four are. It proves wins only: 0 says nothing about the position. Positions where
it found none are kept in the transposition table under a key of their own, with the depth to which
they were searched.

Victor Allis, Jaap van den Herik and Matty Huntjens, Go-Moku and threat-space search, 1993; here the
defender's answers are tried one by one.
"""

from brain.kernels.jit.instructions import trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import FOUR_PLIES, THREE_PLIES, may_play, verdict
from brain.kernels.search.hashtable import UPPER, data_depth, pack, probe, store, table_key
from brain.kernels.search.killsearch import kill_within
from brain.kernels.search.node import SOLVER_PLIES, copy_line, out_of_time
from brain.kernels.search.ordering import (
    AGAINST_FIVE,
    ALL_NEAR,
    generate,
    list_for,
    pick,
    score_moves,
)
from brain.layout import Record
from brain.lexicon import BORDER, CELL_THREE, STRIDE

THREAT_KEY = 0x1E3779B97F4A7C15  # tells its table entries from those of the other searches


@kernel
def add_attacks(S: Record, colour, ply):
    """Write the cells near a stone where a four or an open three can be made to moves[ply]; return
    how many.
    """
    count = 0
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row] & S.near[row]
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            if class_at(S, colour, cell) >= CELL_THREE:
                S.moves[ply, count] = cell
                count += 1
            word &= word - 1
    return count


@kernel
def threat_win(S: Record, colour, depth, ply):
    """Return the plies in which the side to move wins by at most `depth` threats and then by fours,
    or 0.

    When it wins, pv[ply] holds the line, as long as the win but for what needs no search after its
    last move. Stops without a win when `solver_nodes` are used up.
    """
    # 1. A win by fours alone. Fours that do nothing else are tried as threats, in step 4.
    plies = kill_within(S, colour, ply)
    if plies != 0:
        return plies
    # 2. No depth, room, nodes or time left.
    if depth == 0 or ply >= SOLVER_PLIES or S.solver_nodes <= 0 or S.stop != 0:
        return 0
    S.solver_nodes -= 1
    S.nodes += 1
    if out_of_time(S):
        return 0
    # 3. The table knows that there is no win.
    key = table_key(S, colour) ^ THREAT_KEY
    if data_depth(probe(S, key)) >= depth:
        return 0
    # 4. Every threat; the opponent's five must be answered by the threat itself.
    if list_for(S, colour) == AGAINST_FIVE:
        count = generate(S, colour, AGAINST_FIVE, ply)
    else:
        count = add_attacks(S, colour, ply)
    score_moves(S, colour, ply, count, 0, 0)
    for i in range(count):
        cell = pick(S, ply, i, count)
        if not may_play(S, colour, cell):
            continue
        place(S, cell, colour)
        replies = list_for(S, 3 - colour)
        plies = FOUR_PLIES if replies == AGAINST_FIVE else THREE_PLIES
        no_room = int(S.stones - 1 + plies > S.max_stones)
        if replies == ALL_NEAR or no_room or verdict(S, 3 - colour, ply + 1):
            plies = 0
        else:
            # 5. It wins when every answer loses; an answer on a forbidden point is none.
            S.pv_length[ply + 1] = 0
            for j in range(generate(S, 3 - colour, replies, ply + 1)):
                answer = S.moves[ply + 1, j]
                if plies != 0 and may_play(S, 3 - colour, answer):
                    place(S, answer, 3 - colour)
                    rest = threat_win(S, colour, depth - 1, ply + 2)
                    lift(S)
                    plies = max(plies, rest + 2) if rest != 0 else 0
                    if plies == rest + 2:
                        copy_line(S, ply + 1, answer)
        lift(S)
        if plies != 0:
            copy_line(S, ply, cell)
            return plies
    # 6. No win, unless the nodes or the time ran out.
    if S.solver_nodes > 0 and S.stop == 0:
        store(S, key, pack(S, 0, depth, UPPER, 0, 0))
    return 0

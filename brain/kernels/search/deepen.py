"""A think without its clock: searches for proven wins, then iterations of the main search.

A host of the kernels calls `begin`, then `prove`, then `deepen` at one depth after the other until
it has enough; `stop` and `deadline` end each of them. In between the lines found are in the record,
the best first: `root_lines` of them in `root_pv` and the fields beside it, row FINISHED.
"""

from brain.kernels.eval.network import prepare_policy
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import FIVE_PLIES, has_five, may_play, verdict, win_cell
from brain.kernels.search import alphabeta, killsearch, proofsearch, threatsearch
from brain.kernels.search.hashtable import data_move, probe, table_key
from brain.kernels.search.killsearch import ANY_JUMPS
from brain.kernels.search.node import SOLVER_PLIES
from brain.kernels.search.ordering import add_near, last_move, may_choose, pick, score_moves
from brain.layout import FINISHED, UNFINISHED, Record
from brain.lexicon import (
    CELL_FOUR,
    EMPTY,
    INFINITY,
    MATE,
    MAX_DEPTH,
    MAX_PLY,
    STRIDE,
    WON,
)

# The searches for proven wins.
KILL_DIVISOR, THREAT_DIVISOR = 10, 20  # of a think's nodes, for those of each search
MOST_PROVING = 100_000  # nodes of each search
KILL_DEPTHS = (2, 4, 8, 16, 32, SOLVER_PLIES // 2)  # fours
MOST_JUMPS = 16  # of a search of the last depth
WIDE_DIVISOR = 2  # of the nodes for threats, for moves that threaten to win by fours too

# Aspiration windows, in evaluation units.
WINDOW_DEPTH = 4  # plies; deeper iterations start with a narrow window
WINDOW = 18  # to either side of the last score
WINDOW_GROWTH = 3


@kernel
def begin(S: Record):
    """Reset what the last think left and would mislead this one."""
    S.nodes = 0
    S.selective_depth = 0
    S.table_generation += 1
    for ply in range(MAX_PLY):
        S.killer[ply, 0] = 0
        S.killer[ply, 1] = 0
    for row in range(STRIDE):
        S.root_lost[row] = 0
    S.root_move = 0
    S.root_best = 0
    S.root_best_nodes = 0
    S.root_lines = 0
    S.root_won = 0
    return 0


@kernel
def guess(S: Record, colour):
    """Return the allowed move near the stones, not a barred one, that looks best without a search,
    or 0.
    """
    count = add_near(S, 0)
    score_moves(S, colour, 0, count, 0, prepare_policy(S, colour, MAX_DEPTH))
    for i in range(count):
        cell = pick(S, 0, i, count)
        if may_choose(S, cell, 0) and may_play(S, colour, cell):
            return cell
    return 0


# Root lines.


@kernel
def copy_root_line(S: Record, source, rank, target, to):
    """Copy a line from one iteration and rank to another."""
    S.root_score[target, to] = S.root_score[source, rank]
    S.root_depth[target, to] = S.root_depth[source, rank]
    S.root_selective[target, to] = S.root_selective[source, rank]
    S.root_nodes[target, to] = S.root_nodes[source, rank]
    S.root_length[target, to] = S.root_length[source, rank]
    for i in range(S.root_length[source, rank]):
        S.root_pv[target, to, i] = S.root_pv[source, rank, i]
    return 0


@kernel
def make_room(S: Record, iteration, rank, end):
    """Move the lines from `rank` to `end` - 1 down by one rank."""
    for below in range(end, rank, -1):
        copy_root_line(S, iteration, below - 1, iteration, below)
    return 0


@kernel
def write_moves(S: Record, iteration, rank):
    """Make pv[0] the moves of a line."""
    S.root_length[iteration, rank] = S.pv_length[0]
    for i in range(S.pv_length[0]):
        S.root_pv[iteration, rank, i] = S.pv[0, i]
    return 0


@kernel
def winning_move(S: Record, colour):
    """Return the move towards a five where a won line ends, for either side, or 0."""
    win = verdict(S, colour, 0)
    return win_cell(win) if win != 0 else guess(S, colour)


@kernel
def known_move(S: Record, colour):
    """Return the best move that the table knows, or 0."""
    cell = data_move(probe(S, table_key(S, colour)))
    if cell == 0 or S.board[cell] != EMPTY or not may_play(S, colour, cell):
        return 0
    return cell


@kernel
def extend_line(S: Record, colour, score, depth):
    """Extend pv[0], which ends where no search was needed: a won line up to the five, another by
    what the table knows, up to `depth` plies.
    """
    most = MAX_PLY if score > WON else min(depth, MAX_PLY)
    start = S.stones
    length = S.pv_length[0]
    turn = colour
    for i in range(length):
        place(S, S.pv[0, i], turn)
        turn = 3 - turn
    while not has_five(S, last_move(S, 0)) and length < most and S.stones < S.max_stones:
        cell = winning_move(S, turn) if score > WON else known_move(S, turn)
        if cell == 0:
            break
        S.pv[0, length] = cell
        length += 1
        place(S, cell, turn)
        turn = 3 - turn
    S.pv_length[0] = length
    while S.stones > start:
        lift(S)
    return 0


@kernel
def add_line(S: Record, colour, iteration, count, score, depth):
    """Add the line in pv[0] to `count` lines of an iteration, behind those of its score or better;
    return its rank.
    """
    if S.pv_length[0] > 0:
        extend_line(S, colour, score, depth)
    rank = count
    while rank > 0 and S.root_score[iteration, rank - 1] < score:
        rank -= 1
    make_room(S, iteration, rank, count)
    S.root_score[iteration, rank] = score
    S.root_depth[iteration, rank] = depth
    S.root_selective[iteration, rank] = S.selective_depth
    S.root_nodes[iteration, rank] = S.nodes
    write_moves(S, iteration, rank)
    return rank


@kernel
def keep_unfinished(S: Record):
    """Make the line in pv[0], if there is one, the first, with the score that the first one had."""
    if S.pv_length[0] == 0:
        return 0
    if S.root_lines == 0:
        S.root_score[FINISHED, 0] = 0
        S.root_depth[FINISHED, 0] = 0
        S.root_selective[FINISHED, 0] = 0
        S.root_lines = 1
    rank = 0  # of the line that began with this move
    while rank < S.root_lines - 1 and S.root_pv[FINISHED, rank, 0] != S.pv[0, 0]:
        rank += 1
    score, depth = S.root_score[FINISHED, 0], S.root_depth[FINISHED, 0]
    selective = S.root_selective[FINISHED, 0]
    make_room(S, FINISHED, 0, rank)
    S.root_score[FINISHED, 0] = score
    S.root_depth[FINISHED, 0] = depth
    S.root_selective[FINISHED, 0] = selective
    S.root_nodes[FINISHED, 0] = S.nodes
    return write_moves(S, FINISHED, 0)


# Proven wins.


@kernel
def keep_win(S: Record, colour, plies):
    """Keep the proven win whose line is in pv[0]; return its plies."""
    add_line(S, colour, FINISHED, 0, MATE - plies, plies)
    S.root_lines = 1
    S.root_won = 1
    return plies


@kernel
def kill_deeper(S: Record, colour, nodes):
    """Return the plies of a win by continuous fours, looked for deeper and deeper within `nodes`,
    or 0. If they are not enough, it is looked for with few jumps within as many.
    """
    S.solver_nodes = nodes
    for depth in KILL_DEPTHS:
        plies = killsearch.kill(S, colour, depth, CELL_FOUR, ANY_JUMPS, 0)
        if plies != 0 or S.stop != 0:
            return plies
        if S.solver_nodes <= 0:
            break
    if S.solver_nodes > 0:
        return 0
    S.solver_nodes = nodes
    for jumps in range(1, MOST_JUMPS + 1):
        plies = killsearch.kill(S, colour, KILL_DEPTHS[-1], CELL_FOUR, jumps, 0)
        if plies != 0 or S.stop != 0 or S.solver_nodes <= 0:
            return plies
    return 0


@kernel
def shorten(S: Record, colour, plies):
    """Replace the proven win, which takes `plies`, if the threat search finds a shorter one within
    the nodes left. Return the plies of the win.
    """
    depth = 1
    while 2 * depth + FIVE_PLIES < plies and S.solver_nodes > 0 and S.stop == 0:
        found = threatsearch.threat_win(S, colour, depth, 0)
        if found != 0 and found < plies:
            return keep_win(S, colour, found)
        depth += 1
    return plies


@kernel
def prove(S: Record, colour, nodes):
    """Return the plies of a win by continuous fours, else by threats, looked for within a part of a
    think's `nodes` (0 for no limit), or 0.

    None is looked for when moves are barred.
    """
    if S.root_has_bars != 0:
        return 0
    most = MOST_PROVING if nodes == 0 else min(MOST_PROVING, nodes // KILL_DIVISOR)
    plies = kill_deeper(S, colour, most)
    if plies != 0:
        return keep_win(S, colour, plies)
    most = MOST_PROVING if nodes == 0 else min(MOST_PROVING, nodes // THREAT_DIVISOR)
    for wide in range(2):
        S.solver_nodes = most // WIDE_DIVISOR if wide else most
        plies = proofsearch.proof_win(S, colour, wide)
        if plies != 0:
            return shorten(S, colour, keep_win(S, colour, plies))
    return 0


# Iterations.


@kernel
def search_window(S: Record, colour, depth, last, rank):
    """Return the score of a search to a depth, with a window around the last score that grows
    until the score lies in it; means nothing when `stop` is set.

    A move of the first line that turns out better than the window is kept at once, for there may
    be no time to search it again.
    """
    width = WINDOW
    is_narrow = depth > WINDOW_DEPTH and -WON <= last <= WON
    alpha = last - width if is_narrow else -INFINITY
    beta = last + width if is_narrow else INFINITY
    score = alphabeta.search(S, colour, depth, alpha, beta, 0, 0)
    while S.stop == 0 and (score <= alpha or score >= beta):
        width *= WINDOW_GROWTH
        if score <= alpha:
            alpha = score - width if score > -WON else -INFINITY
        else:
            if rank == 0:
                keep_unfinished(S)
            beta = score + width if score < WON else INFINITY
        score = alphabeta.search(S, colour, depth, alpha, beta, 0, 0)
    return score


@kernel
def bar_first_move(S: Record, rank):
    """Bar the first move of a line of the iteration, or free it again."""
    if S.root_length[UNFINISHED, rank] > 0:
        cell = S.root_pv[UNFINISHED, rank, 0]
        S.root_barred[cell // STRIDE] ^= 1 << cell % STRIDE
    return 0


@kernel
def deepen(S: Record, colour, depth, lines):
    """Search `lines` lines to a depth, each without the first moves of the lines before it. Return
    the number of lines found.

    A proven win stays as it is. When `stop` is set, the lines are the last iteration's, except that
    the first begins with the best move so far.
    """
    others_barred = S.root_has_bars
    count = 0  # lines of this iteration
    won = S.root_won - 1  # rank of the proven win
    if won >= 0:
        copy_root_line(S, FINISHED, won, UNFINISHED, 0)
        bar_first_move(S, 0)
        won = 0
        count = 1
    while count < lines:
        S.root_has_bars = others_barred | int(count > 0)
        last = S.root_score[FINISHED, count] if count < S.root_lines else 0
        score = search_window(S, colour, depth, last, count)
        if S.stop != 0 or (count > 0 and S.pv_length[0] == 0):  # or there are no more moves
            break
        rank = add_line(S, colour, UNFINISHED, count, score, depth)
        bar_first_move(S, rank)
        if rank <= won:
            won += 1
        count += 1
    for rank in range(count):
        bar_first_move(S, rank)
    S.root_has_bars = others_barred
    if S.stop != 0:
        if count == 0:
            keep_unfinished(S)
        return S.root_lines
    for rank in range(count):
        copy_root_line(S, UNFINISHED, rank, FINISHED, rank)
    S.root_lines = count
    S.root_won = won + 1
    return count

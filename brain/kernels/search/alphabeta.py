"""The main search: principal variation search on the lists of `moves`, with the kill search at its
leaves.

Knuth and Moore, An analysis of alpha-beta pruning, 1975; Marsland and Campbell, Parallel search of
strongly ordered game trees, 1982 (principal variation search); Anantharaman, Campbell and Hsu,
Singular extensions: adding selectivity to brute-force searching, 1990. Depths are in plies.
"""

from brain.kernels.eval.correction import corrected, learn_error
from brain.kernels.eval.network import evaluate_in, prepare_policy
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import (
    FIVE_PLIES,
    FOUR_PLIES,
    WIN_NOW,
    first_four,
    may_play,
    next_four,
    verdict,
    win_cell,
    win_plies,
)
from brain.kernels.search.hashtable import (
    EXACT,
    LOWER,
    UPPER,
    data_bound,
    data_depth,
    data_move,
    data_score,
    data_static,
    from_position,
    pack,
    prefetch_child,
    probe,
    store,
    table_key,
)
from brain.kernels.search.killsearch import ANY_JUMPS, kill
from brain.kernels.search.node import copy_line, out_of_time, start_line
from brain.kernels.search.ordering import (
    AGAINST_FIVE,
    ALL_NEAR,
    HISTORY_LIMIT,
    generate,
    last_move,
    learn,
    list_for,
    may_choose,
    pick,
    score_moves,
)
from brain.layout import REDUCED_DEPTHS, REDUCED_MOVES, SAMPLES, Record
from brain.lexicon import (
    CELL_FIVE,
    CELL_FOUR_PLUS,
    CELL_THREE,
    DRAW,
    INFINITY,
    MATE,
    MAX_PLY,
    STRIDE,
    WON,
)

LEAF_KILL_DEPTH = 8  # fours
LEAF_KILL_NODES = 34
# Reverse futility pruning, and razoring.
FUTILITY_MARGIN = 57  # evaluation units for each ply but the first
RAZOR_DEPTH = 2  # plies
RAZOR_BASE, RAZOR_PLY = 72, 9  # evaluation units, and more for each ply
# The null move.
NULL_DEPTH, NULL_MARGIN = 4, 10  # plies, and evaluation units above beta
NULL_REDUCTION, NULL_DIVISOR = 3, 4  # plies less after it, and a part of the depth
# Singular extension and multi-cut.
SINGULAR_DEPTH, SINGULAR_TRUST = 6, 3  # plies, and by how many the entry's may be fewer
SINGULAR_MARGIN = 1  # evaluation units for each ply
EXCLUDED_KEY = 0x9E3779B97F4A7  # times the excluded move: tells the entries searched without it
# Late move pruning: sixteenths of a move that are tried; more for each ply, and for its square.
LMP_BASE, LMP_PLY, LMP_SQUARE = 68, 14, 2
LMP_SHIFT = 4  # a move is 1 << LMP_SHIFT sixteenths
# Late move reductions.
REDUCE_DEPTH = 3  # plies
REDUCE_MOVES = 2  # moves searched in full
PLY = 16  # units of a reduction
REDUCE_LATE, REDUCE_DIVISOR = 128, 16  # units: a ratio, times the logs of depth and move number
REDUCE_CALM = 12  # units, for a move that neither makes a threat nor answers one
REDUCE_CUT = 30  # units, where a move is expected to fail high
REDUCE_RAISED = 9  # units, where a move has raised alpha
CREDIT_IMPROVING, CREDIT_PV = 13, 20  # units less
REDUCE_HISTORY = 38  # units, for the worst history
LOG_UNIT = 16
# Learning, and the end.
HISTORY_BONUS, HISTORY_MALUS = 33, 43  # for each ply squared
DEEPEST = MAX_PLY - 8  # plies; what is left is the kill search's


@kernel
def log2(number):
    """Return about LOG_UNIT times the binary logarithm of a positive number."""
    bits = 0
    while number >> bits + 1 > 0:
        bits += 1
    return LOG_UNIT * bits + (LOG_UNIT * number >> bits) - LOG_UNIT


@kernel
def make_reductions(S: Record):
    """Fill `reduction`: the units by which a late move is searched less deep."""
    for depth in range(1, REDUCED_DEPTHS):
        for number in range(1, REDUCED_MOVES):
            product = log2(depth) * log2(number)
            units = REDUCE_LATE * product // (LOG_UNIT * LOG_UNIT * REDUCE_DIVISOR)
            S.reduction[depth, number] = units
    return 0


@kernel
def tt_evaluation(data, static_eval, ply):
    """Return the score of a table entry where it is a bound beyond the static evaluation, else the
    evaluation.
    """
    score = data_score(data, ply)
    above = data_bound(data) != UPPER and score > static_eval
    below = data_bound(data) != LOWER and score < static_eval
    return score if data != 0 and abs(score) < WON and (above or below) else static_eval


@kernel
def sample_leaf(S: Record, ply):
    """Write the moves that led to a leaf, unless a null move is among them, to `sample_moves`; set
    which leaf is next.
    """
    if S.stones == S.sample_root + ply:
        for i in range(ply):
            S.sample_moves[S.sample_count, i] = S.placed[S.sample_root + i]
        S.sample_moves[S.sample_count, ply] = 0
        S.sample_count += 1
    due = max(S.sample_leaves + 1, S.sample_period * (S.sample_count + 1))
    S.sample_next = due if S.sample_count < SAMPLES else 0
    return 0


@kernel
def leaf(S: Record, colour, alpha, beta, ply):
    """Return the score of a leaf in a window: the static evaluation or, below beta, a win by the
    kill search, which tries only fours of class CELL_FOUR_PLUS or better.
    """
    S.sample_leaves += 1
    if S.sample_leaves == S.sample_next:
        sample_leaf(S, ply)
    static_eval = corrected(S, colour, evaluate_in(S, colour, alpha, beta))
    if static_eval >= beta:
        return static_eval
    S.solver_nodes = LEAF_KILL_NODES
    plies = kill(S, colour, LEAF_KILL_DEPTH, CELL_FOUR_PLUS, ANY_JUMPS, ply)
    return MATE - ply - plies if plies != 0 else static_eval


@kernel
def is_decided(data, depth, score, alpha, beta):
    """Return 1 when a table entry decides the score in a window, at any depth if it is proven."""
    bound = data_bound(data)
    proven = (score > WON and bound != UPPER) or (score < -WON and bound != LOWER)
    if data_depth(data) < depth and not proven:
        return 0
    above = bound != UPPER and score >= beta
    below = bound != LOWER and score <= alpha
    return int(bound == EXACT or above or below)


@kernel
def is_calm(S: Record, colour, cell):
    """Return 1 when a move neither makes nor takes away a four or an open three."""
    return int(
        class_at(S, colour, cell) < CELL_THREE and class_at(S, 3 - colour, cell) < CELL_THREE
    )


@kernel
def late_move_count(depth, improving):
    """Return how many moves of a node are tried once one of them does not lose: half as many when
    the static evaluation is not improving.
    """
    sixteenths = LMP_BASE + LMP_PLY * depth + LMP_SQUARE * depth * depth
    return (sixteenths >> LMP_SHIFT) // (2 - improving)


@kernel
def is_singular_candidate(data, depth, score):
    """Return 1 when a table entry of nearly this depth has a move that reaches its score."""
    deep = depth >= SINGULAR_DEPTH and data_depth(data) >= depth - SINGULAR_TRUST
    return int(deep and data_move(data) != 0 and data_bound(data) != UPPER and abs(score) < WON)


@kernel
def reduction_of(S: Record, colour, cell, depth, number, credit):
    """Return the plies by which move number `number` of a node is reduced, less the node's `credit`
    in units.
    """
    if depth < REDUCE_DEPTH or number <= REDUCE_MOVES:
        return 0
    units = S.reduction[min(depth, REDUCED_DEPTHS - 1), min(number, REDUCED_MOVES - 1)]
    units += REDUCE_CALM * is_calm(S, colour, cell) - credit
    units -= S.history[colour, cell] * REDUCE_HISTORY // HISTORY_LIMIT
    return max(0, min(depth - 2, units // PLY))


@kernel
def learn_from_cutoff(S: Record, colour, best, depth, ply):
    """Learn the quiet move that failed high, and unlearn the moves tried before it."""
    if S.killer[ply, 0] != best:
        S.killer[ply, 1] = S.killer[ply, 0]
        S.killer[ply, 0] = best
    S.reply[colour, last_move(S, 0)] = best
    learn(S, colour, best, HISTORY_BONUS * depth * depth)
    i = 0
    while S.moves[ply, i] != best:
        learn(S, colour, S.moves[ply, i], -HISTORY_MALUS * depth * depth)
        i += 1
    return 0


@kernel
def static_win(S: Record, colour, ply):
    """Return plies * CELLS + cell of a win that needs no search and isn't barred, or 0."""
    win = verdict(S, colour, ply)
    if win == 0 or may_choose(S, win_cell(win), ply):
        return win
    cell = first_four(S, colour, CELL_FIVE)
    while cell != 0 and not may_choose(S, cell, ply):
        cell = next_four(S, colour, CELL_FIVE, cell)
    return WIN_NOW + cell if cell != 0 else 0


@kernel
def tell_root_move(S: Record, cell, score, alpha):
    """Write to the record what a watcher tells of a root move just searched."""
    S.root_move = 0
    if score > alpha:
        S.root_best = cell
        S.root_best_nodes = S.nodes - S.root_before
    if score <= -WON:
        S.root_lost[cell // STRIDE] |= 1 << cell % STRIDE
    return 0


@kernel
def search(S: Record, colour, depth, alpha, beta, ply, is_cut):
    """Return the score for the side to move; proven results count their plies from the root.

    At most alpha: an upper bound. At least beta: a lower bound. Between them: exact, and pv[ply]
    holds the line. A score beyond WON or -WON is proven but for far-off moves, which no list
    contains. `is_cut` says that a move is expected to fail high. When the search ran out of time
    (`stop` is set) the result means nothing. The position is changed and restored.
    """
    S.nodes += 1
    S.pv_length[ply] = 0
    is_pv = int(beta - alpha > 1)
    S.selective_depth = max(S.selective_depth, ply)
    # 1. The end of the game, of the record's plies, or of the time.
    if S.stones >= S.max_stones:
        return DRAW
    if ply >= DEEPEST:
        return evaluate_in(S, colour, alpha, beta)
    if out_of_time(S):
        return 0
    # 2. Mate distance pruning: no line from here beats a mate already found.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    # 3. A win that needs no search.
    win = static_win(S, colour, ply)
    if win != 0:
        start_line(S, ply, win_cell(win))
        return MATE - ply - win_plies(win)
    # 4. A leaf, to the kill search; but a forced answer is searched before the position is judged.
    move_list = list_for(S, colour)
    if depth <= 0 and move_list != AGAINST_FIVE:
        return leaf(S, colour, alpha, beta, ply)
    # 5. The transposition table.
    excluded = S.excluded[ply]
    key = table_key(S, colour) ^ excluded * EXCLUDED_KEY
    data = probe(S, key)
    tt_move = data_move(data)
    tt_score = data_score(data, ply)
    if data != 0 and not is_pv and is_decided(data, depth, tt_score, alpha, beta):
        return tt_score
    # 6. The static evaluation, corrected, and whether it has improved since two plies ago.
    static_eval = -S.static_eval[ply - 1] if ply > 0 else 0  # as before the five threatened
    raw_eval = static_eval
    if move_list != AGAINST_FIVE:
        raw_eval = data_static(data) if data != 0 else evaluate_in(S, colour, alpha, beta)
        static_eval = corrected(S, colour, raw_eval)
    S.static_eval[ply] = static_eval
    improving = int(ply < 2 or static_eval > S.static_eval[ply - 2])
    tt_eval = tt_evaluation(data, static_eval, ply)
    prunable = move_list != AGAINST_FIVE and not is_pv and alpha > -WON and beta < WON
    # 7. Reverse futility pruning: so far above beta that a quiet move keeps it there.
    if prunable and move_list == ALL_NEAR:
        if tt_eval - FUTILITY_MARGIN * max(0, depth - 1 - improving) >= beta:
            return tt_eval
    # 8. Razoring: far below alpha near the leaves, only the kill search could help.
    if prunable and depth <= RAZOR_DEPTH and tt_eval + RAZOR_BASE + RAZOR_PLY * depth <= alpha:
        score = leaf(S, colour, alpha, beta, ply)
        if score <= alpha:
            return score
    # 9. Null move pruning (Chr. Donninger, Null move and deep search, 1993): above beta even when
    # the opponent moves twice.
    may_pass = is_cut and move_list == ALL_NEAR and excluded == 0 and depth >= NULL_DEPTH
    if prunable and may_pass and tt_eval >= beta + NULL_MARGIN:
        null_depth = depth - NULL_REDUCTION - depth // NULL_DIVISOR
        score = -search(S, 3 - colour, null_depth, -beta, 1 - beta, ply + 1, 0)
        if S.stop != 0:
            return 0
        if score >= beta and score < WON:
            return score
    # 10. Singular extension and multi-cut: is the table's move the only good one, or does another
    # fail high as well?
    extension = 0
    may_exclude = move_list != AGAINST_FIVE and ply > 0 and excluded == 0
    if may_exclude and is_singular_candidate(data, depth, tt_score):
        singular_beta = tt_score - SINGULAR_MARGIN * depth
        S.excluded[ply] = tt_move
        singular_score = search(
            S, colour, depth - 1 >> 1, singular_beta - 1, singular_beta, ply, is_cut
        )
        S.excluded[ply] = S.pv_length[ply] = 0
        if S.stop != 0:
            return 0
        if singular_score < singular_beta:
            extension = 1
        elif singular_beta >= beta and not is_pv:
            return singular_beta
        elif tt_score >= beta:
            extension = -1
    # 11. The moves, in order.
    count = generate(S, colour, move_list, ply)
    order = prepare_policy(S, colour, depth) if move_list == ALL_NEAR else 0
    score_moves(S, colour, ply, count, tt_move, order)
    best = -INFINITY
    best_move = 0
    tried = 0
    old_alpha = alpha
    for i in range(count):
        cell = pick(S, ply, i, count)
        if cell == excluded or not may_choose(S, cell, ply) or not may_play(S, colour, cell):
            continue
        # 12. Late move pruning, once a move that does not lose is known.
        if ply > 0 and move_list != AGAINST_FIVE and best > -WON:
            if tried >= late_move_count(depth, improving):
                break
        tried += 1
        # 13. Extensions: a forced answer costs no depth.
        next_depth = depth if move_list == AGAINST_FIVE else depth - 1
        if cell == tt_move:
            next_depth += extension
        # 14. Late move reductions.
        reduction = 0
        if move_list != AGAINST_FIVE:
            credit = CREDIT_IMPROVING * improving + CREDIT_PV * is_pv
            credit -= REDUCE_CUT * is_cut + REDUCE_RAISED * int(alpha > old_alpha)
            reduction = reduction_of(S, colour, cell, depth, tried, credit)
        # 15. A null window, again without the reduction when the move is better than expected;
        # the full window for the first move, and for a later one that raises alpha.
        if ply == 0:
            S.root_move = cell
            S.root_before = S.nodes
        prefetch_child(S, colour, cell)
        place(S, cell, colour)
        score = alpha + 1
        if tried > 1:
            lmr_depth = next_depth - reduction
            score = -search(S, 3 - colour, lmr_depth, -alpha - 1, -alpha, ply + 1, 1)
            if reduction > 0 and score > alpha and S.stop == 0:
                next_cut = 1 - is_cut
                score = -search(S, 3 - colour, next_depth, -alpha - 1, -alpha, ply + 1, next_cut)
        if tried == 1 or (is_pv and score > alpha and S.stop == 0):
            next_cut = (1 - is_cut) * (1 - is_pv)
            score = -search(S, 3 - colour, next_depth, -beta, -alpha, ply + 1, next_cut)
        lift(S)
        if S.stop != 0:
            return 0
        if ply == 0:
            tell_root_move(S, cell, score, alpha)
        # 16. The best so far.
        if score > best:
            best = score
            best_move = cell
            if score > alpha:
                alpha = score
                copy_line(S, ply, cell)
                if score >= beta:
                    break
    # 17. No move: the threat has no answer. Or all cells near are forbidden, which proves nothing.
    if best_move == 0:
        plies = FIVE_PLIES + 1 if move_list == AGAINST_FIVE else FOUR_PLIES + 1
        if move_list == ALL_NEAR:
            return static_eval
        return ply + plies - MATE if S.stones + plies <= S.max_stones else DRAW
    # 18. History, killers and replies; then the transposition table.
    if best >= beta and move_list == ALL_NEAR:
        learn_from_cutoff(S, colour, best_move, depth, ply)
    if ply == 0 and S.root_has_bars != 0:
        return best  # of some moves only
    bound = LOWER if best >= beta else EXACT if best > old_alpha else UPPER
    stored = from_position(best, ply)
    store(S, key, pack(S, best_move, max(0, depth), bound, stored, raw_eval))
    # 19. What the static evaluation missed, where the score is more than a bound that it meets.
    meets = (bound == LOWER and best <= static_eval) or (bound == UPPER and best >= static_eval)
    if move_list == ALL_NEAR and excluded == 0 and abs(best) < WON and not meets:
        learn_error(S, colour, depth, best - raw_eval)
    return best

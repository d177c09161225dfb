"""The main search: principal variation search on the staged move lists, with the kill search at its
leaves.

Knuth and Moore, An analysis of alpha-beta pruning, 1975; Marsland and Campbell, Parallel search of
strongly ordered game trees, 1982 (principal variation search); Anantharaman, Campbell and Hsu,
Singular extensions: adding selectivity to brute-force searching, 1990. Depths are in plies.
"""

from brain.kernels.board import class_at, lift, place
from brain.kernels.evaluate import evaluate
from brain.kernels.hashtable import (
    EXACT,
    LOWER,
    UPPER,
    data_bound,
    data_depth,
    data_move,
    data_score,
    data_static,
    expect,
    from_position,
    keep,
    pack,
    probe,
    table_key,
)
from brain.kernels.kernel import kernel, wide
from brain.kernels.killsearch import copy_line, kill, out_of_time
from brain.kernels.moves import (
    AGAINST_FIVE,
    ALL_NEAR,
    HISTORY_LIMIT,
    generate,
    is_barred,
    last_move,
    learn,
    pick,
    score_moves,
    threat_kind,
)
from brain.kernels.threats import (
    FIVE_PLIES,
    FOUR_PLIES,
    first_four,
    may_play,
    next_four,
    verdict,
)
from brain.layout import NOTES, REDUCED_DEPTHS, REDUCED_MOVES
from brain.lexicon import (
    CELL_FIVE,
    CELL_FOUR_PLUS,
    CELL_THREE,
    CELLS,
    DRAW,
    INFINITY,
    MATE,
    MAX_PLY,
    STRIDE,
    WON,
)

LEAF_KILL_DEPTH = 8  # fours
LEAF_KILL_NODES = 34
FUTILITY_MARGIN = 57  # evaluation units for each ply but the first
RAZOR_DEPTH = 2  # plies
RAZOR_LEAST, RAZOR_MARGIN = 72, 9  # evaluation units, and more for each ply
# Sixteenths of a move tried at least before the rest is skipped; more for each ply, and its square.
SKIP_LEAST, SKIP_PLY, SKIP_SQUARE = 68, 14, 2
REDUCE_DEPTH = 3  # plies
REDUCE_MOVES = 2  # moves searched in full
PLY = 16  # units of a reduction
REDUCE_LATE, REDUCE_DIVISOR = 128, 16  # units: a ratio, times the logs of depth and move number
REDUCE_CALM = 12  # units, for a move that is no threat and answers none
REDUCE_CUT = 30  # units, where a move is expected to fail high
REDUCE_RAISED = 9  # units, where a move has raised alpha
CREDIT_IMPROVING, CREDIT_PV = 13, 20  # units less
REDUCE_HISTORY = 38  # units, for the worst history
LOG_UNIT = 16
NULL_DEPTH, NULL_MARGIN = 4, 10  # plies, and evaluation units above the window
NULL_LESS, NULL_SHARE = 3, 4  # plies less after a null move, and a part of the depth
SINGULAR_DEPTH, SINGULAR_TRUST = 6, 3  # plies, and by how many the table's may be less deep
SINGULAR_MARGIN = 1  # evaluation units for each ply
EXCLUDED_KEY = 0x9E3779B97F4A7  # times an excluded move: tells the table's entries without it
DEEPEST = MAX_PLY - 8  # plies; what is left is the kill search's
HISTORY_BONUS, HISTORY_MALUS = 33, 43  # for each ply squared


@kernel
def log2(number):
    """Return about LOG_UNIT times the binary logarithm of a positive number."""
    bits = 0
    while number >> bits + 1 > 0:
        bits += 1
    return LOG_UNIT * bits + (LOG_UNIT * number >> bits) - LOG_UNIT


@kernel
def make_reductions(S):
    """Fill `reduction`: the units by which a late move is searched less deep."""
    for depth in range(1, REDUCED_DEPTHS):
        for number in range(1, REDUCED_MOVES):
            product = log2(depth) * log2(number)
            units = REDUCE_LATE * product // (LOG_UNIT * LOG_UNIT * REDUCE_DIVISOR)
            S.reduction[depth, number] = units
    return 0


@kernel
def better_judged(data, static, ply):
    """Return the score of a table entry where it is a bound beyond the static evaluation, else the
    evaluation.
    """
    score = data_score(data, ply)
    above = data_bound(data) != UPPER and score > static
    below = data_bound(data) != LOWER and score < static
    return score if data != 0 and abs(score) < WON and (above or below) else static


@kernel
def note_leaf(S, ply):
    """Note the moves that led to a leaf, but not with a null move among them; and which is next."""
    if S.stones == S.note_root + ply:
        for i in range(ply):
            S.note[S.noted, i] = S.move[S.note_root + i]
        S.note[S.noted, ply] = 0
        S.noted += 1
    due = max(S.leaves + 1, S.note_period * (S.noted + 1))
    S.next_noted = due if S.noted < NOTES else 0
    return 0


@kernel
def leaf(S, colour, beta, ply):
    """Return the score of a leaf: the static evaluation, or below beta a win by the kill search,
    which tries no four that does nothing else.
    """
    S.leaves += 1
    if S.leaves == S.next_noted:
        note_leaf(S, ply)
    static = evaluate(S, colour)
    if static >= beta:
        return static
    S.kill_nodes = LEAF_KILL_NODES
    plies = kill(S, colour, CELL_FOUR_PLUS, LEAF_KILL_DEPTH, ply)
    return MATE - ply - plies if plies != 0 else static


@kernel
def is_decided(data, depth, score, alpha, beta):
    """Return 1 when a table entry says enough about a score in a window; a proof does so at any
    depth.
    """
    bound = data_bound(data)
    proven = (score > WON and bound != UPPER) or (score < -WON and bound != LOWER)
    if data_depth(data) < depth and not proven:
        return 0
    above = bound != UPPER and score >= beta
    below = bound != LOWER and score <= alpha
    return int(bound == EXACT or above or below)


@kernel
def is_calm(S, colour, cell):
    """Return 1 when a move neither makes nor takes away a four or an open three."""
    return int(
        class_at(S, colour, cell) < CELL_THREE and class_at(S, 3 - colour, cell) < CELL_THREE
    )


@kernel
def moves_worth(depth, improving):
    """Return how many moves of a node are tried when one of them does not lose; half as many where
    the side to move stands no better than at its last move.
    """
    sixteenths = SKIP_LEAST + SKIP_PLY * depth + SKIP_SQUARE * depth * depth
    return (sixteenths >> 4) // (2 - improving)


@kernel
def may_be_singular(data, depth, score):
    """Return 1 when a table entry of nearly this depth has a move that reaches its score."""
    deep = depth >= SINGULAR_DEPTH and data_depth(data) >= depth - SINGULAR_TRUST
    return int(deep and data_move(data) != 0 and data_bound(data) != UPPER and abs(score) < WON)


@kernel
def reduction_of(S, colour, cell, depth, number, credit):
    """Return the plies by which the so-manieth move of a node is searched less deep; the node's
    credit is in units.
    """
    if depth < REDUCE_DEPTH or number <= REDUCE_MOVES:
        return 0
    less = wide(S.reduction[min(depth, REDUCED_DEPTHS - 1), min(number, REDUCED_MOVES - 1)])
    less += REDUCE_CALM * is_calm(S, colour, cell) - credit
    less -= wide(S.history[colour, cell]) * REDUCE_HISTORY // HISTORY_LIMIT
    return max(0, min(depth - 2, less // PLY))


@kernel
def learn_from_cutoff(S, colour, best, depth, ply):
    """Remember a quiet move that was enough, and that the moves tried before it were not."""
    if S.killer[ply, 0] != best:
        S.killer[ply, 1] = S.killer[ply, 0]
        S.killer[ply, 0] = best
    S.reply[colour, last_move(S)] = best
    learn(S, colour, best, HISTORY_BONUS * depth * depth)
    i = 0
    while S.moves[ply, i] != best:
        learn(S, colour, wide(S.moves[ply, i]), -HISTORY_MALUS * depth * depth)
        i += 1
    return 0


@kernel
def static_win(S, colour, ply):
    """Return plies * CELLS + cell of a win that needs no search and isn't barred, or 0."""
    win = verdict(S, colour, ply)
    if win == 0 or not is_barred(S, win % CELLS, ply):
        return win
    cell = first_four(S, colour, CELL_FIVE)
    while cell != 0 and is_barred(S, cell, ply):
        cell = next_four(S, colour, CELL_FIVE, cell)
    return FIVE_PLIES * CELLS + cell if cell != 0 else 0


@kernel
def note_root_move(S, cell, score, alpha):
    """Keep what those who watch want to know of a move just searched at the root."""
    S.root_move = 0
    if score > alpha:
        S.root_best = cell
    if score <= -WON:
        S.lost[cell // STRIDE] |= 1 << cell % STRIDE
    return 0


@kernel
def search(S, colour, alpha, beta, depth, ply, is_cut):
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
    # 1. The end of the game, of the record, or of the time.
    if S.stones >= S.max_stones:
        return DRAW
    if ply >= DEEPEST:
        return evaluate(S, colour)
    if out_of_time(S):
        return 0
    # 2. No line from here beats a mate already found.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    # 3. A win that needs no search.
    win = static_win(S, colour, ply)
    if win != 0:
        S.pv[ply, 0] = win % CELLS
        S.pv_length[ply] = 1
        return MATE - ply - win // CELLS
    # 4. A leaf; but a forced answer is searched before the position is judged.
    kind = threat_kind(S, colour)
    if depth <= 0 and kind != AGAINST_FIVE:
        return leaf(S, colour, beta, ply)
    # 5. What the table knows.
    excluded = wide(S.excluded[ply])
    key = table_key(S, colour) ^ excluded * EXCLUDED_KEY
    data = probe(S, key)
    known = data_score(data, ply)
    if data != 0 and not is_pv and is_decided(data, depth, known, alpha, beta):
        return known
    # 6. A position far above or below the window, judged without a search.
    static = -wide(S.static[ply - 1]) if ply > 0 else 0  # as before the five threatened
    if kind != AGAINST_FIVE:
        static = data_static(data) if data != 0 else evaluate(S, colour)
    S.static[ply] = static
    improving = int(ply < 2 or static > S.static[ply - 2])
    if kind != AGAINST_FIVE and not is_pv and alpha > -WON and beta < WON:
        judged = better_judged(data, static, ply)
        surplus = FUTILITY_MARGIN * max(0, depth - 1 - improving)
        if judged - surplus >= beta and kind == ALL_NEAR:
            return judged
        if depth <= RAZOR_DEPTH and judged + RAZOR_LEAST + RAZOR_MARGIN * depth <= alpha:
            score = leaf(S, colour, beta, ply)
            if score <= alpha:
                return score
        # 7. The null move: good enough without moving (Chr. Donninger, Null move and deep search,
        # 1993).
        may_pass = is_cut and kind == ALL_NEAR and excluded == 0 and depth >= NULL_DEPTH
        if may_pass and judged >= beta + NULL_MARGIN:
            less = NULL_LESS + depth // NULL_SHARE
            score = -search(S, 3 - colour, -beta, 1 - beta, depth - less, ply + 1, wide(0))
            if S.stop != 0:
                return 0
            if score >= beta and score < WON:
                return score
    # 8. Without the table's move: is every other worse, or does one fail high as well?
    extension = 0
    if kind != AGAINST_FIVE and ply > 0 and excluded == 0 and may_be_singular(data, depth, known):
        least = known - SINGULAR_MARGIN * depth
        S.excluded[ply] = data_move(data)
        rest = search(S, colour, least - 1, least, depth - 1 >> 1, ply, is_cut)
        S.excluded[ply] = S.pv_length[ply] = 0
        if S.stop != 0:
            return 0
        if rest < least:
            extension = 1
        elif least >= beta and not is_pv:
            return least
        elif known >= beta:
            extension = -1
    # 9. The moves, in order.
    count = generate(S, colour, kind, ply)
    score_moves(S, colour, ply, count, data_move(data))
    best = -INFINITY
    best_move = 0
    tried = 0
    old_alpha = alpha
    for i in range(count):
        cell = pick(S, ply, i, count)
        if cell == excluded or is_barred(S, cell, ply) or not may_play(S, colour, cell):
            continue
        # 10. Late moves are skipped, once a move that does not lose is known.
        if ply > 0 and kind != AGAINST_FIVE and best > -WON:
            if tried >= moves_worth(depth, improving):
                break
        tried += 1
        # 11. A forced answer costs no depth; late moves are tried less deep first.
        next_depth = depth if kind == AGAINST_FIVE else depth - 1
        if cell == data_move(data):
            next_depth += extension
        less = 0
        if kind != AGAINST_FIVE:
            credit = CREDIT_IMPROVING * improving + CREDIT_PV * is_pv
            credit -= REDUCE_CUT * is_cut + REDUCE_RAISED * int(alpha > old_alpha)
            less = reduction_of(S, colour, cell, depth, tried, credit)
        # 12. A full window for the first move, and for a later one that proves to be better.
        if ply == 0:
            S.root_move = cell
        expect(S, colour, cell)
        place(S, cell, colour)
        score = alpha + 1
        if tried > 1:
            score = -search(S, 3 - colour, -alpha - 1, -alpha, next_depth - less, ply + 1, wide(1))
            if less > 0 and score > alpha and S.stop == 0:
                next_cut = 1 - is_cut
                score = -search(S, 3 - colour, -alpha - 1, -alpha, next_depth, ply + 1, next_cut)
        if tried == 1 or (is_pv and score > alpha and S.stop == 0):
            next_cut = (1 - is_cut) * (1 - is_pv)
            score = -search(S, 3 - colour, -beta, -alpha, next_depth, ply + 1, next_cut)
        lift(S)
        if S.stop != 0:
            return 0
        if ply == 0:
            note_root_move(S, cell, score, alpha)
        # 13. The best so far.
        if score > best:
            best = score
            best_move = cell
            if score > alpha:
                alpha = score
                copy_line(S, ply, cell)
                if score >= beta:
                    break
    # 14. No move: the threat has no answer. Or all cells near are forbidden, which proves nothing.
    if best_move == 0:
        plies = FIVE_PLIES + 1 if kind == AGAINST_FIVE else FOUR_PLIES + 1
        if kind == ALL_NEAR:
            return static
        return ply + plies - MATE if S.stones + plies <= S.max_stones else DRAW
    # 15. What there is to learn, and to remember.
    if best >= beta and kind == ALL_NEAR:
        learn_from_cutoff(S, colour, best_move, depth, ply)
    if ply == 0 and S.is_barred != 0:
        return best  # of some moves only
    bound = LOWER if best >= beta else EXACT if best > old_alpha else UPPER
    keep(S, key, pack(S, best_move, max(0, depth), bound, from_position(best, ply), static))
    return best

"""Which moves a node tries, and in which order."""

from brain.kernels.eval.network import policy
from brain.kernels.jit.instructions import tables_of, trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.threats import add_answers, answers_to_five, first_four, next_four
from brain.layout import Record, StoredTables
from brain.lexicon import BORDER, CELL_FIVE, CELL_FOUR, CELL_OPEN_FOUR, CELLS, STRIDE

# The lists: what a node's moves are.
ALL_NEAR, AGAINST_FIVE, AGAINST_OPEN_FOUR = 0, 1, 2

FIRST = 1 << 24  # above every score of the tables
KILLER_SCORE, REPLY_SCORE = 60, 40
HISTORY_WEIGHT, HISTORY_SHIFT = 12, 10  # of the histories in the order: 12 / 1024
HISTORY_LIMIT = 1 << 13


@kernel
def may_choose(S: Record, cell, ply):
    """Return 1 unless a move is barred, which only root moves can be."""
    return int(ply != 0 or S.root_barred[cell // STRIDE] >> cell % STRIDE & 1 == 0)


@kernel
def list_for(S: Record, colour):
    """Return which list the side to move needs."""
    if S.count[3 - colour, CELL_FIVE] > 0:
        return AGAINST_FIVE
    return AGAINST_OPEN_FOUR if S.count[3 - colour, CELL_OPEN_FOUR] > 0 else ALL_NEAR


@kernel
def add_near(S: Record, ply):
    """Write every empty cell near a stone to moves[ply], every empty cell when there is none;
    return how many.
    """
    count = 0
    for any_cell in range(2):
        for row in range(BORDER, BORDER + S.height):
            word = S.empty[row]
            if not any_cell:
                word &= S.near[row]
            while word != 0:
                S.moves[ply, count] = row * STRIDE + trailing_zeros(word)
                count += 1
                word &= word - 1
        if count > 0:
            break
    return count


@kernel
def add_fours(S: Record, colour, ply, count):
    """Append the side's own cells that make a four, but for those in the list already; return how
    many it has now.
    """
    answers = count
    cell = first_four(S, colour, CELL_FOUR)
    while cell != 0:
        is_listed = 0
        for i in range(answers):
            is_listed |= int(S.moves[ply, i] == cell)
        if not is_listed:
            S.moves[ply, count] = cell
            count += 1
        cell = next_four(S, colour, CELL_FOUR, cell)
    return count


@kernel
def generate(S: Record, colour, move_list, ply):
    """Write the moves of a list to moves[ply]; return how many. Lists against threats are complete;
    the opponent has the threat.
    """
    if move_list == AGAINST_FIVE:
        return answers_to_five(S, 3 - colour, ply)
    if move_list == AGAINST_OPEN_FOUR:
        return add_fours(S, colour, ply, add_answers(S, 3 - colour, CELL_OPEN_FOUR, ply))
    return add_near(S, ply)


@kernel
def last_move(S: Record, ago):
    """Return the cell of the stone placed so many before the last, 0 when there is none."""
    return S.placed[S.stones - 1 - ago] if S.stones > ago else 0


@kernel
def score_moves(S: Record, colour, ply, count, first, order):
    """Fill scores[ply] for `count` moves; the move `first` gets the highest. If `order` > 0, the
    network's policy is added and the tables are scaled by `order`.
    """
    tables: StoredTables = tables_of(S)
    last, own_last = last_move(S, 0), last_move(S, 1)
    reply = S.reply[colour, last]
    for i in range(count):
        cell = S.moves[ply, i]
        score = (
            tables.attack[colour, S.combination[colour, cell]]
            + tables.defence[3 - colour, S.combination[3 - colour, cell]]
        )
        if order > 0:
            score = policy(S, cell, score, order)
        history = S.history[colour, cell]
        history += S.continuation[0, colour, CELLS + cell - last]
        history += S.continuation[1, colour, CELLS + cell - own_last]
        score += history * HISTORY_WEIGHT >> HISTORY_SHIFT
        if cell == S.killer[ply, 0] or cell == S.killer[ply, 1]:
            score += KILLER_SCORE
        if cell == reply:
            score += REPLY_SCORE
        S.scores[ply, i] = FIRST if cell == first else score
    return 0


@kernel
def pick(S: Record, ply, i, count):
    """Swap the best of the moves from i on to place i, ties to the first; return it."""
    best = i
    for j in range(i + 1, count):
        if S.scores[ply, j] > S.scores[ply, best]:
            best = j
    move = S.moves[ply, best]
    score = S.scores[ply, best]
    S.moves[ply, best] = S.moves[ply, i]
    S.scores[ply, best] = S.scores[ply, i]
    S.moves[ply, i] = move
    S.scores[ply, i] = score
    return move


@kernel
def nearer(old, bonus):
    """Return a history moved towards the sign of a bonus, inside HISTORY_LIMIT."""
    return old + bonus - old * abs(bonus) // HISTORY_LIMIT


@kernel
def learn(S: Record, colour, cell, bonus):
    """Move the histories of a quiet move towards the sign of a bonus: half as far by where it lies
    from the last two stones as by its cell.
    """
    bonus = max(-HISTORY_LIMIT, min(HISTORY_LIMIT, bonus))
    S.history[colour, cell] = nearer(S.history[colour, cell], bonus)
    for ago in range(2):
        offset = CELLS + cell - last_move(S, ago)
        old = S.continuation[ago, colour, offset]
        S.continuation[ago, colour, offset] = nearer(old, bonus // 2)
    return 0

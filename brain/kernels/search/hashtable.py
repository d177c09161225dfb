"""The transposition table: buckets of four entries of two words, the key exclusive-or the data, and
the data.

Torn or foreign entries fail the comparison with the key, so threads share the table without locks
(Robert Hyatt and Timothy Mann, A lockless transposition-table implementation for parallel search,
2002). A data word holds, from its lowest bit: move, depth, bound, generation, score, static
evaluation and game (never 0); an entry of another game counts as empty. Scores of proven results
are stored as plies from the entry's own position.

The table begins small and grows as it fills: the system clears memory when it is first used, and a
short think has no time for that. Near the deadline it does not grow: the search looks at no clock
until its entries have moved.
"""

from brain.kernels.jit.instructions import cycle_counter, load_word, prefetch, store_word
from brain.kernels.jit.kernel import kernel
from brain.layout import ENTRY_BYTES, GAME_SHIFT, Record
from brain.lexicon import WHITE, WON

UPPER, LOWER, EXACT = 1, 2, 3  # what a stored score says: at most, at least, exactly

# Where the fields of a data word begin; GAME_SHIFT is the last. Each ends where the next begins.
DEPTH_SHIFT, BOUND_SHIFT, GENERATION_SHIFT, SCORE_SHIFT, STATIC_SHIFT = 10, 18, 20, 26, 42
MOVE_MASK = (1 << DEPTH_SHIFT) - 1
DEPTH_MASK = (1 << BOUND_SHIFT - DEPTH_SHIFT) - 1
BOUND_MASK = (1 << GENERATION_SHIFT - BOUND_SHIFT) - 1
GENERATION_MASK = (1 << SCORE_SHIFT - GENERATION_SHIFT) - 1
SCORE_MASK = (1 << STATIC_SHIFT - SCORE_SHIFT) - 1
SCORE_OFFSET = 32768  # makes scores positive

BUCKET_BYTES = 64
ENTRIES = 4
DATA_BYTE = 8  # of an entry: its second word
KEY_BITS, INDEX_BITS = 63, 32  # of a key, and its highest bits, which select the bucket
FIRST_BUCKETS = 1 << 16  # that a game begins with: 4 MB
GROWTH = 2
SAMPLED_BUCKETS = 64  # from whose entries is estimated how full the table is
# The table grows when an eighth of its entries are this game's, a large one when half of them are:
# nodes are slower in more memory.
FULL_SHARE, LARGE_FULL_SHARE = 8, 2
LARGE_BUCKETS = 1 << 19  # of a large table: 32 MB
AGE_COST = 4  # plies of depth that one generation of age weighs
EMPTY_WORTH = -(1 << 20)  # below that of every entry of this game
MOST_WORTH = 1 << 20


@kernel
def table_key(S: Record, colour):
    """Return the position's key with the side to move."""
    return S.key ^ S.zobrist[0, colour] if colour == WHITE else S.key


@kernel
def bucket_of(S: Record, key):
    """Return the address of a key's bucket."""
    index = (key >> KEY_BITS - INDEX_BITS) * S.table_buckets >> INDEX_BITS
    return S.table_address + index * BUCKET_BYTES


@kernel
def prefetch_child(S: Record, colour, cell):
    """Prefetch the bucket of the position after a move, before the move is made."""
    key = table_key(S, 3 - colour) ^ S.zobrist[colour, cell]
    prefetch(bucket_of(S, key))
    return 0


@kernel
def probe(S: Record, key):
    """Return a key's data word, 0 when the table has none."""
    bucket = bucket_of(S, key)
    for i in range(ENTRIES):
        data = load_word(bucket + i * ENTRY_BYTES + DATA_BYTE)
        if load_word(bucket + i * ENTRY_BYTES) ^ data == key and data >> GAME_SHIFT == S.table_game:
            return data
    return 0


@kernel
def data_move(data):
    """Return the best move stored, 0 for none."""
    return data & MOVE_MASK


@kernel
def data_depth(data):
    """Return the depth searched: plies, or a solver's depth in its own entries."""
    return data >> DEPTH_SHIFT & DEPTH_MASK


@kernel
def data_bound(data):
    """Return UPPER, LOWER or EXACT; 0 for no entry."""
    return data >> BOUND_SHIFT & BOUND_MASK


@kernel
def data_static(data):
    """Return the static evaluation stored."""
    return (data >> STATIC_SHIFT & SCORE_MASK) - SCORE_OFFSET


@kernel
def stored_score(data):
    """Return the score as it is stored."""
    return (data >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET


@kernel
def data_score(data, ply):
    """Return the stored score, proven results counted from the root of the present search."""
    score = stored_score(data)
    if score > WON:
        return score - ply
    return score + ply if score < -WON else score


@kernel
def pack(S: Record, move, depth, bound, score, static):
    """Return a data word of the present generation; the score counts plies from the position."""
    generation = S.table_generation & GENERATION_MASK
    data = move | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | generation << GENERATION_SHIFT
    data |= score + SCORE_OFFSET << SCORE_SHIFT | static + SCORE_OFFSET << STATIC_SHIFT
    return data | S.table_game << GAME_SHIFT


@kernel
def store(S: Record, key, data):
    """Store a data word over the same position's entry, or else over the one of least worth."""
    bucket = bucket_of(S, key)
    slot = bucket
    lowest = MOST_WORTH
    for i in range(ENTRIES):
        entry = bucket + i * ENTRY_BYTES
        old = load_word(entry + DATA_BYTE)
        is_own = old >> GAME_SHIFT == S.table_game
        if is_own and load_word(entry) ^ old == key:
            slot = entry
            break
        age = S.table_generation - (old >> GENERATION_SHIFT) & GENERATION_MASK
        worth = data_depth(old) - AGE_COST * age if is_own else EMPTY_WORTH
        if worth < lowest:
            lowest = worth
            slot = entry
    store_word(slot, key ^ data)
    store_word(slot + DATA_BYTE, data)
    return 0


@kernel
def shrink(S: Record):
    """Have the table begin small again, for a new game; what it holds is lost."""
    S.table_buckets = min(S.table_most_buckets, FIRST_BUCKETS)
    S.table_growth_ticks = 0
    return 0


@kernel
def is_filling(S: Record):
    """Return 1 when a sample of the entries is so full that the table should grow."""
    step = S.table_buckets // SAMPLED_BUCKETS
    used = 0
    for number in range(SAMPLED_BUCKETS):
        bucket = S.table_address + number * step * BUCKET_BYTES
        for i in range(ENTRIES):
            data = load_word(bucket + i * ENTRY_BYTES + DATA_BYTE)
            used += int(data >> GAME_SHIFT == S.table_game)
    share = FULL_SHARE if S.table_buckets < LARGE_BUCKETS else LARGE_FULL_SHARE
    return int(used * share >= SAMPLED_BUCKETS * ENTRIES)


@kernel
def grow(S: Record):
    """Give the table more of its memory, and move this game's entries to their new buckets.

    It starts at the last bucket: no entry moves to a lower one, so none meets one that has yet to
    move.
    """
    began = cycle_counter()
    end = S.table_address + S.table_buckets * BUCKET_BYTES
    S.table_buckets = min(S.table_most_buckets, S.table_buckets * GROWTH)
    for entry in range(end - ENTRY_BYTES, S.table_address - ENTRY_BYTES, -ENTRY_BYTES):
        data = load_word(entry + DATA_BYTE)
        if data >> GAME_SHIFT == S.table_game:
            key = load_word(entry) ^ data
            store_word(entry + DATA_BYTE, 0)
            store(S, key, data)
    S.table_growth_ticks = cycle_counter() - began
    return 0


@kernel
def has_time_to_grow(S: Record):
    """Return 1 when the next growth, which moves GROWTH times the entries of the last, should end
    before the deadline.
    """
    end = cycle_counter() + GROWTH * S.table_growth_ticks
    return int(S.deadline == 0 or end < S.deadline)


@kernel
def keep_size(S: Record):
    """Let the table grow if it fills and there is time. A helper takes the size from the searcher
    that it helps.
    """
    if S.table_leader != 0:
        S.table_buckets = load_word(S.table_leader)
    elif S.table_buckets < S.table_most_buckets and has_time_to_grow(S) != 0 and is_filling(S) != 0:
        grow(S)
    return 0


@kernel
def from_position(score, ply):
    """Return a score with proven results counted from the position at `ply` instead of from the
    root.
    """
    if score > WON:
        return score + ply
    return score - ply if score < -WON else score

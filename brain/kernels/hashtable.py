"""The transposition table: buckets of four entries of two words, the key exclusive-or the data, and
the data.

Torn or foreign entries fail the comparison with the key, so threads share the table without locks.
The data holds move (10 bits), depth (8), bound (2), generation (6), score (16), static score (16)
and game (5, never 0); an entry of another game counts as empty. Scores of proven results are stored
as plies from the entry's own position.
"""

from brain.kernels.kernel import kernel, load, prefetch, store, wide
from brain.layout import ENTRY_BYTES, GAME_SHIFT
from brain.lexicon import WHITE, WON

UPPER, LOWER, EXACT = 1, 2, 3  # what a stored score says: at most, at least, exactly
BUCKET_BYTES = 64
ENTRIES = 4
GENERATIONS = 64
OFFSET = 32768
EMPTY_WORTH = -(1 << 20)
AGE_COST = 4  # plies of depth that one generation of age weighs


@kernel
def table_key(S, colour):
    """Return the position's key with the side to move."""
    return wide(S.key) ^ wide(S.zobrist[0, colour]) if colour == WHITE else wide(S.key)


@kernel
def bucket_of(S, key):
    """Return the address of a key's bucket."""
    return wide(S.table) + ((key >> 31) * wide(S.buckets) >> 32) * BUCKET_BYTES


@kernel
def expect(S, colour, cell):
    """Ask for the bucket of the position after a move, while the move is made."""
    key = table_key(S, 3 - colour) ^ wide(S.zobrist[colour, cell])
    prefetch(bucket_of(S, key))
    return 0


@kernel
def probe(S, key):
    """Return a key's data word, 0 when the table has none."""
    bucket = bucket_of(S, key)
    for i in range(ENTRIES):
        data = load(bucket + i * ENTRY_BYTES + 8)
        if load(bucket + i * ENTRY_BYTES) ^ data == key and data >> GAME_SHIFT == S.game:
            return data
    return 0


@kernel
def data_move(data):
    return data & 1023


@kernel
def data_depth(data):
    return data >> 10 & 255


@kernel
def data_bound(data):
    return data >> 18 & 3


@kernel
def data_static(data):
    return (data >> 42 & 65535) - OFFSET


@kernel
def data_score(data, ply):
    """Return the stored score, proven results counted from the root of the present search."""
    score = (data >> 26 & 65535) - OFFSET
    if score > WON:
        return score - ply
    return score + ply if score < -WON else score


@kernel
def pack(S, move, depth, bound, score, static):
    """Return a data word of the present generation; the score counts plies from the position."""
    generation = wide(S.generation) % GENERATIONS
    result = depth << 10 | bound << 18 | score + OFFSET << 26
    return move | result | generation << 20 | static + OFFSET << 42 | wide(S.game) << GAME_SHIFT


@kernel
def keep(S, key, data):
    """Store a data word in place of the same position's or else the least worthy entry's."""
    bucket = bucket_of(S, key)
    slot = bucket
    lowest = 1 << 30
    for i in range(ENTRIES):
        entry = bucket + i * ENTRY_BYTES
        old = load(entry + 8)
        if load(entry) ^ old == key:
            slot = entry
            break
        age = (wide(S.generation) - (old >> 20 & 63)) % GENERATIONS
        worth = data_depth(old) - AGE_COST * age if old >> GAME_SHIFT == S.game else EMPTY_WORTH
        if worth < lowest:
            lowest = worth
            slot = entry
    store(slot, key ^ data)
    store(slot + 8, data)
    return 0


@kernel
def from_position(score, ply):
    """Return a score with proven results counted from the position at `ply` instead of from the
    root.
    """
    if score > WON:
        return score + ply
    return score - ply if score < -WON else score

"""The star block: the first STAR_CHANNELS features of a cell, changed by what the cell sees.

Only cells see whose move has a given order by the tables, or a higher one. The others keep their
features.

A cell sees the cells within STAR_REACH steps in its eight directions: the features of empty cells
near stones, an embedding of each stone, 0 elsewhere. A channel is a weighted sum of one feature of
all these cells, rectified. Cells at the same distance along rows and columns share a weight, and so
do those along diagonals. A layer on the channels is added to the cell's own features.

A grid has what every cell shows to others. It is kept between positions: only the cells that show
nothing any more are cleared.

Features are in units of 1 / 64 and shown in units of 1 / 512; taps are in units of 1 / 16384,
channels of 1 / 128, the weights of the layer of 1 / 1024.
"""

from brain.kernels.eval.cell_features import (
    FEATURE_BITS,
    ROW_BYTES,
    aligned,
    feature_address,
    rows_of,
)
from brain.kernels.jit.channels import (
    CHANNEL_BYTES,
    add_four,
    add_own,
    limited,
    load_channels,
    store_raised,
    store_rectified,
    sum_of_channels,
)
from brain.kernels.jit.instructions import load_word, star_grid_of, tables_of, trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.jit.vectors import (
    add_products,
    load_ints,
    no_shorts,
    rectified_sum,
    shifted,
    store_shorts,
)
from brain.layout import (
    ORDER_SPAN,
    STAR_CHANNELS,
    STAR_MOST,
    STAR_OFFSETS,
    STAR_REACH,
    VECTOR_BYTES,
    Record,
    StoredTables,
)
from brain.lexicon import BORDER, CELLS, STRIDE

TAP_BITS, CHANNEL_BITS, MIX_BITS = 14, 7, 10  # of the fractions
SHOWN_BITS = 3  # by which a feature is shifted left to be shown
SHOWN_MOST = STAR_MOST >> SHOWN_BITS  # of a feature
MIX_SHIFT = CHANNEL_BITS + MIX_BITS - FEATURE_BITS  # of a channel times a weight, to a feature
TAPS, BIAS = STAR_OFFSETS["star_taps"], STAR_OFFSETS["star_bias"]
STONES = STAR_OFFSETS["star_stones"]
SHALLOW_DEPTH = 3  # plies from which on the policy reads features that the block has changed
SHALLOW_POLICY, SHALLOW_BIAS = STAR_OFFSETS["shallow_policy"], STAR_OFFSETS["shallow_policy_bias"]
SHALLOW_TABLE_WEIGHT = STAR_OFFSETS["shallow_table_weight"]
MIX, MIX_BIAS = STAR_OFFSETS["star_mix"], STAR_OFFSETS["star_mix_bias"]
LEAST, INT_MASK = STAR_OFFSETS["star_least"], 0xFFFFFFFF
PAIR_BYTES = 4
ACROSS, DOWN = CHANNEL_BYTES, STRIDE * CHANNEL_BYTES  # from a cell of the grid to the next


@kernel
def clear_grid(S: Record, grid):
    """Clear the grid, which begins at an address."""
    for at in range(CELLS * CHANNEL_BYTES // VECTOR_BYTES):
        store_shorts(grid + at * VECTOR_BYTES, no_shorts())
    for row in range(STRIDE):
        S.star_shown[row] = 0
    S.star_start = grid
    return 0


@kernel
def show(S: Record, colour):
    """Write the features of all empty cells near stones, which of them see, and what all cells show
    to others.
    """
    tables: StoredTables = tables_of(S)
    least = (load_word(S.star_address + LEAST) & INT_MASK) - ORDER_SPAN
    own_rows, other_rows = rows_of(S, colour, colour), rows_of(S, colour, 3 - colour)
    grid = aligned(star_grid_of(S))
    if S.star_start != grid:
        clear_grid(S, grid)
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row] & S.near[row]
        gone = S.star_shown[row] & ~word & S.empty[row]
        S.star_shown[row] = -1 ^ S.empty[row] | word
        seeing = 0
        while gone != 0:
            cell = row * STRIDE + trailing_zeros(gone)
            store_raised(grid + cell * CHANNEL_BYTES, no_shorts(), 0, 0)
            gone &= gone - 1
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            own, other = S.combination[colour, cell], S.combination[3 - colour, cell]
            order = tables.attack[colour, own] + tables.defence[3 - colour, other]
            seeing |= (word & -word) * int(order >= least)
            features = rectified_sum(own_rows + own * ROW_BYTES, other_rows + other * ROW_BYTES)
            store_shorts(feature_address(S, cell), features)
            store_raised(grid + cell * CHANNEL_BYTES, features, SHOWN_MOST, SHOWN_BITS)
            word &= word - 1
        S.star_seeing[row] = seeing
    stones = S.star_address + STONES
    for i in range(S.stones):
        cell = S.placed[i]
        side = int(S.board[cell] != colour)
        shown = load_channels(stones + side * CHANNEL_BYTES)
        store_rectified(grid + cell * CHANNEL_BYTES, shown)
    return 0


@kernel
def see(S: Record, weights, cell):
    """Change the features of a cell by what it sees, given the address of the block's weights."""
    grid = aligned(star_grid_of(S))
    here = grid + cell * CHANNEL_BYTES
    channels = add_own(load_channels(weights + BIAS), here, weights + TAPS)
    for far in range(1, STAR_REACH + 1):
        taps = weights + TAPS + far * CHANNEL_BYTES
        channels = add_four(channels, here, far * ACROSS, far * DOWN, taps)
        taps += STAR_REACH * CHANNEL_BYTES
        channels = add_four(channels, here, far * (DOWN - ACROSS), far * (DOWN + ACROSS), taps)
    seen = grid + CELLS * CHANNEL_BYTES
    store_rectified(seen, channels)
    own = feature_address(S, cell)
    change = load_ints(weights + MIX_BIAS)
    for i in range(STAR_CHANNELS // 2):
        change = add_products(change, seen + i * PAIR_BYTES, weights + MIX + i * VECTOR_BYTES)
    change = limited(shifted(change, MIX_SHIFT))
    store_rectified(own, sum_of_channels(load_channels(own), change))
    return 0

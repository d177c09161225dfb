"""The network: its score of a position, and its policy for the order of moves.

The inputs are the empty cells near stones and the classical score. The features of a cell are the
rectified sum of two embeddings: of what a stone of the side to move would make there, and of what
the opponent's would. They are summed over the nine regions of the board, its thirds by rows and
columns. A layer for each kind of region (corner, edge, centre) gives units of each sum. Two more
layers take the units by kind, the sum of all features and the classical score. Their output is
added to a fraction of the classical score.

All is computed in integers, without state from other positions: activations in units of 1 / 512,
the weights of a layer in units of 1 / 256. `evaluate_in` evaluates the network only where the
classical score lies near the window, and caches the scores: a leaf of one iteration is often a node
of the next.

The policy scores moves. One layer on the sum of all features gives a weight for each feature of a
cell. The weighted sum of a cell's features is added to a fraction of the tables' score of the move.

A network may have a star block, which changes the features before they are summed. At low depths
the policy is then another layer, on the features without the block.
"""

from brain.kernels.eval.cell_features import ROW_BYTES, SHORT, feature_address, rows_of
from brain.kernels.eval.evaluate import evaluate, limited
from brain.kernels.eval.star import (
    SHALLOW_BIAS,
    SHALLOW_DEPTH,
    SHALLOW_POLICY,
    SHALLOW_TABLE_WEIGHT,
    see,
    show,
)
from brain.kernels.jit.instructions import activations_of, load_word, trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.jit.vectors import (
    add_dot,
    add_products,
    add_shifted,
    dot,
    limited_sum,
    load_ints,
    load_shorts,
    no_shorts,
    rectified,
    rectified_sum,
    shifted,
    store_limited,
    store_shorts,
    sum_of_ints,
    total_of,
)
from brain.kernels.search.hashtable import table_key
from brain.layout import (
    FEATURES,
    HIDDEN1_AT,
    HIDDEN2_AT,
    INPUTS,
    INPUTS_AT,
    LANES,
    NETWORK_CACHE,
    NETWORK_OFFSETS,
    POLICY_AT,
    REGION_UNITS,
    REGIONS,
    SUMS_AT,
    UNITS,
    VECTOR_BYTES,
    Record,
)
from brain.lexicon import BORDER, EVAL_LIMIT, STRIDE

WEIGHT_BITS = 8  # of a weight's fraction
ACTIVATION_BITS = 9
CLASSICAL_UNIT, CLASSICAL_SHIFT = 41, 4  # 512 / 200: activation of an evaluation unit
CLASSICAL_LIMIT = 5 << ACTIVATION_BITS
SCALE = 200  # evaluation units of the result 1
ALL_SHIFT = 3  # of a region's sum in the sum of all features
POLICY_SHIFT = 9  # of features times what they say, to the units of the tables' order
INT = 4  # bytes
PAIR = 2 * SHORT
REGION_BITS = 3  # a region has at most 1 << REGION_BITS rows and columns
REGION_SIDE = 1 << REGION_BITS
INT_MASK = 0xFFFFFFFF
CACHED_UNIT = 1 << 16  # of a key: below it is the score, plus EVAL_LIMIT
NO_KEY = -1

AT = NETWORK_OFFSETS
REGION_WEIGHTS, REGION_BIAS = AT["region"], AT["region_bias"]
HIDDEN1_WEIGHTS, HIDDEN1_BIAS = AT["hidden1"], AT["hidden1_bias"]
HIDDEN2_WEIGHTS, HIDDEN2_BIAS = AT["hidden2"], AT["hidden2_bias"]
POLICY_WEIGHTS, POLICY_BIAS = AT["policy"], AT["policy_bias"]
OUTPUT_WEIGHTS, OUTPUT_BIAS = AT["output"], AT["output_bias"]
SKIP_WEIGHTS = AT["skip"]
CLASSICAL_WEIGHT, TABLE_WEIGHT, GATE = AT["classical_weight"], AT["table_weight"], AT["gate"]
REGION_BYTES = FEATURES * REGION_UNITS * SHORT
MIDDLE = 4  # region


@kernel
def cell_of_bit(first, bit):
    """Return the cell of a bit of a region's word, given that of the lowest."""
    return first + bit + (bit >> REGION_BITS) * (STRIDE - REGION_SIDE)


@kernel
def sum_region(S: Record, colour, region, first, word):
    """Write the features of a region's empty cells near stones, and their sum to the activations.
    The bits of `word` are these cells, REGION_SIDE bits a row; `first` is the cell of the lowest
    bit.
    """
    total = no_shorts()
    own_rows, other_rows = rows_of(S, colour, colour), rows_of(S, colour, 3 - colour)
    while word != 0:
        cell = cell_of_bit(first, trailing_zeros(word))
        own = own_rows + S.combination[colour, cell] * ROW_BYTES
        other = other_rows + S.combination[3 - colour, cell] * ROW_BYTES
        features = rectified_sum(own, other)
        store_shorts(feature_address(S, cell), features)
        total = limited_sum(total, features)
        word &= word - 1
    store_shorts(activations_of(S) + (SUMS_AT + region * FEATURES) * SHORT, total)
    return 0


@kernel
def sum_star_region(S: Record, region, first, word, seeing):
    """Change the features of a region's cells that see, `seeing`, by what they see. Write the sum
    of their features and of those of the other cells, `word`, to the activations.
    """
    total = no_shorts()
    while word != 0:
        cell = cell_of_bit(first, trailing_zeros(word))
        total = limited_sum(total, load_shorts(feature_address(S, cell)))
        word &= word - 1
    weights = S.star_address
    while seeing != 0:
        cell = cell_of_bit(first, trailing_zeros(seeing))
        see(S, weights, cell)
        total = limited_sum(total, load_shorts(feature_address(S, cell)))
        seeing &= seeing - 1
    store_shorts(activations_of(S) + (SUMS_AT + region * FEATURES) * SHORT, total)
    return 0


@kernel
def sum_regions(S: Record, colour, is_starred):
    """Write the features of the empty cells near stones, changed by the star block if `is_starred`;
    and their sums over each region, and over all of them, to the activations. Return 0 if there are
    no such cells. What the last call has written for the position is kept.
    """
    key = table_key(S, colour) ^ feature_address(S, is_starred)  # a copied record's is another
    if S.network_summed == key:
        return 1
    if is_starred:
        show(S, colour)
    found = 0
    outer_rows = (S.height + 1) // 3
    outer = (S.width + 1) // 3
    far = S.width - outer
    outer_mask = (1 << outer) - 1
    middle_mask = (1 << far - outer) - 1
    row = BORDER + S.height - 1
    for band in range(2, -1, -1):
        top = BORDER + band * outer_rows if band < 2 else BORDER + S.height - outer_rows
        left = 0
        middle = 0
        right = 0
        left_seeing = 0
        middle_seeing = 0
        right_seeing = 0
        while row >= top:
            seen = (S.empty[row] & S.near[row]) >> BORDER
            left = left << REGION_SIDE | seen & outer_mask
            middle = middle << REGION_SIDE | seen >> outer & middle_mask
            right = right << REGION_SIDE | seen >> far
            if is_starred:
                seeing = S.star_seeing[row] >> BORDER
                left_seeing = left_seeing << REGION_SIDE | seeing & outer_mask
                middle_seeing = middle_seeing << REGION_SIDE | seeing >> outer & middle_mask
                right_seeing = right_seeing << REGION_SIDE | seeing >> far
            row -= 1
        first = top * STRIDE + BORDER
        found |= left | middle | right
        if is_starred:
            sum_star_region(S, band * 3, first, left ^ left_seeing, left_seeing)
            sum_star_region(S, band * 3 + 1, first + outer, middle ^ middle_seeing, middle_seeing)
            sum_star_region(S, band * 3 + 2, first + far, right ^ right_seeing, right_seeing)
        else:
            sum_region(S, colour, band * 3, first, left)
            sum_region(S, colour, band * 3 + 1, first + outer, middle)
            sum_region(S, colour, band * 3 + 2, first + far, right)
    sums = activations_of(S) + SUMS_AT * SHORT
    everything = no_shorts()
    for region in range(REGIONS):
        everything = add_shifted(everything, sums + region * VECTOR_BYTES, ALL_SHIFT)
    store_shorts(activations_of(S) + INPUTS_AT * SHORT, everything)
    S.network_summed = key if found != 0 else 0
    return int(found != 0)


@kernel
def edge_units(S: Record, kind, a, b, c, d):
    """Write the units of four regions of a kind, summed, to the activations."""
    out = activations_of(S)
    weights = S.network_address + REGION_WEIGHTS + kind * REGION_BYTES
    bias = S.network_address + REGION_BIAS + kind * REGION_UNITS * INT
    pair_a = out + (SUMS_AT + a * FEATURES) * SHORT
    pair_b = out + (SUMS_AT + b * FEATURES) * SHORT
    pair_c = out + (SUMS_AT + c * FEATURES) * SHORT
    pair_d = out + (SUMS_AT + d * FEATURES) * SHORT
    units_a = load_ints(bias)
    units_b = load_ints(bias)
    units_c = load_ints(bias)
    units_d = load_ints(bias)
    for i in range(FEATURES // 2):
        units_a = add_products(units_a, pair_a + i * PAIR, weights + i * VECTOR_BYTES)
        units_b = add_products(units_b, pair_b + i * PAIR, weights + i * VECTOR_BYTES)
        units_c = add_products(units_c, pair_c + i * PAIR, weights + i * VECTOR_BYTES)
        units_d = add_products(units_d, pair_d + i * PAIR, weights + i * VECTOR_BYTES)
    units_a = sum_of_ints(rectified(units_a, WEIGHT_BITS), rectified(units_b, WEIGHT_BITS))
    units_c = sum_of_ints(rectified(units_c, WEIGHT_BITS), rectified(units_d, WEIGHT_BITS))
    place = INPUTS_AT + FEATURES + kind * REGION_UNITS
    store_limited(out + place * SHORT, sum_of_ints(units_a, units_c))
    return 0


@kernel
def centre_units(S: Record):
    """Write the units of the middle region to the activations."""
    out = activations_of(S)
    weights = S.network_address + REGION_WEIGHTS + 2 * REGION_BYTES
    pair = out + (SUMS_AT + MIDDLE * FEATURES) * SHORT
    units = load_ints(S.network_address + REGION_BIAS + 2 * REGION_UNITS * INT)
    for i in range(FEATURES // 2):
        units = add_products(units, pair + i * PAIR, weights + i * VECTOR_BYTES)
    place = INPUTS_AT + FEATURES + 2 * REGION_UNITS
    store_limited(out + place * SHORT, rectified(units, WEIGHT_BITS))
    return 0


@kernel
def apply_layer(S: Record, weights, bias, source, inputs, target, is_rectified):
    """Write the 2 * LANES outputs of a layer, rectified if `is_rectified`, to the activations."""
    out = activations_of(S)
    pair = out + source * SHORT
    low = load_ints(bias)
    high = load_ints(bias + VECTOR_BYTES)
    for i in range(inputs // 2):
        low = add_products(low, pair + i * PAIR, weights + 2 * i * VECTOR_BYTES)
        high = add_products(high, pair + i * PAIR, weights + (2 * i + 1) * VECTOR_BYTES)
    low = rectified(low, WEIGHT_BITS) if is_rectified else shifted(low, WEIGHT_BITS)
    high = rectified(high, WEIGHT_BITS) if is_rectified else shifted(high, WEIGHT_BITS)
    store_limited(out + target * SHORT, low)
    store_limited(out + (target + LANES) * SHORT, high)
    return 0


@kernel
def judge(S: Record, colour, classical):
    """Return the network's score for the side to move, strictly inside EVAL_LIMIT."""
    weights = S.network_address
    out = activations_of(S)
    sum_regions(S, colour, int(S.star_address != 0))
    edge_units(S, 0, 0, 2, 6, 8)
    edge_units(S, 1, 1, 3, 5, 7)
    centre_units(S)
    activation = classical * CLASSICAL_UNIT >> CLASSICAL_SHIFT
    activation = max(-CLASSICAL_LIMIT, min(CLASSICAL_LIMIT, activation))
    S.network_activation[INPUTS_AT + INPUTS - 2] = activation
    S.network_activation[INPUTS_AT + INPUTS - 1] = 0
    apply_layer(
        S, weights + HIDDEN1_WEIGHTS, weights + HIDDEN1_BIAS, INPUTS_AT, INPUTS, HIDDEN1_AT, 1
    )
    apply_layer(
        S, weights + HIDDEN2_WEIGHTS, weights + HIDDEN2_BIAS, HIDDEN1_AT, UNITS, HIDDEN2_AT, 1
    )
    result = load_ints(weights + OUTPUT_BIAS)
    result = add_dot(result, out + HIDDEN2_AT * SHORT, weights + OUTPUT_WEIGHTS)
    result = add_dot(result, out + INPUTS_AT * SHORT, weights + SKIP_WEIGHTS)
    share = (load_word(weights + CLASSICAL_WEIGHT) & INT_MASK) * classical >> WEIGHT_BITS
    score = share + (total_of(result) * SCALE >> WEIGHT_BITS + ACTIVATION_BITS)
    return limited(score)


@kernel
def prepare_policy(S: Record, colour, depth):
    """Write the weight of each feature of a cell for a move there to the activations, at a depth in
    plies. Return the weight of the tables' score, or 0 without a policy or without empty cells near
    stones.
    """
    weights = S.network_address + POLICY_WEIGHTS
    bias = S.network_address + POLICY_BIAS
    table = S.network_address + TABLE_WEIGHT
    is_starred = int(S.star_address != 0)
    if S.network_address == 0:
        return 0
    if is_starred and depth < SHALLOW_DEPTH:
        weights = S.star_address + SHALLOW_POLICY
        bias = S.star_address + SHALLOW_BIAS
        table = S.star_address + SHALLOW_TABLE_WEIGHT
        is_starred = 0
    order = load_word(table) & INT_MASK
    if order == 0 or not sum_regions(S, colour, is_starred):
        return 0
    apply_layer(S, weights, bias, INPUTS_AT, FEATURES, POLICY_AT, 0)
    return order


@kernel
def policy(S: Record, cell, table_score, order):
    """Return the score of a move for the order, given the tables' score and its weight `order`.
    The features of the cell are those that `prepare_policy` has written.
    """
    features = load_shorts(feature_address(S, cell))
    score = dot(features, activations_of(S) + POLICY_AT * SHORT) >> POLICY_SHIFT
    return score + (table_score * order >> WEIGHT_BITS)


@kernel
def clear_cache(S: Record):
    """Forget scores and sums of features, and have the star block's grid cleared."""
    S.star_start = 0
    S.network_summed = 0
    for slot in range(NETWORK_CACHE):
        S.network_cache[slot] = NO_KEY
    return 0


@kernel
def cached_score(S: Record, colour, classical):
    """Return the network's score, cached or computed now."""
    key = table_key(S, colour)
    slot = key & NETWORK_CACHE - 1
    if S.network_cache[slot] ^ key < CACHED_UNIT and S.network_cache[slot] >= 0:
        return (S.network_cache[slot] & CACHED_UNIT - 1) - EVAL_LIMIT
    score = judge(S, colour, classical)
    S.network_cache[slot] = key - key % CACHED_UNIT + score + EVAL_LIMIT
    return score


@kernel
def evaluate_in(S: Record, colour, alpha, beta):
    """Return the static score for the side to move: the network's if there is one and the classical
    score is within the gate of the window, else the classical one.
    """
    score = evaluate(S, colour)
    if S.network_address == 0:
        return score
    gate = load_word(S.network_address + GATE) & INT_MASK
    return (
        score if score <= alpha - gate or score >= beta + gate else cached_score(S, colour, score)
    )

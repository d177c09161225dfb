"""Running sums over the empty cells, for evaluation and threats: cells by class, rows of fours, and
what the cells are worth.

`add_cell` and `change_cell` keep them up to date; `save` and `restore` copy them around a stone.
"""

from brain.kernels.jit.instructions import tables_of
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.layout import CLASS_SLOTS, HALF, ROWS_SEEN, Record, StoredTables
from brain.lexicon import BLACK, CELL_FOUR, STRIDE, WHITE


@kernel
def clear(S: Record):
    """Set all sums to those of a board without empty cells."""
    S.tempo_total = 0
    for colour in range(BLACK, WHITE + 1):
        S.total[colour] = 0
        for slot in range(CLASS_SLOTS):
            S.count[colour, slot] = 0
        for row in range(STRIDE):
            S.fours[colour, row] = 0
    return 0


@kernel
def add_cell(S: Record, cell, sign):
    """Add (1) an empty cell to the sums, or take it out (-1)."""
    tables: StoredTables = tables_of(S)
    for colour in range(BLACK, WHITE + 1):
        combination = S.combination[colour, cell]
        cell_class = S.cell_class[colour, combination]
        S.count[colour, cell_class] += sign
        S.total[colour] += sign * tables.value[colour, combination]
        if cell_class >= CELL_FOUR:
            S.fours[colour, cell // STRIDE] ^= 1 << cell % STRIDE
    S.tempo_total += sign * tables.tempo[BLACK, class_at(S, BLACK, cell), class_at(S, WHITE, cell)]
    return 0


@kernel
def change_cell(S: Record, colour, cell, old, new):
    """Replace an empty cell's combination `old` by `new` for a colour, in the sums."""
    tables: StoredTables = tables_of(S)
    S.total[colour] += tables.value[colour, new] - tables.value[colour, old]
    old_class = S.cell_class[colour, old]
    new_class = S.cell_class[colour, new]
    if new_class != old_class:
        S.count[colour, old_class] -= 1
        S.count[colour, new_class] += 1
        other = class_at(S, 3 - colour, cell)
        S.tempo_total += tables.tempo[colour, new_class, other]
        S.tempo_total -= tables.tempo[colour, old_class, other]
        if (new_class >= CELL_FOUR) != (old_class >= CELL_FOUR):
            S.fours[colour, cell // STRIDE] ^= 1 << cell % STRIDE
    return 0


@kernel
def save(S: Record, stone):
    """Copy what stone number `stone`, about to be placed on `placed[stone]`, may change."""
    for slot in range(CLASS_SLOTS):
        S.saved_count[stone, BLACK, slot] = S.count[BLACK, slot]
        S.saved_count[stone, WHITE, slot] = S.count[WHITE, slot]
    S.saved_total[stone, BLACK] = S.total[BLACK]
    S.saved_total[stone, WHITE] = S.total[WHITE]
    S.saved_tempo[stone] = S.tempo_total
    first_row = S.placed[stone] // STRIDE - HALF
    for i in range(ROWS_SEEN):
        S.saved_fours[stone, BLACK, i] = S.fours[BLACK, first_row + i]
        S.saved_fours[stone, WHITE, i] = S.fours[WHITE, first_row + i]
    return 0


@kernel
def restore(S: Record, stone):
    """Copy back what `save` copied for a stone."""
    for slot in range(CLASS_SLOTS):
        S.count[BLACK, slot] = S.saved_count[stone, BLACK, slot]
        S.count[WHITE, slot] = S.saved_count[stone, WHITE, slot]
    S.total[BLACK] = S.saved_total[stone, BLACK]
    S.total[WHITE] = S.saved_total[stone, WHITE]
    S.tempo_total = S.saved_tempo[stone]
    first_row = S.placed[stone] // STRIDE - HALF
    for i in range(ROWS_SEEN):
        S.fours[BLACK, first_row + i] = S.saved_fours[stone, BLACK, i]
        S.fours[WHITE, first_row + i] = S.saved_fours[stone, WHITE, i]
    return 0

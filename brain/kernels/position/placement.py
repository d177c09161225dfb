"""The position: stones, lines and patterns, kept up to date as stones are placed and taken back.
`sums` keeps the sums over the cells.

After any sequence of `place` and `lift` every field equals what `rebuild` and placing the same
stones would give. For an empty cell, `line` numbers what the cell sees in each direction, `pattern`
what a stone of each colour would make there; an occupied cell keeps its `line` up to date and its
`pattern` as it was.
"""

from brain.kernels.jit.kernel import kernel
from brain.kernels.position import sums
from brain.kernels.position.patterns import (
    half_start,
    make_classes,
    make_line_patterns,
    pattern_on_line,
)
from brain.layout import NEAR_ROWS, PATTERN_BITS, PATTERN_MASK, Record
from brain.lexicon import (
    BLACK,
    BORDER,
    CELLS,
    DIRECTIONS,
    EMPTY,
    LAW_CAPS,
    LAW_EXACT,
    LAW_FOULS,
    LAW_PLIES_LEFT,
    STEPS,
    STRIDE,
    WALL,
    WHITE,
)

# Candidate moves near a stone by the level of caution: the steps in every direction, and the steps
# along the lines. At the highest level every cell is a candidate.
AROUND = (2, 2, 2, 3, 4, 4)
ALONG = (2, 3, 4, 4, 4, 4)
USUAL, EVERYWHERE = 1, 5
STENCIL_CENTRE = 5  # the stone's column in a stencil's row

# The generator of hash keys: Park and Miller, Random number generators: good ones are hard to find,
# 1988.
MULTIPLIER, MODULUS, SEED = 48271, 2147483647, 20
DRAWS, DRAW_SHIFT = 3, 16  # of a key: draws of 31 bits, and the bits between two of them
ROW_DIVISOR = 1024  # takes a row from other bits of a draw than its column
KEY_LOW_BITS = 0xFFFF


@kernel
def make_keys(S: Record):
    """Fill `zobrist`, 63 bits a key from three draws of 31."""
    draw = SEED
    for colour in range(WHITE + 1):
        for cell in range(CELLS):
            word = 0
            for _ in range(DRAWS):
                draw = draw * MULTIPLIER % MODULUS
                word = word << DRAW_SHIFT ^ draw
            S.zobrist[colour, cell] = word
    return 0


@kernel
def caution_level(S: Record):
    """Return the index into AROUND and ALONG: `caution` less 1, USUAL where it is not set."""
    return S.caution - 1 if S.caution > 0 else USUAL


@kernel
def make_stencil(S: Record):
    """Fill `stencil` for the level of caution."""
    around = AROUND[caution_level(S)]
    along = ALONG[caution_level(S)]
    for i in range(NEAR_ROWS):
        dy = abs(i - NEAR_ROWS // 2)
        S.stencil[i] = 0
        for dx in range(-along, along + 1):
            on_line = (dx == 0 or dy == 0 or abs(dx) == dy) and dy <= along
            if on_line or (abs(dx) <= around and dy <= around):
                S.stencil[i] |= 1 << dx + STENCIL_CENTRE
    return 0


@kernel
def look(S: Record, cell, step):
    """Return how many cells are seen from a cell in one direction, up to the first wall."""
    seen = 0
    while seen < S.half and S.board[cell + (seen + 1) * step] != WALL:
        seen += 1
    return seen


@kernel
def rebuild(S: Record):
    """Recompute everything for a board without black or white stones; neutral stones are walls."""
    make_stencil(S)
    sums.clear(S)
    S.stones = 0
    S.key = 0
    S.saved_journal_start[0] = 0
    for row in range(STRIDE):
        S.near[row] = -1 if caution_level(S) == EVERYWHERE else 0
        S.empty[row] = 0
    for cell in range(CELLS):
        if S.board[cell] == EMPTY:
            S.empty[cell // STRIDE] |= 1 << cell % STRIDE
            black = 0
            white = 0
            for d in range(DIRECTIONS):
                left = half_start(look(S, cell, -STEPS[d]))
                line = left * S.half_lines + half_start(look(S, cell, STEPS[d]))
                S.line[cell, d] = line
                black |= pattern_on_line(S, BLACK, line) << PATTERN_BITS * d
                white |= pattern_on_line(S, WHITE, line) << PATTERN_BITS * d
            S.pattern[BLACK, cell] = black
            S.pattern[WHITE, cell] = white
            S.combination[BLACK, cell] = S.combination_of[black]
            S.combination[WHITE, cell] = S.combination_of[white]
            sums.add_cell(S, cell, 1)
    return 0


@kernel
def set_law(S: Record, law):
    """Set what the rule says of each colour, from a packed law."""
    for colour in range(BLACK, WHITE + 1):
        S.exact[colour] = law >> LAW_EXACT + colour & 1
        S.caps[colour] = law >> LAW_CAPS + colour & 1
        S.fouls[colour] = law >> LAW_FOULS + colour & 1
    return 0


@kernel
def new_game(S: Record, width, height, rule, law):
    """Set up an empty board, and the tables when the rule is another than before."""
    if S.tables_rule != rule + 1:
        set_law(S, law)
        make_line_patterns(S)
        make_classes(S)
        make_keys(S)
        for side in range(2):
            one = 1 if side == 1 else S.half_lines
            for k in range(S.half):
                S.line_weight[side, k] = one
                one *= 3
        S.tables_rule = rule + 1
    S.width = width
    S.height = height
    S.rule = rule
    S.max_stones = width * height - (law >> LAW_PLIES_LEFT)
    if S.max_stones < 1:
        S.max_stones = width * height
    for cell in range(CELLS):
        S.board[cell] = WALL
    for y in range(height):
        for x in range(width):
            S.board[(y + BORDER) * STRIDE + x + BORDER] = EMPTY
    return rebuild(S)


@kernel
def change_pattern(S: Record, colour, cell, word):
    """Give an empty cell another pattern word for a colour."""
    old = S.combination[colour, cell]
    new = S.combination_of[word]
    S.pattern[colour, cell] = word
    S.combination[colour, cell] = new
    sums.change_cell(S, colour, cell, old, new)
    return 0


@kernel
def see_stone(S: Record, cell, d, change, top):
    """Add `change` to what a cell sees in direction d; return the new top of the journal."""
    before = S.line[cell, d]
    after = before + change
    S.line[cell, d] = after
    if S.board[cell] != EMPTY:
        return top
    differs = S.line_pattern[before] ^ S.line_pattern[after]
    if differs == 0:
        return top
    black = S.pattern[BLACK, cell]
    white = S.pattern[WHITE, cell]
    S.saved_journal[top, 0] = cell
    S.saved_journal[top, 1] = black
    S.saved_journal[top, 2] = white
    S.saved_journal[top, 3] = S.combination[BLACK, cell]
    S.saved_journal[top, 4] = S.combination[WHITE, cell]
    if differs & PATTERN_MASK != 0:
        change_pattern(S, BLACK, cell, black ^ (differs & PATTERN_MASK) << PATTERN_BITS * d)
    if differs >> PATTERN_BITS != 0:
        change_pattern(S, WHITE, cell, white ^ (differs >> PATTERN_BITS) << PATTERN_BITS * d)
    return top + 1


@kernel
def place(S: Record, cell, colour):
    """Put a stone of a colour on an empty cell."""
    stone = S.stones
    row = cell // STRIDE
    column = cell % STRIDE
    S.placed[stone] = cell
    # 1. Keep what lift restores by copying.
    sums.save(S, stone)
    # 2. The cell is empty no more.
    sums.add_cell(S, cell, -1)
    S.board[cell] = colour
    S.empty[row] ^= 1 << column
    S.key ^= S.zobrist[colour, cell]
    # 3. The cells around come near.
    for i in range(NEAR_ROWS):
        rows = row + i - NEAR_ROWS // 2
        S.saved_near[stone, i] = S.near[rows]
        S.near[rows] |= S.stencil[i] << column >> STENCIL_CENTRE
    # 4. The cells on the four lines see it: those after it on their left, those before it on their
    # right.
    top = S.saved_journal_start[stone]
    for d in range(DIRECTIONS):
        step = STEPS[d]
        for side in range(2):
            seen = cell
            for k in range(S.half):
                seen += step if side == 0 else -step
                if S.board[seen] == WALL:
                    break
                top = see_stone(S, seen, d, colour * S.line_weight[side, k], top)
    S.stones = stone + 1
    S.saved_journal_start[stone + 1] = top
    return 0


@kernel
def lift(S: Record):
    """Take back the last stone placed."""
    stone = S.stones - 1
    S.stones = stone
    cell = S.placed[stone]
    colour = S.board[cell]
    row = cell // STRIDE
    # 1. The cells on the four lines no longer see it.
    for d in range(DIRECTIONS):
        step = STEPS[d]
        for side in range(2):
            seen = cell
            for k in range(S.half):
                seen += step if side == 0 else -step
                if S.board[seen] == WALL:
                    break
                S.line[seen, d] -= colour * S.line_weight[side, k]
    for i in range(S.saved_journal_start[stone], S.saved_journal_start[stone + 1]):
        seen = S.saved_journal[i, 0]
        for c in range(BLACK, WHITE + 1):
            S.pattern[c, seen] = S.saved_journal[i, c]
            S.combination[c, seen] = S.saved_journal[i, c + 2]
    # 2. The cell is empty again.
    S.board[cell] = EMPTY
    S.empty[row] ^= 1 << cell % STRIDE
    S.key ^= S.zobrist[colour, cell]
    # 3. The copies.
    for i in range(NEAR_ROWS):
        S.near[row + i - NEAR_ROWS // 2] = S.saved_near[stone, i]
    sums.restore(S, stone)
    return 0


# For the bench.


@kernel
def churn(S: Record, stones, seed):
    """Place and lift `stones` random stones, in games of up to half the board. Return the key's low
    bits.
    """
    draw = seed
    placed = 0
    while placed < stones:
        start = S.stones
        while S.stones - start < S.width * S.height // 2 and placed < stones:
            draw = draw * MULTIPLIER % MODULUS
            row = draw // ROW_DIVISOR % S.height + BORDER
            cell = row * STRIDE + draw % S.width + BORDER
            if S.board[cell] == EMPTY:
                place(S, cell, BLACK + S.stones % 2)
                placed += 1
        while S.stones > start:
            lift(S)
    return S.key & KEY_LOW_BITS

"""The tables of a rule: line patterns, combinations and cell classes; and what they say of a cell.

A line as one empty cell sees it is two halves, each of 0 to `half` cells before the first wall. A
half with k cells has the number (3**k - 1) / 2 + sum(state * 3**i), state 0, 1, 2 for empty, black,
white and i = 0 beside the centre; a line is left * halves + right. So a stone adds `colour *
weight` to the lines that see it, and the pattern of a line follows from lines with larger numbers:
those with one stone more.
"""

from brain.kernels.jit.kernel import kernel
from brain.layout import HALF, PATTERN_BITS, PATTERN_MASK, Record
from brain.lexicon import (
    BLACK,
    BLOCKED_ONE,
    BLOCKED_THREE,
    BLOCKED_TWO,
    CELL_BLOCKED_THREE,
    CELL_BLOCKED_THREE_PLUS,
    CELL_DOUBLE_THREE,
    CELL_DOUBLE_TWO,
    CELL_FIVE,
    CELL_FOUL,
    CELL_FOUR,
    CELL_FOUR_PLUS,
    CELL_FOUR_THREE,
    CELL_NONE,
    CELL_OPEN_FOUR,
    CELL_THREE,
    CELL_THREE_PLUS,
    CELL_TWO,
    DEAD,
    EMPTY,
    FIVE,
    FOUL,
    FOUR,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_THREE_2,
    OPEN_TWO,
    OPEN_TWO_3,
    OPEN_TWO_4,
    PATTERNS,
    WALL,
    WHITE,
)

IN_A_ROW = 5
CENTRE = HALF
WINDOW = 2 * HALF + 1


@kernel
def pattern_on_line(S: Record, colour, line):
    """Return a colour's pattern of a line."""
    patterns = S.line_pattern[line]
    return patterns & PATTERN_MASK if colour == BLACK else patterns >> PATTERN_BITS


@kernel
def pattern_at(S: Record, colour, cell, d):
    """Return the pattern that a stone of a colour on an empty cell would make in direction d."""
    return S.pattern[colour, cell] >> PATTERN_BITS * d & PATTERN_MASK


@kernel
def class_at(S: Record, colour, cell):
    """Return the class of an empty cell for a colour."""
    return S.cell_class[colour, S.combination[colour, cell]]


@kernel
def half_start(cells):
    """Return the number of a half line of `cells` empty cells: (3**cells - 1) / 2."""
    start = 0
    for _ in range(cells):
        start = 3 * start + 1
    return start


@kernel
def unfold(S: Record, left, right):
    """Write a line's cells, seen from its centre, to `pattern_window`; unseen cells are walls."""
    for i in range(WINDOW):
        S.pattern_window[i] = WALL
    for side in range(2):
        number = left if side == 0 else right
        cells = 0
        while cells < S.half and half_start(cells + 1) <= number:
            cells += 1
        number -= half_start(cells)
        for i in range(1, cells + 1):
            S.pattern_window[CENTRE + (i if side == 1 else -i)] = number % 3
            number //= 3
    return 0


@kernel
def weight(S: Record, i):
    """Return what a black stone on cell i of the window adds to the line's number."""
    one = S.half_lines if i < CENTRE else 1
    for _ in range(abs(i - CENTRE) - 1):
        one *= 3
    return one


@kernel
def run_through_centre(S: Record, colour):
    """Return FIVE when the run through the centre wins, DEAD or FOUL when it is too long or capped,
    PATTERNS when it is too short.
    """
    first = CENTRE
    while first > 0 and S.pattern_window[first - 1] == colour:
        first -= 1
    last = CENTRE
    while last < WINDOW - 1 and S.pattern_window[last + 1] == colour:
        last += 1
    length = last - first + 1
    if length < IN_A_ROW:
        return PATTERNS
    if length > IN_A_ROW:
        if S.exact[colour]:
            return FOUL if S.fouls[colour] else DEAD
        return FIVE
    if S.caps[colour] and first > 0 and last < WINDOW - 1:
        if S.pattern_window[first - 1] == 3 - colour and S.pattern_window[last + 1] == 3 - colour:
            return DEAD
    return FIVE


@kernel
def pattern_after(S: Record, line, i, colour, viewer):
    """Return a viewer's pattern of a line to which a stone is added on cell i of the window."""
    return pattern_on_line(S, viewer, line + colour * weight(S, i))


@kernel
def four_pattern(S: Record, line, colour):
    """Return FOUR, OPEN_FOUR or FOUL for a line that one stone makes five, DEAD when none does.

    Open is what no single stone of the opponent stops. For black in renju two cells that make five
    count as an open four only when they are the two ends of four in a row.
    """
    first = 0
    last = 0
    fives = 0
    for i in range(WINDOW):
        if (
            i != CENTRE
            and S.pattern_window[i] == EMPTY
            and pattern_after(S, line, i, colour, colour) == FIVE
        ):
            first = i if fives == 0 else first
            last = i
            fives += 1
    if fives == 0:
        return DEAD
    for i in range(WINDOW):
        if i != CENTRE and S.pattern_window[i] == EMPTY:
            left = pattern_after(S, line, i, 3 - colour, colour)
            if left != FOUR and left != OPEN_FOUR and left != FOUL:
                return FOUR
    if S.fouls[colour] and last - first < IN_A_ROW:
        return FOUL
    return OPEN_FOUR


@kernel
def slower_pattern(S: Record, line, colour):
    """Return the pattern of a line that no single stone makes five, by what one more stone makes of
    it.
    """
    open_fours = 0
    fours = 0
    open_threes = 0
    blocked_threes = 0
    open_twos = 0
    blocked_twos = 0
    for i in range(WINDOW):
        if i != CENTRE and S.pattern_window[i] == EMPTY:
            after = pattern_after(S, line, i, colour, colour)
            open_fours += after == OPEN_FOUR
            fours += after == FOUR
            open_threes += after == OPEN_THREE or after == OPEN_THREE_2
            blocked_threes += after == BLOCKED_THREE
            open_twos += after == OPEN_TWO or after == OPEN_TWO_3 or after == OPEN_TWO_4
            blocked_twos += after == BLOCKED_TWO
    if open_fours >= 2:
        return OPEN_THREE_2
    if open_fours == 1:
        return OPEN_THREE
    if fours > 0:
        return BLOCKED_THREE
    if open_threes >= 4:
        return OPEN_TWO_4
    if open_threes == 3:
        return OPEN_TWO_3
    if open_threes > 0:
        return OPEN_TWO
    if blocked_threes > 0:
        return BLOCKED_TWO
    if open_twos > 0:
        return OPEN_ONE
    if blocked_twos > 0:
        return BLOCKED_ONE
    return DEAD


@kernel
def pattern_of_line(S: Record, line, colour):
    """Return what a stone in the centre of the line in `pattern_window` makes; lines with more
    stones must be known.
    """
    run = run_through_centre(S, colour)
    if run != PATTERNS:
        return run
    four = four_pattern(S, line, colour)
    if four != DEAD:
        return four
    return slower_pattern(S, line, colour)


@kernel
def sees_ends(S: Record, colour):
    """Return 1 when the cells beside a colour's five decide whether it wins."""
    return S.exact[colour] | S.caps[colour]


@kernel
def make_line_patterns(S: Record):
    """Fill `line_pattern` for the law, lines with more stones first; sets half and half_lines."""
    looks_far = sees_ends(S, BLACK) or sees_ends(S, WHITE)
    S.half = HALF if looks_far else HALF - 1
    S.half_lines = half_start(S.half + 1)
    for line in range(S.half_lines * S.half_lines - 1, -1, -1):
        unfold(S, line // S.half_lines, line % S.half_lines)
        black = pattern_of_line(S, line, BLACK)
        white = pattern_of_line(S, line, WHITE)
        S.line_pattern[line] = black | white << PATTERN_BITS
    return 0


@kernel
def combination_of(a, b, c, d):
    """Return the number of a multiset of four patterns, 0 to COMBINATIONS - 1, whatever their
    order.
    """
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return d * (d + 1) * (d + 2) * (d + 3) // 24 + c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a


@kernel
def class_of(a, b, c, d, fouls):
    """Return the cell class of four patterns; `fouls` is 1 for a colour with forbidden points."""
    fives = 0
    open_fours = 0
    fours = 0
    threes = 0
    blocked_threes = 0
    twos = 0
    foul = 0
    for p in (a, b, c, d):
        fives += p == FIVE
        open_fours += p == OPEN_FOUR
        fours += p == FOUR
        threes += p == OPEN_THREE or p == OPEN_THREE_2
        blocked_threes += p == BLOCKED_THREE
        twos += p == OPEN_TWO or p == OPEN_TWO_3 or p == OPEN_TWO_4
        foul += p == FOUL
    if fives > 0:
        return CELL_FIVE
    if fouls == 1 and (foul > 0 or open_fours + fours >= 2 or threes >= 2):
        return CELL_FOUL
    if open_fours > 0 or fours >= 2:
        return CELL_OPEN_FOUR
    if fours == 1:
        if threes > 0:
            return CELL_FOUR_THREE
        return CELL_FOUR_PLUS if blocked_threes + twos > 0 else CELL_FOUR
    if threes >= 2:
        return CELL_DOUBLE_THREE
    if threes == 1:
        return CELL_THREE_PLUS if blocked_threes + twos > 0 else CELL_THREE
    if blocked_threes > 0:
        return CELL_BLOCKED_THREE_PLUS if blocked_threes + twos > 1 else CELL_BLOCKED_THREE
    if twos >= 2:
        return CELL_DOUBLE_TWO
    return CELL_TWO if twos == 1 else CELL_NONE


@kernel
def make_classes(S: Record):
    """Fill `combination_of` and, for the law, `cell_class`."""
    for word in range(1 << 16):
        a = word & PATTERN_MASK
        b = word >> PATTERN_BITS & PATTERN_MASK
        c = word >> 2 * PATTERN_BITS & PATTERN_MASK
        d = word >> 3 * PATTERN_BITS
        if a < PATTERNS and b < PATTERNS and c < PATTERNS and d < PATTERNS:
            number = combination_of(a, b, c, d)
            S.combination_of[word] = number
            for colour in range(BLACK, WHITE + 1):
                S.cell_class[colour, number] = class_of(a, b, c, d, S.fouls[colour])
    return 0

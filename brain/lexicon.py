"""The words of the project: stones, rules, patterns, scores and sizes. Imports nothing.

A cell is an index into a padded board of 32 x 32: `cell = (y + BORDER) * STRIDE + x + BORDER`. The
border is as wide as the longest look along a line, so no kernel ever tests for the edge. Colours
are 1 and 2; the opponent is `3 - colour`.
"""

# Stones. WALL is the world outside the board; a neutral stone (colour unknown, belongs to nobody)
# is a WALL too.
EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3

# The padded board.
STRIDE = 32
BORDER = 5
CELLS = STRIDE * STRIDE
MIN_SIZE, MAX_SIZE = 5, 22
DIRECTIONS = 4  # east, south, south-east, south-west
STEPS = (1, STRIDE, STRIDE + 1, STRIDE - 1)  # from a cell to the next, by direction

# Rules, numbered as `INFO rule` numbers them; brain/rules/laws.py has their table.
FREESTYLE = 0  # five or more in a row wins
STANDARD = 1  # exactly five wins, six or more is nothing
RENJU = 4  # black: exactly five, fouls lose; white: five or more
CARO = 8  # five or more wins, but not exactly five between two stones of the opponent
CARO_EXACT = 9  # exactly five wins, but not between two stones of the opponent

# The law of a rule as one number: bit LAW_X + colour is 1 if X holds for the colour; the plies left
# at which the game is drawn begin at bit LAW_PLIES_LEFT.
LAW_EXACT = 0
LAW_CAPS = 3
LAW_FOULS = 6
LAW_PLIES_LEFT = 9

# Line patterns: what a stone on an empty cell would make along one line, the best last. The new
# stone is *, stones of its colour X, of the other O, empty cells _.
DEAD = 0  # OXX*_O      no five is possible any more
FOUL = 1  # XXX*XX      an overline, or X_X*X_X: two fours in one line (black in renju only)
BLOCKED_ONE = 2  # O*____      can become a blocked two
OPEN_ONE = 3  # ___*___     can become an open two
BLOCKED_TWO = 4  # OX*___      can become a blocked three
OPEN_TWO = 5  # __X*__      can become an open three, on one or two cells
OPEN_TWO_3 = 6  # __X*___     on three cells
OPEN_TWO_4 = 7  # ___X*___    on four cells or more
BLOCKED_THREE = 8  # OXX*__      can become a four, not an open one
OPEN_THREE = 9  # O_XX*__O    one cell makes it an open four
OPEN_THREE_2 = 10  # __XX*__     two cells or more make it an open four
FOUR = 11  # OXXX*_      one stone of the opponent stops it
OPEN_FOUR = 12  # _XXX*_      no single stone of the opponent stops it
FIVE = 13  # XXXX*       wins
PATTERNS = 14

# Cell classes: what a stone on an empty cell would make along its four lines together, the best
# last.
CELL_NONE = 0
CELL_FOUL = 1  # may be a forbidden point (black in renju only); forbidden.py decides
CELL_TWO = 2  # an open two
CELL_BLOCKED_THREE = 3
CELL_DOUBLE_TWO = 4  # two open twos
CELL_BLOCKED_THREE_PLUS = 5  # a blocked three and another two or blocked three
CELL_THREE = 6  # an open three
CELL_THREE_PLUS = 7  # an open three and another two or blocked three
CELL_DOUBLE_THREE = 8
CELL_FOUR = 9
CELL_FOUR_PLUS = 10  # a four and another two or blocked three
CELL_FOUR_THREE = 11
CELL_OPEN_FOUR = 12  # an open four, or two fours
CELL_FIVE = 13
CLASSES = 14

# A combination is the multiset of a cell's four line patterns: C(14 + 3, 4) of them.
COMBINATIONS = 2380

# Scores, from the side to move. A win in n plies is MATE - n, a loss in n plies n - MATE.
DRAW = 0
MATE = 30000
MAX_PLY = 256  # plies from the root; also the longest kill-search line
MAX_DEPTH = 100  # plies of an iteration
WON = MATE - 2 * MAX_PLY  # any score above is a proven win, any below -WON a proven loss
VALUE_UNIT = 16  # units of the tables in one of the evaluation
FACTOR_BITS = 8  # fixed-point bits of a product of two factors
EVAL_LIMIT = 20000  # static evaluations lie strictly inside
INFINITY = 32000


def cell_at(x: int, y: int) -> int:
    """Return the cell of column x and row y, both counted from 0."""
    return (y + BORDER) * STRIDE + x + BORDER


def column(cell: int) -> int:
    """Return the column of a cell, counted from 0."""
    return cell % STRIDE - BORDER


def row(cell: int) -> int:
    """Return the row of a cell, counted from 0."""
    return cell // STRIDE - BORDER


def point_of(cell: int) -> tuple[int, int]:
    """Return the column and row of a cell, counted from 0."""
    return column(cell), row(cell)


def colour_of(stone: int) -> int:
    """Return the colour of a stone of a game that Black begins; stones count from 0."""
    return WHITE if stone % 2 else BLACK


def opponent(colour: int) -> int:
    """Return the other colour."""
    return 3 - colour


def mate_in(score: int) -> int:
    """Return the plies to a proven win (positive) or loss (negative), 0 when nothing is proven."""
    if score > WON:
        return MATE - score
    if score < -WON:
        return -MATE - score
    return 0

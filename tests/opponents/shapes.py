"""`shapes`: a table of shapes and a short search.

A stone on a cell makes a shape along each of four lines; the table says what they are worth. A cell
is worth what it is to us, what it is to the opponent, whom it is taken from, and a bonus towards
the centre. Alpha-beta looks 3 plies ahead over the best few cells. The description gives neither
how few nor the score of a leaf: here 10 cells a ply, and what our stones made on the way to the
leaf less what the opponent's made.
"""

from brain.lexicon import (
    BLOCKED_THREE,
    BLOCKED_TWO,
    DEAD,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_THREE_2,
    OPEN_TWO,
    OPEN_TWO_3,
    OPEN_TWO_4,
    point_of,
)
from brain.rules.laws import Law
from tests.opponents.field import Field, line_seen, table_of
from tests.opponents.position import OTHER, OWN, Position
from tests.support.naive import line_pattern, run_bounds

PLIES = 3
FEW = 10  # cells a ply
WORTH = {
    FIVE: 100_000,
    OPEN_FOUR: 10_000,
    FOUR: 500,
    OPEN_THREE: 200,
    OPEN_THREE_2: 200,
    BLOCKED_THREE: 50,
    OPEN_TWO: 5,
    OPEN_TWO_3: 5,
    OPEN_TWO_4: 5,
    BLOCKED_TWO: 3,
}
DEAD_WORTH = {4: -5, 3: -5, 2: -5}  # stones in a row that can't become five any more
WIN = WORTH[FIVE]
INFINITY = 100 * WIN
LAW = Law()  # freestyle's


def choose(position: Position) -> int:
    """Return the best of the few best cells, 3 plies ahead."""
    field = Field.of(position, TABLE)
    if not field.near:
        return position.nearest_to_centre(position.empty())
    bonus = {cell: from_edge(position, cell) for cell in position.empty()}
    return search(field, OWN, bonus, PLIES, -INFINITY, INFINITY)[1]


def search(
    field: Field, sign: str, bonus: dict[int, int], plies: int, alpha: int, beta: int
) -> tuple[int, int]:
    """Return the score for the side to move and its best cell, 0 when there is none."""
    if not plies or not field.near:
        return 0, 0
    own, theirs = field.worth_to(sign), field.worth_to(OTHER[sign])
    worth = {cell: own[cell] + theirs[cell] + bonus[cell] for cell in field.near}
    few = sorted(field.near, key=lambda cell: (-worth[cell], cell))[:FEW]
    wins = [cell for cell in few if own[cell] >= WIN]
    if wins:
        return WIN, wins[0]
    best, chosen = -INFINITY, 0
    for cell in few:
        gain = own[cell] + bonus[cell]
        window = (gain - beta, gain - max(alpha, best))
        score = gain - search(field.after(cell, sign), OTHER[sign], bonus, plies - 1, *window)[0]
        if score > best:
            best, chosen = score, cell
        if best >= beta:
            break
    return best, chosen


def made(piece: str, sign: str) -> int:
    """Return the worth of the shape that a stone at the centre of a piece of line makes."""
    line = line_seen(piece, sign)
    pattern = line_pattern(line, LAW)
    if pattern == DEAD:
        first, end = run_bounds(line)
        return DEAD_WORTH.get(end - first, 0)
    return WORTH.get(pattern, 0)


def from_edge(position: Position, cell: int) -> int:
    """Return how many cells lie between a cell and the nearest edge."""
    x, y = point_of(cell)
    return min(x, y, position.width - 1 - x, position.height - 1 - y)


TABLE = table_of(made)

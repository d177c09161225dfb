"""`weights`: no search. A cell is worth the sum of weights of the runs of stones that touch it.

On both sides of the cell, along each of the four lines, the run of one colour that touches it is
open, or closed by the other colour or the edge. Its weight is added, doubled where both sides have
the same colour; whose stones they are doesn't matter. The best cell nearest to the centre is
played.
"""

from itertools import takewhile

from tests.opponents.field import REACH, Field, table_of
from tests.opponents.position import FREE, OTHER, OUT, Position

OPEN = {1: 40, 2: 400, 3: 3000, 4: 10000}  # stones in the run: weight
CLOSED = {1: 20, 2: 200, 3: 500, 4: 3000}
LONGEST = 4


def choose(position: Position) -> int:
    """Return the cell worth most."""
    worth, _ = Field.of(position, TABLE).worth
    empty = position.empty()
    best = max(worth[cell] for cell in empty)
    return position.nearest_to_centre([cell for cell in empty if worth[cell] == best])


def weigh(piece: str, _: str) -> int:
    """Return what the runs on both sides of the centre of a piece of line add."""
    sides = (piece[:REACH][::-1], piece[REACH + 1 :])
    weight = sum(run_weight(side) for side in sides)
    same = sides[0][0] == sides[1][0] in OTHER
    return 2 * weight if same else weight


def run_weight(side: str) -> int:
    """Return the weight of the run that a side, given from the centre outwards, begins with."""
    if side[0] not in OTHER:
        return 0
    run = len(list(takewhile(lambda sign: sign == side[0], side)))
    behind = (side + OUT)[run]
    return (OPEN if behind == FREE else CLOSED)[min(run, LONGEST)]


TABLE = table_of(weigh)

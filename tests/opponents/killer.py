"""`killer`: a kill search first; negamax only if it fails.

The kill search plays our own cells that make a four or an open three against every reply of the
opponent that may stop them, 12 plies deep, 8 when there are more than 8 such cells. Negamax looks 4
plies ahead and sees our shapes and the opponent's with different tables, so that it defends. The
description gives no worths; these are ours.
"""

from brain.lexicon import (
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_THREE_2,
)
from brain.rules.laws import Law
from tests.opponents.drawings import evaluation
from tests.opponents.field import HALF, Field, gain_of, line_seen, table_of
from tests.opponents.negamax import best_cell
from tests.opponents.position import FREE, OWN, THEIRS, Position
from tests.support.naive import line_pattern

PLIES = 4
KILL_PLIES, CROWDED_KILL_PLIES = 12, 8
CROWD = 8  # kill cells; of more the search looks CROWDED_KILL_PLIES ahead

# What a stone makes, counted in hexadecimal digits: no cell has more than four of a kind.
FOURS, OPEN_FOURS, FIVES = 1 << 4, 1 << 8, 1 << 12
THREAT = {FIVE: FIVES, OPEN_FOUR: OPEN_FOURS, FOUR: FOURS, OPEN_THREE: 1, OPEN_THREE_2: 1}
LAW = Law()  # freestyle's

OUR_WORTH = (
    ("XXXXX", 1_000_000),  # five
    (".XXXX.", 100_000),  # open four
    ("OXXXX.", 3_000),  # four
    ("XXX.X", 3_000),
    ("XX.XX", 3_000),
    (".XXX.", 2_500),  # open three
    (".XX.X.", 2_000),
    ("OXXX.", 400),  # closed three
    (".XX.", 150),  # open two
    (".X.X.", 100),
    ("OXX.", 20),  # closed two
)
THEIR_WORTH = (
    ("XXXXX", 1_000_000),
    (".XXXX.", 300_000),
    ("OXXXX.", 8_000),
    ("XXX.X", 8_000),
    ("XX.XX", 8_000),
    (".XXX.", 6_000),
    (".XX.X.", 5_000),
    ("OXXX.", 600),
    (".XX.", 250),
    (".X.X.", 150),
    ("OXX.", 30),
)


def choose(position: Position) -> int:
    """Return a cell that wins by force, or else the best one, 4 plies ahead."""
    field = Field.of(position, THREATS)
    if not field.near:
        return position.nearest_to_centre(position.empty())
    return kill(field, kill_plies(field), {}) or best_cell(Field.of(position, DEFENSIVE), PLIES)


def kill_plies(field: Field) -> int:
    """Return how far the kill search looks."""
    crowded = sum(field.worth[0][cell] > 0 for cell in field.near) > CROWD
    return CROWDED_KILL_PLIES if crowded else KILL_PLIES


def kill(field: Field, plies: int, failed: dict[str, int]) -> int:
    """Return the cell that wins by force within some plies, 0 when there is none.

    `failed` remembers boards and the plies in which none was found.
    """
    ours, theirs = field.worth
    wins = [cell for cell in field.near if ours[cell] >= FIVES]
    if wins:
        return min(wins)
    forced = [cell for cell in field.near if theirs[cell] >= FIVES]
    if plies < 3 or len(forced) > 1 or failed.get(field.board, 0) >= plies:
        return 0
    least = 1 if plies > 4 else 2 * FOURS  # so late only an open four or two fours win
    cells = [cell for cell in forced or field.near if ours[cell] >= least]
    for cell in sorted(cells, key=lambda cell: (-ours[cell], cell)):
        if holds(field.after(cell, OWN), plies - 1, failed):
            return cell
    failed[field.board] = plies
    return 0


def holds(field: Field, plies: int, failed: dict[str, int]) -> bool:
    """Return whether our threats win within some plies whatever the opponent, to move, replies."""
    ours, theirs = field.worth
    if any(theirs[cell] >= FIVES for cell in field.near):
        return False
    fives = {cell for cell in field.near if ours[cell] >= FIVES}
    gaps = [cell for cell in field.near if ours[cell] >= OPEN_FOURS]
    if not fives and not gaps:
        return False
    counters = {cell for cell in field.near if theirs[cell] >= FOURS}
    replies = fives or counters.union(frozenset.intersection(*(stops(field, gap) for gap in gaps)))
    return all(kill(field.after(reply, THEIRS), plies - 1, failed) for reply in sorted(replies))


def stops(field: Field, gap: int) -> frozenset[int]:
    """Return the cells that may keep us from an open four on a gap."""
    found: set[int] = set()
    for where, cells in field.lines[gap]:
        i = cells.index(gap)
        if field.table(field.board[where])[0][i] >= OPEN_FOURS:
            found.update(cells[max(0, i - HALF) : i + HALF + 1])
    return frozenset(cell for cell in found if field.board[cell] == FREE)


def threat(piece: str, sign: str) -> int:
    """Return the digit of what a stone at the centre of a piece of line makes."""
    return THREAT.get(line_pattern(line_seen(piece, sign), LAW), 0)


THREATS = table_of(threat)
DEFENSIVE = table_of(gain_of(evaluation(OUR_WORTH, THEIR_WORTH)))

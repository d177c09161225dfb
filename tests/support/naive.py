"""The kernels' slow twin: patterns, classes and a position's fields from their definitions.

It shares the lexicon's numbers with the kernels, and nothing else. Fives and forbidden points are
those of brain.rules.laws, which also checks proofs: an error there is in both, and only drawn
boards can show it.

A line is a string seen by the new stone at its centre: `X` own stones, `O` the opponent's, `.`
empty, `#` a wall or a cell out of sight. Results are cached by line.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from brain.lexicon import (
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
    FREESTYLE,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_THREE_2,
    OPEN_TWO,
    OPEN_TWO_3,
    OPEN_TWO_4,
    STEPS,
    STRIDE,
    WALL,
)
from brain.rules.fives import is_five, run_wins
from brain.rules.fouls import (
    count_fours,
    forbidden,
    has_exact_five,
    has_overline,
    straight_four_points,
)
from brain.rules.grid import Grid as Board
from brain.rules.grid import empty_along, empty_cells, state
from brain.rules.laws import RULES, TABLE, Law

# What tests find here of brain.rules, as part of the twin.
__all__ = [
    "count_fours",
    "empty_along",
    "empty_cells",
    "five_cells",
    "forbidden",
    "has_exact_five",
    "has_overline",
    "is_five",
    "straight_four_points",
]

HALF = {rule: 4 if rule == FREESTYLE else 5 for rule in RULES}

Half = tuple[int, ...]  # the states of half a line, from the centre outwards

OPEN_THREES = (OPEN_THREE, OPEN_THREE_2)
OPEN_TWOS = (OPEN_TWO, OPEN_TWO_3, OPEN_TWO_4)


# On the board.


def five_cells(board: Board, colour: int, rule: int) -> list[int]:
    """Return the cells where a colour would win."""
    return [cell for cell in empty_cells(board) if is_five(board, cell, colour, rule)]


# On a line.


def half_line(states: Iterable[int], colour: int, half: int) -> str:
    """Return one side of a line, given from the centre outwards, as a stone of a colour sees it.

    It ends with the first wall or stone of the opponent, since nothing behind it can matter.
    """
    signs = ""
    for seen in states:
        if len(signs) == half or signs.endswith(("O", "#")):
            break
        signs += {EMPTY: ".", colour: "X", 3 - colour: "O", WALL: "#"}[seen]
    return signs.ljust(half, "#")


def line_seen(left: Iterable[int], right: Iterable[int], colour: int, rule: int) -> str:
    """Return a line with a new stone at its centre, of both sides from the centre outwards."""
    return half_line(left, colour, HALF[rule])[::-1] + "X" + half_line(right, colour, HALF[rule])


def run_bounds(line: str) -> tuple[int, int]:
    """Return where the own stones in a row through the centre begin, and the place behind."""
    first = len(line) // 2
    end = first + 1
    while first > 0 and line[first - 1] == "X":
        first -= 1
    while end < len(line) and line[end] == "X":
        end += 1
    return first, end


def line_wins(line: str, law: Law) -> bool:
    """Return whether the stone at the centre has won in this line."""
    first, end = run_bounds(line)
    capped_ends = (line[:first][-1:] + line[end:][:1]).count("O")
    return run_wins(end - first, capped_ends, law)


def with_sign(line: str, i: int, sign: str) -> str:
    """Return a line with another sign at one place."""
    return line[:i] + sign + line[i + 1 :]


def filled(line: str, sign: str) -> list[str]:
    """Return the lines that a stone on each empty cell makes of a line."""
    return [with_sign(line, i, sign) for i in range(len(line)) if line[i] == "."]


def winning_places(line: str, law: Law) -> list[int]:
    """Return the empty cells of a line where one more own stone makes the centre's stone win."""
    empty = (i for i in range(len(line)) if line[i] == ".")
    return [i for i in empty if line_wins(with_sign(line, i, "X"), law)]


@cache
def line_pattern(line: str, law: Law) -> int:
    """Return the pattern that the stone at the centre of a line has made."""
    first, end = run_bounds(line)
    if line_wins(line, law):
        return FIVE
    if end - first > 5:
        return FOUL if law.fouls else DEAD
    fives = winning_places(line, law)
    if fives:
        return four_pattern(line, law, fives)
    after = Counter(line_pattern(longer, law) for longer in filled(line, "X"))
    return slower_pattern(after)


def four_pattern(line: str, law: Law, fives: list[int]) -> int:
    """Return the pattern of a line with places to make five."""
    if not all(winning_places(stopped, law) for stopped in filled(line, "O")):
        return FOUR
    if law.fouls and fives[-1] - fives[0] < 5:
        return FOUL
    return OPEN_FOUR


def slower_pattern(after: Counter[int]) -> int:
    """Return the pattern of a line without a four, from those that one more stone makes."""
    open_threes = sum(after[kind] for kind in OPEN_THREES)
    if after[OPEN_FOUR] > 0:
        return OPEN_THREE_2 if after[OPEN_FOUR] >= 2 else OPEN_THREE
    if after[FOUR] > 0:
        return BLOCKED_THREE
    if open_threes > 0:
        return {1: OPEN_TWO, 2: OPEN_TWO, 3: OPEN_TWO_3}.get(open_threes, OPEN_TWO_4)
    if after[BLOCKED_THREE] > 0:
        return BLOCKED_TWO
    if any(after[kind] for kind in OPEN_TWOS):
        return OPEN_ONE
    return BLOCKED_ONE if after[BLOCKED_TWO] > 0 else DEAD


@cache
def cell_class(patterns: tuple[int, ...], law: Law) -> int:
    """Return the class of a cell from the patterns of its four lines."""
    kinds = Counter(patterns)
    open_threes = sum(kinds[kind] for kind in OPEN_THREES)
    lesser = kinds[BLOCKED_THREE] + sum(kinds[kind] for kind in OPEN_TWOS)
    fours = kinds[FOUR] + kinds[OPEN_FOUR]
    rows = (
        (CELL_FIVE, kinds[FIVE] > 0),
        (CELL_FOUL, law.fouls and (kinds[FOUL] > 0 or fours >= 2 or open_threes >= 2)),
        (CELL_OPEN_FOUR, kinds[OPEN_FOUR] > 0 or fours >= 2),
        (CELL_FOUR_THREE, fours > 0 and open_threes > 0),
        (CELL_FOUR_PLUS, fours > 0 and lesser > 0),
        (CELL_FOUR, fours > 0),
        (CELL_DOUBLE_THREE, open_threes >= 2),
        (CELL_THREE_PLUS, open_threes > 0 and lesser > 0),
        (CELL_THREE, open_threes > 0),
        (CELL_BLOCKED_THREE_PLUS, kinds[BLOCKED_THREE] > 0 and lesser >= 2),
        (CELL_DOUBLE_TWO, sum(kinds[kind] for kind in OPEN_TWOS) >= 2),
        (CELL_BLOCKED_THREE, kinds[BLOCKED_THREE] > 0),
        (CELL_TWO, lesser > 0),
        (CELL_NONE, True),
    )
    return next(kind for kind, holds in rows if holds)


# The fields of a position that the kernels keep up to date.


def side(board: Board, cell: int, step: int, rule: int) -> Half:
    """Return what is seen beside a cell in one direction, up to the first wall."""
    end = cell + (HALF[rule] + 1) * step
    states = [state(board, other) for other in range(cell + step, end, step)]
    return tuple(states[: states.index(WALL)] if WALL in states else states)


def sides(board: Board, cell: int, rule: int) -> list[tuple[Half, Half]]:
    """Return what is seen on both sides of a cell in each of the four lines."""
    return [(side(board, cell, -step, rule), side(board, cell, step, rule)) for step in STEPS]


def half_code(states: Half) -> int:
    """Return the number of half a line: shorter halves first, then by their digits in base 3."""
    number = sum(int(3**k) for k in range(len(states)))
    return number + sum(digit * int(3**i) for i, digit in enumerate(states))


@cache
def line_code(left: Half, right: Half, rule: int) -> int:
    """Return the number of what a cell sees in both directions of a line."""
    halves = sum(int(3**k) for k in range(HALF[rule] + 1))
    return half_code(left) * halves + half_code(right)


@cache
def pattern_between(left: Half, right: Half, colour: int, rule: int) -> int:
    """Return what a stone of a colour makes of a line."""
    return line_pattern(line_seen(left, right, colour, rule), TABLE[rule].laws[colour])


def patterns_at(board: Board, cell: int, colour: int, rule: int) -> tuple[int, ...]:
    """Return what a stone of a colour on a cell makes along the four lines."""
    return patterns_of(sides(board, cell, rule), colour, rule)


def patterns_of(seen: Iterable[tuple[Half, Half]], colour: int, rule: int) -> tuple[int, ...]:
    """Return what a stone of a colour makes of the four lines through a cell."""
    return tuple(pattern_between(left, right, colour, rule) for left, right in seen)


def class_at(board: Board, cell: int, colour: int, rule: int) -> int:
    """Return the class of an empty cell for a colour."""
    return cell_class(patterns_at(board, cell, colour, rule), TABLE[rule].laws[colour])


def near_cells(stones: Iterable[int]) -> set[int]:
    """Return the cells within two columns and rows of a stone, or within three along its lines."""
    square = {dy * STRIDE + dx for dy in range(-2, 3) for dx in range(-2, 3)}
    star = {k * step for k in range(-3, 4) for step in STEPS}
    return {stone + offset for stone in stones for offset in square | star}

"""The rules of the game from their definitions: slow, for checks that must not trust the search.

A board is a plain dict from each of its cells to what lies there; any other cell is a wall.

Nothing here is shared with the kernels but the lexicon's numbers.
"""

from dataclasses import dataclass
from functools import cache

from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    STEPS,
    WALL,
    WHITE,
    cell_at,
)

Grid = dict[int, int]

RULE_NAMES = {
    FREESTYLE: "freestyle",
    STANDARD: "standard",
    RENJU: "renju",
    CARO: "caro",
    CARO_EXACT: "caro exact",
}
FEWEST_OF_A_FOUL = 4  # black stones on a forbidden point's lines, five cells away at most
RENJU_PLIES_LEFT = 25  # a renju game is a draw so many stones before the board is full


@dataclass(frozen=True)
class Law:
    """What five in a row means for one colour."""

    exact: bool = False  # six or more in a row does not win
    caps: bool = False  # five between two stones of the opponent does not win
    fouls: bool = False  # overlines, double fours and double threes lose


LAWS = {
    FREESTYLE: {BLACK: Law(), WHITE: Law()},
    STANDARD: {BLACK: Law(exact=True), WHITE: Law(exact=True)},
    RENJU: {BLACK: Law(exact=True, fouls=True), WHITE: Law()},
    CARO: {BLACK: Law(caps=True), WHITE: Law(caps=True)},
    CARO_EXACT: {BLACK: Law(exact=True, caps=True), WHITE: Law(exact=True, caps=True)},
}


def rule_named(name: str) -> int:
    """Return the rule of a name or a number; ValueError when there is none."""
    rules = {text.replace(" ", "-"): number for number, text in RULE_NAMES.items()}
    rules |= {str(number): number for number in RULE_NAMES}
    wanted = name.lower().replace(" ", "-")
    if wanted not in rules:
        raise ValueError(f"unknown rule {name!r}: expected one of {', '.join(rules)}")
    return rules[wanted]


def empty_board(width: int, height: int) -> Grid:
    """Return a board without stones, its cells row by row."""
    return dict.fromkeys(_cells(width, height), EMPTY)


@cache
def _cells(width: int, height: int) -> tuple[int, ...]:
    return tuple(cell_at(x, y) for y in range(height) for x in range(width))


def most_stones(cells: int, rule: int) -> int:
    """Return how many stones end the game in a draw, on a board with so many cells."""
    return cells - RENJU_PLIES_LEFT if rule == RENJU and cells > RENJU_PLIES_LEFT else cells


def with_stone(board: Grid, cell: int, colour: int) -> Grid:
    """Return a copy of a board with one stone more."""
    return {**board, cell: colour}


def state(board: Grid, cell: int) -> int:
    """Return what lies on a cell, WALL outside the board."""
    return board.get(cell, WALL)


def empty_cells(board: Grid) -> list[int]:
    """Return the empty cells, in order."""
    return [cell for cell in board if board[cell] == EMPTY]


def empty_along(board: Grid, cell: int, step: int, reach: int) -> list[int]:
    """Return the empty cells of a line up to `reach` steps from a cell."""
    cells = [cell + k * step for k in range(-reach, reach + 1)]
    return [other for other in cells if state(board, other) == EMPTY]


# Five.


def run_wins(length: int, capped_ends: int, law: Law) -> bool:
    """Return whether a run of so many stones wins, with so many ends taken by the opponent."""
    if length == 5:
        return not (law.caps and capped_ends == 2)
    return length > 5 and not law.exact


def run_ends(board: Grid, cell: int, step: int, colour: int) -> tuple[int, int]:
    """Return the first and the last cell of a colour's run, with a stone of it on a cell."""
    first = last = cell
    while board.get(first - step) == colour:
        first -= step
    while board.get(last + step) == colour:
        last += step
    return first, last


def is_five(board: Grid, cell: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on a cell wins; it may lie there already."""
    return any(wins_along(board, cell, step, colour, rule) for step in STEPS)


def wins_along(board: Grid, cell: int, step: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on a cell wins in one of its lines."""
    first, last = run_ends(board, cell, step, colour)
    length = (last - first) // step + 1
    if length < 5:
        return False
    ends = (state(board, first - step), state(board, last + step))
    return run_wins(length, ends.count(3 - colour), LAWS[rule][colour])


def winning_cells(board: Grid, cell: int, rule: int) -> set[int]:
    """Return the stones of the fives that the stone on a cell is part of."""
    runs = (
        run_cells(board, cell, step)
        for step in STEPS
        if wins_along(board, cell, step, board[cell], rule)
    )
    return {stone for run in runs for stone in run}


# Renju: black's forbidden points.


def is_foul(board: Grid, cell: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on an empty cell is a foul, which loses."""
    return LAWS[rule][colour].fouls and forbidden(board, cell)


def forbidden(board: Grid, cell: int) -> bool:
    """Return whether black may not play on an empty cell in renju."""
    return bool(foul(board, cell))


def foul(board: Grid, cell: int) -> str:
    """Return why black may not play on an empty cell in renju, nothing where black may."""
    after = with_stone(board, cell, BLACK)
    if has_exact_five(after, cell):
        return ""
    if has_overline(after, cell):
        return "an overline"
    if sum(count_fours(after, cell, step) for step in STEPS) >= 2:
        return "a double four"
    if sum(is_real_three(after, cell, step) for step in STEPS) >= 2:
        return "a double three"
    return ""


def forbidden_cells(board: Grid) -> list[int]:
    """Return the empty cells where black may not play in renju, in order.

    A cell with fewer than FEWEST_OF_A_FOUL black stones on its lines can't be one.
    """
    steps = [k * step for step in STEPS for k in range(-5, 6) if k]
    return [
        cell
        for cell in empty_cells(board)
        if sum(board.get(cell + step) == BLACK for step in steps) >= FEWEST_OF_A_FOUL
        and forbidden(board, cell)
    ]


# In the functions below the new stone lies on the board.


def run_cells(board: Grid, cell: int, step: int) -> list[int]:
    """Return the cells of the run of one colour through the stone on a cell."""
    first, last = run_ends(board, cell, step, board[cell])
    return list(range(first, last + 1, step))


def has_exact_five(board: Grid, cell: int) -> bool:
    """Return whether a black stone is one of exactly five in a row."""
    return any(len(run_cells(board, cell, step)) == 5 for step in STEPS)


def has_overline(board: Grid, cell: int) -> bool:
    """Return whether a black stone is one of six or more in a row."""
    return any(len(run_cells(board, cell, step)) > 5 for step in STEPS)


def count_fours(board: Grid, cell: int, step: int) -> int:
    """Return how many fours a black stone is part of in a line.

    A four is four stones that one more makes exactly five; with two such cells it counts once.
    """
    fours = set()
    for gap in empty_along(board, cell, step, 4):
        run = run_cells(with_stone(board, gap, BLACK), gap, step)
        if len(run) == 5 and cell in run:
            fours.add(frozenset(run) - {gap})
    return len(fours)


def is_exact_five(board: Grid, cell: int, step: int) -> bool:
    """Return whether black may play on a cell and makes exactly five in a line."""
    after = with_stone(board, cell, BLACK)
    return state(board, cell) == EMPTY and len(run_cells(after, cell, step)) == 5


def straight_four_points(board: Grid, cell: int, step: int) -> list[int]:
    """Return the cells where black makes a straight four with the stone on a cell.

    That is four in a row that a stone on either end makes exactly five.
    """
    points = []
    for point in empty_along(board, cell, step, 3):
        after = with_stone(board, point, BLACK)
        run = run_cells(after, point, step)
        ends = (run[0] - step, run[-1] + step)
        if len(run) == 4 and cell in run and all(is_exact_five(after, end, step) for end in ends):
            points.append(point)
    return points


def is_real_three(board: Grid, cell: int, step: int) -> bool:
    """Return whether black may make a straight four, and no five, of a stone and two others."""
    return any(
        not has_exact_five(with_stone(board, point, BLACK), point) and not forbidden(board, point)
        for point in straight_four_points(board, cell, step)
    )

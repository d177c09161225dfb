"""The compiled rules against the slow twin: `python -m tests.long.differential [--cells N]`.

Every empty cell of random boards and of boards from play is compared, for every rule, size and
shape: whether a stone there wins, its patterns and its class for both colours, and whether it is
forbidden. The twin's lines are cached by their cells. Forbidden points are judged in full only
where the twin's class leaves a doubt, and on a sample elsewhere.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

from brain.layout import Record
from brain.lexicon import (
    BLACK,
    CELL_FOUL,
    CELLS,
    EMPTY,
    FIVE,
    MAX_SIZE,
    MIN_SIZE,
    RENJU,
    STEPS,
    STRIDE,
    WALL,
    WHITE,
    cell_at,
    column,
    row,
)
from brain.rules.laws import RULES, TABLE, packed_law
from brain.thinking import native
from tests.support import naive, record_views
from tests.support.boards import Board, draw, empty_board

COLOURS = (BLACK, WHITE)
FIVE_REACH = 6  # cells to each side that a five can depend on: six in a row, or five and a cap
PADDING = FIVE_REACH * (STRIDE + 1)  # cells before and behind the board
SCATTERED = 25  # boards of random stones for each game
SAMPLE = 50  # of the points that are clearly legal, one of this number is judged in full
WHIM = 0.3  # of the moves of play are at random
COUNTED = ("five", "forbidden", "judged")

States = tuple[int, ...]  # of cells along a line


@dataclass
class Tally:
    """What was compared."""

    cells: int = 0
    boards: int = 0
    counts: Counter[str] = field(default_factory=Counter)


class Difference(AssertionError):  # noqa: N818 (what it is, not an error of ours)
    """A cell that the kernels and the twin judge differently."""


def main() -> int:
    """Compare cells of every rule and print how many; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.differential", description=__doc__)
    parser.add_argument("--cells", type=int, default=10_000_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    print("rule    boards      cells   fives forbidden  judged in full   cells per s")
    for rule in RULES:
        began = time.perf_counter()
        try:
            tally = compare(rule, options.seed, options.cells // len(RULES))
        except Difference as difference:
            print(difference)
            return 1
        rate = tally.cells / (time.perf_counter() - began)
        fives, forbidden, judged = (tally.counts[name] for name in COUNTED)
        print(
            f"{rule:4}{tally.boards:10}{tally.cells:11}{fives:8}{forbidden:10}{judged:16}"
            f"{rate:14.0f}",
            flush=True,
        )
    return 0


def compare(rule: int, seed: str, cells: int) -> Tally:
    """Compare at least `cells` cells of a rule and return the counts; raises Difference."""
    library, record, tally = native.load(), Record(), Tally()
    dice = Random(f"{seed} {rule}")
    while tally.cells < cells:
        width, height = (dice.randint(MIN_SIZE, MAX_SIZE) for _ in range(2))
        game = width, height, rule
        for board in played(library, record, dice, game):
            compare_board(library, record, board, rule, tally)
        for board in scattered(library, record, dice, game):
            compare_board(library, record, board, rule, tally)
    return tally


# Boards; the record holds the position when one is yielded.


def scattered(
    library: native.Library, record: Record, dice: Random, game: tuple[int, int, int]
) -> Iterator[Board]:
    """Yield boards with random stones, everywhere or in one cluster, mostly of one colour more."""
    width, height, rule = game
    for _ in range(SCATTERED):
        board = empty_board(width, height)
        centre = dice.choice(sorted(board))
        radius = dice.choice((3, 4.5, 6, 99))
        black, white = dice.sample((dice.uniform(0.15, 0.45), dice.uniform(0, 0.3)), 2)
        walls = dice.choice((0, 0, 0.05))
        for cell in board:
            if abs(column(cell) - column(centre)) + abs(row(cell) - row(centre)) <= radius:
                weights = (1 - black - white - walls, black, white, walls)
                board[cell] = dice.choices((EMPTY, BLACK, WHITE, WALL), weights)[0]
        record_views.set_up(library, record, board, rule)
        yield board


def played(
    library: native.Library, record: Record, dice: Random, game: tuple[int, int, int]
) -> Iterator[Board]:
    """Yield the boards of a game by first guesses and whims, up to its end or a full board."""
    width, height, rule = game
    board = empty_board(width, height)
    library.new_game(record, width, height, rule, packed_law(rule))
    colour = BLACK
    cell = cell_at(width // 2, height // 2)
    while cell and not naive.is_five(board, cell, colour, rule):
        library.place(record, cell, colour)
        board[cell] = colour
        colour = 3 - colour
        yield board
        cell = library.guess(record, colour)
        if dice.random() < WHIM:
            near = sorted(naive.near_cells([cell]) & set(naive.empty_cells(board)))
            cell = dice.choice(near or [cell])


# The comparison


def compare_board(
    library: native.Library, record: Record, board: Board, rule: int, tally: Tally
) -> None:
    """Compare all empty cells of a position; raises Difference."""
    words = [list(record.pattern[colour]) for colour in (0, *COLOURS)]
    combinations = [list(record.combination[colour]) for colour in (0, *COLOURS)]
    states = [board.get(cell, WALL) for cell in range(-PADDING, CELLS + PADDING)]
    empty = naive.empty_cells(board)
    for cell in empty:
        for colour in COLOURS:
            patterns = twin_patterns(states, cell, colour, rule)
            word = sum(pattern << 4 * d for d, pattern in enumerate(patterns))
            kind = naive.cell_class(patterns, TABLE[rule].laws[colour])
            wins = twin_wins(states, cell, colour, rule)
            library.place(record, cell, colour)
            kernel_wins = bool(library.has_five(record, cell))
            library.lift(record)
            told = record.cell_class[colour][combinations[colour][cell]]
            if (word, kind, wins) != (words[colour][cell], told, kernel_wins):
                report(board, cell, rule, f"colour {colour}: {patterns} {kind} {wins}")
            if wins != (FIVE in patterns):
                report(board, cell, rule, f"the twin's own five, colour {colour}")
            tally.counts["five"] += wins
            if colour == BLACK and rule == RENJU:
                compare_forbidden(library, record, board, cell, kind, tally)
    tally.cells += len(empty)
    tally.boards += 1


def compare_forbidden(
    library: native.Library, record: Record, board: Board, cell: int, kind: int, tally: Tally
) -> None:
    """Compare whether a cell is forbidden; the twin is asked in full where its class says maybe."""
    forbidden = False
    if kind == CELL_FOUL or (tally.cells + cell) % SAMPLE == 0:
        forbidden = naive.forbidden(board, cell)
        tally.counts["judged"] += 1
        tally.counts["forbidden"] += forbidden
    if bool(library.is_forbidden(record, cell)) != forbidden:
        report(board, cell, RENJU, "forbidden" if forbidden else "not forbidden")


def report(board: Board, cell: int, rule: int, twin: str) -> None:
    raise Difference(f"rule {rule}, at *, by the twin {twin}\n{draw(board, {cell: '*'})}")


# The twin, remembering lines


def twin_patterns(states: list[int], cell: int, colour: int, rule: int) -> States:
    """Return what `naive.patterns_at` returns."""
    reach, at = naive.HALF[rule] + 1, cell + PADDING
    return tuple(
        naive.pattern_between(
            tuple(states[at - step : at - reach * step : -step]),
            tuple(states[at + step : at + reach * step : step]),
            colour,
            rule,
        )
        for step in STEPS
    )


def twin_wins(states: list[int], cell: int, colour: int, rule: int) -> bool:
    """Return what `naive.is_five` returns."""
    at = cell + PADDING
    return any(
        twin_wins_line(
            tuple(states[at - FIVE_REACH * step : at + (FIVE_REACH + 1) * step : step]),
            colour,
            rule,
        )
        for step in STEPS
    )


@cache
def twin_wins_line(states: States, colour: int, rule: int) -> bool:
    """Return whether a stone at the centre of a line wins along it."""
    line = dict(enumerate(states))
    return naive.is_five(line, len(states) // 2, colour, rule)


if __name__ == "__main__":
    sys.exit(main())

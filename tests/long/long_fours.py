"""Long wins by fours alone, constructed at random, and the searches that must find them.

    python -m tests.long.long_fours make RULE SEED PROBLEMS >> tests/data/long_fours.txt
    python -m tests.long.long_fours solve [SECONDS]

A problem is a board as one line of text. Black is to move and wins by fours in 40 to 150 plies, but
not by SHORTER fours. It grows by random changes of up to three cells. A change is kept if the
win gets no shorter.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from brain.cell import Cell
from brain.engine import Engine
from brain.game_board import Board
from brain.kernels.search.deepen import KILL_DEPTHS
from brain.layout import GAMES
from brain.lexicon import BLACK, EMPTY, WHITE, cell_at
from brain.thinking.searcher import MemoryLimits, Searcher
from brain.thinking.think import Limit

PROBLEMS = Path(__file__).parents[1] / "data" / "long_fours.txt"
SIZE = 15
LEAST_PLIES, MOST_PLIES = 40, 150
SHORTER = 16  # fours
DEEPEST = KILL_DEPTHS[-1]  # fours
NODES, MOST_NODES = 2_000, 20_000  # of a search for a win, and for a shorter one
STONES = 16  # of each side, at first
CHANGES = 6_000
MEMORY = MemoryLimits(table_bytes=1 << 20)

Stones = dict[int, int]


def main(what: str, *arguments: str) -> None:
    """Print problems, or solve those of the file."""
    if what == "make":
        for text in make(*map(int, arguments)):
            print(text, flush=True)
    else:
        seconds = float(arguments[0]) if arguments else 1.0
        boards = [Board.read(line) for line in PROBLEMS.read_text("ascii").splitlines()]
        found = [solve(board, Limit(seconds=seconds)) for board in boards]
        print(f"{sum(map(bool, found))} of {len(found)} solved, at most {max(found)} plies")


def solve(board: Board, limit: Limit) -> int:
    """Return the plies of the win that the engine finds, 0 if it finds none."""
    with Engine() as engine:
        score = engine.analyse(board, limit).score
        return score.mate or 0


def make(rule: int, seed: int, problems: int) -> Iterator[str]:
    """Yield problems as text."""
    chance = random.Random(f"{rule} {seed}")
    searcher = Searcher()
    searcher.allocate(MEMORY)
    searcher.load_rule(rule)
    wanted = 0
    while problems:
        wanted = wanted or chance.randrange(LEAST_PLIES, MOST_PLIES, 2)
        stones = _grown(searcher, rule, chance, wanted)
        if stones:
            yield _text(stones, rule)
            problems -= 1
            wanted = 0


def _text(stones: Stones, rule: int) -> str:
    black, white = (
        [Cell(cell, SIZE) for cell in sorted(stones) if stones[cell] == colour]
        for colour in (BLACK, WHITE)
    )
    return Board.setup(black, white, rule=rule).text


def _grown(searcher: Searcher, rule: int, chance: random.Random, wanted: int) -> Stones:
    """Return stones with a win of LEAST_PLIES or more, none if CHANGES bring no such win. No change
    follows a win of `wanted` plies.
    """
    cells = [cell_at(x, y) for x in range(SIZE) for y in range(SIZE)]
    stones: Stones = {}
    best = 0
    while not best:
        chosen = chance.sample(cells, 2 * STONES)
        stones = {cell: BLACK + (i & 1) for i, cell in enumerate(chosen)}
        best = win_plies(searcher, rule, stones)
    for _ in range(CHANGES):
        tried = dict(stones)
        for cell in chance.sample(cells, chance.randint(1, 3)):
            tried[cell] = chance.choice((EMPTY, EMPTY, EMPTY, BLACK, WHITE))
        tried = {cell: state for cell, state in tried.items() if state != EMPTY}
        plies = win_plies(searcher, rule, tried, best)
        if plies >= best:
            stones, best = tried, plies
        if wanted <= best <= MOST_PLIES:
            break
    return stones if best >= LEAST_PLIES else {}


def win_plies(searcher: Searcher, rule: int, stones: Stones, least: int = 1) -> int:
    """Return the plies of Black's win by fours, 0 without one of `least` plies or more, with one by
    SHORTER fours, or if a side wins without a search.
    """
    if searcher.record.table_game == GAMES:
        searcher.allocate(MEMORY)
    searcher.new_game(SIZE, SIZE, rule)
    for cell, colour in stones.items():
        searcher.place(cell, colour)
        if searcher.has_five(cell):
            return 0
    record, library = searcher.record, searcher.library
    if library.verdict(record, BLACK) or library.verdict(record, WHITE):
        return 0
    plies = library.kill(record, BLACK, DEEPEST, NODES)
    if plies < least:
        return 0
    if plies >= LEAST_PLIES:
        shorter = library.kill(record, BLACK, SHORTER, MOST_NODES)
        if shorter or record.solver_nodes <= 0:
            return 0
    return plies


if __name__ == "__main__":
    main(*sys.argv[1:])

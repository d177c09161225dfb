"""Long wins by fours alone, and the searches that must find them.

    python -m tests.long.long_fours make RULE SIZE SEED PROBLEMS >> tests/data/long_fours.txt
    python -m tests.long.long_fours solve [SECONDS]

A problem is a board as one line of text. Black is to move and wins by fours in 40 to 150 plies.
THREAT_NODES of the threat search find no shorter win, and `long_fours_growth`, which makes
problems, proves that no fewer fours win. The first problem has useless fours that can be played in
many orders.
"""

import sys
import time
from pathlib import Path

from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import BLACK, CELLS, EMPTY, opponent
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.grid import empty_board, empty_cells
from brain.thinking.searcher import MemoryLimits, Searcher
from brain.thinking.think import Limit

PROBLEMS = Path(__file__).parents[1] / "data" / "long_fours.txt"
LEAST_PLIES, MOST_PLIES = 40, 150
LEAST_FOURS, MOST_FOURS = LEAST_PLIES // 2 - 2, MOST_PLIES // 2
MOST_NODES = 2_000_000  # of a kill search that verifies a problem
THREAT_DEPTH, THREAT_NODES = 24, 20_000
MEMORY = MemoryLimits(table_bytes=1 << 22)

Stones = dict[int, int]


def main(what: str, *arguments: str) -> None:
    """Print problems, or solve those of the file."""
    if what == "make":
        from tests.long.long_fours_growth import make

        for text in make(*map(int, arguments)):
            print(text, flush=True)
        return
    seconds = float(arguments[0]) if arguments else 1.0
    boards = [Board.read(line) for line in PROBLEMS.read_text("ascii").splitlines()]
    found = [solve(board, Limit(seconds=seconds)) for board in boards]
    used = time.process_time()
    print(f"{sum(map(bool, found))} of {len(found)} solved in {used:.1f} s of CPU")
    print(f"{min(filter(None, found))} to {max(found)} plies")


def solve(board: Board, limit: Limit, memory_bytes: int = 0) -> int:
    """Return the plies of the win that the engine finds, 0 if it finds none."""
    with Engine(memory_bytes) as engine:
        return max(0, engine.analyse(board.position, limit).score.mate)


class Kills:
    """The kill search on boards of a rule and a size."""

    def __init__(self, rule: int, size: int) -> None:
        self.rule, self.size = rule, size
        self.searcher = Searcher()
        self.searcher.allocate(MEMORY)
        self.searcher.load_rule(rule)
        self.searcher.new_game(size, size, rule)
        self.searcher.record.max_stones = size**2
        self._placed: list[tuple[int, int]] = []

    def plies(self, stones: Stones, fours: int, nodes: int) -> int:
        """Return the plies of Black's win by `fours` fours and a win that needs no search. 0 if
        there is none, or if it is not proved within `nodes` nodes that no fewer fours win.
        """
        if not self._set_up(stones):
            return 0
        record, library = self.searcher.record, self.searcher.library
        at_once = library.verdict(record, BLACK) // CELLS
        if at_once or fours <= 0:
            return at_once if fours <= 0 else 0
        if library.kill(record, BLACK, fours - 1, nodes) or record.solver_nodes <= 0:
            return 0
        return library.kill(record, BLACK, fours, nodes)

    def line(self) -> list[int]:
        """Return the line of the win that was found last."""
        record = self.searcher.record
        return record.pv[0][: record.pv_length[0]]

    def threat_plies(self, stones: Stones) -> int:
        """Return the plies of Black's win by threats, 0 if THREAT_NODES find none."""
        self._set_up(stones)
        record, left = self.searcher.record, THREAT_NODES
        for depth in range(1, THREAT_DEPTH + 1):
            plies = self.searcher.library.threat_win(record, BLACK, depth, left)
            left = record.solver_nodes
            if plies or left <= 0:
                break
        return plies

    def _set_up(self, stones: Stones) -> bool:
        """Set up a board by the fewest changes; return whether no new stone has won."""
        record, library = self.searcher.record, self.searcher.library
        same = 0
        for cell, colour in self._placed:
            if stones.get(cell) != colour:
                break
            same += 1
        for _ in self._placed[same:]:
            library.lift(record)
        del self._placed[same:]
        present = {cell for cell, _ in self._placed}
        new = [(cell, colour) for cell, colour in stones.items() if cell not in present]
        for cell, colour in new:
            library.place(record, cell, colour)
        self._placed += new
        return not any(library.has_five(record, cell) for cell, _ in new)


def least_fours(kills: Kills, stones: Stones) -> int:
    """Return the least fours of Black's win before a win that needs no search, 0 if MOST_NODES find
    no win or don't prove that number.
    """
    for fours in range(LEAST_FOURS, MOST_FOURS):
        if kills.plies(stones, fours, MOST_NODES):
            return fours
    return 0


def is_legal(stones: Stones, line: list[int], rule: int, size: int) -> bool:
    """Return whether a line of Black's fours and White's answers keeps to the rule: each four
    threatens five, each answer prevents it, no move is a foul.
    """
    board = empty_board(size, size) | stones
    colour = BLACK
    for cell in line:
        is_end = is_five(board, cell, colour, rule) or is_foul(board, cell, colour, rule)
        if board[cell] != EMPTY or is_end:
            return False
        board[cell] = colour
        fives = [gap for gap in empty_cells(board) if is_five(board, gap, BLACK, rule)]
        if bool(fives) != (colour == BLACK):
            return False
        colour = opponent(colour)
    return True


if __name__ == "__main__":
    main(*sys.argv[1:])

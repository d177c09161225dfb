"""Long wins by threats, and the searches that must find them.

    python -m tests.long.long_threats make RULE SIZE SEED GAMES >> tests/data/long_threats.txt
    python -m tests.long.long_threats solve [NODES]

A problem is a position of a game of the engine against itself, as one line of text. The side to
move wins by threats in 21 to 35 plies, and no fewer threats win. It has no win by fours. The threat
search finds the win within MAKING_NODES, and not within SHALLOW_NODES, its part of a think of a
second. At most one position of a game is a problem.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from brain.cell import Cell
from brain.game_board import Board
from brain.thinking.searcher import MemoryLimits, Searcher
from brain.thinking.think import Limit
from brain.train.selfplay import Player
from tests.long.long_fours import solve

PROBLEMS = Path(__file__).parents[1] / "data" / "long_threats.txt"
LEAST_PLIES, MOST_PLIES = 21, 35
SECOND = 800_000  # nodes, as many as an idle core searches
FOURS, FOUR_NODES = 30, 20_000
THREATS, SHALLOW_NODES, MAKING_NODES = 24, 40_000, 1_000_000
GAME_NODES, FIRST_MOVE = 1500, 8
MEMORY = MemoryLimits(table_bytes=32 << 20)


def main(what: str, *arguments: str) -> None:
    """Print problems, or solve those of the file."""
    if what == "make":
        for text in make(*map(int, arguments)):
            print(text, flush=True)
        return
    nodes = int(arguments[0]) if arguments else SECOND
    boards = [Board.read(line) for line in PROBLEMS.read_text("ascii").splitlines()]
    found = [solve(board, Limit(nodes=nodes), MEMORY.table_bytes) for board in boards]
    used = time.process_time()
    print(f"{sum(plies > 0 for plies in found)} of {len(found)} solved in {used:.1f} s of CPU")


def make(rule: int, size: int, seed: int, games: int) -> Iterator[str]:
    """Yield problems from games of the engine against itself."""
    player = Player(rule, size, GAME_NODES, seed)
    threats = Threats(rule, size)
    for _ in range(games):
        for _ in player.turns():
            pass
        record = player.engine.searcher.record
        cells = [Cell(cell) for cell in record.placed[: record.stones]]
        for count in range(FIRST_MOVE, len(cells) + 1):
            board = Board(size, rule)
            for cell in cells[:count]:
                board.push(cell)
            if threats.is_problem(board):
                yield board.text
                break


class Threats:
    """The searches for wins, on boards of a rule and a size."""

    def __init__(self, rule: int, size: int) -> None:
        self.rule, self.size = rule, size
        self.searcher = Searcher()
        self.searcher.load_rule(rule)

    def is_problem(self, board: Board) -> bool:
        """Return whether a position is a problem."""
        self._set_up(board)
        record, library = self.searcher.record, self.searcher.library
        if library.kill(record, board.turn, FOURS, FOUR_NODES):
            return False
        if self._plies(board, SHALLOW_NODES) or record.solver_nodes > 0:
            return False
        return LEAST_PLIES <= self._plies(board, MAKING_NODES) <= MOST_PLIES

    def _plies(self, board: Board, nodes: int) -> int:
        """Return the plies of the win by the fewest threats, 0 if `nodes` find none. The record's
        `solver_nodes` are used up if that leaves it open.
        """
        record, plies = self.searcher.record, 0
        record.solver_nodes = nodes
        for depth in range(1, THREATS + 1):
            plies = self.searcher.library.threat_win(record, board.turn, depth, record.solver_nodes)
            if plies or record.solver_nodes <= 0:
                break
        return plies

    def _set_up(self, board: Board) -> None:
        """Set up a position, with an empty table."""
        self.searcher.allocate(MEMORY)
        self.searcher.new_game(self.size, self.size, self.rule)
        for cell, colour in board.stones:
            self.searcher.library.place(self.searcher.record, cell, colour)


if __name__ == "__main__":
    main(*sys.argv[1:])

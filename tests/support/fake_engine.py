"""An engine without a search, for tests of the protocol."""

import os
import threading
import time
from collections.abc import Iterable
from typing import NamedTuple

from brain.cell import Cell
from brain.engine import Analysis, Engine, Limit, Mark, Result, Task, Watch
from brain.lexicon import FREESTYLE, MATE, STEPS, column, opponent, row
from brain.score import Score
from brain.thinking.native import Library
from brain.thinking.root_events import RootEvent
from brain.thinking.searcher import Searcher
from brain.thinking.think import NOTHING

STDERR = 2
WATCHING_S = 0.002  # between news of the root


class Asked(NamedTuple):
    """What a think was asked."""

    colour: int
    limit: Limit
    lines: int
    barred: tuple[int, ...]
    watched: bool


class FakeEngine(Engine):
    """Completes a five, stops one, or plays nearest to the centre; a `slow` one takes its time."""

    width = height = 15
    rule = FREESTYLE
    stones: tuple[tuple[Cell, int], ...] = ()
    walls: tuple[Cell, ...] = ()
    _databases = None

    def __init__(self, slow: bool = False) -> None:
        self.searcher = Searcher(Library({"ticks": lambda record: 0}))
        self.slow = slow
        self.settings: dict[str, int] = {}  # the values that the setters received
        self.forgets = self.prefaults = 0
        self.forbidden: tuple[Cell, ...] = ()
        self.fails = False
        self.logs = False
        self.asked: list[Asked] = []
        self.nodes_a_think = 0
        self.stopping = threading.Event()

    def new_game(self, width: int, height: int, rule: int, walls: Iterable[int] = ()) -> None:
        self.width, self.height, self.rule = width, height, rule
        self.walls = tuple(map(Cell, walls))
        self.stones = ()

    def clear(self) -> None:
        self.stones = ()

    def set_memory(self, memory_bytes: int) -> None:
        self.settings["memory"] = memory_bytes

    def set_table(self, table_bytes: int) -> None:
        self.settings["table"] = table_bytes

    def set_threads(self, threads: int) -> None:
        self.settings["threads"] = threads

    def set_caution(self, level: int) -> None:
        self.settings["caution"] = level

    def usage(self) -> float:
        return 0.25

    def forget(self) -> None:
        self.forgets += 1

    def prefault(self) -> None:
        self.prefaults += 1

    def is_empty(self, cell: int) -> bool:
        inside = 0 <= column(cell) < self.width and 0 <= row(cell) < self.height
        return inside and cell not in dict(self.stones) and cell not in self.walls

    def place(self, cell: int, colour: int) -> None:
        assert self.is_empty(cell)
        self.stones += ((Cell(cell), colour),)

    def take_back(self, cell: int) -> None:
        assert cell in dict(self.stones)
        self.stones = tuple(stone for stone in self.stones if stone[0] != cell)

    def run(self, task: Task) -> Result:
        colour, limit, watch = task.colour, task.limit, task.watch
        asked = Asked(colour, limit, task.lines, tuple(sorted(task.barred)), watch is not None)
        self.asked.append(asked)
        self.searcher.total_nodes += self.nodes_a_think
        if self.logs:
            os.write(STDERR, f"thinks for {colour}, {limit.ms} ms\n".encode())
        if self.fails:
            raise ArithmeticError("asked to fail")
        moves = self._moves(colour, asked.barred)[: task.lines]
        found = tuple(self._analysis(colour, rank, move) for rank, move in enumerate(moves, 1))
        for analysis in found:
            task.report(analysis)
        if self.slow:
            self._wait(limit, found[0].line[0] if found else Cell(0), watch)
        self.stopping.clear()
        if not found:
            return Result(Cell(0), NOTHING)
        return Result(moves[0], found[0], found)

    def stop(self) -> None:
        self.stopping.set()

    def cancel_stop(self) -> None:
        self.stopping.clear()

    def forbidden_points(self) -> tuple[Cell, ...]:
        return self.forbidden

    def close(self) -> None:
        self.stop()

    def _wait(self, limit: Limit, best: Cell, watch: Watch | None) -> None:
        """Wait for a stop or the hard limit, with news of the root from another thread."""
        done = threading.Event()

        def tell() -> None:
            while watch and not done.wait(WATCHING_S):
                watch(Mark(RootEvent.SEARCHING, best))
                watch(Mark(RootEvent.BEST, best))

        thread = threading.Thread(target=tell, daemon=True)
        thread.start()
        spent_s = time.perf_counter() - limit.since
        self.stopping.wait(max(0.0, limit.seconds - spent_s) if limit.seconds else None)
        done.set()
        thread.join()

    def _analysis(self, colour: int, rank: int, move: Cell) -> Analysis:
        score = Score(MATE - 1 if _is_five(move, self._cells_of(colour)) else 0)
        return Analysis(1, 1, score, 1, 1.0, (move,), rank)

    def _moves(self, colour: int, barred: tuple[int, ...]) -> list[Cell]:
        """Return the cells to choose from, the best first."""
        taken = {cell for cell, _ in self.stones}.union(self.walls, barred)
        board = [Cell.at(x, y) for y in range(self.height) for x in range(self.width)]
        empty = sorted((cell for cell in board if cell not in taken), key=self._distance)
        for who in (colour, opponent(colour)):
            own = self._cells_of(who)
            fives = [cell for cell in empty if len(own) > 3 and _is_five(cell, own)]
            if fives:
                return sorted(fives) + [cell for cell in empty if cell not in fives]
        return empty

    def _cells_of(self, colour: int) -> set[int]:
        return {cell for cell, owner in self.stones if owner == colour}

    def _distance(self, cell: int) -> int:
        return (2 * column(cell) - self.width + 1) ** 2 + (2 * row(cell) - self.height + 1) ** 2


def _is_five(cell: int, own: set[int]) -> bool:
    """Return whether a stone would complete five or more."""
    return any(
        all(cell + (shift + place) * step in own for place in range(5) if shift + place)
        for step in STEPS
        for shift in range(-4, 1)
    )

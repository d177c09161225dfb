"""Analysis of the empty board, where the search has no stone to look around: it is asked for the
answer to each of the first moves nearest the centre.
"""

import time
from collections.abc import Iterable
from typing import Protocol

from brain.cell import Cell, cells_on
from brain.lexicon import mate_in, opponent, point_of
from brain.rules.symmetry import Points, lowest
from brain.score import Score
from brain.thinking.think import Analysis, Limit, Result, Task

LEAST_S = 0.001  # for a move when the time is over


class AnalysisBoard(Protocol):
    """A board that a position is searched on, such as an engine."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    def place(self, cell: int, colour: int) -> None: ...
    def take_back(self, cell: int) -> None: ...
    def run(self, task: Task) -> Result: ...


def analyse(board: AnalysisBoard, task: Task, cells: Iterable[int]) -> Result:
    """Return the lines that begin with the first of some cells, the best first.

    Of cells that a symmetry of the board maps to each other only the first counts. The limit is
    shared evenly. The lines are reported once, at the end.
    """
    began = task.limit.since or time.perf_counter()
    moves = _different(board, cells, task.lines)
    lines: list[Analysis] = []
    stopped = False
    for number, move in enumerate(moves):
        if not stopped:
            limit = _share(task.limit, began, number, len(moves))
            board.place(move, task.colour)
            try:
                answer = board.run(Task(opponent(task.colour), limit))
            finally:
                board.take_back(move)
            nodes = lines[-1].nodes if lines else 0
            lines.append(_line(move, answer.analysis, nodes, began))
            stopped = answer.stopped
    best_first = sorted(lines, key=lambda line: -line.score)
    ranked = tuple(line._replace(rank=rank) for rank, line in enumerate(best_first, 1))
    for line in ranked:
        task.report(line)
    return Result(ranked[0].line[0], ranked[0], ranked, stopped)


def _different(board: AnalysisBoard, cells: Iterable[int], count: int) -> list[Cell]:
    """Return the first cells of which none is another's mirror image."""
    size = board.width, board.height
    found: dict[Points, Cell] = {}
    for cell in cells_on(board.height, cells):
        found.setdefault(lowest((point_of(cell),), *size), cell)
        if len(found) == count:
            break
    return list(found.values())


def _share(limit: Limit, began: float, number: int, count: int) -> Limit:
    """Return the limit of one move of several."""

    def seconds(whole: float) -> float:
        left = began + whole - time.perf_counter()
        return max(LEAST_S, left / (count - number)) if whole else 0

    return Limit(
        seconds(limit.seconds),
        max(1, limit.nodes // count) if limit.nodes else 0,
        max(1, limit.depth - 1) if limit.depth else 0,
        soft_seconds=seconds(limit.soft_seconds),
    )


def _line(move: Cell, answer: Analysis, nodes: int, began: float) -> Analysis:
    """Return the line of a move and what answers it."""
    plies = mate_in(answer.score)
    further = (plies > 0) - (plies < 0)  # a proven result is a ply further away
    return Analysis(
        depth=answer.depth + 1,
        selective_depth=answer.selective_depth + 1,
        score=Score(further - answer.score),
        nodes=nodes + answer.nodes,
        elapsed_ms=(time.perf_counter() - began) * 1000,
        line=(move, *answer.line),
    )

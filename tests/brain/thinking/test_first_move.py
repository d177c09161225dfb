"""Analysis of the empty board: one search for each first move, shared limits, the best first."""

from dataclasses import dataclass, field

from brain.cell import Cell
from brain.lexicon import BLACK, MATE, WHITE
from brain.score import Score
from brain.thinking import first_move
from brain.thinking.think import Analysis, Limit, Result, Task

E5, E4, D5, D4, A1 = (Cell.at(4, 4), Cell.at(4, 3), Cell.at(3, 4), Cell.at(3, 3), Cell.at(0, 0))
SCORES: dict[int, int] = {E5: -30, E4: 10, D4: -70}  # of the answer, for the side that answers


@dataclass
class ScriptedBoard:
    """A board whose search returns a score by the stone that lies on it."""

    width: int = 9
    height: int = 9
    scores: dict[int, int] = field(default_factory=lambda: dict(SCORES))
    stops_at: int = 0
    stones: list[int] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)

    def place(self, cell: int, colour: int) -> None:
        self.stones.append(cell)

    def take_back(self, cell: int) -> None:
        self.stones.remove(cell)

    def run(self, task: Task) -> Result:
        self.tasks.append(task)
        (cell,) = self.stones
        answer = Analysis(4, 6, Score(self.scores[cell]), 100, 1.0, (A1,))
        return Result(A1, answer, stopped=cell == self.stops_at)


def analyse(board: ScriptedBoard, task: Task) -> Result:
    """Return the analysis of the cells nearest the centre."""
    return first_move.analyse(board, task, (E5, E4, D5, D4))


def test_the_best_line_comes_first_when_it_is_searched_last() -> None:
    result = analyse(ScriptedBoard(), Task(BLACK, Limit(depth=5), lines=3))
    assert [(line.rank, line.line[0], line.score) for line in result.lines] == [
        (1, D4, 70),
        (2, E5, 30),
        (3, E4, -10),
    ]
    assert result.move == D4


def test_a_mirror_image_is_not_searched_again() -> None:
    board = ScriptedBoard()  # which has no score for d5
    assert len(analyse(board, Task(BLACK, Limit(depth=5), lines=4)).lines) == 3
    assert {task.colour for task in board.tasks} == {WHITE}


def test_the_board_is_empty_after_an_analysis() -> None:
    board = ScriptedBoard()
    analyse(board, Task(BLACK, Limit(depth=5), lines=3))
    assert board.stones == []


def test_nodes_are_shared_and_depth_is_a_ply_less() -> None:
    board = ScriptedBoard()
    analyse(board, Task(BLACK, Limit(nodes=900, depth=5), lines=3))
    assert [(task.limit.nodes, task.limit.depth) for task in board.tasks] == [(300, 4)] * 3


def test_a_limit_is_never_zero_when_there_is_less_than_one_for_each_move() -> None:
    board = ScriptedBoard()
    analyse(board, Task(BLACK, Limit(nodes=1, depth=1), lines=3))
    assert [(task.limit.nodes, task.limit.depth) for task in board.tasks] == [(1, 1)] * 3


def test_no_move_is_searched_after_a_stop() -> None:
    result = analyse(ScriptedBoard(stops_at=E5), Task(BLACK, Limit(depth=5), lines=3))
    assert result.stopped
    assert [line.line for line in result.lines] == [(E5, A1)]


def test_a_proven_result_is_a_ply_further_away_than_after_the_move() -> None:
    board = ScriptedBoard(scores={E5: MATE - 5, E4: 4 - MATE, D4: 0})
    result = analyse(board, Task(BLACK, Limit(depth=5), lines=3))
    assert [line.score for line in result.lines] == [MATE - 5, 0, 6 - MATE]


def test_lines_are_reported_once_with_the_nodes_of_all_before() -> None:
    reported: list[Analysis] = []
    analyse(ScriptedBoard(), Task(BLACK, Limit(depth=5), lines=3, report=reported.append))
    assert [line.rank for line in reported] == [1, 2, 3]
    assert {line.line[0]: line.nodes for line in reported} == {E5: 100, E4: 200, D4: 300}
    assert {(line.depth, line.selective_depth) for line in reported} == {(5, 7)}

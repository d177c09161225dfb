"""Our tactical positions: the solver checks the drawings, then the engine solves them."""

import random
from collections.abc import Iterator

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, EMPTY, FREESTYLE, STEPS, WALL, WHITE, mate_in
from brain.rules.laws import RULES
from tests.support import naive, solver
from tests.support.boards import Board, draw, empty_board, parse, size_of
from tests.support.tactics import DEFENCES, WINS, Tactic

NODES = 30_000
MEMORY = 64 << 20


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One engine for all positions; a new game forgets the one before."""
    engine = Engine(MEMORY)
    yield engine
    engine.close()


def name_of(tactic: Tactic) -> str:
    """Return a test's name."""
    return f"rule {tactic.rule}: {tactic.name}"


def set_up(engine: Engine, board: Board, rule: int) -> None:
    """Start a game at a board's position, its stones placed in the order of their cells."""
    engine.new_game(*size_of(board), rule, [cell for cell in board if board[cell] == WALL])
    for cell, state in board.items():
        if state not in (EMPTY, WALL):
            engine.place(cell, state)


@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_marked_moves_are_all_that_win(tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    question = (drawing.board, tactic.colour, tactic.rule)
    found = solver.winning_moves(*question, tactic.plies, tactic.quiet)
    assert set(found) == drawing.marks["m"]
    assert tactic.plies == 1 or not solver.wins(*question, tactic.plies - 2, tactic.quiet)


@pytest.mark.parametrize("tactic", DEFENCES, ids=name_of)
def test_marked_moves_are_all_that_hold(tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    question = (drawing.board, tactic.colour, tactic.rule)
    found = solver.holding_moves(*question, tactic.plies, tactic.quiet)
    assert set(found) == drawing.marks["m"]


@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_engine_proves_the_win(engine: Engine, tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    set_up(engine, drawing.board, tactic.rule)
    result = engine.think(tactic.colour, Limit(nodes=NODES))
    assert result.move in drawing.marks["m"], draw(drawing.board, {result.move: "?"})
    assert mate_in(result.analysis.score) == tactic.plies


@pytest.mark.parametrize("tactic", DEFENCES, ids=name_of)
def test_engine_finds_the_defence(engine: Engine, tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    set_up(engine, drawing.board, tactic.rule)
    result = engine.think(tactic.colour, Limit(nodes=NODES))
    assert result.move in drawing.marks["m"], draw(drawing.board, {result.move: "?"})


def random_board(dice: random.Random, rule: int) -> Board:
    """Return a small board with equally many stones of both colours in its middle and no five."""
    while True:
        size = dice.choice((7, 8, 9))
        board = empty_board(size, size)
        middle = [cell for cell in board if all(state in board for state in around(cell))]
        count = dice.randint(4, 11)
        for number, cell in enumerate(dice.sample(middle, 2 * count)):
            board[cell] = 1 + number % 2
        stones = [cell for cell in board if board[cell] != EMPTY]
        if not any(naive.is_five(board, cell, board[cell], rule) for cell in stones):
            return board


def around(cell: int) -> tuple[int, ...]:
    """Return the cells beside a cell along its lines."""
    return tuple(cell + sign * step for step in STEPS for sign in (1, -1))


@pytest.mark.parametrize("rule", RULES)
def test_short_wins_and_losses_of_random_positions_are_all_seen_and_all_true(
    engine: Engine, rule: int
) -> None:
    dice = random.Random(rule)
    wins = losses = 0
    for _ in range(40):
        board = random_board(dice, rule)
        colour = dice.choice((BLACK, WHITE))
        set_up(engine, board, rule)
        analysis = engine.think(colour, Limit(nodes=1000, depth=3)).analysis
        plies = mate_in(analysis.score)
        assert (0 < plies <= 3) == solver.wins(board, colour, rule, 3, 0), draw(board)
        if 0 < plies <= 5:
            wins += 1
            assert solver.move_wins(board, analysis.line[0], colour, rule, plies, 1), draw(board)
        if -4 <= plies < 0:
            losses += 1
            saved = solver.holding_moves(board, colour, rule, -plies - 1, 0)
            assert not list(saved), draw(board)
    assert wins > 7
    assert losses > 0


def test_a_win_by_a_five_on_the_last_stone_is_proved(engine: Engine) -> None:
    drawing = parse(
        """
        m O O O .
        O X X X X
        O X O X X
        O X X X O
        . X X O X
        """
    )
    set_up(engine, drawing.board, FREESTYLE)
    result = engine.think(WHITE, Limit(nodes=NODES))
    assert {result.move} == set(drawing.marks["m"])
    assert result.score.mate == 3

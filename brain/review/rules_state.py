"""The state of the position on an engine's board by the rules."""

from dataclasses import dataclass

from brain.cell import Cell, cells_on
from brain.engine import Engine
from brain.lexicon import BLACK, WALL
from brain.rules.fives import winning_cells
from brain.rules.grid import empty_board
from brain.rules.laws import most_stones


@dataclass(frozen=True)
class RulesState:
    """The winner, whether the game is over, the five and the forbidden points."""

    winner: int  # 0 for none
    is_over: bool
    five: tuple[Cell, ...] = ()  # the winner's stones in a row
    forbidden: tuple[Cell, ...] = ()  # if black is to move
    is_foul: bool = False  # the last move was forbidden


def rules_state(engine: Engine, turn: int) -> RulesState:
    """Return the state of the engine's position with `turn` to move."""
    width, height, rule, stones = engine.width, engine.height, engine.rule, engine.stones
    walls = ((cell, WALL) for cell in engine.walls)
    grid = empty_board(width, height) | dict(stones) | dict(walls)
    # A position that was set up may have a five without its last stone.
    fives = ((colour, winning_cells(grid, cell, rule)) for cell, colour in reversed(stones))
    winner, five = next((found for found in fives if found[1]), (0, set[int]()))
    cells = width * height - len(engine.walls)
    is_full = len(stones) == most_stones(width * height, rule) or len(stones) >= cells
    return RulesState(
        winner,
        bool(five) or is_full,
        cells_on(height, sorted(five)),
        engine.forbidden_points() if turn == BLACK and not five else (),
    )

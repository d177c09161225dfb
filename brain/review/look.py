"""What the rules say of the position on an engine's board."""

from dataclasses import dataclass

from brain.cell import Cell
from brain.engine import Engine
from brain.lexicon import BLACK, WALL
from brain.rules.fives import winning_cells
from brain.rules.grid import empty_board
from brain.rules.laws import most_stones


@dataclass(frozen=True)
class Look:
    """Who has won, whether the game is over, and which cells decide that."""

    winner: int  # 0 for nobody
    is_over: bool
    five: tuple[Cell, ...] = ()  # the winner's
    forbidden: tuple[Cell, ...] = ()  # for black, who is to move
    is_foul: bool = False  # the last move was forbidden


def look(engine: Engine, turn: int) -> Look:
    """Return what the rules say of the engine's position with a side to move."""
    width, height, rule, stones = engine.width, engine.height, engine.rule, engine.stones
    walls = ((cell, WALL) for cell in engine.walls)
    grid = empty_board(width, height) | dict(stones) | dict(walls)
    five = winning_cells(grid, stones[-1][0], rule) if stones else set()
    room = width * height - len(engine.walls)
    is_full = len(stones) >= min(room, most_stones(width * height, rule))
    return Look(
        stones[-1][1] if five else 0,
        bool(five) or is_full,
        tuple(map(Cell, sorted(five))),
        engine.forbidden_points() if turn == BLACK and not five else (),
    )

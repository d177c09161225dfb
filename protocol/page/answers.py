"""What the page asks, answered by the native engine: the twin of engine.js, strength.js and
openings.js.

Requests and results are JSON objects with the fields that engine.js describes. What can't be done
raises ValueError, KeyError or TypeError.
"""

from collections.abc import Callable, Mapping
from typing import Any

from brain.cell import Cell, name_of
from brain.engine import Engine, Limit, Result
from brain.lexicon import BLACK, WALL, point_of
from brain.openings.swap2 import USUAL_S, answer
from brain.rules.fives import winning_cells
from brain.rules.grid import empty_board
from brain.rules.laws import most_stones
from brain.thinking import strength
from brain.thinking.strength import FULL_STRENGTH
from brain.thinking.think import Task
from protocol.piskvork.commentary import as_fields

Fields = Mapping[str, Any]
Answer = dict[str, object]


def look(engine: Engine, position: Fields) -> Answer:
    """Return what the rules say of a position."""
    _set_up(engine, position)
    width, height, rule, stones = engine.width, engine.height, engine.rule, engine.stones
    walls = ((cell, WALL) for cell in engine.walls)
    grid = empty_board(width, height) | dict(stones) | dict(walls)
    five = winning_cells(grid, stones[-1][0], rule) if stones else set()
    room = width * height - len(engine.walls)
    is_full = len(stones) >= min(room, most_stones(width * height, rule))
    has_fouls = position["turn"] == BLACK and not five
    return {
        "winner": stones[-1][1] if five else 0,
        "is_over": bool(five) or is_full,
        "five": [Cell(cell).name for cell in sorted(five)],
        "forbidden": [cell.name for cell in engine.forbidden_points()] if has_fouls else [],
    }


def forget(engine: Engine) -> Answer:
    """Begin a new game, with nothing left of an earlier one."""
    engine.new_game(engine.width, engine.height, engine.rule, engine.walls)
    return {}


def think(
    engine: Engine, position: Fields, limits: Fields, report: Callable[[Answer], None]
) -> Answer:
    """Return the best move and lines of a position, at a strength of 0 to 100."""
    limit = Limit(
        limits.get("ms", 0) / 1000,
        limits.get("nodes", 0),
        limits.get("depth", 0),
        soft_seconds=limits.get("soft_ms", 0) / 1000,
    )
    barred = frozenset(map(Cell.named, limits.get("barred", ())))
    _set_up(engine, position)
    task = Task(
        position["turn"],
        limit,
        limits.get("lines", 1),
        barred,
        lambda analysis: report(as_fields(analysis)),
    )
    return _told(strength.think(engine, task, limits.get("strength", FULL_STRENGTH)))


def swap2(engine: Engine, position: Fields, variety: int) -> Answer:
    """Return the moves that we place after none, three or five stones; none to take black."""
    names = [name for name, _ in position["stones"]]
    points = [point_of(cell) for cell in map(Cell.named, names)]
    _set_up(engine, {**position, "stones": ()})
    found = answer(engine, points, Limit(USUAL_S), variety)
    return {"moves": [name_of(x, y) for x, y in found]}


def _told(result: Result) -> Answer:
    return {
        "move": result.move.name if result.move else "",
        "lines": [as_fields(analysis) for analysis in result.lines],
        "stopped": result.stopped,
    }


def _set_up(engine: Engine, position: Fields) -> None:
    """Set up a position, even where the game is over."""
    engine.lay(
        position["width"],
        position["height"],
        position["rule"],
        [(Cell.named(name), colour) for name, colour in position["stones"]],
        map(Cell.named, position["walls"]),
    )

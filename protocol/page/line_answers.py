"""Winning threat lines, and the longest defences against them: the twin of lines.js."""

from dataclasses import dataclass

from brain.cell import Cell, cells_on
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine
from brain.lexicon import BLACK
from brain.position import Position
from brain.proving.threat_lines import (
    OTHER,
    board_of,
    cover_plies,
    find_line,
    line_plies,
    placed,
    replies_covered,
)

TRIES = 2000  # moves tried in a search for a line


@dataclass(frozen=True)
class WinningLine:
    """The moves of a line that wins for the side to move, empty if none is found, and its plies."""

    moves: tuple[Cell, ...]
    plies: int


@dataclass(frozen=True)
class Defence:
    """A move, and the maximum plies to the five after it; no cell and 0 if a move may hold."""

    move: Cell
    plies: int


def line(engine: Engine, position: Position) -> WinningLine:
    """Return a winning line of the side to move."""
    engine.set_up(position)
    board = board_of(stones_of(position))
    found = find_line(engine, board, position.turn, TRIES)
    plies = line_plies(engine, board, position.turn, found) if found else 0
    return WinningLine(cells_on(position.height, found), plies)


def defence(engine: Engine, position: Position) -> Defence:
    """Return the move after which the other side's winning lines are longest.

    Among equal moves, one that the line after a pass does not answer is preferred.
    """
    engine.set_up(position)
    passed = position.passed
    winner, stones = passed.turn, stones_of(passed)
    board, may_foul = board_of(stones), winner != BLACK
    legal = [
        cell for cell in cells_of(stones.empty) if not (may_foul and engine.is_forbidden(cell))
    ]
    lines = [find_line(engine, board, winner, TRIES)]
    plies = replies_covered(engine, board, winner, lines[0]) if lines[0] else {}
    answers = [cell for cell in legal if cell not in plies]
    for cell in answers:
        if lines[-1] and cell not in plies:
            lines.append(find_line(engine, placed(board, cell, OTHER), winner, TRIES))
            plies = replies_covered(engine, board, winner, lines[-1]) | plies
    most = cover_plies(engine, board, winner, lines, {})[0] if lines[-1] else 0
    if not most:
        return Defence(Cell(0), 0)
    best = max(legal, key=lambda cell: (plies[cell], cell in answers, -cell))
    return Defence(Cell(best, position.height), most)

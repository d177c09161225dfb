"""Answers the page's requests with the native engine: the twin of engine.js, strength.js and
openings.js. wire.py reads the requests and writes the answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from brain.cell import Cell, Stone
from brain.engine import Engine, Limit, Report, Result
from brain.openings import decisions
from brain.openings.procedures import OpeningAnswer, OpeningState
from brain.position import Position
from brain.position_database import NO_ENTRY, PositionEntry
from brain.review import rules_state
from brain.review.rules_state import RulesState
from brain.thinking import strength
from brain.thinking.think import Task


@dataclass(frozen=True)
class Question:
    """A position on the page, even if the game is over."""

    width: int
    height: int
    rule: int
    stones: tuple[Stone, ...]
    walls: tuple[Cell, ...]
    turn: int

    @property
    def position(self) -> Position:
        """The position; ValueError if the game is over."""
        return Position(self.width, self.height, self.rule, self.stones, self.turn, self.walls)


@dataclass(frozen=True)
class Wanted:
    """The options of a think."""

    limit: Limit
    lines: int  # number of best moves
    barred: frozenset[int]  # cells that must not be chosen
    strength: int  # 0 to 100
    plays: bool = False  # whether a position database may choose the move
    is_fresh: bool = False  # with one thread, and without the results of earlier searches


@dataclass(frozen=True)
class StoredMoves:
    """What position databases have of a position."""

    own: PositionEntry
    moves: Mapping[Cell, PositionEntry]  # the entries after its moves


def rules_of(engine: Engine, asked: Question) -> RulesState:
    """Return the state of a position by the rules."""
    _lay(engine, asked)
    return rules_state.rules_state(engine, asked.turn)


def stored(engine: Engine, asked: Question) -> StoredMoves:
    """Return the entry of a position in the engine's position databases, the first one that has it,
    and those after its moves.
    """
    _lay(engine, asked)
    own, moves = None, dict[Cell, PositionEntry]()
    for database in reversed(engine.position_databases):
        own = database.find(engine, asked.turn) or own
        moves |= database.after(engine, asked.turn)
    return StoredMoves(own or NO_ENTRY, moves)


def forget(engine: Engine) -> None:
    """Start a new game, and drop all results of earlier ones."""
    engine.new_game(engine.width, engine.height, engine.rule, engine.walls)


def think(engine: Engine, asked: Question, wanted: Wanted, report: Report) -> Result:
    """Return the best move and lines of a position."""
    if wanted.is_fresh:
        forget(engine)
    _lay(engine, asked)
    task = Task(
        asked.turn,
        wanted.limit,
        wanted.lines,
        wanted.barred,
        report,
        recalls=not wanted.is_fresh,
        follows=wanted.plays,
        is_alone=wanted.is_fresh,
    )
    return strength.think(engine, task, wanted.strength)


def opening(
    engine: Engine, asked: Question, state: OpeningState, variety: int
) -> tuple[OpeningAnswer, ...]:
    """Return the answers to the current step of an opening procedure."""
    _lay(engine, asked)
    return decisions.decide(engine, state, Limit(decisions.USUAL_S), variety)


def _lay(engine: Engine, asked: Question) -> None:
    """Set up a position, even if the game is over."""
    engine.lay(asked.width, asked.height, asked.rule, asked.stones, asked.walls)

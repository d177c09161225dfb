"""A position from text: moves, a PSQ or SGF file, or what a manager sends. No input or output
happens here.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from brain.board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at, opponent
from brain.notation import moves, psq, sgf
from brain.position import Position
from brain.symmetry import Points
from protocol import commands
from protocol.commands import (
    NEUTRAL,
    OPPONENT,
    OWN,
    WORDS,
    Command,
    Info,
    Parser,
    SetPosition,
    Start,
)


@dataclass(frozen=True)
class Reading:
    """How to read a text."""

    size: tuple[int, int] = (15, 15)  # columns and rows, where the text doesn't say
    rule: int | None = None  # overrides the text's; None for that, or else freestyle
    stones: int | None = None  # only the first so many of a game; None for all


def read(text: str, reading: Reading) -> Position:
    """Return the position that a text describes; ValueError when it can't be one."""
    text = text.strip()
    reader = next(reader for start, reader in READERS if re.match(start, text))
    return reader(text, reading)


def _of_moves(text: str, reading: Reading) -> Position:
    """Read `h8i9...`, black's stone first."""
    return _of_game(moves.loads(text), reading.size, None, reading)


def _of_psq(text: str, reading: Reading) -> Position:
    saved = psq.loads(text)
    return _of_game(saved.points, (saved.width, saved.height), None, reading)


def _of_sgf(text: str, reading: Reading) -> Position:
    """Read the first game of a collection."""
    saved = next(sgf.loads(text), None)
    if not saved:
        raise ValueError("there is no game in it")
    return _of_game(saved.points, (saved.width, saved.height), saved.rule, reading)


def _of_game(points: Points, size: tuple[int, int], rule: int | None, reading: Reading) -> Position:
    """Return the position after the stones of a game."""
    return Board.of(points[: reading.stones], size, _rule(rule, reading)).position


def _of_manager(text: str, reading: Reading) -> Position:
    """Read `x,y,owner` lines, with or without START, INFO rule, BOARD and DONE around them."""
    size, rule = reading.size, None
    stones: tuple[tuple[int, int, int], ...] = ()
    for command in _commands(text):
        match command:
            case Start(width, height):
                size = width, height
            case Info("rule", value) if value in sgf.NUMBERED_RULES:
                rule = sgf.NUMBERED_RULES[value]
            case commands.Board(found) | SetPosition(found):
                stones = found
            case _:
                raise ValueError("neither a file, nor moves, nor what a manager sends")
    owners = [owner for _, _, owner in stones]
    if not {OWN, OPPONENT, NEUTRAL}.issuperset(owners):
        raise ValueError("a stone of nobody")
    turn = BLACK if owners.count(OWN) >= owners.count(OPPONENT) else WHITE
    colours = {OWN: turn, OPPONENT: opponent(turn)}
    cells = [_cell(x, y, size) for x, y, _ in stones]
    owned = list(zip(cells, owners, strict=True))
    placed = [(cell, colours[owner]) for cell, owner in owned if owner != NEUTRAL]
    walls = [cell for cell, owner in owned if owner == NEUTRAL]
    return Position(*size, _rule(rule, reading), placed, turn, walls)


def _commands(text: str) -> Iterable[Command]:
    """Yield a manager's commands, without settings that don't change the position."""
    words = text.upper().split()
    before = [] if words[0] in WORDS else ["BOARD"]
    behind = ["DONE"] if "BOARD" in before + words and "DONE" not in words else []
    parser = Parser()
    for line in [*before, *text.splitlines(), *behind]:
        for command in parser.feed(line):
            if not isinstance(command, Info) or command.key == "rule":
                yield command


def _rule(rule: int | None, reading: Reading) -> int:
    return next(number for number in (reading.rule, rule, FREESTYLE) if number is not None)


def _cell(x: int, y: int, size: tuple[int, int]) -> int:
    """Return a cell; ValueError when it is off the board."""
    width, height = size
    if not (0 <= x < width and 0 <= y < height):
        raise ValueError(f"stone {x},{y} is off the board of {width} x {height}")
    return cell_at(x, y)


READERS: tuple[tuple[str, Callable[[str, Reading], Position]], ...] = (
    (r"Piskvorky ", _of_psq),
    (r"\(", _of_sgf),
    (r"[a-zA-Z]\d|$", _of_moves),
    (r"", _of_manager),
)

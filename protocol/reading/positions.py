"""Reads a position from text: any format of brain.notation, or a manager's lines. No input or
output happens here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from brain.cell_names import name_of
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, opponent
from brain.notation import diagram, game_reader, moves
from brain.notation.game_reader import Given
from brain.notation.text import excerpt, plain
from brain.notation.written_game import WrittenGame
from brain.position import Position
from brain.rules.laws import RULES
from brain.rules.symmetry import Point
from protocol.piskvork import commands
from protocol.piskvork.commands import (
    NEUTRAL,
    OPPONENT,
    OWN,
    Command,
    Info,
    SetPosition,
    Start,
)
from protocol.piskvork.grammar import WORDS, CommandParser, read_number


@dataclass(frozen=True)
class Reading:
    """How to read a text."""

    size: tuple[int, int] = (15, 15)  # columns and rows, if the text has no size
    rule: int | None = None  # overrides the text's rule; None for that, or else freestyle
    stones: int | None = None  # read only the first `stones` stones of a game; None for all
    game: int | None = None  # number of the game in an SGF file; required if there are several
    say: Callable[[str], None] = lambda note: None  # receives notes about skipped parts


def read(text: str, reading: Reading) -> Position:
    """Return the position that a text describes; ValueError if it is not a position."""
    return Board.of_written(written(text, reading)).position


def written(text: str, reading: Reading) -> WrittenGame:
    """Return the game that a text describes, up to the stones wanted; ValueError if it is not a
    game.
    """
    text = plain(text)
    if _is_managers(text) and reading.game in (None, 1):
        found = _of_manager(text, reading)
    else:
        found = game_reader.read(text, Given(reading.size, reading.rule, reading.game))
    for note in found.notes:
        reading.say(note)
    return found.begun(reading.stones)


def _is_managers(text: str) -> bool:
    """Return whether a text is a manager's commands or rows of stones; ValueError if it may be."""
    if (text.upper().split() or [""])[0] in WORDS:
        return True
    if diagram.is_diagram(text):
        return False
    if not moves.ONLY_NUMBERS.match(text):
        return not game_reader.is_readable(text) and bool(ROW.match(text))
    lengths = [len(group) for group in moves.groups(text)]
    if lengths == [1] * len(lengths):  # without commas, a line is a stone
        return True
    may_be_pairs = all(length % 2 == 0 for length in lengths)
    if may_be_pairs and all(length % 3 == 0 for length in lengths):
        raise ValueError(
            f"{excerpt(text)} may be pairs x,y from 1 or stones x,y,owner from 0:"
            " put a space between the stones"
        )
    return not may_be_pairs


def _of_manager(text: str, reading: Reading) -> WrittenGame:
    """Read `x,y,owner` lines, with or without START, INFO rule, BOARD and DONE around them."""
    size, rule = reading.size, FREESTYLE
    stones: commands.Stones = ()
    for where, command in _commands(text):
        match command:
            case Start(width, height):
                size = width, height
            case Info("rule", value) if value in map(str, RULES):
                rule = int(value)
            case Info("rule", value):
                numbers = ", ".join(map(str, RULES))
                raise ValueError(f"{where} unknown rule {excerpt(value)}: expected {numbers}")
            case commands.PlayPosition(found) | SetPosition(found):
                stones = found
            case _:
                raise ValueError(f"{where} does not set up a position")
    check_owned(stones, size)
    owners = [owner for _, _, owner in stones]
    turn = BLACK if owners.count(OWN) >= owners.count(OPPONENT) else WHITE
    colours = {OWN: turn, OPPONENT: opponent(turn)}
    placed = tuple(((x, y), colours[owner]) for x, y, owner in stones if owner != NEUTRAL)
    walls = tuple((x, y) for x, y, owner in stones if owner == NEUTRAL)
    rule = rule if reading.rule is None else reading.rule
    return WrittenGame(*size, rule, (), placed, walls, turn)


def check_owned(stones: commands.Stones, size: tuple[int, int]) -> None:
    """Raise ValueError unless all stones are on different cells of the board, with known owners."""
    width, height = size
    numbers: dict[Point, int] = {}
    for number, (x, y, owner) in enumerate(stones, 1):
        stone = f"stone {number}, {x},{y},{owner},"
        if owner not in (OWN, OPPONENT, NEUTRAL):
            raise ValueError(
                f"{stone} has an unknown owner: expected {OWN} for the side to move,"
                f" {OPPONENT} for the other side or {NEUTRAL} for neutral"
            )
        if not (0 <= x < width and 0 <= y < height):
            raise ValueError(
                f"{stone} is off the board of {width} x {height}: columns and rows count from 0"
            )
        if (x, y) in numbers:
            raise ValueError(
                f"stones {numbers[x, y]} and {number} are both on {name_of(x, y, height)}"
            )
        numbers[x, y] = number


def _commands(text: str) -> Iterator[tuple[str, Command]]:
    """Yield a manager's commands, each with the line that ends it. Settings without effect on the
    position are skipped. ValueError names a line that is neither a command nor a row of stones.
    """
    words = text.upper().split()
    lines = [(f"line {number}, {excerpt(line)},", line) for number, line in _numbered(text)]
    if words[0] not in WORDS:
        lines.insert(0, ("", "BOARD"))
    if "BOARD" in (*words, lines[0][1]) and "DONE" not in words:
        lines.append((f"the text {excerpt(text)}", "DONE"))
    parser, block = CommandParser(), ""
    for where, line in lines:
        fields = line.upper().replace(",", " ").split() or [""]
        block = fields[0] if fields[0] in WORDS else block
        if block in STONES and fields[0] != block and not _is_row(fields):
            raise ValueError(f"{where} is not a row of stones x,y,owner")
        block = "" if "DONE" in fields else block
        for command in parser.feed(line):
            if not isinstance(command, Info) or command.key == "rule":
                yield where, command


def _is_row(fields: list[str]) -> bool:
    """Return whether the fields before DONE are numbers, three for each stone."""
    row = fields[: fields.index("DONE")] if "DONE" in fields else fields
    return len(row) % 3 == 0 and all(read_number(field) is not None for field in row)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, with their numbers."""
    return ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())


STONES = ("BOARD", "YXBOARD")  # words with rows of stones
ROW = re.compile(r"\s*-?[0-9]{1,9}[ ,]+[^\s,]{1,9}[ ,]+[^\s,]{1,9}\s*$", re.M)

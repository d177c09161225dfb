"""Reads a position from text: moves, a PSQ or SGF file, or a manager's lines. No input or output
happens here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from brain.cell import COLOUR_NAMES, name_of
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at, opponent
from brain.notation import board_text, moves, psq, sgf
from brain.notation.text import excerpt
from brain.position import Position
from brain.rules.fouls import foul, is_foul
from brain.rules.grid import empty_board
from brain.rules.laws import RULES
from brain.rules.symmetry import Point, Points
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
    text = text.strip().removeprefix("\ufeff").lstrip()
    reader = next(reader for start, reader in READERS if start.match(text))
    if reading.game not in (None, 1) and reader is not _of_sgf:
        raise ValueError(f"no game {reading.game}: only SGF files can have several games")
    return reader(text, reading)


def _of_line(text: str, reading: Reading) -> Position:
    """Read the one-line text of a board."""
    return board_of_line(text, reading).position


def board_of_line(text: str, reading: Reading) -> Board:
    """Return the board of its one-line text."""
    read = board_text.loads(text)
    most = None if reading.stones is None else max(0, reading.stones - len(read.black + read.white))
    rule = read.rule if reading.rule is None else reading.rule
    return Board.of_text(read._replace(rule=rule, moves=read.moves[:most]))


def _of_moves(text: str, reading: Reading) -> Position:
    """Read `h8i9...`, black's stone first, or a link."""
    return _of_game(moves.loads(text, reading.size[1]), reading.size, FREESTYLE, reading)


def _of_numbers(text: str, reading: Reading) -> Position:
    """Read a game as pairs `x,y` from 1, or a position as `x,y,owner` from 0."""
    lengths = [len(group) for group in moves.groups(text)]
    if lengths == [1] * len(lengths):  # without commas, a line is a stone
        return _of_manager(text, reading)
    may_be_pairs = all(length % 2 == 0 for length in lengths)
    if may_be_pairs and all(length % 3 == 0 for length in lengths):
        raise ValueError(
            f"{excerpt(text)} may be pairs x,y from 1 or stones x,y,owner from 0:"
            " put a space between the stones"
        )
    return (_of_moves if may_be_pairs else _of_manager)(text, reading)


def _of_psq(text: str, reading: Reading) -> Position:
    saved = psq.loads(text)
    return _of_game(saved.points, (saved.width, saved.height), FREESTYLE, reading)


def _of_sgf(text: str, reading: Reading) -> Position:
    """Read a game of a collection; its stones need not be placed in turn."""
    saved = sgf.load(text, reading.game)
    if saved.note:
        reading.say(saved.note)
    size, rule = (saved.width, saved.height), saved.rule_or(reading.rule)
    if not saved.set_up and all(move.point for move in saved.moves) and _begins_black(saved):
        return _of_game(saved.points, size, rule, reading)
    stones, turn = saved.stones, saved.turn
    if reading.stones is not None and reading.stones < len(stones):
        turn = stones[reading.stones][1]
    stones = stones[: reading.stones]
    grid = empty_board(*size)
    for number, ((x, y), colour) in enumerate(stones, 1):
        cell = cell_at(x, y)
        if number > len(saved.set_up) and is_foul(grid, cell, colour, rule):
            raise ValueError(
                f"stone {number}: {name_of(x, y)} is forbidden for {COLOUR_NAMES[colour]},"
                f" {foul(grid, cell)}"
            )
        grid[cell] = colour
    placed = [(cell_at(x, y), colour) for (x, y), colour in stones]
    return Position(*size, rule, placed, turn)


def _begins_black(saved: sgf.SgfGame) -> bool:
    """Return whether black moves first."""
    return (saved.moves[0].colour if saved.moves else saved.turn) == BLACK


def _of_game(points: Points, size: tuple[int, int], rule: int, reading: Reading) -> Position:
    """Return the position after the stones of a game."""
    rule = rule if reading.rule is None else reading.rule
    return Board.of(points[: reading.stones], size, rule).position


def _of_manager(text: str, reading: Reading) -> Position:
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
    owned = [(cell_at(x, y), owner) for x, y, owner in stones]
    placed = [(cell, colours[owner]) for cell, owner in owned if owner != NEUTRAL]
    walls = [cell for cell, owner in owned if owner == NEUTRAL]
    rule = rule if reading.rule is None else reading.rule
    return Position(*size, rule, placed, turn, walls)


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
            raise ValueError(f"stones {numbers[x, y]} and {number} are both on {name_of(x, y)}")
        numbers[x, y] = number


def _commands(text: str) -> Iterator[tuple[str, Command]]:
    """Yield a manager's commands, each with the line that ends it. Settings without effect on the
    position are skipped. ValueError names a line that is neither a command nor a row of stones.
    """
    words = text.upper().split()
    lines = [(f"line {number}, {excerpt(line)},", line) for number, line in _numbered(text)]
    if words[0] not in WORDS:
        if not re.match(r"-?[0-9]", text):
            raise ValueError(
                f"expected a file, moves, or a position from a manager, got {excerpt(text)}"
            )
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
READERS: tuple[tuple[re.Pattern[str], Callable[[str, Reading], Position]], ...] = (
    (re.compile("Piskvorky "), _of_psq),
    (re.compile(r"\("), _of_sgf),
    (board_text.HEAD, _of_line),
    (re.compile(r"[a-zA-Z]\s*[0-9]|[0-9]+\s*[.)]|(https?://|www\.|gomocalc\.)|$", re.I), _of_moves),
    (moves.ONLY_NUMBERS, _of_numbers),
    (re.compile(""), _of_manager),
)

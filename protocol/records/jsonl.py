"""A game as a line of JSON, without loss: the fields of games.Game by name, then a checksum.

The line is ASCII, so it can hold any bytes that an engine printed. The standings and the report
rely on a line, so every value in it is checked when it is read.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from functools import cache
from typing import Any, NoReturn

from brain.files import checksum
from brain.lexicon import MAX_SIZE, MIN_SIZE
from brain.notation.text import excerpt
from brain.rules.laws import RULE_NAMES
from brain.validation import json_of
from protocol.records.games import DRAW, LOSS, WIN, Ending, Game, PlayedMove, Point

LARGEST = 10**15  # maximum of any number
CUT = r"(\{.*)?"  # an incomplete line
LONGEST_SHOWN = 40  # characters of a bad value


def dumps(game: Game) -> str:
    """Return a game's line, with its line end."""
    return checksum.sealed_object(json.dumps(asdict(game), separators=(",", ":")))


KINDS: dict[type, str] = {Game: "game", PlayedMove: "move"}  # in messages


def loads(line: str) -> Game:
    """Return the game of a line; ValueError if it is not a game, or damaged."""
    text = checksum.opened_object(line)
    found = json_of(text, parse_constant=_no_number)
    game = Game(**_fields(found, Game, GAME))
    _check_stones(game)
    return game


def _fields(found: Any, kind: type, readers: Mapping[str, "Reader"]) -> dict[str, Any]:
    """Return the fields of a game or a move, read and checked."""
    if not isinstance(found, dict):
        raise ValueError(f"expected a {KINDS[kind]}, got {_shown(found)}")
    if not _needed(kind) <= found.keys() <= readers.keys():
        raise ValueError(_misfit(found, kind, readers))
    values, name = {}, ""
    try:
        for name, value in found.items():
            values[name] = readers[name](value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    return values


def _misfit(found: Mapping[str, Any], kind: type, readers: Mapping[str, "Reader"]) -> str:
    """Return the name of a missing or unknown field in a sentence."""
    if missing := sorted(_needed(kind) - found.keys()):
        return f"{missing[0]} is missing"
    unknown = min(found.keys() - readers.keys())
    return f"{_shown(unknown)} is not a field of a {KINDS[kind]}"


@cache
def _needed(kind: type) -> frozenset[str]:
    """Return the fields without a default."""
    return frozenset(field.name for field in fields(kind) if field.default is MISSING)


def _check_stones(game: Game) -> None:
    """Raise ValueError for a stone off the board, or on another stone's cell."""
    seen: dict[Point, int] = {}
    for number, (x, y) in enumerate(game.stones, 1):
        if not (0 <= x < game.width and 0 <= y < game.height):
            raise ValueError(
                f"stone {number}, {x},{y}, is off the board of {game.width} x {game.height}"
            )
        if (first := seen.setdefault((x, y), number)) != number:
            raise ValueError(f"stone {number}, {x},{y}, is on the cell of stone {first}")


# Readers check a value and return it; ValueError if it is invalid.

Reader = Callable[[Any], Any]


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError(f"expected an integer, got {_shown(value)}")
    return value


def _amount(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= LARGEST:
        raise ValueError(f"expected a number of at least 0, got {_shown(value)}")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a string, got {_shown(value)}")
    return value


def _list(read: Reader) -> Reader:
    """Return a reader of lists whose items `read` reads."""

    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError(f"expected a list, got {_shown(value)}")
        return tuple(map(read, value))

    return read_list


def _side(value: Any) -> int:
    if not MIN_SIZE <= _whole(value) <= MAX_SIZE:
        raise ValueError(f"expected {MIN_SIZE} to {MAX_SIZE}, got {value}")
    return int(value)


def _rule(value: Any) -> int:
    if _whole(value) not in RULE_NAMES:
        raise ValueError(f"unknown rule {value}")
    return int(value)


def _score(value: Any) -> float:
    if type(value) not in (int, float) or value not in (WIN, DRAW, LOSS):
        raise ValueError(f"expected 1, 0.5 or 0, got {_shown(value)}")
    return float(value)


def _ending(value: Any) -> Ending:
    if _text(value) not in list(Ending):
        raise ValueError(f"unknown ending {_shown(value)}")
    return Ending(value)


def _point(value: Any) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"expected a column and a row, got {_shown(value)}")
    return _whole(value[0]), _whole(value[1])


def _move(value: Any) -> PlayedMove:
    return PlayedMove(**_fields(value, PlayedMove, MOVE))


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _shown(value: Any) -> str:
    """Return the beginning of a bad value."""
    try:
        return excerpt(value, LONGEST_SHOWN)
    except RecursionError:
        return "a deeply nested value"


MOVE: dict[str, Reader] = {
    "x": _whole,
    "y": _whole,
    "ms": _amount,
    "memory": _whole,
    "message": _text,
}
GAME: dict[str, Reader] = {
    "number": _whole,
    "pair": _whole,
    "black": _text,
    "white": _text,
    "rule": _rule,
    "width": _side,
    "height": _side,
    "opening": _list(_point),
    "moves": _list(_move),
    "score": _score,
    "ending": _ending,
    "exchange": _list(_text),
    "started": _text,
    "round": _whole,
}

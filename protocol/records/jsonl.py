"""A game as a line of JSON, without loss: the fields of games.Game by name.

The line is ASCII, so it can hold any bytes that an engine printed.
"""

import json
from dataclasses import asdict
from typing import Any

from protocol.records.games import Ending, Game, Move, Point


def dumps(game: Game) -> str:
    """Return a game's line, with its line end."""
    return json.dumps(asdict(game), separators=(",", ":")) + "\n"


def loads(line: str) -> Game:
    """Return the game of a line; ValueError if it is not a game."""
    try:
        fields = json.loads(line)
        return Game(**{name: _value(name, fields[name]) for name in fields})
    except (TypeError, KeyError) as error:
        raise ValueError(f"not a game: {error}") from error


def _value(name: str, value: Any) -> Any:
    """Return a field of a game from its JSON value."""
    match name:
        case "opening":
            return tuple(_point(*point) for point in value)
        case "moves":
            return tuple(Move(**move) for move in value)
        case "exchange":
            return tuple(value)
        case "ending":
            return Ending(value)
    return value


def _point(x: int, y: int) -> Point:
    return x, y

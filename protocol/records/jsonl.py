"""A game as a line of JSON, which keeps all of it: the fields of games.Game by their names.

The line is ASCII, so that whatever bytes an engine printed can be kept.
"""

import json
from dataclasses import asdict
from typing import Any

from protocol.records.games import Ending, Game, Move, Point


def dumps(game: Game) -> str:
    """Return the line of a game, with its line end."""
    return json.dumps(asdict(game), separators=(",", ":")) + "\n"


def loads(line: str) -> Game:
    """Return the game of a line; ValueError when it isn't one."""
    try:
        fields = json.loads(line)
        return Game(**{name: _value(name, fields[name]) for name in fields})
    except (TypeError, KeyError) as error:
        raise ValueError(f"not a game: {error}") from error


def _value(name: str, value: Any) -> Any:
    """Return a field of a game from what JSON makes of it."""
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

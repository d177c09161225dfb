"""Checks of arguments: ValueError states what was expected and what was received."""

import json
from collections.abc import Iterable
from math import inf
from operator import index
from typing import Any


def number_of(name: str, given: object, least: float = -inf, most: float = inf) -> int:
    """Return an argument that must be an integer in a range."""
    number = index_of(given)
    if number is None or not least <= number <= most:
        limits = f" from {least} to {most}" if most < inf else f" of {least} or more"
        expected = f"an integer{limits if least > -inf else ''}"
        raise ValueError(f"{name}: expected {expected}, got {given!r}")
    return number


def text_of(name: str, given: object) -> str:
    """Return an argument that must be a string."""
    if not isinstance(given, str):
        raise ValueError(f"{name}: expected a string, got {given!r}")
    return given


def pair_of(given: object) -> tuple[int, int]:
    """Return two integers, such as a column and a row."""
    numbers = [*map(index_of, given)] if isinstance(given, Iterable) else []
    match numbers:
        case [int(first), int(second)]:
            return first, second
    raise ValueError(f"expected two integers, got {given!r}")


def several_of(name: str, given: object) -> Iterable[Any]:
    """Return an argument that must be a list or another iterable."""
    if not isinstance(given, Iterable):
        raise ValueError(f"{name}: expected a list, got {given!r}")
    return given


def json_of(text: str | bytes, **options: Any) -> Any:
    """Return the value of a text in JSON; ValueError if it is invalid, or nested too deeply. The
    options are those of `json.loads`.
    """
    try:
        return json.loads(text, **options)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"invalid JSON at character {error.pos + 1}: {error.msg}") from None


def index_of(given: Any) -> int | None:
    """Return the int of an integer of any type, None if `given` is not an integer."""
    is_number = hasattr(given, "__index__") and not isinstance(given, bool)
    return index(given) if is_number else None

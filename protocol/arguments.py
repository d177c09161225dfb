"""Types of command-line options, for argparse."""

from argparse import ArgumentTypeError

from brain.lexicon import MAX_SIZE, MIN_SIZE
from brain.rules import RULE_NAMES, rule_named


def whole(text: str) -> int:
    """Return a whole number, 0 or more."""
    if not (text.isascii() and text.isdecimal()):
        raise ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def positive(text: str) -> int:
    """Return a whole number, 1 or more."""
    if whole(text) == 0:
        raise ArgumentTypeError("must be 1 or more")
    return int(text)


def rule(text: str) -> int:
    """Return the rule with a name or number."""
    try:
        return rule_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def size(text: str) -> tuple[int, int]:
    """Return the columns and rows of a board."""
    sides = [whole(side) for side in text.lower().split("x")]
    if len(sides) > 2 or not all(MIN_SIZE <= side <= MAX_SIZE for side in sides):
        raise ArgumentTypeError(f"a board has {MIN_SIZE} to {MAX_SIZE} columns and rows")
    return sides[0], sides[-1]


def rules_text() -> str:
    """Return a help text with the rules' names and numbers."""
    names = (f"{name.replace(' ', '-')} ({number})" for number, name in RULE_NAMES.items())
    return f"{', '.join(names)}; by name or number"

"""What the command lines of the tools share: parser, options, their types, words for an error."""

import argparse
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, NoReturn

from brain.lexicon import MAX_SIZE, MIN_SIZE
from brain.rules.laws import RULE_NAMES, rule_named

WRONG = 2  # the exit status of a command line that isn't understood
LONGEST_S = 86_400  # a move
DATABASE = "TENGEN_DATABASE"  # names a file in the environment

Add = Callable[..., object]


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, and says what a mistyped word may have meant."""

    def __init__(
        self, prog: str, description: str, epilog: str = "", usage: str | None = None
    ) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    @property
    def options(self) -> tuple[str, ...]:
        """Every option's names, such as --help."""
        return tuple(self._option_string_actions)

    # All callers want the plain one of argparse's overloads.
    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """Return the options; exit with a message if they are wrong."""
        options, strange = self.parse_known_args(args, namespace)
        if strange:
            word = strange[0]
            what = f"unknown option {word}" if is_option(word) else f"unexpected argument {word}"
            self.error(f"{what}{meant(word, self.options)}")
        return options

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print; raise OSError, which argparse would hide, if standard output fails."""
        if file and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        """Exit with a message, and where to read on."""
        self.exit(WRONG, f"{self.prog}: {message}\n{self.prog} --help  shows its usage\n")


def is_option(word: str) -> bool:
    """Return whether a word of a command line looks like an option."""
    return word.startswith("-")


def closest(word: str, words: Iterable[str]) -> str:
    """Return the word that is closest to a mistyped one, "" if none is close."""
    found = get_close_matches(word.partition("=")[0].lower(), words, n=1)
    return found[0] if found else ""


def meant(word: str, words: Iterable[str]) -> str:
    """Return a question that suggests the closest word, "" without one."""
    found = closest(word, words)
    return f"; did you mean {found}?" if found else ""


def whole(text: str) -> int:
    """Return a whole number, 0 or more."""
    if not (text.isascii() and text.isdecimal()):
        raise ArgumentTypeError(f"expected a whole number, got {text!r}")
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


def level(text: str) -> int:
    """Return a strength."""
    from brain.thinking.strength import level_named  # with the search, which not every tool loads

    try:
        return level_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def seconds(text: str) -> float:
    """Return a time for a move."""
    with suppress(ValueError):
        if 0 < float(text) <= LONGEST_S:
            return float(text)
    raise ArgumentTypeError(f"expected seconds, above 0 and up to {LONGEST_S}, got {text!r}")


def reason(error: Exception) -> str:
    """Return the reason of an error, with its file if known."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


# Options of several tools, for `add_argument` of a parser or of a group in it.


def add_board(add: Add, sizes: str = "15, or columns x rows: 20x15") -> None:
    """Add the rule and the size of an empty board."""
    add("--rule", type=rule, default="freestyle", help=f"{rules_text()} (freestyle)")
    add("--size", type=size, default="15", help=f"{sizes} (15)")


def add_file_board(add: Add) -> None:
    """Add options that a file of games may leave open: the rule, None for the file's; the size; the
    game, None for the only one.
    """
    add("--rule", type=rule, help=f"{rules_text()} (the file's, or else freestyle)")
    add("--size", type=size, default="15", help="15, or 20x15, if the file has no size (15)")
    add("--game", type=positive, metavar="N", help="index of the game in an SGF file with several")


def add_limits(add: Add, usual_ms: int, where: str = "") -> None:
    """Add the limits of a think, 0 for none; `ms_of` applies the default."""
    text = f"milliseconds to think{where} ({usual_ms} without another limit)"
    add("--ms", type=positive, default=0, help=text)
    add("--nodes", type=positive, default=0, metavar="N", help=f"nodes to search{where}")


def ms_of(options: argparse.Namespace, usual_ms: int) -> int:
    """Return the milliseconds to think, 0 for no limit; the usual ones without another limit."""
    return options.ms or (0 if options.nodes or getattr(options, "depth", 0) else usual_ms)


def add_database(add: Add) -> None:
    """Add a file of proven positions."""
    text = f"file of proved positions to answer from (the value of {DATABASE})"
    add("--database", metavar="FILE", default=os.environ.get(DATABASE, ""), help=text)


def add_threads(add: Add) -> None:
    """Add the number of threads."""
    add("--threads", type=positive, default=1, metavar="N", help="threads to search with (1)")


def rules_text() -> str:
    """Return a help text with the rules' names and numbers."""
    names = (f"{name.replace(' ', '-')} ({number})" for number, name in RULE_NAMES.items())
    return f"{', '.join(names)}; by name or number"

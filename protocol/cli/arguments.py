"""Shared by the tools' command lines: the parser, options and their types, the text of an error."""

import argparse
import json
import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from brain.cell_names import BELOW, ROWS, show_rows
from brain.lexicon import MAX_SIZE, MIN_SIZE
from brain.rules.laws import RULE_NAMES, rule_named

if TYPE_CHECKING:
    from brain.openings.named_openings import NamedOpening

WRONG = 2  # exit status of an invalid command line
LONGEST_S = 86_400  # maximum time for a move
NPZ, PARQUET = ".npz", ".parquet"  # suffixes of a table of positions
DATABASE = "TENGEN_DATABASE"  # environment variable with file names
FORMATS = TABLE, JSON, SGF = "table", "json", "sgf"  # of the output

Add = Callable[..., object]


class Parser(argparse.ArgumentParser):
    """A parser that rejects abbreviations and suggests the closest word for a mistyped one."""

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
        """All names of options, such as --help."""
        return tuple(self._option_string_actions)

    # The simplest of argparse's overloads suffices for all callers.
    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """Return the options; exit with a message if they are invalid."""
        options, strange = self.parse_known_args(args, namespace)
        if strange:
            word = strange[0]
            what = f"unknown option {word}" if is_option(word) else f"unexpected argument {word}"
            self.error(f"{what}{meant(word, self.options)}")
        show_rows(getattr(options, "rows", BELOW))
        return options

    def check_inputs(self, words: Sequence[str]) -> None:
        """Exit with a message if an input is the name of an option without its hyphens."""
        for word in words:
            if f"--{word}" in self.options and not Path(word).exists():
                self.error(f"unexpected argument {word}; did you mean --{word}?")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print. Raises OSError if standard output fails, which argparse would hide."""
        if file and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        """Exit with a message that names the help."""
        self.exit(WRONG, f"{self.prog}: {message}\n{self.prog} --help  shows its usage\n")


def is_option(word: str) -> bool:
    """Return whether a word of a command line looks like an option."""
    return word.startswith("-")


def closest(word: str, words: Iterable[str]) -> str:
    """Return the word that is closest to a mistyped one, "" if none is close."""
    found = get_close_matches(word.partition("=")[0].lower(), words, n=1)
    return found[0] if found else ""


def meant(word: str, words: Iterable[str]) -> str:
    """Return a question that suggests the closest word, "" if none is close."""
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
        raise ArgumentTypeError("expected 1 or more, got 0")
    return int(text)


def rule(text: str) -> int:
    """Return the number of the rule with a name or number."""
    try:
        return rule_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def size(text: str) -> tuple[int, int]:
    """Return the columns and rows of a board."""
    sides = [whole(side) for side in text.lower().split("x")]
    if len(sides) > 2 or not all(MIN_SIZE <= side <= MAX_SIZE for side in sides):
        raise ArgumentTypeError(f"expected {MIN_SIZE} to {MAX_SIZE} columns and rows, got {text}")
    return sides[0], sides[-1]


def level(text: str) -> int:
    """Return a strength."""
    from brain.thinking.strength import level_named  # loads the search, which few tools need

    try:
        return level_named(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def opening(text: str) -> "NamedOpening | str":
    """Return one of the 26 openings of renju by its name or number, or the key of a procedure."""
    from brain.openings.named_openings import find_opening  # few tools need it
    from brain.openings.procedures import PROCEDURES, procedure_named

    with suppress(ValueError):
        return find_opening(text) or procedure_named(text)
    raise ArgumentTypeError(
        f"unknown opening {text!r}: expected D1 to D13, I1 to I13, a name such as Kagetsu, or one"
        f" of {', '.join(PROCEDURES)}"
    )


def seconds(text: str) -> float:
    """Return a time for a move in seconds."""
    with suppress(ValueError):
        if 0 < float(text) <= LONGEST_S:
            return float(text)
    raise ArgumentTypeError(f"expected seconds, above 0 and up to {LONGEST_S}, got {text!r}")


def reason(error: Exception) -> str:
    """Return the text of an error, with its file if known."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def table_file(text: str) -> Path:
    """Return the path of a table of positions."""
    if Path(text).suffix not in (NPZ, PARQUET):
        raise ArgumentTypeError(f"expected a name that ends in {NPZ} or {PARQUET}, got {text!r}")
    return Path(text)


def import_for(table: Path) -> None:
    """Import what a table of positions needs, so that a missing package is reported early."""
    import_module("numpy")
    if table.suffix == PARQUET:
        import_module("pyarrow")


def report_failure(tool: str, name: str, error: Exception, *, as_json: bool) -> None:
    """Report an input of a batch that can't be read on stderr, and as an object on stdout."""
    text = reason(error)
    where = "" if text.startswith(f"{name}: ") else f"{name}: "
    print(f"{tool}: {where}{text}", file=sys.stderr)
    if as_json:
        print(json.dumps({"input": name, "error": text}), flush=True)


def report_note(tool: str, name: str, note: str) -> None:
    """Print a note on an input, whose name may be "", to stderr."""
    print(": ".join(filter(None, (tool, name, note))), file=sys.stderr)


# Options of several tools. `add` is `add_argument` of a parser or of one of its groups.


def add_board(add: Add, sizes: str = "15, or columns x rows: 20x15") -> None:
    """Add --rule and --size of an empty board."""
    add("--rule", type=rule, default="freestyle", help=f"{rules_text()} (freestyle)")
    add("--size", type=size, default="15", help=f"{sizes} (15)")


def add_file_board(add: Add) -> None:
    """Add --rule, --size and --game, which complete or select what a file of games has, and --rows.
    None is the file's rule, and the file's only game.
    """
    add("--rule", type=rule, help=f"{rules_text()} (the file's, or else freestyle)")
    add("--size", type=size, default="15", help="15, or 20x15, if the file has no size (15)")
    add("--game", type=positive, metavar="N", help="index of the game in an SGF file with several")
    add_rows(add)


def add_rows(add: Add) -> None:
    """Add --rows, which the parser carries out: how names of cells count rows."""
    text = f"where the names of cells count rows from: {' or '.join(ROWS)} ({BELOW})"
    add("--rows", choices=ROWS, default=BELOW, metavar="SIDE", help=text)


def add_limits(add: Add, usual_ms: int, where: str = "") -> None:
    """Add the limits of a think, 0 for none; `ms_of` applies the default."""
    text = f"milliseconds to think{where} ({usual_ms} without another limit)"
    add("--ms", type=positive, default=0, help=text)
    add("--nodes", type=positive, default=0, metavar="N", help=f"nodes to search{where}")


def ms_of(options: argparse.Namespace, usual_ms: int) -> int:
    """Return the milliseconds to think: --ms, or 0 for none if another limit is set, or else
    `usual_ms`.
    """
    return options.ms or (0 if options.nodes or getattr(options, "depth", 0) else usual_ms)


def add_database(add: Add) -> None:
    """Add --database, which may be given several times."""
    text = f"file of proved or of stored positions; may be repeated (the value of {DATABASE})"
    default = [path for path in os.environ.get(DATABASE, "").split(os.pathsep) if path]
    add("--database", metavar="FILE", action=_Several, default=default, help=text)


class _Several(argparse.Action):
    """Collects the values of an option in place of its default."""

    def __call__(
        self, parser: object, options: argparse.Namespace, value: object, option: object = None
    ) -> None:
        before = getattr(options, self.dest)
        setattr(options, self.dest, [*([] if before is self.default else before), value])


def add_batch(add: Add, what: str) -> None:
    """Add --per-line, --format and --json of a tool that takes many positions or games."""
    text = f"each line of a file or of stdin is a {what}"
    add("--per-line", action="store_true", help=text)
    text = f"format of the output: {', '.join(FORMATS)} ({TABLE})"
    add("--format", choices=FORMATS, default=TABLE, metavar="FORMAT", help=text)
    add("--json", action="store_const", const=JSON, dest="format", help="the same as --format json")


def add_threads(add: Add) -> None:
    """Add --threads."""
    add("--threads", type=positive, default=1, metavar="N", help="threads to search with (1)")


def rules_text() -> str:
    """Return a help text with the rules' names and numbers."""
    names = (f"{name.replace(' ', '-')} ({number})" for number, name in RULE_NAMES.items())
    return f"{', '.join(names)}; by name or number"

"""`tengen openings`: writes balanced openings, one a line, as they are found."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from brain.engine import Engine
from brain.files import journal
from brain.openings.make_openings import MEMORY, Recipe, openings
from brain.openings.opening_book import Opening, offsets, parse_line
from protocol.cli.arguments import Parser, add_board, reason

CUT_LINE = "[-0-9, ]*"  # the start of a line
NUMBERS = {
    "count": "number of openings",
    "least": "minimum stones of an opening",
    "most": "maximum stones of an opening",
    "bound": "maximum score for either side, in evaluation units",
    "nodes": "nodes of the search that scores an opening",
    "seed": "random seed of the openings",
}


def main(arguments: Sequence[str]) -> int:
    """Write openings, one a line, as they are found; return 1 if too few were found."""
    grammar = parser()
    options = grammar.parse_args(arguments)
    recipe = read(grammar, options)
    try:
        with Engine(MEMORY) as engine, output(options.file, recipe.size) as (known, file):
            found = len(known)
            for opening in openings(engine, recipe, known):
                print(offsets(opening, recipe.size, recipe.size), file=file, flush=True)
                found += 1
    except (OSError, ValueError) as error:
        grammar.error(f"{options.file}: {reason(error)}")
    if found < recipe.count:
        print(f"found only {found} of {recipe.count}; try a larger bound", file=sys.stderr)
    return int(found < recipe.count)


@contextmanager
def output(path: Path | None, size: int) -> Iterator[tuple[list[Opening], IO[str]]]:
    """Give the openings that a file has and the file to append to; without a path, stdout."""
    if path is None:
        yield [], sys.stdout
        return
    known, file = journal.resumed(path, lambda line: parse_line(line, size, size), CUT_LINE)
    with file:
        yield known, file


def read(grammar: Parser, options: argparse.Namespace) -> Recipe:
    """Return the recipe of parsed arguments."""
    columns, rows = options.size
    if columns != rows:
        grammar.error("argument --size: expected a square board")
    numbers = {name: getattr(options, name) for name in NUMBERS}
    recipe = Recipe(options.rule, columns, **numbers)
    if not 1 <= recipe.least <= recipe.most <= recipe.size:
        grammar.error("expected 1 <= --least <= --most <= --size")
    return recipe


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen openings", "Make balanced openings.")
    add_board(parser.add_argument, "columns and rows")
    for name, help_text in NUMBERS.items():
        default = getattr(Recipe, name)
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{help_text} ({default})"
        )
    parser.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="file to append the openings to; rerun the command to resume (stdout)",
    )
    return parser

"""`tengen openings`: prints balanced openings, one a line, as they are found."""

import sys
from collections.abc import Sequence

from brain.engine import Engine
from brain.openings.make_openings import MEMORY, Recipe, openings
from brain.openings.opening_book import offsets
from protocol.cli.arguments import Parser, add_board

NUMBERS = {
    "count": "number of openings",
    "least": "minimum stones of an opening",
    "most": "maximum stones of an opening",
    "bound": "maximum score for either side, in evaluation units",
    "nodes": "nodes of the search that scores an opening",
    "seed": "random seed of the openings",
}


def main(arguments: Sequence[str]) -> int:
    """Print openings, one a line, as they are found; return 1 if too few were found."""
    recipe = read(arguments)
    engine = Engine(MEMORY)
    found = 0
    for opening in openings(engine, recipe):
        print(offsets(opening, recipe.size, recipe.size), flush=True)
        found += 1
    engine.close()
    if found < recipe.count:
        print(f"found only {found} of {recipe.count}; try a larger bound", file=sys.stderr)
    return int(found < recipe.count)


def read(arguments: Sequence[str]) -> Recipe:
    """Return the recipe of the command line."""
    grammar = parser()
    options = grammar.parse_args(arguments)
    columns, rows = options.size
    if columns != rows:
        grammar.error("argument --size: expected a square board")
    recipe = Recipe(**{**vars(options), "size": columns})
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
    return parser

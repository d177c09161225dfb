"""`tengen export`: labelled games, or the games of matches, as a table of positions."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.cli.arguments import Parser, import_for, reason, table_file
from protocol.records.record_folder import Records
from protocol.records.record_folder import read as read_games

if TYPE_CHECKING:
    from brain.train.position_table import PositionRow

FAILED = 1
EPILOG = """
A folder has the games of self-play (games.bin), as tengen train writes them,
or those of a match (games.jsonl). A row of the table is a position with the
score and the move of a search, and the game's result. docs/formats.md
describes the columns.

examples:
  tengen export train-0/games --to positions.npz
  tengen export match --to positions.parquet
"""


def main(arguments: Sequence[str]) -> int:
    """Write a table of positions; return the exit code."""
    options = parser().parse_args(arguments)
    import_for(options.to)
    from brain.train import position_table

    try:
        count = position_table.write(options.to, _rows(options.folders))
    except (OSError, ValueError) as error:
        print(f"tengen export: {reason(error)}", file=sys.stderr)
        return FAILED
    print(f"{options.to}: {count:,} positions")
    return 0


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen export", "Write games as a table of positions for learning.", EPILOG)
    add = parser.add_argument
    add("folders", nargs="+", type=Path, metavar="FOLDER", help="folder with labelled games")
    add(
        "--to",
        type=table_file,
        required=True,
        metavar="FILE",
        help="FILE.npz for NumPy, FILE.parquet for other programs",
    )
    return parser


def _rows(folders: Sequence[Path]) -> Iterator["PositionRow"]:
    """Yield the positions of all folders. Games are numbered through. ValueError, OSError."""
    from brain.train.labelled_games import FILE
    from brain.train.position_table import labelled_rows
    from protocol.match.sample import match_rows

    first = 0
    for folder in folders:
        records = Records(folder).truth
        if (folder / FILE).exists():
            rows = labelled_rows(folder)
        elif records.exists():
            rows = match_rows(read_games(records))
        else:
            raise ValueError(f"{folder} has neither {FILE} nor {records.name}")
        last = first
        for row in rows:
            last = first + row.game
            yield row._replace(game=last)
        first = last + 1

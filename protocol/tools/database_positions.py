"""The commands of `tengen database` for a file of positions with values and comments."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from brain import book_entries, position_lines
from brain.books.book_files import BookOptions
from brain.cell import Cell
from brain.lexicon import MATE
from brain.position import Position
from brain.position_database import (
    NO_ENTRY,
    PositionDatabase,
    PositionEntry,
    Stored,
)
from brain.rules.laws import RULE_NAMES
from brain.score import Score
from protocol.cli.arguments import Parser, add_file_board, add_rows, reason, whole
from protocol.cli.wording import entry_text
from protocol.reading import input_text
from protocol.reading.positions import Reading, read

EXAMPLES = """
examples:
  tengen database add book.positions h8i9g9 --value 35 --comment "from the game"
  tengen database list book.positions h8i9
  tengen review game.sgf --format sgf > reviewed.sgf
  tengen database import book.positions reviewed.sgf
  tengen database import book.positions yixin.db joseki.lib
  tengen database export book.positions > book.jsonl
  tengen play --database book.positions
"""


def main(command: str, arguments: Sequence[str]) -> int:
    """Run a command; return 1 after an error."""
    run, _ = COMMANDS[command]
    options = parser(command).parse_args(arguments)
    try:
        run(options)
    except (OSError, ValueError) as error:
        print(f"tengen database {command}: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def add(options: argparse.Namespace) -> None:
    """Add the given fields to a position's entry; the file is created if it is missing."""
    position = _position(options)
    move = None if options.move is None else Cell.named(options.move, position.height)
    value = None if options.value is None else Score(options.value)
    entry = PositionEntry(value, options.depth, move, options.label, options.comment)
    if entry == NO_ENTRY:
        raise ValueError("nothing to add: expected --value, --move, --label or --comment")
    with PositionDatabase(options.file, "c") as database:
        database.merge([(position, entry)])
        print(entry_text(database.get(position) or NO_ENTRY))


def remove(options: argparse.Namespace) -> None:
    """Remove a position's entry."""
    position = _position(options)
    with PositionDatabase(options.file, "w") as database:
        if database.get(position) is None:
            raise ValueError(f"{options.file} doesn't have the position {options.position}")
        database.remove(position)


def show(options: argparse.Namespace) -> None:
    """Print a position's entry and its moves, or all positions."""
    with PositionDatabase(options.file) as database:
        if options.position is None:
            for position, entry in database:
                print(f"{position_lines.text_of_position(position)}  {_line(entry)}")
            return
        position = _position(options)
        none = f"no entry in {RULE_NAMES[position.rule]}"
        print(_line(database.get(position) or NO_ENTRY) or none)
        for cell, entry in database.after(position, position.turn).items():
            print(f"  {cell.name:<4} {_line(entry)}")


def export(options: argparse.Namespace) -> None:
    """Print all positions as JSON lines."""
    with PositionDatabase(options.file) as database:
        for position, entry in database:
            print(position_lines.dumps(position, entry))


def import_from(options: argparse.Namespace) -> None:
    """Add the entries of other files; the file is created if it is missing."""
    with PositionDatabase(options.file, "c") as database:
        for source in options.sources:
            if not Path(source).is_dir():
                database.merge(_named(source, options))
                continue
            for file in sorted(map(str, filter(Path.is_file, Path(source).iterdir()))):
                try:
                    database.merge(_named(file, options))
                except ValueError as error:
                    _say(f"skipped {error}")
        print(f"{options.file}: {len(database)} positions")


def _named(source: str, options: argparse.Namespace) -> Iterator[Stored]:
    """Yield the entries of a source, and print a note if there is none; ValueError names it."""
    name = input_text.name_of(source) or source
    count = 0
    book = BookOptions(size=options.size, rule=options.rule, say=partial(_said_of, name))
    for stored in _stored(source, book):
        count += 1
        yield stored
    if not count:
        _say(f"{name}: no position has a value, a label or a comment")


def _stored(source: str, options: BookOptions) -> Iterator[Stored]:
    """Yield the entries of a file or of stdin."""
    if source != input_text.STDIN:
        yield from book_entries.entries_of_file(Path(source), options)
        return
    with input_text.naming(source):
        yield from book_entries.entries_of(input_text.content_of(source), "", options)


def _said_of(source: str, note: str) -> None:
    _say(f"{source}: {note}")


def _say(note: str) -> None:
    print(f"tengen database: {note}", file=sys.stderr)


def _position(options: argparse.Namespace) -> Position:
    """Return the position that the command line describes."""
    source = options.position
    say = partial(_said_of, input_text.name_of(source) or source)
    with input_text.naming(source):
        text = input_text.read(source)
        return read(text, Reading(options.size, options.rule, game=options.game, say=say))


def _line(entry: PositionEntry) -> str:
    """Return an entry on one line."""
    return " ".join(entry_text(entry).split())


def parser(command: str) -> Parser:
    """Return the parser of a command."""
    _, description = COMMANDS[command]
    parser = Parser(f"tengen database {command}", description, EXAMPLES)
    add = parser.add_argument
    add("file", metavar="FILE", help="position database")
    if command == "import":
        text = "book (SGF, .lib, .db), position database, JSON lines, folder, or - for stdin"
        add("sources", metavar="SOURCE", nargs="+", help=text)
        add_file_board(add)
    elif command == "export":
        add_rows(add)
    else:
        text = "moves, a file or a board: see tengen analyse --help"
        count = "?" if command == "list" else None
        add("position", metavar="POSITION", nargs=count, help=text)
        add_file_board(add)
    if command == "add":
        add("--value", type=_value, metavar="N", help="value for the side to move")
        add("--depth", type=whole, default=0, metavar="PLIES", help="plies of its search")
        add("--move", metavar="MOVE", help="move to play")
        text = "about the move that led here: w win, d draw, l loss, x to avoid, or any word"
        add("--label", default="", metavar="LABEL", help=text)
        add("--comment", default="", metavar="TEXT", help="any text")
    return parser


def _value(text: str) -> int:
    """Return a value."""
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and int(digits) <= MATE):
        raise argparse.ArgumentTypeError(
            f"expected a whole number from -{MATE} to {MATE}, got {text!r}"
        )
    return int(text)


COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], None], str]] = {
    "add": (add, "Add a value, a move, a label or a comment to a position."),
    "remove": (remove, "Remove a position."),
    "list": (show, "List the moves from a position, or all positions."),
    "import": (import_from, "Add the positions of other files."),
    "export": (export, "Print all positions as JSON lines."),
}

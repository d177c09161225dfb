"""`tengen convert`: converts games and books from one format to another."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from brain.books import book_files
from brain.books.book_files import FORMATS, NODES, BookFormat, BookOptions
from brain.books.game_tree import VARIATIONS, GameTree, about_game
from brain.files.durable import check_plain, write_atomically
from brain.notation.text_encoding import UTF_8, known_encoding
from protocol.cli.arguments import Parser, add_file_board, positive, reason
from protocol.reading import input_text

EXAMPLES = f"""
IN is a file, a folder of files, or - for stdin:
  .lib         RenLib library
  .db          database of Yixin or Rapfi, packed or not
  .positions   position database of tengen database
  .rif         RenjuNet's database of games
  .sav .pos    Yixin-Board
  .sgf .psq    games; SGF with all variations
  .txt         moves, or a line such as: 15 renju h8i9g7
  .tengen      certificate of a win; the replies become branches

OUT is a file, whose suffix names the format:
  {" ".join(FORMATS)}
or a folder, with --format. Then every game of IN becomes a file.

What OUT can't hold is listed on stderr. Several games become one tree in .lib,
.db and .positions, and one collection in .sgf. OUT is replaced. To add to a
position database, use tengen database import.

examples:
  tengen convert book.lib book.sgf
  tengen convert book.db book.lib
  tengen convert renjunet.rif all.lib
  tengen convert renjunet.rif games.sgf --game 12
  tengen convert mixed/ converted/ --format sgf
  tengen convert win.tengen win.lib --nodes 20000
"""


def main(arguments: Sequence[str]) -> int:
    """Convert files; return 1 if one can't be converted."""
    command = parser()
    options = command.parse_args(arguments)
    source, target = options.source, Path(options.target)
    to_folder = target.is_dir() or options.target.endswith(("/", "\\")) or Path(source).is_dir()
    if to_folder and not options.format:
        command.error(f"a folder as OUT needs --format: {', '.join(sorted(FORMATS))}")
    if to_folder and target.exists() and not target.is_dir():
        command.error(f"{target} is a file: expected a folder")
    suffix = f".{options.format.lstrip('.')}" if options.format else target.suffix.lower()
    if suffix not in FORMATS:
        known = ", ".join(FORMATS)
        command.error(f"expected OUT with one of the suffixes {known}, got {target.name!r}")
    try:
        for encoding in filter(None, (options.encoding, options.to_encoding)):
            known_encoding(encoding)
        if to_folder:
            return _to_folder(source, target, FORMATS[suffix], options)
        _to_file(source, target, FORMATS[suffix], options)
    except (OSError, ValueError) as error:
        return _fail(error)
    return 0


def _to_file(source: str, target: Path, form: BookFormat, options: argparse.Namespace) -> None:
    """Write the games of a file into one file, and report it."""
    check_plain(target)
    if source != "-" and target.exists() and target.samefile(source):
        raise ValueError(f"{target} is both IN and OUT")
    trees = _chosen(_read(source, options), options.game)
    _write(trees, target, form, options)


def _to_folder(source: str, target: Path, form: BookFormat, options: argparse.Namespace) -> int:
    """Write a file for each game of a file or of a folder's files; return the exit status."""
    status, taken = 0, set[str]()
    folder = Path(source)
    files = sorted(folder.iterdir()) if folder.is_dir() else [folder]
    target.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.is_dir():
            print(f"tengen convert: {file}: skipped a folder", file=sys.stderr)
            continue
        try:
            trees = _chosen(_read(str(file), options), options.game)
            width = len(str(len(trees)))
            for number, tree in enumerate(trees, 1):
                stem = file.stem if len(trees) == 1 else f"{file.stem}-{number:0{width}}"
                name = next(one for one in _names(stem, form.suffix) if one not in taken)
                taken.add(name)
                _write([tree], target / name, form, options)
        except (OSError, ValueError) as error:
            status = _fail(error)
    return status


def _names(stem: str, suffix: str) -> Iterator[str]:
    """Yield names of a file, the plain one first."""
    yield stem + suffix
    number = 2
    while True:
        yield f"{stem}-{number}{suffix}"
        number += 1


def _read(source: str, options: argparse.Namespace) -> list[GameTree]:
    """Return the games of a file; ValueError names it."""
    name = input_text.name_of(source) or source
    given = BookOptions(
        encoding=options.encoding,
        size=options.size,
        nodes=options.nodes,
        rule=options.rule,
        say=partial(_say, name),
    )
    try:
        trees = book_files.loads(input_text.content_of(source), Path(source).suffix, given)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if not trees:
        raise ValueError(f"{name}: the file has no game")
    return trees


def _chosen(trees: list[GameTree], game: int | None) -> list[GameTree]:
    """Return all games, or the one with a number from 1; ValueError if there is none."""
    if game is None:
        return trees
    if game > len(trees):
        raise ValueError(f"no game {game}: the file has games 1 to {len(trees)}")
    return [trees[game - 1]]


def _write(
    trees: Sequence[GameTree], target: Path, form: BookFormat, options: argparse.Namespace
) -> None:
    """Write a file and report it."""
    given = BookOptions(written_encoding=options.to_encoding, say=partial(_say, str(target)))
    try:
        content = book_files.dumps(trees, form, given)
    except ValueError as error:
        raise ValueError(f"{target}: {error}") from error
    write_atomically(target, content)
    games = f"{len(trees)} {'game' if len(trees) == 1 else 'games'}"
    nodes = f"{sum(map(len, trees))} nodes, " if VARIATIONS in form.holds else ""
    about = about_game(trees[0].root.properties) if len(trees) == 1 else ""
    print(f"{target}: {games}, {nodes}{len(content)} bytes{f'; {about}' if about else ''}")


def _say(name: str, note: str) -> None:
    print(f"tengen convert: {name}: {note}", file=sys.stderr)


def _fail(error: Exception) -> int:
    print(f"tengen convert: {reason(error)}", file=sys.stderr)
    return 1


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen convert", "Convert games and books to another format.", EXAMPLES)
    add = parser.add_argument
    add("source", metavar="IN", help="file or folder to read, see below")
    add("target", metavar="OUT", help="file or folder to write")
    add("--format", metavar="SUFFIX", help="format of the files in a folder, such as sgf")
    add_file_board(add)
    add("--encoding", default="", metavar="NAME", help="encoding of the texts in IN (guessed)")
    text = f"encoding of the texts in a .lib, such as gb18030 or cp1252 ({UTF_8})"
    add("--to-encoding", default=UTF_8, metavar="NAME", help=text)
    text = f"most nodes of a certificate's tree ({NODES})"
    add("--nodes", type=positive, default=NODES, metavar="N", help=text)
    return parser

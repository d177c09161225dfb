"""`tengen database`: builds a database of proved positions for the engine.

Its commands, such as `tengen database add`, are those of position databases.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from brain.certificates import certificate_files
from brain.certificates.certificate import Certificate
from brain.certificates.check import GivenUp
from brain.certificates.proof_database import Database
from brain.engine import Engine
from brain.files.durable import check_plain, write_atomically
from brain.notation.file_formats import CERTIFICATE, check_format
from brain.proving import solver
from brain.proving.build_database import collect
from brain.thinking.native import LibraryError
from protocol.cli.arguments import Parser, positive, reason
from protocol.tools import database_positions
from protocol.tools.verify import MOST_NODES

NOTES = """
A database of positions with your own values and comments has these commands;
their --help describes them:
  tengen database add FILE POSITION    add a value, move, label or comment
  tengen database remove FILE POSITION
  tengen database list FILE [POSITION]
  tengen database import FILE SOURCE... from SGF, JSON lines or databases
  tengen database export FILE          print JSON lines

examples:
  tengen solve h8i12i7c13 --out proved
  tengen database won.proofs proved
  tengen verify won.proofs
  TENGEN_DATABASE=won.proofs tengen
"""


def main(arguments: Sequence[str]) -> int:
    """Write a database, or run a command of position databases; return 1 for an error."""
    if arguments and arguments[0] in database_positions.COMMANDS:
        return database_positions.main(arguments[0], arguments[1:])
    options = parser().parse_args(arguments)
    path = Path(options.file)
    try:
        check_plain(path)
        with Engine() as engine:
            write_atomically(path, _content(engine, options))
        with closing(Database(path)) as made:
            print(f"{path}: {len(made)} positions, {path.stat().st_size} bytes")
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen database: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _content(engine: Engine, options: argparse.Namespace) -> bytes:
    """Return the bytes of the database; ValueError if a certificate is wrong or too large."""
    try:
        return collect(engine, claims(options.sources), options.plies, options.most)
    except GivenUp:
        raise ValueError(
            f"a certificate takes more than {options.most} nodes: --most N checks more"
        ) from None


def claims(sources: Sequence[str]) -> Iterator[Certificate]:
    """Yield the certificates in files and in folders of `tengen solve`. ValueError names the source
    of a wrong certificate.
    """
    for source in map(Path, sources):
        if source.is_dir():
            yield from solver.stored(source)
            continue
        try:
            content = source.read_bytes()
            check_format(content, CERTIFICATE)
            yield certificate_files.loads(content)
        except ValueError as error:
            raise ValueError(f"{source}: {error}") from None


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen database",
        "Build a database of proved positions, or edit one of your own.",
        NOTES,
        "tengen database FILE SOURCE... [--plies N] [--most N]\n"
        "       tengen database {add,remove,list,import,export} FILE ...",
    )
    parser.add_argument("file", metavar="FILE", help="file to write")
    text = "certificate, or folder of tengen solve; all must have one rule and board"
    parser.add_argument("sources", metavar="SOURCE", nargs="+", help=text)
    text = "leave out wins in fewer plies, which a search finds quickly"
    parser.add_argument("--plies", metavar="N", type=positive, default=0, help=text)
    text = "nodes to check in a certificate before giving up (default: %(default)s)"
    parser.add_argument("--most", metavar="N", type=positive, default=MOST_NODES, help=text)
    return parser

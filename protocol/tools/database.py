"""`tengen database`: builds a database of proved positions for the engine."""

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
from brain.proving import solver
from brain.proving.build_database import collect
from brain.thinking.native import LibraryError
from protocol.cli.arguments import Parser, positive, reason
from protocol.tools.verify import MOST_NODES

EXAMPLES = """
examples:
  tengen solve h8i12i7c13 --out proved
  tengen database won.positions proved
  tengen verify won.positions
  TENGEN_DATABASE=won.positions tengen
"""


def main(arguments: Sequence[str]) -> int:
    """Write a database; return 1 for an error."""
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
            yield certificate_files.loads(source.read_bytes())
        except ValueError as error:
            raise ValueError(f"{source}: {error}") from None


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen database", "Build a database of proved positions.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="file to write")
    text = "certificate, or folder of tengen solve; all must have one rule and board"
    parser.add_argument("sources", metavar="SOURCE", nargs="+", help=text)
    text = "leave out wins in fewer plies, which a search finds quickly"
    parser.add_argument("--plies", metavar="N", type=positive, default=0, help=text)
    text = "nodes to check in a certificate before giving up (default: %(default)s)"
    parser.add_argument("--most", metavar="N", type=positive, default=MOST_NODES, help=text)
    return parser

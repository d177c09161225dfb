"""`tengen explain`: why a position is won, in words and pictures."""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from brain.cell import COLOUR_NAMES, Cell
from brain.certificates import certificate, check
from brain.certificates.certificate import Certificate
from brain.engine import Engine, Limit
from brain.files.durable import write_atomically
from brain.notation import ccgc
from brain.position import Position
from brain.proving import explanation, prover
from brain.proving.explanation import Explanation
from brain.thinking.native import LibraryError
from protocol.cli import explanation_text
from protocol.cli.arguments import (
    Parser,
    add_file_board,
    add_limits,
    ms_of,
    positive,
    reason,
    report_note,
)
from protocol.cli.explanation_text import CHAPTERS, MOST_NODES
from protocol.cli.interruptible_engine import InterruptibleEngine
from protocol.cli.terminal import on_interrupt, say_written
from protocol.page import wire
from protocol.reading import game_text, input_text, positions
from protocol.reading.positions import Reading

USUAL_MS = 500  # when no limit is given
A_GAME = (
    "this is a game: use --stones N for the position after N stones,"
    " or tengen review --why for the move that lost"
)
EXAMPLES = """
POSITION is a certificate, a manager's lines, or - for either from stdin. With
--stones N it may also be a game: a file (SGF, PSQ or moves, black's first) or
moves such as h8i9g7. The win of the side to move is explained. Why a game was
lost is explained by tengen review --why.

On a board, 1, 2, 3 are the attacker's moves, and a, b, c are all defences to
each. All defences are on the board together, and the next move still wins.
It therefore wins after any single defence.

examples:
  tengen explain game.sgf --stones 30
  tengen explain h8a1h9a3h10a5 --stones 6 --page win.html
  tengen analyse h8a1h9a3h10a5 --proof win.tengen
  tengen explain win.tengen
"""


def main(arguments: Sequence[str]) -> int:
    """Print why a position is won; return 1 if no win is proved."""
    options = parser().parse_args(arguments)
    try:
        with InterruptibleEngine() as engine:
            with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
                claim = thinker.submit(_found, engine, options).result()
            explained = explanation.explain(engine, claim)
        sys.stdout.write(_json(explained) if options.json else _text(explained, options.most))
        if options.page:
            _write_page(options, explained)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen explain: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _found(engine: Engine, options: argparse.Namespace) -> Certificate:
    """Return the checked certificate to explain; ValueError if it is refused or too large."""
    with input_text.naming(options.position):
        text = input_text.read(options.position)
        if text.lstrip().startswith(certificate.JSON_START) and not ccgc.START.match(text.lstrip()):
            claim = certificate.from_json(text)
        else:
            say = partial(report_note, "tengen explain", input_text.name_of(options.position))
            terms = Reading(options.size, options.rule, options.stones, options.game)
            limit = Limit(ms_of(options, USUAL_MS) / 1000, options.nodes)
            claim = _win(engine, _read(text, terms, say), limit)
    check.check(claim, MOST_NODES)
    return claim


def _read(text: str, reading: Reading, say: Callable[[str], None]) -> Position:
    """Return the position in a text; ValueError for a game without a number of stones."""
    if not reading.stones and _is_game(text, reading):
        raise ValueError(A_GAME)
    return positions.read(text, replace(reading, say=say))


def _is_game(text: str, reading: Reading) -> bool:
    try:
        return bool(game_text.read(text, reading).moves)
    except ValueError:
        return False


def _win(engine: Engine, position: Position, limit: Limit) -> Certificate:
    """Return a certificate of the side to move's win; ValueError if no win is proved."""
    found = engine.analyse(position, limit)
    if found.score.mate <= 0:
        colour = COLOUR_NAMES[position.turn]
        raise ValueError(f"no win is proved for {colour}, to move: use --ms N to search longer")
    return prover.prove(engine, position, found.move)


# Output.


def _text(explained: Explanation, most: int) -> str:
    """Return an explanation for a terminal."""
    lines = [
        explanation_text.headline(explained),
        "",
        *explanation_text.text(explained, most, Cell(0)),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _json(explained: Explanation) -> str:
    """Return an object for each chapter, then the summary, one a line."""
    return wire.lines(
        [*wire.explanation_fields(explained), {"summary": wire.claim_fields(explained)}]
    )


def _write_page(options: argparse.Namespace, explained: Explanation) -> None:
    text = explanation_text.page(explanation_text.headline(explained), (), explained, Cell(0))
    write_atomically(Path(options.page), text)
    say_written(options.page, len(text.encode()), as_json=options.json)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen explain", "Explain why a position is won.", EXAMPLES)
    add = parser.add_argument
    add("position", metavar="POSITION", help="see below")
    add_file_board(add)
    add("--stones", type=positive, metavar="N", help="explain the position after N stones")
    add_limits(add, USUAL_MS)
    text = f"maximum positions to print ({CHAPTERS})"
    add("--most", type=positive, default=CHAPTERS, metavar="N", help=text)
    add("--json", action="store_true", help="print JSON lines")
    add("--page", metavar="FILE", help="write a page with pictures")
    return parser

"""`tengen analyse`: the best moves of a position, as a table or JSON lines, and proofs of wins."""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from brain.cell import COLOUR_NAMES
from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.engine import Analysis, Engine, Limit, Report, Result
from brain.notation import drawing
from brain.position import Position
from brain.proving import prover
from brain.rules.laws import RULE_NAMES
from brain.thinking.native import LibraryError
from protocol.cli.arguments import (
    Parser,
    add_database,
    add_file_board,
    add_limits,
    add_threads,
    ms_of,
    positive,
    reason,
)
from protocol.cli.terminal import on_interrupt
from protocol.cli.wording import score_text
from protocol.page import wire
from protocol.reading import input_text
from protocol.reading.positions import Reading, read
from protocol.tools.verify import verdict

USUAL_MS = 5000  # without another limit
EXAMPLES = """
POSITION is one of these; the default is the empty board:
  h8i9      moves, black's first: column letter, row number; a1 is the upper
            left corner; also "h8, i9", "1. h8 i9 2. g9", or column and row
            from 1: "8,8 9,9"
  LINK      https://gomocalc.com/#/h8i9, where row 1 is at the bottom
  FILE      a PSQ file, an SGF file, or the lines that a manager sends:
            x,y,owner for each stone (owner 1 is to move, 2 is not, 3 is
            neutral), with or without START and INFO rule
  -         any of these, from stdin

examples:
  tengen analyse h8i9g9 --lines 3 --ms 2000
  tengen analyse game.sgf --stones 20 --proof win.json
  tengen verify win.json

--json prints an object for each variation of each iteration, {"rank",
"depth", "selective_depth", "score", "mate", "win_rate", "nodes", "ms",
"line"}, then {"move"} and, with --proof, {"proof"}. Scores are from the side
to move; "mate" is the plies to a win found by the search, negative for a loss,
0 for neither; "win_rate" is the estimated win rate, 0 to 1.
"""


def main(arguments: Sequence[str]) -> int:
    """Print the analysis of a position; return 1 after an error or without the requested proof."""
    options = parser().parse_args(arguments)
    try:
        reading = Reading(options.size, options.rule, options.stones, options.game, _say)
        position = read(input_text.read(options.position), reading)
        engine = Engine(database=options.database)
        engine.set_threads(options.threads)
        return _analyse(engine, position, options)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen analyse: {reason(error)}", file=sys.stderr)
        return 1


def _analyse(engine: Engine, position: Position, options: argparse.Namespace) -> int:
    """Print the analysis; write the proof if it is requested. Return the exit status."""
    limit = Limit(ms_of(options, USUAL_MS) / 1000, options.nodes, options.depth)
    if not options.json:
        print(f"{shown(position)}\n", flush=True)
    report = _print_json if options.json else lambda analysis: None
    result = _think(engine, position, limit, options.lines, report)
    if options.json:
        print(json.dumps({"move": result.move.name}))
    else:
        print(table(result))
    if options.proof:
        if result.score.mate <= 0:
            raise prover.NotProved("no win found to prove")
        claim = prover.prove(engine, position, result.move)
        said = verdict(claim)
        _write(Path(options.proof), claim)
        print(json.dumps({"proof": options.proof}) if options.json else f"\n{said}")
    return 0


def _write(path: Path, claim: Certificate) -> None:
    """Write a certificate, as JSON if the file name ends in .json."""
    is_text = path.suffix.lower() == ".json"
    path.write_bytes(certificate.to_json(claim).encode() if is_text else certificate.dumps(claim))


def _think(engine: Engine, position: Position, limit: Limit, lines: int, report: Report) -> Result:
    """Return the result of a think; after Ctrl-C, the best result so far."""
    with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
        try:
            thinking = thinker.submit(engine.analyse, position, limit, lines, report)
        except RuntimeError:  # no thread can start: then Ctrl-C acts after the think
            return engine.analyse(position, limit, lines, report)
        return thinking.result()


def _say(note: str) -> None:
    print(f"tengen analyse: {note}", file=sys.stderr)


# Output.


def shown(position: Position) -> str:
    """Return the board under a line with the side to move and the rule."""
    turn = COLOUR_NAMES[position.turn].capitalize()
    return f"{turn} to move, {RULE_NAMES[position.rule]}\n\n{drawing.text(position)}"


def table(result: Result) -> str:
    """Return a table of the lines found, best first, and the move."""
    rows = [("rank", "score", "depth", "line")]
    rows += [
        (
            str(line.rank),
            score_text(line.score),
            f"{line.depth}-{line.selective_depth}",
            " ".join(map(str, line.line)),
        )
        for line in result.lines
    ]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in rows]
    return "\n".join([*lines, "", f"best move: {result.move}"])


def _print_json(analysis: Analysis) -> None:
    print(json.dumps(wire.analysis_fields(analysis)), flush=True)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen analyse", "Find the best moves of a position.", EXAMPLES)
    add = parser.add_argument
    add("position", nargs="?", default="", metavar="POSITION", help="see below")
    add_file_board(add)
    add("--stones", type=positive, metavar="N", help="only the first N stones of a game")
    add_limits(add, USUAL_MS)
    add("--depth", type=positive, default=0, metavar="PLIES", help="depth to search")
    add("--lines", type=positive, default=1, metavar="N", help="number of best moves to find (1)")
    add_threads(add)
    add_database(add)
    add("--json", action="store_true", help="print JSON lines")
    add(
        "--proof",
        metavar="FILE",
        help="write a certificate of a win, as JSON if FILE ends in .json",
    )
    return parser

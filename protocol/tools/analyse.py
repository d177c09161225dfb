"""`tengen analyse`: the best moves of positions as a table, JSON lines or SGF; proofs of wins."""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from brain.cell import COLOUR_NAMES
from brain.cell_names import shown_rows
from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.engine import Analysis, Engine, Limit, Result
from brain.files.durable import write_atomically
from brain.game_board import Board
from brain.notation import drawing
from brain.notation.written_game import WrittenGame
from brain.position import Position
from brain.position_database import NO_ENTRY
from brain.proving import prover
from brain.rules.laws import RULE_NAMES
from brain.thinking.native import LibraryError
from protocol.cli.arguments import (
    JSON,
    SGF,
    TABLE,
    Parser,
    add_batch,
    add_database,
    add_file_board,
    add_limits,
    add_threads,
    ms_of,
    positive,
    reason,
    report_failure,
    report_note,
)
from protocol.cli.outlet import INTERRUPTED
from protocol.cli.terminal import on_interrupt
from protocol.cli.wording import entry_text, forbidden_lines, opening_note, score_text
from protocol.page import wire
from protocol.reading import input_text
from protocol.reading.positions import Reading, written
from protocol.records import commented_sgf
from protocol.tools.verify import verdict

USUAL_MS = 5000  # without another limit
BATCH_ROW = "{:<18}  {:>8}  {:>6}  {:<4}  {}\n"
BATCH_HEAD = ("score", "win rate", "depth", "move", "position")
EXAMPLES = """
POSITION is one of these; the default is the empty board:
  h8i9      moves, black's first: column letter, row number; a1 is the lower
            left corner; also "h8, i9", "1. h8 i9 2. g9", "1-h8, 2-i9", or, as
            in PSQ files, column and row from the upper left corner: "8,8 9,9"
  LINK      https://gomocalc.com/#/h8i9, where row 1 is at the bottom
  FILE      SGF, PSQ, a CCGC record, a drawn board such as this tool prints,
            or the lines that a manager sends: x,y,owner for each stone (owner
            1 is to move, 2 is not, 3 is neutral), with or without START and
            INFO rule
  -         any of these, from stdin

examples:
  tengen analyse h8i9g9 --lines 3 --ms 2000
  tengen analyse game.sgf --stones 20 --proof win.json
  tengen verify win.json
  tengen analyse --per-line positions.txt --nodes 100000
  tengen analyse games/*.sgf --ms 1000 --format sgf > analysed.sgf

With several positions or --per-line, which reads stdin by default, the table
has one row for each variation. A position that can't be read is reported by
name, the others follow, and the exit status is 1.

--format json prints an object for each variation of each iteration, {"rank",
"depth", "selective_depth", "score", "mate", "win_rate", "nodes", "ms",
"line", "rows"}, then {"move", "named_winner", "rows"} and, with --proof,
{"proof"}. Scores are from the side to move; "mate" is the plies to a win found
by the search, negative for a loss, 0 for neither; "win_rate" is the estimated
win rate, 0 to 1; "named_winner" is the winner that a file names, empty for
none; "rows" is how the names count rows. Several positions add "input", the
position's name.
--format sgf prints a game for each position, with the lines as variations.
"""


def main(arguments: Sequence[str]) -> int:
    """Print the analysis of positions; return 1 after an error or without the requested proof."""
    command = parser()
    options = command.parse_args(arguments)
    command.check_inputs(options.positions)
    is_batch = options.per_line or len(options.positions) > 1
    if options.proof and (is_batch or options.format == SGF):
        command.error("--proof needs a single position, and the format table or json")
    try:
        return _analyse_batch(options) if is_batch else _analyse_one(options)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen analyse: {reason(error)}", file=sys.stderr)
        return 1


def _analyse_one(options: argparse.Namespace) -> int:
    """Print the analysis of a position; write the requested proof. Return the exit status."""
    source = "".join(options.positions)
    with input_text.naming(source):
        game = _written(input_text.read(source), input_text.name_of(source), options)
        position = _position(game, options)
    engine = _engine(options)
    if options.format == TABLE:
        print(f"{shown(position, game.winner)}\n", flush=True)
    _print_stored(engine, position, options)
    result = _think(engine, position, options, "")
    sys.stdout.write(_text(position, game.winner, result, options, ""))
    if options.proof:
        if result.score.mate <= 0:
            raise prover.NotProved("no win found to prove")
        claim = prover.prove(engine, position, result.move)
        said = verdict(claim)
        _write(Path(options.proof), claim)
        print(json.dumps({"proof": options.proof}) if options.format == JSON else f"\n{said}")
    return 0


def _analyse_batch(options: argparse.Namespace) -> int:
    """Print the analysis of many positions. Return the exit status."""
    engine, status = _engine(options), 0
    if options.format == TABLE:
        print(BATCH_ROW.format(*BATCH_HEAD), end="", flush=True)
    sources = options.positions or [input_text.STDIN]
    for given in input_text.batch(sources, per_line=options.per_line):
        try:
            game = _written(given.text, given.name, options)
            position = _position(game, options)
        except (OSError, ValueError) as error:
            report_failure("tengen analyse", given.name, error, as_json=options.format == JSON)
            status = 1
            continue
        engine.forget()  # so that the order of the positions does not matter
        result = _think(engine, position, options, given.name)
        text = _text(position, game.winner, result, options, given.name)
        print(text, end="", flush=True)
        if result.stopped:
            return INTERRUPTED
    return status


def _engine(options: argparse.Namespace) -> Engine:
    engine = Engine(database=options.database)
    engine.set_threads(options.threads)
    return engine


def _written(text: str, name: str, options: argparse.Namespace) -> WrittenGame:
    """Return the game that a text describes; notes name it. ValueError."""
    say = partial(report_note, "tengen analyse", name)
    reading = Reading(options.size, options.rule, options.stones, options.game, say)
    return written(text, reading)


def _position(game: WrittenGame, options: argparse.Namespace) -> Position:
    """Return the position at the end of a game; ValueError if there is none."""
    position = Board.of_written(game).position
    if options.format == SGF:
        commented_sgf.check(position)
    return position


def _write(path: Path, claim: Certificate) -> None:
    """Write a certificate, as JSON if the file name ends in .json."""
    is_text = path.suffix.lower() == ".json"
    write_atomically(path, certificate.to_json(claim) if is_text else certificate.dumps(claim))


def _think(engine: Engine, position: Position, options: argparse.Namespace, name: str) -> Result:
    """Return the result of a think; after Ctrl-C, the best result so far. JSON lines are printed;
    they have the position's name in a batch.
    """
    limit = Limit(ms_of(options, USUAL_MS) / 1000, options.nodes, options.depth)

    def report(analysis: Analysis) -> None:
        if options.format == JSON:
            fields = _named(name) | wire.analysis_fields(analysis, shown_rows())
            print(wire.lines([fields]), end="", flush=True)

    with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
        try:
            thinking = thinker.submit(engine.analyse, position, limit, options.lines, report)
        except RuntimeError:  # no thread can start: then Ctrl-C acts after the think
            return engine.analyse(position, limit, options.lines, report)
        return thinking.result()


# Output.


def _print_stored(engine: Engine, position: Position, options: argparse.Namespace) -> None:
    """Print what the position databases have about a position and its moves."""
    for database in engine.position_databases:
        own, after = database.get(position), database.after(position, position.turn)
        if options.format == JSON and (own or after):
            moves = {cell.name: wire.entry_fields(entry) for cell, entry in after.items()}
            stored = {"stored": str(database.path), **wire.entry_fields(own or NO_ENTRY)}
            sys.stdout.write(wire.lines([stored | {"moves": moves}]))
        if options.format == TABLE and (own or after):
            print(f"stored in {database.path}: {entry_text(own) if own else 'its moves'}")
            for cell, entry in after.items():
                print(f"  {cell.name:<4} {entry_text(entry)}")
            print()


def shown(position: Position, winner: int | None = None) -> str:
    """Return the board under a line with the side to move, the rule, the opening, and the winner
    that a file names; why points are forbidden is below it.
    """
    turn = COLOUR_NAMES[position.turn].capitalize()
    note = opening_note(position.stones, position.width, position.height)
    terms = f"{turn} to move, {RULE_NAMES[position.rule]}{note}"
    if winner:
        terms += f"; {COLOUR_NAMES[winner]} won the game"
    return "\n\n".join([terms, drawing.text(position), *forbidden_lines(position)])


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


def _text(
    position: Position, winner: int | None, result: Result, options: argparse.Namespace, name: str
) -> str:
    """Return the result of a think in the requested format. `winner` is the one that a file names,
    `name` is the position's in a batch.
    """
    if options.format == JSON:
        named = COLOUR_NAMES[winner] if winner else ""
        return wire.lines([_named(name) | {"move": str(result.move), "named_winner": named}])
    if options.format == SGF:
        return commented_sgf.analysis(position, result, name)
    return _batch_rows(result, name) if name else f"{table(result)}\n"


def _named(name: str) -> wire.Object:
    """Return the first field of each object of a batch, none without a name."""
    return {"input": name} if name else {}


def _batch_rows(result: Result, name: str) -> str:
    """Return a line for each variation of a position in a batch."""
    return "".join(
        BATCH_ROW.format(
            score_text(line.score),
            f"{100 * line.score.win_rate:.0f} %",
            f"{line.depth}-{line.selective_depth}",
            str(line.line[0] if line.line else result.move),
            name,
        )
        for line in result.lines
    )


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen analyse", "Find the best moves of positions.", EXAMPLES)
    add = parser.add_argument
    add("positions", nargs="*", metavar="POSITION", help="see below")
    add_file_board(add)
    add("--stones", type=positive, metavar="N", help="only the first N stones of a game")
    add_limits(add, USUAL_MS)
    add("--depth", type=positive, default=0, metavar="PLIES", help="depth to search")
    add("--lines", type=positive, default=1, metavar="N", help="number of best moves to find (1)")
    add_threads(add)
    add_database(add)
    add_batch(add, "position")
    add(
        "--proof",
        metavar="FILE",
        help="write a certificate of a win, as JSON if FILE ends in .json",
    )
    return parser

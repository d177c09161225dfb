"""`tengen explain`: why a position is won, or where a game was lost, in words and pictures."""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from brain.cell import COLOUR_NAMES, Cell
from brain.certificates import certificate, check
from brain.certificates.certificate import Certificate
from brain.engine import Engine, Limit, Result
from brain.notation import drawing
from brain.position import Position
from brain.proving import explanation, prover
from brain.proving.explanation import Explanation
from brain.rules.laws import RULE_NAMES
from brain.thinking.native import LibraryError
from brain.thinking.think import Task
from protocol.cli.arguments import (
    Parser,
    add_file_board,
    add_limits,
    ms_of,
    positive,
    reason,
)
from protocol.cli.terminal import on_interrupt, say_written, show
from protocol.reading import played, positions, source
from protocol.reading.played import Played
from protocol.reading.positions import Reading
from protocol.tools import telling, turning
from protocol.tools.turning import Turning

USUAL_MS = 500  # a position, when no limit is given
USUAL_NODES = 5_000  # a move that may hold
MOST_NODES = 1_000_000  # checked of a certificate: some 20 seconds
CHAPTERS = 6
EXAMPLES = """
GAME is a file: SGF, PSQ or moves, black's first. It may also be moves such as
h8i9g7, a certificate, a manager's lines, or - for any of these from stdin.
For a game, the losing move is explained. For a certificate, a manager's
position, or with --stones, the win of the side to move is explained.

On a board, 1, 2, 3 are the attacker's moves, and a, b, c are all defences to
each. All defences are on the board together, and the next move still wins.
It therefore wins after any single defence.

A move holds if no win after it is proved with --effort nodes. It may still
lose.

examples:
  tengen explain game.sgf
  tengen explain h8a1h9a2h10a3h11o1h12 --page lost.html
  tengen analyse h8a1h9a3h10a5 --proof win.tengen
  tengen explain win.tengen
"""


def main(arguments: Sequence[str]) -> int:
    """Print why a position is won, or a game was lost; return 1 where no win is proved."""
    options = parser().parse_args(arguments)
    try:
        with _Engine() as engine:
            with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
                game, turned, claim = thinker.submit(_found, engine, options).result()
            told = explanation.explain(engine, claim) if claim else None
        if options.json:
            sys.stdout.write(_json(told, turned))
        else:
            sys.stdout.write(_text(game, told, turned, options))
        if options.page:
            _write_page(options, game, told, turned)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen explain: {reason(error)}", file=sys.stderr)
        return 1
    return 0


class _Engine(Engine):
    """An engine whose stop ends all, in another thread than that which hears Ctrl-C."""

    def run(self, task: Task) -> Result:
        """Return what a think finds; KeyboardInterrupt when it was stopped."""
        found = super().run(task)
        if found.stopped:
            raise KeyboardInterrupt
        return found


def _found(
    engine: Engine, options: argparse.Namespace
) -> tuple[Played | None, Turning | None, Certificate | None]:
    """Return the game, its turning point, and the certificate to be explained, as far as there are
    any. All certificates are checked.
    """
    text = source.text(options.game_text)
    if text.lstrip().startswith(certificate.JSON_START):
        return None, None, _checked(certificate.from_json(text))
    reading = Reading(options.size, options.rule, options.stones, options.game, _say)
    given = _read(text, reading)
    ms = ms_of(options, USUAL_MS)
    if isinstance(given, Position):
        return None, None, _checked(_win(engine, given, Limit(ms / 1000, options.nodes)))
    if not given.moves:
        raise ValueError("the game has no move to explain")
    limits, count = {"ms": ms, "nodes": options.nodes}, len(given.moves)
    try:
        turned = turning.find(
            given, engine, limits, options.effort, lambda ply: show(f"move {ply} of {count}")
        )
    finally:
        show("")
    return given, turned, _checked(turned.claim) if turned.claim else None


def _read(text: str, reading: Reading) -> Played | Position:
    """Return the game in a text; or a position, if so many stones are asked for or no game leads to
    it.
    """
    if reading.stones:
        return positions.read(text, reading)
    try:
        return played.read(text, reading)
    except ValueError:
        with suppress(ValueError):
            return positions.read(text, reading)
        raise


def _win(engine: Engine, position: Position, limit: Limit) -> Certificate:
    """Return why the side to move wins; ValueError if no win is proved."""
    found = engine.analyse(position, limit)
    if found.score.mate <= 0:
        colour = COLOUR_NAMES[position.turn]
        raise ValueError(f"no win is proved for {colour}, who is to move: --ms N looks longer")
    return prover.prove(engine, position, found.move)


def _checked(claim: Certificate) -> Certificate:
    """Return a certificate that the checker accepts; ValueError for another, or a large one."""
    check.check(claim, MOST_NODES)
    return claim


# Output.


def _text(
    game: Played | None,
    told: Explanation | None,
    turned: Turning | None,
    options: argparse.Namespace,
) -> str:
    """Return what is told, for a terminal."""
    lines = []
    if game and turned:
        lines += [game.title, "", *telling.turned(turned, told, options.effort), ""]
    elif told:
        lines += [telling.headline(told), ""]
    if told:
        lines += telling.text(told, options.most, turned.move if turned else Cell(0))
    elif game and turned:
        lines.append(drawing.text(telling.end(game)))
    return "\n".join(lines).rstrip("\n") + "\n"


def _json(told: Explanation | None, turned: Turning | None) -> str:
    """Return an object for each chapter, then the summary, one a line."""
    objects: list[object] = [*telling.fields(told)] if told else []
    summary: dict[str, object] = {}
    if told:
        position = told.position
        summary |= {
            "attacker": COLOUR_NAMES[position.turn],
            "plies": told.plies,
            "rule": RULE_NAMES[position.rule],
        }
    if turned:
        summary |= {
            "loser": COLOUR_NAMES[turned.loser],
            "lost_by": turned.ply or None,
            "move": turned.move.name if turned.move else "",
            "foul": turned.foul,
            "held": [cell.name for cell in turned.held],
            "winning": turned.winning.name if turned.winning else "",
        }
    objects.append({"summary": summary})
    return "".join(json.dumps(value) + "\n" for value in objects)


def _write_page(
    options: argparse.Namespace,
    game: Played | None,
    told: Explanation | None,
    turned: Turning | None,
) -> None:
    head = telling.turned(turned, told, options.effort) if turned else []
    title = game.title if game else telling.headline(told) if told else ""
    text = telling.page(title, head, told, turned.move if turned else Cell(0))
    Path(options.page).write_text(text, encoding="utf-8")
    say_written(options.page, len(text.encode()), as_json=options.json)


def _say(note: str) -> None:
    print(f"tengen explain: {note}", file=sys.stderr)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen explain", "Explain why a position is won or a game was lost.", EXAMPLES)
    add = parser.add_argument
    add("game_text", metavar="GAME", help="see below")
    add_file_board(add)
    add("--stones", type=positive, metavar="N", help="explain the position after N stones")
    add_limits(add, USUAL_MS, " in a position")
    text = f"nodes to test whether a move holds ({USUAL_NODES})"
    add("--effort", type=positive, default=USUAL_NODES, metavar="N", help=text)
    text = f"maximum positions to print ({CHAPTERS})"
    add("--most", type=positive, default=CHAPTERS, metavar="N", help=text)
    add("--json", action="store_true", help="print JSON lines")
    add("--page", metavar="FILE", help="write a page with pictures")
    return parser

"""`tengen review`: finds the move that lost a game; prints a table or JSON, or writes a page."""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from brain.cell import COLOUR_NAMES
from brain.certificates import check
from brain.engine import Engine, Limit
from brain.notation import drawing
from brain.proving import explanation
from brain.proving.explanation import Explanation
from brain.proving.prover import NotProved
from brain.review import game_review, losing_move
from brain.review.game_review import MARKS, WORST, ReviewedPosition
from brain.review.losing_move import LosingMove
from brain.review.played_game import Played
from brain.thinking.native import LibraryError
from protocol.cli import explanation_text
from protocol.cli.arguments import (
    Parser,
    add_file_board,
    add_limits,
    add_threads,
    ms_of,
    positive,
    reason,
)
from protocol.cli.explanation_text import CHAPTERS, MOST_NODES
from protocol.cli.interruptible_engine import InterruptibleEngine
from protocol.cli.terminal import on_interrupt, say_written, show
from protocol.page import assembled, engine_bundle, wire
from protocol.reading import input_text
from protocol.reading.game_text import read
from protocol.reading.positions import Reading

USUAL_MS = 500  # per position, without another limit; as on the page
USUAL_EFFORT = 5_000  # nodes to test whether a move holds
COLUMNS = 78  # of the graph
BLOCKS = "▁▂▃▄▅▆▇█"
DIGITS = "0123456789"
UNKNOWN = " "
EXAMPLES = f"""
GAME is a file, finished or not: SGF, PSQ or moves, black's first. It may also
be moves such as h8i9g7, or - for any of these from stdin.

The graph is Black's win rate after each move. A move that lost a tenth of the
win rate is a slip (?), a quarter a blunder (??). The {WORST} worst moves are listed.
After a game is lost, the search finds a mate against every move of the loser.

--why also explains the losing move: it draws the proof of the win after it, as
tengen explain does, and lists the moves that hold. A move holds if no win
after it is proved with --effort nodes. It may still lose.

examples:
  tengen review game.sgf
  tengen review game.sgf --why
  tengen review h8a1h9a2h10a3h11o1h12 --nodes 20000
  tengen review game.sgf --page review.html

--page writes one HTML file. It opens in any browser and can analyse further.
With --why, it is the explanation with pictures instead.
"""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Why:
    """The move that lost a game, and the win after it, None if the move was forbidden."""

    lost: LosingMove
    win: Explanation | None


def main(arguments: Sequence[str]) -> int:
    """Print a game's review, and write its page if requested; return 1 if that fails."""
    options = parser().parse_args(arguments)
    try:
        reading = Reading(options.size, options.rule, None, options.game, _say)
        game = read(input_text.read(options.game_text), reading)
        if not game.moves:
            raise ValueError("the game has no move to review")
        packed = engine_bundle.load() if options.page and not options.why else ""
        with InterruptibleEngine() as engine:
            engine.set_threads(options.threads)
            _review(engine, game, packed, options)
    except NotProved as error:
        print(f"tengen review: no losing move can be explained: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen review: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _review(engine: Engine, game: Played, packed: str, options: argparse.Namespace) -> None:
    """Print the review and, with `--why`, the explanation; write the page."""
    limit = Limit(ms_of(options, USUAL_MS) / 1000, options.nodes)
    nodes = _thinking(engine, lambda: game_review.review(game, engine, limit, _progress(game)))
    sys.stdout.write(_json(nodes) if options.json else _text(game, nodes, _has_blocks()))
    if options.why:
        sys.stdout.flush()
        why = _thinking(engine, lambda: _why(engine, game, nodes, options.effort))
        sys.stdout.write(_why_json(why) if options.json else _why_text(game, why, options))
        if options.page:
            _write(options, _why_page(game, why, options))
    elif options.page:
        given = {"sgf": game.sgf(), "nodes": [wire.page_fields(node) for node in nodes]}
        _write(options, assembled(packed, given))


def _thinking(engine: Engine, work: Callable[[], Found]) -> Found:
    """Run `work` in another thread and return its result; Ctrl-C ends it at once."""
    with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
        try:
            return thinker.submit(work).result()
        finally:
            show("")


def _progress(game: Played) -> game_review.OnPly:
    return lambda ply: show(f"move {ply} of {len(game.moves)}")


def _why(engine: Engine, game: Played, nodes: Sequence[ReviewedPosition], effort: int) -> Why:
    """Return why a game was lost; its certificate is checked. Raises NotProved."""
    lost = losing_move.find(game, nodes, engine, effort, _progress(game))
    if not lost.claim:
        return Why(lost, None)
    check.check(lost.claim, MOST_NODES)
    return Why(lost, explanation.explain(engine, lost.claim))


def _write(options: argparse.Namespace, page: str) -> None:
    """Write a page and report it."""
    data = page.encode()
    Path(options.page).write_bytes(data)
    say_written(options.page, len(data), as_json=options.json)


# Output.


def _text(game: Played, nodes: Sequence[ReviewedPosition], has_blocks: bool) -> str:
    """Return the review for a terminal."""
    lines = [game.title, "", *_graph(nodes, has_blocks), "", *_table(nodes)]
    return "\n".join([*lines, *_verdicts(nodes)]) + "\n"


def _graph(nodes: Sequence[ReviewedPosition], has_blocks: bool) -> list[str]:
    """Return the graph of Black's win rate, one character per position, with the mistakes below. In
    a game with more positions than columns, neighbouring positions share a column.
    """
    signs = BLOCKS if has_blocks else DIGITS
    kinds = {mistake.node.ply: MARKS[mistake.kind] for mistake in game_review.mistakes(nodes)}
    step = -(-len(nodes) // COLUMNS)
    groups = [nodes[start : start + step] for start in range(0, len(nodes), step)]
    chances = "".join(_sign(group[-1].black_rate, signs) for group in groups)
    marks = "".join(
        max((kinds.get(node.ply, "") for node in group), key=len)[:1].replace("?", "^") or " "
        for group in groups
    )
    head = f"Black's chances, moves 0 to {nodes[-1].ply}"
    if not has_blocks:
        head += " (0 lowest, 9 highest)"
    return [f"{head}:", chances.rstrip(), *([marks.rstrip()] if marks.strip() else [])]


def _sign(rate: float | None, signs: str) -> str:
    return UNKNOWN if rate is None else signs[min(int(rate * len(signs)), len(signs) - 1)]


def _table(nodes: Sequence[ReviewedPosition]) -> list[str]:
    """Return a table of the mistakes in the order of play."""
    rows = [("move", "", "", "who", "gave away", "better")]
    rows += [
        (
            str(mistake.node.ply),
            str(mistake.node.move),
            MARKS[mistake.kind],
            COLOUR_NAMES[mistake.node.colour].capitalize(),
            f"{mistake.loss:.0%}".replace("%", " %"),
            str(mistake.better) if mistake.better else "",
        )
        for mistake in game_review.mistakes(nodes)
    ]
    if len(rows) == 1:
        return ["No large mistake found."]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    aligned: list[Callable[[str, int], str]] = [str.rjust, str.ljust, str.ljust, str.ljust]
    aligned += [str.rjust, str.ljust]
    return [
        "  ".join(
            align(cell, width) for align, cell, width in zip(aligned, row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _verdicts(nodes: Sequence[ReviewedPosition]) -> list[str]:
    """Return sentences on the worst mistakes, and on the move after which the game was lost."""
    lines = []
    found = game_review.mistakes(nodes)
    if len(found) > 1:
        lines.append(f"Worst: move {', '.join(_move(m.node) for m in game_review.worst(found))}.")
    if proved := game_review.proved_from(nodes):
        where = f"move {_move(proved.node)} on" if proved.node.ply else "the start"
        lines.append(f"{COLOUR_NAMES[proved.loser].capitalize()} is proved lost from {where}.")
        if proved.held:
            lines.append(f"Move {_move(proved.held)} was the last that held.")
    return ["", *lines] if lines else []


def _move(node: ReviewedPosition) -> str:
    return f"{node.ply} ({node.move})"


def _json(nodes: Sequence[ReviewedPosition]) -> str:
    """Return an object for each position, then the summary, one a line."""
    return wire.lines([*wire.review_fields(nodes)])


def _why_json(why: Why) -> str:
    """Return an object for each chapter of the explanation, then the losing move, one a line."""
    chapters = wire.explanation_fields(why.win) if why.win else ()
    claim = wire.claim_fields(why.win) if why.win else {}
    return wire.lines([*chapters, {"why": {**claim, **wire.losing_fields(why.lost)}}])


def _why_text(game: Played, why: Why, options: argparse.Namespace) -> str:
    """Return the explanation of a lost game for a terminal."""
    lines = ["", *_why_sentences(why, options), ""]
    if why.win:
        lines += explanation_text.text(why.win, options.most, why.lost.move)
    else:
        lines.append(drawing.text(explanation_text.end(game)))
    return "\n".join(lines).rstrip("\n") + "\n"


def _why_page(game: Played, why: Why, options: argparse.Namespace) -> str:
    """Return the explanation of a lost game as an HTML page."""
    head = _why_sentences(why, options)
    return explanation_text.page(game.title, head, why.win, why.lost.move)


def _why_sentences(why: Why, options: argparse.Namespace) -> list[str]:
    return explanation_text.losing_move_sentences(why.lost, why.win, options.effort)


def _has_blocks() -> bool:
    """Return whether the output's encoding has the graph's block characters."""
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _say(note: str) -> None:
    print(f"tengen review: {note}", file=sys.stderr)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen review", "Find the move that lost a game.", EXAMPLES)
    add = parser.add_argument
    add("game_text", metavar="GAME", help="see below")
    add_file_board(add)
    add_limits(add, USUAL_MS, " in a position")
    add_threads(add)
    add("--why", action="store_true", help="explain the losing move")
    text = f"nodes to test whether a move holds, with --why ({USUAL_EFFORT})"
    add("--effort", type=positive, default=USUAL_EFFORT, metavar="N", help=text)
    text = f"maximum positions of the explanation to print ({CHAPTERS})"
    add("--most", type=positive, default=CHAPTERS, metavar="N", help=text)
    add("--json", action="store_true", help="print JSON lines")
    add(
        "--page",
        metavar="FILE",
        help="write the review, or with --why the explanation, as an HTML page",
    )
    return parser

"""`tengen review`: finds the moves that lost games; prints a table, JSON lines or SGF, or writes a
page.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from brain.cell import COLOUR_NAMES
from brain.certificates import check
from brain.engine import Engine, Limit
from brain.files.durable import write_atomically
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
    JSON,
    SGF,
    TABLE,
    Parser,
    add_batch,
    add_file_board,
    add_limits,
    add_threads,
    ms_of,
    positive,
    reason,
    report_failure,
    report_note,
)
from protocol.cli.explanation_text import CHAPTERS, MOST_NODES
from protocol.cli.interruptible_engine import InterruptibleEngine
from protocol.cli.terminal import on_interrupt, say_written, show
from protocol.cli.wording import opening_note
from protocol.page import assembled, engine_bundle, wire
from protocol.reading import input_text
from protocol.reading.game_text import read
from protocol.reading.positions import Reading
from protocol.records import commented_sgf

USUAL_MS = 500  # per position, without another limit; as on the page
USUAL_EFFORT = 5_000  # nodes to test whether a move holds
COLUMNS = 78  # of the graph
BLOCKS = "▁▂▃▄▅▆▇█"
DIGITS = "0123456789"
UNKNOWN = " "
BATCH_ROW = "{:>5}  {:>5}  {:>8}  {:<9}  {:<5}  {:<9}  {}\n"
BATCH_HEAD = ("moves", "slips", "blunders", "worst", "loser", "lost from", "game")
EXAMPLES = f"""
GAME is a file, finished or not: SGF, PSQ, CCGC or moves, black's first. It
may also be moves such as h8i9g7, or - for any of these from stdin.

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
  tengen review games/*.sgf
  tengen review games/*.sgf --format sgf > reviewed.sgf

With several games or --per-line, which reads stdin by default, the table has
one row a game. A game that can't be read is reported by name, the others
follow, and the exit status is 1. --format json adds "input", the game's name.
--format sgf has the chances in comments and the better lines as variations.

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
    """Print reviews of games, and write a page if requested; return 1 if that fails."""
    command = parser()
    options = command.parse_args(arguments)
    command.check_inputs(options.games)
    if not (options.games or options.per_line):
        command.error("expected a game")
    is_batch = options.per_line or len(options.games) > 1
    for option in ("why", "page"):
        if getattr(options, option) and (is_batch or options.format == SGF):
            command.error(f"--{option} needs a single game, and the format table or json")
    try:
        return _review_batch(options) if is_batch else _review_one(options)
    except NotProved as error:
        print(f"tengen review: no losing move can be explained: {error}", file=sys.stderr)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen review: {reason(error)}", file=sys.stderr)
    return 1


def _review_one(options: argparse.Namespace) -> int:
    """Print the review of a game and, with `--why`, the explanation; write the page. Return the
    exit status.
    """
    (source,) = options.games
    with input_text.naming(source):
        game = _game(input_text.read(source), input_text.name_of(source), options)
    packed = engine_bundle.load() if options.page and not options.why else ""
    with _engine(options) as engine:
        nodes = _nodes(engine, game, "", options)
        sys.stdout.write(_text(game, nodes, options, ""))
        if options.why:
            sys.stdout.flush()
            why = _thinking(engine, lambda: _why(engine, game, nodes, options.effort))
            is_json = options.format == JSON
            sys.stdout.write(_why_json(why) if is_json else _why_text(game, why, options))
            if options.page:
                _write(options, _why_page(game, why, options))
        elif options.page:
            given = {"sgf": game.sgf(), "nodes": [wire.page_fields(node) for node in nodes]}
            _write(options, assembled(packed, given))
    return 0


def _review_batch(options: argparse.Namespace) -> int:
    """Print the reviews of many games. Return the exit status."""
    status = 0
    with _engine(options) as engine:
        if options.format == TABLE:
            print(BATCH_ROW.format(*BATCH_HEAD), end="", flush=True)
        sources = options.games or [input_text.STDIN]
        for given in input_text.batch(sources, per_line=options.per_line):
            try:
                game = _game(given.text, given.name, options)
            except (OSError, ValueError) as error:
                report_failure("tengen review", given.name, error, as_json=options.format == JSON)
                status = 1
                continue
            engine.forget()  # so that the order of the games does not matter
            nodes = _nodes(engine, game, given.name, options)
            print(_text(game, nodes, options, given.name), end="", flush=True)
    return status


def _engine(options: argparse.Namespace) -> Engine:
    engine = InterruptibleEngine()
    engine.set_threads(options.threads)
    return engine


def _game(text: str, name: str, options: argparse.Namespace) -> Played:
    """Return the game that a text describes; notes name it. ValueError."""
    say = partial(report_note, "tengen review", name)
    game = read(text, Reading(options.size, options.rule, None, options.game, say))
    if not game.moves:
        raise ValueError("the game has no move to review")
    return game


def _nodes(
    engine: Engine, game: Played, name: str, options: argparse.Namespace
) -> tuple[ReviewedPosition, ...]:
    """Return the reviewed positions of a game."""
    limit = Limit(ms_of(options, USUAL_MS) / 1000, options.nodes)
    on_ply = _progress(game, name)
    return _thinking(engine, lambda: game_review.review(game, engine, limit, on_ply))


def _thinking(engine: Engine, work: Callable[[], Found]) -> Found:
    """Run `work` in another thread and return its result; Ctrl-C ends it at once."""
    with on_interrupt(engine.stop), ThreadPoolExecutor(1) as thinker:
        try:
            return thinker.submit(work).result()
        finally:
            show("")


def _progress(game: Played, name: str = "") -> game_review.OnPly:
    head = f"{name}: " if name else ""
    return lambda ply: show(f"{head}move {ply} of {len(game.moves)}")


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
    write_atomically(Path(options.page), data)
    say_written(options.page, len(data), as_json=options.format == JSON)


# Output.


def _text(
    game: Played, nodes: Sequence[ReviewedPosition], options: argparse.Namespace, name: str
) -> str:
    """Return a review in the requested format; `name` is the game's in a batch."""
    if options.format == JSON:
        head: wire.Object = {"input": name} if name else {}
        return wire.lines([head | fields for fields in wire.review_fields(nodes, game.winner)])
    if options.format == SGF:
        return commented_sgf.review(game, nodes, name)
    return _batch_row(nodes, name) if name else _page_of_text(game, nodes)


def _batch_row(nodes: Sequence[ReviewedPosition], name: str) -> str:
    """Return the line of a game in a batch."""
    found = game_review.mistakes(nodes)
    kinds = [mistake.kind for mistake in found]
    proved = game_review.proved_from(nodes)
    return BATCH_ROW.format(
        nodes[-1].ply,
        kinds.count("slip"),
        kinds.count("blunder"),
        _move(game_review.worst(found)[0].node) if found else "",
        COLOUR_NAMES[proved.loser] if proved else "",
        _move(proved.node) if proved else "",
        name,
    )


def _page_of_text(game: Played, nodes: Sequence[ReviewedPosition]) -> str:
    """Return the review of a single game for a terminal."""
    note = opening_note(game.stones(len(game.moves)), game.width, game.height)
    lines = [f"{game.title}{note}", "", *_graph(nodes, _has_blocks()), "", *_table(nodes)]
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


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen review", "Find the moves that lost games.", EXAMPLES)
    add = parser.add_argument
    add("games", nargs="*", metavar="GAME", help="see below")
    add_file_board(add)
    add_limits(add, USUAL_MS, " in a position")
    add_threads(add)
    add("--why", action="store_true", help="explain the losing move")
    text = f"nodes to test whether a move holds, with --why ({USUAL_EFFORT})"
    add("--effort", type=positive, default=USUAL_EFFORT, metavar="N", help=text)
    text = f"maximum positions of the explanation to print ({CHAPTERS})"
    add("--most", type=positive, default=CHAPTERS, metavar="N", help=text)
    add_batch(add, "game")
    add(
        "--page",
        metavar="FILE",
        help="write the review, or with --why the explanation, as an HTML page",
    )
    return parser

"""`tengen review`: where a game was lost, as a table, as JSON or as a page with the game in it."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from brain.cell import COLOUR_NAMES
from brain.engine import Engine
from brain.thinking.native import LibraryError
from protocol.cli.arguments import (
    Parser,
    add_file_board,
    add_limits,
    add_threads,
    ms_of,
    reason,
)
from protocol.cli.terminal import on_interrupt, say_written, show
from protocol.page import assembled, engine_bundle, review
from protocol.page.review import MARKS, WORST, Node
from protocol.reading import source
from protocol.reading.played import Played, read
from protocol.reading.positions import Reading

USUAL_MS = 500  # a position, when no limit is given; as on the page
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

examples:
  tengen review game.sgf
  tengen review h8a1h9a2h10a3h11o1h12 --nodes 20000
  tengen review game.sgf --page review.html

--page writes one HTML file. It opens in any browser and can analyse further.
"""


def main(arguments: Sequence[str]) -> int:
    """Print a game's review, and write its page if one is wanted; return 1 where that fails."""
    options = parser().parse_args(arguments)
    try:
        reading = Reading(options.size, options.rule, None, options.game, _say)
        game = read(source.text(options.game_text), reading)
        if not game.moves:
            raise ValueError("the game has no move to review")
        packed = engine_bundle.load() if options.page else ""
        found = _nodes(game, options)
        sys.stdout.write(_json(found) if options.json else _text(game, found, _has_blocks()))
        if options.page:
            _write_page(options, packed, game, found)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen review: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _nodes(game: Played, options: argparse.Namespace) -> tuple[Node, ...]:
    """Return the game's positions, judged in another thread, which Ctrl-C ends at once."""
    limits = {"ms": ms_of(options, USUAL_MS), "nodes": options.nodes}
    is_stopped = False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        engine.stop()

    def tell(ply: int) -> None:
        if is_stopped:
            raise KeyboardInterrupt
        show(f"move {ply} of {len(game.moves)}")

    with Engine() as engine, on_interrupt(stop), ThreadPoolExecutor(1) as thinker:
        engine.set_threads(options.threads)
        try:
            return thinker.submit(review.nodes, game, engine, limits, tell).result()
        finally:
            show("")


def _write_page(
    options: argparse.Namespace, packed: str, game: Played, nodes: Sequence[Node]
) -> None:
    """Write the page with the game and its review in it, and say so."""
    given = {"sgf": game.sgf(), "nodes": [node.fields() for node in nodes]}
    text = assembled(packed, given).encode()
    Path(options.page).write_bytes(text)
    say_written(options.page, len(text), as_json=options.json)


# Output.


def _text(game: Played, nodes: Sequence[Node], has_blocks: bool) -> str:
    """Return the review for a terminal."""
    lines = [game.title, "", *_graph(nodes, has_blocks), "", *_table(nodes)]
    return "\n".join([*lines, *_verdicts(nodes)]) + "\n"


def _graph(nodes: Sequence[Node], has_blocks: bool) -> list[str]:
    """Return Black's chances, one sign for each position, with the mistakes below; of a game with
    more positions than columns, every so many share a column.
    """
    signs = BLOCKS if has_blocks else DIGITS
    kinds = {mistake.node.ply: MARKS[mistake.kind] for mistake in review.mistakes(nodes)}
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


def _table(nodes: Sequence[Node]) -> list[str]:
    """Return the mistakes in their order, one a line."""
    rows = [("move", "", "", "who", "gave away", "better")]
    rows += [
        (
            str(mistake.node.ply),
            mistake.node.move,
            MARKS[mistake.kind],
            COLOUR_NAMES[mistake.node.colour].capitalize(),
            f"{mistake.loss:.0%}".replace("%", " %"),
            mistake.better,
        )
        for mistake in review.mistakes(nodes)
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


def _verdicts(nodes: Sequence[Node]) -> list[str]:
    """Return which mistakes were the worst, and from where on the game was lost."""
    lines = []
    found = review.mistakes(nodes)
    if len(found) > 1:
        lines.append(f"Worst: move {', '.join(_move(m.node) for m in review.worst(found))}.")
    if proved := review.proved_from(nodes):
        where = f"move {_move(proved.node)} on" if proved.node.ply else "the start"
        lines.append(f"{COLOUR_NAMES[proved.loser].capitalize()} is proved lost from {where}.")
        if proved.held:
            lines.append(f"Move {_move(proved.held)} was the last that held.")
    return ["", *lines] if lines else []


def _move(node: Node) -> str:
    return f"{node.ply} ({node.move})"


def _json(nodes: Sequence[Node]) -> str:
    """Return an object for each position, then the summary, one a line."""
    found = {mistake.node.ply: mistake for mistake in review.mistakes(nodes)}
    objects: list[object] = []
    for node in nodes:
        mistake = found.get(node.ply)
        objects.append(
            {
                "ply": node.ply,
                "move": node.move,
                "colour": COLOUR_NAMES[node.colour],
                "black_win_rate": None if node.black_rate is None else round(node.black_rate, 4),
                "proved_winner": COLOUR_NAMES.get(node.winner, ""),
                "loss": round(mistake.loss, 4) if mistake else 0,
                "kind": mistake.kind if mistake else "",
                "better": mistake.better if mistake else "",
                "line": node.line,
            }
        )
    objects.append({"summary": _summary(nodes)})
    return "".join(json.dumps(value) + "\n" for value in objects)


def _summary(nodes: Sequence[Node]) -> dict[str, object]:
    proved = review.proved_from(nodes)
    return {
        "moves": nodes[-1].ply,
        "winner": COLOUR_NAMES.get(nodes[-1].look["winner"], ""),
        "worst": [mistake.node.ply for mistake in review.worst(review.mistakes(nodes))],
        "loser": COLOUR_NAMES[proved.loser] if proved else "",
        "lost_from": proved.node.ply if proved else None,
        "held": proved.held.ply if proved and proved.held else None,
    }


def _has_blocks() -> bool:
    """Return whether what reads the output can show the graph's blocks."""
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
    add("--json", action="store_true", help="print JSON lines")
    add("--page", metavar="FILE", help="write the review as an HTML page")
    return parser

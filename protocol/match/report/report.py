"""The report of a match: one self-contained HTML file with a verdict, sections and every game.

The same games give the same bytes. The script in the page draws the boards from JSON; `packed`
lists its fields.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

from brain.cell_names import shown_rows
from brain.charts import style
from brain.charts.html_text import Html, element, join, text
from brain.rules.laws import RULE_NAMES
from brain.stats.elo import elo_text
from brain.stats.sprt import Decision, Sprt
from protocol.cli.arguments import Parser, add_rows, reason
from protocol.match.adjudication import read_score
from protocol.match.report.sections import Match, megabytes, points_text, sections
from protocol.match.standings import Standings
from protocol.page import part, script
from protocol.records.games import FAILURES, Game
from protocol.records.record_folder import Records, read

DATA = Path(__file__).parent / "data"
TEMPLATE, STYLE, SCRIPT = "report.html", "report.css", "report.js"
TIMES = "\N{MULTIPLICATION SIGN}"
FAILED = 1
MINUTES = len("2026-02-03T04:05")  # characters of a time down to minutes


def main(arguments: Sequence[str]) -> int:
    """Write the report of a match to standard output; return the exit code."""
    options = parser().parse_args(arguments)
    try:
        games_file = options.folder
        if games_file.is_dir():
            games_file = Records(games_file).truth
        if not games_file.exists():
            raise ValueError(f"file not found: {games_file}")
        games = tuple(read(games_file))
        title = options.title or games_file.resolve().parent.name
        page = html(games, title, Sprt(*options.sprt) if options.sprt else None)
    except (OSError, ValueError) as error:
        print(f"tengen match report: {reason(error)}", file=sys.stderr)
        return FAILED
    sys.stdout.buffer.write(page.encode())
    return 0


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen match report",
        "Regenerate the report of a match.",
        "example: tengen match report match > report.html",
    )
    text = "folder of a match, or its games.jsonl"
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=text)
    parser.add_argument("--title", help="title of the page (the folder's name)")
    add_rows(parser.add_argument)
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="add a test")
    return parser


def html(
    games: Sequence[Game],
    title: str,
    sprt: Sprt | None = None,
    names: Sequence[str] = (),
    conditions: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the page of a match; `games` are in the order in which they ended.

    `names` are the engines in order, by default in the order of the games' numbers. `conditions`
    are names and texts that the games do not contain, such as the time for a move. ValueError for a
    test unless there are two engines.
    """
    numbered = sorted(games, key=lambda game: game.number)
    playing = dict.fromkeys(name for game in numbered for name in game.names)
    standings = Standings(tuple(names or playing))
    for game in games:
        standings.add(game)
    if sprt and len(standings.names) != 2:
        raise ValueError(f"--sprt compares two engines, got {len(standings.names)}")
    match = Match(games, standings, sprt)
    data = {
        "names": standings.names,
        "failures": sorted(FAILURES),
        "rows": shown_rows(),
        "games": [packed(game) for game in numbered],
    }
    parts = {
        "title": text(title),
        "style": style.PALETTE + style.CHARTS + part("board.css") + _file(STYLE),
        "verdict": text(" ".join([verdict(match), *standings.cautions])),
        "decision": text(sprt.decide(standings.two()[1]) if sprt else Decision.UNDECIDED),
        "conditions": _conditions(numbered, conditions),
        "sections": sections(match),
        "data": _json(data),
        "script": script("board.js") + _file(SCRIPT),
    }
    page = Template(_file(TEMPLATE)).substitute(parts)
    # Undecodable bytes from an engine become question marks.
    return page.encode(errors="replace").decode()


def verdict(match: Match) -> str:
    """Return the match's result in one line."""
    if not match.games:
        return "No game has been played."
    if match.sprt:
        return f"{' against '.join(match.names)}: {match.sprt.verdict(*match.standings.two())}"
    first, second, *others = match.standings.rows()
    strength = f"Elo: {elo_text(first.elo, first.low, first.high)}"
    score = f"{points_text(first.points)} of {first.games} points ({first.result})"
    if not others:
        return f"{first.name} against {second.name}: {score}, {strength}."
    return f"{first.name} leads {second.name} and {len(others)} more: {score}, {strength}."


def packed(game: Game) -> list[object]:
    """Return a game's fields in the script's order; cells are numbered row by row from 0."""
    return [
        game.number,
        *game.names,
        game.score,
        game.ending,
        game.width,
        game.height,
        len(game.opening),
        [y * game.width + x for x, y in game.stones],
        [round(move.ms, 1) for move in game.moves],
        [megabytes(move.memory) for move in game.moves],
        [move.message for move in game.moves],
        [read_score(move.message) for move in game.moves],
        game.reason,
    ]


def _conditions(games: Sequence[Game], others: Sequence[tuple[str, str]]) -> Html:
    """Return the games' conditions, and `others`, as an HTML list."""
    starts = sorted(game.started for game in games if game.started)
    days = (start[:MINUTES].replace("T", " ") for start in (*starts[:1], *starts[-1:]))
    conditions = (
        ("Rule", _distinct(", ", (RULE_NAMES[game.rule] for game in games))),
        ("Board", _distinct(", ", (f"{game.width} {TIMES} {game.height}" for game in games))),
        ("Games", str(len(games))),
        ("Openings", str(len({game.opening for game in games}))),
        ("Started (UTC)", _distinct(" to ", days)),
        *others,
    )
    return join(
        element("div", join((element("dt", text(name)), element("dd", text(value)))))
        for name, value in conditions
        if value
    )


def _distinct(separator: str, values: Iterable[str]) -> str:
    """Return the distinct values, joined."""
    return separator.join(dict.fromkeys(values))


def _file(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON that cannot end a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", r"\u003c")

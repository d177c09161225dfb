"""A match as one HTML file that needs nothing else: its verdict, its figures, and every game.

The same games give the same file, to the byte. The script in the page draws the boards; it reads
the games from JSON whose fields `packed` lists.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template

from brain.rules import RULE_NAMES
from protocol.match.report.html_text import Html, element, join, text
from protocol.match.report.sections import Match, elo_text, megabytes, points_text, sections
from protocol.match.statistics.sprt import Decision, Sprt
from protocol.match.statistics.standings import Standings
from protocol.records.folder import read
from protocol.records.games import FAILURES, Game

DATA = Path(__file__).parent / "data"
TEMPLATE, STYLE, SCRIPT = "report.html", "report.css", "report.js"
TIMES, PLUS_MINUS = "\N{MULTIPLICATION SIGN}", "\N{PLUS-MINUS SIGN}"
MINUTES = len("2026-02-03T04:05")  # of a time as it is shown


def main(arguments: Sequence[str]) -> int:
    """Write the report of a file of games to the standard output; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="tengen report", description="Make a page of games: tengen report FILE > report.html"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="games.jsonl of a match")
    parser.add_argument("--title", help="of the page (the folder's name)")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="a test")
    given = parser.parse_args(arguments)
    try:
        games = tuple(read(given.file))
        title = given.title or given.file.resolve().parent.name
        page = html(games, title, Sprt(*given.sprt) if given.sprt else None)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    sys.stdout.buffer.write(page.encode())
    return 0


def html(
    games: Sequence[Game],
    title: str,
    sprt: Sprt | None = None,
    names: Sequence[str] = (),
    terms: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the page of a match, its games in the order they ended.

    Names are the engines in their order, if it isn't the one of the games' numbers. Terms are what
    its games don't tell, such as the time for a move, with their names. ValueError for a test of
    other than two engines.
    """
    numbered = sorted(games, key=lambda game: game.number)
    playing = dict.fromkeys(name for game in numbered for name in game.names)
    standings = Standings(tuple(names or playing))
    for game in games:
        standings.add(game)
    if sprt and len(standings.names) != 2:
        raise ValueError("a test is of two engines")
    match = Match(games, standings, sprt)
    data = {
        "names": standings.names,
        "failures": sorted(FAILURES),
        "games": [packed(game) for game in numbered],
    }
    parts = {
        "title": text(title),
        "style": _file(STYLE),
        "verdict": text(verdict(match)),
        "decision": text(sprt.decide(standings.two()[1]) if sprt else Decision.UNDECIDED),
        "terms": _terms(numbered, terms),
        "sections": sections(match),
        "data": _json(data),
        "script": _file(SCRIPT),
    }
    page = Template(_file(TEMPLATE)).substitute(parts)
    # What isn't a character, in something that an engine printed, becomes a mark.
    return page.encode(errors="replace").decode()


def verdict(match: Match) -> str:
    """Return what the match says, in one line."""
    if not match.games:
        return "No game has been played."
    if match.sprt:
        line = f"{' against '.join(match.names)}: {match.sprt.verdict(*match.standings.two())}"
        return line.replace("+-", PLUS_MINUS)
    first, second, *others = match.standings.rows()
    interval = f"{elo_text(first.elo)} Elo, from {elo_text(first.low)} to {elo_text(first.high)}"
    score = f"{points_text(first.points)} of {first.games} points ({first.result})"
    if not others:
        return f"{first.name} against {second.name}: {score}, {interval}."
    return f"{first.name} leads {second.name} and {len(others)} more: {score}, {interval}."


def packed(game: Game) -> list[object]:
    """Return a game's fields as the script in the page reads them, cells counted row by row."""
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
    ]


def _terms(games: Sequence[Game], terms: Sequence[tuple[str, str]]) -> Html:
    """Return on what terms the games were played."""
    starts = sorted(game.started for game in games if game.started)
    days = (start[:MINUTES].replace("T", " ") for start in (*starts[:1], *starts[-1:]))
    known = (
        ("Rule", _listed(", ", (RULE_NAMES[game.rule] for game in games))),
        ("Board", _listed(", ", (f"{game.width} {TIMES} {game.height}" for game in games))),
        ("Games", str(len(games))),
        ("Openings", str(len({game.opening for game in games}))),
        ("Started (UTC)", _listed(" to ", days)),
        *terms,
    )
    return join(
        element("div", join((element("dt", text(name)), element("dd", text(value)))))
        for name, value in known
        if value
    )


def _listed(comma: str, values: Iterable[str]) -> str:
    """Return different values, each once."""
    return comma.join(dict.fromkeys(values))


def _file(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON that no text in it can end the script element of."""
    return json.dumps(value, separators=(",", ":")).replace("<", r"\u003c")

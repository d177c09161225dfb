"""`tengen match`: plays a plan's games, shows the standings, and writes records and a report.

A match may be killed at any moment. The same command resumes it; games on record are not replayed.
"""

import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path

from brain.files.durable import write_atomically
from brain.stats.sprt import Decision
from protocol.cli.arguments import import_for, reason
from protocol.cli.outlet import INTERRUPTED
from protocol.cli.terminal import one_stop
from protocol.match.folderlock import locked
from protocol.match.match_display import Progress, make_display
from protocol.match.options import parser as parser
from protocol.match.plan import Plan, check_commands, conditions, read
from protocol.match.report import report
from protocol.match.standings import Standings
from protocol.match.tournament import play_here
from protocol.records.games import Game
from protocol.records.record_folder import Records
from protocol.records.record_folder import read as read_games

REPORT = "report.html"
FAILED = 1
SWITCH_S = 0.0005  # thread switch interval: short, so that answers are timestamped in time


def main(arguments: Sequence[str]) -> int:
    """Play a match; return the exit code."""
    plan = read(arguments)
    import_module("psutil")  # fail before the match starts
    if plan.cluster:
        import_module("distributed")
    if plan.sample:
        import_for(plan.sample)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a name or a path may have undecodable bytes
    sys.setswitchinterval(SWITCH_S)
    try:
        with one_stop():
            if not plan.cluster:
                check_commands(plan.event)
            with locked(plan.records.folder, plan.event):
                run(plan)
    except (OSError, ValueError) as error:
        print(f"tengen match: {reason(error)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped. Rerun the same command to resume.", file=sys.stderr)
        return INTERRUPTED
    return 0


def run(plan: Plan) -> None:
    """Play the missing games until the test is decided; always write the report."""
    standings = Standings(plan.event.names)
    played = set()
    for recorded in plan.records.open(plan.event.check):
        standings.add(recorded)
        played.add(recorded.number)
    display = make_display(Progress(standings, len(plan.event), plan.sprt))
    try:
        with closing(display), closing(_play(plan, played)) as games:
            while not is_decided(plan, standings) and (game := next(games, None)):
                plan.records.append(game)
                standings.add(game)
                display.show(game)
    finally:
        print(write_report(plan))
        if plan.sample and standings.games:
            print(write_sample(plan.records, plan.sample))
    for caution in standings.cautions:
        print(f"Caution: {caution}")
    if plan.sprt:
        print(plan.sprt.verdict(*standings.two()))


def is_decided(plan: Plan, standings: Standings) -> bool:
    """Return whether a test was asked for and is decided."""
    return plan.sprt is not None and plan.sprt.decide(standings.two()[1]) != Decision.UNDECIDED


def write_report(plan: Plan) -> Path:
    """Write the report of the games on record; return its path."""
    path = plan.records.folder / REPORT
    games = tuple(read_games(plan.records.truth))
    names = plan.event.names
    page = report.html(games, " - ".join(names), plan.sprt, names, conditions(plan))
    write_atomically(path, page)
    return path


def write_sample(records: Records, path: Path) -> Path:
    """Write a table of the positions of the games on record; return its path."""
    from brain.train.position_table import write
    from protocol.match.sample import match_rows

    write(path, match_rows(read_games(records.truth)))
    return path


def _play(plan: Plan, played: set[int]) -> Generator[Game]:
    """Yield games as they end."""
    fixtures = plan.event.missing(played)
    if not plan.cluster:
        return play_here(plan.event, fixtures, plan.concurrency)
    from protocol.match.cluster import play_there  # needs dask, an optional extra

    return play_there(plan.event, fixtures, plan.cluster)

"""What a match is to be: read from the command line, and from a TOML file that says the same.

A file's `games = 100` stands for `--games 100`, its tables for the options of their names. They are
put before the command line's own arguments, so that these win.
"""

import argparse
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brain.symmetry import IDENTITY, symmetries
from protocol.match.adjudication import Adjudication
from protocol.match.arena import Terms
from protocol.match.options import INFO, NO_OPENINGS, SHIPPED, SHUFFLED, make_parser
from protocol.match.seat import Control, Entrant, Patience
from protocol.match.statistics.sprt import Sprt
from protocol.match.tournament import Event
from protocol.records import openings
from protocol.records.folder import Records
from protocol.records.openings import Opening

MEGABYTE = 1 << 20
DEFAULT_MEMORY_MB = 350  # as at Gomocup
DEFAULT_TOLERANCE_MS = 1000


@dataclass(frozen=True)
class Plan:
    """A match, and how it is run and ended."""

    event: Event
    records: Records
    concurrency: int
    cluster: str  # its address; nothing for this machine
    sprt: Sprt | None


def read(arguments: Sequence[str]) -> Plan:
    """Return the plan of a command line; argparse's exit with a message when it makes no sense."""
    parser = make_parser()
    words = list(arguments)
    try:
        if file := parser.parse_args(words).file:
            words.remove(file)
            words = [*file_arguments(Path(file)), *words]
        return make_plan(parser.parse_args(words))
    except (OSError, ValueError) as error:
        parser.error(str(error))


def file_arguments(path: Path) -> Iterator[str]:
    """Yield the arguments that a file stands for."""
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    for key, value in settings.items():
        option = key.replace("_", "-")
        match value:
            case bool():
                yield f"--{option}" if value else f"--no-{option}"
            case dict():
                yield from (f"--{option}", *pairs(value))
            case [dict(), *_]:
                for table in value:
                    yield from (f"--{option}", *pairs(table))
            case list():
                yield from (f"--{option}", *map(str, value))
            case _:
                yield from (f"--{option}", str(value))


def pairs(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield a table's KEY=VALUE arguments; those of a table in it have its key before theirs."""
    for key, value in table.items():
        match value:
            case dict():
                yield from pairs(value, f"{prefix}{key}.")
            case list():
                yield f"{prefix}{key}={shlex.join(map(str, value))}"
            case _:
                yield f"{prefix}{key}={value}"


def make_plan(given: argparse.Namespace) -> Plan:
    """Return the plan that parsed arguments describe; ValueError when it makes no sense."""
    width, height = given.size
    event = Event(
        entrants=tuple(make_entrant({**dict(given.each), **dict(own)}) for own in given.engine),
        terms=Terms(
            rule=given.rule,
            width=width,
            height=height,
            swap2=given.swap2,
            suspend=given.suspend,
            patience=Patience(given.start_ms, given.late_ms),
            adjudication=make_adjudication(given),
        ),
        kind=given.kind,
        rounds=given.games // 2,
        openings=read_openings(given),
        turns=symmetries(width, height) if given.symmetries else (IDENTITY,),
    )
    if given.sprt and len(event.entrants) != 2:
        raise ValueError("--sprt decides between two engines")
    return Plan(
        event=event,
        records=Records(Path(given.folder), tuple(given.formats)),
        concurrency=given.concurrency,
        cluster=given.cluster,
        sprt=make_test(given) if given.sprt else None,
    )


def make_entrant(values: Mapping[str, Any]) -> Entrant:
    """Return an engine from the values of its keys."""
    if not values.get("command"):
        raise ValueError("every engine needs a command")
    name = values.get("name") or Path(values["command"][0]).stem
    control = Control(
        turn_ms=values.get("turn_ms", 0),
        match_ms=values.get("match_ms", 0),
        increment_ms=values.get("increment_ms", 0),
        tolerance_ms=values.get("tolerance_ms", DEFAULT_TOLERANCE_MS),
    )
    entrant = Entrant(
        name=name,
        command=values["command"],
        folder=values.get("folder", ""),
        control=control,
        memory_bytes=values.get("memory_mb", DEFAULT_MEMORY_MB) * MEGABYTE,
        threads=values.get("threads", 0),
        nodes=values.get("nodes", 0),
        depth=values.get("depth", 0),
        options=tuple(
            (key.removeprefix(INFO), text) for key, text in values.items() if key.startswith(INFO)
        ),
        fresh=values.get("fresh", False),
    )
    if not (control.turn_ms or control.match_ms or entrant.nodes or entrant.depth):
        raise ValueError(f"{name}: give it turn_ms, match_ms, nodes or depth")
    return entrant


def make_test(given: argparse.Namespace) -> Sprt:
    """Return the test that ends the match."""
    elo0, elo1 = given.sprt
    return Sprt(elo0, elo1, given.alpha, given.beta)


def make_adjudication(given: argparse.Namespace) -> Adjudication:
    """Return when games are cut short."""
    win_score, win_plies = given.win or (0, 0)
    draw_score, draw_plies, draw_stones = given.draw or (0, 0, 0)
    return Adjudication(win_plies, win_score, draw_plies, draw_score, draw_stones)


def read_openings(given: argparse.Namespace) -> tuple[Opening, ...]:
    """Return the openings in the order they are to be played."""
    width, height = given.size
    source = given.openings or (NO_OPENINGS if given.swap2 else SHIPPED)
    if source == NO_OPENINGS:
        return ()
    if source == SHIPPED:
        found = openings.shipped(given.rule, width, height)
    else:
        found = openings.parse(Path(source).read_text(encoding="utf-8"), width, height)
    return openings.shuffled(found, given.seed) if given.order == SHUFFLED else found


def check_commands(event: Event) -> None:
    """Raise ValueError for an engine that can't be started on this machine."""
    for entrant in event.entrants:
        program = entrant.command[0]
        if not (shutil.which(program) or shutil.which(str(Path(entrant.folder, program)))):
            raise ValueError(f"{entrant.name}: there is no program {program}")


def described(plan: Plan) -> tuple[tuple[str, str], ...]:
    """Return what a report says of a match besides its games, as names and texts."""
    texts = {entrant.name: conditions(entrant) for entrant in plan.event.entrants}
    if len(set(texts.values())) == 1:
        texts = {"Engines": conditions(plan.event.entrants[0])}
    if plan.cluster:
        return (*texts.items(), ("Played on", "a cluster"))
    return (*texts.items(), ("Games at a time", str(plan.concurrency)))


def conditions(entrant: Entrant) -> str:
    """Return an engine's limits as text."""
    control = entrant.control
    limits = {
        f"{control.turn_ms} ms a move": control.turn_ms,
        f"{control.match_ms} ms a game": control.match_ms,
        f"{control.increment_ms} ms more a move": control.increment_ms,
        f"{entrant.nodes} nodes": entrant.nodes,
        f"depth {entrant.depth}": entrant.depth,
        f"{entrant.threads} threads": entrant.threads,
        f"{entrant.memory_bytes // MEGABYTE} MB": entrant.memory_bytes,
    }
    options = [f"{key} {value}" for key, value in entrant.options]
    return ", ".join([text for text, limit in limits.items() if limit] + options)

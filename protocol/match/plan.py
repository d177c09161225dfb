"""The plan of a match, read from the command line and from a TOML file.

In a file, `games = 100` stands for `--games 100`, and a table for the option of its name. Options
of the command line override those of the file.
"""

import argparse
import os
import shlex
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brain.openings import opening_book
from brain.openings.opening_book import Opening
from brain.rules.symmetry import IDENTITY, symmetries
from brain.stats.sprt import Sprt
from protocol.cli.arguments import reason
from protocol.client.brain_client import Patience
from protocol.match.adjudication import Adjudication
from protocol.match.arena import Terms
from protocol.match.naming import named, program_name, reported_name
from protocol.match.options import (
    INFO,
    NO_OPENINGS,
    SETS,
    SHIPPED,
    SHUFFLED,
    key_value,
    parser,
)
from protocol.match.player import Control, Entrant
from protocol.match.referee import Referee
from protocol.match.tournament import Event
from protocol.piskvork.commands import Start
from protocol.records.record_folder import Records

MEGABYTE = 1 << 20
DEFAULT_MEMORY_MB = 350  # as at Gomocup
NO_SHIPPED = (
    f"; --openings {NO_OPENINGS} starts from the empty board, --openings FILE from the openings in"
    " a file, which tengen openings can make"
)


@dataclass(frozen=True)
class Plan:
    """A match: its games, where they run and are recorded, and the test that ends it."""

    event: Event
    records: Records
    concurrency: int
    cluster: str  # its address; empty for this machine
    sprt: Sprt | None
    sample: Path | None  # a table of the positions


def read(arguments: Sequence[str]) -> Plan:
    """Return the plan of a command line; exit with a message if it is invalid."""
    grammar = parser()
    words = list(arguments)
    try:
        if file := grammar.parse_args(words).file:
            words.remove(file)
            words = [*file_arguments(Path(file)), *words]
        options = grammar.parse_args(words)
        if file and options.file:
            raise ValueError(f"{file}: unexpected argument {options.file!r}")
        return make_plan(options)
    except (OSError, ValueError) as error:
        grammar.error(reason(error))


def file_arguments(path: Path) -> Iterator[str]:
    """Yield the arguments that a file stands for; ValueError if it is not TOML."""
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    for key, value in settings.items():
        name = key.replace("_", "-")
        match value:
            case bool():
                yield f"--{name}" if value else f"--no-{name}"
            case dict():
                yield from (f"--{name}", *key_values(value))
            case [dict(), *_]:
                for table in value:
                    yield from (f"--{name}", *key_values(table))
            case list():
                yield from (f"--{name}", *map(str, value))
            case _:
                yield from (f"--{name}", str(value))


def key_values(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield a table's KEY=VALUE arguments; an inner table's key prefixes its keys."""
    for key, value in table.items():
        match value:
            case dict():
                yield from key_values(value, f"{prefix}{key}.")
            case list():
                yield f"{prefix}{key}={shlex.join(map(str, value))}"
            case bool() if prefix:  # INFO switches are numbers
                yield f"{prefix}{key}={int(value)}"
            case _:
                yield f"{prefix}{key}={value}"


def make_plan(options: argparse.Namespace) -> Plan:
    """Return the plan that parsed arguments describe; ValueError if they contradict each other."""
    width, height = options.size
    terms = Terms(
        rule=options.rule,
        width=width,
        height=height,
        swap2=options.swap2,
        suspend=options.suspend,
        patience=Patience(options.start_ms, options.late_ms),
        adjudication=make_adjudication(options),
        draw_after=options.draw_after,
    )
    openings = read_openings(options, terms)
    entrants = tuple(make_entrants(options))
    event = Event(
        entrants=named(entrants, [name_of(entrant, options) for entrant in entrants]),
        terms=terms,
        kind=options.kind,
        rounds=options.games // 2,
        openings=openings,
        turns=symmetries(width, height) if options.symmetries else (IDENTITY,),
    )
    if options.sprt and len(event.entrants) != 2:
        raise ValueError(f"--sprt compares two engines, got {len(event.names)}")
    return Plan(
        event=event,
        records=Records(Path(options.folder), tuple(options.formats)),
        concurrency=options.concurrency,
        cluster=options.cluster,
        sprt=make_test(options) if options.sprt else None,
        sample=options.sample,
    )


def make_entrants(options: argparse.Namespace) -> Iterator[Entrant]:
    """Yield the engines; ValueError names an engine with invalid settings."""
    shared = settings(options.each, "--each")
    for number, own in enumerate(options.engine, 1):
        name = next((text for text in own if text.startswith("name=")), "")
        whose = f"engine {number}{f', {name}' if name else ''}"
        values = {**shared, **settings(own, whose)}
        if not values.get("command"):
            raise ValueError(f"{whose}: missing command, such as command=./pbrain-tengen")
        yield make_entrant(values)


def name_of(entrant: Entrant, options: argparse.Namespace) -> str:
    """Return the name of an engine: the given one, the brain's, or the program's. Only workers of a
    cluster can start its brains.
    """
    reported = ""
    if not entrant.name and not options.cluster:
        reported = reported_name(entrant, Start(*options.size), options.start_ms)
    return entrant.name or reported or program_name(entrant.command)


def settings(texts: Sequence[str], whose: str) -> dict[str, Any]:
    """Return the values of KEY=VALUE arguments; ValueError begins with `whose`."""
    try:
        return dict(map(key_value, texts))
    except ValueError as error:
        raise ValueError(f"{whose}: {error}") from error


def make_entrant(values: Mapping[str, Any]) -> Entrant:
    """Return the engine with these values of ENGINE_KEYS. Its name is empty if none is given."""
    control = Control(
        turn_ms=values.get("turn_ms", 0),
        match_ms=values.get("match_ms", 0),
        increment_ms=values.get("increment_ms", 0),
        tolerance_ms=values.get("tolerance_ms", Control.tolerance_ms),
        nodes_a_ms=values.get("nodes_a_ms", 0),
    )
    entrant = Entrant(
        name=values.get("name", ""),
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
        name = entrant.name or program_name(entrant.command)
        raise ValueError(f"{name}: missing limit: turn_ms, match_ms, nodes or depth")
    return entrant


def make_test(options: argparse.Namespace) -> Sprt:
    """Return the test that ends the match."""
    elo0, elo1 = options.sprt
    return Sprt(elo0, elo1, options.alpha, options.beta)


def make_adjudication(options: argparse.Namespace) -> Adjudication:
    """Return when games are adjudicated."""
    win_score, win_plies = options.win or (0, 0)
    draw_score, draw_plies, draw_stones = options.draw or (0, 0, 0)
    return Adjudication(win_plies, win_score, draw_plies, draw_score, draw_stones)


def read_openings(options: argparse.Namespace, terms: Terms) -> tuple[Opening, ...]:
    """Return the openings in the order of play; ValueError names an invalid line of a file."""
    size = terms.width, terms.height
    source = options.openings or (NO_OPENINGS if options.swap2 else SHIPPED)
    if source == NO_OPENINGS:
        return ()
    try:
        if source in SETS:
            found = opening_book.shipped(terms.rule, *size, SETS[source])
        else:
            referee, text = Referee(), Path(source).read_text(encoding="utf-8")
            found = opening_book.parse(text, *size, lambda opening: terms.check(opening, referee))
    except ValueError as error:
        advice = NO_SHIPPED if source in SETS else ""
        raise ValueError(f"openings {source}: {error}{advice}") from error
    if not found:
        raise ValueError(f"openings {source}: the file is empty{NO_SHIPPED}")
    return opening_book.shuffled(found, options.seed) if options.order == SHUFFLED else found


def check_commands(event: Event) -> None:
    """Raise ValueError for an engine whose program or folder is missing on this machine."""
    for entrant in event.entrants:
        program, folder = entrant.command[0], entrant.folder
        if folder and not Path(folder).is_dir():
            raise ValueError(f"{entrant.name}: folder not found: {folder}")
        inside = str(Path(folder, program))
        # POSIX resolves a program's relative path from the folder, Windows from here.
        is_inside = folder and os.sep in program and os.name == "posix"
        if not any(map(shutil.which, [inside] if is_inside else [program, inside])):
            raise ValueError(f"{entrant.name}: program not found: {program}")


def conditions(plan: Plan) -> tuple[tuple[str, str], ...]:
    """Return a match's conditions for its report, as names and texts."""
    texts = {entrant.name: limits_text(entrant) for entrant in plan.event.entrants}
    if len(set(texts.values())) == 1:
        texts = {"Engines": limits_text(plan.event.entrants[0])}
    if plan.cluster:
        return (*texts.items(), ("Played on", "a cluster"))
    return (*texts.items(), ("Games at a time", str(plan.concurrency)))


def limits_text(entrant: Entrant) -> str:
    """Return an engine's limits and options as text."""
    control = entrant.control
    limits = {
        f"{control.turn_ms} ms a move": control.turn_ms,
        f"{control.match_ms} ms a game": control.match_ms,
        f"{control.increment_ms} ms more a move": control.increment_ms,
        f"{control.nodes_a_ms} nodes count as a ms": control.nodes_a_ms,
        f"{entrant.nodes} nodes": entrant.nodes,
        f"depth {entrant.depth}": entrant.depth,
        f"{entrant.threads} threads": entrant.threads,
        f"{entrant.memory_bytes // MEGABYTE} MB": entrant.memory_bytes,
    }
    options = [f"{key} {value}" for key, value in entrant.options]
    return ", ".join([text for text, limit in limits.items() if limit] + options)

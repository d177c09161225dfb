"""Thousands of fast games without a fault: `python -m tests.long.soak [--games N]`.

Tengen plays itself and the opponents, under all rules on both usual boards, a game a core. Prints
the games, how many of Tengen's moves were late, and by how much at most. Exits with an error when
Tengen lost a game by anything but a five.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from brain.openings import opening_book
from brain.openings.opening_book import Opening
from brain.rules.laws import RULE_NAMES, RULES
from brain.rules.symmetry import symmetries
from protocol.match.arena import Terms
from protocol.match.player import Control, Entrant
from protocol.match.tournament import Event, play_here
from protocol.records.games import FAILURES, Ending, Game
from tests.support.driver import PLAIN_PYTHON, PROGRAM

SIZES = (15, 20)
TURN_MS = 20
TOLERANCE_MS = 1000  # as at Gomocup
PATIENCE_MS = 60_000  # of an opponent's move; they keep no time
MEMORY = 64 << 20
TENGEN, ITSELF = "tengen", "itself"
OPPONENTS = (ITSELF, "weights", "shapes", "random")
THINKERS = ("maxmin", "killer", "negamax")  # a second a move, so they play one round only
FAULTS = FAILURES | {Ending.FORBIDDEN}


@dataclass
class Tally:
    """What the games of an event came to."""

    games: int = 0
    plies: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)
    late_ms: list[float] = field(default_factory=list)  # of Tengen's moves, beyond the turn's time
    faults: list[Game] = field(default_factory=list)

    def add(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        self.plies += game.plies
        self.endings[game.ending] += 1
        for index, move in enumerate(game.moves):
            if game.names[game.colour_of(index) - 1] in (TENGEN, ITSELF):
                self.late_ms.append(move.ms - TURN_MS)
        if game.ending in FAULTS and game.loser in (TENGEN, ITSELF):
            self.faults.append(game)


def main() -> int:
    """Play and print a row for each rule and board; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--thinking-rounds", type=int, default=1, help="with the slow opponents")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    failed = False
    rounds = max(1, options.games // (2 * len(OPPONENTS) * len(RULES) * len(SIZES)))
    fields = ((OPPONENTS, rounds), (THINKERS, options.thinking_rounds))
    print("rule       size   games   plies   moves    late  p99 ms  most ms  s a game  endings")
    for rule, size in ((rule, size) for rule in RULES for size in SIZES):
        began = time.monotonic()
        tally = Tally()
        for opponents, times in fields:
            for game in played(rule, size, opponents, times, options.concurrency):
                tally.add(game)
        seconds = (time.monotonic() - began) / tally.games
        late_ms = sorted(tally.late_ms)
        late, p99 = sum(ms > 0 for ms in late_ms), late_ms[len(late_ms) * 99 // 100]
        endings = ", ".join(f"{ending} {count}" for ending, count in tally.endings.most_common())
        print(
            f"{RULE_NAMES[rule]:10}{size:5}{tally.games:8}{tally.plies:8}{len(late_ms):8}"
            f"{late:8}{p99:8.1f}{late_ms[-1]:9.1f}{seconds:10.2f}  {endings}",
            flush=True,
        )
        for game in tally.faults:
            failed = True
            print(f"{game.loser} lost by {game.ending}:", *game.exchange, sep="\n  ")
    return int(failed)


def played(
    rule: int, size: int, opponents: Sequence[str], rounds: int, concurrency: int
) -> Iterator[Game]:
    """Yield two games with each opponent for every round."""
    event = Event(
        entrants=(entrant(TENGEN), *map(entrant, opponents)),
        terms=Terms(rule=rule, width=size, height=size),
        kind="gauntlet",
        rounds=rounds,
        openings=centred(rule, size),
        turns=symmetries(size, size),
    )
    yield from play_here(event, event.missing(()), concurrency)


def centred(rule: int, size: int) -> tuple[Opening, ...]:
    """Return a rule's openings for the smaller board, in the middle of a board."""
    shift = (size - SIZES[0]) // 2
    shipped = opening_book.shipped(rule, SIZES[0], SIZES[0])
    return tuple(tuple((x + shift, y + shift) for x, y in opening) for opening in shipped)


def entrant(name: str) -> Entrant:
    """Return Tengen or one of the opponents."""
    if name in (TENGEN, ITSELF):
        control = Control(TURN_MS, tolerance_ms=TOLERANCE_MS)
        return Entrant(name, PROGRAM, control=control, memory_bytes=MEMORY)
    command = (*PLAIN_PYTHON, "-m", "tests.opponents", name)
    return Entrant(name, command, control=Control(PATIENCE_MS))


if __name__ == "__main__":
    sys.exit(main())

"""Engines for tests of games: scripted ones and the opponents, and what they play by."""

import sys
from collections.abc import Callable

from protocol.match.arena import Fixture, Terms
from protocol.match.player import Control, Entrant, Patience
from protocol.records.games import Game

FAST = Control(turn_ms=500, tolerance_ms=300)
PATIENCE = Patience(start_ms=5000, late_ms=700)
TERMS = Terms(patience=PATIENCE)
FIXTURE = Fixture(1, 1, 1, "first", "second")
ROW = [f"{x},0" for x in range(15)]
OTHER_ROW = [f"{x},2" for x in range(15)]
MEGABYTE = 1 << 20

Play = Callable[..., Game]


def says(name: str, *answers: str, control: Control = FAST) -> Entrant:
    """Return a brain that gives these answers in turn."""
    return Entrant(
        name, (sys.executable, "-m", "tests.support.scripted", *answers), control=control
    )


def opponent(name: str, *arguments: str, control: Control = FAST) -> Entrant:
    """Return one of the opponents."""
    return Entrant(name, (sys.executable, "-m", "tests.opponents", *arguments), control=control)

"""Engines for tests of games: scripted ones and the opponents, and what they play by."""

from collections.abc import Callable

from protocol.client.brain_client import Patience
from protocol.match.arena import Fixture, Terms
from protocol.match.player import Control, Entrant
from protocol.match.tournament import Event
from protocol.records.games import Game
from tests.support import scripted
from tests.support.driver import PLAIN_PYTHON

FAST = Control(turn_ms=500, tolerance_ms=300)
QUICK = Control(turn_ms=1000)
PATIENCE = Patience(start_ms=5000, late_ms=700)
TERMS = Terms(patience=PATIENCE)
FIXTURE = Fixture(1, 1, 1, "first", "second")
ROW = [f"{x},0" for x in range(15)]
OTHER_ROW = [f"{x},2" for x in range(15)]
MEGABYTE = 1 << 20

EVENT_OF_TWO = Event(
    tuple(Entrant(name, ("a-brain",), control=Control(turn_ms=1000)) for name in "ab"), Terms()
)

Play = Callable[..., Game]


def answering(name: str, *answers: str, control: Control = FAST) -> Entrant:
    """Return a brain that gives these answers in turn."""
    return Entrant(name, (*PLAIN_PYTHON, scripted.__file__, *answers), control=control)


def quick(name: str, row: int) -> Entrant:
    """Return a brain that starts fast and makes a row of its own; whoever moves first has five."""
    return answering(name, *(f"{x},{row}" for x in range(15)), control=QUICK)


def opponent(name: str, *arguments: str, control: Control = FAST) -> Entrant:
    """Return one of the opponents."""
    command = (*PLAIN_PYTHON, "-m", "tests.opponents", *arguments)
    return Entrant(name, command, control=control)

"""The display of a match in progress."""

import pytest

from protocol.match.match_display import LineDisplay, Progress, duration
from protocol.match.standings import Standings
from protocol.records.games import Ending, Game

Capture = pytest.CaptureFixture[str]


def test_lines_show_the_ending_of_a_game_and_the_standings(capsys: Capture) -> None:
    standings = Standings(("a", "b"))
    display = LineDisplay(Progress(standings, 10, None))
    for game in (
        Game(1, 1, "a", "b", 0, 15, 15, (), (), 1.0, Ending.FIVE),
        Game(2, 1, "b", "a", 0, 15, 15, (), (), 0.0, Ending.TIME, ("> BEGIN", "! slow")),
    ):
        standings.add(game)
        display.show(game)
    display.close()
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("1/10  a - b  1-0  five with 0 stones")
    assert second.startswith("2/10  b - a  0-1  b: time (slow) with 0 stones")
    assert rest[1].split()[:4] == ["a", "2", "2-0-0", "100.0%"]
    assert rest[2].split()[-1] == "1"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(3, "3 s"), (61, "1 min"), (3700, "1 h 2 min"), (90_000, "1 d 1 h")],
)
def test_a_duration_has_one_or_two_units(seconds: float, text: str) -> None:
    assert duration(seconds) == text

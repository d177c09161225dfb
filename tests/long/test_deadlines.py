"""Moves come in time; deadlines.py plays more of them, with every core busy."""

from tests.long.deadlines import lateness

TURN_MS = 100
MOVES = 6
MOST_LATE_MS = 1000.0  # managers put up with it


def test_moves_of_a_game_come_in_time() -> None:
    late = lateness(TURN_MS, MOVES)
    assert len(late) == MOVES
    assert max(late) < MOST_LATE_MS

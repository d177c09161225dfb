"""Moves come in time; deadlines.py plays more of them, with every core busy."""

from tests.long.deadlines import lateness

TURN_MS = 100
MOVES = 6
MOST_LATE_MS = 200.0  # on a busy machine; managers put up with 1000


def test_moves_of_a_game_come_in_time() -> None:
    late = lateness(TURN_MS, MOVES)
    assert len(late) == MOVES
    assert max(late) < MOST_LATE_MS

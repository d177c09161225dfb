"""A game of a match as Piskvork saves it (.psq). The stones of the opening have 0 ms; the format
has no other mark for them.
"""

from brain.notation import psq
from protocol.records.games import FAILURES, Ending, Game

FAILED, TIMED_OUT = -2, 15  # error codes
CODES = dict.fromkeys(FAILURES, FAILED) | {
    Ending.TIME: TIMED_OUT,
    Ending.NO_ANSWER: TIMED_OUT,
}


def dumps(game: Game) -> str:
    """Return a game as the text of a .psq file."""
    times = (*(0 for _ in game.opening), *(round(move.ms) for move in game.moves))
    code = CODES.get(game.ending, psq.NORMAL)
    size = game.width, game.height
    return psq.dumps(psq.PsqGame(*size, game.stones, times, *game.names, code))

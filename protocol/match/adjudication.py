"""Ends a game early when both engines agree on the result. Off by default.

An engine's score is read from its last line of analysis, such as `depth 9-11 ev -35 ...` or
`ev +M7`. A move without a score prevents adjudication.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from brain.lexicon import BLACK, MATE, colour_of
from protocol.records.games import DRAW, LOSS, WIN, PlayedMove

_SCORE = re.compile(r"\b(?:ev|eval|value|score|sc)[ :=]+([+-]?)(M?)([0-9]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Adjudication:
    """When a game is adjudicated: after `win_plies` or `draw_plies` consecutive plies whose scores
    agree, 0 for never. Scores are in the engines' own units.
    """

    win_plies: int = 0
    win_score: int = 1000  # minimum score of a won game
    draw_plies: int = 0
    draw_score: int = 10  # maximum absolute score of a drawn game
    draw_stones: int = 0  # minimum stones on the board for a draw

    def score(self, stones: int, moves: Sequence[PlayedMove]) -> float | None:
        """Return black's score, or None to play on. `stones` is the number of stones on the board,
        the opening included; `moves` are the engines' moves after the opening.
        """
        if scores := _black_scores(stones, moves, self.win_plies):
            if min(scores) >= self.win_score:
                return WIN
            if max(scores) <= -self.win_score:
                return LOSS
        if stones >= self.draw_stones and (scores := _black_scores(stones, moves, self.draw_plies)):
            return DRAW if max(map(abs, scores)) <= self.draw_score else None
        return None


def read_score(message: str) -> int | None:
    """Return the score in a line of analysis, None without one. A claimed win scores MATE."""
    found = _SCORE.search(message)
    if not found:
        return None
    sign, mate, number = found.groups()
    value = MATE if mate else int(number)
    return -value if sign == "-" else value


def _black_scores(stones: int, moves: Sequence[PlayedMove], plies: int) -> list[int]:
    """Return black's scores of the last `plies` moves, at least two so that both engines count.
    Empty if a score is missing.
    """
    plies = max(plies, 2) if plies else 0
    if not 0 < plies <= len(moves):
        return []
    first = stones - plies
    scores = [read_score(move.message) for move in moves[-plies:]]
    return [
        score if colour_of(first + i) == BLACK else -score
        for i, score in enumerate(scores)
        if score is not None and None not in scores
    ]

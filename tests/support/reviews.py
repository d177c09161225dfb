"""Positions of a review with chosen win rates, which no score of the engine has exactly."""

from brain.cell import Cell
from brain.engine import Analysis
from brain.lexicon import MATE
from brain.review.game_review import ReviewedPosition
from brain.review.rules_state import RulesState
from brain.score import Score


class GivenScore(Score):
    """A score without a mate, with a win rate of its own."""

    rate: float

    @property
    def win_rate(self) -> float:
        """The win rate that was given."""
        return self.rate


def line_of(mate: int, rate: float, *moves: str) -> Analysis:
    """Return a line with a mate in `mate` plies, or else with a win rate."""
    score = Score(MATE - mate if mate > 0 else -MATE - mate)
    if not mate:
        score = GivenScore(0)
        score.rate = rate
    return Analysis(1, 1, score, 1, 1.0, tuple(map(Cell.named, moves)))


def reviewed(
    ply: int, move: str, colour: int, state: RulesState, line: Analysis | None
) -> ReviewedPosition:
    """Return a position of a review; no move is ""."""
    return ReviewedPosition(ply, Cell.named(move) if move else Cell(0), colour, state, line)

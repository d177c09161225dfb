"""A score as a value, from the side to move: a mate, or evaluation units."""

from math import exp

from brain.lexicon import mate_in

WIN_RATE_SCALE = 150.0  # evaluation units per unit of the log odds of winning


class Score(int):
    """A score; its text is a mate with its plies, "+M5" or "-M4", or the evaluation units."""

    __slots__ = ()

    @property
    def mate(self) -> int:
        """The plies to a mate, negative if it is a loss, 0 if the score is not a mate."""
        return mate_in(self)

    @property
    def is_proven(self) -> bool:
        """Whether it is a mate, a win or a loss."""
        return mate_in(self) != 0

    @property
    def win_rate(self) -> float:
        """The estimated win rate of the side to move, 0 to 1."""
        return 1 / (1 + exp(-int(self) / WIN_RATE_SCALE))

    def __neg__(self) -> "Score":
        """Return the score from the other side."""
        return Score(-int(self))

    def __str__(self) -> str:
        plies = mate_in(self)
        return f"{'+' if plies > 0 else '-'}M{abs(plies)}" if plies else int.__repr__(self)

    def __repr__(self) -> str:
        return f"<Score {self}>"

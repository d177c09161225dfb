"""What the counted results of two engines say: an Elo difference, how sure, and who is stronger.

There is no model of draws or of openings here: games, or better the pairs that play one opening
with both colours, are taken as draws from an unknown distribution over evenly spaced scores.

Elo, The Rating of Chessplayers, Past and Present, 1978: the scale.
Owen, Empirical likelihood ratio confidence intervals for a single functional, 1988, and Van den
    Bergh, The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution,
    2019: `likeliest`.
Wilson, Probable inference, the law of succession, and statistical inference, 1927: the interval.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

ELO_UNIT = 400 / math.log(10)  # Elo in one unit of natural log odds
CONFIDENCE = 0.95  # that an interval holds the truth
UNSEEN = 1e-3  # results that one which never came counts as, so that every score can be fitted
CLOSE = 1e-9  # a change this small ends a search
ROUNDS = 1000  # of a search that takes a dozen


@dataclass(frozen=True)
class WDL:
    """Games won, drawn and lost by one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __str__(self) -> str:
        """Return the counts in this order."""
        return f"{self.wins}-{self.draws}-{self.losses}"

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, half of one for a draw."""
        return self.wins + self.draws / 2


# How many pairs of games had 0, 0.5, 1, 1.5 and 2 points.
Pentanomial = Sequence[int]


@dataclass(frozen=True)
class Summary:
    """What a result says of one side against the other.

    Elo is infinite when every game was won or lost, and then so is one end of the interval.
    """

    games: int
    score: float  # points a game; a half before the first
    elo: float
    low: float  # Elo
    high: float  # Elo
    superiority: float  # likelihood that the side is the stronger one

    @property
    def margin(self) -> float:
        """Half of the interval, in Elo."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Return the Elo difference as people write it."""
        if math.isfinite(self.margin):
            return f"Elo {self.elo:.1f} +- {self.margin:.1f}"
        if math.isfinite(self.low):
            return f"Elo above {self.low:.1f}"
        return f"Elo below {self.high:.1f}" if math.isfinite(self.high) else "Elo unknown"


def to_score(elo: float) -> float:
    """Return the expected points a game of a side that is stronger by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def to_elo(score: float) -> float:
    """Return the Elo difference that expects a score; infinite at 0 and 1."""
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_UNIT * math.log(score / (1 - score))


def summary(result: WDL | Pentanomial, confidence: float = CONFIDENCE) -> Summary:
    """Return what the games, or better the pairs, of two engines say."""
    counts = (result.losses, result.draws, result.wins) if isinstance(result, WDL) else result
    number = sum(counts)
    if number == 0:
        return Summary(0, 0.5, 0.0, -math.inf, math.inf, 0.5)
    score = dot(counts, _scale(counts)) / number
    reach = deviate(confidence)
    return Summary(
        games=number * (len(counts) - 1) // 2,
        score=score,
        elo=to_elo(score),
        low=to_elo(_crossing(lambda truth: _surprise(counts, truth) < reach, 0.0, score)),
        high=to_elo(_crossing(lambda truth: _surprise(counts, truth) < -reach, score, 1.0)),
        superiority=NormalDist().cdf(_surprise(counts, 0.5)),
    )


def deviate(confidence: float) -> float:
    """Return the standard errors on either side that hold a share of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def likeliest(counts: Sequence[int], score: float) -> list[float]:
    """Return the likeliest chance of each counted result if `score`, in (0, 1), were expected.

    That is its share divided by 1 + tilt * gap: the gap is the result's points less `score`, and
    the one tilt makes the mean gap zero.
    """
    weights = [count or UNSEEN for count in counts]
    gaps = [points - score for points in _scale(counts)]
    tilt = _tilt(weights, gaps)
    total = sum(weights)
    return [weight / total / (1 + tilt * gap) for weight, gap in zip(weights, gaps, strict=True)]


def _surprise(counts: Sequence[int], score: float) -> float:
    """Return by how many standard errors the counted score exceeds `score`.

    The error is the one if `score` were true, so it is never zero. Without draws this gives
    Wilson's interval, and games against a half give (wins - losses) / sqrt(wins + losses).
    """
    gaps = [points - score for points in _scale(counts)]
    variance = dot(likeliest(counts, score), [gap * gap for gap in gaps])
    return dot(counts, gaps) / math.sqrt(variance * sum(counts))


def _scale(counts: Sequence[int]) -> list[float]:
    """Return the points a game of each counted result, evenly from 0 to 1."""
    return [index / (len(counts) - 1) for index in range(len(counts))]


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the sum of products."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def _tilt(weights: Sequence[float], gaps: Sequence[float]) -> float:
    """Return the x that makes the sum of weight * gap / (1 + x * gap) zero, by Newton's method.

    The sum falls from end to end of x's range; a step out of what is left of that halves it.
    """
    low, high = -1 / gaps[-1], -1 / gaps[0]
    tilt = 0.0
    for _ in range(ROUNDS):
        total = slope = 0.0
        for weight, gap in zip(weights, gaps, strict=True):
            pull = gap / (1 + tilt * gap)
            total += weight * pull
            slope += weight * pull * pull
        low, high = (tilt, high) if total > 0 else (low, tilt)
        last = tilt
        tilt += total / slope
        if not low < tilt < high:
            tilt = (low + high) / 2
        if math.isclose(tilt, last, rel_tol=CLOSE, abs_tol=CLOSE):
            break
    return tilt


def _crossing(is_beyond: Callable[[float], bool], low: float, high: float) -> float:
    """Return where `is_beyond`, False at first, becomes True between two numbers."""
    while high - low > CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    return low

"""The Elo difference of two engines, its confidence interval and the likelihood of superiority.

Draws and openings are not modelled. Games, or better pairs of games, are samples of an unknown
distribution over evenly spaced scores. A pair plays one opening with colours reversed.

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
CONFIDENCE = 0.95  # of an interval
HEADING = f"Elo ({100 * CONFIDENCE:g} %)"  # of a column of `elo_text`
UNSEEN = 1e-3  # pseudo-count of a result that never occurred, so that every score can be fitted
TOLERANCE = 1e-9  # of convergence
ITERATIONS = 1000  # maximum; a dozen are usual


@dataclass(frozen=True)
class WDL:
    """Games that one side won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __str__(self) -> str:
        """Return wins-draws-losses."""
        return f"{self.wins}-{self.draws}-{self.losses}"

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One point for a win, half a point for a draw."""
        return self.wins + self.draws / 2


# Number of pairs that scored 0, 0.5, 1, 1.5 and 2 points.
Pentanomial = Sequence[int]


@dataclass(frozen=True)
class Summary:
    """One side's strength against the other.

    Elo is infinite if all games were won or all were lost; so is one end of the interval.
    """

    games: int
    score: float  # points a game; 0.5 without games
    elo: float
    low: float  # Elo
    high: float  # Elo
    superiority: float  # likelihood that the side is stronger

    @property
    def margin(self) -> float:
        """Half the width of the interval, in Elo."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Return the Elo difference, its margin and the likelihood of superiority (LOS) as text."""
        elo = elo_text(self.elo, self.low, self.high)
        return f"Elo: {elo}, LOS: {100 * self.superiority:.1f} %"


def to_score(elo: float) -> float:
    """Return the expected points a game of a side `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def to_elo(score: float) -> float:
    """Return the Elo difference at which a score is expected; infinite at 0 and 1."""
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_UNIT * math.log(score / (1 - score))


def summary(result: WDL | Pentanomial, confidence: float = CONFIDENCE) -> Summary:
    """Return the strength that games or pairs show. Pairs give a narrower interval."""
    counts = (result.losses, result.draws, result.wins) if isinstance(result, WDL) else result
    total = sum(counts)
    if total == 0:
        return Summary(0, 0.5, 0.0, -math.inf, math.inf, 0.5)
    score = dot(counts, _scores(counts)) / total
    errors = quantile(confidence)
    return Summary(
        games=total * (len(counts) - 1) // 2,
        score=score,
        elo=to_elo(score),
        low=to_elo(_crossing(lambda truth: _z_score(counts, truth) < errors, 0.0, score)),
        high=to_elo(_crossing(lambda truth: _z_score(counts, truth) < -errors, score, 1.0)),
        superiority=NormalDist().cdf(_z_score(counts, 0.5)),
    )


def quantile(confidence: float) -> float:
    """Return the half width of a normal interval with this confidence, in standard errors."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def likeliest(counts: Sequence[int], score: float) -> list[float]:
    """Return the maximum-likelihood probability of each result with the expected score `score`,
    in (0, 1).

    It is the result's observed frequency divided by 1 + tilt * gap. The gap is the result's score
    minus `score`; the tilt is chosen so that the expected gap is zero.
    """
    weights = [count or UNSEEN for count in counts]
    gaps = [points - score for points in _scores(counts)]
    tilt = _tilt(weights, gaps)
    total = sum(weights)
    return [weight / total / (1 + tilt * gap) for weight, gap in zip(weights, gaps, strict=True)]


def _z_score(counts: Sequence[int], score: float) -> float:
    """Return the difference between the observed score and `score` in standard errors.

    The standard error is that under the hypothesis `score`, so it is never zero. Without draws this
    gives Wilson's interval. For games and a score of 0.5 it is
    (wins - losses) / sqrt(wins + losses).
    """
    gaps = [points - score for points in _scores(counts)]
    variance = dot(likeliest(counts, score), [gap * gap for gap in gaps])
    return dot(counts, gaps) / math.sqrt(variance * sum(counts))


def _scores(counts: Sequence[int]) -> list[float]:
    """Return the score of each counted result, evenly spaced from 0 to 1."""
    return [index / (len(counts) - 1) for index in range(len(counts))]


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the dot product."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def _tilt(weights: Sequence[float], gaps: Sequence[float]) -> float:
    """Return the x at which the sum of weight * gap / (1 + x * gap) is zero, by Newton's method.

    The sum decreases in x. A bisection replaces a step that leaves the bracket.
    """
    low, high = -1 / gaps[-1], -1 / gaps[0]
    tilt = 0.0
    for _ in range(ITERATIONS):
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
        if math.isclose(tilt, last, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            break
    return tilt


def _crossing(is_beyond: Callable[[float], bool], low: float, high: float) -> float:
    """Return the point between two numbers at which `is_beyond` becomes True, by bisection."""
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    return low


def elo_text(elo: float, low: float, high: float) -> str:
    """Return an Elo difference with its margin as text. If one side won everything, return the
    bound, or "unknown" if the bound does not show the stronger side.
    """
    if math.isfinite(high - low):
        return f"{elo:z.1f} \N{PLUS-MINUS SIGN} {(high - low) / 2:.1f}"
    if elo > 0:
        return f"above {low:.1f}" if low > 0 else "unknown (won all)"
    if elo < 0:
        return f"below {high:.1f}" if high < 0 else "unknown (lost all)"
    return "unknown"

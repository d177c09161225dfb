"""Ratings of many engines that played each other, by the Bradley-Terry model.

A draw counts as half a win and half a loss. Its smaller variance is ignored, so intervals are too
wide if many games are drawn.

Bradley and Terry, Rank analysis of incomplete block designs, 1952: the model.
Ford, Solution of a ranking problem from binary comparisons, 1957: when a maximum exists.
Coulom, Bayesian Elo Rating, 2005: virtual draws if none exists.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brain.stats.elo import (
    CONFIDENCE,
    ELO_UNIT,
    ITERATIONS,
    TOLERANCE,
    WDL,
    dot,
    quantile,
)

VIRTUAL_DRAWS = 1.0  # for each engine, if the games do not determine the ratings
TIE_DECIMALS = 6  # of an Elo; ratings equal in these decimals are tied
LONGEST_STEP = 1.0  # in log odds, of one Newton iteration

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """An engine's rating and its confidence interval, in Elo."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # points a game; 0.5 without games


def ratings(
    results: Mapping[tuple[str, str], WDL],
    anchor: str | None = None,
    confidence: float = CONFIDENCE,
) -> list[Rating]:
    """Return maximum-likelihood ratings, best first.

    `results` has each pairing once, from the first engine's side; ValueError if a pairing occurs in
    both orders. Ratings are relative to the mean of all engines, or to the anchor, whose rating is
    exactly 0. If the results do not determine the ratings, every engine gets one virtual draw,
    spread evenly over the others.
    """
    names = _names(results)
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor} has no results")
    points = _points(names, results)
    strengths, covariance = _fit(points if _is_connected(points) else _with_draws(points))
    reference = [float(name == anchor) if anchor else 1 / len(names) for name in names]
    errors = quantile(confidence) * ELO_UNIT
    rated = []
    for index, name in enumerate(names):
        contrast = [(other == index) - share for other, share in enumerate(reference)]
        elo = ELO_UNIT * dot(contrast, strengths)
        variance = dot(contrast, [dot(row, contrast) for row in covariance])
        margin = errors * math.sqrt(max(variance, 0.0))
        won, lost = sum(points[index]), sum(row[index] for row in points)
        games = round(won + lost)
        score = won / games if games else 0.5
        rated.append(Rating(name, elo, elo - margin, elo + margin, games, score))
    return sorted(rated, key=lambda rating: (-round(rating.elo, TIE_DECIMALS), rating.name))


def is_determined(results: Mapping[tuple[str, str], WDL]) -> bool:
    """Return whether the results alone determine the ratings.

    They do if, for every division of the engines into two groups, each group scored against the
    other. An engine that won all its games is a counterexample.
    """
    return _is_connected(_points(_names(results), results))


def _names(results: Mapping[tuple[str, str], WDL]) -> list[str]:
    """Return the engines' names, sorted."""
    return sorted({name for pairing in results for name in pairing})


def _points(names: Sequence[str], results: Mapping[tuple[str, str], WDL]) -> Matrix:
    """Return the points of each engine against each other, [engine][opponent]."""
    index_of = {name: index for index, name in enumerate(names)}
    points = [[0.0] * len(names) for _ in names]
    for (name, rival), result in results.items():
        if (rival, name) in results:
            raise ValueError(f"duplicate pairing: {name} and {rival}")
        points[index_of[name]][index_of[rival]] = result.points
        points[index_of[rival]][index_of[name]] = result.games - result.points
    return points


def _is_connected(points: Matrix) -> bool:
    """Return whether the graph of points is strongly connected."""
    reverse = [list(column) for column in zip(*points, strict=True)]
    return all(len(_reachable(edges)) == len(points) for edges in (points, reverse))


def _reachable(points: Matrix) -> set[int]:
    """Return the engines reachable from the first one, itself included."""
    reached: set[int] = set()
    waiting = set(range(len(points))[:1])
    while waiting:
        engine = waiting.pop()
        reached.add(engine)
        waiting |= {rival for rival, taken in enumerate(points[engine]) if taken} - reached
    return reached


def _with_draws(points: Matrix) -> Matrix:
    """Return the points with those of the virtual draws added."""
    half = VIRTUAL_DRAWS / (len(points) - 1) / 2
    return [
        [taken + half * (rival != engine) for rival, taken in enumerate(row)]
        for engine, row in enumerate(points)
    ]


def _fit(points: Matrix) -> tuple[list[float], Matrix]:
    """Return the maximum-likelihood strengths in log odds, mean 0, and their covariance, by
    Newton's method. The covariance holds for contrasts: weights that sum to zero.
    """
    strengths = [0.0] * len(points)
    covariance: Matrix = []
    for _ in range(ITERATIONS):
        gradient, information = _derivatives(points, strengths)
        covariance = _inverse(information)
        steps = [dot(row, gradient) for row in covariance]
        longest = max((abs(step) for step in steps), default=0.0)
        shrink = min(1.0, LONGEST_STEP / max(longest, TOLERANCE))
        strengths = [s + shrink * step for s, step in zip(strengths, steps, strict=True)]
        if longest < TOLERANCE:
            break
    return strengths, covariance


def _derivatives(points: Matrix, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """Return the gradient of the log likelihood, and its negative second derivatives."""
    size = len(points)
    gradient = [sum(row) for row in points]
    # The likelihood does not depend on the mean; this constant keeps it at 0.
    information = [[1 / size] * size for _ in points]
    for one in range(size):
        for other in range(size):
            games = points[one][other] + points[other][one]
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            gradient[one] -= games * chance
            information[one][one] += games * chance * (1 - chance)
            information[one][other] -= games * chance * (1 - chance)
    return gradient, information


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        divisor = rows[pivot][pivot]
        rows[pivot] = [number / divisor for number in rows[pivot]]
        for index in set(range(size)) - {pivot}:
            factor = rows[index][pivot]
            pairs = zip(rows[index], rows[pivot], strict=True)
            rows[index] = [number - factor * above for number, above in pairs]
    return [row[size:] for row in rows]

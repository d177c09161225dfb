"""Ratings of many engines that played each other, by the Bradley-Terry model.

A draw is half a win and half a loss. It has no smaller error than those, so intervals are wide
where many games are drawn.

Bradley and Terry, Rank analysis of incomplete block designs, 1952: the model.
Ford, Solution of a ranking problem from binary comparisons, 1957: when there is a maximum.
Coulom, Bayesian Elo Rating, 2005: virtual draws when there is none.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.match.statistics.elo import CLOSE, CONFIDENCE, ELO_UNIT, ROUNDS, WDL, deviate, dot

VIRTUAL_DRAWS = 1.0  # games of an engine, when the played ones don't determine the ratings
TIE = 6  # decimals of an Elo in which equal ratings are equal
LONGEST_STEP = 1.0  # of a strength in log odds: so far the likelihood's curvature is a guide

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """An engine's rating with its interval, in Elo."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # points a game; a half before the first


def ratings(
    results: Mapping[tuple[str, str], WDL],
    anchor: str | None = None,
    confidence: float = CONFIDENCE,
) -> list[Rating]:
    """Return maximum-likelihood ratings, the best first.

    `results` has each pairing once, seen by the engine named first; ValueError when it is there
    both ways. Ratings and intervals are relative to the mean of all engines, or to the anchor,
    whose own rating is 0 for certain. If the results don't determine them, every engine gets one
    virtual draw, spread evenly over the others.
    """
    names = _names(results)
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor} has no results")
    points = _points(names, results)
    strengths, covariance = _fit(points if _is_connected(points) else _with_draws(points))
    zero = [float(name == anchor) if anchor else 1 / len(names) for name in names]
    reach = deviate(confidence) * ELO_UNIT
    rated = []
    for index, name in enumerate(names):
        contrast = [(other == index) - share for other, share in enumerate(zero)]
        elo = ELO_UNIT * dot(contrast, strengths)
        variance = dot(contrast, [dot(row, contrast) for row in covariance])
        margin = reach * math.sqrt(max(variance, 0.0))
        won, lost = sum(points[index]), sum(row[index] for row in points)
        games = round(won + lost)
        score = won / games if games else 0.5
        rated.append(Rating(name, elo, elo - margin, elo + margin, games, score))
    return sorted(rated, key=lambda rating: (-round(rating.elo, TIE), rating.name))


def is_determined(results: Mapping[tuple[str, str], WDL]) -> bool:
    """Return whether results alone determine ratings.

    They do if, however the engines are split in two groups, each took something off the other. An
    engine that won everything is such a group.
    """
    return _is_connected(_points(_names(results), results))


def _names(results: Mapping[tuple[str, str], WDL]) -> list[str]:
    """Return the engines in order."""
    return sorted({name for pairing in results for name in pairing})


def _points(names: Sequence[str], results: Mapping[tuple[str, str], WDL]) -> Matrix:
    """Return the points that each engine took off each other one [engine][opponent]."""
    index_of = {name: index for index, name in enumerate(names)}
    points = [[0.0] * len(names) for _ in names]
    for (name, rival), result in results.items():
        if (rival, name) in results:
            raise ValueError(f"the pairing of {name} and {rival} is given twice")
        points[index_of[name]][index_of[rival]] = result.points
        points[index_of[rival]][index_of[name]] = result.games - result.points
    return points


def _is_connected(points: Matrix) -> bool:
    """Return whether points lead from every engine to every other one."""
    backward = [list(column) for column in zip(*points, strict=True)]
    return all(len(_reached(way)) == len(points) for way in (points, backward))


def _reached(points: Matrix) -> set[int]:
    """Return the engines that points lead to from the first one, and itself."""
    reached: set[int] = set()
    waiting = set(range(len(points))[:1])
    while waiting:
        engine = waiting.pop()
        reached.add(engine)
        waiting |= {rival for rival, taken in enumerate(points[engine]) if taken} - reached
    return reached


def _with_draws(points: Matrix) -> Matrix:
    """Return the points with those of every engine's virtual draws."""
    half = VIRTUAL_DRAWS / (len(points) - 1) / 2
    return [
        [taken + half * (rival != engine) for rival, taken in enumerate(row)]
        for engine, row in enumerate(points)
    ]


def _fit(points: Matrix) -> tuple[list[float], Matrix]:
    """Return the likeliest strengths in log odds, mean 0, and their covariance.

    The covariance holds for sums of strengths whose weights add up to zero. Newton's method.
    """
    strengths = [0.0] * len(points)
    covariance: Matrix = []
    for _ in range(ROUNDS):
        excess, information = _slope(points, strengths)
        covariance = _inverse(information)
        steps = [dot(row, excess) for row in covariance]
        longest = max((abs(step) for step in steps), default=0.0)
        shrink = min(1.0, LONGEST_STEP / max(longest, CLOSE))
        strengths = [s + shrink * step for s, step in zip(strengths, steps, strict=True)]
        if longest < CLOSE:
            break
    return strengths, covariance


def _slope(points: Matrix, strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """Return the log likelihood's gradient, and its second derivatives with their sign changed."""
    size = len(points)
    excess = [sum(row) for row in points]
    # Any mean fits as well as another; this constant holds it at 0.
    information = [[1 / size] * size for _ in points]
    for one in range(size):
        for other in range(size):
            games = points[one][other] + points[other][one]
            chance = 1 / (1 + math.exp(strengths[other] - strengths[one]))
            excess[one] -= games * chance
            information[one][one] += games * chance * (1 - chance)
            information[one][other] -= games * chance * (1 - chance)
    return excess, information


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan's elimination."""
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

"""Elo differences and intervals against published values, and against simulated matches."""

import math
import random
from functools import cache

import pytest

from brain.stats.elo import (
    WDL,
    Summary,
    dot,
    elo_text,
    likeliest,
    summary,
    to_elo,
    to_score,
)

GAPS = (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (0.75, 400 * math.log10(3)), (10 / 11, 400.0), (0.76, 200.24)]
)
def test_a_score_has_its_elo_both_ways(score: float, elo: float) -> None:
    assert to_elo(score) == pytest.approx(elo, abs=0.01)
    assert to_score(-elo) == pytest.approx(1 - score, abs=1e-5)


def test_three_of_four_points_are_191_elo() -> None:
    assert round(summary(WDL(70, 10, 20)).elo, 2) == 190.85


# Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_without_draws_is_wilsons(
    wins: int, games: int, low: float, high: float
) -> None:
    found = summary(WDL(wins, 0, games - wins))
    assert to_score(found.low) == pytest.approx(low, abs=5e-5)
    assert to_score(found.high) == pytest.approx(high, abs=1e-4)


# Elo, margin and likelihood of superiority as Fishtest and fastchess print them. Their intervals
# have the error of the counted score; ours differs by about one part in the number of pairs.
@pytest.mark.parametrize(
    ("result", "elo", "margin", "superiority"),
    [
        ((10789, 19328, 33806, 19402, 10543), -0.7736, 1.2776, 0.11766),
        ((39, 2226, 31451, 2412, 40), 0.9030, 0.6625, 0.99622),
        ((1187, 7410, 13475, 7378, 1164), -0.4426, 1.7299, 0.30801),
        ((50, 400, 1000, 450, 60), 6.2049, 6.2358, 0.97446),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
        (WDL(136, 111, 96), 40.70, 30.43, 0.9960),
    ],
)
def test_a_summary_is_as_published(
    result: WDL | tuple[int, ...], elo: float, margin: float, superiority: float
) -> None:
    found = summary(result)
    assert found.elo == pytest.approx(elo, abs=0.005)
    assert found.margin == pytest.approx(margin, rel=0.005)
    assert found.superiority == pytest.approx(superiority, abs=0.001)


@pytest.mark.parametrize("result", [WDL(5975, 26894, 6077), WDL(5975, 0, 6077), WDL(3, 9, 1)])
def test_superiority_knows_only_wins_and_losses(result: WDL) -> None:
    x = (result.wins - result.losses) / math.sqrt(2 * (result.wins + result.losses))
    assert summary(result).superiority == pytest.approx((1 + math.erf(x)) / 2, abs=1e-4)


def test_the_interval_of_pairs_is_the_narrower_where_openings_decide() -> None:
    assert summary((5, 10, 200, 15, 10)).margin < 0.5 * summary(WDL(225, 30, 225)).margin


@pytest.mark.parametrize("result", [(9, 0, 31, 4, 6), (0, 3, 10, 5, 2), (1, 2, 3, 4, 5)])
def test_the_other_side_sees_the_mirror_image(result: tuple[int, ...]) -> None:
    one, other = summary(result), summary(result[::-1])
    assert other.elo == pytest.approx(-one.elo)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low), abs=1e-4)
    assert other.superiority == pytest.approx(1 - one.superiority)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (WDL(136, 111, 96), "Elo: 40.7 ± 30.3, LOS: 99.6 %"),
        (WDL(100, 0, 0), "Elo: above 566.2, LOS: 100.0 %"),
        (WDL(0, 0, 100), "Elo: below -566.2, LOS: 0.0 %"),
        (WDL(2, 0, 0), "Elo: unknown (won all), LOS: 92.1 %"),
        ((1, 0, 0, 0, 0), "Elo: unknown (lost all), LOS: 15.8 %"),
        ((0, 0, 10, 0, 0), "Elo: 0.0 ± 99.0, LOS: 50.0 %"),
        (WDL(499_999, 0, 500_001), "Elo: 0.0 ± 0.7, LOS: 49.9 %"),
        (WDL(), "Elo: unknown, LOS: 50.0 %"),
        ((0, 0, 0, 0, 0), "Elo: unknown, LOS: 50.0 %"),
    ],
)
def test_a_summary_is_honest_when_results_are_one_sided(
    result: WDL | tuple[int, ...], text: str
) -> None:
    assert str(summary(result)) == text


def test_a_summary_counts_games_and_points() -> None:
    assert summary((1, 2, 3, 4, 5)).games == 30
    assert summary((0, 0, 0, 4, 0)).score == 0.75
    assert summary(WDL(2, 1, 1)).score == 0.625
    assert summary(WDL()) == Summary(0, 0.5, 0.0, -math.inf, math.inf, 0.5)


def test_a_result_reads_as_wins_draws_losses() -> None:
    result = WDL(231, 401, 180)
    assert (str(result), result.games, result.points) == ("231-401-180", 812, 431.5)


@pytest.mark.parametrize(
    "counts", [(3, 5, 40, 7, 2), (0, 0, 9, 0, 0), (0, 0, 0, 0, 1), (4, 0, 1, 0, 0)]
)
@pytest.mark.parametrize("score", [1e-6, 0.2, 0.5, 0.51, 0.999])
def test_the_likeliest_chances_have_the_score(counts: tuple[int, ...], score: float) -> None:
    chances = likeliest(counts, score)
    assert sum(chances) == pytest.approx(1)
    assert sum(chance * gap for chance, gap in zip(chances, GAPS, strict=True)) == pytest.approx(
        score
    )


def test_no_chances_with_the_score_are_likelier() -> None:
    counts, score = (3, 5, 40, 7, 2), 0.45
    best = likeliest(counts, score)
    for shift in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1), (1, 0, -2, 0, 1)):
        for size in (-1e-3, 1e-3):  # shifts that keep sum and score
            other = [chance + size * step for chance, step in zip(best, shift, strict=True)]
            assert loglikelihood(counts, other) < loglikelihood(counts, best)


def loglikelihood(counts: tuple[int, ...], chances: list[float]) -> float:
    """Return the log likelihood of the counts."""
    return sum(count * math.log(chance) for count, chance in zip(counts, chances, strict=True))


@pytest.mark.parametrize(
    ("chances", "pairs"),
    [((0.04, 0, 0.84, 0, 0.12), 50), ((0.1, 0.1, 0.4, 0.2, 0.2), 30), ((0, 0, 0.1, 0, 0.9), 50)],
)
def test_the_interval_contains_the_truth_with_its_confidence(
    chances: tuple[float, ...], pairs: int
) -> None:
    truth = to_elo(sum(chance * gap for chance, gap in zip(chances, GAPS, strict=True)))
    rng = random.Random(7)
    summed = cache(summary)  # few results are frequent
    held = 0
    for _ in range(500):
        points = rng.choices(range(5), chances, k=pairs)
        found = summed(tuple(points.count(index) for index in range(5)))
        held += found.low <= truth <= found.high
    assert held >= 0.95 * 500 - 3 * math.sqrt(0.95 * 0.05 * 500)


@pytest.mark.parametrize("counts", [(1, 2, 3), (5, 0, 0, 1, 2), (40, 10, 12)])
@pytest.mark.parametrize("score", [0.3, 0.5, 0.8])
def test_the_likeliest_chances_add_up_to_one_and_have_the_score(
    counts: tuple[int, ...], score: float
) -> None:
    chances = likeliest(counts, score)
    scores = [number / (len(counts) - 1) for number in range(len(counts))]
    assert sum(chances) == pytest.approx(1)
    assert dot(chances, scores) == pytest.approx(score)


@pytest.mark.parametrize(
    ("elo", "low", "high", "text"),
    [
        (math.inf, 0.5, math.inf, "above 0.5"),
        (math.inf, 0.0, math.inf, "unknown (won all)"),
        (math.inf, -0.5, math.inf, "unknown (won all)"),
        (-math.inf, -math.inf, -0.5, "below -0.5"),
        (-math.inf, -math.inf, 0.0, "unknown (lost all)"),
        (-math.inf, -math.inf, 0.5, "unknown (lost all)"),
    ],
)
def test_a_bound_is_shown_if_it_names_the_stronger_side(
    elo: float, low: float, high: float, text: str
) -> None:
    assert elo_text(elo, low, high) == text

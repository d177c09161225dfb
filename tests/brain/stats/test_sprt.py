"""The sequential test against published tests, and its error rates by simulation."""

import math
import random
from functools import cache
from itertools import accumulate

import pytest

from brain.stats.elo import WDL, to_score
from brain.stats.sprt import Decision, Sprt

# Finished tests of Stockfish as its commit messages give them (pull requests 3209, 3098, 2971,
# 2493), all with bounds (-2.94, 2.94); and two tests of fastchess's own suite.
PUBLISHED = [
    ((-0.25, 1.25), (253, 4282, 17604, 4431, 286), 2.94),
    ((0.25, 1.25), (58, 3302, 33130, 3518, 84), 2.97),
    ((-0.25, 1.25), (491, 7345, 29693, 7670, 465), 2.96),
    ((0.25, 1.25), (53, 2220, 21459, 2445, 47), 2.97),
    ((-0.5, 1.5), (17, 253, 1042, 337, 39), 2.96),
    ((0.25, 1.75), (11, 407, 3238, 513, 11), 2.93),
    ((-1, 3), (424, 2948, 5832, 3045, 460), 2.94),
    ((0, 2), (1284, 17437, 55536, 18085, 1292), 2.94),
    ((0.5, 2.5), (223, 9863, 21279, 10037, 246), -3.07),
    ((0, 2), (871, 26175, 55983, 26678, 821), -4.98),
]


@pytest.mark.parametrize(("bounds", "pairs", "llr"), PUBLISHED)
def test_the_ratio_is_as_published(
    bounds: tuple[float, float], pairs: tuple[int, ...], llr: float
) -> None:
    assert Sprt(*bounds).llr(pairs) == pytest.approx(llr, abs=0.006)


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.292535, 4.499810))


def test_split_pairs_are_not_decisive() -> None:
    pairs = (0, 12, 50, 44, 0)
    assert Sprt(0, 10).llr(pairs) > Sprt(0, 10).bounds[1]
    assert Sprt(0, 10).decide(pairs) is Decision.UNDECIDED


def test_pairs_won_or_lost_only_have_walds_ratio() -> None:
    won, lost = to_score(60) / to_score(20), to_score(-60) / to_score(-20)
    expected = 18 * math.log(won) + 12 * math.log(lost)
    assert Sprt(20, 60).llr((12, 0, 0, 0, 18)) == pytest.approx(expected, abs=1e-3)


def test_a_clean_sweep_is_worth_the_ratio_of_scores() -> None:
    assert Sprt(0, 50).llr((0, 0, 0, 0, 10)) == pytest.approx(
        10 * math.log(to_score(50) / 0.5), abs=1e-3
    )


def test_a_few_split_pairs_decide_nothing() -> None:
    for splits in range(10):
        assert Sprt(0, 50).decide((0, 0, splits, 0, 0)) is Decision.UNDECIDED


def test_nothing_but_split_pairs_rejects_at_last() -> None:
    assert Sprt(0, 5).decide((0, 0, 1000, 0, 0)) is Decision.REJECTED


def test_few_pairs_have_to_go_beyond_the_bound() -> None:
    test, pairs = Sprt(0, 215), (0, 0, 0, 0, 7)
    assert test.llr(pairs) > test.bounds[1]
    assert test.decide(pairs) is Decision.UNDECIDED
    assert test.decide((0, 0, 0, 0, 9)) is Decision.ACCEPTED
    # 3.41 and 3.47, divided by 1 + 2 / 12 and 1 + 2 / 13; the bound is 2.94.
    assert Sprt(0, 20).decide((0, 0, 50, 11, 0)) is Decision.UNDECIDED
    assert Sprt(0, 20).decide((0, 0, 50, 12, 0)) is Decision.ACCEPTED


def test_the_test_stops_at_either_bound() -> None:
    test = Sprt(0, 20)
    assert test.decide((0, 0, 0, 0, 0)) is Decision.UNDECIDED
    assert test.decide((20, 40, 300, 60, 40)) is Decision.ACCEPTED
    assert test.decide((40, 60, 300, 40, 20)) is Decision.REJECTED
    assert test.decide((2, 4, 30, 6, 4)) is Decision.UNDECIDED


def test_mirrored_bounds_and_pairs_turn_the_ratio_round() -> None:
    pairs = (3, 14, 50, 21, 9)
    assert Sprt(-5, 10).llr(pairs) == pytest.approx(-Sprt(-10, 5).llr(pairs[::-1]))


def test_a_verdict_is_one_line_for_a_commit_message() -> None:
    assert Sprt(0, 20).verdict(WDL(400, 130, 370), (20, 60, 270, 70, 30)) == (
        "SPRT [0, 20] undecided: LLR 0.65 (-2.94, 2.94), 900 games 400-130-370, "
        "pairs 20-60-270-70-30, Elo: 11.6 ± 13.8, LOS: 95.1 %, share of split pairs 60 %"
    )
    assert Sprt(-1.5, 2.5).verdict(WDL(), (0, 0, 0, 0, 0)) == (
        "SPRT [-1.5, 2.5] undecided: LLR 0.00 (-2.94, 2.94), 0 games 0-0-0, "
        "pairs 0-0-0-0-0, Elo: unknown, LOS: 50.0 %, share of split pairs 0 %"
    )


@pytest.mark.parametrize(
    "arguments", [(5, 0), (5, 5), (0, 5, 0), (0, 5, 0.05, 0), (0, 5, 0.5, 0.5)]
)
def test_an_invalid_sequential_test_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Sprt(*arguments)


MIXED = (0.1, 0.1, 0.6, 0.1, 0.1)
OPENINGS_DECIDE = (0.22, 0.02, 0.52, 0.02, 0.22)
MOSTLY_SPLIT = (0.08, 0.0, 0.84, 0.0, 0.08)


def share_wrong(test: Sprt, level: tuple[float, ...], tests: int, look: int) -> tuple[float, float]:
    """Return the shares of simulated tests that accept at elo0, and that reject at elo1.

    `level` has the probabilities of pair scores between equals; an Elo difference turns lost pairs
    into won ones. The test is evaluated after every `look` pairs.
    """
    accepted, rejected = (
        sum(outcome is wrong for outcome in outcomes(test, level, elo, tests, look)) / tests
        for elo, wrong in ((test.elo0, Decision.ACCEPTED), (test.elo1, Decision.REJECTED))
    )
    return accepted, rejected


def outcomes(
    test: Sprt, level: tuple[float, ...], elo: float, tests: int, look: int
) -> list[Decision]:
    """Return the outcomes of simulated tests of a change worth `elo`."""
    shift = to_score(elo) - 0.5
    cumulative = list(accumulate((level[0] - shift, *level[1:4], level[4] + shift)))
    rng = random.Random(5)
    decide = cache(test.decide)  # tests begin alike
    ends: list[Decision] = []
    for _ in range(tests):
        pairs = [0, 0, 0, 0, 0]
        while (decision := decide(tuple(pairs))) is Decision.UNDECIDED:
            for points in rng.choices(range(5), cum_weights=cumulative, k=look):
                pairs[points] += 1
        ends.append(decision)
    return ends


def test_errors_are_within_the_stated_rates() -> None:
    accepted, rejected = share_wrong(Sprt(0, 120), OPENINGS_DECIDE, tests=10_000, look=1)
    assert 0.02 < accepted <= 0.05
    assert 0.02 < rejected <= 0.05


@pytest.mark.parametrize(
    ("test", "level", "tests", "look"),
    [
        (Sprt(0, 40), MIXED, 300, 8),
        (Sprt(0, 40, alpha=0.02, beta=0.1), MIXED, 300, 8),
        (Sprt(0, 30), MOSTLY_SPLIT, 200, 1),
    ],
)
def test_errors_are_not_far_above_the_stated_rates_in_fewer_tests(
    test: Sprt, level: tuple[float, ...], tests: int, look: int
) -> None:
    for wrong, stated in zip(
        share_wrong(test, level, tests, look), (test.alpha, test.beta), strict=True
    ):
        assert wrong <= stated + 2 * math.sqrt(stated * (1 - stated) / tests)


def test_the_share_of_split_pairs_is_that_of_one_pair_too() -> None:
    one = Sprt(0, 10).verdict(WDL(1, 0, 1), (0, 0, 1, 0, 0))
    assert one.endswith("share of split pairs 100 %")

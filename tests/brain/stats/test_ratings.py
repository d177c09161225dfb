"""Ratings against published Bradley-Terry fits and exact small cases."""

import math
import random
from itertools import pairwise

import pytest

from brain.stats.elo import ELO_UNIT, WDL, summary, to_score
from brain.stats.ratings import Rating, is_determined, ratings

# Agresti, Categorical Data Analysis, 2002, table 10.10: wins of each team over each other. The
# estimates and their standard errors: Firth, Bradley-Terry Models in R, 2005.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
ABILITIES = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839)
STANDARD_ERRORS = (0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319)
BASEBALL = {
    (TEAMS[one], TEAMS[other]): WDL(WINS[one][other], 0, WINS[other][one])
    for one in range(len(TEAMS))
    for other in range(one)
}
NORMAL_95 = 1.959964


def by_name(rated: list[Rating]) -> dict[str, Rating]:
    """Return ratings by the engine's name."""
    return {rating.name: rating for rating in rated}


def test_ratings_of_baseball_teams_are_as_published() -> None:
    rated = ratings(BASEBALL, anchor="Baltimore")
    assert tuple(rating.name for rating in rated) == TEAMS
    abilities = [rating.elo / ELO_UNIT for rating in rated[:-1]]
    errors = [(rating.high - rating.elo) / NORMAL_95 / ELO_UNIT for rating in rated[:-1]]
    assert abilities == pytest.approx(ABILITIES, abs=5e-5)
    assert errors == pytest.approx(STANDARD_ERRORS, abs=1e-4)


def test_the_anchor_is_exactly_zero_and_changes_no_difference() -> None:
    anchored, centred = (by_name(ratings(BASEBALL, anchor)) for anchor in ("Boston", None))
    assert (anchored["Boston"].elo, anchored["Boston"].low, anchored["Boston"].high) == (0, 0, 0)
    shifts = {round(centred[team].elo - anchored[team].elo, 6) for team in TEAMS}
    assert len(shifts) == 1
    assert sum(rating.elo for rating in centred.values()) == pytest.approx(0, abs=1e-6)


def test_the_ratings_of_two_engines_match_their_score() -> None:
    best, other = ratings({("a", "b"): WDL(70, 10, 20)})
    assert best.elo - other.elo == pytest.approx(summary(WDL(70, 10, 20)).elo)
    assert (best.name, best.games, best.score) == ("a", 100, 0.75)
    # The binomial error of the difference, of which each has half: 1 / sqrt(n p (1 - p)).
    margin = NORMAL_95 * ELO_UNIT / math.sqrt(100 * 0.75 * 0.25)
    assert best.high - best.elo == pytest.approx(margin / 2, rel=1e-6)
    assert ratings({("a", "b"): WDL(70, 10, 20)}, "b")[0].high == pytest.approx(
        best.elo - other.elo + margin, rel=1e-6
    )


def test_a_chain_of_matches_adds_up() -> None:
    rated = by_name(ratings({("a", "b"): WDL(75, 0, 25), ("c", "b"): WDL(1, 0, 10)}, "c"))
    assert rated["b"].elo == pytest.approx(400)
    assert rated["a"].elo == pytest.approx(400 + 400 * math.log10(3))


def some_results() -> dict[tuple[str, str], WDL]:
    """Return the results of a dozen engines, most of which met."""
    rng = random.Random(3)
    names = [f"e{index:02}" for index in range(12)]
    return {
        (one, other): WDL(rng.randrange(1, 9), rng.randrange(5), rng.randrange(1, 20))
        for one in names
        for other in names
        if one < other and rng.random() < 0.6
    }


# Newton's steps in full would go too far here.
UNEVEN = {
    ("a", "c"): WDL(100_000, 0, 1),
    ("a", "d"): WDL(0, 0, 1),
    ("a", "e"): WDL(50_000, 0, 0),
    ("b", "d"): WDL(1, 0, 100_000),
    ("b", "e"): WDL(100_000, 0, 1),
    ("c", "d"): WDL(1, 0, 0),
}


@pytest.mark.parametrize("results", [some_results(), UNEVEN])
def test_every_engine_expects_the_points_that_it_took(
    results: dict[tuple[str, str], WDL],
) -> None:
    assert is_determined(results)
    elo = {rating.name: rating.elo for rating in ratings(results)}
    for name in elo:
        excess = sum(
            result.points - result.games * to_score(elo[one] - elo[other])
            if name == one
            else result.games * to_score(elo[one] - elo[other]) - result.points
            for (one, other), result in results.items()
            if name in (one, other)
        )
        assert excess == pytest.approx(0, abs=1e-6)


def test_a_draw_counts_half_a_win() -> None:
    drawn, decided = ({("a", "b"): WDL(10, 4, 3)}, {("a", "b"): WDL(12, 0, 5)})
    assert ratings(drawn) == ratings(decided)


def test_an_engine_that_won_everything_is_held_by_a_virtual_draw() -> None:
    results = {("a", "b"): WDL(100, 0, 0)}
    assert not is_determined(results)
    best, other = ratings(results)
    # As if one more game had been drawn.
    assert best.elo - other.elo == pytest.approx(ELO_UNIT * math.log(100.5 / 0.5))
    assert best.low > 0
    assert (best.games, best.score) == (100, 1.0)


def test_groups_that_never_met_are_held_by_virtual_draws() -> None:
    results = {("a", "b"): WDL(10, 0, 5), ("c", "d"): WDL(2, 3, 3)}
    assert not is_determined(results)
    assert [rating.name for rating in ratings(results)] == ["a", "d", "c", "b"]


def test_a_long_ladder_of_perfect_scores_keeps_its_order() -> None:
    ladder = {(f"e{rung:02}", f"e{rung + 1:02}"): WDL(50, 0, 0) for rung in range(14)}
    rated = ratings(ladder)
    assert [rating.name for rating in rated] == [f"e{rung:02}" for rung in range(15)]
    steps = [upper.elo - lower.elo for upper, lower in pairwise(rated)]
    assert all(300 < step < 1200 for step in steps)


def test_results_that_go_round_determine_ratings() -> None:
    results = {("a", "b"): WDL(1, 0, 0), ("b", "c"): WDL(1, 0, 0), ("c", "a"): WDL(1, 0, 0)}
    assert is_determined(results)
    assert [(rating.name, round(rating.elo, 6)) for rating in ratings(results)] == [
        ("a", 0),
        ("b", 0),
        ("c", 0),
    ]


def test_nothing_played_gives_no_order() -> None:
    assert ratings({}) == []
    assert [rating.elo for rating in ratings({("a", "b"): WDL()})] == [0, 0]


def test_a_pairing_given_both_ways_is_refused() -> None:
    with pytest.raises(ValueError, match="duplicate pairing"):
        ratings({("a", "b"): WDL(1, 0, 0), ("b", "a"): WDL(0, 0, 1)})
    with pytest.raises(ValueError, match="duplicate pairing"):
        ratings({("a", "a"): WDL(1, 0, 0)})


def test_an_anchor_without_results_is_refused() -> None:
    with pytest.raises(ValueError, match="anchor"):
        ratings({("a", "b"): WDL(1, 0, 1)}, anchor="c")


def test_intervals_contain_the_truth_with_their_confidence() -> None:
    truth = {"a": 120.0, "b": 20.0, "c": -40.0, "d": -100.0}
    rng = random.Random(11)
    held = 0
    for _ in range(300):
        results = {}
        for one in truth:
            for other in truth:
                if one < other:
                    chance = to_score(truth[one] - truth[other])
                    wins = sum(rng.random() < chance for _ in range(40))
                    results[one, other] = WDL(wins, 0, 40 - wins)
        held += sum(rating.low <= truth[rating.name] <= rating.high for rating in ratings(results))
    assert held == pytest.approx(0.95 * 1200, abs=30)


def test_an_engine_without_games_scored_a_half() -> None:
    rated = by_name(ratings({("a", "b"): WDL(2, 1, 1), ("a", "c"): WDL(0, 0, 0)}))
    assert (rated["c"].games, rated["c"].score) == (0, 0.5)

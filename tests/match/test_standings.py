"""Standings of a match: counts, pairs, cautions and ratings."""

from dataclasses import replace

from brain.rules.symmetry import Points
from brain.stats.elo import summary
from protocol.match.standings import Standings
from protocol.records.games import DRAW, LOSS, WIN, Ending, Game


def game(number: int, black: str, white: str, score: float, ending: Ending = Ending.FIVE) -> Game:
    return Game(
        number=number,
        pair=(number + 1) // 2,
        black=black,
        white=white,
        rule=0,
        width=15,
        height=15,
        opening=(),
        moves=(),
        score=score,
        ending=ending,
    )


def with_opening(number: int, names: tuple[str, str], score: float, opening: Points) -> Game:
    return replace(game(number, *names, score), opening=opening)


def test_repeated_games_are_a_caution() -> None:
    standings = Standings(("a", "b"))
    others = tuple(((x, 1), (8, 9)) for x in range(7))
    for number, opening in enumerate(
        (((7, 7), (8, 9)), ((7, 7), (5, 6)), ((7, 7), (6, 9)), *others)
    ):
        standings.add(with_opening(2 * number + 1, ("a", "b"), WIN, opening))
        standings.add(with_opening(2 * number + 2, ("b", "a"), LOSS, opening))
    assert standings.repeated == 4  # 6,9 is the mirror image of 8,9; 5,6 is a rotation of it
    (caution,) = standings.cautions
    assert "4 of 20 games repeat another one" in caution


def test_pairs_that_the_opening_decided_are_a_caution() -> None:
    standings = Standings(("a", "b"))
    for number, second in enumerate((*[WIN] * 6, *[LOSS] * 4)):
        opening = ((number, 1), (8, 9))
        standings.add(with_opening(2 * number + 1, ("a", "b"), WIN, opening))
        standings.add(with_opening(2 * number + 2, ("b", "a"), second, opening))
    assert standings.decided == 6
    (caution,) = standings.cautions
    assert "decided 6 of 10 pairs" in caution


def test_shares_that_are_not_above_their_limits_are_no_cautions() -> None:
    standings = Standings(("a", "b"))
    openings = [((number, 1), (8, 9)) for number in range(10)]
    for number, opening in enumerate(openings):
        second, again = (WIN if number < 5 else LOSS), (openings[0] if number == 9 else opening)
        standings.add(with_opening(2 * number + 1, ("a", "b"), WIN, opening))
        standings.add(with_opening(2 * number + 2, ("b", "a"), second, again))
    assert (standings.decided, standings.repeated, standings.cautions) == (5, 1, [])


def test_an_opening_with_two_draws_has_not_decided_its_pair() -> None:
    standings = Standings(("a", "b"))
    standings.add(game(1, "a", "b", DRAW))
    standings.add(game(2, "b", "a", DRAW))
    assert standings.decided == 0


def test_standings_count_games_pairs_and_failures() -> None:
    standings = Standings(("a", "b"))
    for each in (
        game(1, "a", "b", WIN),
        game(3, "a", "b", 0.5),
        game(2, "b", "a", 0.0, Ending.TIME),
        game(4, "b", "a", WIN),
        game(5, "a", "b", WIN),
    ):
        standings.add(each)
    result, pairs = standings.two()
    assert (result.wins, result.draws, result.losses) == (3, 1, 1)
    assert pairs == [0, 1, 0, 0, 1]
    assert standings.pairs["b", "a"] == [1, 0, 0, 1, 0]
    first, second = standings.rows()
    assert (first.name, first.points, first.games, first.failed) == ("a", 3.5, 5, 0)
    assert (second.name, second.points, second.failed) == ("b", 1.5, 1)
    assert first.elo == -second.elo > 0
    estimate = summary(pairs)  # of pairs, not of single games
    assert (first.elo, first.low, first.high) == (estimate.elo, estimate.low, estimate.high)
    assert standings.endings == {Ending.FIVE: 4, Ending.TIME: 1}


def test_standings_rate_many_engines_also_before_all_have_played() -> None:
    standings = Standings(("a", "b", "c"))
    assert [row.name for row in standings.rows()] == ["a", "b", "c"]
    standings.add(game(1, "a", "b", 0.0))
    rows = {row.name: row for row in standings.rows()}
    assert rows["b"].elo > rows["a"].elo
    assert rows["c"].games == 0

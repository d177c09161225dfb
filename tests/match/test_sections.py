"""The sections of a report: crosstable, ratings, failures, endings, effort and the test."""

import re

from protocol.match.report import report
from protocol.records.games import DRAW, LOSS, WIN, Ending, PlayedMove
from tests.match.test_report import DASH, LINES, TEST, make_game, make_match, read


def test_crosstable_counts_points_of_every_pairing() -> None:
    scores = [("A", "B", WIN), ("B", "A", DRAW), ("C", "A", WIN), ("B", "C", LOSS)]
    games = [make_game(n, *one, pair=n) for n, one in enumerate(scores, 1)]
    page = read(games)
    assert page.row("crosstable", "1. C") == ["2", "2", "100.0", DASH, DASH, "1 1-0-0", "1 1-0-0"]
    assert page.row("crosstable", "2. A") == [
        "1.5",
        "3",
        "50.0",
        DASH,
        "0 0-0-1",
        DASH,
        "1.5 1-1-0",
    ]


def test_ratings_are_shown_for_more_than_two() -> None:
    assert "ratings" not in read(make_match(["A", "B"], 5)).rows
    page = read(make_match(["A", "B", "C"], 40))
    names = [row[0].split()[0] for row in page.rows["ratings"][1:4]]
    assert names == ["A", "B", "C"]


def test_failures_come_with_their_last_lines() -> None:
    lost = make_game(2, "B", "A", WIN, ending=Ending.TIME, exchange=LINES)
    page = read([make_game(1, "A", "B", WIN), lost])
    assert page.row("failures", "A") == [DASH, "1", DASH, DASH, DASH, DASH, DASH]
    assert page.texts["summary"] == ["Game 2: A (white) lost to B by “time” after 9 stones"]
    assert "\n".join(LINES) in page.texts["pre"]
    assert "#game-2" in page.links


def test_a_failure_names_its_reason() -> None:
    exchange = (*LINES, "! 7,7 (h8) already has stone 1")
    lost = make_game(1, "A", "B", LOSS, ending=Ending.ILLEGAL, exchange=exchange)
    assert "Why: 7,7 (h8) already has stone 1" in read([lost]).texts["p"]
    silent = make_game(1, "A", "B", LOSS, ending=Ending.ILLEGAL, exchange=LINES)
    assert not any(line.startswith("Why") for line in read([silent]).texts["p"])


def test_no_failure_is_said_to_be_none() -> None:
    page = read([make_game(1, "A", "B", WIN)])
    assert any("No game was lost by time" in line for line in page.texts["p"])


def test_endings_are_counted_by_winner() -> None:
    games = [make_game(n, "A", "B", score) for n, score in enumerate((WIN, LOSS, WIN, DRAW), 1)]
    page = read(games)
    assert page.row("endings", "Five") == ["3", "75.0 %", "2", DASH, "1"]
    assert page.row("endings", "Full board") == ["1", "25.0 %", DASH, "1", DASH]


def test_lengths_count_every_stone() -> None:
    games = [make_game(1, "A", "B", WIN), make_game(2, "B", "A", WIN, moves=())]
    lines = read(games).texts["figcaption"]
    assert "Stones on the board at the end: 2 to 9, mean 5.5, median 5.5." in lines


def test_time_and_memory_are_those_of_the_engine() -> None:
    page = read([make_game(1, "A", "B", WIN)])
    assert page.row("effort", "A") == ["40.0", "70.0", "70.0", "6.0", "4", "0"]
    assert page.row("effort", "B") == ["40.0", "60.0", "60.0", "5.0", "3", "0"]


def test_rare_slow_moves_are_beyond_the_percentile() -> None:
    moves = tuple(PlayedMove(index % 15, index // 15, ms=index + 1) for index in range(200))
    page = read([make_game(1, "A", "B", WIN, opening=(), moves=moves)])
    # Black's hundred moves took 1, 3, ... 199 ms.
    assert page.row("effort", "A")[:4] == ["100.0", "197.0", "199.0", DASH]


def test_curve_has_a_point_for_no_pair_and_for_every_pair() -> None:
    games = make_match(["A", "B"], 12)
    page = report.html(games, "T", TEST)
    found = re.search(r'<polyline points="([^"]*)"', page)
    assert found
    points = [tuple(map(float, point.split(","))) for point in found[1].split()]
    assert len(points) == 13
    assert points[0][0] == 0
    assert points == sorted(points)


def test_curve_of_a_long_test_has_few_points_and_the_last() -> None:
    games = make_match(["A", "B"], 1500)
    page = report.html(games, "T", TEST)
    found = re.search(r'<polyline points="([^"]*)"', page)
    assert found
    assert len(found[1].split()) <= 402
    assert "after 1500 pairs" in page

"""The native engine's answers to the page."""

import os
import time
from pathlib import Path

import pytest

from brain import Board, Cell, Engine, Limit
from brain.layout import Record
from brain.lexicon import BLACK, RENJU, WHITE
from brain.position_database import PositionDatabase, PositionEntry
from brain.thinking.helpers import Helpers
from protocol.page import answers, wire
from tests.support.board_page import opening_request
from tests.support.page_client import Fields, Visitor, position

NODES = 20_000
DEPTH = 6  # plies


@pytest.mark.parametrize("lines", [1, 3])
def test_a_think_agrees_with_the_engine(visitor: Visitor, lines: int) -> None:
    found = visitor.result(
        "think", position=position("h8i9g9"), limits={"nodes": NODES, "lines": lines}
    )
    with Engine() as engine:
        expected = engine.analyse(Board.read("h8i9g9"), Limit(nodes=NODES), lines)
    assert found["move"] == expected.move.name
    assert [(line["score"], line["line"], line["nodes"]) for line in found["lines"]] == [
        (line.score, [cell.name for cell in line.line], line.nodes) for line in expected.lines
    ]
    assert found["lines"][0]["win_rate"] == round(expected.score.win_rate, 4)
    assert not found["stopped"]


@pytest.mark.parametrize("plays", [True, False])
def test_a_move_follows_a_position_database_and_an_analysis_does_not(
    plays: bool, tmp_path: Path
) -> None:
    with PositionDatabase(tmp_path / "own", "c") as own:
        own.put(Board.read("h8i9"), PositionEntry(move=Cell.named("a2")))
    asked, wanted = wire.question(position("h8i9")), wire.wanted({"nodes": 50, "plays": plays})
    with Engine(database=tmp_path / "own") as engine:
        found = answers.think(engine, asked, wanted, lambda analysis: None)
    assert (found.move.name == "a2") is plays


@pytest.mark.parametrize("strength", [0, 40, 80])
def test_a_weaker_think_agrees_with_the_engines_play(visitor: Visitor, strength: int) -> None:
    found = visitor.result("think", position=position("h8i9g9"), limits={"strength": strength})
    with Engine() as engine:
        assert found["move"] == engine.play(Board.read("h8i9g9"), Limit(), strength).move.name


def test_a_fresh_think_finds_the_same_after_any_other() -> None:
    asked = wire.question(position("h8i9g9"))
    fresh, other = wire.wanted({"nodes": NODES, "fresh": True}), wire.wanted({"nodes": 5 * NODES})
    with Engine(threads=2) as engine:

        def found(wanted: answers.Wanted) -> list[tuple[int, int]]:
            lines = answers.think(engine, asked, wanted, lambda analysis: None).lines
            return [(line.score, line.nodes) for line in lines]

        first = found(fresh)
        assert found(other) != first
        assert found(fresh) == first


@pytest.fixture
def helpers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of helper threads that thinks start, as they do."""
    found: list[int] = []
    start = Helpers.start

    def noted(own: Helpers, record: Record, colour: int, lines: int) -> None:
        found.append(own.size)
        start(own, record, colour, lines)

    monkeypatch.setattr(Helpers, "start", noted)
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_the_engine_takes_the_limits_that_a_person_chooses(
    threads: int, visitor: Visitor, helpers: list[int]
) -> None:
    asked = {"position": position("h8a1i8a3j8a5"), "limits": {"depth": DEPTH, "lines": 3}}
    for chosen, memory in ((threads, 300 << 20), (0, 0)):
        assert visitor.result("limit", threads=chosen, memory=memory) == {}
        won, too, other = visitor.result("think", **asked)["lines"]
        assert (won["mate"], too["mate"], other["depth"]) == (3, 3, DEPTH)
    assert helpers == [min(threads, os.cpu_count() or 1) - 1, 0]


def test_nothing_is_left_of_a_game_that_is_forgotten(visitor: Visitor) -> None:
    def nodes() -> int:
        found = visitor.result("think", position=position("h8i9g9"), limits={"depth": 8})
        return int(found["lines"][0]["nodes"])

    first, again = nodes(), nodes()
    assert visitor.result("forget") == {}
    assert (nodes(), again < first) == (first, True)


def test_barred_cells_and_a_time_limit_are_kept(visitor: Visitor) -> None:
    started = time.perf_counter()
    best = visitor.result("think", position=position("h8i9"), limits={"nodes": 500})["move"]
    limits = {"ms": 200, "barred": [best]}
    assert visitor.result("think", position=position("h8i9"), limits=limits)["move"] != best
    assert time.perf_counter() - started < 1


def test_the_first_stone_goes_to_the_centre(visitor: Visitor) -> None:
    found = visitor.result("think", position=position(side=9), limits={"ms": 100})
    assert (found["move"], found["lines"]) == ("e5", [])


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (position("h8"), {"winner": 0, "is_over": False, "five": []}),
        (
            position("h8a1i8a3j8a5k8a7l8"),
            {"winner": BLACK, "is_over": True, "five": ["h8", "i8", "j8", "k8", "l8"]},
        ),
        (
            position("a9h8a1i8a3j8a5k8a7l8"),
            {"winner": WHITE, "is_over": True, "five": ["h8", "i8", "j8", "k8", "l8"]},
        ),
        (
            position(
                side=5,
                stones=[("a1", BLACK)],
                walls=[f"{x}{y}" for x in "abcde" for y in range(1, 6) if (x, y) != ("a", 1)],
            ),
            {"winner": 0, "is_over": True, "five": []},
        ),
    ],
)
def test_the_rules_determine_the_ending_of_a_game(
    visitor: Visitor, asked: Fields, expected: Fields
) -> None:
    assert visitor.result("look", position=asked) == {**expected, "forbidden": []}


def test_the_rules_list_the_forbidden_points_of_black(visitor: Visitor) -> None:
    asked = position("f8a1g8c1h6e1h7g1", RENJU)
    assert visitor.result("look", position=asked)["forbidden"] == ["h8"]
    assert visitor.result("look", position={**asked, "turn": WHITE})["forbidden"] == []
    assert visitor.result("look", position={**asked, "rule": 0})["forbidden"] == []


def test_every_opening_of_swap2_is_another(visitor: Visitor) -> None:
    asked = opening_request("swap2")
    found = [visitor.result("opening", **asked)["answers"] for _ in range(5)]
    assert all(len(set(moves)) == 3 for moves in found)
    assert len({tuple(moves) for moves in found}) > 1


@pytest.mark.parametrize(
    ("procedure", "answers", "expected"),
    [
        ("swap2", ["h8", "a1", "i8"], ["swap"]),
        ("swap2", ["h8", "a1", "i8", "two", "i9", "a15"], ["stay"]),
        ("pro", [], ["h8"]),
    ],
)
def test_a_step_of_an_opening_is_answered(
    visitor: Visitor,
    procedure: str,
    answers: list[str],
    expected: list[str],
    opening_s: float,
) -> None:
    assert visitor.result("opening", **opening_request(procedure, answers))["answers"] == expected


def test_fifth_stones_are_offered_and_one_is_picked(visitor: Visitor, opening_s: float) -> None:
    asked: list[str | int] = ["h8", "h7", "h9", 3, "stay", "h6"]
    offers = visitor.result("opening", **opening_request("yamaguchi", asked, RENJU))["answers"]
    assert len(set(offers)) == 3
    picked = opening_request("yamaguchi", [*asked, *offers], RENJU)
    assert visitor.result("opening", **picked)["answers"][0] in offers


def test_an_impossible_answer_in_an_opening_is_an_error(visitor: Visitor) -> None:
    asked = {**opening_request("pro"), "answers": ["a1"]}
    error = visitor.answer(visitor.ask("opening", **asked))["error"]
    assert error == "a1 is not allowed: this stone goes to the centre"

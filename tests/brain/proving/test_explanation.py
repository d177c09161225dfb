"""Explanations: what a certificate's moves threaten, and which defences there are."""

from collections.abc import Iterable

import pytest

from brain.cell import Cell
from brain.certificates.check import Rules, check
from brain.certificates.stones import stones_of
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import FREESTYLE, RENJU, opponent
from brain.position import Position
from brain.proving import prover
from brain.proving.explanation import (
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    QUIET,
    TWO_FOURS,
    Chapter,
    Explanation,
    explain,
)
from brain.proving.prover import holding

MEMORY = 64 << 20
QUIET_WIN = "h8i12i7c13"  # three threes after a quiet move


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


def explained(engine: Engine, text: str, size: int = 15, rule: int = 0) -> Explanation:
    """Return why the side to move wins."""
    return explain(engine, prover.prove(engine, Board.read(text, size, rule).position))


def names(cells: Iterable[object]) -> str:
    return " ".join(map(str, cells))


@pytest.mark.parametrize(
    ("text", "kind", "threats"),
    [
        ("h8a1h9a2h10a3h11a5", FIVE, ""),
        ("h8a1h9a3h10a5", OPEN_FOUR, "h12 h7"),
        ("h8g8i8k12j8a1k9c1k10e1k11g1", TWO_FOURS, "l8 k7"),
    ],
)
def test_a_move_that_wins_at_once_is_called_by_its_pattern(
    engine: Engine, text: str, kind: str, threats: str
) -> None:
    (step,) = explained(engine, text).chapters[0].line
    assert (step.kind, names(step.threats), step.defences) == (kind, threats, ())


def test_a_line_lists_each_threat_and_all_its_defences(engine: Engine) -> None:
    (chapter,) = explained(engine, "e5d4c7g6e4e3c5c6d6f4b8a9e7f8", 9).chapters
    assert [(step.kind, names(step.defences)) for step in chapter.line] == [
        (FOUR, "a3"),
        (OPEN_THREE, "a7 d7 f7"),
        (FOUR, ""),
    ]


def every_answer(chapter: Chapter) -> set[int]:
    return {reply for answer in chapter.answers for reply in answer.replies}


def test_a_quiet_move_has_an_answer_to_every_reply(engine: Engine) -> None:
    found = explained(engine, QUIET_WIN)
    first = found.chapters[0]
    assert first.move
    assert first.move.kind == QUIET
    for number, chapter in enumerate(found.chapters):
        for answer in chapter.answers:
            if isinstance(answer.then, int):
                path = found.chapters[answer.then].path
                assert number < answer.then
                assert len(answer.replies) == 1
                assert path[-1] == answer.replies[0]
        if chapter.move:
            empty = Board.read(QUIET_WIN).position.board().keys() - {
                cell for cell, _ in chapter.position.stones
            }
            assert every_answer(chapter) | set(chapter.fouls) == empty - {chapter.move.move}


def test_the_next_move_threatens_after_any_listed_defence(engine: Engine) -> None:
    """A person who plays one of the defences sees what the line says."""
    position = Board.read("e5d4c7g6e4e3c5c6d6f4b8a9e7f8", 9).position
    (chapter,) = explain(engine, prover.prove(engine, position)).chapters
    rules = Rules(position.rule, position.turn)
    stones = stones_of(position)
    for step, after in zip(chapter.line, chapter.line[1:], strict=False):
        stones = stones.played(step.move)
        for reply in step.defences:
            then = stones.answered(reply)
            then = then.played(after.move)
            assert rules.fives(then) or rules.doubles(then, then.other)
        for reply in step.defences:
            stones = stones.answered(reply)


def test_only_moves_after_which_no_win_is_proved_hold(engine: Engine) -> None:
    position = Board.read("h8a1h9a3h10").position
    held = holding(engine, position, 100)
    assert names(held) == "h11 h7"
    for reply in set(position.board()) - {cell for cell, _ in position.stones} - set(held):
        if reply % 7 == 0:  # a sample
            after = [*position.stones, (reply, position.turn)]
            claim = prover.prove(engine, Position(15, 15, 0, after, opponent(position.turn)))
            assert check(claim).plies == 3


def test_only_a_five_holds_against_a_five(engine: Engine) -> None:
    position = Board.read("h8a1h9b1h10c1h11d1b3").position
    assert names(holding(engine, position, 100)) == "e1"


@pytest.mark.parametrize(("rule", "holds"), [(FREESTYLE, True), (RENJU, False)])
def test_a_move_that_is_forbidden_does_not_hold(engine: Engine, rule: int, holds: bool) -> None:
    position = Board.read("h7g9h9i7g8j6i8a1", rule=rule).position  # h8 stops white's three
    assert (Cell.named("h8") in holding(engine, position, 100)) is holds


def test_nothing_holds_against_two_ways_to_five(engine: Engine) -> None:
    position = Board.read("h8a1h9b3h10c5h11").position
    assert holding(engine, position, 100) == ()

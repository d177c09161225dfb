"""A game's clock in the terminal."""

import pytest

from brain import BLACK, WHITE, Board, Limit
from protocol.play.dialogue import Dialogue
from protocol.play.game_clock import GameClock, clock_named
from tests.support.fixed_moves import Fixed


class Time:
    """A time that tests set."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


def game(replies: str = "", *, people: int = BLACK) -> tuple[Dialogue, Time]:
    """Return a game with a minute for each side, and two seconds a move."""
    now = Time()
    clock = GameClock(60, 2, now)
    return Dialogue(Board(), frozenset((people,)), Fixed(replies), clock=clock), now


def texts(to: Dialogue, line: str) -> list[str]:
    return [answer.text for answer in to.answer(line)]


def test_the_clock_of_the_side_to_move_runs_and_a_move_adds_to_it() -> None:
    now = Time()
    clock = GameClock(60, 2, now)
    now.s = 10
    assert (clock.left_s(BLACK, BLACK), clock.left_s(WHITE, BLACK)) == (50, 60)
    clock.moved(BLACK, 1)
    now.s = 15
    assert clock.texts(WHITE) == {BLACK: "0:52", WHITE: "0:55"}
    assert clock.limit(WHITE) == Limit(clock=55, increment=2)


def test_time_that_is_up_loses_the_game_and_is_saved() -> None:
    dialogue, now = game("i9")
    texts(dialogue, "h8")
    assert dialogue.players[BLACK] == "Black: you, 1:02"
    now.s = 90
    assert texts(dialogue, "g7") == ["Your time is up: Tengen wins."]
    assert dialogue.is_over
    assert "RE[W+Time]" in dialogue._sgf()
    assert texts(dialogue, "g7") == ["The game is over: type new or undo."]


def test_a_move_that_is_taken_back_gives_its_time_back() -> None:
    dialogue, now = game("i9")
    now.s = 30
    texts(dialogue, "h8")
    assert dialogue.players[BLACK] == "Black: you, 0:32"
    texts(dialogue, "undo")
    assert dialogue.players[BLACK] == "Black: you, 1:00"


def test_the_command_that_continues_a_game_has_its_clock() -> None:
    dialogue, _ = game("i9")
    texts(dialogue, "h8")
    assert "--clock 1+2" in dialogue.farewell()


@pytest.mark.parametrize(("text", "named"), [("5+3", "5+3"), ("10", "10+0"), ("0.5+1", "0.5+1")])
def test_a_clock_has_minutes_and_seconds(text: str, named: str) -> None:
    assert str(clock_named(text)) == named


@pytest.mark.parametrize("text", ["", "0+3", "x", "-1+2", "5+x", "nan"])
def test_another_text_is_not_a_clock(text: str) -> None:
    with pytest.raises(ValueError, match="expected minutes"):
        clock_named(text)

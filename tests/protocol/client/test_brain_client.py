"""The client of any brain: its requests, and the errors of brains."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brain import WHITE, Board, Limit
from protocol.client.brain_client import (
    BrainClient,
    BrainEndedError,
    BrainError,
    BrainLateError,
    BrainProtocolError,
    BrainTimeoutError,
    Patience,
    open_brain,
)
from tests.support.driver import PLAIN_PYTHON
from tests.support.talkers import InProcessTalker

SECOND = Limit(seconds=1)


class ScriptedBrain:
    """A brain that notes what it receives and answers requests for a move."""

    def __init__(self, *moves: str) -> None:
        self.lines: list[str] = []
        self._moves = iter(moves)

    def __call__(self, line: str) -> list[str]:
        self.lines.append(line)
        if line.startswith(("START", "RECTSTART")):
            return ["OK"]
        if line == "ABOUT":
            return ['name="Other", Version = "1.2", author="A. B."']
        return next(self._moves).split("|") if line in ("BEGIN", "DONE") else []


def client(respond: Callable[[str], list[str]], delay_ms: float = 0) -> BrainClient:
    return BrainClient(InProcessTalker(respond, delay_ms=delay_ms), Patience(1000, 500), 100)


def test_a_brain_is_asked_for_moves() -> None:
    brain = ScriptedBrain("7,7", "MESSAGE depth 9|8, 6", "0,14")
    with client(brain) as other:
        move = other.play(Board(15, "renju"), SECOND)
        assert (move.move.name, move.message) == ("h8", "")
        board = Board.read("15 renju h8i9")
        with pytest.raises(BrainProtocolError, match="i9 is not empty"):
            other.play(board, SECOND)
        assert other.play(board, SECOND).move.name == "a1"
    assert brain.lines[0] == "START 15"
    assert brain.lines.count("START 15") == 1
    assert "INFO rule 4" in brain.lines
    assert brain.lines[-4:] == ["BOARD", "7,7,1", "8,6,2", "DONE"]


def test_a_new_size_and_a_new_game_are_started() -> None:
    brain = ScriptedBrain("0,0", "0,1", "0,2", "0,3")
    other = client(brain)
    for board in (Board(15), Board.read("15 freestyle h8"), Board(15), Board((20, 15))):
        other.play(board, SECOND)
    starts = [line for line in brain.lines if "START" in line]
    assert starts == ["START 15", "START 15", "RECTSTART 20,15"]


def test_a_set_up_is_sent_from_the_side_to_move() -> None:
    brain = ScriptedBrain("0,1")
    board = Board.setup(["h8"], walls=["a1"], turn=WHITE)
    client(brain).play(board, SECOND)
    assert brain.lines[-4:] == ["BOARD", "7,7,2", "0,14,3", "DONE"]


@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        (Limit(seconds=1.5), ["INFO timeout_turn 1500", "INFO time_left 2147483647"]),
        (Limit(nodes=500), ["INFO max_node 500", "INFO timeout_turn 2000000"]),
        (Limit(depth=5), ["INFO max_depth 5"]),
        (
            Limit(clock=60, increment=0.5),
            ["INFO timeout_match 60000", "INFO time_left 60000", "INFO time_increment 500"],
        ),
    ],
)
def test_a_limit_becomes_settings(limit: Limit, lines: list[str]) -> None:
    brain = ScriptedBrain("0,0")
    client(brain).play(Board(), limit)
    assert set(lines) <= set(brain.lines)


def test_an_answer_has_the_nodes_that_the_brain_reported_last() -> None:
    lines = "INFO TOTALNODES 5|INFO TOTALNODES 700|INFO TOTALNODES x|7,7"
    other = client(ScriptedBrain(lines, "8,8"))
    assert other.ask("BEGIN", limit_ms=1000).nodes == 700
    assert other.ask("BEGIN", limit_ms=1000).nodes == 0


def test_a_brain_reports_about_itself() -> None:
    about = client(ScriptedBrain()).about()
    assert about == {"name": "Other", "version": "1.2", "author": "A. B."}


def test_settings_become_info_lines() -> None:
    brain = ScriptedBrain()
    client(brain).set(max_memory=1000, thread_num=2)
    assert brain.lines == ["INFO max_memory 1000", "INFO thread_num 2"]


def test_a_game_that_is_over_and_an_endless_limit_are_refused() -> None:
    brain = ScriptedBrain()
    with pytest.raises(ValueError, match="the game is over"):
        client(brain).play(Board.read("a1a2b1b2c1c2d1d2e1"), SECOND)
    with pytest.raises(ValueError, match="limit: expected seconds"):
        client(brain).play(Board(), Limit())
    assert brain.lines == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("h8", "expected moves x,y, got 'h8'"),
        ("1,2 3,4", "expected one move, got 2"),
        ("15,0", "15,0 is off the board of 15 x 15"),
        ("-1,0", "-1,0 is off the board"),
    ],
)
def test_an_answer_that_is_not_a_move_is_an_error(answer: str, reason: str) -> None:
    with pytest.raises(BrainProtocolError, match=reason) as error:
        client(ScriptedBrain(answer)).play(Board(), SECOND)
    assert error.value.exchange


def test_a_size_that_a_brain_refuses_is_an_error() -> None:
    with pytest.raises(BrainProtocolError, match="expected OK, got 'ERROR too large'"):
        client(lambda line: ["ERROR too large"]).play(Board(), SECOND)


def test_a_silent_brain_is_an_error() -> None:
    with pytest.raises(BrainTimeoutError, match="no answer in time"):
        client(lambda line: []).play(Board(), SECOND)


def test_a_late_move_is_an_error() -> None:
    with pytest.raises(BrainLateError, match=r"it took \d+ of 50 ms; the tolerance is 100 ms"):
        client(ScriptedBrain("0,0"), delay_ms=400).play(Board(), Limit(seconds=0.05))


@pytest.mark.parametrize(
    "end", ["raise SystemExit(3)", "os.close(0); print(flush=True); time.sleep(0.1); os._exit(3)"]
)
def test_a_brain_that_ends_is_an_error(end: str) -> None:
    program = f"import os, time; input(); print('OK'); {end}"
    with (
        open_brain((*PLAIN_PYTHON, "-c", program)) as brain,
        pytest.raises(BrainEndedError) as error,
    ):
        brain.play(Board(), SECOND)
    assert error.value.exchange[-1] == "! exit code 3"


def test_a_brain_that_cannot_start_is_an_error() -> None:
    with pytest.raises(BrainEndedError, match=r"'\./no-such-brain -x' can't be started"):
        open_brain("./no-such-brain -x")
    assert issubclass(BrainEndedError, BrainError)


def test_a_wrong_argument_is_a_value_error(tmp_path: Path) -> None:
    wrong: list[Any] = ["", [], ()]
    for command in wrong:
        with pytest.raises(ValueError, match="command: expected a program"):
            open_brain(command)
    with pytest.raises(BrainEndedError):
        open_brain(tmp_path / "no-such-brain")
    brain: Any = client(ScriptedBrain())
    with pytest.raises(ValueError, match="board: expected a Board or a Position, got 'h8'"):
        brain.play("h8", SECOND)
    with pytest.raises(ValueError, match="limit: expected a Limit"):
        brain.play(Board(), 1)
    with pytest.raises(ValueError, match="max_memory: expected one line"):
        brain.set(max_memory="1\nEND")


def test_tengen_is_a_brain_too() -> None:
    with open_brain([sys.executable, "-m", "protocol"]) as brain:
        assert brain.about()["name"] == "Tengen"
        move = brain.play(Board.read("15 freestyle h8a1i8a3j8a5"), Limit(nodes=1000)).move
        assert move.name in ("g8", "k8")

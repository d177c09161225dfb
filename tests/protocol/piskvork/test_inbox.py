"""Commands that wait for an answer, and stops."""

import threading

import pytest

from protocol.piskvork.commands import (
    Begin,
    Command,
    Defend,
    End,
    Info,
    ShowForbidden,
    Stop,
    Swap2Step,
)
from protocol.piskvork.inbox import Inbox, Received
from tests.support.fake_engine import FakeEngine

PATIENCE_S = 10


def put(inbox: Inbox, *commands: Command) -> None:
    for number, command in enumerate(commands):
        inbox.put(Received(command, number))


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def inbox(engine: FakeEngine) -> Inbox:
    inbox = Inbox()
    inbox.attach(engine)
    return inbox


def test_commands_come_out_in_the_order_of_arrival(inbox: Inbox) -> None:
    put(inbox, Begin(), Stop(), End())
    assert [inbox.get() for _ in range(3)] == [
        Received(Begin(), 0),
        Received(Stop(), 1),
        Received(End(), 2),
    ]


# Stopping


@pytest.mark.parametrize("stop", [Stop(), End(), Info("timeout_turn", "0")])
@pytest.mark.parametrize("request_", [Begin(), Defend(), Swap2Step(2)])
def test_a_stop_ends_the_current_think(
    request_: Command, stop: Command, inbox: Inbox, engine: FakeEngine
) -> None:
    put(inbox, request_, stop)
    assert engine.stopping.is_set()


@pytest.mark.parametrize("command", [Info("timeout_turn", "10"), ShowForbidden(), Begin()])
def test_nothing_else_does(command: Command, inbox: Inbox, engine: FakeEngine) -> None:
    put(inbox, Begin(), command)
    assert not engine.stopping.is_set()


def test_an_idle_stop_ends_nothing(inbox: Inbox, engine: FakeEngine) -> None:
    put(inbox, Stop(), Begin())
    assert not engine.stopping.is_set()


def test_a_stop_ends_every_request_before_it_and_none_after(
    inbox: Inbox, engine: FakeEngine
) -> None:
    put(inbox, Begin(), Begin(), Stop(), Begin())
    engine.stopping.clear()  # as a think does at its end
    inbox.answer()
    assert engine.stopping.is_set()
    inbox.answer()
    assert not engine.stopping.is_set()


def test_a_stop_before_the_engine_exists_is_not_lost(engine: FakeEngine) -> None:
    inbox = Inbox()
    put(inbox, Begin(), Stop())
    inbox.attach(engine)
    assert engine.stopping.is_set()


def test_a_stop_after_the_move_was_decided_is_forgotten(inbox: Inbox, engine: FakeEngine) -> None:
    put(inbox, Begin(), Stop())
    inbox.answer()
    assert not engine.stopping.is_set()


# Pondering


@pytest.mark.parametrize("command", [Stop(), End(), Begin(), ShowForbidden(), Info("rule", "1")])
def test_any_command_ends_pondering(command: Command, inbox: Inbox, engine: FakeEngine) -> None:
    def think() -> None:
        thread = threading.Thread(target=put, args=(inbox, command))
        thread.start()
        assert engine.stopping.wait(PATIENCE_S)
        thread.join()

    inbox.ponder(think)
    assert inbox.get().command == command
    assert not engine.stopping.is_set()


def test_a_command_before_pondering_has_begun_also_ends_it(
    inbox: Inbox, engine: FakeEngine
) -> None:
    put(inbox, ShowForbidden())
    thoughts: list[bool] = []
    inbox.ponder(lambda: thoughts.append(True))
    assert thoughts == []


def test_a_stop_between_the_decision_to_ponder_and_its_begin_is_not_lost(
    inbox: Inbox, engine: FakeEngine
) -> None:
    seen: list[bool] = []

    def think() -> None:
        put(inbox, ShowForbidden())
        seen.append(engine.stopping.is_set())

    inbox.ponder(think)
    assert seen == [True]


def test_the_end_of_pondering_does_not_end_the_next_think(inbox: Inbox, engine: FakeEngine) -> None:
    inbox.ponder(lambda: put(inbox, Begin()))
    assert not engine.stopping.is_set()


def test_a_request_stopped_while_pondering_is_answered_at_once(
    inbox: Inbox, engine: FakeEngine
) -> None:
    inbox.ponder(lambda: put(inbox, Begin(), Stop()))
    assert engine.stopping.is_set()


def test_pondering_that_fails_leaves_nothing_behind(inbox: Inbox, engine: FakeEngine) -> None:
    def think() -> None:
        put(inbox, Begin())
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        inbox.ponder(think)
    assert not engine.stopping.is_set()


def test_a_command_that_was_taken_out_does_not_keep_from_pondering(inbox: Inbox) -> None:
    put(inbox, Begin())
    inbox.get()
    inbox.answer()
    thoughts: list[bool] = []
    inbox.ponder(lambda: thoughts.append(True))
    assert thoughts == [True]

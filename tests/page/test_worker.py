"""The engine in its own thread: several requests, several tabs, and refused requests."""

import queue
import time

import pytest

from brain.cell_names import ABOVE
from brain.engine import Engine
from protocol.page.server import BEAT_S, Server
from protocol.page.worker import Tab, Worker
from tests.support.driver import PATIENCE_S, until
from tests.support.page_client import Fields, Visitor, position

STOP_S = 0.3
SOON_S = 0.3  # for what comes at once
NODES = 20_000


def test_lines_come_while_it_thinks_in_their_order(visitor: Visitor) -> None:
    asked = visitor.ask("think", position=position("h8i9g9"), limits={"nodes": NODES, "lines": 2})
    visitor.answer(asked)
    ranks = [(line["line"]["depth"], line["line"]["rank"]) for line in visitor.lines]
    assert ranks == sorted(ranks)
    assert len(ranks) > 4
    assert {line["id"] for line in visitor.lines} == {asked}


@pytest.mark.parametrize(
    ("method", "fields", "error"),
    [
        ("think", {"position": position(stones=[("z9", 1)])}, "z9 is off a board of 15 rows"),
        ("think", {"position": position("h8", stones=[("h8", 3)])}, "3 is not a colour"),
        ("look", {"position": position(side=15, width=99)}, "columns and rows, got 99 x 15"),
        ("look", {"position": position(rule=7)}, "rule: expected one of 0, 1, 4, 8, 9, got 7"),
        ("look", {"position": 5}, "TypeError"),
        ("think", {"position": position("h8"), "limits": {"ms": -1}}, "must be 0, for no limit"),
        ("think", {"position": position("h8"), "limits": {"strength": 101}}, "got 101"),
        (
            "think",
            {"position": position("h8"), "limits": {"lines": 0}},
            "lines: expected an integer",
        ),
        ("think", {}, "KeyError('position')"),
        ("dance", {"position": position()}, "unknown method 'dance'"),
    ],
)
def test_an_impossible_request_is_named(
    visitor: Visitor, method: str, fields: Fields, error: str
) -> None:
    assert error in visitor.answer(visitor.ask(method, **fields))["error"]
    assert visitor.result("think", position=position("h8"), limits={"nodes": 100})["move"]


def test_a_stop_ends_a_think_at_once_with_its_result(visitor: Visitor) -> None:
    asked = visitor.ask("think", position=position("h8i9g9"), limits={"lines": 3})
    assert until(lambda: visitor.messages.qsize() > 3)
    visitor.stop()
    started = time.perf_counter()
    result = visitor.answer(asked)["result"]
    assert time.perf_counter() - started < STOP_S
    assert result["stopped"]
    assert len(result["lines"]) == 3


def test_a_stop_ends_waiting_requests_too(visitor: Visitor) -> None:
    first = visitor.ask("think", position=position("h8i9g9"))
    second = visitor.ask("think", position=position("h8i9g9j10"))
    visitor.stop()
    started = time.perf_counter()
    assert [visitor.answer(asked)["result"]["stopped"] for asked in (first, second)] == [True] * 2
    assert time.perf_counter() - started < STOP_S


def test_a_stop_ends_no_later_request(visitor: Visitor) -> None:
    visitor.stop()
    asked = visitor.ask("think", position=position("h8i9g9"), limits={"nodes": NODES})
    assert not visitor.answer(asked)["result"]["stopped"]


def test_the_rules_are_answered_while_it_thinks(visitor: Visitor) -> None:
    visitor.ask("think", position=position("h8i9g9"))
    asked = visitor.ask("look", position=position("h8i9"))
    assert visitor.answer(asked, SOON_S)["result"]["winner"] == 0


def test_a_stop_of_one_tab_leaves_the_other_alone(server: Server) -> None:
    first, second = (Visitor(server.address, name).open() for name in ("first", "second"))
    long = first.ask("think", position=position("h8i9g9"))
    next_one = second.ask("think", position=position("h8i9"), limits={"nodes": NODES})
    second.stop()
    with pytest.raises(queue.Empty):
        first.answer(long, SOON_S)
    first.stop()
    assert first.answer(long, STOP_S)["result"]["stopped"]
    assert second.answer(next_one, STOP_S)["result"]["stopped"]


def test_a_tab_learns_that_it_waits_for_another(server: Server) -> None:
    first, second = (Visitor(server.address, name).open() for name in ("first", "second"))
    long = first.ask("think", position=position("h8i9g9"))
    first.messages.get(timeout=PATIENCE_S)  # the engine thinks
    asked = second.ask("think", position=position("h8i9"), limits={"nodes": NODES})
    assert second.messages.get(timeout=PATIENCE_S) == {"id": asked, "waits": True}
    first.stop()
    assert first.answer(long)["result"]["stopped"]
    assert second.answer(asked)["result"]["move"]


def test_a_closed_tab_leaves_the_engine_to_the_other(server: Server) -> None:
    first, second = (Visitor(server.address, name).open() for name in ("first", "second"))
    first.ask("think", position=position("h8i9g9"))
    asked = second.ask("think", position=position("h8i9"), limits={"nodes": NODES})
    first.close()
    assert not second.answer(asked, 4 * BEAT_S + STOP_S)["result"]["stopped"]


def test_the_first_answer_says_how_to_count_rows() -> None:
    with Engine() as engine:
        worker, tab = Worker(engine, engine, 1, "h8", ABOVE), Tab()
        worker.receive(tab, {"id": 1, "method": "start"})
        worker.close()
    result = tab.outbox.get()["result"]
    assert isinstance(result, dict)
    assert (result["game"], result["rows"]) == ("h8", "above")

"""Lines that win at once, and the defence that holds longest, as the page asks for them."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from brain import Board, Engine
from brain.thinking.table import SMALLEST
from protocol.page import assembled
from protocol.page.server import Server
from protocol.page.worker import Worker
from tests.support.page_client import Fields, Visitor


@pytest.fixture
def server() -> Iterator[Server]:
    """Return the page's server with engines that have learnt nothing."""
    with Engine() as engine, Engine() as looker:
        looker.set_table(SMALLEST)
        worker = Worker(engine, looker, variety=1)
        with Server(assembled(), worker) as found:
            threading.Thread(target=found.serve_forever, args=(0.02,), daemon=True).start()
            yield found
            found.shutdown()
        worker.close()


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return Visitor(server.address).open()


def position(moves: str = "", rule: int = 0, side: int = 15, **fields: Any) -> Fields:
    """Return a position as the page tells it."""
    names = [cell.name for cell in Board.read(moves, side).moves]
    stones = [(name, 1 + number % 2) for number, name in enumerate(names)]
    turn = 1 + len(stones) % 2
    told = {"width": side, "height": side, "rule": rule, "stones": stones, "walls": []}
    return {**told, "turn": turn, **fields}


def test_a_line_and_the_longest_defence_are_found(visitor: Visitor) -> None:
    three, blocked = position("h8a1h9a3h10a5"), position("h8a1h9a3h10a5h11")
    line = visitor.result("line", position=three)
    assert (len(line["moves"]), line["plies"]) == (1, 3)
    assert visitor.result("line", position=position("h8a1")) == {"moves": [], "plies": 0}
    defence = visitor.result("defence", position=blocked)
    assert defence == {"move": "h7", "plies": 2}
    assert visitor.result("defence", position=position("h8")) == {"move": "", "plies": 0}

"""An independent client, pygomo-lib, plays with the program and reads its analysis."""

import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygomo", reason="needs pygomo, of the extra test")

from pygomo import EngineClient

from brain import Board
from tests import ROOT
from tests.support.driver import PROGRAM

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script starts the program")

NODES = 3000  # for a move
LONG_MS = 60_000
STOP_S = 0.5


@pytest.fixture
def client(tmp_path: Path) -> Iterator[EngineClient]:
    """Return a client of the program, on an empty board of 15 x 15."""
    path = tmp_path / "pbrain-tengen"
    path.write_text(f"#!/bin/sh\ncd {shlex.quote(str(ROOT))}\nexec {shlex.join(PROGRAM)}\n")
    path.chmod(0o755)
    client = EngineClient(str(path))
    assert client.start(15)
    client.set_time(turn_time_ms=LONG_MS)
    client.configure(max_node=NODES)
    yield client
    client.quit()


def test_a_game_is_played_with_analysis_of_every_move(client: EngineClient) -> None:
    board = Board()
    result = client.begin()
    while not board.is_over:
        board.push(result.move.to_tuple())
        if board.is_over:
            break
        board.push(board.legal_moves[0])  # not a threat
        result = client.turn((board.last.x, board.last.y))
        info = result.search_info
        assert info
        assert (info.multipv, info.pv[0]) == (1, result.move)
    assert board.ending == "five"
    assert board.winner == 1


def test_lines_are_distinguished(client: EngineClient) -> None:
    client.begin()
    client.turn("i9")
    result = client.nbest(3)
    assert {info.multipv for info in result.all_info} == {1, 2, 3}
    assert all(info.depth and info.nodes and info.pv for info in result.all_info)


def test_a_stop_brings_the_move(client: EngineClient) -> None:
    client.begin()
    client.configure(max_node=0)
    stopper = threading.Timer(STOP_S, client.stop)
    stopper.start()
    result = client.turn("i9", timeout=LONG_MS / 2000)
    stopper.join()
    assert result
    assert result.pv

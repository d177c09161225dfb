"""A page of `tengen board`, as its server knows it, and that server."""

import http.client
import json
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from brain import Board, Engine
from brain.cell_names import ABOVE
from brain.thinking.table import SMALLEST
from protocol.page import assembled
from protocol.page.server import Server
from protocol.page.worker import Worker
from tests.support.driver import PATIENCE_S

Fields = dict[str, Any]


@contextmanager
def served() -> Iterator[Server]:
    """Yield the page's server with engines that have learnt nothing."""
    with Engine() as engine, Engine() as rules_engine:
        rules_engine.set_table(SMALLEST)
        worker = Worker(engine, rules_engine, variety=1)
        with Server(assembled(), worker) as found:
            threading.Thread(target=found.serve_forever, args=(0.02,), daemon=True).start()
            yield found
            found.shutdown()
        worker.close()


def position(moves: str = "", rule: int = 0, side: int = 15, **fields: Any) -> Fields:
    """Return a position as the page sends it."""
    names = [cell.name_in(ABOVE) for cell in Board.read(moves, side).moves]
    stones = [(name, 1 + number % 2) for number, name in enumerate(names)]
    turn = 1 + len(stones) % 2
    told = {"width": side, "height": side, "rule": rule, "stones": stones, "walls": []}
    return {**told, "turn": turn, **fields}


class Visitor:
    """A page's end of the wire, in a tab of a name."""

    def __init__(self, address: str, name: str = "tab") -> None:
        place = urlsplit(address)
        assert place.hostname
        self.host, self.port, self.path = place.hostname, place.port or 0, place.path
        self.name = name
        self.last = 0
        self.messages: queue.Queue[Fields] = queue.Queue()
        self._results: dict[int, Fields] = {}
        self.lines: list[Fields] = []

    def open(self) -> "Visitor":
        """Open the stream."""
        self._connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        self._connection.request("GET", f"{self.path}hear/{self.name}")
        self._stream = self._connection.getresponse()
        assert self._stream.status == 200
        threading.Thread(target=self._hear, args=(self._stream,), daemon=True).start()
        return self

    def close(self) -> None:
        """Go away, as a closed page does."""
        _socket_of(self._stream).shutdown(socket.SHUT_RDWR)

    def ask(self, method: str, **fields: Any) -> int:
        """Send a request; return its id."""
        self.last += 1
        assert self.post({"id": self.last, "method": method, **fields}) == 202
        return self.last

    def stop(self) -> None:
        """End the requests so far."""
        assert self.post({"id": self.last, "method": "stop"}) == 202

    def post(self, message: object) -> int:
        """Return the status after a message."""
        return self.send("POST", f"ask/{self.name}", json.dumps(message).encode())[0]

    def send(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, str, Fields]:
        """Return status, text and headers of an answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, self.path + path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), dict(answer.headers)
        finally:
            connection.close()

    def answer(self, wanted: int, timeout_s: float = PATIENCE_S) -> Fields:
        """Return the result or the error of a request; raises queue.Empty if none comes in time."""
        while wanted not in self._results:
            message = self.messages.get(timeout=timeout_s)
            if "line" in message:
                self.lines.append(message)
            elif "waits" not in message:
                self._results[message["id"]] = message
        return self._results[wanted]

    def result(self, method: str, **fields: Any) -> Fields:
        """Return the result of a new request."""
        found: Fields = self.answer(self.ask(method, **fields))["result"]
        return found

    def _hear(self, stream: http.client.HTTPResponse) -> None:
        try:
            for line in stream:
                if line.startswith(b"data: "):
                    self.messages.put(json.loads(line[6:]))
        except OSError:
            pass  # closed


def _socket_of(answer: http.client.HTTPResponse) -> socket.socket:
    raw: Any = answer.fp
    found: socket.socket = raw.raw._sock
    return found

"""The page's server, for this machine only: the other end of `serverWire` in client.js.

    GET  /KEY              a redirect to the page, once
    GET  /TOKEN/           the page
    GET  /TOKEN/hear/TAB   the stream of messages to a tab, open as long as its page
    POST /TOKEN/ask/TAB    a request, answered in that stream
    POST /TOKEN/book       the content of a book, answered by its games as SGF

It listens on the loopback address, and serves only requests that carry the token and have no
foreign Host or Origin. Another page could find the port, or have a name that leads to it (DNS
rebinding). Another user can read the browser's command line, so the address there has a key that
the first request uses up, instead of the token.
"""

import base64
import hashlib
import json
import os
import re
import secrets
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from math import inf
from queue import Empty
from socketserver import ThreadingTCPServer
from typing import Any

from brain.books import book_files
from brain.validation import json_of
from protocol.page.worker import Tab, Worker
from protocol.reading import input_text

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")  # allowed host names
LARGEST_REQUEST, LARGEST_BOOK = 1 << 16, 1 << 24  # bytes
TOKEN_BYTES = 16
BEAT_S = 0.25  # between heartbeats in a stream, which detect that it is closed
REQUEST_S = 30  # for a request to arrive
SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Server(ThreadingTCPServer):
    """Serves a page whose requests a worker answers."""

    allow_reuse_address = os.name == "posix"  # on Windows, another program could then take the port
    daemon_threads = True

    def __init__(self, page: str, worker: Worker, port: int = 0) -> None:
        """Listen on a port, 0 for any free one. Raises OSError."""
        super().__init__((LOOPBACK, port), Handler)
        self.page = page.encode()
        self.policy = policy(page)
        self.worker = worker
        self.token, self._key = (secrets.token_urlsafe(TOKEN_BYTES) for _ in range(2))
        self.hosts = {f"{name}:{self.server_address[1]}" for name in NAMES}
        self._tabs: dict[str, Tab] = {}
        self._seen = 0.0  # time.monotonic() of the last heartbeat of a page
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """The page's address."""
        return f"{self._origin}/{self.token}/"

    @property
    def invitation(self) -> str:
        """An address that leads to the page once."""
        return f"{self._origin}/{self._key}"

    @property
    def _origin(self) -> str:
        return f"http://{LOOPBACK}:{self.server_address[1]}"

    def admits(self, path: str) -> bool:
        """Return whether a path is that of the invitation, which is used up by this."""
        with self._lock:
            is_invited = secrets.compare_digest(path.encode(), f"/{self._key}".encode())
            if is_invited:
                self._key = secrets.token_urlsafe(TOKEN_BYTES)
        return is_invited

    @property
    def alone_s(self) -> float:
        """The seconds without an open page; infinite before the first."""
        with self._lock:
            if self._tabs:
                return 0.0
            return time.monotonic() - self._seen if self._seen else inf

    def see(self) -> None:
        """Record that a page is open now."""
        self._seen = time.monotonic()

    def enter(self, name: str) -> Tab:
        """Return a new tab."""
        with self._lock:
            tab = self._tabs[name] = Tab()
        return tab

    def tab(self, name: str) -> Tab | None:
        """Return the tab with a name, None without one."""
        return self._tabs.get(name)

    def leave(self, name: str, tab: Tab) -> None:
        """Remove a tab whose page is closed, and end its requests."""
        self.worker.stop(tab)
        with self._lock:
            if self._tabs.get(name) is tab:
                del self._tabs[name]
            self.see()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a broken connection."""


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of a connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "Tengen", ""
    timeout = REQUEST_S

    def do_GET(self) -> None:
        """Send the page, its address for the invitation, or a tab's stream."""
        if self._is_local() and self.server.admits(self.path):
            self._redirect()
            return
        match self._path():
            case [""]:
                self.server.see()
                self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)
            case ["hear", name]:
                self._stream(name)
            case [_, *_]:
                self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Receive a request."""
        match self._path():
            case ["ask", name]:
                self._take(name)
            case ["book"]:
                self._convert()
            case [_, *_]:
                self._refuse(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
        """Log nothing."""

    def _path(self) -> list[str]:
        """Return the path after the token; [] after refusing a request without permission."""
        token, *rest = self.path.split("/")[1:] or [""]
        if self._is_local() and secrets.compare_digest(token.encode(), self.server.token.encode()):
            return rest or ["?"]
        self._refuse(HTTPStatus.FORBIDDEN)
        return []

    def _is_local(self) -> bool:
        """Return whether a request comes from this machine's own address, and from its page."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        return host in self.server.hosts and origin in (None, f"http://{host}")

    def _redirect(self) -> None:
        """Send the page's address."""
        self._begin(HTTPStatus.SEE_OTHER, "text/plain")
        self.send_header("Location", f"/{self.server.token}/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _take(self, name: str) -> None:
        """Pass a request to the worker."""
        content = self._content(LARGEST_REQUEST)
        if content is None:
            return None
        try:
            request = json_of(content)
        except ValueError:
            return self._refuse(HTTPStatus.BAD_REQUEST)
        if not is_request(request):
            return self._refuse(HTTPStatus.BAD_REQUEST)
        tab = self.server.tab(name)
        if tab is None:
            return self._refuse(HTTPStatus.CONFLICT, "this page was disconnected: reload it")
        self.server.worker.receive(tab, request)
        return self._send(HTTPStatus.ACCEPTED, "text/plain", b"")

    def _convert(self) -> None:
        """Send the games of a book as SGF, or why it can't be read."""
        content = self._content(LARGEST_BOOK)
        if content is None:
            return None
        if not book_files.is_book(content):
            return self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            text = input_text.for_board(content)
        except ValueError as error:
            return self._refuse(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
        return self._send(HTTPStatus.OK, "text/plain; charset=utf-8", text.encode())

    def _content(self, most: int) -> bytes | None:
        """Return the content of a request of at most `most` bytes, None after refusing it."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            self._refuse(HTTPStatus.LENGTH_REQUIRED)
        elif int(length) > most:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            return self.rfile.read(int(length))
        return None

    def _stream(self, name: str) -> None:
        """Stream a tab's messages until its page is closed."""
        self.close_connection = True
        tab = self.server.enter(name)
        try:
            self._begin(HTTPStatus.OK, "text/event-stream")
            self.end_headers()
            while True:
                self.wfile.write(_event(tab))
        except OSError:
            pass  # the page is closed
        finally:
            self.server.leave(name, tab)

    def _refuse(self, status: HTTPStatus, why: str = "") -> None:
        self.close_connection = True  # the rest of the request may follow
        self._send(status, "text/plain; charset=utf-8", (why or status.phrase).encode())

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self._begin(status, kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        """Send the headers of every answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", self.server.policy)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")


def policy(page: str) -> str:
    """Return a Content-Security-Policy that allows only the page's own script and its server."""
    (script,) = SCRIPT.findall(page)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = {
        "default-src": "'none'",
        "script-src": f"'sha256-{digest}'",
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "connect-src": "'self'",
        "worker-src": "blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())


def is_request(value: object) -> bool:
    """Return whether a JSON value is a request: an object with an id and a method."""
    if not isinstance(value, dict):
        return False
    return isinstance(value.get("id"), int) and isinstance(value.get("method"), str)


def _event(tab: Tab) -> bytes:
    """Wait for the next message of a tab's stream and return it, or a heartbeat after BEAT_S."""
    try:
        message = tab.outbox.get(timeout=BEAT_S)
    except Empty:
        return b":\n\n"
    return f"data: {json.dumps(message)}\n\n".encode()

"""The page's server: allowed and refused requests."""

import json

import pytest

from protocol.page import assembled
from protocol.page.server import LARGEST_REQUEST, Server
from tests.support.page_client import Visitor, position


def test_it_listens_on_the_loopback_address_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_every_start_has_another_token_of_128_bits(server: Server) -> None:
    with Server(assembled(), server.worker) as other:
        assert other.token != server.token
    assert len(server.token) >= 22


def test_the_invitation_leads_to_the_page_once(server: Server) -> None:
    path = "/" + server.invitation.rpartition("/")[2]
    stranger = Visitor(server.address)
    stranger.path = ""
    assert stranger.send("GET", path, Origin="http://evil.example")[0] == 403
    assert stranger.send("POST", path, b"{}")[0] == 403
    status, _, headers = stranger.send("GET", path)
    assert (status, headers["Location"]) == (303, f"/{server.token}/")
    assert stranger.send("GET", path)[0] == 403
    assert server.token not in server.invitation


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_the_page_is_served_under_both_names(server: Server, name: str) -> None:
    host = f"{name}:{server.server_address[1]}"
    status, text, _ = Visitor(server.address).send("GET", "", Host=host)
    assert (status, text) == (200, assembled())


@pytest.mark.parametrize(
    ("headers", "path"),
    [
        ({"Host": "127.0.0.1"}, "/TOKEN/"),
        ({"Host": "evil.example:PORT"}, "/TOKEN/"),
        ({"Host": "127.0.0.1.evil.example:PORT"}, "/TOKEN/"),
        ({"Origin": "http://evil.example"}, "/TOKEN/"),
        ({"Origin": "null"}, "/TOKEN/"),
        ({"Origin": "http://127.0.0.1:1"}, "/TOKEN/"),
        ({"Origin": "https://127.0.0.1:PORT"}, "/TOKEN/"),
        ({}, "/"),
        ({}, "/favicon.ico"),
        ({}, "/TOKE/"),
        ({}, "/TOKEN%20/"),
        ({}, "*"),
    ],
)
@pytest.mark.parametrize(("method", "end"), [("GET", ""), ("GET", "hear/a"), ("POST", "ask/tab")])
def test_a_stranger_is_refused(
    server: Server, visitor: Visitor, headers: dict[str, str], path: str, method: str, end: str
) -> None:
    port = str(server.server_address[1])
    path = (path + end if path.endswith("/") else path).replace("TOKEN", server.token)
    headers = {name: value.replace("PORT", port) for name, value in headers.items()}
    body = json.dumps({"id": 1, "method": "look", "position": position()}).encode()
    stranger = Visitor(server.address)
    stranger.path = ""
    assert stranger.send(method, path, body, **headers)[:2] == (403, "Forbidden")
    assert visitor.messages.empty()


@pytest.mark.parametrize(
    ("content", "status", "text"),
    [
        (b"\2\x70\x71", 200, "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh]\n;W[ih])\n"),
        (b"\xffRenLib\xff\3", 422, "byte 9: the file ends inside its header"),
        (b"PK\3\4", 415, "Unsupported Media Type"),
        (b"h8i9", 415, "Unsupported Media Type"),
    ],
)
def test_a_book_is_answered_by_its_games_as_sgf(
    server: Server, content: bytes, status: int, text: str
) -> None:
    assert Visitor(server.address).send("POST", "book", content)[:2] == (status, text)


@pytest.mark.parametrize("path", ["page.css", "../page.css", "hear", "ask", "ask/tab/", "//", "?"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nothing_else_is_served(server: Server, method: str, path: str) -> None:
    assert Visitor(server.address).send(method, path, b"{}")[0] == 404


def test_the_page_may_run_its_own_script_and_nothing_else(server: Server) -> None:
    _, _, headers = Visitor(server.address).send("GET", "")
    rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].startswith("'sha256-")
    assert rules["connect-src"] == "'self'"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b" " * (LARGEST_REQUEST + 1), 413),
        (b"", 400),
        (b"{", 400),
        (b"\xff", 400),
        (b"[" * LARGEST_REQUEST, 400),
        (b"[]", 400),
        (b'{"id": "1", "method": "look"}', 400),
        (b'{"id": 1}', 400),
    ],
)
def test_a_message_that_is_not_a_request_is_refused(
    visitor: Visitor, body: bytes, status: int
) -> None:
    assert visitor.send("POST", "ask/tab", body)[0] == status
    assert visitor.result("look", position=position())["winner"] == 0


def test_a_request_of_a_tab_without_a_stream_is_refused(server: Server) -> None:
    status, text, _ = Visitor(server.address, "gone").send(
        "POST", "ask/gone", b'{"id":1,"method":""}'
    )
    assert (status, text) == (409, "this page was disconnected: reload it")

"""`tengen board`: its server's access rules, answers and end, and the page."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from brain import Board, Engine
from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, LineNode
from brain.position_database import PositionDatabase, PositionEntry
from protocol.page import script, scripts
from protocol.page.server import BEAT_S, Server
from protocol.tools import board
from tests import ROOT
from tests.support import browser, forked
from tests.support.browser import KEEPS_COPIES
from tests.support.driver import ON_WINE, PATIENCE_S, PROGRAM, run, until
from tests.support.page_client import Visitor, position, served

STOP_S = 0.3
SOON_S = 0.3  # for what comes at once
LEAVING_S, OPENING_S = 0.7, 1.0  # that the server waits for a page
NODES = 20_000
COMMAND = (*PROGRAM, "board", "--no-browser")
WIN = Certificate(Board.read("h8a1h9a3h10a5").position, 3, (LineNode((Cell.named("h7"),)),))


# How it ends.


@pytest.fixture
def new_server() -> Iterator[Server]:
    """Yield a server that no page has visited."""
    with served() as found:
        yield found


def ends_in_s(act: Callable[[], object], server: Server) -> float:
    """Return the seconds that the server waits, LEAVING_S after any page, while a function runs."""
    started = time.monotonic()
    thread = threading.Thread(target=act)
    thread.start()
    board.wait(server, leaving_s=LEAVING_S, opening_s=OPENING_S)
    thread.join()
    return time.monotonic() - started


def test_it_ends_when_no_page_comes(new_server: Server) -> None:
    assert OPENING_S <= ends_in_s(lambda: None, new_server) < OPENING_S + 0.5


def test_it_ends_when_its_page_has_gone(new_server: Server) -> None:
    visitor = Visitor(new_server.address).open()
    waited = ends_in_s(visitor.close, new_server)
    assert LEAVING_S <= waited < LEAVING_S + 0.5 + 2 * BEAT_S


def test_it_survives_that_its_page_is_loaded_again(new_server: Server) -> None:
    def visit() -> None:
        visitor = Visitor(new_server.address).open()
        visitor.close()
        time.sleep(0.5 * LEAVING_S)
        visitor.send("GET", "")
        time.sleep(0.7 * LEAVING_S)
        again = Visitor(new_server.address, "again").open()
        time.sleep(1.5 * LEAVING_S)
        again.close()

    assert ends_in_s(visit, new_server) >= (0.5 + 0.7 + 1.5 + 1.0) * LEAVING_S


@pytest.fixture
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Return the running program with its board and a game; it is ended after the test."""
    (tmp_path / "game.sgf").write_text(Board.read("h8a1h9a3h10a5h11a7h12").sgf(), "utf-8")
    (tmp_path / "games.sgf").write_text("(;SZ[15];B[hh])(;SZ[9];B[ee];W[dd])", "ascii")
    (tmp_path / "win.tengen").write_bytes(certificate.dumps(WIN))
    (tmp_path / "win.json").write_text(certificate.to_json(WIN))
    command = [*COMMAND, *filter(None, [getattr(request, "param", "")])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with forked.start(
        command, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True
    ) as process:
        yield process
        process.kill()


def address(program: subprocess.Popen[str]) -> str:
    """Return the address that the program prints."""
    assert program.stdout
    return program.stdout.readline().strip()


@pytest.mark.skipif(ON_WINE, reason="Wine's network is not the one to test")
def test_the_program_ends_soon_after_its_page(program: subprocess.Popen[str]) -> None:
    visitor = Visitor(address(program)).open()
    visitor.ask("think", position=position("h8i9g9"))
    visitor.close()
    started = time.monotonic()
    assert program.communicate(timeout=PATIENCE_S) == ("", "")
    assert board.LEAVING_S < time.monotonic() - started < board.LEAVING_S + 2
    assert program.returncode == 0


@pytest.mark.skipif(ON_WINE or sys.platform == "win32", reason="signals are POSIX's")
def test_the_program_ends_quietly_at_ctrl_c(program: subprocess.Popen[str]) -> None:
    visitor = Visitor(address(program)).open()
    visitor.ask("think", position=position("h8i9g9"))
    program.send_signal(signal.SIGINT)
    assert program.communicate(timeout=5) == ("", "")
    assert program.returncode == 0


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("board", "--no-browser", "--port", str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tengen board: can't listen on port {port}: Address already in use\n"


def test_a_second_board_takes_another_port(program: subprocess.Popen[str]) -> None:
    with forked.start(COMMAND, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        places = {urlsplit(address(board)).port for board in (program, other)}
        other.kill()
    assert len(places) == 2


def test_a_missing_file_is_named() -> None:
    done = run("board", "--no-browser", "none.sgf")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "tengen board: none.sgf: No such file or directory\n"


def test_a_certificate_that_is_damaged_is_named(tmp_path: Path) -> None:
    file = tmp_path / "win.tengen"
    file.write_bytes(certificate.dumps(WIN)[:-1])
    done = run("board", "--no-browser", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tengen board: {file}: the file is damaged: its checksum is wrong\n"


@pytest.mark.parametrize("option", ["--port=0", "--port=65536", "--threads=0", "--dance"])
def test_an_option_that_makes_no_sense_is_named(option: str) -> None:
    done = run("board", option)
    assert (done.returncode, done.stdout) == (2, "")
    assert option.split("=")[0] in done.stderr.splitlines()[0]


# The page.


def test_every_part_of_the_page_is_in_it() -> None:
    texts = {path.name: path.read_text("utf-8") for path in scripts()}
    imported = re.compile(r'^(?:import .*|\} )from "[./\w]*/([\w-]+\.js)"', re.MULTILINE)
    parts = {name for text in texts.values() for name in imported.findall(text)}
    begun = {"worker.js", "main.js", "prover.js", "gif-worker.js", "start.js", "sw.js"}
    assert begun | parts == set(texts)
    assembled = map(script, ("main.js", "worker.js", "prover.js"))
    assert not [text for text in assembled if "\nimport " in text]


@pytest.fixture(scope="module")
def window() -> Iterator[browser.Page]:
    if browser.find() is None:
        pytest.skip(browser.MISSING)
    with browser.Page() as found:
        yield found


def cell(name: str) -> str:
    return f"document.querySelector('[data-cell={name}]')"


def test_a_person_plays_the_native_engine(server: Server, window: browser.Page) -> None:
    window.open(server.address)
    window.wait("document.documentElement.dataset.ready")
    window.run(f"{cell('h8')}.click()")
    window.wait("tengen.page.node.ply == 2")
    window.run("document.getElementById('analyse').click()")
    window.wait("tengen.page.lines.length == 3 && tengen.page.lines[0].depth > 5")
    window.run("document.getElementById('analyse').click()")
    window.wait("tengen.page.task == ''")
    assert "native engine" in str(window.run("document.body.textContent"))
    assert window.errors == []


# Chooses how many threads search.
CHOOSE_THREADS = """{
    const threads = document.getElementById("threads");
    threads.value = "%s";
    threads.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.mark.skipif(os.cpu_count() == 1, reason="there is nothing to choose")
def test_the_threads_of_the_settings_search(
    server: Server, window: browser.Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[int] = []
    set_threads = Engine.set_threads

    def noted(engine: Engine, threads: int) -> None:
        set_threads(engine, threads)
        chosen.append(threads)

    monkeypatch.setattr(Engine, "set_threads", noted)
    window.open(server.address)
    window.wait("tengen.page.node.look")
    assert not window.run("document.getElementById('threads-row').hidden")
    window.run(CHOOSE_THREADS % 2)
    assert until(lambda: chosen == [2])
    window.run(CHOOSE_THREADS % 0)
    assert until(lambda: chosen == [2, 1])  # as the program was started
    assert window.errors == []


def positions() -> bytes:
    """Return a position database with one position."""
    with PositionDatabase.in_memory() as database:
        database.put(Board.read("15 renju h8i9"), PositionEntry(comment="here"))
        return database.content()


# Picks a file on the page.
PICK = """{{
    const input = document.querySelector("input[type=file]"), files = new DataTransfer();
    files.items.add(new File([new Uint8Array({bytes})], "{name}"));
    input.files = files.files;
    input.dispatchEvent(new Event("change"));
}}"""


@pytest.mark.parametrize("program", ["game.sgf", "h8a1h9a3h10a5h11a7h12"], indirect=True)
def test_a_game_is_opened_at_its_end_even_if_it_is_over(
    program: subprocess.Popen[str], window: browser.Page
) -> None:
    window.open(address(program))
    window.wait("tengen.page.node.ply == 9 && tengen.page.node.look?.winner == 1")
    assert window.errors == []


@pytest.mark.parametrize("program", ["games.sgf"], indirect=True)
def test_a_collection_asks_which_game_over_a_new_one(
    program: subprocess.Popen[str], window: browser.Page
) -> None:
    window.open(address(program))
    window.wait("document.querySelectorAll('#games-list button').length == 2")
    window.wait("tengen.page.node.look && tengen.page.node.ply == 0")
    window.run("document.querySelector('#games-list button:last-child').click()")
    window.wait("tengen.page.game.width == 9 && tengen.page.node.ply == 2")
    assert window.errors == []


def test_a_book_is_opened_by_the_server(server: Server, window: browser.Page) -> None:
    window.open(server.address)
    window.wait("tengen.page.node.look")
    for name, content in (("one.pos", b"\2\x70\x71"), ("my.positions", positions())):
        window.run(PICK.format(name=name, bytes=[*content]))
        window.wait("tengen.page.game.rule == 4 && tengen.page.node.ply == 2")
        window.run("document.getElementById('first').click()")
        window.wait("tengen.page.node.ply == 0")
    window.run(PICK.format(name="cut.lib", bytes=[*b"\xffRenLib\xff\3"]))
    window.wait("/cut.lib: .*byte 9/.test(document.getElementById('toast').textContent)")
    (error,) = window.errors
    assert "status of 422" in error


@pytest.mark.parametrize("program", ["win.tengen", "win.json"], indirect=True)
def test_a_certificate_is_opened_and_checked_on_the_page(
    program: subprocess.Popen[str], window: browser.Page
) -> None:
    window.open(address(program))
    window.wait("tengen.page.node.ply == 1 && tengen.page.certificate?.plies == 3")
    window.run(f"{cell('h10')}.click()")  # h6, counted from below
    window.wait("tengen.page.node.ply == 3 && tengen.page.node.look?.winner == 1")
    assert window.errors == []


@pytest.mark.parametrize("moves", [["h8", "a1", "i8"], ["h8", "i9", "o15"]])
def test_the_engine_chooses_a_colour_in_swap2_or_leaves_that_to_the_person(
    server: Server, window: browser.Page, moves: list[str]
) -> None:
    window.open(server.address)
    window.wait("document.documentElement.dataset.ready")
    window.run("window.before = tengen.page.game; document.getElementById('new').click()")
    window.run("document.getElementById('opening').value = 'swap2'")
    window.run("document.querySelector('#new-dialog [value=start]').click()")
    window.wait("tengen.page.game !== window.before && tengen.page.swap == 'place'")
    for number, move in enumerate(moves):
        # A click before the opening waits for it is lost.
        window.wait(f"tengen.page.node.ply == {number} && tengen.page.swap == 'place'")
        window.run(f"{cell(move)}.click()")
    window.wait("tengen.page.engines.length == 1 || document.getElementById('ask-dialog').open")
    assert window.errors == []


def test_a_link_copied_has_neither_this_machines_address_nor_its_secret(
    server: Server, window: browser.Page
) -> None:
    window.open(f"{server.address}#moves=h8i9")
    window.wait("document.documentElement.dataset.ready && tengen.page.node.ply == 2")
    window.run(KEEPS_COPIES)
    window.run("document.querySelector('[data-share=link]').click()")
    assert window.run("window.copied") == "#rule=freestyle&size=15&rows=below&moves=h8i7"
    assert "paste it" in str(window.run("document.getElementById('toast').textContent"))
    assert window.errors == []


def test_the_page_reports_a_lost_engine(
    program: subprocess.Popen[str], window: browser.Page
) -> None:
    window.open(f"{address(program)}#moves=h8i9")
    window.wait("document.documentElement.dataset.ready")
    window.run("document.getElementById('analyse').click()")
    window.wait("tengen.page.lines.length == 3")
    program.kill()
    window.wait("document.getElementById('toast').textContent.includes('engine has gone')")
    assert window.run("tengen.page.task") == ""

"""The page on a web server: it can be installed, and works without the server."""

import json
import os
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from protocol.build import html_page as build
from protocol.page import PARTS, engine_bundle
from tests.support.board_page import PATIENCE_MS
from tests.support.browser import KEEPS_COPIES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

READY = "html[data-ready]"
# Waits until the only cache is that of a version.
REPLACED = """async (name) => {
    for (let looks = 0; looks < 500; looks++) {
        if ((await caches.keys()).join() === name) return true;
        await new Promise((tell) => setTimeout(tell, 20));
    }
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # its name
        """Log nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for a web server."""
    found = tmp_path_factory.mktemp("served")
    build.main(["--folder", str(found)])
    return found


@pytest.fixture
def server(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """Yield a server of the folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture
def window(host: "Browser") -> Iterator["Page"]:
    """Yield a window; its console has no error."""
    context = host.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    yield page
    context.close()
    assert errors == []


def test_the_page_loads_again_when_the_server_is_gone(
    server: ThreadingHTTPServer, window: "Page"
) -> None:
    address = f"http://localhost:{server.server_address[1]}/"
    window.goto(address)
    window.wait_for_selector(READY)
    window.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    window.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    server.shutdown()
    server.server_close()
    for again in (address, f"{address}index.html", f"{address}?from=home#moves=h8i9"):
        window.goto("about:blank")
        window.goto(again)
        window.wait_for_selector(READY)
    assert window.evaluate("tengen.page.node.ply") == 2
    move = window.evaluate(
        "tengen.ask('think', { position: tengen.page.game.position(tengen.page.node),"
        " limits: { nodes: 500 } }).then(({ move }) => move)"
    )
    assert move


def test_the_link_of_a_page_on_a_web_server_leads_there(
    server: ThreadingHTTPServer, window: "Page"
) -> None:
    address = f"http://localhost:{server.server_address[1]}/"
    window.goto(f"{address}#moves=h8i9")
    window.wait_for_selector(READY)
    window.evaluate(KEEPS_COPIES)
    window.evaluate("document.querySelector('[data-share=link]').click()")
    copied = window.evaluate("window.copied")
    assert copied == f"{address}#rule=freestyle&size=15&rows=below&moves=h8i7"


def test_a_later_page_replaces_the_one_that_is_kept(
    folder: Path, server: ThreadingHTTPServer, window: "Page"
) -> None:
    address = f"http://localhost:{server.server_address[1]}/"
    window.goto(address)
    window.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    before = {name: (folder / name).read_bytes() for name in ("index.html", "sw.js")}
    try:
        later = {
            "index.html": before["index.html"].replace(b"<body>", b'<body class="later">'),
            "sw.js": before["sw.js"].replace(b'"version": "', b'"version": "1'),
        }
        for name, content in later.items():
            (folder / name).write_bytes(content)
            os.utime(folder / name, (time.time() + 10,) * 2)  # a server counts in seconds
        version = later["sw.js"].decode().split('"version": "')[1].split('"')[0]
        window.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        assert window.evaluate(REPLACED, f"tengen-{version}")
        window.reload()
        window.wait_for_selector(READY)
        assert window.get_attribute("body", "class") == "later"
    finally:
        for name, content in before.items():
            (folder / name).write_bytes(content)


def test_the_folder_has_the_files_to_install_the_page(folder: Path) -> None:
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert '<link rel="manifest" href="manifest.webmanifest">' in text
    assert engine_bundle.load() in text
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    assert [icon["src"] for icon in manifest["icons"]] == ["icon.svg", "icon.png"]
    assert (folder / "icon.svg").read_bytes() == (PARTS / "icon.svg").read_bytes()


def test_the_bitmap_is_a_png_of_its_size(folder: Path) -> None:
    data = (folder / "icon.png").read_bytes()
    side = build.BITMAP_SIDE
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack_from(">I4s2I", data, 8) == (13, b"IHDR", side, side)
    length, name = struct.unpack_from(">I4s", data, 33)
    assert name == b"IDAT"
    rows = zlib.decompress(data[41 : 41 + length])
    assert len(rows) == side * (1 + 3 * side)
    middle = side // 2 * (1 + 3 * side) + 1 + 3 * (side // 2)
    assert rows[middle : middle + 3] == bytes((28, 30, 34))  # a black stone


def test_the_single_file_asks_for_nothing_of_a_server(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "manifest.webmanifest" not in text
    assert "serviceWorker" not in text

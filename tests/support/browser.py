"""A headless Chromium that a test opens a page in, runs scripts in and presses keys in.

It speaks the DevTools protocol over two pipes, a JSON message ended by a zero byte; the browser's
ends are its file descriptors 3 and 4.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = f"needs Chromium: one of {', '.join(NAMES)}"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--remote-debugging-pipe",
]
# Puts two file descriptors to where the browser looks for them, and becomes the browser.
START = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
ERRORS = ("Runtime.exceptionThrown", "Log.entryAdded")
# Leaves what a page copies in `window.copied`.
KEEPS_COPIES = """Object.defineProperty(navigator, "clipboard", { configurable: true, value: {
    writeText: async (text) => { window.copied = text; } } });"""
POLL_S = 0.02
PATIENCE_S = 30.0


def find() -> str | None:
    """Return the browser's path, None without a browser or without pipes to it."""
    return next(filter(None, map(shutil.which, NAMES)), None) if os.name == "posix" else None


def until(found: Callable[[], Any], wanted: str) -> Any:
    """Return what is found once it is true; TimeoutError, which names it, when it doesn't come."""
    deadline = time.monotonic() + PATIENCE_S
    while not (value := found()):
        if time.monotonic() > deadline:
            raise TimeoutError(wanted)
        time.sleep(POLL_S)
    return value


class Page:
    """A page in a browser of its own, which ends with the `with` block."""

    def __init__(self, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._number = 0
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._start()
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._call("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session = ""
        self._call("Browser.close")
        self._process.wait(PATIENCE_S)
        self._to.close()
        self._from.close()
        self._folder.cleanup()

    def open(self, place: Path | str) -> None:
        """Show a file or an address, and forget what was before."""
        self._go("about:blank")
        self.errors.clear()
        self.requests.clear()
        self._go(place.as_uri() if isinstance(place, Path) else place)

    def run(self, script: str) -> Any:
        """Return a script's value, as JSON knows it; an exception is an error of the page."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in found:
            self.errors.append(json.dumps(found["exceptionDetails"]))
        return found["result"].get("value")

    def wait(self, script: str) -> None:
        """Return when a script's value is true; TimeoutError when it doesn't become so."""
        until(lambda: self.run(script), script)

    def press(self, key: str) -> None:
        """Press and release a key, called by its name."""
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def picture(self, path: Path, whole: bool = True) -> None:
        """Write the page as PNG, all of it or what the window shows."""
        found = self._call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def _go(self, address: str) -> None:
        self._call("Page.navigate", url=address)
        self.wait(f"document.readyState == 'complete' && location.href == '{address}'")

    def _start(self) -> None:
        """Start the browser with its ends of the pipes."""
        program = find()
        assert program
        (read, self_write), (self_read, write) = os.pipe(), os.pipe()
        profile = f"--user-data-dir={self._folder.name}"
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, str(read), str(write), program, *FLAGS, profile],
            pass_fds=(read, write),
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self._to, self._from = os.fdopen(self_write, "wb"), os.fdopen(self_read, "rb")
        self._session = ""

    def _call(self, method: str, **parameters: Any) -> Any:
        """Return a method's answer; note the events before it."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while (answer := self._read()).get("id") != self._number:
            self._note(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _note(self, event: dict[str, Any]) -> None:
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(event["params"]["request"]["url"])
            case kind if kind in ERRORS:
                self.errors.append(json.dumps(event["params"]))

    def _read(self) -> dict[str, Any]:
        text = bytearray()
        while (byte := self._from.read(1)) != b"\0":
            if not byte:
                raise EOFError("the browser has ended")
            text += byte
        found: dict[str, Any] = json.loads(text)
        return found

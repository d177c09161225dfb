"""A headless Firefox that a test opens a page in and runs scripts in.

It speaks Marionette over a socket: JSON messages, each after its length and a colon.
"""

import contextlib
import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.browser import PATIENCE_S, until

NAMES = ("firefox", "firefox-esr")
FLAGS = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
PORT_FILE = "MarionetteActivePort"
PREFERENCES = {
    "marionette.port": 0,  # any free port; a file of the profile has its number
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "ui.prefersReducedMotion": 1,
}
# What the browser's console has of a page: its warnings and errors.
CONSOLE = """return Services.console.getMessageArray()
    .filter((said) => said instanceof Ci.nsIScriptError
        && (said.sourceName ?? "").startsWith(arguments[0]))
    .map((said) => said.message)"""


def find() -> str | None:
    """Return the browser's path, None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Window:
    """A window of a browser of its own, which ends with the `with` block."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        program = find()
        assert program
        self._number = 0
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self._folder.name)
        lines = (f"user_pref({json.dumps(n)}, {json.dumps(v)});" for n, v in PREFERENCES.items())
        (profile / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [program, *FLAGS, "--profile", str(profile)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), PATIENCE_S)
        self._stream = self._socket.makefile("rb")
        self._read()  # it greets
        self._call("WebDriver:NewSession", {})
        self._call("WebDriver:SetWindowRect", {"width": width, "height": height})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(EOFError):  # it may end before it answers
            self._call("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._process.wait(PATIENCE_S)
        self._stream.close()
        self._socket.close()
        self._folder.cleanup()

    def open(self, address: str) -> None:
        """Show what is at an address."""
        self._call("WebDriver:Navigate", {"url": address})

    def run(self, script: str) -> Any:
        """Return an expression's value, as JSON knows it; of a promise, what it comes to."""
        # The page's own world, without the wrappers around what is in it.
        parameters: dict[str, Any] = {"script": f"return ({script})", "args": [], "sandbox": None}
        return self._call("WebDriver:ExecuteScript", parameters)["value"]

    def wait(self, script: str) -> None:
        """Return when an expression is true; TimeoutError when it doesn't become so."""
        until(lambda: self.run(script), script)

    def errors(self, address: str) -> list[str]:
        """Return what the console has against pages whose address begins so."""
        self._call("Marionette:SetContext", {"value": "chrome"})
        found: list[str] = self._call(
            "WebDriver:ExecuteScript", {"script": CONSOLE, "args": [address]}
        )["value"]
        self._call("Marionette:SetContext", {"value": "content"})
        return found

    def _port(self, profile: Path) -> int:
        """Return the port that it listens on, once it does."""
        told = profile / PORT_FILE
        return int(until(lambda: told.exists() and told.read_text(), "Firefox's port"))

    def _call(self, method: str, parameters: dict[str, Any]) -> Any:
        """Return a method's answer."""
        self._number += 1
        message = json.dumps([0, self._number, method, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise RuntimeError(f"{method}: {error}")
        return answer

    def _read(self) -> Any:
        length = b""
        while (sign := self._stream.read(1)) != b":":
            if not sign:
                raise EOFError("the browser has ended")
            length += sign
        return json.loads(self._stream.read(int(length)))

"""Processes that are forked from one that has imported the program already (Linux).

An interpreter takes a tenth of a second to start and to import the brain, more for a tool; a fork
takes a few milliseconds. The forked process is a child of the caller: it has pipes, signals and an
exit status as any other. Tests of the start itself begin with a new interpreter.
"""

import contextlib
import gc
import importlib
import inspect
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from protocol.client.descendants import adopt_orphans
from tests import ROOT

MODULES = ("protocol", "tests.support.fake_brain")  # that are forked
IMPORTED = ("protocol.piskvork.pipe", "brain.openings.decisions", "tests.support.fake_engine")
FLAG = "-m"
LONGEST = 1 << 16  # bytes of a request
PRESET = ("PYTHON", "LC_", "LANG", "LD_")  # variables read when an interpreter starts
STREAMS = 3
# Popen's names of the ends of its pipes: the child's of each stream, and its own.
ENDS = ("p2cread", "c2pwrite", "errwrite", "p2cwrite", "c2pread", "errread")
_LOCK = threading.Lock()


class Forked(subprocess.Popen[Any]):
    """A process that runs a module in a fork of the server."""

    def _execute_child(self, *given: Any) -> None:
        """Start the process, as Popen's own method of this name does with the same parameters."""
        names = inspect.signature(subprocess.Popen._execute_child)  # type: ignore[attr-defined]
        asked = names.bind(self, *given).arguments
        command, variables = asked["args"], asked["env"]
        wanted = {
            "words": command[command.index(FLAG) + 1 :],
            "folder": os.fspath(asked["cwd"] or os.getcwd()),
            "variables": dict(os.environ if variables is None else variables),
            "is_leader": bool(asked["start_new_session"]),
        }
        ends = [asked[name] for name in ENDS]
        streams = [number if end < 0 else end for number, end in enumerate(ends[:STREAMS])]
        requests, _ = _server()
        with _LOCK:
            socket.send_fds(requests, [json.dumps(wanted).encode()], streams)
            self.pid = int(requests.recv(LONGEST))
        self._child_created = True
        child_in, child_out, child_err, our_in, our_out, our_err = ends
        self._close_pipe_fds(  # type: ignore[attr-defined]
            child_in, our_in, our_out, child_out, our_err, child_err
        )


def start(command: Sequence[str], **options: Any) -> subprocess.Popen[Any]:
    """Start a program with the options of subprocess.Popen, as a fork if it can be one."""
    if can_fork(command, options.get("env") or os.environ):
        return Forked(list(command), **options)
    return subprocess.Popen(command, **options)


def run(
    command: Sequence[str], text: str | None = None, timeout: float | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Return the outcome of a program, as subprocess.run does, with `text` on its stdin."""
    pipe = subprocess.PIPE
    streams = {"stdin": pipe if text is not None else None, "stdout": pipe, "stderr": pipe}
    process: subprocess.Popen[Any] = start(command, **{**streams, **options}, text=True)
    with process:
        try:
            said = process.communicate(text, timeout)
        finally:
            process.kill()
    return subprocess.CompletedProcess(command, process.returncode, *said)


def can_fork(command: Sequence[str], variables: Mapping[str, str]) -> bool:
    """Return whether a command runs one of MODULES as the server would."""
    words = [word for word in command if word != "-S"]
    return (
        sys.platform == "linux"
        and words[:2] == [sys.executable, FLAG]
        and words[2] in MODULES
        and _preset(variables) == _server()[1]
    )


def _preset(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that an interpreter reads when it starts. PYTHONPATH is left out: the
    server finds the same modules.
    """
    names = (name for name in variables if name.startswith(PRESET) and name != "PYTHONPATH")
    return {name: variables[name] for name in names if variables[name]}


@cache
def _server() -> tuple[socket.socket, dict[str, str]]:
    """Start the server, which ends with this process. Return its socket, and the variables that its
    interpreter read.
    """
    adopt_orphans()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        subprocess.Popen(
            [sys.executable, FLAG, __name__, str(theirs.fileno())],
            cwd=ROOT,
            stdin=subprocess.PIPE,  # not seekable, so a fork never seeks its own streams
            stdout=subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
    return ours, _preset(os.environ)


def serve(requests: socket.socket) -> list[str]:
    """Fork a process for each request. Return its module and arguments in the forked process, and
    nothing in the server when the socket is closed.
    """
    while True:
        text, streams, _, _ = socket.recv_fds(requests, LONGEST, STREAMS)
        if not text:
            return []
        reading, writing = os.pipe()
        middle = os.fork()
        if not middle:
            if pid := os.fork():
                os.write(writing, str(pid).encode())
                os._exit(0)
            requests.close()
            return _become(json.loads(text), streams)
        os.waitpid(middle, 0)  # from now on the fork is the caller's child
        requests.send(os.read(reading, LONGEST))
        for number in (*streams, reading, writing):
            os.close(number)


def _become(wanted: dict[str, Any], streams: Sequence[int]) -> list[str]:
    """Make this process the one that is wanted; return its module and arguments."""
    if wanted["is_leader"]:
        os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(STREAMS, max(streams) + STREAMS)  # the pipe of serve comes after the streams
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["variables"])
    words: list[str] = wanted["words"]
    return words


def main() -> None:
    """Import, fork, and run a module in the fork."""
    from protocol.cli import guide, toolbox

    for name in IMPORTED:
        importlib.import_module(name)
    for tool in toolbox.TOOLS.values():
        with contextlib.suppress(ImportError):
            guide.parser_of(tool)
    gc.collect()
    gc.freeze()
    words = serve(socket.socket(fileno=int(sys.argv[1])))
    if words:
        sys.argv = words
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

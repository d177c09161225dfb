"""A brain's descendants end with it, detached ones included."""

import subprocess
import sys
import time

import psutil
import pytest

from tests.support.brains import Start, receive
from tests.support.driver import until

DETACHED = """
import os, subprocess, sys, time
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
def detach():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(SLEEP[0], SLEEP)
        os._exit(0)
    os.wait()
"""


def ours() -> set[int]:
    """Return the ids of the sleeping descendants of this process, zombies included."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else adopts orphans")
@pytest.mark.parametrize("leaves", ["time.sleep(60)", "sys.exit()"])
def test_detached_processes_end_with_the_brain(start: Start, leaves: str) -> None:
    before = ours()
    brain = start(f"{DETACHED}\ndetach(); detach(); print('ready', flush=True)\n{leaves}")
    receive(brain)
    assert until(lambda: len(ours() - before) >= 2)
    brain.end(0.2)
    assert ours() - before == set()


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else adopts orphans")
def test_a_brain_that_ends_takes_nothing_of_another_with_it(start: Start) -> None:
    first, second = (
        start(f"{DETACHED}\ndetach(); print('ready', flush=True)\nfor _ in sys.stdin: print(1)")
        for _ in range(2)
    )
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    receive(first)
    receive(second)
    assert until(lambda: len(second._find_processes()) == 2)
    kept = second._find_processes()
    first.end(0.2)
    assert all(process.is_running() for process in kept)
    assert second._find_processes() == kept
    assert stranger.poll() is None
    stranger.communicate(b"\n")
    assert stranger.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else adopts orphans")
def test_a_process_that_outlived_its_parent_leaves_no_zombie(start: Start) -> None:
    before = ours()
    brain = start(
        "os.system('sleep 0.1 & sleep 0.1 &'); print('ready', flush=True); time.sleep(60)"
    )
    receive(brain)
    time.sleep(0.3)
    brain.end(0.0)
    assert ours() - before == set()


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else adopts orphans")
def test_memory_includes_detached_processes(start: Start) -> None:
    block = "import time; block = b'x' * (50 << 20); print(1, flush=True); time.sleep(60)"
    brain = start(f"{DETACHED}\nSLEEP[2] = {block!r}\ndetach(); time.sleep(60)")
    receive(brain)
    assert brain.memory() > 50 << 20

"""Long compilations, run one after the other beside the tests that don't need them yet.

They start with the run, at a low priority, on the processor that most tests leave idle; who needs
one waits for it.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import psutil

from brain import native
from tests import ROOT

BOUNDS_CHECKED_NODES = 3000
LOW = 10 if sys.platform != "win32" else psutil.BELOW_NORMAL_PRIORITY_CLASS


@dataclass(frozen=True)
class Job:
    """A Python module to run, and the tests that need what it prints or leaves."""

    tests: str  # the file, from the root
    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()

    def run(self) -> str:
        """Run it; return what it printed. Raises CalledProcessError when it fails."""
        command = [sys.executable, "-m", *self.arguments]
        environment = {**os.environ, **dict(self.environment)}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, text=True) as job:
            psutil.Process(job.pid).nice(LOW)
            output, _ = job.communicate()
        if job.returncode:
            raise subprocess.CalledProcessError(job.returncode, command, output)
        return output


LIBRARIES = Job("tests/brain/test_native.py", ("brain.build.compile", *native.LEVELS, native.OTHER))
BOUNDS_CHECKED = Job(
    "tests/kernels/test_executors.py",
    ("tests.kernels.test_executors", str(BOUNDS_CHECKED_NODES)),
    (("NUMBA_BOUNDSCHECK", "1"),),
)


def start(files: Iterable[str]) -> None:
    """Begin the jobs that the tests in these files need."""
    needed = set(files)
    for job in (LIBRARIES, BOUNDS_CHECKED):
        if job.tests in needed:
            _started(job)


def outcome(job: Job) -> str:
    """Return what a job printed, begun now if it hasn't been; raises what `Job.run` raises."""
    return _started(job).result()


@cache
def _started(job: Job) -> Future[str]:
    return _worker().submit(job.run)


@cache
def _worker() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)

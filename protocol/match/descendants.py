"""Descendants of a brain's process, including those that it has detached.

A brain's environment has a mark that its descendants inherit. On Linux this process adopts the
orphans among its descendants instead of init. A process that a brain has detached (by setsid or a
double fork) is then our child: the mark finds it, and it leaves no zombie.
"""

import contextlib
import os
import sys
import time
import uuid
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil  # needed only where brains run, not for the help on a match

MARK = "TENGEN_MATCH_BRAIN"  # in the environment; its value is of one brain alone
PR_SET_CHILD_SUBREAPER = 36  # from linux/prctl.h
ROUNDS = 10  # of killing: the orphans of what is killed are adopted too
TRIES = 10  # at an environment that isn't there while its process starts another program
POLL_S = 0.002
WAIT_S = 0.5  # for what was killed


def new_mark() -> str:
    """Return a new, unique mark."""
    return uuid.uuid4().hex


if sys.platform == "linux":
    import ctypes

    def adopt_orphans() -> None:
        """Become the parent of orphaned descendants."""
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def adopted(mark: str, root: int) -> "Iterator[psutil.Process]":
        """Yield the processes that the brain with this mark and process id has detached, and their
        descendants.
        """
        import psutil

        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error):
                if child.pid != root and _mark_of(child) == mark:
                    yield child
                    yield from child.children(recursive=True)

    def end_adopted(mark: str, root: int, killed: "Iterable[psutil.Process]") -> None:
        """Kill the processes that a brain has detached; reap them and the killed ones. The brain
        itself is already reaped.
        """
        import psutil

        ended = {process.pid for process in killed}
        for _ in range(ROUNDS):
            found = list(adopted(mark, root))
            for process in found:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            if not found:
                break
            ended |= {process.pid for process in found}
        until = time.monotonic() + WAIT_S
        while (ended := set(filter(_remains, ended))) and time.monotonic() < until:
            time.sleep(POLL_S)
        _reap_orphans()

    def _mark_of(process: "psutil.Process") -> str | None:
        """Return a process's mark, None for a zombie."""
        import psutil

        for _ in range(TRIES):
            environment = process.environ()
            if environment or process.status() == psutil.STATUS_ZOMBIE:
                break
            time.sleep(POLL_S)
        mark: str | None = environment.get(MARK)
        return mark

    def _remains(pid: int) -> bool:
        """Return whether a process still exists; reap it if it is our zombie."""
        import psutil

        try:
            return os.waitpid(pid, os.WNOHANG)[0] == 0
        except ChildProcessError:  # its parent has yet to die, or to reap it
            return bool(psutil.pid_exists(pid))

    def _reap_orphans() -> None:
        """Reap zombies that ended by themselves after they were adopted. Whatever this process has
        started leads a process group or is in its own; what is in another was adopted.
        """
        import psutil

        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error, OSError):
                was_adopted = os.getpgid(child.pid) not in (child.pid, os.getpgrp())
                if was_adopted and child.status() == psutil.STATUS_ZOMBIE:
                    os.waitpid(child.pid, os.WNOHANG)

else:

    def adopt_orphans() -> None:
        """Do nothing: no other system lets a process adopt."""

    def adopted(mark: str, root: int) -> "Iterator[psutil.Process]":
        """Yield nothing."""
        yield from ()

    def end_adopted(mark: str, root: int, killed: "Iterable[psutil.Process]") -> None:
        """Do nothing."""

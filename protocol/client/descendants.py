"""Descendants of a brain's process, including those that it has detached.

A brain's environment has a mark, which its descendants inherit. On Linux this process is a
subreaper: it adopts its orphaned descendants instead of init. So a process that a brain has
detached (by setsid or a double fork) becomes our child. We find it by its mark, and reap it.
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

MARK = "TENGEN_MATCH_BRAIN"  # environment variable; each brain has its own value
PR_SET_CHILD_SUBREAPER = 36  # from linux/prctl.h
ROUNDS = 10  # of killing: killed processes leave orphans, which are adopted too
TRIES = 10  # to read an environment, which is empty during exec
POLL_S = 0.002
WAIT_S = 0.5  # for killed processes to end


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
        """Kill the processes that a brain has detached; reap them and `killed`. The brain itself
        must be reaped already.
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
        except ChildProcessError:  # not our child yet: its parent still runs
            return bool(psutil.pid_exists(pid))

    def _reap_orphans() -> None:
        """Reap adopted zombies that ended by themselves. A child that this process started leads a
        process group, or is in ours; any other child was adopted.
        """
        import psutil

        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error, OSError):
                was_adopted = os.getpgid(child.pid) not in (child.pid, os.getpgrp())
                if was_adopted and child.status() == psutil.STATUS_ZOMBIE:
                    os.waitpid(child.pid, os.WNOHANG)

else:

    def adopt_orphans() -> None:
        """Do nothing: only Linux has subreapers."""

    def adopted(mark: str, root: int) -> "Iterator[psutil.Process]":
        """Yield nothing."""
        yield from ()

    def end_adopted(mark: str, root: int, killed: "Iterable[psutil.Process]") -> None:
        """Do nothing."""

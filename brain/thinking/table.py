"""The memory of the transposition table: how large it may be, and what the system has provided.

The kernels find it by its address; see kernels/hashtable.py for what is in it.
"""

import contextlib
import ctypes
import mmap
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from brain import layout

DEFAULT_MEMORY = 350 << 20  # bytes, as tournaments allow, where no limit is set
KEPT_FREE = 30 << 20  # bytes below the memory limit that the process stays
PROGRAM = 20 << 20  # bytes that the process takes without the table and the helpers
MOST_UNASKED = 1 << 30  # bytes of the process, whatever its limit
SMALLEST, LARGEST = 1 << 20, 1 << 36  # bytes
MEMORY_SHARE = 0.5  # of the machine's memory, at most
BUCKET = 64  # bytes
PAGE, PAGES_AT_ONCE = 4096, 512  # bytes; the pages in a huge page
GROUPS = Path("/proc/self/cgroup")
GROUP_LIMITS = {  # controllers, as GROUPS names them -> the groups' folder, and a group's limit
    "": (Path("/sys/fs/cgroup"), "memory.max"),
    "memory": (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes"),
}
SAMPLE = 4000  # entries read to estimate how full a table is


class Table:
    """Zeroed memory of `size` bytes, or less if the system has no more.

    The system provides it as it is used; in huge pages, where it has them.
    """

    def __init__(self, size: int) -> None:
        self._memory = _zeroed(size)
        self._provided = 0  # bytes that the system has certainly provided

    def __reduce__(self) -> NoReturn:
        """Refuse `copy` and `pickle`: the kernels keep the address that `close` frees."""
        raise TypeError("a Table can't be copied or pickled: make another one")

    def __len__(self) -> int:
        """Return its size in bytes."""
        return len(self._memory)

    @property
    def address(self) -> int:
        """Where it begins."""
        return ctypes.addressof(ctypes.c_char.from_buffer(self._memory))

    def provide(self) -> bool:
        """Have the system provide a huge page more; return False when all are there. The entries
        stay.
        """
        start, end = self._provided, self._provided + PAGE * PAGES_AT_ONCE
        self._memory[start:end:PAGE] = self._memory[start:end:PAGE]
        self._provided = end
        return end < len(self._memory)

    def usage(self, game: int) -> float:
        """Return the share of the entries that are a game's, 0 to 1, from a sample."""
        end = min(SAMPLE * layout.ENTRY_BYTES, len(self._memory))
        words = memoryview(self._memory)[:end].cast("q")[1::2]
        games = [word >> layout.GAME_SHIFT for word in words]
        return games.count(game) / len(games)

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


def room(memory_bytes: int, table_bytes: int) -> int:
    """Return the bytes for table and helpers where the process may take `memory_bytes` and the
    table `table_bytes`, 0 each for no limit.

    More than MOST_UNASKED is only for a caller that asks for such a table.
    """
    wanted = table_bytes + KEPT_FREE + PROGRAM
    limit = min(memory_bytes or max(DEFAULT_MEMORY, wanted), max(MOST_UNASKED, wanted))
    return max(0, min(limit, int(memory_of_machine() * MEMORY_SHARE)) - KEPT_FREE - PROGRAM)


def memory_of_machine() -> int:
    """Return the machine's memory in bytes, or what this process's control group may use of it; on
    Windows, which refuses what it lacks, more than any machine has.
    """
    if sys.platform == "win32":
        return LARGEST
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *_group_limits()])


def _group_limits() -> Iterator[int]:
    """Yield the memory limits of the process's control group and of those above it (Linux)."""
    with contextlib.suppress(OSError):
        for line in GROUPS.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers not in GROUP_LIMITS:
                continue
            folder, file = GROUP_LIMITS[controllers]
            group = folder / path.lstrip("/")
            for level in (group, *group.parents):
                with contextlib.suppress(OSError, ValueError):
                    yield int((level / file).read_text())


def _zeroed(size: int) -> mmap.mmap:
    """Return zeroed memory of `size` bytes, or of half as often as the system refuses it.

    The rest of the process then has as much again. MemoryError if SMALLEST is refused.
    """
    wanted = size = _rounded(size)
    while (memory := _mapped(size)) is None:
        if size == SMALLEST:
            raise MemoryError("there is no memory for the transposition table")
        size = _rounded(size // 2)
    if size < wanted:
        memory.close()
        memory = _mapped(_rounded(size // 2)) or _zeroed(SMALLEST)
    if sys.platform == "linux":
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _rounded(size: int) -> int:
    return min(max(SMALLEST, size // BUCKET * BUCKET), LARGEST)


def _mapped(size: int) -> mmap.mmap | None:
    try:
        if sys.platform == "win32":
            return mmap.mmap(-1, size)
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:
        return None

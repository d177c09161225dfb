"""Finds the kernels' compiled library, has it made if it is missing, and loads the fastest one.

A library's name carries the stamp of its sources, so a library of other sources is never loaded.
Loading imports nothing of the compiler: another process makes a missing library.
"""

import ctypes
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from brain.layout import ENTRIES, Record

# The processor levels that each system has libraries for: x86-64's, and ARMv8. The last library is
# written last: if it is there, so are the others.
LEVELS = {"linux": (4, 3, 2), "linux-aarch64": (8,), "windows": (4, 3, 2)}
MACHINES = {
    ("linux", "x86_64"): "linux",
    ("linux", "aarch64"): "linux-aarch64",
    ("win32", "AMD64"): "windows",
}
PACKAGE = Path(__file__).parent
SOURCES = ("lexicon.py", "layout.py", "kernels/*.py", "build/compile.py", "build/link.py")
Entry = Callable[..., int]


class LibraryError(Exception):
    """There is no library of these sources, and none can be made; the message says what to do."""


class Library:
    """The entry points of `layout.ENTRIES`, called as `library.place(record, cell, colour)`.

    `file` is the name of the library's file, empty when this process compiled the kernels.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Entry: ...

    def __init__(self, entries: dict[str, Entry], file: str = "") -> None:
        self.file = file
        vars(self).update(entries)


def load() -> Library:
    """Return the library of the processor's level, made first if need be.

    The environment variable TENGEN_LEVEL asks for a lower level; what is no level is ignored.
    Raises LibraryError.
    """
    levels = LEVELS.get(system())
    if levels is None:
        from brain.kernels import direct  # numba, which only a machine without libraries needs

        return Library(direct.entry_points())
    base_level = levels[-1]
    base_path = find(base_level)
    if base_path is None:
        _make()
        base_path = found(base_level)
    base = _open(base_path)
    asked = os.environ.get("TENGEN_LEVEL", "")
    wanted = int(asked) if asked in map(str, levels) else levels[0]
    level = max(base_level, min(wanted, base.cpu_level(None)))
    return base if level == base_level else _open(found(level))


def stamp() -> str:
    """Return eight hex digits for the library's sources; in an exe, which has none, a wildcard."""
    if _is_frozen():
        return "*"
    total = 0
    for pattern in SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            total = zlib.crc32(path.name.encode() + path.read_bytes(), total)
    return f"{total:08x}"


def file_name(stamp: str, system: str, level: int) -> str:
    """Return the name of a library file."""
    return f"kernels-{stamp}-{system}-v{level}.{'dll' if system == 'windows' else 'so'}"


def system() -> str:
    """Return this system's name in LEVELS, "" when no library is made for it."""
    if sys.platform == "win32":
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "")
    else:
        machine = os.uname().machine
    return MACHINES.get((sys.platform, machine), "")


def folders() -> tuple[Path, ...]:
    """Return where libraries are kept: beside the sources, or else in the user's cache."""
    beside = PACKAGE / "data" / "lib"
    if _is_frozen():
        return (beside,)
    if sys.platform == "win32":
        cache = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return beside, Path(cache) / "tengen"


def find(level: int) -> Path | None:
    """Return the library of these sources for this system and a level, None when it isn't made."""
    name = file_name(stamp(), system(), level)
    return next((path for folder in folders() for path in folder.glob(name)), None)


def found(level: int) -> Path:
    """Return the library of these sources for this system and a level; raises LibraryError."""
    path = find(level)
    if path is None:
        raise LibraryError(f"the compiled library of level {level} is missing")
    return path


def _open(path: Path) -> Library:
    shared = ctypes.CDLL(str(path))
    for name, integers in ENTRIES.items():
        entry = getattr(shared, name)
        entry.argtypes = [ctypes.POINTER(Record), *[ctypes.c_int64] * integers]
        entry.restype = ctypes.c_int64
    return Library({name: getattr(shared, name) for name in ENTRIES}, path.name)


def _make() -> None:
    """Compile the kernels in another process: it takes 200 MB that this one could not give back."""
    if _is_frozen():
        raise LibraryError("the program's compiled library is missing: unpack it again")
    import importlib.util  # neither is needed to load a library that is there
    import subprocess

    if importlib.util.find_spec("numba") is None:
        raise LibraryError(
            "the kernels are not compiled: run  python -m pip install -e '.[compile]'"
        )
    command = [sys.executable, "-m", "brain.build.compile"]
    null = subprocess.DEVNULL
    if subprocess.run(command, cwd=PACKAGE.parent, stdin=null, stdout=null).returncode:
        raise LibraryError(
            "the kernels don't compile: run  python -m brain.build.compile  to see why"
        )


def _is_frozen() -> bool:
    return hasattr(sys, "frozen")

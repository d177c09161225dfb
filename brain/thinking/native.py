"""Finds the kernels' compiled library, has it made if it is missing, and loads the fastest one.

A library's name carries the stamp of its sources, and its end a checksum, so neither a library of
other sources nor a damaged one is ever loaded. Loading imports nothing of the compiler: another
process makes a missing library. Only where no library is made, LLVM loads the kernels' object.
"""

import contextlib
import ctypes
import os
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from brain.layout import ENTRIES, argument_types

# The processor levels that each system has libraries for: x86-64's, ARMv8, WebAssembly's first. The
# last library is written last: if it is there, so are the others.
LEVELS = {"linux": (4, 3, 2), "linux-aarch64": (8,), "windows": (4, 3, 2), "wasm": (1,)}
SUFFIXES = {"windows": "dll", "wasm": "wasm"}
OTHER = "other"  # a system without libraries, where LLVM puts an object into memory
MACHINES = {
    ("linux", "x86_64"): "linux",
    ("linux", "aarch64"): "linux-aarch64",
    ("win32", "AMD64"): "windows",
}
PACKAGE = Path(__file__).parents[1]
CACHES = {  # system -> the variable that names the folder of caches, and where it usually is
    "posix": ("XDG_CACHE_HOME", "~/.cache"),
    "win32": ("LOCALAPPDATA", "~"),
}
COMPILER = ("numba==0.68.1", "llvmlite==0.50.0", "numpy==2.4.6")  # as pyproject.toml has them
SEAL = 4  # bytes of the checksum
SOURCES = (
    *("lexicon.py", "layout.py", "kernels/*.py", "kernels/*/*.py"),
    *("build/compile.py", "build/link.py", "build/wasm.py", "build/pins.txt"),
)
WINDOWS_AVX2 = 40  # PF_AVX2_INSTRUCTIONS_AVAILABLE
DAMAGED = "without its library of level {level}, which is missing or damaged: reinstall it"
COMPILING = "compiling the kernels once, which takes about a minute"
Entry = Callable[..., int]
Report = Callable[[str], None]


class LibraryError(Exception):
    """No library of these sources exists or can be made; the message names the remedy."""


class Library:
    """The entry points of `layout.ENTRIES`, called as `library.place(record, cell, colour)`.

    `file` is the name of the library's file.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Entry: ...

    def __init__(self, entries: dict[str, Entry], file: str = "") -> None:
        self.file = file
        vars(self).update(entries)


def warn(text: str) -> None:
    """Print a line on stderr, if it can be written."""
    with contextlib.suppress(OSError):
        if sys.stderr:
            print(f"tengen: {text}", file=sys.stderr, flush=True)


def load(report: Report = warn) -> Library:
    """Return the library of the processor's level, made first if need be; `report` gets COMPILING
    before that.

    The environment variable TENGEN_LEVEL asks for a lower level; any other value is ignored. If a
    library is damaged, `report` gets that, and the next lower one is used. Raises LibraryError.
    """
    levels = LEVELS.get(system())
    if levels is None:
        return _load_object(report)
    base_level, base = _load_base(levels, report)
    asked = os.environ.get("TENGEN_LEVEL", "")
    wanted = int(asked) if asked in map(str, levels) else levels[0]
    most = min(wanted, base.cpu_level(None))
    for level in levels[: levels.index(base_level)]:
        if level <= most:
            if path := find(level):
                return _open(path)
            report(DAMAGED.format(level=level))
    return base


def _load_base(levels: tuple[int, ...], report: Report) -> tuple[int, Library]:
    """Return the lowest level and its library, made first if need be. If the packed program's is
    damaged, the next one, which needs AVX2.
    """
    path = find(levels[-1])
    if path is None and _is_frozen() and _has_avx2() and (other := find(levels[-2])):
        report(DAMAGED.format(level=levels[-1]))
        return levels[-2], _open(other)
    if path is None:
        _make(report)
        path = found(levels[-1])
    return levels[-1], _open(path)


def _has_avx2() -> bool:
    """Return whether the system reports AVX2, the vectors of level 3."""
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(WINDOWS_AVX2))
    try:
        return " avx2 " in Path("/proc/cpuinfo").read_text()
    except OSError:
        return False


@cache
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
    return f"kernels-{stamp}-{system}-v{level}.{SUFFIXES.get(system, 'so')}"


def system() -> str:
    """Return this system's name in LEVELS, OTHER when no library is made for it."""
    if sys.platform == "win32":
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "")
    else:
        machine = os.uname().machine
    return MACHINES.get((sys.platform, machine), OTHER)


def folders() -> tuple[Path, ...]:
    """Return where libraries are kept: beside the sources, or else in the user's cache, where
    nobody else can have put one.
    """
    beside = PACKAGE / "data" / "lib"
    if _is_frozen():
        return (beside,)
    from brain.files.durable import is_private  # the packed program starts without it

    variable, usual = CACHES["win32" if sys.platform == "win32" else "posix"]
    caches = (os.environ.get(variable, ""), os.path.expanduser(usual))
    ours = (Path(cache, "tengen") for cache in caches if os.path.isabs(cache))
    return beside, *filter(is_private, ours)


def sealed(content: bytes) -> bytes:
    """Return a library's content with its checksum at the end."""
    return content + zlib.crc32(content).to_bytes(SEAL, "little")


def is_whole(path: Path) -> bool:
    """Return whether a file is a library with the checksum that it was written with."""
    content = path.read_bytes()
    return sealed(content[:-SEAL]) == content


def find(level: int, of_system: str = "") -> Path | None:
    """Return the library of these sources for a system, this one if none is named, and a level;
    None when it isn't made.
    """
    return whole(file_name(stamp(), of_system or system(), level))


def whole(name: str) -> Path | None:
    """Return the undamaged file with a name, None when there is none."""
    start, _, end = name.partition("*")  # a glob would compile an expression at every launch
    for folder in filter(Path.is_dir, folders()):
        for path in folder.iterdir():
            is_it = path.name.startswith(start) and path.name.endswith(end or start)
            if is_it and is_whole(path):
                return path
    return None


def is_made() -> bool:
    """Return whether this system's libraries are there; False on a system without libraries."""
    levels = LEVELS.get(system())
    return levels is not None and find(levels[-1]) is not None


def found(level: int, of_system: str = "") -> Path:
    """Return what `find` does; raises LibraryError where that is None."""
    path = find(level, of_system)
    if path is None:
        raise LibraryError(f"the compiled library of level {level} is missing or damaged")
    return path


def _open(path: Path) -> Library:
    shared = ctypes.CDLL(str(path))
    for name in ENTRIES:
        entry = getattr(shared, name)
        entry.argtypes = argument_types(name)
        entry.restype = ctypes.c_int64
    return Library({name: getattr(shared, name) for name in ENTRIES}, path.name)


def check_compiler() -> None:
    """Raise LibraryError where numba isn't installed."""
    import importlib.util  # not needed to load a library that is there

    if importlib.util.find_spec("numba") is None:
        raise LibraryError(f"the kernels are not compiled: run\n  {how_to_install_compiler()}")


def _load_object(report: Report) -> Library:
    """Return the kernels of a system without libraries, compiled at the first start."""
    try:
        from brain.kernels.jit import objectcode  # llvmlite, which nothing else needs to start
    except ModuleNotFoundError:
        raise LibraryError(
            f"the kernels are not compiled: run\n  {how_to_install_compiler()}"
        ) from None
    name = objectcode.file_name(stamp())
    path = whole(name)
    if path is None:
        _make(report)
        path = whole(name)
    if path is None:
        raise LibraryError("the kernels were compiled, but their file can't be found")
    return Library(objectcode.entry_points(path.read_bytes()[:-SEAL]), name)


def _make(report: Report) -> None:
    """Compile the kernels in another process: it takes 200 MB that this one could not give back."""
    if _is_frozen():
        raise LibraryError("the program's compiled library is missing or damaged: unpack it again")
    import subprocess  # not needed to load a library that is there

    check_compiler()
    report(COMPILING)
    command = [sys.executable, "-m", "brain.build.compile"]
    null = subprocess.DEVNULL
    if subprocess.run(command, cwd=PACKAGE.parent, stdin=null, stdout=null).returncode:
        raise LibraryError(
            f"the kernels don't compile: run  {sys.executable} -m brain.build.compile  to see why"
        )


def how_to_install_compiler() -> str:
    """Return the command that installs what compiles the kernels for the Python that runs."""
    root = PACKAGE.parent
    is_checkout = (root / "pyproject.toml").exists()
    what = f'-e "{root}[compile]"' if is_checkout else " ".join(COMPILER)
    return f'"{sys.executable}" -m pip install {what}'


def _is_frozen() -> bool:
    return hasattr(sys, "frozen")

"""Finds or makes the data of the page's engine: kernels and tables as one block of text.

Its file is beside the libraries. The name has a hash of all its sources, and the end a checksum.
`protocol.build.html_page` makes it; the packed program and the wheels include it.
"""

import sys
import zlib
from pathlib import Path

from brain.thinking import native
from brain.thinking.native import LibraryError

# The contents beside the kernels.
SOURCES = (
    *(f"brain/openings/{name}.py" for name in ("balance", "decisions", "swap2")),
    *(f"brain/thinking/{name}.py" for name in ("strength", "think")),
    *("brain/rules/laws.py", "brain/score.py", "protocol/build/html_page.py", "brain/data/*.bin"),
)
MAKERS = ("linux", "windows")  # systems that can make it


def file_name() -> str:
    """Return the name of the block's file; in the packed program, a wildcard for its only one."""
    stamp = native.stamp()
    if stamp == "*":
        return "page-*.txt"
    total = 0
    for pattern in SOURCES:
        for path in sorted(native.PACKAGE.parent.glob(pattern)):
            total = zlib.crc32(path.name.encode() + path.read_bytes(), total)
    return f"page-{stamp}-{total:08x}.txt"


def find() -> Path | None:
    """Return the block's undamaged file, None without one."""
    return native.whole(file_name())


def text(path: Path) -> str:
    """Return the block in a file."""
    return path.read_bytes()[: -native.SEAL].decode("ascii")


def load() -> str:
    """Return the block; make it if necessary. Raises LibraryError."""
    path = find()
    if path is None:
        _make()
        path = find()
    if path is None:
        raise LibraryError("the page's engine was compiled, but its file is missing")
    return text(path)


def _make() -> None:
    """Make the block in another process, which compiles the kernels."""
    if hasattr(sys, "frozen"):
        raise LibraryError("the page's engine is missing or damaged: unpack the program again")
    if native.system() not in MAKERS:
        raise LibraryError("the page's engine can be compiled only on x86-64")
    import subprocess  # not needed to find the block

    native.check_compiler()
    native.warn("compiling the page's engine, once")
    command = [sys.executable, "-m", "protocol.build.html_page", "--block"]
    root, null = native.PACKAGE.parent, subprocess.DEVNULL
    done = subprocess.run(
        command, cwd=root, stdin=null, stdout=null, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise LibraryError(f"can't compile the page's engine: {why}")

"""Whether the packed program was started by a double click: then a person waits, not a manager.

A manager uses pipes. A double click in Windows opens a console for this process alone. On Linux it
leaves a desktop without a terminal, and an empty stdin.
"""

import os
import stat
import sys

STDIN = 0
TERMINAL = "/dev/tty"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def wants_board() -> bool:
    """Return whether the program was started by a double click, so that it should show a board."""
    if not hasattr(sys, "frozen"):
        return False
    if sys.platform == "win32":
        return os.isatty(STDIN) and _is_alone_in_console()
    return _is_stdin_empty() and any(map(os.environ.get, DISPLAYS)) and not _has_terminal()


def _is_alone_in_console() -> bool:
    """Return whether no other process, such as a command prompt, shares this console."""
    import ctypes

    two = (ctypes.c_uint32 * 2)()
    count: int = ctypes.WinDLL("kernel32").GetConsoleProcessList(two, len(two))  # type: ignore[attr-defined]
    return count == 1


def _is_stdin_empty() -> bool:
    """Return whether stdin is closed or the null device."""
    try:
        mine, null = os.fstat(STDIN), os.stat(os.devnull)
    except OSError:
        return True
    return stat.S_ISCHR(mine.st_mode) and mine.st_rdev == null.st_rdev


def _has_terminal() -> bool:
    """Return whether the process has a controlling terminal."""
    try:
        os.close(os.open(TERMINAL, os.O_RDWR))
    except OSError:
        return False
    return True

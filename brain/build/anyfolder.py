"""Lets the packed program start in a folder whose name isn't UTF-8; it is run before anything else.

PyInstaller's bootloader takes the name for UTF-8 when it sets `__main__.__file__`. Where it isn't,
the bootloader deletes the attribute, with that error pending, and its next step fails.
"""

import sys
from types import ModuleType


class Main(ModuleType):
    """`__main__` in any folder."""

    def __delattr__(self, name: str) -> None:
        """Delete nothing, and end the pending error: the one raised here takes its place."""
        try:
            raise AttributeError(name)
        except (AttributeError, SystemError):
            pass


sys.modules["__main__"].__class__ = Main

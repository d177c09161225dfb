"""Lets the packed program start in a folder whose name is not UTF-8. It runs before all other code.

PyInstaller's bootloader decodes the name as UTF-8 when it sets `__main__.__file__`. If that fails,
it deletes the attribute while the error is pending, and its next step fails.
"""

import sys
from types import ModuleType


class Main(ModuleType):
    """`__main__` in any folder."""

    def __delattr__(self, name: str) -> None:
        """Delete nothing. The error raised here replaces the pending one."""
        try:
            raise AttributeError(name)
        except (AttributeError, SystemError):
            pass


sys.modules["__main__"].__class__ = Main

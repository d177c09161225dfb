"""Prints what hostile inputs cost: `python -m tests.long.costs [BYTES] [NAME...]`.

Each input has about a million bytes, or as many as given. Names choose the inputs that begin so.
"""

import sys
from collections.abc import Sequence

from tests.support import hostile

BYTES = 1_000_000


def main(arguments: Sequence[str]) -> int:
    """Print the cost of each input; return 1 if one is above the bounds."""
    size = int(arguments[0]) if arguments else BYTES
    wanted = tuple(arguments[1:]) or ("",)
    above = 0
    for name in hostile.INPUTS:
        if not name.startswith(wanted):
            continue
        found = hostile.cost(name, size)
        is_bounded = hostile.is_bounded(found)
        above += not is_bounded
        print(
            f"{name:32} {found.size:8} bytes: {found.cpu_s * 1e6 / found.size:6.2f} s/MB,"
            f" {found.memory / found.size:4.0f} bytes a byte"
            f" {'' if is_bounded else 'ABOVE THE BOUNDS '}({found.outcome})",
            flush=True,
        )
    return int(above > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

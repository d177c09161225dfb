"""Icons for Windows, read."""

import struct
from pathlib import Path


def images(icon: Path) -> dict[int, bytes]:
    """Return the bitmaps in an .ico file, each by its side in pixels."""
    data = icon.read_bytes()
    reserved, kind, count = struct.unpack_from("<3H", data)
    assert (reserved, kind) == (0, 1)
    found = {}
    for number in range(count):
        entry = struct.unpack_from("<4B2H2I", data, 6 + 16 * number)
        width, height, length, offset = entry[0], entry[1], entry[-2], entry[-1]
        assert width == height
        found[width] = data[offset : offset + length]
        assert len(found[width]) == length
    assert offset + length == len(data)
    return found

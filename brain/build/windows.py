"""What systems show of the program: an icon, drawn here, and for Windows a version resource."""

import struct
import zlib
from itertools import product
from math import hypot

from brain import __version__

Colour = tuple[int, int, int]  # blue, green, red

ICON_SIZES = (16, 32, 48)  # pixels
SAMPLES = 4  # along a pixel's side
WOOD: Colour = (104, 176, 222)
LINE: Colour = (48, 76, 98)
STONE: Colour = (34, 30, 28)
SHINE: Colour = (128, 122, 118)
STONE_RADIUS, SHINE_RADIUS, SHINE_PLACE, LINE_WIDTH = 0.66, 0.15, -0.25, 0.14

# PyInstaller reads a version resource as an expression of its own words.
RESOURCE = """VSVersionInfo(
    ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),
    kids=[
        StringFileInfo([StringTable("040904B0", [{strings}])]),
        VarFileInfo([VarStruct("Translation", [1033, 1200])]),
    ],
)
"""
STRINGS = {
    "FileDescription": "Tengen, a Gomoku and Renju brain",
    "FileVersion": __version__,
    "InternalName": "pbrain-tengen",
    "LegalCopyright": "MIT licence",
    "OriginalFilename": "pbrain-tengen.exe",
    "ProductName": "Tengen",
    "ProductVersion": __version__,
}


def version_resource() -> str:
    """Return the version resource as PyInstaller reads it."""
    numbers = (*(int(part) for part in __version__.split(".")), 0)
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in STRINGS.items())
    return RESOURCE.format(numbers=numbers, strings=strings)


def icon() -> bytes:
    """Return an .ico file of a stone at the centre of a board, in several sizes."""
    images = [image(size) for size in ICON_SIZES]
    entries = b""
    offset = 6 + 16 * len(images)
    for size, data in zip(ICON_SIZES, images, strict=True):
        entries += struct.pack("<4B2H2I", size, size, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return struct.pack("<3H", 0, 1, len(images)) + entries + b"".join(images)


def image(size: int) -> bytes:
    """Return a square bitmap: rows of blue, green, red and opacity, the lowest first, and a mask
    that hides nothing.
    """
    header = struct.pack("<I2i2H6I", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    pixels = b"".join(_pixel(x, y, size) for y, x in product(reversed(range(size)), range(size)))
    return header + pixels + bytes((size + 31) // 32 * 4 * size)


def png(size: int) -> bytes:
    """Return a square PNG file."""
    rows = [b"\0" + b"".join(_rgb(_pixel(x, y, size)) for x in range(size)) for y in range(size)]
    chunks = (
        (b"IHDR", struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file: its length, name, content and checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rgb(pixel: bytes) -> bytes:
    blue, green, red, _ = pixel
    return bytes((red, green, blue))


def _pixel(x: int, y: int, size: int) -> bytes:
    """Return the mean colour over a pixel."""
    at = [(2 * i + 1) / SAMPLES / size - 1 for i in range(SAMPLES)]
    samples = [_colour(2 * x / size + i, 2 * y / size + j) for i, j in product(at, at)]
    return bytes([*(sum(parts) // len(samples) for parts in zip(*samples, strict=True)), 255])


def _colour(x: float, y: float) -> Colour:
    """Return the colour at a place; the board reaches from -1 to 1."""
    if hypot(x - SHINE_PLACE, y - SHINE_PLACE) < SHINE_RADIUS:
        return SHINE
    if hypot(x, y) < STONE_RADIUS:
        return STONE
    return LINE if 2 * min(abs(x), abs(y)) < LINE_WIDTH else WOOD

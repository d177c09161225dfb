"""The icon and the version resource; test_exe.py checks that the packed program has them."""

import struct

from brain import __version__
from brain.build.windows import ICON, ICONS, version_resource
from tests.support.icons import images

STONE, WOOD = (34, 30, 28), (104, 176, 222)  # blue, green, red


def test_the_icon_has_a_stone_in_its_middle_and_wood_in_its_corners() -> None:
    found = images(ICON)
    assert set(found) == {16, 32, 48}
    for size, image in found.items():
        pixels = image[40:]
        middle, corner = 4 * (size * size // 2 + size // 2), 4 * (size * size - 1)
        assert tuple(pixels[middle : middle + 4]) == (*STONE, 255)
        assert tuple(pixels[:4]) == tuple(pixels[corner : corner + 4]) == (*WOOD, 255)


def test_the_bitmap_of_the_page_is_a_png_of_the_manifests_size() -> None:
    data = (ICONS / "icon.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack_from(">2I", data, 16) == (192, 192)


def test_the_version_resource_has_the_version() -> None:
    assert f"StringStruct('FileVersion', '{__version__}')" in version_resource()
    assert f"filevers=({__version__.replace('.', ', ')}, 0)" in version_resource()

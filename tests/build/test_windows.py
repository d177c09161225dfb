"""What Windows shows of the packed program; test_exe.py checks that it is there."""

import struct

import pytest

from brain import __version__
from brain.build.windows import ICON_SIZES, STONE, WOOD, icon, image, version_resource


def test_an_icon_says_where_each_of_its_images_lies() -> None:
    data = icon()
    assert struct.unpack_from("<3H", data) == (0, 1, len(ICON_SIZES))
    for number, size in enumerate(ICON_SIZES):
        width, height, *_, length, offset = struct.unpack_from("<4B2H2I", data, 6 + 16 * number)
        assert (width, height) == (size, size)
        assert data[offset : offset + length] == image(size)
    assert offset + length == len(data)


@pytest.mark.parametrize("size", ICON_SIZES)
def test_an_image_has_a_stone_in_its_middle_and_wood_in_its_corners(size: int) -> None:
    pixels = image(size)[40:]
    middle, corner = 4 * (size * size // 2 + size // 2), 4 * (size * size - 1)
    assert tuple(pixels[middle : middle + 4]) == (*STONE, 255)
    assert tuple(pixels[:4]) == tuple(pixels[corner : corner + 4]) == (*WOOD, 255)


def test_the_version_resource_has_the_version() -> None:
    assert f"StringStruct('FileVersion', '{__version__}')" in version_resource()
    assert f"filevers=({__version__.replace('.', ', ')}, 0)" in version_resource()

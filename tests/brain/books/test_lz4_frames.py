"""LZ4 frames."""

import pytest

from brain.books.lz4_frames import pack, unpack, xxh32

ROOM = 1 << 20


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 4099])
def test_content_is_unchanged_by_a_round_trip(size: int) -> None:
    content = bytes(number % 251 for number in range(size))
    assert unpack(pack(content), ROOM) == content


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (b"", 0x02CC5D05),
        (b"Nobody inspects the spammish repetition", 0xE2293B2F),
    ],
)
def test_the_checksum_is_xxh32(content: bytes, number: int) -> None:
    assert xxh32(content) == number


def block(data: bytes) -> bytes:
    """Return a frame of one compressed block, without a checksum of the content."""
    head = bytes((0x60, 0x70))
    size = len(data).to_bytes(4, "little")
    return b"\x04\x22\x4d\x18" + head + bytes([xxh32(head) >> 8 & 255]) + size + data + bytes(4)


@pytest.mark.parametrize(
    ("data", "content"),
    [
        (b"\x30abc", b"abc"),
        (b"\x34abc\x03\x00\x10d", b"abc" + b"abcabcab" + b"d"),  # overlaps itself
        (b"\x12a\x01\x00\x50bcdef", b"a" + b"a" * 6 + b"bcdef"),
        (b"\xf0\x01" + b"x" * 16, b"x" * 16),
        (b"\x1fa\x01\x00\xff\x02\x10b", b"a" * (1 + 4 + 15 + 257) + b"b"),
    ],
)
def test_a_compressed_block_is_unpacked(data: bytes, content: bytes) -> None:
    assert unpack(block(data), ROOM) == content


def test_frames_follow_each_other_and_those_of_users_are_skipped() -> None:
    user = b"\x50\x2a\x4d\x18\x03\0\0\0abc"
    assert unpack(pack(b"one") + user + pack(b"two"), ROOM) == b"onetwo"


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"abcd", "byte 0: expected an LZ4 frame"),
        (pack(b"abc")[:9], "byte 9: the file ends inside an LZ4 frame"),
        (pack(b"abc")[:-1] + b"x", "byte 18: the checksum of the frame is wrong"),
        (pack(b"abc")[:6] + b"x" + pack(b"abc")[7:], "byte 6: the checksum of the frame's header"),
        (b"\x04\x22\x4d\x18\x90\x70\x00", "byte 4: unknown flags 0x90"),
        (block(b"\x34abc\x04\x00"), "byte 11: a match before the start"),
        (block(b"\x34abc\x00\x00"), "byte 11: a match before the start"),
        (block(b"\xf0\xff"), "byte "),
        (block(b"\x50abc"), "byte 11: literals beyond the end"),
        (pack(bytes(ROOM + 1)), f"byte 11: the content has more than {ROOM} bytes"),
        (block(b"\x1fa\x01\x00" + b"\xff" * 5000 + b"\0"), "byte 11: the content has more than"),
    ],
)
def test_an_error_names_the_byte(data: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        unpack(data, ROOM)

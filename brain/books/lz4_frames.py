"""The LZ4 frame format: unpacks any frames, and packs content into blocks that are not compressed.

Yann Collet: "LZ4 Frame Format Description", 1.6.4, and "LZ4 Block Format Description",
https://github.com/lz4/lz4/tree/dev/doc
"""

import struct
from collections.abc import Iterator

MAGIC = b"\x04\x22\x4d\x18"
SKIPPED = range(0x184D2A50, 0x184D2A60)  # magic numbers of frames of users' data
BLOCK = 4 << 20  # bytes of the largest block
BLOCK_MAXIMUM = 7  # its number in a header
PLAIN = 1 << 31  # flag of a block that is not compressed
VERSION, LINKED_OFF, BLOCK_SUMS, CONTENT_SIZE = 0x40, 0x20, 0x10, 0x08
CONTENT_SUM, DICTIONARY = 0x04, 0x01
SHORTEST_MATCH = 4
LONGER = 15  # in a token: bytes with the rest of the length follow

_P1, _P2, _P3, _P4, _P5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
_MASK = 0xFFFFFFFF


def pack(content: bytes) -> bytes:
    """Return a frame of a content."""
    head = bytes((VERSION | LINKED_OFF | CONTENT_SUM, BLOCK_MAXIMUM << 4))
    parts = [MAGIC, head, _header_sum(head)]
    for start in range(0, len(content), BLOCK):
        block = content[start : start + BLOCK]
        parts += (struct.pack("<I", len(block) | PLAIN), block)
    return b"".join([*parts, bytes(4), struct.pack("<I", xxh32(content))])


def unpack(data: bytes, largest: int) -> bytes:
    """Return the content of frames. ValueError names the byte that is wrong, and refuses a content
    of more than `largest` bytes.
    """
    reader = _Reader(data, largest)
    while reader.at < len(data):
        reader.frame()
    return bytes(reader.out)


class _Reader:
    """Packed bytes with the place of the next one, and what has been unpacked."""

    def __init__(self, data: bytes, largest: int) -> None:
        self.data, self.at, self.largest = data, 0, largest
        self.out = bytearray()

    def frame(self) -> None:
        """Unpack a frame, or skip one of users' data."""
        start = self.at
        magic = self._number(4)
        if magic in SKIPPED:
            self._take(self._number(4))
            return
        if magic.to_bytes(4, "little") != MAGIC:
            raise ValueError(
                f"byte {start}: expected an LZ4 frame, got {self.data[start : start + 4]!r}"
            )
        head = self.at
        flags, _ = self._take(2)
        if flags >> 6 != 1 or flags & DICTIONARY:
            raise ValueError(f"byte {head}: unknown flags {flags:#x} of an LZ4 frame")
        size = self._number(8) if flags & CONTENT_SIZE else None
        if _header_sum(self.data[head : self.at]) != self._take(1):
            raise ValueError(f"byte {self.at - 1}: the checksum of the frame's header is wrong")
        first = len(self.out)
        while block := self._number(4):
            at, raw = self.at, self._take(block & ~PLAIN)
            if flags & BLOCK_SUMS and self._number(4) != xxh32(raw):
                raise ValueError(f"byte {self.at - 4}: the checksum of a block is wrong")
            if block & PLAIN:
                self._check_room(len(raw), at)
                self.out += raw
            else:
                self._block(at, at + len(raw), len(self.out) if flags & LINKED_OFF else first)
        content = memoryview(self.out)[first:]
        found, is_wrong = len(content), size not in (None, len(content))
        is_damaged = bool(flags & CONTENT_SUM) and self._number(4) != xxh32(content)
        content.release()
        if is_wrong:
            raise ValueError(f"byte {self.at}: the frame has {found} bytes, not {size}")
        if is_damaged:
            raise ValueError(f"byte {self.at - 4}: the checksum of the frame is wrong")

    def _block(self, at: int, end: int, first: int) -> None:
        """Unpack the block between two places; its matches begin at `first` or later."""
        data, out = self.data, self.out
        try:
            while at < end:
                start, token = at, data[at]
                at += 1
                count = token >> 4
                if count == LONGER:
                    count, at = _extended(data, at)
                if at + count > end:
                    raise ValueError(f"byte {start}: literals beyond the end of the block")
                self._check_room(count, start)
                out += data[at : at + count]
                at += count
                if at == end:
                    return
                back = data[at] | data[at + 1] << 8
                at += 2
                count = token & 15
                if count == LONGER:
                    count, at = _extended(data, at)
                count += SHORTEST_MATCH
                source = len(out) - back
                if not back or source < first or at > end:
                    raise ValueError(f"byte {start}: a match before the start of the data")
                self._check_room(count, start)
                if back >= count:
                    out += out[source : source + count]
                else:
                    out += (out[source:] * (count // back + 1))[:count]
        except IndexError:
            raise ValueError(f"byte {len(data)}: the file ends inside a block") from None

    def _check_room(self, count: int, at: int) -> None:
        if len(self.out) + count > self.largest:
            raise ValueError(f"byte {at}: the content has more than {self.largest} bytes")

    def _take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise ValueError(f"byte {len(self.data)}: the file ends inside an LZ4 frame")
        self.at += count
        return self.data[self.at - count : self.at]

    def _number(self, count: int) -> int:
        return int.from_bytes(self._take(count), "little")


def _extended(data: bytes, at: int) -> tuple[int, int]:
    """Return a length that a token has no room for, and the place after its bytes."""
    count = LONGER
    while (more := data[at]) == 255:
        count += 255
        at += 1
    return count + more, at + 1


def _header_sum(head: bytes) -> bytes:
    return bytes([xxh32(head) >> 8 & 0xFF])


def xxh32(data: bytes | memoryview) -> int:
    """Return the xxHash of 32 bits of a content, with seed 0.

    Yann Collet: "xxHash fast digest algorithm", 0.1.1,
    https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
    """
    size = len(data)
    whole = size - size % 16
    total = _lanes(struct.iter_unpack("<4I", data[:whole])) if whole else _P5
    total = total + size & _MASK
    at = whole
    while at + 4 <= size:
        word = int.from_bytes(data[at : at + 4], "little")
        total = total + word * _P3 & _MASK
        total = _turned(total, 17) * _P4 & _MASK
        at += 4
    for byte in data[at:]:
        total = total + byte * _P5 & _MASK
        total = _turned(total, 11) * _P1 & _MASK
    total = (total ^ total >> 15) * _P2 & _MASK
    total = (total ^ total >> 13) * _P3 & _MASK
    return total ^ total >> 16


def _lanes(stripes: Iterator[tuple[int, ...]]) -> int:
    """Return the four lanes of all stripes as one number."""
    a, b, c, d = _P1 + _P2 & _MASK, _P2, 0, -_P1 & _MASK
    for w, x, y, z in stripes:
        a = a + w * _P2 & _MASK
        a = (a << 13 | a >> 19) * _P1 & _MASK
        b = b + x * _P2 & _MASK
        b = (b << 13 | b >> 19) * _P1 & _MASK
        c = c + y * _P2 & _MASK
        c = (c << 13 | c >> 19) * _P1 & _MASK
        d = d + z * _P2 & _MASK
        d = (d << 13 | d >> 19) * _P1 & _MASK
    return _turned(a, 1) + _turned(b, 7) + _turned(c, 12) + _turned(d, 18) & _MASK


def _turned(number: int, bits: int) -> int:
    """Return 32 bits rotated to the left."""
    return (number << bits | number >> 32 - bits) & _MASK

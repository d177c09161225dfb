"""Checksums of lines: a changed bit is refused, an earlier version's line is read."""

import json
from collections.abc import Callable

import pytest

from brain.files import checksum

SEALS = {
    checksum.sealed: (checksum.opened, "54454e47"),
    checksum.sealed_object: (checksum.opened_object, '{"move":"h8","plies":[1,22]}'),
}
FORMS = [(seal, opens, text) for seal, (opens, text) in SEALS.items()]


@pytest.mark.parametrize(("seal", "opens", "text"), FORMS)
def test_a_sealed_line_opens_as_its_text(
    seal: Callable[[str], str], opens: Callable[[str], str], text: str
) -> None:
    line = seal(text)
    assert line.endswith("\n")
    assert opens(line.rstrip("\n")) == text
    assert opens(text) == text, "as an earlier version wrote it"


def test_the_checksums_are_those_of_the_format() -> None:
    assert checksum.sealed("54454e47 1") == "54454e47 1 b15f625b\n"
    assert checksum.sealed_object('{"a":1}') == '{"a":1,"crc32":"a702fc6e"}\n'
    assert json.loads(checksum.sealed_object('{"a":1}')).keys() == {"a", "crc32"}


def opened_or_not(opens: Callable[[str], str], line: str) -> str | None:
    """Return the text of a line, None if its checksum is wrong."""
    try:
        return opens(line)
    except ValueError:
        return None


@pytest.mark.parametrize(("seal", "opens", "text"), FORMS)
def test_a_line_with_a_flipped_bit_is_refused_or_has_lost_its_checksum(
    seal: Callable[[str], str], opens: Callable[[str], str], text: str
) -> None:
    line = seal(text).rstrip("\n").encode()
    for bit in range(8 * len(line)):
        damaged = bytearray(line)
        damaged[bit // 8] ^= 1 << bit % 8
        found = damaged.decode("ascii", "replace")
        assert opened_or_not(opens, found) in (None, found), "a reader of the fields refuses it"

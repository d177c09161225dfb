"""Checksums of lines: the last word of a line, or the last key of a JSON object.

A line of an earlier version has no checksum, and is accepted. The reader of its fields must refuse
unknown ones, so that a damaged key of a checksum doesn't pass for an earlier version's line.
"""

import zlib

KEY = ',"crc32":"'  # in an object; a string in JSON can't contain it
DAMAGED = "the record is damaged: its checksum is wrong"


def sealed(text: str) -> str:
    """Return a line, with its end, of a text and its checksum."""
    return f"{text} {_crc(text)}\n"


def opened(line: str) -> str:
    """Return the text of a line. ValueError for a wrong checksum."""
    text, space, found = line.rpartition(" ")
    if not space:
        return line
    if found != _crc(text):
        raise ValueError(DAMAGED)
    return text


def sealed_object(text: str) -> str:
    """Return a line, with its end, of a JSON object with a checksum as its last key. The checksum
    is of the bytes before its comma.
    """
    fields = text.removesuffix("}")
    return f'{fields}{KEY}{_crc(fields)}"}}\n'


def opened_object(line: str) -> str:
    """Return the JSON object of a line without its checksum. ValueError for a wrong checksum."""
    fields, key, found = line.rstrip().rpartition(KEY)
    if not key:
        return line
    if found != f'{_crc(fields)}"}}':
        raise ValueError(DAMAGED)
    return f"{fields}}}"


def _crc(text: str) -> str:
    """Return the CRC-32 of a text in eight hex digits."""
    return f"{zlib.crc32(text.encode(errors='replace')):08x}"

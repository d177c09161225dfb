"""The encoding of texts in files that do not name it."""

from collections.abc import Iterable
from contextlib import suppress

UTF_8, CHINESE, WESTERN = "utf-8", "gb18030", "cp1252"


def encoding_of(texts: Iterable[bytes]) -> str:
    """Return the likely encoding of a file's texts: UTF-8 if they are valid, else the Chinese one
    if most of their bytes above 127 come in pairs, else the Western one.
    """
    high = paired = 0
    is_utf_8 = True
    for text in texts:
        if text.isascii():
            continue
        is_utf_8 = is_utf_8 and is_valid(text, UTF_8)
        flags = [byte > 0x7F for byte in text]
        high += sum(flags)
        paired += sum(
            flag and (before or after)
            for before, flag, after in zip(
                [False, *flags], flags, [*flags[1:], False], strict=False
            )
        )
    if is_utf_8:
        return UTF_8
    return CHINESE if 2 * paired > high else WESTERN


def decoded(text: bytes) -> str:
    """Return a text decoded by its likely encoding; as UTF-8 if the program lacks that."""
    with suppress(UnicodeDecodeError):
        return text.decode("utf-8-sig")
    with suppress(LookupError):
        return text.decode(encoding_of([text]), "replace")
    return text.decode("utf-8-sig", "replace")


def is_valid(text: bytes, encoding: str) -> bool:
    """Return whether a text can be decoded; LookupError for an unknown encoding."""
    try:
        text.decode(encoding)
    except UnicodeError:
        return False
    return True


def known_encoding(name: str) -> str:
    """Return the name of an encoding of texts; ValueError if Python has none of this name."""
    try:
        "".encode(name)
    except (LookupError, ValueError):
        raise ValueError(
            f"{name!r} is not a known encoding: expected utf-8, gb18030, shift_jis, cp1252, ..."
        ) from None
    return name

"""Free text on one line, for formats in which line ends matter; excerpts for messages; text copied
from a terminal.
"""

import re

LONGEST_EXCERPT = 60  # characters

ESCAPE = "\x1b"
WHITE_PAINT = "38;5;231"  # of a white stone in protocol.play.screen

_PAINT = re.compile(r"\x1b\[([\d;]*)m")
_ODD_BLANKS = re.compile(r"[\x1c-\x1f\x85\ufeff]")
_SEQUENCE = re.compile(r"\x1b(?:\[[\d;?]*[A-Za-z])?")
_BLANKS = dict.fromkeys(map(ord, "\t\n\v\f\r\0"), " ")


def one_line(text: str) -> str:
    """Return a text with a space for every tab and line end."""
    return text.translate(_BLANKS)


def excerpt(value: object, longest: int = LONGEST_EXCERPT) -> str:
    """Return the beginning of a value's `repr` on one line; a string is in quotes."""
    if isinstance(value, str):
        return repr(_cut(value, longest))
    return _cut(repr(value), longest)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}..."


def plain(text: str) -> str:
    """Return a text without outer blanks, byte-order marks, and a terminal's escape sequences. Our
    terminal paints discs of both colours with one sign: a white one becomes another sign. What only
    Python or only JavaScript takes for a blank or a line end becomes a space.
    """
    text = _ODD_BLANKS.sub(" ", text).strip()
    if ESCAPE not in text:
        return text
    parts, is_white = list[str](), False
    for index, part in enumerate(_PAINT.split(text)):
        if index % 2:
            is_white = part == WHITE_PAINT or (is_white and not part.startswith("38"))
        else:
            parts.append(part.replace("●", "○") if is_white else part)
    return _SEQUENCE.sub("", "".join(parts)).strip()

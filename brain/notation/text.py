"""Free text on one line, for formats in which line ends matter, and excerpts for messages."""

LONGEST_EXCERPT = 60  # characters

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

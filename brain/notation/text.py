"""Free text inside a format that gives line ends a meaning."""

_BLANKS = dict.fromkeys(map(ord, "\t\n\v\f\r\0"), " ")


def one_line(text: str) -> str:
    """Return a text with a space for every tab and line end."""
    return text.translate(_BLANKS)

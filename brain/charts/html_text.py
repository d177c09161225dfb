"""HTML as a type of its own, so that the type checker finds unescaped text."""

import html
from collections.abc import Iterable, Sequence
from typing import NewType

Html = NewType("Html", str)  # escaped

NOTHING = Html("")


def text(value: object) -> Html:
    """Return a value's text, escaped."""
    return Html(html.escape(str(value)))


def join(parts: Iterable[Html]) -> Html:
    """Return the parts, one a line."""
    return Html("\n".join(parts))


def element(tag: str, content: Html, **attributes: object) -> Html:
    """Return an element. In an attribute's name `_` stands for `-`; a final `_` is dropped."""
    escaped = [
        f' {name.rstrip("_").replace("_", "-")}="{text(value)}"'
        for name, value in attributes.items()
    ]
    return Html(f"<{tag}{''.join(escaped)}>{content}</{tag}>")


def section(name: str, heading: str, *parts: Html) -> Html:
    """Return a section of a page; `name` is its anchor."""
    head = element("h2", text(heading), id=f"{name}-heading")
    return element("section", join((head, *parts)), id=name, aria_labelledby=f"{name}-heading")


def table(
    headings: Sequence[str], rows: Iterable[Sequence[Html]], foot: Sequence[Html] = ()
) -> Html:
    """Return a table; a row's first cell is its heading. Each cell has its column's heading as a
    label, for windows too narrow for a row.
    """
    head = join(element("th", text(heading), scope="col") for heading in headings)
    body = join(_row(headings, row) for row in rows)
    parts = [element("thead", element("tr", head)), element("tbody", body)]
    if foot:
        cells = join(element("td", cell) for cell in foot)
        parts.append(element("tfoot", element("tr", cells)))
    return element("div", element("table", join(parts)), class_="wide")


def _row(headings: Sequence[str], cells: Sequence[Html]) -> Html:
    name, *rest = cells
    labelled = zip(headings[1:], rest, strict=True)
    head = element("th", name, scope="row")
    data = (element("td", cell, data_label=heading) for heading, cell in labelled)
    return element("tr", join((head, *data)))

"""Draws docs/floors.svg from the floors in test_floors.py: `python -m tests.floors_picture`.

A storey is a row, a floor a box in it, from the ground up. The same floors give the same file.
"""

from collections.abc import Iterator
from html import escape

from tests import ROOT
from tests.test_floors import STOREYS, TRUSTED

PICTURE = ROOT / "docs" / "floors.svg"

# All in pixels.
WIDTH, MARGIN = 960, 20
TITLE_HEIGHT, NAMES_WIDTH = 72, 128
ROW, BOX, GAP = 46, 36, 8
FONT = 'system-ui, "DejaVu Sans", Helvetica, Arial, sans-serif'
KINDS = {  # of boxes, by their class
    "brain": "brain",
    "trusted": "what a verdict on a certificate rests on",
    "protocol": "protocol",
    "tengen": "the public API",
}
# Fill and stroke by class. No variables: viewers other than browsers don't know them.
LIGHT = {
    ".paper": ("#ffffff", "none"),
    ".brain": ("#d7e8fb", "#4d8fd6"),
    ".trusted": ("#d8f0dc", "#3f9a53"),
    ".protocol": ("#fde5c2", "#c98a1b"),
    ".tengen": ("#ece3fa", "#8a63d2"),
    "text": ("#1f2328", "none"),
    ".faint": ("#59636e", "none"),
}
DARK = {
    ".paper": ("#0d1117", "none"),
    ".brain": ("#12305a", "#4d8fd6"),
    ".trusted": ("#123d1f", "#3f9a53"),
    ".protocol": ("#4a3208", "#c98a1b"),
    ".tengen": ("#2e1f52", "#8a63d2"),
    "text": ("#e6edf3", "none"),
    ".faint": ("#9da7b1", "none"),
}


def main() -> None:
    """Draw the picture anew."""
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


def drawn() -> str:
    """Return the text of the picture."""
    height = TITLE_HEIGHT + ROW * len(STOREYS) + MARGIN // 2
    rows = [
        line
        for number, (name, floors) in enumerate(reversed(STOREYS.items()))
        for line in storey(name, floors, TITLE_HEIGHT + ROW * number)
    ]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img">',
        "<title>The floors of Tengen's folders, from the ground up</title>",
        "<style>",
        f"text {{ font: 14px {FONT} }} .title {{ font: bold 18px {FONT} }}",
        f".faint {{ font: 12px {FONT} }}",
        *colours(LIGHT),
        "@media (prefers-color-scheme: dark) {",
        *colours(DARK),
        "}",
        "</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        text(
            MARGIN, 28, "A module imports only from its own folder and from what is below", "title"
        ),
        *legend(54),
        *rows,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def colours(scheme: dict[str, tuple[str, str]]) -> Iterator[str]:
    for name, (fill, stroke) in scheme.items():
        yield f"{name} {{ fill: {fill}; stroke: {stroke} }}"


def legend(y: int) -> Iterator[str]:
    """Yield the meanings of the colours."""
    x = MARGIN
    for kind, meaning in KINDS.items():
        yield f'<rect class="{kind}" x="{x}" y="{y - 12}" width="20" height="14" rx="3"/>'
        yield text(x + 26, y, meaning, "faint")
        x += 26 + 8 * len(meaning) + 24


def storey(name: str, floors: tuple[str, ...], top: int) -> Iterator[str]:
    """Yield a row of boxes of equal width, each with its floor's name."""
    yield text(MARGIN, top + BOX // 2 + 5, name)
    left = MARGIN + NAMES_WIDTH
    width = (WIDTH - left - MARGIN - GAP * (len(floors) - 1)) / len(floors)
    for number, floor in enumerate(floors):
        x = left + number * (width + GAP)
        yield (
            f'<rect class="{kind_of(floor)}" x="{x:.1f}" y="{top}" width="{width:.1f}"'
            f' height="{BOX}" rx="4"/>'
        )
        yield text(x + width / 2, top + BOX // 2 + 5, floor, "middle")


def kind_of(floor: str) -> str:
    """Return the class of a floor's box."""
    return "trusted" if floor in TRUSTED else floor.partition(".")[0]


def text(x: float, y: float, words: str, kind: str = "") -> str:
    anchor = ' text-anchor="middle"' if "middle" in kind else ""
    of = f' class="{kind}"' if kind else ""
    return f'<text{of}{anchor} x="{x:.1f}" y="{y}">{escape(words)}</text>'


if __name__ == "__main__":
    main()

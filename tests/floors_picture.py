"""Draws docs/floors.svg from the floors in test_floors.py: `python -m tests.floors_picture`.

A storey is a band, a floor a row of it, a module a room, from the ground up. The colour of a room
says how the module reaches a person. Only the standard library is needed, and the same floors give
the same file.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import takewhile

from tests import ROOT
from tests.support.imports import packed
from tests.test_floors import STOREYS

PICTURE = ROOT / "docs" / "floors.svg"
COMPILED = "brain.kernels"

# All in pixels.
WIDTH = 1200
MARGIN = 24
TITLE_HEIGHT = 84
GROUND_HEIGHT = 34
NAMES_WIDTH = 190  # of the storeys' names, left of the rooms
ROW_WIDTH = WIDTH - 2 * MARGIN - NAMES_WIDTH - 14
ROW, ROOM = 30, 24  # heights
BAND_MARGIN, BAND_GAP = 9, 8
ROOM_GAP = 8
LETTER = 7.9  # of the rooms' names
ROOM_MARGIN = 10

KINDS = {  # of rooms, by their class
    "packed": "in the packed program",
    "compiled": "compiled into the library",
    "tool": "in a checkout and a wheel only",
}
# Fill and stroke by class. No variables: viewers other than browsers don't know them.
LIGHT = {
    ".paper": ("#ffffff", "none"),
    ".band": ("#f3f5f7", "#d1d9e0"),
    ".ground": ("none", "#1f2328"),
    ".packed": ("#d7e8fb", "#4d8fd6"),
    ".compiled": ("#fde5c2", "#c98a1b"),
    ".tool": ("#ffffff", "#8c959f"),
    "text": ("#1f2328", "none"),
    ".faint": ("#59636e", "none"),
}
DARK = {
    ".paper": ("#0d1117", "none"),
    ".band": ("#161b22", "#30363d"),
    ".ground": ("none", "#e6edf3"),
    ".packed": ("#12305a", "#4d8fd6"),
    ".compiled": ("#4a3208", "#c98a1b"),
    ".tool": ("#0d1117", "#6e7781"),
    "text": ("#e6edf3", "none"),
    ".faint": ("#9da7b1", "none"),
}
SANS = 'system-ui, "DejaVu Sans", Helvetica, Arial, sans-serif'
FONTS = {
    "text": 'font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
    ".title": f"font: bold 20px {SANS}",
    ".storey": f"font: bold 15px {SANS}",
    ".faint": f"font: 13px {SANS}",
}

Rows = list[tuple[str, ...]]


def main() -> None:
    """Draw the picture anew."""
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


def drawn() -> str:
    """Return the text of the picture."""
    bands: list[str] = []
    y = TITLE_HEIGHT
    for name, floors in reversed(STOREYS.items()):
        package = common_package([module for floor in floors for module in floor])
        rows = [row for floor in reversed(floors) for row in wrapped(floor, package)]
        bands += band(name, package, rows, y)
        y += band_height(rows) + BAND_GAP
    ground = y
    height = ground + GROUND_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img">',
        "<title>The floors of Tengen's modules, from the ground up</title>",
        *style(),
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        text(MARGIN, 34, "A module imports only from the rows below its own", "title"),
        *legend(62),
        *bands,
        f'<path class="ground" stroke-width="3" d="M0 {ground}H{WIDTH}"/>',
        text(MARGIN, ground + 22, "the standard library", "faint"),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def style() -> Iterator[str]:
    """Yield the colours for a light and for a dark screen, and the fonts."""
    yield "<style>"
    yield from (f"{name} {{ {font} }}" for name, font in FONTS.items())
    yield from colours(LIGHT)
    yield "@media (prefers-color-scheme: dark) {"
    yield from colours(DARK)
    yield "}"
    yield "</style>"


def colours(scheme: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    for name, (fill, stroke) in scheme.items():
        yield f"{name} {{ fill: {fill}; stroke: {stroke} }}"


def legend(y: int) -> Iterator[str]:
    """Yield what the colours mean."""
    x = MARGIN
    for kind, meaning in KINDS.items():
        yield f'<rect class="{kind}" x="{x}" y="{y - 12}" width="22" height="16" rx="4"/>'
        yield text(x + 30, y + 1, meaning, "faint")
        x += 240


def band(name: str, package: str, rows: Rows, y: int) -> Iterator[str]:
    """Yield a storey, its top at y."""
    width = WIDTH - 2 * MARGIN
    height = band_height(rows)
    yield f'<rect class="band" x="{MARGIN}" y="{y}" width="{width}" height="{height}" rx="8"/>'
    middle = y + height // 2
    yield text(MARGIN + 14, middle + (-3 if package else 5), name, "storey")
    if package:
        yield text(MARGIN + 14, middle + 15, package, "faint")
    for number, row in enumerate(rows):
        yield from rooms(row, package, y + BAND_MARGIN + number * ROW + (ROW - ROOM) // 2)


def rooms(row: tuple[str, ...], package: str, top: int) -> Iterator[str]:
    """Yield a row's rooms, which share all its width."""
    widths = [room_width(module, package) for module in row]
    more = (ROW_WIDTH - sum(widths) - ROOM_GAP * (len(row) - 1)) / len(row)
    x = float(MARGIN + NAMES_WIDTH)
    for module, least in zip(row, widths, strict=True):
        width = least + more
        yield (
            f'<rect class="{kind_of(module)}" x="{x:.1f}" y="{top}" width="{width:.1f}"'
            f' height="{ROOM}" rx="4"/>'
        )
        name = short(module, package)
        middle = x + width / 2
        yield f'<text text-anchor="middle" x="{middle:.1f}" y="{top + 17}">{escape(name)}</text>'
        x += width + ROOM_GAP


def wrapped(floor: tuple[str, ...], package: str) -> Rows:
    """Return a floor's rooms in as many rows as they need."""
    rows: Rows = [()]
    left = float(ROW_WIDTH)
    for module in floor:
        width = room_width(module, package)
        if width > left:
            rows.append(())
            left = ROW_WIDTH
        rows[-1] += (module,)
        left -= width + ROOM_GAP
    return rows


def common_package(modules: list[str]) -> str:
    """Return the package that all modules are in, one of them may be it; "" when there is none."""
    parts = zip(*(module.split(".") for module in modules), strict=False)
    common = [names[0] for names in takewhile(lambda names: len(set(names)) == 1, parts)]
    return ".".join(common if len(modules) > 1 else common[:-1])


def short(module: str, package: str) -> str:
    """Return a module's name without its storey's package."""
    return module.removeprefix(f"{package}.")


def room_width(module: str, package: str) -> float:
    return 2 * ROOM_MARGIN + LETTER * len(short(module, package))


def band_height(rows: Rows) -> int:
    return 2 * BAND_MARGIN + ROW * len(rows)


def kind_of(module: str) -> str:
    """Return how a module reaches a person."""
    if module == COMPILED or module.startswith(f"{COMPILED}."):
        return "compiled"
    return "packed" if module in PACKED else "tool"


def text(x: float, y: float, words: str, kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<text{of} x="{x:g}" y="{y:g}">{escape(words)}</text>'


PACKED = packed()

if __name__ == "__main__":
    main()

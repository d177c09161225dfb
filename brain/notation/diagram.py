"""A board drawn with characters, one line a row, the upper row first: the boards that we print, and
those that people post.

Letters and numbers at the edge, frames, and brackets around the last stone are ignored. White is to
move if black has more stones, unless a line says `White to move`.
"""

import re
from collections import Counter

from brain.cell import COLOUR_NAMES
from brain.lexicon import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, WALL, WHITE
from brain.notation.text import excerpt
from brain.notation.written_game import WrittenGame
from brain.rules.laws import find_rule

SIGNS = {
    EMPTY: ".·•∙+-_*,:┼├┤┬┴┌┐└┘╋╂╬┏┓┗┛┠┨┯┷┳┻╔╗╚╝╠╣╦╩╟╢╤╧十＋．。➕",  # noqa: RUF001
    BLACK: "xXbB@●⚫◆⬤Ｘ",  # noqa: RUF001
    WHITE: "oOwW○⚪◇◯Ｏ",  # noqa: RUF001
    WALL: "#",
}
NUMBERS = {str(state): state for state in (EMPTY, BLACK, WHITE)}  # of a board printed as numbers

_DRAWN = {sign: state for state, signs in SIGNS.items() for sign in signs}
_MATRIX = re.compile(r"[\s\[\](){},;]*(?:[0-2][\s\[\](){},;]*)+")
_BRACKETS = str.maketrans("()[]|│║¦", " " * 8)
_LINES = str.maketrans("", "", "─━═")  # between the cells of a drawn grid
_LABEL = re.compile(r"\s*\d{1,2}(?=\D|$)|(?<!\d)\d{1,2}\s*$")
_HEAD = re.compile(r"(?:[a-zA-Z]{1,3}|\d{1,2})(?:\s+(?:[a-zA-Z]|\d{1,2}))*|[-+=_\s]+|\d+|[a-zA-Z]+")
_TURN = re.compile(r"(black|white) to move(?:, ([\w -]{1,40}))?", re.I)


def is_diagram(text: str) -> bool:
    """Return whether a text has the rows of a board."""
    states = _states(text)
    return sum(bool(_row(line, states)) for line in text.splitlines()) >= MIN_SIZE


def loads(text: str, rule: int | None = None) -> WrittenGame:
    """Return the position, set up; ValueError names a line that does not fit. `rule` overrides the
    text's rule.
    """
    states, rows, turn, notes = _states(text), [], None, []
    lines = [line for line in text.splitlines() if line.strip()]
    widths = Counter(len(row) for line in lines if (row := _row(line, states)))
    width = max(widths, key=lambda one: (widths[one], -one))
    for line in lines:
        row = _row(line, states)
        if len(row) == width:
            rows.append(row)
        elif said := _TURN.fullmatch(line.strip()):
            turn = BLACK if said[1].lower() == COLOUR_NAMES[BLACK] else WHITE
            rule = find_rule(said[2] or "") if rule is None else rule
        elif not _HEAD.fullmatch(line.translate(_BRACKETS).strip()):
            if row or 0 < len(rows) < MIN_SIZE:
                raise ValueError(f"expected a row of {width} cells, got {excerpt(line.strip())}")
            notes.append(f"skipped the line {excerpt(line.strip())}")
    if len(rows) > MAX_SIZE or width > MAX_SIZE:
        raise ValueError(f"expected a board of up to {MAX_SIZE} lines, got {width} x {len(rows)}")
    found = [((x, y), state) for y, row in enumerate(rows) for x, state in enumerate(row) if state]
    counts = Counter(state for _, state in found)
    usual = WHITE if counts[BLACK] > counts[WHITE] else BLACK
    return WrittenGame(
        width,
        len(rows),
        rule or 0,
        set_up=tuple(stone for stone in found if stone[1] != WALL),
        walls=tuple(point for point, state in found if state == WALL),
        turn=turn or usual,
        notes=tuple(notes),
    )


def _states(text: str) -> dict[str, int]:
    """Return the state of a cell by its character."""
    return NUMBERS if _MATRIX.fullmatch(text) else _DRAWN


def _row(line: str, states: dict[str, int]) -> list[int]:
    """Return the states of a line's cells, [] if it is not a row of a board."""
    if states is NUMBERS:
        numbers = [states[sign] for sign in line if sign in states]
        return numbers if len(numbers) >= MIN_SIZE else []
    cells = "".join(_LABEL.sub(" ", line.translate(_BRACKETS)).translate(_LINES).split())
    if len(cells) < MIN_SIZE or not all(cell in states for cell in cells):
        return []
    is_rule = len({*cells}) == 1 and cells[0] in "-+_*" and " " not in line.strip(" |+")
    return [] if is_rule else [states[cell] for cell in cells]

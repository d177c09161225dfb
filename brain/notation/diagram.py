"""A board drawn with characters, one line a row, the upper row first: the boards that we print, and
those that people post.

Letters and numbers at the edge, frames, and brackets around the last stone are ignored. White is to
move if black has more stones, unless a line says `White to move`.
"""

import re
from collections import Counter

from brain.cell import COLOUR_NAMES
from brain.lexicon import BLACK, EMPTY, FREESTYLE, MAX_SIZE, MIN_SIZE, WALL, WHITE
from brain.notation.text import excerpt
from brain.notation.written_game import WrittenGame
from brain.rules.laws import find_rule

SIGNS = {
    EMPTY: ".·•∙+-_*,:┼├┤┬┴┌┐└┘╋╂╬┏┓┗┛┠┨┯┷┳┻×╔╗╚╝╠╣╦╩╟╢╤╧十＋．。➕",  # noqa: RUF001
    BLACK: "xXbB@●⚫◆⬤Ｘ",  # noqa: RUF001
    WHITE: "oOwW○⚪◇◯Ｏ",  # noqa: RUF001
    WALL: "#",
}
NUMBERS = {str(state): state for state in (EMPTY, BLACK, WHITE)}  # of a board printed as numbers

_DRAWN = {sign: state for state, signs in SIGNS.items() for sign in signs}
_MATRIX = re.compile(r"[\s\[\](){},;]*(?:[0-2][\s\[\](){},;]*)+")
_BRACKETS = str.maketrans("()[]|│║¦", " " * 8)
_LINES = str.maketrans("", "", "─━═")  # between the cells of a drawn grid
_LABEL = re.compile(r"^\s*\d{1,2}(?=\D|$)|(?<!\d)\d{1,2}\s*$")
_SIDE_NOTE = re.compile(r"\s{4,}(?=\S)")  # between a row and what our terminal says beside it
_GAPS = re.compile(r"\s{3,}")  # between notes on one line
_SAME_SIGN = re.compile(r"●\s+White")  # our terminal's painted board, if its colours were lost
_EDGE = re.compile(r"[-+=_\s]*|[\d\s]*")
_LETTERS = ("abcdefghijklmnopqrstuvwxyz", "abcdefghjklmnopqrstuvwxyz")
_TURN = re.compile(r"(black|white) to move(?:, ([\w -]{1,40}))?", re.I)


def is_diagram(text: str) -> bool:
    """Return whether a text has the rows of a board."""
    states = _states(text)
    return sum(bool(_row(line, states)) for line in text.splitlines()) >= MIN_SIZE


def loads(text: str, rule: int | None = None) -> WrittenGame:
    """Return the position, set up; ValueError names a line that does not fit. `rule` overrides the
    text's rule.
    """
    if same := _SAME_SIGN.search(text):
        raise ValueError(f"expected different signs for black and white, got {excerpt(same[0])}")
    states, rows, notes = _states(text), [], []
    lines = [line for line in text.splitlines() if line.strip()]
    widths = Counter(len(row) for line in lines if (row := _row(line, states)))
    width = max(widths, key=lambda one: (widths[one], -one))
    turn, known = None, None
    for line in lines:
        row, words = _row(line, states), line.strip()
        if len(row) == width:
            rows.append(row)
            words = "".join(_SIDE_NOTE.split(words, 1)[1:])
        elif (row or 0 < len(rows) < MIN_SIZE) and not _is_edge(line):
            raise ValueError(f"expected a row of {width} cells, got {excerpt(words)}")
        told = [_told(part) for part in _GAPS.split(words)]
        turn = next((side for side, _ in told if side), turn)
        known = next((found for _, found in told if found is not None), known)
        is_known = any(side or found is not None for side, found in told)
        if words and not is_known and len(row) != width and not _is_edge(line):
            notes.append(f"skipped the line {excerpt(words)}")
    if len(rows) > MAX_SIZE or width > MAX_SIZE:
        raise ValueError(f"expected a board of up to {MAX_SIZE} lines, got {width} x {len(rows)}")
    drawn = [((x, y), state) for y, row in enumerate(rows) for x, state in enumerate(row) if state]
    counts = Counter(state for _, state in drawn)
    usual = WHITE if counts[BLACK] > counts[WHITE] else BLACK
    return WrittenGame(
        width,
        len(rows),
        next((one for one in (rule, known) if one is not None), FREESTYLE),
        set_up=tuple(stone for stone in drawn if stone[1] != WALL),
        walls=tuple(point for point, state in drawn if state == WALL),
        turn=turn or usual,
        notes=tuple(notes),
    )


def _told(words: str) -> tuple[int, int | None]:
    """Return the side to move and the rule that words name, 0 and None if they name none."""
    said = _TURN.fullmatch(words)
    side = 0
    if said:
        side = BLACK if said[1].lower() == COLOUR_NAMES[BLACK] else WHITE
        words = said[2] or ""
    return side, None if words.isdigit() else find_rule(words.partition(",")[0])


def _is_edge(line: str) -> bool:
    """Return whether a line has the names of the columns, or a part of a frame."""
    text = line.translate(_BRACKETS)
    letters = "".join(text.split()).lower()
    return bool(_EDGE.fullmatch(text)) or any(names.startswith(letters) for names in _LETTERS)


def _states(text: str) -> dict[str, int]:
    """Return the state of a cell by its character."""
    return NUMBERS if _MATRIX.fullmatch(text) else _DRAWN


def _row(line: str, states: dict[str, int]) -> list[int]:
    """Return the states of a line's cells, [] if it is not a row of a board."""
    if states is NUMBERS:
        numbers = [states[sign] for sign in line if sign in states]
        return numbers if len(numbers) >= MIN_SIZE else []
    line = _SIDE_NOTE.split(line.strip())[0]
    cells = "".join(_LABEL.sub(" ", line.translate(_BRACKETS)).translate(_LINES).split())
    if len(cells) < MIN_SIZE or not all(cell in states for cell in cells):
        return []
    return [states[cell] for cell in cells]

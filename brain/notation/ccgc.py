"""A game in the format of the Chinese Computer Game Contest: a head and moves in turn.

    {[C5][One B][Two W][先手胜][2026 Dalian][CCGC];B(H,8);W(I,9)}

A move has the column's letter and the row's number, from 1 at the bottom of a board of 15 x 15.
"""

import re

from brain.cell import COLOUR_NAMES
from brain.cell_names import BELOW, column_named, row_numbered
from brain.lexicon import BLACK, WHITE
from brain.notation.text import excerpt
from brain.notation.written_game import WrittenGame, in_turn
from brain.rules.symmetry import Point

SIDE = 15
START = re.compile(r"\{\s*\[\s*C5\s*\]", re.I)
WINNERS = {"先手胜": BLACK, "后手胜": WHITE}  # won by the side that moved first, or second

_FIELD = re.compile(r"\s*\[([^\[\];]*)\]")
_MOVE = re.compile(r"\s*;\s*([BW])\s*\(\s*([A-O])\s*,\s*(1[0-5]|[1-9])\s*\)", re.I)
_END = re.compile(r"\s*(?:;\s*)?\}\s*")


def loads(text: str, rule: int) -> WrittenGame:
    """Return the game; ValueError names what is not a move."""
    at = text.index("{") + 1
    fields: list[str] = []
    points: list[Point] = []
    while found := _FIELD.match(text, at):
        fields.append(found[1].strip())
        at = found.end()
    while found := _MOVE.match(text, at):
        colour = WHITE if len(points) % 2 else BLACK
        if found[1].upper() != COLOUR_NAMES[colour][0].upper():
            raise ValueError(
                f"move {len(points) + 1}, {found[0].strip()[1:]}: {COLOUR_NAMES[colour]} is to move"
            )
        points.append((column_named(found[2]), row_numbered(int(found[3]), SIDE, BELOW)))
        at = found.end()
    end = _END.match(text, at)
    if not end:
        raise ValueError(f"expected a move such as ;B(H,8) or }}, got {excerpt(text[at:].strip())}")
    rest = text[end.end() :]
    _, black, white, result = (*fields, "", "", "", "")[:4]
    return WrittenGame(
        SIDE,
        SIDE,
        rule,
        moves := in_turn(points),
        turn=WHITE if len(moves) % 2 else BLACK,
        black=black.removesuffix(" B"),
        white=white.removesuffix(" W"),
        winner=WINNERS.get(result),
        notes=(f"skipped the text after the game: {excerpt(rest)}",) if rest else (),
    )

"""A game of gomoku on playok.com, in the text that the site gives of it.

    [Black "Ann"]
    [White "Bo"]
    [GameType "61,15"]

    1. h8 i9 2. g7 white 3. -- h7 1-0

GameType ends with the side of the board. A move has the column's letter and the row's number, from
below. The two seats take turns, the one that the tag Black names first: in swap2, `black` and
`white` choose a colour, and `--` is a turn without a stone. Stones alternate in colour. Five win,
six do not.
"""

import re

from brain.cell_names import BELOW, column_named, row_numbered
from brain.lexicon import BLACK, STANDARD, WHITE
from brain.notation.text import excerpt
from brain.notation.written_game import WrittenGame, in_turn
from brain.rules.symmetry import Point

START = re.compile(r'(?:\[\w+\s+"[^"\n]*"\]\s*)*?\[GameType\s+"\d+,(\d{1,2})"\]')
SEATS = ("Black", "White")  # tags
WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None, "*": None}  # seats

_TAG = re.compile(r'\s*\[(\w+)\s+"([^"\n]*)"\]')
_WORD = re.compile(r"(?:\d{1,3}\.+)?(.*)", re.DOTALL)
_MOVE = re.compile(r"([A-Za-z])(\d{1,2})")
_NO_STONE = ("black", "white", "--")


def loads(text: str, rule: int | None) -> WrittenGame:
    """Return the game; `rule` overrides that of the site. ValueError names what is not a move."""
    tags, at = dict[str, str](), 0
    while found := _TAG.match(text, at):
        tags[found[1]] = found[2].strip()
        at = found.end()
    start = START.match(text)
    assert start, "the reader of the format is chosen by START"
    side = int(start[1])
    words = text[at:].split()
    end = next((index for index, word in enumerate(words) if word in WINNERS), len(words))
    points: list[Point] = []
    seat, last = 0, 1  # the seat to move, and that of the last stone
    for word in words[:end]:
        name = word[_WORD.fullmatch(word).start(1) :]  # type: ignore[union-attr]  # any word fits
        if name and name not in _NO_STONE:
            points.append(_point(name, side, len(points) + 1))
            last = seat
        seat ^= bool(name)
    black_seat = last if len(points) % 2 else 1 - last
    names = [tags.get(tag, "") for tag in SEATS]
    winner = WINNERS[words[end]] if end < len(words) else None
    rest = " ".join(words[end + 1 :])
    return WrittenGame(
        side,
        side,
        STANDARD if rule is None else rule,
        in_turn(points),
        turn=WHITE if len(points) % 2 else BLACK,
        black=names[black_seat],
        white=names[1 - black_seat],
        winner=None if winner is None else BLACK if winner == black_seat else WHITE,
        notes=(f"skipped the text after the game: {excerpt(rest)}",) if rest else (),
    )


def _point(name: str, side: int, number: int) -> Point:
    """Return the point of a move; ValueError if it is not one of the board."""
    found = _MOVE.fullmatch(name)
    if not found:
        raise ValueError(f"move {number}: expected a move such as h8, got {excerpt(name)}")
    x, y = column_named(found[1]), row_numbered(int(found[2]), side, BELOW)
    if not (x < side and 0 <= y < side):
        raise ValueError(f"move {number}: {name} is off the board of {side} x {side}")
    return x, y

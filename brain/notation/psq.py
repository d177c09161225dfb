"""A game as Piskvork saves it (.psq): a header, one stone per line, the two names, an error code.

A stone is `x,y,ms`; columns and rows count from 1. Piskvork writes neither the rule nor the winner.
Archives of Gomocup end with a line of both: `1,Renju`, `0,Freestyle15_1`.

Petr Laštovička: Piskvork, https://github.com/plastovicka/Piskvork, source/game.cpp
"""

import re
from dataclasses import dataclass

from brain.lexicon import BLACK, FREESTYLE, WHITE
from brain.notation.text import excerpt, one_line
from brain.notation.written_game import WrittenGame, in_turn
from brain.rules.laws import find_rule
from brain.rules.symmetry import Points

NORMAL, UNKNOWN = 0, -1  # error codes
COMPUTERS = "11:11"  # two engines without a time limit
BLACK_FIRST = 0

_HEADER = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), *\d+:\d+, *(\d)", re.ASCII)
_STONE = re.compile(r"([0-9]{1,9}),([0-9]{1,9}),(-?[0-9]{1,18})\s*")
_CODE = re.compile(r"-?\d{1,9}", re.ASCII)
_GOMOCUP = re.compile(r"([0-2]), ?([A-Za-z][^,]{0,40})")  # result, rule and number of the group
WINNERS = {"1": BLACK, "2": WHITE}


@dataclass(frozen=True)
class PsqGame:
    """The contents of a .psq file."""

    width: int
    height: int
    points: Points  # of the stones, in the order of placement
    times: tuple[int, ...]  # ms of each stone
    black: str = ""
    white: str = ""
    code: int = UNKNOWN
    rule: int | None = None  # None if the file names none
    winner: int | None = None
    notes: tuple[str, ...] = ()  # a sentence for each part of the file that was skipped

    def written(self, rule: int | None = None) -> WrittenGame:
        """Return the game with `rule`, or else the file's, or else freestyle."""
        known = FREESTYLE if self.rule is None else self.rule
        moves = in_turn(self.points)
        return WrittenGame(
            self.width,
            self.height,
            known if rule is None else rule,
            moves,
            turn=WHITE if len(moves) % 2 else BLACK,
            black=self.black,
            white=self.white,
            winner=self.winner,
            notes=self.notes,
        )


def dumps(saved: PsqGame) -> str:
    """Return the text of a .psq file."""
    stones = [f"{x + 1},{y + 1},{ms}" for (x, y), ms in zip(saved.points, saved.times, strict=True)]
    header = f"Piskvorky {saved.width}x{saved.height}, {COMPUTERS}, {BLACK_FIRST}"
    names = [one_line(name) for name in (saved.black, saved.white)]
    return "\n".join([header, *stones, *names, str(saved.code), ""])


def loads(text: str) -> PsqGame:
    """Return the contents of a .psq file; names and code may be missing. ValueError names an
    invalid line.
    """
    first, _, rest = text.removeprefix("\ufeff").partition("\n")
    header = _HEADER.match(first)
    if not header:
        raise ValueError("not a .psq file: expected a first line like  Piskvorky 15x15, 11:11, 0")
    width, height, second_first = (int(number) for number in header.groups())
    lines = [line.rstrip("\r") for line in rest.split("\n")]
    points, times = [], []
    for number, line in enumerate(lines, 2):
        stone = _STONE.fullmatch(line)
        if not stone:
            break
        x, y, ms = (int(text) for text in stone.groups())
        if not (0 < x <= width and 0 < y <= height):
            raise ValueError(f"line {number}: stone {x},{y} is off the board of {width} x {height}")
        points.append((x - 1, y - 1))
        times.append(ms)
    footer = lines[len(points) :]
    if any(_STONE.fullmatch(line) for line in footer):
        raise ValueError(f"line {len(points) + 2}: expected a stone x,y,ms, got {footer[0]!r}")
    names, code, after = _footer(footer)
    black, white = reversed(names) if second_first else names
    rule, winner, notes = _gomocup(after)
    times_read = tuple(times)
    return PsqGame(
        width, height, tuple(points), times_read, black, white, code, rule, winner, notes
    )


def _footer(lines: list[str]) -> tuple[tuple[str, str], int, list[str]]:
    """Return both names, each "" if missing, the error code and the lines after it."""
    first, second, code = (*lines, "", "", "")[:3]
    if _CODE.fullmatch(code):
        return (first, second), int(code), lines[3:]
    if _CODE.fullmatch(first):
        return ("", ""), int(first), lines[1:]
    return ("", ""), UNKNOWN, lines


def _gomocup(lines: list[str]) -> tuple[int | None, int | None, tuple[str, ...]]:
    """Return the rule and the winner, each None if missing, and notes on what is skipped."""
    kept = [line.strip() for line in lines if any(map(str.isalnum, line))]
    found = _GOMOCUP.fullmatch(kept[0]) if kept else None
    if found:
        kept = kept[1:]
    note = (f"skipped the text after the game: {excerpt(' '.join(kept))}",) if kept else ()
    if not found:
        return None, None, note
    rule = find_rule(re.sub(r"[0-9_ ]+$", "", found[2]))
    if rule is None:
        note = (f"skipped an unknown rule: {excerpt(found[2])}", *note)
    return rule, WINNERS.get(found[1]), note

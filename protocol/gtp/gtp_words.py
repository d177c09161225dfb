"""The words of the Go Text Protocol, version 2: lines to commands, cells to vertices, analysis to
`info` lines. No input or output happens here.

A vertex is not our name of a cell: its columns skip the letter I. Its rows count from below.

Gunnar Farnebäck: "Specification of the Go Text Protocol, version 2", 2002,
https://www.lysator.liu.se/~gunnar/gtp/
"""

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from brain.cell import Cell
from brain.cell_names import BELOW, row_number, row_numbered
from brain.engine import Analysis
from brain.lexicon import BLACK, WHITE

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PASS = Cell(0)
COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
MOST_VISITS = (1 << 31) - 1  # the largest number that windows can read
UNITS = 100  # evaluation units per point of the score

_LINE = re.compile(r"(?:(\d+)(?:\s+|$))?(\S*)\s*(.*)")
_VERTEX = re.compile(r"([A-HJ-Z])([1-9]\d?)")


@dataclass(frozen=True)
class GtpCommand:
    """A line: its number and name, each "" if missing, and its arguments."""

    number: str
    name: str
    words: tuple[str, ...] = ()
    text: str = ""  # the arguments, unchanged


@dataclass(frozen=True)
class AnalysisRequest:
    """The arguments of an analysis command."""

    colour: int  # 0 for the side to move
    interval_s: float
    least: int  # minimum number of moves
    most: int
    avoided: dict[int, set[str]]  # for each colour
    allowed: dict[int, set[str]]


INTERVAL_S = 1.0  # between two lines of analysis
SHORTEST_S, LONGEST_S = 0.01, 3600.0
MOVES = 5  # of an analysis
MOST = 1 << 32  # above any number of a command, -1 as an unsigned number included


def read(line: str) -> GtpCommand:
    """Return the command of a line, without its comment and control characters."""
    plain = "".join(sign for sign in line.replace("\t", " ") if sign.isprintable())
    number, name, text = _LINE.fullmatch(plain.partition("#")[0].strip()).groups("")  # type: ignore[union-attr]  # matches any line
    return GtpCommand(number, name, tuple(text.split()), text)


def vertex(cell: Cell, height: int) -> str:
    """Return the vertex of a cell, "pass" for none."""
    return f"{COLUMNS[cell.x]}{row_number(cell.y, height, BELOW)}" if cell else "pass"


def cell_of(text: str, width: int, height: int) -> Cell:
    """Return the cell of a vertex, PASS for a pass; ValueError if `text` is neither."""
    if text.lower() == "pass":
        return PASS
    found = _VERTEX.fullmatch(text.upper())
    x, y = (
        (COLUMNS.index(found[1]), row_numbered(int(found[2]), height, BELOW)) if found else (-1, -1)
    )
    if not (0 <= x < width and 0 <= y < height):
        raise ValueError(f"invalid vertex {text} on a board of {width} x {height}")
    return Cell.at(x, y, height)


def colour_of(text: str) -> int:
    """Return a colour; ValueError if `text` is not a colour."""
    if text.lower() not in COLOURS:
        raise ValueError(f"invalid color {text}")
    return COLOURS[text.lower()]


def whole(text: str) -> int:
    """Return a non-negative integer; ValueError if `text` is not one, or is too large."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"syntax error: expected a whole number, got {text}")
    return int(number_of(text))


def amount(text: str) -> float:
    """Return a number, or 0 for a negative one: a clock may be overdrawn."""
    return max(0.0, number_of(text))


def number_of(text: str) -> float:
    """Return a finite number; ValueError if `text` is not one."""
    try:
        number = float(text)
    except ValueError as error:
        raise ValueError(f"syntax error: expected a number, got {text}") from error
    if not abs(number) < MOST:
        raise ValueError(f"syntax error: {text} is out of range")
    return number


def analysis_request(words: Iterable[str]) -> AnalysisRequest:
    """Return the arguments of an analysis command; ValueError if they are invalid.

    A colour and an interval in hundredths of a second come first; both are optional. Then come keys
    with their values. Keys that only Go needs are skipped.
    """
    rest = deque(words)
    colour = COLOURS[rest.popleft().lower()] if rest and rest[0].lower() in COLOURS else 0
    numbers = {"interval": round(INTERVAL_S * 100), "minmoves": 0, "maxmoves": 0}
    if rest and rest[0].isdecimal():
        numbers["interval"] = whole(rest.popleft())
    limits: dict[str, dict[int, set[str]]] = {"avoid": {}, "allow": {}}
    while rest:
        key = rest.popleft().lower()
        count = 3 if key in limits else 1  # a colour, vertices, and a depth in moves
        if len(rest) < count:
            raise ValueError(f"{key} needs {count} values" if count > 1 else f"{key} needs a value")
        values = [rest.popleft() for _ in range(count)]
        if key in limits:
            vertices = limits[key].setdefault(colour_of(values[0]), set())
            vertices.update(values[1].split(","))
        elif key in numbers:
            numbers[key] = whole(values[0])
    least = max(1, numbers["minmoves"])
    return AnalysisRequest(
        colour,
        min(max(numbers["interval"] / 100, SHORTEST_S), LONGEST_S),
        least,
        max(least, numbers["maxmoves"] or MOVES),
        limits["avoid"],
        limits["allow"],
    )


def lz_info(analysis: Analysis, order: int, prior: float, height: int) -> str:
    """Return a move in Leela Zero's format: win rate and prior in ten-thousandths."""
    rate = round(analysis.score.win_rate * 10000)
    return (
        f"info move {vertex(analysis.line[0], height)} visits {_visits(analysis)}"
        f" winrate {rate} prior {round(prior * 10000)} lcb {rate} order {order}"
        f" pv {_variation(analysis, height)}"
    )


def kata_info(analysis: Analysis, order: int, prior: float, height: int) -> str:
    """Return a move in KataGo's format: win rate and prior from 0 to 1, and a score."""
    rate, score = analysis.score.win_rate, int(analysis.score) / UNITS
    return (
        f"info move {vertex(analysis.line[0], height)} visits {_visits(analysis)}"
        f" utility {2 * rate - 1:.6f} winrate {rate:.6f} scoreMean {score:.2f} scoreStdev 0"
        f" scoreLead {score:.2f} scoreSelfplay {score:.2f} prior {prior:.6f} lcb {rate:.6f}"
        f" utilityLcb {2 * rate - 1:.6f} order {order} pv {_variation(analysis, height)}"
    )


Info = Callable[[Analysis, int, float, int], str]
INFOS: dict[str, Info] = {"lz": lz_info, "kata": kata_info}


def info_line(lines: tuple[Analysis, ...], dialect: str, height: int) -> str:
    """Return all moves of an analysis on one line, as windows expect.

    A move's prior is its share of the sum of win rates, as this search has no policy.
    """
    total = sum(line.score.win_rate for line in lines) or 1.0
    return " ".join(
        INFOS[dialect](line, order, line.score.win_rate / total, height)
        for order, line in enumerate(lines)
    )


def _visits(analysis: Analysis) -> int:
    return min(analysis.nodes, MOST_VISITS)


def _variation(analysis: Analysis, height: int) -> str:
    return " ".join(vertex(cell, height) for cell in analysis.line)

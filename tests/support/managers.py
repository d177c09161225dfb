"""How each manager writes to a brain, and how it reads a brain's lines.

A reader takes a line and what the manager is waiting for. It returns how the manager reads the
line, or None if the manager ignores it, and raises Misread if the manager would misread it. `meant`
returns what a line means by the protocol's documents; a manager that heeds it must agree.

Managers differ most in what they don't check: one looks at the first letter only, one tells OK by
both letters and no carriage return, one takes whatever isn't a message for the move.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import cycle

from protocol.client.brain_client import NON_ANSWERS

# What a line stands for, and what a manager waits for.
OK = "ok"
MOVE = "move"  # one stone
STONES = "stones"  # more than one, or the choice that swap2 leaves
SWAP = "swap"
NAME = "name"  # the answer to ABOUT
FORBIDDEN = "forbidden"  # points
STEP = "step"  # of an opening in a dialogue
LABELS = "labels"  # of the database, on the board
LIMIT = "limit"  # of a slider
MARK = "mark"  # of the search at work, on the board
DETAIL = "detail"  # of an analysis, a line each
ANALYSIS = "analysis"  # in one line
REFUSAL = "refusal"
TALK = "talk"

PASSING = frozenset({MARK, DETAIL, ANALYSIS})  # how often these come depends on the time

EVALUATION = ("depth", "ev", "n", "n/ms", "tm", "pv")  # of an analysis

PLACE = re.compile(r"\d+,\d+")
PLACES = re.compile(r"\d+,\d+( \d+,\d+)*")
POINTS = re.compile(r"(\d{4})*\.")
NUMBER = r"(1?\d|2[01])"  # on the largest board
MARKS = re.compile(rf"REFRESH|VAL -?\d+|PV .+|(POS|DONE|BEST|LOST) {NUMBER},{NUMBER}")
DATABASE = re.compile(
    rf"REFRESH|DONE|{NUMBER} {NUMBER} -?\d+ -?\d+ \d+ [03] [01]( \S+)?"
    r'|ONE -?\d+ -?\d+ \d+ [03]( \S+)?|TEXT "([^"\\]|\\.)*"'
)
DETAILS = (  # in this order
    r"PV \d+",
    r"NUMPV \d+",
    r"DEPTH \d+",
    r"SELDEPTH \d+",
    r"NODES \d+",
    r"TOTALNODES \d+",
    r"TOTALTIME \d+",
    r"SPEED \d+",
    r"EVAL (-?\d+|[+-]M\d+)",
    r"WINRATE [01](\.\d+)?",
    rf"BESTLINE {PLACES.pattern}",
    r"PV DONE",
)
SOOSORV_STEPS = (
    r"MOVE[123] \d+ \d+|SWAP[12] (YES|NO)|MOVE4 \d+ \d+ [1-8]"
    r"|MOVE5 (REFRESH|DONE|\d+ \d+)|MOVE5C \d+ \d+"
)
SCANNED = re.compile(r"\s*([+-]?\d+),\s*([+-]?\d+)")  # by C's "%d,%d"


class Misread(Exception):  # noqa: N818 (the manager's, not ours)
    """A line that a manager would take for something else."""


@dataclass(frozen=True)
class Reading:
    """What is made of a line; `text` is the part that counts."""

    what: str
    text: str = ""


Reader = Callable[[str, str], Reading | None]  # a line, and what the manager waits for


@dataclass(frozen=True)
class Manager:
    """A program that plays games between brains, or against one."""

    reader: Callable[[], Reader]  # a new one for every conversation
    heeds: frozenset[str]  # what it does something about
    end: str = "\n"  # of its lines
    block_end: str = ""  # of those in a block, when it is another
    arguments: tuple[str, ...] = ()  # that it starts a brain with

    def ends(self, lines: list[str]) -> list[str]:
        """Return the line ends that it would put behind these lines, one after the other."""
        inside = False
        ends = []
        for line in lines:
            inside = line in ("BOARD", "SWAP2BOARD") or (inside and line != "DONE")
            ends.append(self.block_end or self.end if inside else self.end)
        return ends


def meant(line: str) -> Reading:
    """Return what a line stands for."""
    word, _, rest = line.partition(" ")
    kind, _, value = rest.partition(" ")
    match word:
        case "OK" | "SWAP" if not rest:
            return Reading(word.lower())
        case "ERROR" | "UNKNOWN" if rest:
            return Reading(REFUSAL)
        case "FORBID" if POINTS.fullmatch(rest):
            return Reading(FORBIDDEN, rest)
        case "INFO" if any(re.fullmatch(detail, rest) for detail in DETAILS):
            return Reading(DETAIL, rest)
        case "MESSAGE" if kind == "REALTIME":
            return Reading(MARK, value)
        case "MESSAGE" if kind == "INFO":
            return Reading(LIMIT, value)
        case "MESSAGE" if kind in ("SWAP2", "SOOSORV"):
            return Reading(STEP, value)
        case "MESSAGE" if kind == "DATABASE" and DATABASE.fullmatch(value):
            return Reading(LABELS, value)
        case "MESSAGE" if kind == "depth":
            words = [*rest.split(), "?"]
            return Reading(ANALYSIS, " ".join(words[words.index(key) + 1] for key in EVALUATION))
        case "MESSAGE" | "DEBUG" if rest:
            return Reading(TALK)
    if named := re.match(r'name="([^"]+)", ', line):
        return Reading(NAME, named[1])
    if PLACES.fullmatch(line):
        return Reading(STONES if " " in line else MOVE, line)
    raise Misread(f"no word of the protocol: {line}")


def by_the_document(line: str, awaited: str) -> Reading | None:
    """Return what a line stands for, whatever is awaited."""
    return meant(line)


# Those that judge matches. They ask and then read until an answer comes.


def gomocup_judge(line: str, awaited: str) -> Reading | None:
    """GomocupJudge reads on until two numbers with a comma between them come."""
    if line.lower().startswith("message"):
        return None
    if awaited == STONES and line.lower().startswith("swap"):
        return Reading(SWAP)
    try:
        return _stones(line.split() if awaited == STONES else [line])
    except ValueError:
        return None


def local_judge(line: str, awaited: str) -> Reading | None:
    """GomocupJudgeLocal takes what begins with no word that it knows for the answer."""
    if line.startswith("MESSAGE"):
        return _evaluation(line)
    if line.startswith(("ERROR", "UNKNOWN")):
        return None
    try:
        match awaited:
            case "ok" if line == "OK":
                return Reading(OK)
            case "name":
                fields = dict(field.strip().split("=")[:2] for field in line.split(","))
                return Reading(NAME, fields["name"].strip('"'))
            case "stones" if line == "SWAP":
                return Reading(SWAP)
            case "move" | "stones":
                return _stones(line.split(" "))
    except (KeyError, ValueError) as error:
        raise Misread(f"{line}: {error}") from error
    raise Misread(f"an exception instead of {awaited}: {line}")


def piskvork(line: str, awaited: str) -> Reading | None:
    """Piskvork takes the first line that is not a message for the answer."""
    if line.lower().startswith(("debug ", "message ")) or not line:
        return None
    if awaited == OK:
        if line.lower() == "ok":
            return Reading(OK)
        if line.lower().startswith("error") and "20" in line:
            return Reading(REFUSAL)  # it offers a board of 20 x 20
    elif awaited == MOVE and (numbers := SCANNED.match(line)):
        return _stones([",".join(numbers.groups())])
    raise Misread(f"an engine error instead of {awaited}: {line}")


def c_gomoku_cli(line: str, awaited: str) -> Reading | None:
    """c-gomoku-cli passes over prefixed lines, and over any other that isn't what it waits for."""
    if awaited == OK:
        if line.startswith("ERROR"):
            raise Misread(f"a failed start: {line}")
        return Reading(OK) if line == "OK" else None
    if line.startswith(("MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "SUGGEST")):
        return None
    if awaited == NAME:
        words = re.findall(r'"([^"]*)"|([^", =]+)', line)
        tokens = [quoted or plain for quoted, plain in words]
        if "name" not in tokens[:-1]:
            raise Misread(f"an engine without a name: {line}")
        return Reading(NAME, tokens[tokens.index("name") + 1])
    return _stones([line]) if PLACE.fullmatch(line) else None


def runner(line: str, awaited: str) -> Reading | None:
    """Our own match runner knows chatter by its first word."""
    word = line.partition(" ")[0].upper()
    if awaited == OK:
        if word == "ERROR":
            raise Misread(f"a failed start: {line}")
        return Reading(OK) if line.upper() == "OK" else None
    if word in NON_ANSWERS:
        return None
    if awaited == STONES and line.upper() == "SWAP":
        return Reading(SWAP)
    if not PLACES.fullmatch(line):
        raise Misread(f"an unreadable answer: {line}")
    return _stones(line.split())


# Those with a window. They take every line as it comes, asked for or not.


def qpiskvork(line: str, awaited: str) -> Reading | None:
    """qpiskvork looks at the first letter, in this order, and then for a comma near the start."""
    for what, letters in ((OK, "OK"), (REFUSAL, "ERROR "), (REFUSAL, "UNKNOWN "), (SWAP, "SWAP")):
        if line[0] in letters:
            if what == REFUSAL:
                raise Misread(f"the end of the game: {line}")
            return Reading(what)
    if line.find(",") in (1, 2):
        return _stones(line.split(" ")[:3])
    if "name" in line:
        for key, _, value in (field.partition("=") for field in line.split(",")):
            if "name" in key and value:
                return Reading(NAME, value.strip('"'))
    return None


class YixinBoard:
    """Yixin-Board: what begins with no word that it knows is a move, by C's sscanf.

    The version of 2018 doesn't know INFO and keeps the last move when it finds none; it reads one.
    """

    def __init__(self, year: int) -> None:
        self._is_old = year == 2018
        self._detail = cycle(DETAILS)  # what comes next; the last one draws what came before

    def __call__(self, line: str, awaited: str) -> Reading | None:
        said = line.upper()  # so it knows its words in any case
        if said.startswith("MESSAGE SWAP2"):
            return _step(line[14:], r"MOVE[1-5] \d+ \d+|SWAP[12] (YES|NO)")
        if said.startswith("MESSAGE SOOSORV"):
            return _step(line[16:], SOOSORV_STEPS)
        if said.startswith("MESSAGE DATABASE"):
            if not DATABASE.fullmatch(line[17:]):
                raise Misread(f"labels on the board: {line}")
            return Reading(LABELS, line[17:])
        if said.startswith("MESSAGE REALTIME"):
            return _mark(line[17:])
        if said.startswith("MESSAGE INFO"):
            return Reading(LIMIT, line[13:])
        if said.startswith("INFO") and not self._is_old:
            if not re.fullmatch(next(self._detail), line[5:]):
                raise Misread(f"no detail in its place: {line}")
            return Reading(DETAIL, line[5:])
        if said.startswith("FORBID"):
            return _forbidden(line[7:])
        if said.startswith(("OK", "MESSAGE", "DEBUG", "ERROR", "UNKNOWN")):
            return None
        moves = line.split(" ")[: 1 if self._is_old else 2]
        if all(SCANNED.match(move) for move in moves):
            return _stones(moves)
        raise Misread(f"a move, or nothing at all: {line}")


def gomocalc(line: str, awaited: str) -> Reading | None:
    """The page of gomocalc splits a line at its first space."""
    word, space, rest = line.partition(" ")
    kind, _, value = rest.partition(" ")
    match word:
        case "OK" if not space:
            return None
        case "SWAP" if not space:
            return Reading(SWAP)
        case "MESSAGE":
            return _mark(value) if kind == "REALTIME" else None
        case "INFO":
            if kind == "BESTLINE" and not PLACE.search(value):
                raise Misread(f"an exception: {line}")
            return Reading(DETAIL, rest)
        case "FORBID":
            return _forbidden("".join(re.findall(r"\d{4}", rest)) + ".")
        case "ERROR" | "UNKNOWN" | "DEBUG":
            return None
    if not PLACES.fullmatch(line):
        raise Misread(f"a stone nowhere: {line}")
    return _stones(line.split(" ")[:2])


def _stones(words: list[str]) -> Reading:
    """Return the stones that words name; ValueError when they don't."""
    places = [[int(number) for number in word.split(",")] for word in words]
    text = " ".join(f"{x},{y}" for x, y in places)
    return Reading(MOVE if len(places) == 1 else STONES, text)


def _mark(text: str) -> Reading:
    """Return a mark on the board; what isn't on it is written somewhere in memory."""
    if not MARKS.fullmatch(text):
        raise Misread(f"no mark: {text}")
    return Reading(MARK, text)


def _step(text: str, steps: str) -> Reading:
    """Return a step of an opening: a stone, or a choice of colours."""
    if not re.fullmatch(steps, text):
        raise Misread(f"no step: {text}")
    return Reading(STEP, text)


def _forbidden(text: str) -> Reading:
    """Return forbidden points, four digits each; without the dot there is no end of them."""
    points = text[: text.index(".")] if "." in text else "?"
    if not re.fullmatch(r"(\d{4})*", points):
        raise Misread(f"no points: {text}")
    return Reading(FORBIDDEN, f"{points}.")


def _evaluation(line: str) -> Reading | None:
    """Return what GomocupJudgeLocal makes of a message, None when it finds none of its words."""
    if not line.startswith("MESSAGE "):
        raise Misread(f"an exception: {line}")
    keys = (
        ("depth", "dep"),
        ("ev", "value", "eval", "Winrate", "sc"),
        ("n", "called", "Visits", "nd"),
        ("n/s", "n/ms", "speed", "sp"),
        ("tm", "Time"),
        ("pv", "PV"),
    )
    words = line.split(" ")[1:-1]  # the last one has no value after it
    found = [next((key for key in group if key in words), "") for group in keys]
    if not any(found):
        return None
    values = [line.split(" ")[1:][words.index(key) + 1] if key else "?" for key in found]
    return Reading(ANALYSIS, " ".join(values))


def _stateless(reader: Reader) -> Callable[[], Reader]:
    """Return a maker of a reader that remembers nothing."""
    return lambda: reader


MANAGERS = {
    "protocol": Manager(
        _stateless(by_the_document),
        frozenset(
            {OK, MOVE, STONES, SWAP, NAME, FORBIDDEN, STEP, LABELS, LIMIT, REFUSAL, TALK} | PASSING
        ),
    ),
    "gomocup_judge": Manager(
        _stateless(gomocup_judge), frozenset({MOVE, STONES, SWAP}), end="\r\n"
    ),
    "local_judge": Manager(
        _stateless(local_judge), frozenset({OK, NAME, MOVE, STONES, SWAP, ANALYSIS})
    ),
    "piskvork": Manager(_stateless(piskvork), frozenset({OK, MOVE, REFUSAL}), end="\r\n"),
    "c_gomoku_cli": Manager(_stateless(c_gomoku_cli), frozenset({OK, NAME, MOVE})),
    "runner": Manager(_stateless(runner), frozenset({OK, MOVE, STONES, SWAP})),
    "qpiskvork": Manager(
        _stateless(qpiskvork), frozenset({OK, NAME, MOVE, STONES, SWAP}), end="\r\n", block_end="\n"
    ),
    "yixin_board": Manager(
        partial(YixinBoard, 2025),
        frozenset({MOVE, STONES, FORBIDDEN, STEP, LABELS, LIMIT, MARK, DETAIL}),
        arguments=("--force-utf8",),
    ),
    "yixin_board_2018": Manager(
        partial(YixinBoard, 2018), frozenset({MOVE, STONES, FORBIDDEN, STEP, LABELS, LIMIT, MARK})
    ),
    "gomocalc": Manager(
        _stateless(gomocalc), frozenset({MOVE, STONES, SWAP, FORBIDDEN, MARK, DETAIL})
    ),
}

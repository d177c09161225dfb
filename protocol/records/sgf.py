"""Games in the Smart Game Format, version 4, game 4: Gomoku and Renju.

A point is two letters, column and row, aa the upper left corner. The opening's stones are commented
"opening", any other stone with its time and the engine's message. The format has room for the day
only; memory is not kept.

Arno Hollosi: "SGF File Format FF[4]", 1999, https://www.red-bean.com/sgf/
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from brain.lexicon import BLACK, FREESTYLE, WHITE
from protocol.records.games import (
    DRAW,
    FAILURES,
    LOSS,
    RULE_NAMES,
    WIN,
    Ending,
    Game,
    Move,
    Point,
    colour_of,
)
from protocol.records.text import one_line

Node = dict[str, str]  # a property's values, one after the other

OPENING = "opening"
COLOURS = {BLACK: "B", WHITE: "W"}
FORFEIT, TIME = "F", "T"  # how a game was won, other than on the board
REASONS = dict.fromkeys(FAILURES, FORFEIT) | {Ending.TIME: TIME}
ENDINGS = {str(ending): ending for ending in Ending}
RULES = {name: rule for rule, name in RULE_NAMES.items()}
NUMBERED_RULES = {str(rule): rule for rule in RULE_NAMES}  # as other programs write them

_VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_TOKEN = re.compile(rf"[(;)]|([A-Z]+)((?:{_VALUE.pattern})+)", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_COMMENT = re.compile(r"(\d+(?:\.\d+)?) ?ms\n?(.*)", re.DOTALL)


def dumps(game: Game) -> str:
    """Return the game tree of a game, a line for the game and one for each stone."""
    root = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "SZ": str(game.width) if game.width == game.height else f"{game.width}:{game.height}",
        "PB": _escaped(game.black),
        "PW": _escaped(game.white),
        "RE": _result(game),
        "GN": str(game.number),
        "EV": f"pair {game.pair}",
        "RO": str(game.round),
        "DT": game.started[:10],
        "RU": RULE_NAMES[game.rule],
        "GC": "\n".join([game.ending, *map(_escaped, game.exchange)]),
    }
    comments = [OPENING for _ in game.opening] + [_comment(move) for move in game.moves]
    stones = [
        {COLOURS[game.colour_of(index - len(game.opening))]: _letters(point), "C": comment}
        for index, (point, comment) in enumerate(zip(game.stones, comments, strict=True))
    ]
    return "(" + "\n".join(_node(node) for node in (root, *stones)) + ")\n"


def loads(text: str) -> Iterator[Game]:
    """Yield the games of a collection, of each its first variation; stones that are set up come
    first.

    ValueError when a property cannot be read, or no game of Gomoku has these stones; other
    programs' files have no times.
    """
    for nodes in _trees(text):
        yield _game(nodes)


def _game(nodes: list[Node]) -> Game:
    root, *rest = nodes
    set_up = _set_up(root)
    stones = [node for node in rest if "B" in node or "W" in node]
    for index, node in enumerate(stones, len(set_up)):
        if COLOURS[colour_of(index)] not in node:
            raise ValueError(f"stone {index + 1} is out of turn")
    opening = [node for node in stones if node.get("C", "").startswith(OPENING)]
    ending, *exchange = root.get("GC", "").split("\n")
    score = {"B": WIN, "W": LOSS}.get(root.get("RE", "")[:1], DRAW)
    width, _, height = root.get("SZ", "15").partition(":")
    return Game(
        number=_number(root.get("GN", "")),
        pair=_number(root.get("EV", "")),
        black=root.get("PB", ""),
        white=root.get("PW", ""),
        rule=(RULES | NUMBERED_RULES).get(root.get("RU", ""), FREESTYLE),
        width=int(width),
        height=int(height or width),
        opening=(*set_up, *map(_point, opening)),
        moves=tuple(_move(node) for node in stones[len(opening) :]),
        score=score,
        ending=ENDINGS.get(ending) or _ending(root.get("RE", ""), score),
        exchange=tuple(exchange),
        started=root.get("DT", ""),
        round=_number(root.get("RO", "")),
    )


def _set_up(root: Node) -> list[Point]:
    """Return the stones that a game begins with, black's and white's in turn."""
    black, white = (re.findall("..?", root.get(name, "")) for name in ("AB", "AW"))
    if len(black) - len(white) not in (0, 1):
        raise ValueError(f"{len(black)} black and {len(white)} white stones are set up")
    pairs = zip_longest(black, white)
    return [_read_point(letters) for pair in pairs for letters in pair if letters]


def _result(game: Game) -> str:
    """Return the result as the format writes it."""
    if game.score == DRAW:
        return "Draw"
    return ("B+" if game.score == WIN else "W+") + REASONS.get(game.ending, "")


def _ending(result: str, score: float) -> Ending:
    """Return the likeliest ending of a game that only tells its result."""
    if score == DRAW:
        return Ending.FULL_BOARD
    return {TIME: Ending.TIME, FORFEIT: Ending.CRASH}.get(result[2:3], Ending.FIVE)


def _comment(move: Move) -> str:
    lines = [f"{move.ms:.1f} ms"] + ([_escaped(move.message)] if move.message else [])
    return "\n".join(lines)


def _move(node: Node) -> Move:
    comment = _COMMENT.fullmatch(node.get("C", ""))
    ms, message = comment.groups() if comment else (0, node.get("C", ""))
    return Move(*_point(node), ms=float(ms), message=message)


def _letters(point: Point) -> str:
    return "".join(chr(ord("a") + number) for number in point)


def _point(node: Node) -> Point:
    return _read_point(node.get("B") or node.get("W", ""))


def _read_point(letters: str) -> Point:
    if not re.fullmatch("[a-z]{2}", letters):
        raise ValueError(f"[{letters}] is no point")
    x, y = (ord(letter) - ord("a") for letter in letters)
    return x, y


def _number(text: str) -> int:
    """Return the number of a game, a pair or a round, 0 when another program has named it."""
    number = re.fullmatch(r"(?:pair )?(\d+)", text)
    return int(number[1]) if number else 0


def _node(node: Node) -> str:
    return ";" + "".join(f"{name}[{value}]" for name, value in node.items())


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", one_line(text))


def _plain(value: str) -> str:
    """Return a property's text without its escapes; an escaped line end is none."""
    plain = _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value)
    return plain.replace("\r\n", "\n").replace("\r", "\n")


def _trees(text: str) -> Iterator[list[Node]]:
    """Yield the nodes of each game tree's first variation, which ends at the first `)`."""
    nodes: list[Node] = []
    depth = 0
    is_open = False
    for token in _TOKEN.finditer(text):
        match token[0][0]:
            case "(":
                if depth == 0:
                    nodes, is_open = [], True
                depth += 1
            case ";" if is_open:
                nodes.append({})
            case ")":
                is_open = False
                depth -= 1
                if depth == 0 and nodes:
                    yield nodes
            case _ if is_open and nodes:
                values = "".join(map(_plain, _VALUE.findall(token[2])))
                nodes[-1].setdefault(token[1], values)

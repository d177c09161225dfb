"""Game trees in the Smart Game Format, version 4, game 4: Gomoku and Renju.

A point is two letters, column and row, aa the upper left corner.

Arno Hollosi: "SGF File Format FF[4]", 1999, https://www.red-bean.com/sgf/
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from brain.lexicon import FREESTYLE
from brain.notation.text import one_line
from brain.rules import RULE_NAMES
from brain.symmetry import Point, Points

Node = dict[str, str]  # a property to its values, joined

COLOURS = ("B", "W")  # of the stones in turn
NAMED_RULES = {name: rule for rule, name in RULE_NAMES.items()}
NUMBERED_RULES = {str(rule): rule for rule in RULE_NAMES}  # as other programs write them
DEFAULT_SIZE = "15"

_VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_TOKEN = re.compile(rf"[(;)]|([A-Z]+)((?:{_VALUE.pattern})+)", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(frozen=True)
class Saved:
    """What a game tree says of a game's first variation."""

    width: int
    height: int
    rule: int
    set_up: Points  # stones that lie there first, black's and white's in turn
    root: Node
    nodes: tuple[Node, ...]  # of the stones that are placed then, in turn

    @property
    def points(self) -> Points:
        """The points of all stones."""
        return (*self.set_up, *map(point_of, self.nodes))


def dumps(width: int, height: int, stones: Iterable[tuple[Point, str]], properties: Node) -> str:
    """Return a game tree: stones in turn with their comments, and the root's further properties.

    The root has one line, and so has each stone. The caller escapes the texts.
    """
    root = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "SZ": str(width) if width == height else f"{width}:{height}",
    }
    nodes = [
        {COLOURS[index % 2]: _letters(point)} | ({"C": comment} if comment else {})
        for index, (point, comment) in enumerate(stones)
    ]
    return "(" + "\n".join(_node(node) for node in (root | properties, *nodes)) + ")\n"


def loads(text: str) -> Iterator[Saved]:
    """Yield the first variation of each game of a collection.

    ValueError when a property can't be read, or stones aren't placed in turn.
    """
    for root, *nodes in _trees(text):
        set_up = _set_up(root)
        stones = tuple(node for node in nodes if "B" in node or "W" in node)
        for index, node in enumerate(stones, len(set_up)):
            if COLOURS[index % 2] not in node:
                raise ValueError(f"stone {index + 1} is out of turn")
        width, _, height = root.get("SZ", DEFAULT_SIZE).partition(":")
        rule = (NAMED_RULES | NUMBERED_RULES).get(root.get("RU", ""), FREESTYLE)
        yield Saved(int(width), int(height or width), rule, set_up, root, stones)


def point_of(node: Node) -> Point:
    """Return the point of a node's stone; ValueError when it has none."""
    return _read_point(node.get("B") or node.get("W", ""))


def escaped(text: str) -> str:
    """Return a text as a property can hold it, on one line."""
    return re.sub(r"([\]\\])", r"\\\1", one_line(text))


def _set_up(root: Node) -> Points:
    """Return the stones that a game begins with, black's and white's in turn."""
    black, white = (re.findall("..?", root.get(name, "")) for name in ("AB", "AW"))
    if len(black) - len(white) not in (0, 1):
        raise ValueError(f"{len(black)} black and {len(white)} white stones are set up")
    pairs = zip_longest(black, white)
    return tuple(_read_point(letters) for pair in pairs for letters in pair if letters)


def _letters(point: Point) -> str:
    return "".join(chr(ord("a") + number) for number in point)


def _read_point(letters: str) -> Point:
    if not re.fullmatch("[a-z]{2}", letters):
        raise ValueError(f"[{letters}] is no point")
    x, y = (ord(letter) - ord("a") for letter in letters)
    return x, y


def _node(node: Node) -> str:
    return ";" + "".join(f"{name}[{value}]" for name, value in node.items())


def _plain(value: str) -> str:
    """Return a property's text without its escapes; an escaped line end disappears."""
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

"""The syntax of the Smart Game Format: parses a text into game trees, nodes and properties.

A tree has all nodes with their parents, and those of its first variation. Unreadable text raises
ValueError, which names the node.

Arno Hollosi: "SGF File Format FF[4]", 1999, https://www.red-bean.com/sgf/
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from brain.notation.text import excerpt

_VALUE = r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]"
_ONE_VALUE = re.compile(_VALUE, re.DOTALL)
_START = re.compile(r"\(\s*;")
_TOKEN = re.compile(
    rf"\s*(?:([(;)])|(\w+)((?:\s*{_VALUE.replace('([^', '(?:[^', 1)})+))", re.DOTALL
)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BLANKS = " \t\r\n\v\f\0\x1a\ufeff"  # allowed between games; old editors end a file with 1A
_CUT = re.compile(r"[\s\0\x1a\ufeff]*[;)]")  # what follows a game that was closed too early
_LONGEST_SHOWN = 20  # characters of unreadable text in a message
_NO_VALUES: Mapping[str, list[str]] = {}


@dataclass(frozen=True, slots=True)
class SgfNode:
    """The properties of a node; the root is number 1, the others follow as in the text."""

    number: int
    values: Mapping[str, list[str]] = field(default_factory=lambda: _NO_VALUES)

    def text(self, name: str) -> str:
        """Return the joined values of a property, "" without it."""
        return "".join(self.values.get(name, []))

    def one(self, name: str) -> str | None:
        """Return a property's stripped value, None without the property. ValueError if it has
        several values.
        """
        values = self.values.get(name)
        if not values:
            return None
        if len(values) > 1:
            raise self.fault(f"{name} has {len(values)} values")
        return values[0].strip()

    def fault(self, text: str) -> ValueError:
        """Return an error that names the node."""
        return ValueError(f"node {self.number}: {text}")


@dataclass(frozen=True)
class SgfTree:
    """A game's first variation, all its nodes, and what the text has besides."""

    nodes: tuple[SgfNode, ...]
    left_out: int = 0  # number of other variations
    left_after: int = 0  # number of the node before the first of them
    around: str = ""  # text before or after the game that is not SGF
    all_nodes: tuple[SgfNode, ...] = ()  # of all variations, as in the text
    parents: Sequence[int] = ()  # index of each node's parent; -1 of the root


@dataclass
class _Branch:
    """A tree, or a bracketed part of it, that is not closed yet."""

    is_main: bool  # on the first variation
    has_node: bool = False
    children: int = 0
    last: int = 0  # number of its last node, on the first variation
    tip: int = -1  # index of its last node, or else of the node before it


def loads(text: str) -> tuple[SgfTree, ...]:
    """Return the games of a collection. Text around a game belongs to it: that before the first
    game, and that after each.
    """
    start = _START.search(text)
    if not text.strip(_BLANKS):
        return ()
    if not start:
        raise ValueError("the file has no game")
    reader = _Reader()
    at, end = start.start(), len(text.rstrip(_BLANKS))
    around = [text[:at].strip(_BLANKS)]  # by game
    while at < end:
        token = _TOKEN.match(text, at, end)
        if not token:
            raise reader.fault(f"unexpected text {excerpt(text[at:end].strip(), _LONGEST_SHOWN)}")
        mark, name, values = token.group(1, 2, 3)
        if mark:
            reader.mark(mark)
        else:
            reader.property(name, map(_plain, _ONE_VALUE.findall(values)))
        at = token.end()
        if not reader.branches and not _CUT.match(text, at):
            later = _START.search(text, at, end)
            next_at = later.start() if later else end
            around[-1] = f"{around[-1]} {text[at:next_at].strip(_BLANKS)}".strip()
            around.append("")
            at = next_at
    if reader.branches:
        raise reader.fault("expected ) before the end of the text")
    pairs = zip(reader.trees, around, strict=False)
    return tuple(replace(tree, around=excerpt(rest)) if rest else tree for tree, rest in pairs)


class _Reader:
    """Builds trees token by token."""

    def __init__(self) -> None:
        self.trees: list[SgfTree] = []
        self.branches: list[_Branch] = []  # open branches, outermost first
        self._nodes: list[SgfNode] = []  # of the first variation
        self._all: list[SgfNode] = []
        self._parents = array("q")  # of all nodes
        self._left: list[int] = []  # the node before each skipped variation
        self._values: dict[str, list[str]] | None = None  # of the last node; None without any

    def mark(self, mark: str) -> None:
        """Open or close a branch, or start a node."""
        if mark == "(":
            self._open()
            return
        branch = self._innermost(mark)
        if mark == ")":
            self._close(branch)
        elif branch.children:
            raise self.fault("a node follows a variation")
        else:
            branch.has_node = True
            self._parents.append(branch.tip)
            self._all.append(SgfNode(len(self._parents)))
            self._values = None
            branch.tip = len(self._parents) - 1
            if branch.is_main:
                self._nodes.append(self._all[-1])
                branch.last = len(self._nodes)

    def property(self, name: str, values: Iterable[str]) -> None:
        """Add a property to the current node; lower-case letters of its name are dropped."""
        branch = self._innermost(name)
        short = "".join(sign for sign in name if not sign.islower())
        if not short:
            raise self.fault(f"{name} is not a property: expected capital letters")
        if branch.children or not branch.has_node:
            raise self.fault(f"{name} is outside of any node")
        if self._values is None:
            self._values = {}
            self._all[-1] = SgfNode(len(self._all), self._values)
            if branch.is_main:
                self._nodes[-1] = self._all[-1]
        self._values.setdefault(short, []).extend(values)

    def fault(self, text: str) -> ValueError:
        """Return an error that names the game and the node before it."""
        game = len(self.trees) + bool(self.branches)
        return ValueError(f"game {game}, at node {len(self._nodes)}: {text}")

    def _innermost(self, token: str) -> _Branch:
        if not self.branches:
            raise self.fault(f"{token} follows the end of the game")
        return self.branches[-1]

    def _open(self) -> None:
        if not self.branches:
            self._nodes, self._left, self._all, self._parents = [], [], [], array("q")
            self.branches.append(_Branch(is_main=True))
            return
        parent = self.branches[-1]
        if not parent.has_node:
            raise self.fault("expected a node after (")
        is_main = parent.is_main and not parent.children
        if parent.is_main and not is_main:
            self._left.append(parent.last)
        parent.children += 1
        self.branches.append(_Branch(is_main, tip=parent.tip))

    def _close(self, branch: _Branch) -> None:
        if not branch.has_node:
            raise self.fault("expected a node after (")
        self.branches.pop()
        if not self.branches:
            after = min(self._left, default=0)
            whole = tuple(self._all)
            self.trees.append(
                SgfTree(
                    nodes=tuple(self._nodes) if self._left else whole,
                    left_out=len(self._left),
                    left_after=after,
                    all_nodes=whole,
                    parents=self._parents,
                )
            )


def _plain(value: str) -> str:
    """Return a property's text unescaped; an escaped line end is removed."""
    plain = _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value)
    return plain.replace("\r\n", "\n").replace("\r", "\n")

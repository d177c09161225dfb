"""A game with variations, comments, marks and values, for any size and rule.

Nothing here recurses: a tree may be as deep as its file is long.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from brain.cell_names import name_of
from brain.lexicon import BLACK, EMPTY, RENJU, WHITE, opponent
from brain.rules.laws import RULE_NAMES
from brain.rules.setup import check_board, check_colour
from brain.rules.symmetry import Point, Points

NOTHING: Mapping[Any, Any] = {}


class NodeValue(NamedTuple):
    """A value that a search or a person gave a position, as databases store it.

    label  a letter, such as w, l or d for a result
    score  from the side to move; 30000 less the plies of a win
    depth  plies of the search
    bound  1: the score is at most this, 2: at least, 3: exact, 0: unknown
    """

    label: str = ""
    score: int = 0
    depth: int = 0
    bound: int = 0


def _nothing() -> Mapping[Any, Any]:
    return NOTHING


@dataclass(slots=True, eq=False)
class TreeNode:
    """A move, a pass or a remark, with the variations that follow it.

    colour      of the move, BLACK or WHITE; 0 without a move
    point       column and row, counted from 0; None for a pass, and without a move
    comment     a text of one or more lines
    labels      texts on cells, by point
    marks       TR, SQ, CR, MA or SL as in SGF, by point
    value       of the position, a NodeValue
    properties  other SGF properties, each with its values
    children    the nodes that may follow; the first is the main line
    """

    colour: int = EMPTY
    point: Point | None = None
    comment: str = ""
    labels: Mapping[Point, str] = field(default_factory=_nothing)
    marks: Mapping[Point, str] = field(default_factory=_nothing)
    value: NodeValue | None = None
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=_nothing)
    children: list["TreeNode"] = field(default_factory=list)

    @property
    def is_pass(self) -> bool:
        """Whether the node is a pass."""
        return self.colour != EMPTY and self.point is None

    def add(self, point: Point | None, colour: int) -> "TreeNode":
        """Append a variation that begins with a move, None for a pass; return its node."""
        node = TreeNode(colour, point)
        self.children.append(node)
        return node

    def child(self, point: Point | None, colour: int) -> "TreeNode | None":
        """Return the node of a move in this position, None without one."""
        found = (one for one in self.children if one.point == point and one.colour == colour)
        return next(found, None)

    def _content(self) -> tuple[object, ...]:
        """Return what must be equal in equal trees, and the number of children."""
        return (
            *(self.colour, self.point, self.comment, self.value, len(self.children)),
            *(dict(self.labels), dict(self.marks), dict(self.properties)),
        )


@dataclass(eq=False)
class GameTree:
    """A start position and the variations from there. Trees are equal if their contents are.

    width   columns
    height  rows
    rule    the rule's number, as in `INFO rule`
    set_up  stones before the first move, each a point and a colour
    turn    the side to move after the set-up
    root    the node of the start position, without a move
    """

    width: int = 15
    height: int = 15
    rule: int = RENJU
    set_up: tuple[tuple[Point, int], ...] = ()
    turn: int = BLACK
    root: TreeNode = field(default_factory=TreeNode)

    def walk(self) -> Iterator[tuple[int, TreeNode]]:
        """Yield each node with its depth, the root first, a variation before the next."""
        stack = [(0, self.root)]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack += [(depth + 1, child) for child in reversed(node.children)]

    def paths(self) -> Iterator[list[TreeNode]]:
        """Yield the nodes from the root to each node. The list changes in place."""
        path: list[TreeNode] = []
        for depth, node in self.walk():
            del path[depth:]
            path.append(node)
            yield path

    def main_line(self) -> list[TreeNode]:
        """Return the nodes of the first variation, without the root."""
        line, node = [], self.root
        while node.children:
            node = node.children[0]
            line.append(node)
        return line

    def main_points(self) -> Points:
        """Return the points of the first variation; ValueError unless the sides move in turn,
        black first, from the empty board.
        """
        if self.set_up or self.turn != BLACK:
            raise ValueError("stones are set up: expected a game from the empty board")
        moves = [node for node in self.main_line() if node.colour != EMPTY]
        turn, points = BLACK, []
        for number, node in enumerate(moves, 1):
            if node.point is None:
                raise ValueError(f"move {number} is a pass: expected a stone")
            if node.colour != turn:
                raise ValueError(f"move {number} is out of turn")
            points.append(node.point)
            turn = opponent(turn)
        return tuple(points)

    def check(self) -> None:
        """Raise ValueError for an invalid size, rule or stone; a stone is named with its node."""
        check_board(self.width, self.height, self.rule)
        check_colour(self.turn)
        taken: set[Point] = set()
        for point, colour in self.set_up:
            check_colour(colour)
            self._check_point(point, taken, "set-up")
            taken.add(point)
        path: list[Point | None] = []
        for number, (depth, node) in enumerate(self.walk(), 1):
            taken.difference_update(left for left in path[depth:] if left)
            del path[depth:]
            if node.point:
                self._check_point(node.point, taken, f"node {number}")
                taken.add(node.point)
            path.append(node.point)

    def _check_point(self, point: Point, taken: set[Point], where: str) -> None:
        x, y = point
        if not (0 <= x < self.width and 0 <= y < self.height):
            size = f"{self.width} x {self.height}"
            raise ValueError(f"{where}: {name_of(x, y, self.height)} is off the board of {size}")
        if point in taken:
            raise ValueError(f"{where}: {name_of(x, y, self.height)} has a stone")

    def __len__(self) -> int:
        """The number of nodes without the root."""
        return sum(1 for _ in self.walk()) - 1

    def __bool__(self) -> bool:
        return True  # an empty tree is a tree

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTree):
            return NotImplemented
        return self._start() == other._start() and all(
            one and another and one[1]._content() == another[1]._content()
            for one, another in zip_longest(self.walk(), other.walk())
        )

    __hash__ = None  # type: ignore[assignment]  # a tree is mutable

    def __repr__(self) -> str:
        rule = RULE_NAMES.get(self.rule, self.rule)
        return f"<GameTree {self.width} x {self.height}, {rule}, {len(self)} nodes>"

    def _start(self) -> tuple[object, ...]:
        return self.width, self.height, self.rule, dict(self.set_up), self.turn

    def alternating(self) -> list[Point | None]:
        """Return the set-up as moves, black's first, with passes where a side has too few stones,
        and where the other side is to move.
        """
        black, white = (
            [point for point, one in self.set_up if one == colour] for colour in (BLACK, WHITE)
        )
        moves: list[Point | None] = [point for pair in zip_longest(black, white) for point in pair]
        if moves and moves[-1] is None:
            moves.pop()
        turn = BLACK if len(moves) % 2 == 0 else WHITE
        return moves if turn == self.turn else [*moves, None]


# What a tree has, for formats that can't hold all of it.

VARIATIONS, COMMENTS, LABELS = "variations", "comments", "labels"
MARKS, VALUES, PROPERTIES = "marks", "values", "properties"
SET_UP, PASSES, REMARKS = "set-up", "passes", "remarks"
EVERYTHING = frozenset(
    (VARIATIONS, COMMENTS, LABELS, MARKS, VALUES, PROPERTIES, SET_UP, PASSES, REMARKS)
)

_TEXTS = {  # of a number of each
    VARIATIONS: ("variation", "variations"),
    COMMENTS: ("comment", "comments"),
    LABELS: ("node with labels", "nodes with labels"),
    MARKS: ("node with marks", "nodes with marks"),
    VALUES: ("value", "values"),
    PASSES: ("pass", "passes"),
    REMARKS: ("node without a move", "nodes without a move"),
}


def missing_texts(
    tree: GameTree, held: frozenset[str], rule: int | None = None, kept: Iterable[str] = ()
) -> list[str]:
    """Return what of a tree a format can't hold, one phrase each. It holds the features `held` and
    the properties `kept`; `rule` is the rule that its readers assume, None if it holds a rule.
    """
    counts: Counter[str] = Counter()
    names: set[str] = set()
    for _, node in tree.walk():
        counts[VARIATIONS] += max(0, len(node.children) - 1)
        counts[COMMENTS] += bool(node.comment)
        counts[LABELS] += bool(node.labels)
        counts[MARKS] += bool(node.marks)
        counts[VALUES] += node.value is not None
        counts[PASSES] += node.is_pass
        counts[REMARKS] += node.colour == EMPTY and node is not tree.root
        names.update(node.properties)
    found = [
        f"{counts[what]} {words[counts[what] > 1]}"
        for what, words in _TEXTS.items()
        if counts[what] and what not in held
    ]
    if tree.set_up and SET_UP not in held:
        found.append("the set-up")
    if rule not in (None, tree.rule):
        found.append(f"the rule {RULE_NAMES[tree.rule]}: it is read as {RULE_NAMES[rule]}")
    lost = sorted(names - {*kept, "RU"})
    if lost and PROPERTIES not in held:
        found.append(f"the SGF properties {', '.join(lost)}")
    return found


def merged(trees: Iterable[GameTree]) -> GameTree:
    """Return a tree with the variations of several; who played is in a comment at a game's end.

    ValueError if their sizes, rules or start positions differ.
    """
    whole: GameTree | None = None
    for number, tree in enumerate(trees, 1):
        whole = whole or GameTree(tree.width, tree.height, tree.rule, tree.set_up, tree.turn)
        if tree._start() != whole._start():
            raise ValueError(f"game {number} has another size, rule or start than game 1")
        images = [whole.root]  # of the nodes of the path
        last = (tree.main_line() or [tree.root])[-1]
        for depth, node in tree.walk():
            del images[max(1, depth) :]
            if depth:
                image = images[-1].child(node.point, node.colour) if node.colour else None
                if image is None:
                    image = TreeNode(node.colour, node.point)
                    images[-1].children.append(image)
                images.append(image)
            image = images[-1]
            about = about_game(tree.root.properties) if node is last else ""
            lines = (*image.comment.split("\n"), *node.comment.split("\n"), about)
            image.comment = "\n".join(dict.fromkeys(filter(None, lines)))
            image.labels = {**node.labels, **image.labels} or NOTHING
            image.marks = {**node.marks, **image.marks} or NOTHING
            image.value = image.value or node.value
    return whole or GameTree()


def about_game(properties: Mapping[str, tuple[str, ...]]) -> str:
    """Return the players, the result, and where and when they played."""
    texts = {name: " ".join(values) for name, values in properties.items()}
    players = " - ".join(filter(None, (texts.get("PB"), texts.get("PW"))))
    return ", ".join(filter(None, (players, *(texts.get(name) for name in ("RE", "EV", "DT")))))

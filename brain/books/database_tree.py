"""Trees of the positions of a database, and the positions of a tree.

A position that several moves lead to, or images of it under symmetries, is once in a database. It
is once in the tree too: after the first of its parents in the order of stones.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cache
from operator import sub
from random import Random
from typing import NamedTuple

from brain.books.game_tree import NOTHING, GameTree, TreeNode
from brain.books.yixin_records import YixinRecord, canonical_of
from brain.lexicon import BLACK, WHITE, opponent
from brain.rules.symmetry import IDENTITY, Point, composed, symmetries, transformed

Kind = tuple[int, int, int]  # columns, rows, rule
Sums = tuple[int, ...]  # by symmetry
Weights = dict[int, dict[Point | None, Sums]]  # of moves, by colour and point
WEIGHT_BITS = 60


class _Follower(NamedTuple):
    """A position after another one."""

    place: int
    move: Point | None
    symmetry: int  # to the canonical form of the other


def trees_of(records: Iterable[YixinRecord]) -> list[GameTree]:
    """Return a tree for each size and rule of a database's positions."""
    kinds: dict[Kind, list[YixinRecord]] = defaultdict(list)
    for record in records:
        kinds[record.width, record.height, record.rule].append(record)
    return [_tree(kind, found) for kind, found in kinds.items()]


def _tree(kind: Kind, records: list[YixinRecord]) -> GameTree:
    width, height, rule = kind
    tree = GameTree(width, height, rule)
    records.sort(key=lambda one: len(one.black) + len(one.white))
    places: dict[bytes, int] = {}
    turned: list[YixinRecord] = []  # each position once, in its canonical form
    for record in records:
        canonical = canonical_of(record)
        if canonical and canonical.key not in places:
            places[canonical.key] = len(turned)
            turned.append(_image(record, canonical.symmetries[0]))
    followers: dict[int, list[_Follower]] = defaultdict(list)  # by the place of the parent
    starts = []
    weights = _weights(width, height)
    sums = [_sums(record, weights) for record in turned]
    known = set(map(min, sums))
    for place, record in enumerate(turned):
        parent = None
        for point, before in _before(record, sums[place], weights, known):
            canonical = canonical_of(before)
            parent = places.get(canonical.key) if canonical else None
            if parent is not None and canonical:
                followers[parent].append(_Follower(place, point, canonical.symmetries[0]))
                break
        if parent is None:
            starts.append(place)
    paths = _Paths(tree)
    for start in starts:
        queue = deque([(start, paths.to(turned[start]), IDENTITY)])
        while queue:
            place, node, to_board = queue.popleft()
            record = _image(turned[place], to_board)
            node.value, node.comment, node.labels = record.value, record.comment, record.labels
            for child, point, to_parent in followers[place]:
                symmetry = composed(to_parent, to_board, width, height)
                image = transformed([point], symmetry, width, height)[0] if point else None
                queue.append((child, node.add(image, turned[place].turn), symmetry))
    return tree


@cache
def _weights(width: int, height: int) -> Weights:
    """Return a random weight for each move and each symmetry. A pass by White undoes one by Black,
    so that the sum of a position's moves depends on the side to move, not on how many passed.
    """
    random, images = Random(0), symmetries(width, height)
    points = [(x, y) for x in range(width) for y in range(height)]
    passed = random.getrandbits(WEIGHT_BITS)
    found: Weights = {}
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        numbers = {point: random.getrandbits(WEIGHT_BITS) + sign * passed for point in points}
        turned = zip(*(transformed(points, one, width, height) for one in images), strict=True)
        rows = (tuple(map(numbers.__getitem__, row)) for row in turned)
        found[colour] = {
            None: (sign * passed,) * len(images),
            **dict(zip(points, rows, strict=True)),
        }
    return found


def _sums(record: YixinRecord, weights: Weights) -> Sums:
    """Return the sums of a position's moves. The lowest is the same for all its images, and, except
    for one in 2 ** 60, for no other position.
    """
    mover = opponent(record.turn)
    is_even = len(record.black) == len(record.white)
    passes = [None] if is_even == (mover == BLACK) else []
    sides = ((BLACK, record.black), (WHITE, record.white), (mover, passes))
    rows = [weights[colour][point] for colour, side in sides for point in side]
    return tuple(map(sum, zip(*rows, strict=True))) or (0,) * len(weights[BLACK][None])


def _before(
    record: YixinRecord, sums: Sums, weights: Weights, known: set[int]
) -> Iterator[tuple[Point | None, YixinRecord]]:
    """Yield the positions before a position, each with the move, None for a pass. Those whose
    lowest sum is not known are left out.
    """
    mover = opponent(record.turn)
    side = record.black if mover == BLACK else record.white
    for index, point in enumerate((*side, None)):
        if min(map(sub, sums, weights[mover][point])) in known:
            rest, before = (*side[:index], *side[index + 1 :]), record._replace(turn=mover)
            yield (
                point,
                before._replace(black=rest) if mover == BLACK else before._replace(white=rest),
            )


def _image(record: YixinRecord, symmetry: int) -> YixinRecord:
    """Return a position under a symmetry."""
    size = record.width, record.height
    labels = zip(transformed(record.labels, symmetry, *size), record.labels.values(), strict=True)
    return record._replace(
        black=transformed(record.black, symmetry, *size),
        white=transformed(record.white, symmetry, *size),
        labels=dict(labels) if record.labels else NOTHING,
    )


class _Paths:
    """The moves to positions without a parent, in a tree."""

    def __init__(self, tree: GameTree) -> None:
        self._root = tree.root
        self._followers: dict[tuple[int, Point | None], TreeNode] = {}  # by parent and move

    def to(self, record: YixinRecord) -> TreeNode:
        """Return the node of a position, with moves to it that no other position has."""
        start = GameTree(
            set_up=(
                *((point, BLACK) for point in record.black),
                *((point, WHITE) for point in record.white),
            ),
            turn=record.turn,
        )
        node, colour = self._root, BLACK
        for point in start.alternating():
            key = id(node), point
            node = self._followers.get(key) or node.add(point, colour)
            self._followers[key] = node
            colour = opponent(colour)
        return node


def records_of(tree: GameTree) -> Iterator[YixinRecord]:
    """Yield the position of each node that has one."""
    sides: dict[int, list[Point]] = {
        colour: [point for point, one in tree.set_up if one == colour] for colour in (BLACK, WHITE)
    }
    path: list[TreeNode] = []
    for depth, node in tree.walk():
        for left in reversed(path[depth:]):
            if left.point:
                sides[left.colour].pop()
        del path[depth:]
        path.append(node)
        if node.point:
            sides[node.colour].append(node.point)
        if not node.colour and node is not tree.root:
            continue
        yield YixinRecord(
            tree.width,
            tree.height,
            tree.rule,
            opponent(node.colour) if node.colour else tree.turn,
            tuple(sides[BLACK]),
            tuple(sides[WHITE]),
            node.value,
            node.comment,
            node.labels,
        )

"""Trees of the positions of a database, and the positions of a tree.

A position that several moves lead to, or images of it under symmetries, is once in a database. It
is once in the tree too: after the first of its parents in the order of stones.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from brain.books.game_tree import NOTHING, GameTree, TreeNode
from brain.books.yixin_records import YixinRecord, canonical_of
from brain.lexicon import BLACK, WHITE, opponent
from brain.rules.symmetry import IDENTITY, Point, composed, symmetries, transformed

Kind = tuple[int, int, int]  # columns, rows, rule


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
    sums = [_sum(record, weights) for record in turned]
    known = set(sums)
    for place, record in enumerate(turned):
        parent = None
        for point, before in _before(record):
            if sums[place] - weights[opponent(record.turn)].get(point, 0) not in known:
                continue  # most positions that are not in the database end here
            canonical = canonical_of(before)
            parent = places.get(canonical.key) if canonical else None
            if parent is not None and canonical:
                followers[parent].append(_Follower(place, point, canonical.symmetries[0]))
                break
        if parent is None:
            starts.append(place)
    for start in starts:
        queue = deque([(start, _path_to(tree, turned[start]), IDENTITY)])
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
def _weights(width: int, height: int) -> dict[int, dict[Point | None, int]]:
    """Return a number for each colour and point, the same for points that are equal up to
    symmetry.
    """
    random, images = Random(0), symmetries(width, height)
    found: dict[int, dict[Point | None, int]] = {}
    for colour in (BLACK, WHITE):
        of_lowest: dict[Point, int] = defaultdict(lambda: random.getrandbits(60))
        found[colour] = {
            (x, y): of_lowest[min(transformed([(x, y)], one, width, height) for one in images)[0]]
            for x in range(width)
            for y in range(height)
        }
    return found


def _sum(record: YixinRecord, weights: dict[int, dict[Point | None, int]]) -> int:
    """Return the sum of the stones' numbers, which is the same for all images of a position."""
    black, white = (
        sum(weights[colour][point] for point in side)
        for colour, side in ((BLACK, record.black), (WHITE, record.white))
    )
    return black + white


def _before(record: YixinRecord) -> Iterator[tuple[Point | None, YixinRecord]]:
    """Yield the positions before a position, each with the move, None for a pass."""
    mover = opponent(record.turn)
    side = record.black if mover == BLACK else record.white
    for index, point in enumerate(side):
        rest = (*side[:index], *side[index + 1 :])
        before = record._replace(turn=mover)
        yield (
            point,
            before._replace(black=rest) if mover == BLACK else before._replace(white=rest),
        )
    yield None, record._replace(turn=mover)


def _image(record: YixinRecord, symmetry: int) -> YixinRecord:
    """Return a position under a symmetry."""
    size = record.width, record.height
    labels = zip(transformed(record.labels, symmetry, *size), record.labels.values(), strict=True)
    return record._replace(
        black=transformed(record.black, symmetry, *size),
        white=transformed(record.white, symmetry, *size),
        labels=dict(labels) if record.labels else NOTHING,
    )


def _path_to(tree: GameTree, record: YixinRecord) -> TreeNode:
    """Return the node of a position, with moves to it that no other position has."""
    start = GameTree(
        set_up=(
            *((point, BLACK) for point in record.black),
            *((point, WHITE) for point in record.white),
        ),
        turn=record.turn,
    )
    node, colour = tree.root, BLACK
    for point in start.alternating():
        node = node.child(point, colour) or node.add(point, colour)
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

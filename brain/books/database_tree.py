"""Trees of the positions of a database, and the positions of a tree.

A position that several moves lead to, or images of it under symmetries, is once in a database. It
is once in the tree too: after the first of its parents in the order of stones.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import sub
from random import Random
from typing import NamedTuple

from brain.books.game_tree import NOTHING, GameTree, NodeValue, TreeNode
from brain.books.sgf_trees import point_lettered
from brain.books.yixin_records import YixinRecord, canonical_image, joined
from brain.lexicon import BLACK, WHITE, opponent
from brain.notation import sgf
from brain.rules.symmetry import IDENTITY, Point, composed, inverse, symmetries, transformed

Kind = tuple[int, int, int]  # columns, rows, rule
Sums = tuple[int, ...]  # by symmetry
Weights = dict[int, dict[Point | None, Sums]]  # of moves, by colour and point
WEIGHT_BITS = 60
MOVE = "MOVE"  # property: the move to play, as SGF writes points


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
    found = unique(records)
    places = {key: place for place, key in enumerate(found)}
    turned = [_image(record, symmetry) for record, symmetry in found.values()]  # canonical forms
    followers: dict[int, list[_Follower]] = defaultdict(list)  # by the place of the parent
    starts = []
    weights = _weights(width, height)
    sums = [_sums(record, weights) for record in turned]
    known = set(map(min, sums))
    for place, record in enumerate(turned):
        parent = None
        for point, before in _before(record, sums[place], weights, known):
            canonical = canonical_image(before)
            parent = places.get(canonical.key)
            if parent is not None:
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
            if record.move:
                node.properties = {MOVE: (sgf.letters(record.move),)}
            for child, point, to_parent in followers[place]:
                symmetry = composed(to_parent, to_board, width, height)
                image = transformed([point], symmetry, width, height)[0] if point else None
                queue.append((child, node.add(image, turned[place].turn), symmetry))
    return tree


def unique(records: Iterable[YixinRecord]) -> dict[bytes, tuple[YixinRecord, int]]:
    """Return each position once, as it comes first, with the symmetry to its canonical form, by its
    key. Positions that are equal up to symmetry are joined.
    """
    found: dict[bytes, tuple[YixinRecord, int]] = {}
    for record in records:
        key, (symmetry, *_) = canonical_image(record)
        if key in found:
            earlier, first = found[key]
            size = record.width, record.height
            to_earlier = composed(symmetry, inverse(first, *size), *size)
            record, symmetry = joined(earlier, _image(record, to_earlier)), first
        found[key] = record, symmetry
    return found


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
    sides = ((BLACK, record.black), (WHITE, record.white))
    rows = [weights[colour][point] for colour, side in sides for point in side]
    passes = _passes(record)
    rows += [weights[BLACK if passes > 0 else WHITE][None]] * abs(passes)
    return tuple(map(sum, zip(*rows, strict=True))) or (0,) * len(weights[BLACK][None])


def _passes(record: YixinRecord) -> int:
    """Return how many times Black passed before a position, negative if White passed."""
    return (record.turn == WHITE) - (len(record.black) - len(record.white))


def _before(
    record: YixinRecord, sums: Sums, weights: Weights, known: set[int]
) -> Iterator[tuple[Point | None, YixinRecord]]:
    """Yield the positions before a position, each with the move, None for a pass. Those whose
    lowest sum is not known are left out, and those that take more passes.
    """
    mover = opponent(record.turn)
    side = record.black if mover == BLACK else record.white
    for index, point in enumerate((*side, None)):
        if min(map(sub, sums, weights[mover][point])) in known:
            rest, before = (*side[:index], *side[index + 1 :]), record._replace(turn=mover)
            if point:
                before = (
                    before._replace(black=rest) if mover == BLACK else before._replace(white=rest)
                )
            elif abs(_passes(before)) > abs(_passes(record)):
                continue
            yield point, before


def _image(record: YixinRecord, symmetry: int) -> YixinRecord:
    """Return a position under a symmetry."""
    size = record.width, record.height
    labels = zip(transformed(record.labels, symmetry, *size), record.labels.values(), strict=True)
    return record._replace(
        black=transformed(record.black, symmetry, *size),
        white=transformed(record.white, symmetry, *size),
        labels=dict(labels) if record.labels else NOTHING,
        move=transformed([record.move], symmetry, *size)[0] if record.move else None,
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


def _value(tree: GameTree, node: TreeNode) -> NodeValue | None:
    return node.value


def records_of(
    tree: GameTree, value: Callable[[GameTree, TreeNode], NodeValue | None] = _value
) -> Iterator[YixinRecord]:
    """Yield the position of each node that has one, with its value. A ValueError of `value` names
    the node.
    """
    sides: dict[int, list[Point]] = {
        colour: [point for point, one in tree.set_up if one == colour] for colour in (BLACK, WHITE)
    }
    path: list[TreeNode] = []
    for number, (depth, node) in enumerate(tree.walk(), 1):
        for left in reversed(path[depth:]):
            if left.point:
                sides[left.colour].pop()
        del path[depth:]
        path.append(node)
        if node.point:
            sides[node.colour].append(node.point)
        if not node.colour and node is not tree.root:
            continue
        try:
            found = value(tree, node)
        except ValueError as error:
            raise ValueError(f"node {number}: {error}") from None
        yield YixinRecord(
            tree.width,
            tree.height,
            tree.rule,
            opponent(node.colour) if node.colour else tree.turn,
            tuple(sides[BLACK]),
            tuple(sides[WHITE]),
            found,
            node.comment,
            node.labels,
            point_lettered("".join(node.properties.get(MOVE, ())), tree),
        )

"""Trees in the Smart Game Format: all variations of a game, with comments, labels and marks.

A value of a position is in the private property VALUE: score, depth, bound and label. Properties
that a tree has no field for are kept as they are.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from brain.books.game_tree import NOTHING, GameTree, NodeValue, TreeNode
from brain.cell import COLOUR_NAMES
from brain.cell_names import column_named
from brain.lexicon import cell_at
from brain.notation import sgf
from brain.notation.sgf_syntax import SgfNode, SgfTree
from brain.notation.text import one_line
from brain.rules.laws import RULE_NAMES
from brain.rules.symmetry import Point

MARKS = ("TR", "SQ", "CR", "MA", "SL")
LABELS, VALUE, RULE = "LB", "VALUE", "RU"
# Of nodes after the root, these change the board in another way than by a move.
BEGINS = {*sgf.SET_UP, sgf.EMPTIED, sgf.TURN, sgf.OPENING, sgf.FOURTH}
FIELDS = {*sgf.GIVEN, *MARKS, LABELS, VALUE, sgf.COMMENT}  # not kept as they are

_VALUE = re.compile(r"(-?\d{1,5}):(-?\d{1,5}):([0-3]):(.{0,16})", re.ASCII | re.DOTALL)


class TreeRead(NamedTuple):
    """A game of a file, and sentences on what was skipped."""

    tree: GameTree
    notes: tuple[str, ...] = ()


def loads(text: str, rule: int | None = None) -> Iterator[TreeRead]:
    """Yield the games of a collection; `rule` overrides theirs. ValueError names the game and the
    node. Only the first variation of a game is kept if stones are set up after its start.
    """
    games = sgf.parsed(text)
    for number, parsed in enumerate(games, 1):
        try:
            yield _read(parsed, rule)
        except ValueError as error:
            raise ValueError(f"game {number}, {error}" if len(games) > 1 else error) from error


def _read(parsed: SgfTree, rule: int | None) -> TreeRead:
    around = (f"skipped the text outside the game: {parsed.around}",) if parsed.around else ()
    if any(not BEGINS.isdisjoint(node.values) for node in parsed.all_nodes[1:]):
        game = sgf.game_of(parsed)
        return TreeRead(_main_line(game, rule), game.notes)
    tree = _start_of(sgf.game_of(SgfTree(parsed.all_nodes[:1])), rule)
    nodes: list[TreeNode] = []
    for read, parent in zip(parsed.all_nodes, parsed.parents, strict=True):
        node = nodes[parent] if nodes else tree.root
        colours = [name for name in sgf.COLOURS if name in read.values]
        if len(colours) > 1:
            raise read.fault("the node has both B and W")
        for name in colours:
            node = node.add(_move(read, name, tree), sgf.COLOURS[name])
        if nodes and not colours:
            node.children.append(node := TreeNode())
        _fill(node, read, tree)
        nodes.append(node)
    tree.check()
    return TreeRead(tree, around)


def _main_line(game: sgf.SgfGame, rule: int | None) -> GameTree:
    """Return a tree of the first variation alone."""
    tree = _start_of(game, rule)
    node, last = tree.root, game.root
    for move in game.moves:
        node = node.add(move.point, move.colour)
        if move.node is not last:
            _fill(node, move.node, tree)
        last = move.node
    for node, comment in zip([tree.root, *tree.main_line()], game.comments, strict=True):
        node.comment = comment
    return tree


def _start_of(game: sgf.SgfGame, rule: int | None) -> GameTree:
    """Return a tree with the start position of a game and no moves."""
    tree = GameTree(game.width, game.height, game.rule_or(rule), game.set_up, game.first)
    given = game.root.text(RULE)
    if given and given != RULE_NAMES[tree.rule] and rule is None:
        tree.root.properties = {RULE: (given,)}
    return tree


def _fill(node: TreeNode, read: SgfNode, tree: GameTree) -> None:
    """Set what a node has besides its move."""
    if not read.values:
        return
    node.comment = read.text(sgf.COMMENT)
    others = {name: tuple(values) for name, values in read.values.items() if name not in FIELDS}
    if RULE in others and read.number == 1:
        del others[RULE]
    labels: dict[Point, str] = {}
    marks: dict[Point, str] = {}
    for name in (LABELS, *MARKS):
        for value in read.values.get(name, []):
            letters, _, text = value.partition(":")
            point = point_lettered(letters.strip(), tree)
            if point is None or (text and name != LABELS):
                others[name] = (*others.get(name, ()), value)
            elif name == LABELS:
                labels[point] = one_line(text)
            else:
                marks[point] = name
    found = _VALUE.fullmatch(read.text(VALUE))
    if found:
        score, depth, bound, label = found.groups()
        node.value = NodeValue(label, int(score), int(depth), int(bound))
    elif VALUE in read.values:
        others[VALUE] = tuple(read.values[VALUE])
    node.labels, node.marks = labels or NOTHING, marks or NOTHING
    node.properties = {**node.properties, **others} or NOTHING


def _move(read: SgfNode, name: str, tree: GameTree) -> Point | None:
    """Return the point of a move, None for a pass."""
    letters = read.one(name) or ""
    if sgf.is_pass(letters, tree.width, tree.height):
        return None
    point = point_lettered(letters, tree)
    if point is None:
        size = f"{tree.width} x {tree.height}"
        raise read.fault(f"{name}[{one_line(letters)}] is not a point of {size}")
    return point


def point_lettered(letters: str, tree: GameTree) -> Point | None:
    """Return a point by its letters, None for none of the board."""
    if len(letters) != 2 or not (letters.isascii() and letters.islower()):
        return None
    x, y = map(column_named, letters)
    return (x, y) if x < tree.width and y < tree.height else None


# Writing.


def dumps(tree: GameTree) -> str:
    """Return a tree as the text of an SGF game, one line a node."""
    parts: list[str] = []
    stack: list[TreeNode | str] = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append("\n" + _written(node, tree))
        if len(node.children) == 1:
            stack += node.children
        else:
            for child in reversed(node.children):
                stack += (")", child, "\n(")
    return "(" + "".join(parts).lstrip("\n").replace("(\n;", "(;") + ")\n"


def _written(node: TreeNode, tree: GameTree) -> str:
    """Return a node's properties, those of the game first in the root."""
    found: dict[str, tuple[str, ...]] = {}
    if node is tree.root:
        start = sgf.root(tree.width, tree.height) | {RULE: RULE_NAMES[tree.rule]}
        set_up = [(cell_at(*point), colour) for point, colour in tree.set_up]
        start |= sgf.set_up(set_up, tree.turn)
        found = {name: (value,) for name, value in start.items()}
    if node.colour:
        assert node.colour in COLOUR_NAMES
        found[sgf.LETTERS[node.colour]] = (sgf.letters(node.point) if node.point else "",)
    if node.comment:
        found[sgf.COMMENT] = (_escaped(node.comment),)
    if node.value:
        label, score, depth, bound = node.value
        found[VALUE] = (_escaped(f"{score}:{depth}:{bound}:{label}"),)
    found |= {name: (*found.get(name, ()), *values) for name, values in _on_cells(node).items()}
    for name, values in node.properties.items():
        kept = found.get(name, ()) if name != RULE else ()
        found[name] = (*kept, *map(_escaped, values))
    return ";" + "".join(
        name + "".join(f"[{value}]" for value in values) for name, values in found.items()
    )


def _on_cells(node: TreeNode) -> Mapping[str, tuple[str, ...]]:
    """Return the labels and marks of a node as properties."""
    found: dict[str, tuple[str, ...]] = {}
    if node.labels:
        texts = (f"{sgf.letters(one)}:{_escaped(text)}" for one, text in node.labels.items())
        found[LABELS] = tuple(texts)
    for point, name in node.marks.items():
        found[name] = (*found.get(name, ()), sgf.letters(point))
    return found


def _escaped(text: str) -> str:
    """Return a text of one or more lines escaped for a property."""
    return "\n".join(map(sgf.escaped, text.split("\n")))

"""Random game trees, for round trips."""

from contextlib import suppress
from random import Random

from brain.books.database_tree import records_of
from brain.books.game_tree import NOTHING, GameTree, NodeValue, TreeNode
from brain.cell import Cell
from brain.lexicon import (
    BLACK,
    EMPTY,
    FREESTYLE,
    MATE,
    RENJU,
    STANDARD,
    WHITE,
    cell_at,
    opponent,
)
from brain.position import Position
from brain.position_database import PositionEntry, Stored
from brain.rules.symmetry import Point
from brain.score import Score

WORDS = (
    "",
    "win",
    "5-A",
    "a]b\\c",
    "两行\n必胜",
    "för\n\n12",
    "x:y",
    "(;B[aa])",
    " end ",
    "\nlater",
)
LABELS = ("A", "1", "必", "53%", "a:]\\")
MARKS = ("TR", "SQ", "CR", "MA", "SL")


def library_tree(random: Random) -> GameTree:
    """Return a tree that a RenLib library holds completely."""
    tree = GameTree()
    _grow(random, tree, random.randrange(60), passes=True)
    for _, node in tree.walk():
        if random.random() < 0.2:
            node.properties = {"HO": ("1",)}
    return tree


def full_tree(random: Random) -> GameTree:
    """Return a tree with everything that an SGF file holds."""
    size = (15, 15) if random.random() < 0.5 else (random.randint(5, 22), random.randint(5, 22))
    points = [(x, y) for x in range(size[0]) for y in range(size[1])]
    laid = random.sample(points, random.randrange(5))
    set_up = tuple((point, random.choice((BLACK, WHITE))) for point in laid)
    tree = GameTree(*size, random.choice((FREESTYLE, STANDARD, RENJU)), set_up)
    tree.turn = random.choice((BLACK, WHITE))
    _grow(random, tree, random.randrange(60), passes=True)
    for _, node in tree.walk():
        if random.random() < 0.2:
            node.value = NodeValue(random.choice(("", "w", "!", "]")), -12, 7, 3)
        if random.random() < 0.2:
            node.marks = {random.choice(points): random.choice(MARKS)}
        if random.random() < 0.2:
            node.properties = {"N": (random.choice(WORDS[1:]),), "XY": ("1", "2]")}
        if random.random() < 0.1:
            node.children.append(TreeNode(comment="a remark"))
    return tree


def database_tree(random: Random) -> GameTree:
    """Return a tree without passes or set-up, with values, as a database holds it."""
    tree = GameTree(rule=random.choice((FREESTYLE, STANDARD, RENJU)))
    _grow(random, tree, random.randrange(40), passes=False)
    for _, node in tree.walk():
        if random.random() < 0.5:
            node.value = NodeValue(random.choice(("", "w", "l", "d")), random.randint(-9, 9), 3, 1)
    return tree


def stored_positions(random: Random) -> list[Stored]:
    """Return the positions of a full tree, each with an entry."""
    found = []
    for record in records_of(full_tree(random)):
        sides = ((record.black, BLACK), (record.white, WHITE))
        stones = [(cell_at(*point), colour) for side, colour in sides for point in side]
        with suppress(ValueError):  # the game is over
            position = Position(record.width, record.height, record.rule, stones, record.turn)
            found.append((position, _entry(random, position)))
    return found


def _entry(random: Random, position: Position) -> PositionEntry:
    free = [cell for cell, state in position.board().items() if state == EMPTY]
    value = random.choice((None, Score(random.randint(-MATE, MATE))))
    return PositionEntry(
        value,
        random.randrange(99) if value is not None else 0,
        Cell(random.choice(free), position.height) if random.random() < 0.3 else None,
        random.choice(("", "", "w", "x", "good", "必", "a]b:")),
        random.choice(WORDS) if value is None else "",
    )


def _grow(random: Random, tree: GameTree, count: int, *, passes: bool) -> None:
    """Add nodes at random places."""
    points = [(x, y) for x in range(tree.width) for y in range(tree.height)]
    taken: list[tuple[TreeNode, set[Point]]] = [(tree.root, {point for point, _ in tree.set_up})]
    for _ in range(count):
        node, before = random.choice(taken[-8:] if random.random() < 0.7 else taken)
        point = None if passes and random.random() < 0.1 else random.choice(points)
        colour = opponent(node.colour) if node.colour else tree.turn
        if point in before or node.child(point, colour):
            continue
        child = node.add(point, colour)
        child.comment = random.choice(WORDS) if random.random() < 0.4 else ""
        taken.append((child, {*before, point} if point else before))
    for node, _ in taken:
        if random.random() < 0.3:
            cells = random.sample(points, 2)
            node.labels = {cell: random.choice(LABELS) for cell in cells}
        node.labels = node.labels or NOTHING

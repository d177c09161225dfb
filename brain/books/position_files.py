"""Position databases (.positions) as game trees, and game trees as position databases.

The move to play is in the property MOVE. A label is that of a value if it is a letter, else a text
on the cell of the move that leads to its position, as databases of Yixin have it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from brain.books import position_entries
from brain.books.database_tree import MOVE, trees_of
from brain.books.game_tree import GameTree, NodeValue, TreeNode
from brain.books.position_entries import EXACT, RATE
from brain.books.yixin_records import YixinRecord
from brain.lexicon import point_of
from brain.position_database import PositionDatabase

BARE = "moves without a value, a label or a comment"

Say = Callable[[str], None]


def loads(content: bytes, say: Say) -> list[GameTree]:
    """Return a tree for each size and rule of a position database. ValueError if it is damaged."""
    counts = Counter[str]()
    with PositionDatabase.in_memory(content) as database:
        trees = trees_of(_records(database, counts))
    for what, count in counts.items():
        say(f"{what} left out: {count}")
    for tree in trees:
        _put_labels_on_cells(tree)
    return trees


def _records(database: PositionDatabase, counts: Counter[str]) -> Iterator[YixinRecord]:
    """Yield the positions of a database, and count what a tree can't hold."""
    for position, entry in database:
        if position.walls:
            counts["positions with neutral stones"] += 1
            continue
        if entry.value is None and entry.depth:
            counts["depths without a value"] += 1
        value = NodeValue(entry.label)
        if entry.value is not None:
            value = NodeValue(entry.label, int(entry.value), entry.depth, EXACT)
        yield YixinRecord(
            *(position.width, position.height, position.rule, position.turn),
            black=tuple(map(point_of, position.black)),
            white=tuple(map(point_of, position.white)),
            value=value if value != NodeValue() else None,
            comment=entry.comment,
            move=None if entry.move is None else point_of(entry.move),
        )


def _put_labels_on_cells(tree: GameTree) -> None:
    """Put each label of more than a letter on the cell of its move."""
    for path in tree.paths():
        node, label = path[-1], path[-1].value.label if path[-1].value else ""
        if node.value and node.point and (len(label) > 1 or not label.isascii()):
            path[-2].labels = {**path[-2].labels, node.point: label}
            value = node.value._replace(label="")
            node.value = value if value != NodeValue() else None


def dumps(trees: Sequence[GameTree], say: Say) -> bytes:
    """Return the content of a position database, and report what it can't hold. ValueError if no
    position has an entry.
    """
    counts = Counter[str]()
    records = position_entries.records_of_games(trees)
    with PositionDatabase.in_memory() as database:
        database.merge(position_entries.entries_of(lambda: records, counts))
        if not len(database):
            raise ValueError(
                "a position database holds positions with a value, a move, a label or a comment:"
                " no position has one"
            )
        content = database.content()
    counts[BARE] = sum(_is_bare(path) for tree in trees for path in tree.paths())
    position_entries.tell(counts, say)
    if counts[BARE]:
        say(f"{BARE} left out: {counts[BARE]}")
    return content


def _is_bare(path: list[TreeNode]) -> bool:
    """Return whether the last node is a move that no entry comes from."""
    node = path[-1]
    if not node.colour or node.point in path[-2].labels:
        return False
    return not (node.value or node.comment or node.properties.keys() & {MOVE, RATE})

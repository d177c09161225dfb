"""Trees of databases, and databases of trees."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from brain.books.database_tree import records_of, trees_of
from brain.books.game_tree import GameTree
from brain.books.yixin_records import YixinRecord, canonical_of, dumps, loads
from brain.lexicon import BLACK, RENJU, WHITE
from tests.support.random_trees import database_tree


def contents(records: list[YixinRecord]) -> dict[bytes, object]:
    """Return values and comments by the position's key."""
    found: dict[bytes, object] = {}
    for record in records:
        canonical = canonical_of(record)
        assert canonical
        found[canonical.key] = record.value, record.comment, len(record.labels)
    return found


@settings(max_examples=50)
@given(st.integers(0, 1 << 32))
def test_positions_are_unchanged_by_a_tree_and_back(seed: int) -> None:
    written = dumps(records_of(database_tree(Random(seed))), say=print)
    records = list(loads(written))
    (tree,) = trees_of(records)
    tree.check()
    again = list(loads(dumps(records_of(tree), say=print)))
    assert contents(again) == contents(records)
    assert len(tree) == len(records) - 1


def test_a_position_without_its_parents_is_reached_by_moves() -> None:
    record = YixinRecord(15, 15, RENJU, WHITE, ((1, 1), (2, 2)), ((3, 3),), comment="here")
    (tree,) = trees_of([record])
    line = tree.main_line()
    assert [(node.point, node.colour) for node in line] == [
        ((1, 1), BLACK),
        ((3, 3), WHITE),
        ((2, 2), BLACK),
    ]
    assert [node.comment for node in line] == ["", "", "here"]


def test_a_pass_is_a_move_of_the_tree() -> None:
    tree = GameTree()
    tree.root.add((7, 7), BLACK).add(None, WHITE).comment = "passed"
    (again,) = trees_of(records_of(tree))
    assert [node.point for node in again.main_line()] == [(7, 7), None]
    assert again.main_line()[1].comment == "passed"


def test_each_rule_and_size_has_a_tree() -> None:
    record = YixinRecord(15, 15, RENJU, WHITE, ((1, 1),), ())
    assert [len(tree) for tree in trees_of([record, record._replace(width=9, height=9)])] == [1, 1]

"""Random trees in every format, unchanged by a round trip: `python -m tests.long.trees`."""

import argparse
from random import Random

from brain.books import position_files, renlib, sgf_trees, yixin_records, yixin_saves
from brain.books.database_tree import records_of, trees_of
from brain.books.game_tree import GameTree
from brain.notation.canonical_key import turned
from brain.position_database import PositionDatabase
from brain.rules.symmetry import symmetries
from tests.support.random_trees import database_tree, full_tree, library_tree, stored_positions


def faults(seed: int) -> list[str]:
    """Return the names of the formats that change a tree."""
    full, library, book = (make(Random(seed)) for make in (full_tree, library_tree, database_tree))
    (read,) = sgf_trees.loads(sgf_trees.dumps(full))
    found = ["SGF"] if read.tree != full else []
    for encoding in ("utf-8", "gb18030"):
        if renlib.loads(renlib.dumps(library, encoding), encoding).tree != library:
            found.append(f"RenLib, {encoding}")
    for is_packed in (False, True):
        written = yixin_records.dumps(records_of(book), is_packed=is_packed, say=found.append)
        (tree,) = trees_of(yixin_records.loads(written))
        again = yixin_records.dumps(records_of(tree), is_packed=is_packed, say=found.append)
        if set(map(repr, map(_sorted, yixin_records.loads(again)))) != set(
            map(repr, map(_sorted, yixin_records.loads(written)))
        ):
            found.append("database")
    with PositionDatabase.in_memory() as database:
        database.merge(stored_positions(Random(seed)))
        content = database.content()
    trees = position_files.loads(content, found.append)
    as_sgf = "".join(map(sgf_trees.dumps, trees))
    for games in (trees, [read.tree for read in sgf_trees.loads(as_sgf)]):
        if games and _entries(position_files.dumps(games, lambda note: None)) != _entries(content):
            found.append("position database")
    line = _line(library)
    if yixin_saves.load_pos(yixin_saves.dump_pos(line)) != line:
        found.append(".pos")
    return found


def _entries(content: bytes) -> list[object]:
    """Return the entries of a position database; a move as all that are equal by symmetry."""
    found: list[object] = []
    with PositionDatabase.in_memory(content) as database:
        for position, entry in database:
            size = position.width, position.height
            moves = set()
            if entry.move is not None:
                stones = set(position.stones)
                for one in symmetries(*size):
                    if {(turned(c, one, *size), colour) for c, colour in stones} == stones:
                        moves.add(turned(entry.move, one, *size))
            found.append((position, entry._replace(move=None), moves))
    return found


def _sorted(record: yixin_records.YixinRecord) -> yixin_records.YixinRecord:
    """Return a record with its stones and labels in order."""
    return record._replace(
        black=tuple(sorted(record.black)),
        white=tuple(sorted(record.white)),
        labels=dict(sorted(record.labels.items())),
    )


def _line(tree: GameTree) -> GameTree:
    """Return the moves of the first variation up to a pass."""
    line = GameTree(rule=tree.rule)
    node = line.root
    for one in tree.main_line():
        if one.point is None:
            break
        node = node.add(one.point, one.colour)
    return line


def main() -> int:
    """Print the seeds of trees that a format changes; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=1000, help="trees (1000)")
    count = parser.parse_args().count
    wrong = {seed: found for seed in range(count) if (found := faults(seed))}
    for seed, found in wrong.items():
        print(f"seed {seed}: {', '.join(found)}")
    print(f"{count} trees, {len(wrong)} changed")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())

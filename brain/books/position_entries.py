"""Entries for a position database from the positions of game trees, and of databases of Yixin.

A node's comment, value and label are those of its position. Without a value, Black's win rate SBKV
gives one. The text on a cell becomes the label of the move to that cell.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log

from brain.books.database_tree import records_of, unique
from brain.books.game_tree import GameTree, NodeValue, TreeNode
from brain.books.yixin_records import YixinRecord
from brain.cell import Cell
from brain.lexicon import BLACK, MATE, WHITE, cell_at, opponent
from brain.notation.text import excerpt
from brain.position import Position
from brain.position_database import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    MOST_DEPTH,
    NO_ENTRY,
    PositionEntry,
    Stored,
)
from brain.rules.symmetry import Point
from brain.score import WIN_RATE_SCALE, Score

Records = Callable[[], Iterable[YixinRecord]]

RATE = "SBKV"
LEAST_RATE = 0.001  # a lower one doesn't prove a loss
AT_MOST, AT_LEAST, EXACT = 1, 2, 3  # bounds of a NodeValue
SKIPPED = {
    "over": "positions left out because the game is over: {}",
    "bound": "values left out because they are only bounds: {}",
    "taken": "labels left out because they are on stones: {}",
    "long": f"labels cut to {LONGEST_LABEL} characters without spaces: {{}}",
}


def entries_of(records: Records, counts: Counter[str]) -> Iterator[Stored]:
    """Yield the positions of records with entries, labels of moves first. What is left out or cut
    is counted by the keys of SKIPPED.
    """
    for record in records():
        for point, text in record.labels.items():
            if point in record.black or point in record.white:
                counts["taken"] += 1
            else:
                entry = PositionEntry(label=_label(text, counts))
                yield from _stored(record, entry, counts, point)
    for record in records():
        yield from _stored(record, _entry(record, counts), counts)


def tell(counts: Counter[str], say: Callable[[str], None]) -> None:
    """Report what `entries_of` has counted."""
    for reason, sentence in SKIPPED.items():
        if counts[reason]:
            say(sentence.format(counts[reason]))


def records_of_games(trees: Sequence[GameTree]) -> list[YixinRecord]:
    """Return the positions of games that have anything to keep, each once. ValueError names the
    node of a wrong win rate.
    """

    def kept() -> Iterator[YixinRecord]:
        for number, tree in enumerate(trees, 1):
            try:
                yield from filter(_has_content, records_of(tree, _value))
            except ValueError as error:
                raise ValueError(f"game {number}, {error}" if len(trees) > 1 else error) from None

    return [record for record, _ in unique(kept()).values()]


def _has_content(record: YixinRecord) -> bool:
    return bool(record.value or record.comment or record.labels or record.move)


def _value(tree: GameTree, node: TreeNode) -> NodeValue | None:
    """Return the value of a node, or the value that Black's win rate gives."""
    if node.value or RATE not in node.properties:
        return node.value
    text = node.properties[RATE][0]
    try:
        black = min(max(float(text) / 100, LEAST_RATE), 1 - LEAST_RATE)
    except ValueError:
        raise ValueError(f"{RATE}[{excerpt(text)}] is not a number") from None
    score = round(WIN_RATE_SCALE * log(black / (1 - black)))
    turn = opponent(node.colour) if node.colour else tree.turn
    return NodeValue(score=score if turn == BLACK else -score, bound=EXACT)


def _stored(
    record: YixinRecord, entry: PositionEntry, counts: Counter[str], move: Point | None = None
) -> Iterator[Stored]:
    """Yield a record's position, or the one after a move, with an entry that is not empty."""
    if entry == NO_ENTRY:
        return
    stones = [(cell_at(*point), BLACK) for point in record.black]
    stones += [(cell_at(*point), WHITE) for point in record.white]
    turn = record.turn
    if move:
        stones.append((cell_at(*move), turn))
        turn = opponent(turn)
    try:
        yield Position(record.width, record.height, record.rule, stones, turn), entry
    except ValueError:
        counts["over"] += 1


def _entry(record: YixinRecord, counts: Counter[str]) -> PositionEntry:
    """Return the entry of a record."""
    found, comment = record.value or NodeValue(), record.comment[:LONGEST_COMMENT]
    label, depth = _label(found.label, counts), min(max(0, found.depth), MOST_DEPTH)
    move = Cell(cell_at(*record.move), record.height) if record.move else None
    plain = PositionEntry(move=move, label=label, comment=comment if comment.strip() else "")
    if not found.bound or abs(found.score) > MATE:
        return plain
    score = Score(found.score)
    is_win, is_loss = score.mate > 0, score.mate < 0
    if (
        found.bound == EXACT
        or (found.bound == AT_LEAST and is_win)
        or (found.bound == AT_MOST and is_loss)
    ):
        return plain._replace(value=score, depth=depth)
    counts["bound"] += 1
    return plain


def _label(text: str, counts: Counter[str]) -> str:
    """Return a text as a label."""
    text = "".join(text.split())
    short = text[:LONGEST_LABEL] if text.isprintable() else ""
    counts["long"] += short != text
    return short

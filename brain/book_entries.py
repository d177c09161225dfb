"""Entries for a position database: from others, from position lines, and from books, which are
trees of games with all variations and databases of Yixin and Rapfi.

A node's comment, value and label are those of its position. Without a value, Black's win rate SBKV
gives one. The text on a cell becomes the label of the move to that cell.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from math import log
from pathlib import Path

from brain import position_lines
from brain.books import book_files, yixin_records
from brain.books.book_files import BookOptions
from brain.books.database_tree import records_of
from brain.books.game_tree import GameTree, NodeValue
from brain.books.yixin_records import YixinRecord
from brain.lexicon import BLACK, MATE, WHITE, cell_at, opponent
from brain.notation import sgf
from brain.notation.file_formats import SQLITE, recognised, recognised_file
from brain.notation.text import excerpt
from brain.position import Position
from brain.position_database import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    MOST_DEPTH,
    NO_ENTRY,
    PositionDatabase,
    PositionEntry,
    Stored,
)
from brain.rules.symmetry import Point
from brain.score import WIN_RATE_SCALE, Score

Records = Callable[[], Iterator[YixinRecord]]

BEFORE_LINES = b"\xef\xbb\xbf \t\r\n"
RATE = "SBKV"
LEAST_RATE = 0.001  # a lower one doesn't prove a loss
AT_MOST, AT_LEAST, EXACT = 1, 2, 3  # bounds of a NodeValue
SKIPPED = {
    "over": "positions left out because the game is over: {}",
    "bound": "values left out because they are only bounds: {}",
}


def entries_of_file(path: Path, options: BookOptions) -> Iterator[Stored]:
    """Yield the positions with entries of a file, as `entries_of`. A position database may have any
    length. ValueError names the file.
    """
    if recognised_file(path) == SQLITE:
        with PositionDatabase(path) as database:
            yield from database
        return
    try:
        yield from entries_of(book_files.content_of(path), path.suffix, options)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def entries_of(content: bytes, suffix: str, options: BookOptions) -> Iterator[Stored]:
    """Yield the positions with entries of position lines or of a book, labels of moves first. The
    suffix decides what the content does not. `options.say` receives what was left out. ValueError
    for a content that is damaged or neither.
    """
    if content.lstrip(BEFORE_LINES).startswith(b"{") and not recognised(content):
        yield from position_lines.read(sgf.decoded(content))
        return
    counts = Counter[str]()
    records = _records(content, suffix, options)
    for record in records():
        for point, text in record.labels.items():
            entry = PositionEntry(label=_label(text))
            yield from _stored(record, entry, counts, point)
    for record in records():
        yield from _stored(record, _entry(record, counts), counts)
    for reason, sentence in SKIPPED.items():
        if counts[reason]:
            options.say(sentence.format(counts[reason]))


def _records(content: bytes, suffix: str, options: BookOptions) -> Records:
    """Return the function that yields a book's positions from the start."""
    if book_files.is_database(content, suffix):

        def of_database() -> Iterator[YixinRecord]:
            for record in yixin_records.loads(content, options.encoding):
                rule = record.rule if options.rule is None else options.rule
                yield record._replace(rule=rule)

        return of_database
    trees = book_files.loads(content, suffix, options)
    for number, tree in enumerate(trees, 1):
        try:
            _rate(tree)
        except ValueError as error:
            raise ValueError(f"game {number}, {error}" if len(trees) > 1 else error) from None
    return lambda: (record for tree in trees for record in records_of(tree))


def _rate(tree: GameTree) -> None:
    """Set the value of the nodes without one from Black's win rate."""
    for number, (_, node) in enumerate(tree.walk(), 1):
        if node.value or RATE not in node.properties:
            continue
        text = node.properties[RATE][0]
        try:
            black = min(max(float(text) / 100, LEAST_RATE), 1 - LEAST_RATE)
        except ValueError:
            raise ValueError(f"node {number}: {RATE}[{excerpt(text)}] is not a number") from None
        score = round(WIN_RATE_SCALE * log(black / (1 - black)))
        turn = opponent(node.colour) if node.colour else tree.turn
        node.value = NodeValue(score=score if turn == BLACK else -score, bound=EXACT)


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
    found, comment = record.value or NodeValue(), record.comment.strip()[:LONGEST_COMMENT]
    label, depth = _label(found.label), min(max(0, found.depth), MOST_DEPTH)
    if not found.bound or abs(found.score) > MATE:
        return PositionEntry(label=label, comment=comment)
    score = Score(found.score)
    is_win, is_loss = score.mate > 0, score.mate < 0
    if (
        found.bound == EXACT
        or (found.bound == AT_LEAST and is_win)
        or (found.bound == AT_MOST and is_loss)
    ):
        return PositionEntry(score, depth, label=label, comment=comment)
    counts["bound"] += 1
    return PositionEntry(label=label, comment=comment)


def _label(text: str) -> str:
    """Return a text as a label."""
    text = "".join(text.split())[:LONGEST_LABEL]
    return text if text.isprintable() else ""

"""The formats of books: each with its suffix, its reader, its writer, and what it holds."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from brain.books import position_files, renlib, sgf_trees, yixin_records, yixin_saves
from brain.books.database_tree import MOVE, records_of, trees_of
from brain.books.game_tree import (
    COMMENTS,
    EVERYTHING,
    LABELS,
    PASSES,
    SET_UP,
    VALUES,
    VARIATIONS,
    GameTree,
    merged,
    missing_texts,
)
from brain.books.position_entries import RATE
from brain.certificates.certificate import JSON_START
from brain.files.optional import lacking
from brain.lexicon import BLACK, EMPTY, FREESTYLE, RENJU, opponent
from brain.notation import board_text, file_formats, game_reader, psq, sgf
from brain.notation.board_text import BoardText
from brain.notation.file_formats import FileFormat, recognised
from brain.notation.game_reader import Given
from brain.notation.text_encoding import UTF_8
from brain.notation.written_game import WrittenGame

NODES = 100_000  # of a certificate's tree, unless another limit is given
LARGEST = 256 << 20  # bytes of a book


@dataclass(frozen=True)
class BookOptions:
    """How to read and write books."""

    encoding: str = ""  # of texts in a file that names none; guessed if empty
    written_encoding: str = UTF_8  # of texts in a library to write
    size: tuple[int, int] = (15, 15)  # columns and rows of a text without a size
    nodes: int = NODES  # most nodes of a certificate's tree
    rule: int | None = None  # overrides the file's
    say: Callable[[str], None] = lambda note: None  # receives notes about skipped parts


class BookFormat(NamedTuple):
    """A format that can be written."""

    suffix: str
    title: str
    writes: Callable[[Sequence[GameTree], BookOptions], bytes]
    holds: frozenset[str] = frozenset()  # features
    rule: int | None = None  # that readers assume; None if the format names the rule
    kept: tuple[str, ...] = ()  # properties
    is_collection: bool = False  # holds several games
    is_tree: bool = False  # holds several games, as one tree


# Reading.


def content_of(path: Path) -> bytes:
    """Return the content of a book's file; ValueError if it is too long."""
    check_length(path.stat().st_size)
    return path.read_bytes()


def check_length(size: int) -> None:
    """Raise ValueError if a book of `size` bytes is too long."""
    if size > LARGEST:
        raise ValueError(f"the content is longer than {LARGEST >> 20} MiB")


def as_sgf(content: bytes) -> str | None:
    """Return the games of a book as SGF for a tool that reads one game, None if the content is not
    one of these books. The comment of the first game lists what was skipped.

    ValueError for a damaged book, and for a database of positions.
    """
    found = recognised(content)
    if not is_book(content):
        return None
    if holds_positions(content):
        raise ValueError(
            f"{found} has positions, not a game: tengen convert makes a tree of it, and tengen"
            " database import adds it to a position database"
        )
    return whole_as_sgf(content)


def whole_as_sgf(content: bytes) -> str:
    """Return all games of a book as SGF, and a database as a tree. The comment of the first game
    lists what was skipped. ValueError for a content that is damaged or not a book.
    """
    notes: list[str] = []
    trees = loads(content, "", BookOptions(say=notes.append))
    if notes and trees:
        trees[0].root.comment = "\n".join(filter(None, (trees[0].root.comment, *notes)))
    return "".join(map(sgf_trees.dumps, trees))


def is_book(content: bytes) -> bool:
    """Return whether a content is recognised as one of the books that are not text."""
    return recognised(content) in _READERS


def holds_positions(content: bytes) -> bool:
    """Return whether a content is a database of positions, which is not a game."""
    return _READERS.get(recognised(content)) in (_database, _positions)


def is_database(content: bytes, suffix: str) -> bool:
    """Return whether a content is a database of Yixin or Rapfi."""
    return _reader(recognised(content), suffix) is _database


def tree_of_game(game: WrittenGame) -> GameTree:
    """Return a tree of a game that was read from text; ValueError for neutral stones."""
    if game.walls:
        raise ValueError("expected a game, got neutral stones")
    tree = GameTree(game.width, game.height, game.rule, game.set_up, game.first)
    result = sgf.LETTERS[game.winner] + "+" if game.winner else ""
    names = {"PB": game.black, "PW": game.white, "RE": result}
    tree.root.properties = {name: (text,) for name, text in names.items() if text}
    node = tree.root
    node.comment = game.comments.get(0, "")
    for number, (point, colour) in enumerate(game.moves, 1):
        node = node.add(point, colour)
        node.comment = game.comments.get(number, "")
    tree.check()
    return tree


def loads(content: bytes, suffix: str, options: BookOptions) -> list[GameTree]:
    """Return the games of a file's content. The suffix decides where the content does not.
    ValueError names what is wrong.
    """
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1].decode("latin-1")
    found = recognised(content)
    reader = _reader(found, suffix)
    if not reader:
        reader = _text if found else _BY_START.get(start, _text)
    trees = reader(content, options)
    if options.rule is not None:
        for tree in trees:
            tree.rule = options.rule
    return trees


def _renlib(content: bytes, options: BookOptions) -> list[GameTree]:
    read = renlib.loads(content, options.encoding)
    for note in read.notes:
        options.say(note)
    return [read.tree]


def _renjunet(content: bytes, options: BookOptions) -> list[GameTree]:
    try:
        from brain.books import renjunet
    except ImportError:
        raise ValueError(lacking("a RenjuNet database", "Expat")) from None
    return list(renjunet.loads(content, options.say))


def _database(content: bytes, options: BookOptions) -> list[GameTree]:
    return trees_of(yixin_records.loads(content, options.encoding))


def _positions(content: bytes, options: BookOptions) -> list[GameTree]:
    return position_files.loads(content, options.say)


def _sav(content: bytes, options: BookOptions) -> list[GameTree]:
    return [yixin_saves.load_sav(content)]


def _pos(content: bytes, options: BookOptions) -> list[GameTree]:
    return [yixin_saves.load_pos(content)]


def _sgf(content: bytes, options: BookOptions) -> list[GameTree]:
    text = content.decode(options.encoding) if options.encoding else sgf.decoded(content)
    trees = []
    for read in sgf_trees.loads(text, options.rule):
        trees.append(read.tree)
        for note in read.notes:
            options.say(f"game {len(trees)}: {note}")
    return trees


def _certificate(content: bytes, options: BookOptions) -> list[GameTree]:
    from brain.books.certificate_tree import tree_of_proof  # needs the checker
    from brain.certificates import certificate_files

    found = tree_of_proof(certificate_files.loads(content), options.nodes)
    if found.cut:
        options.say(f"{found.cut} variations go on in the certificate beyond {options.nodes} nodes")
    return [found.tree]


def _text(content: bytes, options: BookOptions) -> list[GameTree]:
    """Read PSQ, moves, a line of a board, a drawn board, or a record of CCGC or PlayOK."""
    found = recognised(content)
    if found and found not in file_formats.TEXTS:
        raise ValueError(game_reader.unknown(content))
    text = sgf.decoded(content)
    game = game_reader.read(text, Given(options.size, options.rule))
    for note in game.notes:
        options.say(note)
    return [tree_of_game(game)]


Reader = Callable[[bytes, BookOptions], list[GameTree]]

_READERS: dict[FileFormat | None, Reader] = {
    file_formats.RENLIB: _renlib,
    file_formats.RENJUNET: _renjunet,
    file_formats.YIXIN_DATABASE: _database,
    file_formats.PACKED_YIXIN_DATABASE: _database,
    file_formats.POSITION_DATABASE: _positions,
    file_formats.YIXIN_GAME: _sav,
    file_formats.YIXIN_POSITION: _pos,
    file_formats.CERTIFICATE: _certificate,
}
# A file is read as its suffix says if its content has no format of its own.
_BY_SUFFIX: dict[str, Reader] = {
    ".lib": _renlib,
    ".rif": _renjunet,
    ".db": _database,
    ".positions": _positions,
    ".sav": _sav,
    ".pos": _pos,
    ".tengen": _certificate,
}


def _reader(found: FileFormat | None, suffix: str) -> Reader | None:
    """Return the reader of a format, or of the suffix if the content has none."""
    return _READERS.get(found) or (None if found else _BY_SUFFIX.get(suffix.lower()))


_BY_START: dict[str, Reader] = {"(": _sgf, JSON_START: _certificate}  # the first character


# Writing.


def dumps(trees: Sequence[GameTree], target: BookFormat, options: BookOptions) -> bytes:
    """Return the content of a file, and report what it can't hold. ValueError if it can't hold the
    games at all.
    """
    if len(trees) > 1 and not (target.is_collection or target.is_tree):
        raise ValueError(f"{len(trees)} games: {target.title} holds one: choose one with --game")
    content = target.writes(trees, options)
    lost = missing_phrases(trees, target)
    if lost:
        options.say(f"{target.title} can't hold: {'; '.join(lost)}")
    return content


def missing_phrases(trees: Iterable[GameTree], target: BookFormat) -> list[str]:
    """Return what a format can't hold of games, each phrase once."""
    found: dict[str, int] = {}
    for tree in trees:
        for phrase in missing_texts(tree, target.holds, target.rule, target.kept):
            found[phrase] = found.get(phrase, 0) + 1
    shown = [phrase if n == 1 else f"{phrase} (in {n} games)" for phrase, n in found.items()]
    return shown if len(shown) < 10 else [*shown[:9], f"and {len(shown) - 9} more"]


def _write_sgf(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    return "".join(map(sgf_trees.dumps, trees)).encode()


def _write_library(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    tree = trees[0] if len(trees) == 1 else merged(trees)
    return renlib.dumps(tree, options.written_encoding)


def _write_database(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    records = (record for tree in trees for record in records_of(tree))
    return yixin_records.dumps(records, say=options.say)


def _write_positions(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    return position_files.dumps(trees, options.say)


def _write_psq(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    tree = trees[0]
    points = tree.main_points()
    black, white = ("".join(tree.root.properties.get(name, ())) for name in ("PB", "PW"))
    game = psq.PsqGame(tree.width, tree.height, points, (0,) * len(points), black, white)
    return psq.dumps(game).encode()


def _write_line(trees: Sequence[GameTree], options: BookOptions) -> bytes:
    tree, turn = trees[0], trees[0].turn
    points = []
    for number, node in enumerate(one for one in tree.main_line() if one.colour != EMPTY):
        if node.point is None or node.colour != turn:
            raise ValueError(f"move {number + 1} is a pass or out of turn")
        points.append(node.point)
        turn = opponent(turn)
    black, white = (
        tuple(point for point, one in tree.set_up if one == colour)
        for colour in (BLACK, opponent(BLACK))
    )
    line = BoardText(tree.width, tree.height, tree.rule, black, white, (), tree.turn, tuple(points))
    return f"{board_text.dumps(line)}\n".encode()


FORMATS = {
    one.suffix: one
    for one in (
        BookFormat(".sgf", "an SGF file", _write_sgf, EVERYTHING, is_collection=True),
        BookFormat(
            ".lib",
            "a RenLib library",
            _write_library,
            frozenset((VARIATIONS, COMMENTS, LABELS, PASSES)),
            RENJU,
            (renlib.BOOKMARK, renlib.START_HERE),
            is_tree=True,
        ),
        BookFormat(
            ".db",
            "a Yixin database",
            _write_database,
            frozenset((VARIATIONS, COMMENTS, LABELS, PASSES, SET_UP, VALUES)),
            is_tree=True,
        ),
        BookFormat(
            ".positions",
            "a position database",
            _write_positions,
            frozenset((VARIATIONS, COMMENTS, LABELS, PASSES, SET_UP, VALUES)),
            kept=(MOVE, RATE),
            is_tree=True,
        ),
        BookFormat(".psq", "a PSQ file", _write_psq, rule=FREESTYLE, kept=("PB", "PW")),
        BookFormat(".txt", "a line of text", _write_line, frozenset((SET_UP,))),
        BookFormat(
            ".sav",
            "a saved game of Yixin-Board",
            lambda trees, _: yixin_saves.dump_sav(trees[0]),
            rule=FREESTYLE,
        ),
        BookFormat(
            ".pos",
            "a .pos file",
            lambda trees, _: yixin_saves.dump_pos(trees[0]),
            rule=RENJU,
        ),
    )
}

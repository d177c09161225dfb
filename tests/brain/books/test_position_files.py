"""Position databases as game trees, and game trees as position databases."""

import pytest

from brain.books import position_files, sgf_trees
from brain.books.book_files import FORMATS, BookOptions, as_sgf, dumps, loads
from brain.books.game_tree import GameTree
from brain.cell import Cell
from brain.game_board import Board
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score

SUFFIX = ".positions"


def content_of(entries: dict[str, PositionEntry]) -> bytes:
    """Return a position database of boards on one line."""
    with PositionDatabase.in_memory() as database:
        database.update((Board.read(text), entry) for text, entry in entries.items())
        return database.content()


def entries_of(content: bytes, *boards: str) -> list[PositionEntry | None]:
    """Return the entries of boards on one line, and check that there are no others."""
    with PositionDatabase.in_memory(content) as database:
        found = [database.get(Board.read(board)) for board in boards]
        assert len(database) == sum(entry is not None for entry in found)
        return found


def tree_of(text: str) -> GameTree:
    (read,) = sgf_trees.loads(text)
    return read.tree


def written(text: str, notes: list[str]) -> bytes:
    """Return the games of SGF as a position database; what it can't hold is appended."""
    return dumps([tree_of(text)], FORMATS[SUFFIX], BookOptions(say=notes.append))


def test_an_entry_becomes_a_value_a_property_and_a_text_on_the_cell() -> None:
    entries = {
        "15 renju": PositionEntry(Score(35), 12, Cell.named("h8", 15)),
        "15 renju h8": PositionEntry(Score(-29990), 9, label="w", comment="good"),
        "15 renju h8h9": PositionEntry(label="solid"),
    }
    (tree,) = loads(content_of(entries), SUFFIX, BookOptions())
    assert sgf_trees.dumps(tree) == (
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]VALUE[35:12:3:]MOVE[hh]\n"
        ";B[hh]C[good]VALUE[-29990:9:3:w]LB[gh:solid]\n;W[gh])\n"
    )
    again = dumps([tree], FORMATS[SUFFIX], BookOptions())
    assert entries_of(again, *entries) == [*entries.values()]


def test_what_a_position_database_can_not_hold_is_listed() -> None:
    notes: list[str] = []
    text = (
        "(;SZ[15]PB[Ann];B[hh]LB[ii:a long label, with spaces][hh:1]TR[aa];W[ii]"
        "(;B[jj]C[good];W[kk])(;B[gg]VALUE[5:1:1:];C[remark]))"
    )
    found = entries_of(written(text, notes), "15 freestyle h8i7", "15 freestyle h8i7j6")
    assert [(one.label, one.comment) for one in found if one] == [
        ("alonglabel,withs", ""),
        ("", "good"),
    ]
    assert notes == [
        "values left out because they are only bounds: 1",
        "labels left out because they are on stones: 1",
        "labels cut to 16 characters without spaces: 1",
        "moves without a value, a label or a comment left out: 2",
        "a position database can't hold: 1 node with marks; 1 node without a move; the SGF"
        " properties PB",
    ]


def test_equal_positions_of_several_games_are_joined() -> None:
    games = (
        "(;SZ[15];B[hh];W[ig];B[hg]C[one])",
        "(;SZ[15];B[gh];W[hg];B[gg]C[x])",
        ("(;SZ[15];B[hg];W[ig];B[hh]C[two])"),
    )
    content = dumps([*map(tree_of, games)], FORMATS[SUFFIX], BookOptions())
    first, second = entries_of(content, "15 freestyle h8i9h9", "15 freestyle g8h9g9")
    assert (first, second) == (PositionEntry(comment="one\ntwo"), PositionEntry(comment="x"))


def test_a_position_and_the_one_after_a_pass_are_both_kept_without_the_empty_board() -> None:
    boards = "15 renju black=h8 turn=white", "15 renju black=h8 turn=black"
    content = content_of({board: PositionEntry(comment=board) for board in boards})
    (tree,) = loads(content, SUFFIX, BookOptions())
    assert [node.point for node in tree.main_line()] == [(7, 7), None]
    assert [
        one.comment
        for one in entries_of(dumps([tree], FORMATS[SUFFIX], BookOptions()), *boards)
        if one
    ] == [*boards]


def test_positions_with_neutral_stones_and_depths_alone_are_left_out() -> None:
    notes: list[str] = []
    entry = PositionEntry(comment="here", depth=3)
    content = content_of({"15 renju walls=a1": entry, "15 renju h8": entry})
    (tree,) = position_files.loads(content, notes.append)
    assert len(tree) == 1
    assert notes == [
        "positions with neutral stones left out: 1",
        "depths without a value left out: 1",
    ]


def test_games_without_anything_to_keep_are_refused() -> None:
    with pytest.raises(ValueError, match="no position has one"):
        written("(;SZ[15];B[hh])", [])


def test_a_position_database_is_not_a_game() -> None:
    with pytest.raises(ValueError, match="a Tengen position database has positions, not a game"):
        as_sgf(content_of({"15 renju h8": PositionEntry(label="x")}))


def test_a_damaged_position_database_is_refused() -> None:
    content = content_of({"15 renju h8": PositionEntry(label="x")})
    for damaged in (content[:80], content[:4096], content.replace(b"x", b"\n")):
        with pytest.raises((ValueError, OSError), match="position database"):
            loads(damaged, SUFFIX, BookOptions())

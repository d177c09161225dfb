"""The formats of books: recognised by their content, else by their suffix."""

from pathlib import Path

import pytest

from brain.books.book_files import (
    FORMATS,
    LARGEST,
    BookOptions,
    as_sgf,
    content_of,
    dumps,
    loads,
    tree_of_game,
)
from brain.books.game_tree import GameTree
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from brain.notation.written_game import WrittenGame

OPTIONS = BookOptions()


def test_the_content_decides_before_the_suffix() -> None:
    (tree,) = loads(b"\x02\x70\x71", ".lib", OPTIONS)
    assert [node.point for node in tree.main_line()] == [(7, 7), (8, 7)]
    (tree,) = loads(b"\x78\0\x79\x40", ".LIB", OPTIONS)
    assert [node.point for node in tree.main_line()] == [(7, 7), (8, 7)]
    (tree,) = loads(b"h8i9", ".txt", OPTIONS)
    assert len(tree) == 2
    with pytest.raises(ValueError, match="this looks like a ZIP archive"):
        loads(b"PK\x03\x04", ".lib", OPTIONS)


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "book.lib"
    path.write_bytes(b"\x70")
    assert content_of(path) == b"\x70"
    with path.open("r+b") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(ValueError, match="the content is longer than 256 MiB"):
        content_of(path)


def test_a_rule_overrides_the_file() -> None:
    (tree,) = loads(b"(;SZ[15]RU[renju];B[hh])", ".sgf", BookOptions(rule=FREESTYLE))
    assert tree.rule == FREESTYLE
    (tree,) = loads(b"\x01\x70", ".pos", BookOptions(rule=FREESTYLE))
    assert tree.rule == FREESTYLE


def test_text_is_not_a_book() -> None:
    assert as_sgf(b"h8i9") is None
    assert as_sgf(b"(;SZ[15];B[hh])") is None
    assert as_sgf(b"\x01\x70") == "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh])\n"


def test_what_was_skipped_is_in_the_comment_of_the_sgf() -> None:
    content = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0\x78\x40\x0a"
    assert "C[skipped the last byte, 24]" in (as_sgf(content) or "")


def test_a_game_of_a_text_is_a_tree() -> None:
    game = WrittenGame(
        *(15, 15, RENJU),
        moves=(((7, 7), BLACK), ((8, 8), WHITE)),
        black="Ann",
        winner=WHITE,
        comments={0: "start", 2: "end"},
    )
    tree = tree_of_game(game)
    assert tree.root.properties == {"PB": ("Ann",), "RE": ("W+",)}
    assert [tree.root.comment, *(node.comment for node in tree.main_line())] == ["start", "", "end"]
    with pytest.raises(ValueError, match="neutral stones"):
        tree_of_game(WrittenGame(15, 15, RENJU, walls=((0, 0),)))


def test_what_many_games_miss_is_listed_once() -> None:
    notes: list[str] = []
    tree = GameTree(rule=FREESTYLE)
    tree.root.properties = {"EV": ("cup",)}
    dumps([tree, tree], FORMATS[".lib"], BookOptions(say=notes.append))
    assert notes == [
        "a RenLib library can't hold: the rule freestyle: it is read as renju (in 2 games);"
        " the SGF properties EV (in 2 games)"
    ]
    with pytest.raises(ValueError, match="2 games: a PSQ file holds one: choose one with --game"):
        dumps([tree, tree], FORMATS[".psq"], OPTIONS)


def test_a_line_of_text_has_the_set_up_and_the_moves() -> None:
    tree = GameTree(set_up=(((7, 7), BLACK),), turn=WHITE)
    tree.root.add((8, 8), WHITE)
    assert dumps([tree], FORMATS[".txt"], OPTIONS).startswith(b"15 renju black=")
    tree.root.children[0].add(None, BLACK)
    with pytest.raises(ValueError, match="move 2 is a pass or out of turn"):
        dumps([tree], FORMATS[".txt"], OPTIONS)

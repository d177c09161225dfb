"""Yixin-Board merges and splits a position database, and imports books into it."""

from pathlib import Path

import pytest

from brain.books import yixin_records
from brain.books.book_files import FORMATS, LARGEST, BookOptions, dumps
from brain.books.game_tree import GameTree, NodeValue
from brain.books.yixin_records import YixinRecord
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from tests.protocol.piskvork.test_yixin_database import Window, entry

GOOD = PositionEntry(comment="good")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a database with three positions."""
    texts = "15 freestyle h8", "15 freestyle h8i9", "15 freestyle h8h9"
    with PositionDatabase(tmp_path / "my.positions", "c") as database:
        database.update((Board.read(text), GOOD) for text in texts)
        return database.path


def count(path: Path) -> int:
    with PositionDatabase(path) as database:
        return len(database)


def test_a_database_is_split_at_the_board_and_merged_again(path: Path, tmp_path: Path) -> None:
    half, window = tmp_path / "half.positions", Window(path)
    assert window.send("yxboard", "7,7,1", "6,6,2", "done", "yxdbsplit", str(half)) == (
        "MESSAGE 1 positions are in half.positions",
    )
    assert (count(half), entry(half, "15 freestyle h8g7")) == (1, GOOD)
    window.send("start 15")
    assert window.send(f"yxdbsplit {half}") == ("MESSAGE 3 positions are in half.positions",)
    window.ask("yxdeletedatabaseall", "7,7")
    assert count(path) == 1
    assert window.send(f"yxdbmerge {half}") == ("MESSAGE 2 positions of half.positions are new",)
    assert count(path) == 3


def test_a_database_of_yixin_is_merged(path: Path, tmp_path: Path) -> None:
    record = YixinRecord(15, 15, FREESTYLE, WHITE, ((7, 7),), (), NodeValue("", 40, 9, 3))
    other = tmp_path / "yixin.db"
    other.write_bytes(yixin_records.dumps([record], say=lambda note: None))
    assert Window(path).send("yxdbmerge", str(other)) == (
        "MESSAGE 0 positions of yixin.db are new",
    )
    assert entry(path, "15 freestyle h8") == GOOD._replace(value=Score(40), depth=9)


@pytest.mark.parametrize(("rule", "name"), [(0, "freestyle"), (2, "renju")])
def test_a_library_is_imported_with_the_rule_of_the_board(
    rule: int, name: str, path: Path, tmp_path: Path
) -> None:
    tree = GameTree()
    tree.root.add((7, 7), BLACK).add((0, 0), WHITE).comment = "a corner"
    library = tmp_path / "my.lib"
    library.write_bytes(dumps([tree], FORMATS[".lib"], BookOptions()))
    window = Window(path)
    window.send(f"info rule {rule}")
    assert window.send("yxlibtodb", str(library)) == ("MESSAGE 1 positions of my.lib are new",)
    assert entry(path, f"15 {name} h8a15") == PositionEntry(comment="a corner")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("yxdbmerge none.db", "none.db"),
        ("yxdbsplit half.db", "a new one's name must end in .positions"),
        ("yxdbsplit my.positions", "is in use"),
        ("yxlibtodb text.txt", "the database: text.txt: expected a"),
        ("yxdbmerge long.lib", "the database: long.lib: the content is longer than"),
    ],
)
def test_what_cannot_be_done_is_reported(
    line: str, reason: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    Path("text.txt").write_text("hello")
    with Path("long.lib").open("wb") as file:
        file.truncate(LARGEST + 1)
    (reply,) = Window(path).send(line)
    assert reply.startswith("MESSAGE the database: ")
    assert reason in reply


def test_a_database_that_is_read_only_is_not_merged(path: Path) -> None:
    window = Window(path)
    window.send("info database_readonly 1")
    assert window.send(f"yxdbmerge {path}") == ("MESSAGE the database is read-only",)

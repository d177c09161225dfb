"""Yixin-Board walks through a position database and edits it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.lexicon import MATE
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from protocol.piskvork.grammar import CommandParser, Lines
from protocol.piskvork.session import Session
from tests.support import managers
from tests.support.fake_engine import FakeEngine

H8, I9 = "7,7", "8,8"
LABELS = ("MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE")
START = "15 freestyle h8"


class Window:
    """A conversation about a database."""

    def __init__(self, *paths: Path) -> None:
        self.engine, self.written = FakeEngine(), list[str]()
        self.reader = managers.MANAGERS["yixin_board"].reader()
        self.session, self.parser = Session(self.engine, self.written.append), CommandParser()
        self.engine.set_database(*paths)
        self.send("yxshowinfo", "START 15")

    def send(self, *lines: str) -> Lines:
        """Return the replies to lines."""
        commands = [command for line in lines for command in self.parser.feed(line)]
        replies = [reply for command in commands for reply in self.session.answer(command)]
        for reply in replies:
            self.reader(reply, managers.OK)
        return tuple(replies)

    def ask(self, word: str, *moves: str) -> Lines:
        """Return the replies to a block."""
        return self.send(word, *moves, "done")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an empty database."""
    with PositionDatabase(tmp_path / "my.positions", "c") as database:
        return database.path


def entry(path: Path, text: str) -> PositionEntry | None:
    with PositionDatabase(path) as database:
        return database.get(Board.read(text))


def test_labels_are_those_of_all_moves_with_win_rates_of_the_mover(path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        for move, stored in {
            "h9": PositionEntry(Score(-62), 10, comment="good"),
            "i9": PositionEntry(label="w"),
            "j9": PositionEntry(Score(5 - MATE)),
            "h12": PositionEntry(Score(MATE - 12), 3),
            "i12": PositionEntry(label="a黑白"),
            "j12": PositionEntry(Score(-9000)),
        }.items():
            database.put(Board.read(START + move), stored)
    window = Window(path)
    found = window.ask("yxquerydatabaseallt", H8)
    tags = {tuple(line.split()[2:4]): line.split(maxsplit=4)[4] for line in found[1:-2]}
    number = {text: int.from_bytes(text.encode(), "big") for text in ("60%", "w", "w5", "99%")}
    assert tags["7", "8"] == f"{number['60%']} -62 10 3 1"
    assert tags["8", "8"] == f"{number['w']} 0 0 0 0"
    assert tags["9", "8"] == f"{number['w5']} -29995 0 3 0"
    assert tags["7", "11"] == f"{int.from_bytes(b'l12', 'big')} 29988 3 3 0"
    assert tags["8", "11"] == "-1 0 0 0 0 a黑"
    assert tags["9", "11"] == f"{number['99%']} -9000 0 3 0"
    assert len(tags) == 4 + 4 + 8 + 4 + 8 + 8  # with their images around h8
    assert (found[0], *found[-2:]) == (*LABELS, 'MESSAGE DATABASE TEXT ""')
    old = window.ask("yxquerydatabaseall", H8)
    assert f"MESSAGE DATABASE 7 8 {int.from_bytes(b'60', 'big')} -62 10 3 1" in old
    assert f"MESSAGE DATABASE 9 8 {ord('w')} -29995 0 3 0" in old
    assert window.ask("yxquerydatabaseall") == LABELS


def test_the_first_database_comes_first(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    with PositionDatabase(other, "c") as database:
        database.put(Board.read("15 freestyle h8"), PositionEntry(label="d", comment="other"))
        database.put(Board.read("15 freestyle a1"), PositionEntry(label="l"))
    with PositionDatabase(path, "w") as database:
        database.put(Board.read("15 freestyle h8"), PositionEntry(label="w"))
    assert Window(path, other).ask("yxquerydatabaseall")[1:-1] == (
        "MESSAGE DATABASE 0 0 108 0 0 0 0",
        "MESSAGE DATABASE 14 0 108 0 0 0 0",
        "MESSAGE DATABASE 7 7 119 0 0 0 0",
        "MESSAGE DATABASE 0 14 108 0 0 0 0",
        "MESSAGE DATABASE 14 14 108 0 0 0 0",
    )
    assert Window(other, path).ask("yxquerydatabaseone", H8) == (
        "MESSAGE DATABASE ONE 100 0 0 0 d",
    )


def test_fields_are_edited_one_by_one_and_shown(path: Path) -> None:
    window = Window(path)
    assert window.ask("yxquerydatabaseone", H8, I9) == ("MESSAGE DATABASE ONE 0 0 0 0",)
    edits = {
        "yxedittvddatabase 1 87 0 0": "119 0 0 0 w",
        "yxedittvddatabase 2 -1 -35 0": "119 -35 0 3 w",
        "yxedittvddatabase 4 -1 0 12": "119 -35 12 3 w",
        "yxedittvddatabase 1 -1 0 0": "-1 -35 12 3 55%",
    }
    for word, shown in edits.items():
        assert window.ask(word, H8, I9) == (f"MESSAGE DATABASE ONE {shown}",)
    assert entry(path, "15 freestyle h8i9") == PositionEntry(Score(-35), 12)
    assert window.ask("yxdeletedatabaseone", H8, I9) == ()
    assert entry(path, "15 freestyle h8i9") is None


def test_a_comment_keeps_lines_quotes_and_any_letters(path: Path) -> None:
    window = Window(path)
    said = 'the \\"黑\\" \\\\ side'
    assert window.ask(f'yxedittextdatabase "{said}', f'3,4"{H8}') == ()
    stored = entry(path, "15 freestyle h8")
    assert stored == PositionEntry(comment='the "黑" \\ side\n3,4')
    (line,) = window.ask("yxquerydatabasetext", H8)
    assert line == f'MESSAGE DATABASE TEXT "{said}\u20283,4"'
    window.ask(f"yxedittextdatabase {line.split(maxsplit=3)[3]}{H8}")
    assert entry(path, "15 freestyle h8") == stored
    with PositionDatabase(path, "w") as database:
        database.put(Board.read("15 freestyle h8"), PositionEntry(comment="\x1b[1m" + "x" * 5000))
    (line,) = window.ask("yxquerydatabasetext", H8)
    assert line.startswith('MESSAGE DATABASE TEXT "[1mx')
    assert len(line) < 4100


def test_a_label_belongs_to_the_move_to_a_cell(path: Path) -> None:
    window = Window(path)
    assert window.ask("yxeditlabeldatabase 8,8 A1", H8) == ()
    assert entry(path, "15 freestyle h8i9") == PositionEntry(label="A1")
    window.ask("yxeditlabeldatabase 8,8 ", H8)
    assert entry(path, "15 freestyle h8i9") is None


def test_the_best_move_is_the_last_one_of_the_position_before(path: Path) -> None:
    window = Window(path)
    assert window.ask("yxsetbestmovedatabase", H8, I9) == ()
    assert entry(path, "15 freestyle h8") == PositionEntry(move=Cell.named("i7"))
    assert window.ask("yxclearbestmovedatabase", H8, I9) == ()
    assert entry(path, "15 freestyle h8") is None


@pytest.mark.parametrize(
    ("kind", "left"),
    [
        ("", {"15 freestyle h8", "15 freestyle i8j8k8"}),
        ("w", {"15 freestyle h8", "15 freestyle i8j8k8", "15 freestyle h8i9", "15 freestyle h8h9"}),
        ("nonwlrecursive", {"15 freestyle h8", "15 freestyle i8j8k8", "15 freestyle h8i9i8"}),
    ],
)
def test_positions_after_a_position_are_deleted(kind: str, left: set[str], path: Path) -> None:
    texts = {
        "15 freestyle h8": "",
        "15 freestyle h8i9": "",
        "15 freestyle h8h9": "x",
        "15 freestyle h8i9i8": "w",
        "15 freestyle i8j8k8": "w",
    }
    with PositionDatabase(path, "w") as database:
        for text, label in texts.items():
            database.put(Board.read(text), PositionEntry(label=label, comment="c"))
    shown = Window(path).ask(f"yxdeletedatabaseall {kind}", H8)
    assert {text for text in texts if entry(path, text)} == left
    assert len(shown) == 3 + 4 * len({"15 freestyle h8i9", "15 freestyle h8h9"} & left)


@pytest.mark.parametrize(
    ("kind", "deleted"),
    [
        ("wld", {"w", "w 5", "l 9", "d"}),
        ("nonwld", {""}),
        ("wlnostep", {"w"}),
        ("wlinstep 5", {"w 5"}),
        ("wlinsteprecursive 9", {"w 5", "l 9"}),
    ],
)
def test_positions_are_deleted_by_their_result(kind: str, deleted: set[str], path: Path) -> None:
    entries = {
        "w": PositionEntry(label="w"),
        "w 5": PositionEntry(Score(5 - MATE)),
        "l 9": PositionEntry(Score(MATE - 9), label="l"),
        "d": PositionEntry(label="d"),
        "": PositionEntry(Score(40)),
    }
    texts = {name: f"15 freestyle h8h{row}" for name, row in zip(entries, "12345", strict=True)}
    with PositionDatabase(path, "w") as database:
        database.update((Board.read(texts[name]), entries[name]) for name in entries)
    Window(path).ask(f"yxdeletedatabaseall {kind}", H8)
    assert {name for name in entries if not entry(path, texts[name])} == deleted


@pytest.mark.parametrize(
    ("word", "moves", "reason"),
    [
        ("yxedittvddatabase 7 87 0", [H8], "expected a mask, a tag, a value and a depth"),
        ("yxedittvddatabase 2 -1 30001 0", [H8], "value: expected an integer"),
        ("yxedittvddatabase 4 -1 0 -1", [H8], "depth: expected an integer"),
        ("yxeditlabeldatabase x 1", [H8], "expected a cell and a label"),
        ("yxeditlabeldatabase 7,7 1", [H8], "h8 has a black stone"),
        ("yxeditlabeldatabase 8,8 a b", [H8], "label: expected printable characters"),
        ("yxsetbestmovedatabase", [], "there is no stone to take back"),
        ("yxdeletedatabaseall wlinstep x", [H8], "with plies after wlinstep, got wlinstep x"),
        ("yxquerydatabaseall", ["15,0"], "p15 is off the board"),
        ("yxquerydatabaseall", [H8, H8], "h8 has a black stone"),
    ],
)
def test_what_cannot_be_done_is_reported(
    word: str, moves: Sequence[str], reason: str, path: Path
) -> None:
    (line,) = Window(path).ask(word, *moves)
    assert line.startswith("MESSAGE the database: ")
    assert reason in line
    with PositionDatabase(path) as database:
        assert len(database) == 0


def test_a_readonly_database_is_not_edited(path: Path, tmp_path: Path) -> None:
    window = Window(path)
    window.send("INFO database_readonly 1")
    assert window.ask("yxedittvddatabase 1 87 0 0", H8) == ("MESSAGE the database is read-only",)
    assert window.ask("yxquerydatabaseall", H8) == LABELS
    (line,) = window.send("yxsetdatabase", str(tmp_path / "new.positions"))
    assert "new.positions does not exist" in line
    window.send("INFO database_readonly 0")
    assert window.ask("yxedittvddatabase 1 87 0 0", H8) == ("MESSAGE DATABASE ONE 119 0 0 0 w",)


def test_a_database_is_set_and_created_and_proofs_stay(path: Path, tmp_path: Path) -> None:
    window, new = Window(), tmp_path / "new one.positions"
    assert window.ask("yxquerydatabaseall", H8) == LABELS
    assert window.ask("yxquerydatabaseone", H8) == ("MESSAGE no position database is set",)
    assert window.send("yxsetdatabase", str(new)) == (
        f"MESSAGE the database {new} has 0 positions",
    )
    assert window.engine.databases == (str(new),)
    window.send(f"yxsetdatabase {path}")
    assert window.engine.databases == (str(path),)
    assert window.send("yxsavedatabase") == ("MESSAGE every edit of the database is saved at once",)
    (line,) = window.send("yxsetdatabase", str(tmp_path / "games.db"))
    assert line.endswith("games.db does not exist, and a new one's name must end in .positions")
    new.write_bytes(b"a library")
    (line,) = window.send("yxsetdatabase", str(new))
    assert line == f"MESSAGE the database: {new} is not a Tengen database: it does not begin as one"
    assert window.engine.databases == (str(path),)


def test_the_entry_is_written_before_a_move_and_the_database_can_be_unused(path: Path) -> None:
    with PositionDatabase(path, "w") as database:
        stored = PositionEntry(Score(35), 12, Cell.named("i9"), "w", "first\nsecond")
        database.put(Board.read("15 freestyle h8"), stored)
    window = Window(path)
    window.send("INFO usedatabase 1", "BOARD", f"{H8},2", "done")
    text = "value +35, depth 12, move g7, label w; first second"
    assert window.written[0] == f"MESSAGE stored in my.positions: {text}"
    window.written.clear()
    window.send("INFO usedatabase 0", "BOARD", f"{H8},2", "done")
    assert not any("stored" in line for line in window.written)

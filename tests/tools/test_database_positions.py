"""`tengen database add`, `remove`, `list`, `import` and `export`: position databases by hand."""

import io
import json
import sys
from pathlib import Path

import pytest

from brain.books import yixin_records
from brain.books.book_files import LARGEST
from brain.cell import Cell
from brain.engine import Engine
from brain.game_board import Board
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from protocol.tools import database, review

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a position of renju."""
    path = tmp_path / "my.positions"
    words = ["h8i9g9", "--rule", "renju", "--value", "-35", "--depth", "12", "--move", "h9"]
    assert database.main(["add", str(path), *words]) == 0
    return path


def entry(path: Path, text: str) -> PositionEntry | None:
    with PositionDatabase(path) as database:
        return database.get(Board.read(text))


def test_fields_are_added_one_after_the_other(path: Path, capsys: Capture) -> None:
    text = "15 renju h8i9g9"
    assert entry(path, text) == PositionEntry(Score(-35), 12, Cell.named("h9"))
    words = ["add", str(path), text, "--label", "x", "--comment", "first\nsecond"]
    capsys.readouterr()
    assert database.main(words) == 0
    assert capsys.readouterr().out == "value -35, depth 12, move h9, label x; first\nsecond\n"
    assert database.main(["remove", str(path), text]) == 0
    assert entry(path, text) is None


def test_a_list_shows_a_position_and_its_moves_or_all(path: Path, capsys: Capture) -> None:
    database.main(["add", str(path), "15 renju h8", "--comment", "first\nsecond"])
    capsys.readouterr()
    assert database.main(["list", str(path), "h8i9", "--rule", "renju"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "no entry in renju"
    assert shown[1] == "  g9   value -35, depth 12, move h9"
    assert database.main(["list", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "15 renju black=g9h8 white=i9 turn=white  value -35, depth 12, move h9",
        "15 renju black=h8 turn=white  first second",
    ]


def test_an_export_is_imported_and_fields_are_merged(
    path: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    capsys.readouterr()
    assert database.main(["export", str(path)]) == 0
    lines = capsys.readouterr().out
    assert json.loads(lines)["value"] == -35
    (tmp_path / "lines").write_text(f"\n{lines}", "utf-8")
    database.main(["add", str(path), "15 renju h8i9g9", "--comment", "mine", "--value", "0"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    other = tmp_path / "other"
    sources = [str(path), str(tmp_path / "lines"), "-"]
    capsys.readouterr()
    assert database.main(["import", str(other), *sources]) == 0
    assert capsys.readouterr().out == f"{other}: 1 positions\n"
    found = entry(other, "15 renju h8i9g9")
    assert found == PositionEntry(Score(-35), 12, Cell.named("h9"), comment="mine")


def test_a_reviewed_game_is_imported(tmp_path: Path, capsys: Capture) -> None:
    assert review.main(["h8i9g9", "--nodes", "100", "--format", "sgf"]) == 0
    game = tmp_path / "game.sgf"
    game.write_text(capsys.readouterr().out, "utf-8")
    path = tmp_path / "new"
    assert database.main(["import", str(path), str(game)]) == 0
    assert capsys.readouterr().out == f"{path}: 4 positions\n"
    found = entry(path, "15 freestyle h8i9")
    assert found
    assert found.value is not None
    assert found.comment.startswith("Black's chances: ")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["add", "FILE", "h8"], "nothing to add: expected --value, --move, --label or --comment"),
        (["add", "FILE", "h8", "--move", "h8"], "move: h8 is not an empty cell"),
        (["add", "FILE", "h8", "--move", "zz"], "'zz' is not a cell"),
        (["add", "FILE", "h8h8", "--label", "w"], "h8 has a black stone"),
        (["remove", "FILE", "h8"], "doesn't have the position h8"),
        (["remove", "NONE", "h8"], "No such file or directory"),
        (["list", "NONE"], "No such file or directory"),
        (["list", "TEXT"], "text is not a Tengen position database: it does not begin as one"),
        (["import", "FILE", "TEXT"], "text: line 2: '3' is not a field of a position"),
        (["import", "FILE", "NONE"], "none: No such file or directory"),
        (["import", "FILE", "LONG"], "long: the content is longer than 256 MiB"),
    ],
)
def test_what_cannot_be_done_is_reported(
    words: list[str], reason: str, path: Path, tmp_path: Path, capsys: Capture
) -> None:
    files = {"FILE": path} | {name: tmp_path / name.lower() for name in ("NONE", "TEXT", "LONG")}
    with files["LONG"].open("wb") as file:
        file.truncate(LARGEST + 1)
    files["TEXT"].write_text('{"position": "h9"}\n{"position": "h8", "3": 3}\n')
    before = path.read_bytes()
    assert database.main([str(files.get(word, word)) for word in words]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"tengen database {words[0]}: ")
    assert line.endswith(reason)
    assert path.read_bytes() == before
    assert not files["NONE"].exists()


@pytest.mark.parametrize("value", ["x", "30001", "1.5", "--3", "²"])
def test_a_wrong_value_ends_the_command(value: str, path: Path) -> None:
    with pytest.raises(SystemExit):
        database.main(["add", str(path), "h8", f"--value={value}"])


def test_a_folder_is_imported_and_what_is_no_book_is_reported(
    path: Path, tmp_path: Path, capsys: Capture
) -> None:
    folder = tmp_path / "mixed"
    (folder / "inner").mkdir(parents=True)
    (folder / "game.sgf").write_text("(;GM[4]SZ[15]RU[renju];B[hh]C[good])")
    (folder / "Thumbs.db").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    capsys.readouterr()
    assert database.main(["import", str(path), str(folder)]) == 0
    text = capsys.readouterr()
    assert text.out.endswith(": 2 positions\n")
    assert "this looks like a file of Windows or Office" in text.err


def test_a_database_of_another_program_is_named(tmp_path: Path, capsys: Capture) -> None:
    other = tmp_path / "yixin.db"
    other.write_bytes(yixin_records.dumps([], say=lambda note: None))
    assert database.main(["list", str(other)]) == 1
    said = capsys.readouterr().err
    assert "looks like a compressed (LZ4) Yixin database; tengen database import adds it" in said
    with pytest.raises(ValueError, match="looks like a compressed"):
        Engine(database=other)

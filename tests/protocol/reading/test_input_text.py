"""Every argument that names an input is read in one way."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from brain.books import book_files
from brain.certificates import certificate, packing
from brain.game_board import Board
from brain.position_database import PositionDatabase, PositionEntry
from protocol.reading import input_text
from tests import ROOT

GAME = "(;GM[4]CA[GBK]RU[无禁手]SZ[15];B[hh])"


def test_a_file_is_read_in_the_encoding_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(GAME.encode("gbk"))
    assert input_text.read(str(tmp_path / "game")) == GAME


def test_stdin_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_in = io.BytesIO(b"\xef\xbb\xbfh8 i9")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=bytes_in))
    assert input_text.read("-") == "h8 i9"


def test_stdin_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_files, "LARGEST", 3)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"h8i9")))
    with pytest.raises(ValueError, match="the content is longer than"):
        input_text.read("-")


@pytest.mark.parametrize("text", ["h8i9", "", "h8i9" * 100, "none/h8"])
def test_an_argument_that_names_no_file_is_the_text_itself(text: str) -> None:
    assert input_text.read(text) == text


@pytest.mark.parametrize("name", ["none.sgf", "None.PSQ", "none.txt"])
def test_a_missing_file_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError) as error:
        input_text.read(name)
    assert error.value.filename == name


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="expected a file, got a folder"):
        input_text.read(str(tmp_path))


def test_an_encoding_that_is_not_known_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;CA[klingon];B[hh])", "ascii")
    with pytest.raises(ValueError, match=r"CA\[klingon\] is not a known encoding"):
        input_text.read(str(tmp_path / "game.sgf"))


def test_a_certificate_of_any_form_is_read_as_json(tmp_path: Path) -> None:
    lines = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
    claim = certificate.loads(bytes.fromhex(lines[0]))
    for content in (certificate.dumps(claim), packing.dumps(claim)):
        (tmp_path / "win").write_bytes(content)
        assert input_text.read(str(tmp_path / "win")) == certificate.to_json(claim)
        (tmp_path / "win").write_bytes(content[:-1])
        with pytest.raises(ValueError, match="damaged"):
            input_text.read(str(tmp_path / "win"))


def test_an_error_begins_with_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.zip"
    file.write_bytes(b"PK\x03\x04")
    expected = "games.zip: this looks like a ZIP archive, which Tengen can't read as a game"
    with pytest.raises(ValueError, match=expected), input_text.naming(str(file)):
        input_text.read(str(file))
    with pytest.raises(ValueError, match=r"^wrong$"), input_text.naming("h8i9"):
        raise ValueError("wrong")


def test_the_board_opens_a_database_as_a_tree() -> None:
    with PositionDatabase.in_memory() as database:
        database.put(Board.read("15 renju h8i9"), PositionEntry(comment="here"))
        content = database.content()
    assert input_text.for_board(content).endswith("C[here])\n")
    assert input_text.for_board(b"h8i9") == "h8i9"
    with pytest.raises(ValueError, match="has positions, not a game"):
        input_text.decoded(content)


def test_a_book_is_read_as_sgf(tmp_path: Path) -> None:
    file = tmp_path / "book.pos"
    file.write_bytes(b"\x02\x70\x71")
    assert input_text.read(str(file)).endswith("RU[renju]\n;B[hh]\n;W[ih])\n")
    file.write_bytes(b"\xffRenLib\xff\x03\x04")
    with pytest.raises(ValueError, match="byte 10: the file ends inside its header"):
        input_text.read(str(file))
    file.write_bytes(b"\x04\x22\x4d\x18")
    with pytest.raises(ValueError, match="has positions, not a game: tengen convert makes a tree"):
        input_text.read(str(file))


def test_a_batch_has_the_lines_of_files_and_of_stdin_with_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfh8\r\n\r\ni9")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"g7\n\nz9\n")))
    found = list(input_text.batch(["a.txt", "-", "none.txt", "e5"], per_line=True))
    assert [one.name for one in found] == [
        *("a.txt:1", "a.txt:3", "stdin:1", "stdin:3", "none.txt", "e5:1")
    ]
    assert [one.text for one in found[:2]] == ["h8", "i9"]
    with pytest.raises(FileNotFoundError):
        _ = found[4].text


def test_a_batch_has_the_same_lines_from_a_file_and_from_stdin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = "h8\x0ci9\u2028g7\n(;C[a\x0b\x85b])\n".encode()
    (tmp_path / "a.txt").write_bytes(content)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    sources = [str(tmp_path / "a.txt"), "-"]
    found = [one.text.strip() for one in input_text.batch(sources, per_line=True)]
    assert found == ["h8\x0ci9\u2028g7", "(;C[a\x0b\x85b])"] * 2


def test_a_batch_has_whole_files_when_lines_are_not_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("h8\ni9")
    assert [
        (one.name, one.text) for one in input_text.batch([str(file), "e5"], per_line=False)
    ] == [
        (str(file), "h8\ni9"),
        ("e5", "e5"),
    ]

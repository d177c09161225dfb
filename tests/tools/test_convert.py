"""`tengen convert`: files of every format, folders, and what a format can't hold."""

import re
from pathlib import Path

import pytest

from brain.books import book_files, renlib, sgf_trees
from brain.books.book_files import FORMATS, BookOptions
from brain.books.game_tree import GameTree
from protocol.tools import convert
from tests import ROOT

Capture = pytest.CaptureFixture[str]

BOOK = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0\x78\x08centre\0\0\x69\xc1\0\x01A\0\x57\x40"
SGF = "(;GM[4]SZ[15]PB[Ann]PW[Bob]RU[freestyle];B[hh];W[ii](;B[gg]C[good])(;B[jj]))\n"
WIN = bytes.fromhex((ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()[1])
RIF = (
    b'<?xml version="1.0"?><database><games><game id="1"><move>h8 h9</move></game>'
    b'<game id="2"><move>h8 i9 g7</move></game></games></database>'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of mixed files."""
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "book.lib").write_bytes(BOOK)
    (mixed / "game.sgf").write_text(SGF)
    (mixed / "game.psq").write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\na\nb\n0\n")
    (mixed / "moves.txt").write_text("15 renju h8i9g7")
    (mixed / "all.rif").write_bytes(RIF)
    (mixed / "one.pos").write_bytes(b"\x02\x70\x71")
    (mixed / "one.sav").write_text("15\n15\n1\n7 7\n")
    (mixed / "win.tengen").write_bytes(WIN)
    return mixed


def run(*words: object) -> int:
    """Return the exit status of the tool."""
    return convert.main([str(word) for word in words])


def test_every_format_is_converted_to_every_other_that_can_hold_it(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    for suffix in FORMATS:
        for source in sorted(folder.iterdir()):
            target = tmp_path / f"{source.stem}-{source.suffix[1:]}{suffix}"
            status = run(source, target, "--game", 1)
            text = capsys.readouterr()
            if status:
                assert re.search("set up|holds|pass", text.err), (source, suffix, text.err)
                continue
            found = book_files.loads(target.read_bytes(), suffix, BookOptions())
            assert [type(tree) for tree in found] == [GameTree]


def test_players_and_winner_of_a_single_game_are_shown(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[4]SZ[15]PB[Ann]PW[Bo]RE[W+R];B[hh])")
    assert run(game, tmp_path / "game.psq") == 0
    assert capsys.readouterr().out.endswith("1 game, 42 bytes; Ann - Bo, W+R\n")


def test_a_library_survives_sgf(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    there, back = tmp_path / "a.sgf", tmp_path / "b.lib"
    assert run(folder / "book.lib", there) == run(there, back) == 0
    assert renlib.loads(back.read_bytes()).tree == renlib.loads(BOOK).tree
    assert capsys.readouterr().out == (
        f"{there}: 1 game, 3 nodes, {there.stat().st_size} bytes\n"
        f"{back}: 1 game, 3 nodes, {back.stat().st_size} bytes\n"
    )


def test_what_the_target_can_not_hold_is_listed(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    target = tmp_path / "game.sav"
    assert run(folder / "book.lib", target) == 0
    assert capsys.readouterr().err == (
        f"tengen convert: {target}: a saved game of Yixin-Board can't hold: 1 variation;"
        " 1 comment; 1 node with labels; the rule renju: it is read as freestyle\n"
    )


def test_several_games_become_a_collection_one_tree_or_an_error(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    source = folder / "all.rif"
    assert run(source, tmp_path / "all.sgf") == run(source, tmp_path / "all.lib") == 0
    assert len(list(sgf_trees.loads((tmp_path / "all.sgf").read_text()))) == 2
    assert len(renlib.loads((tmp_path / "all.lib").read_bytes()).tree) == 4
    capsys.readouterr()
    assert run(source, tmp_path / "all.psq") == 1
    assert "2 games: a PSQ file holds one: choose one with --game" in capsys.readouterr().err
    assert run(source, tmp_path / "all.psq", "--game", 3) == 1
    assert "no game 3: the file has games 1 to 2" in capsys.readouterr().err


def test_a_folder_becomes_a_file_for_each_game(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    (folder / "notes.md").write_text("hello")
    (folder / "deep").mkdir()
    out = tmp_path / "out"
    assert run(folder, out, "--format", "sgf") == 1
    assert sorted(path.name for path in out.iterdir()) == [
        *("all-1.sgf", "all-2.sgf", "book.sgf", "game-2.sgf", "game.sgf", "moves.sgf"),
        *("one-2.sgf", "one.sgf", "win.sgf"),
    ]
    error = capsys.readouterr().err
    assert f"{folder / 'deep'}: skipped a folder" in error
    assert f"{folder / 'notes.md'}: expected" in error


def test_a_certificate_becomes_a_tree_with_a_limit(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    target = tmp_path / "win.sgf"
    assert run(folder / "win.tengen", target, "--nodes", 10) == 0
    (read,) = sgf_trees.loads(target.read_text())
    assert "wins in at most" in read.tree.root.comment


def test_the_encoding_of_a_library_is_chosen(tmp_path: Path, capsys: Capture) -> None:
    source, target, back = (tmp_path / name for name in ("a.sgf", "b.lib", "c.sgf"))
    source.write_text("(;SZ[15]RU[renju];B[hh]C[必胜])", "utf-8")
    assert run(source, target, "--to-encoding", "shift_jis") == 1
    assert run(source, target, "--to-encoding", "gb18030") == 0
    assert "必胜".encode("gbk") in target.read_bytes()
    assert run(target, back, "--encoding", "gb18030") == 0
    assert "必胜" in back.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["mixed/book.lib", "x.doc"], "expected OUT with one of the suffixes .sgf, .lib, .db"),
        (["mixed", "x"], "a folder as OUT needs --format: .db, .lib, .pos"),
        (["mixed", "mixed/game.sgf", "--format", "lib"], "is a file: expected a folder"),
    ],
)
def test_a_wrong_command_line_is_refused(
    words: list[str], error: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder.parent)
    with pytest.raises(SystemExit):
        run(*words)
    assert error in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["none.lib", "x.sgf"], "none.lib: No such file or directory"),
        (["mixed/book.lib", "mixed/book.lib"], "book.lib is both IN and OUT"),
        (["mixed/book.lib", "x.sgf", "--encoding", "utf-9"], "'utf-9' is not a known encoding"),
        (["mixed/cut.lib", "x.sgf"], "cut.lib: byte 24: the comment has no end"),
    ],
)
def test_a_file_that_can_not_be_converted_is_named(
    words: list[str], error: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder.parent)
    (folder / "cut.lib").write_bytes(BOOK[:26])
    assert run(*words) == 1
    assert error in capsys.readouterr().err
    assert not Path("x.sgf").exists()

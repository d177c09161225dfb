"""`tengen database`: a file of certificates and of folders of `tengen solve`, and its check."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.proof_database import START, STEP
from brain.game_board import Board
from brain.lexicon import WHITE
from brain.position_database import PositionDatabase, PositionEntry
from brain.proving import solver
from brain.score import Score
from protocol.tools import analyse, board, database, gtp, play, solve, verify
from tests import ROOT
from tests.support.driver import MODULE, Brain

Capture = pytest.CaptureFixture[str]

LINES = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
BYTES = bytes.fromhex(LINES[1])  # one move, freestyle on 15 x 15
CLAIM = certificate.loads(BYTES)
MOVE = Cell.at(8, 4, 15)  # that wins it
OTHER = bytes.fromhex(LINES[3])  # on another board


def test_a_file_is_made_of_a_folder_and_of_certificates(tmp_path: Path, capsys: Capture) -> None:
    folder, file = tmp_path / "proved", tmp_path / "positions"
    assert solve.main(["h8i12i7c13", "--out", str(folder)]) == 0
    with (folder / solver.STORE).open("ab") as store:
        store.write(b"54454e47")  # a line that a running solver has not ended
    cut = (folder / solver.STORE).read_bytes()
    capsys.readouterr()
    assert database.main([str(file), str(folder)]) == 0
    positions = file.read_bytes()[12] | file.read_bytes()[13] << 8
    size = len(file.read_bytes())
    assert capsys.readouterr().out == f"{file}: {positions} positions, {size} bytes\n"
    assert (folder / solver.STORE).read_bytes() == cut
    alone = tmp_path / "alone"
    assert database.main([str(alone), str(folder / solve.RESULT)]) == 0
    assert alone.read_bytes() == file.read_bytes()
    json = tmp_path / "win.json"
    json.write_text(certificate.to_json(certificate.loads(BYTES)))
    assert database.main([str(alone), str(json), str(folder)]) == 0
    assert alone.read_bytes()[12] == positions + 2


def test_verify_checks_all_of_a_file(tmp_path: Path, capsys: Capture) -> None:
    file, source = tmp_path / "positions", tmp_path / "win.tengen"
    source.write_bytes(BYTES)
    assert database.main([str(file), str(source)]) == 0
    capsys.readouterr()
    for options in ([], ["--fast"]):
        assert verify.main([str(file), *options]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith("proved: 2 positions, each decided in at most 11 plies, ")
    assert verify.main([str(file), "--most", "10"]) == 1
    assert capsys.readouterr().out == "not proved within 10 nodes: --most N checks more\n"
    whole = file.read_bytes()
    for byte in (9, START, START + STEP, len(whole) - 9):
        damaged = bytearray(whole)
        damaged[byte] ^= 1
        file.write_bytes(damaged)
        assert verify.main([str(file)]) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith("not proved: ")


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        ([b"none"], "win0: not a certificate: it doesn't begin as one"),
        ([b"{}"], "win0: not a certificate: 'height'"),
        ([BYTES[:-1]], "win0: the file is damaged: its checksum is wrong"),
        (
            [BYTES, OTHER],
            "a database has one rule and board size, but the certificates have several",
        ),
        ([bytes.fromhex(LINES[0])], "there is no certificate with a move"),
        ([], "win: No such file or directory"),
    ],
)
def test_a_failed_build_is_reported_and_the_old_file_stays(
    contents: list[bytes], reason: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "positions"
    file.write_bytes(b"old")
    sources = [tmp_path / f"win{number}" for number, _ in enumerate(contents)]
    for source, content in zip(sources, contents, strict=True):
        source.write_bytes(content)
    assert database.main([str(file), *map(str, sources or [tmp_path / "win"])]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tengen database: ")
    assert line.endswith(reason)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.glob("*.tmp")) == []


def test_a_certificate_that_takes_too_long_is_refused(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "win"
    source.write_bytes(BYTES)
    assert database.main([str(tmp_path / "positions"), str(source), "--most", "10"]) == 1
    assert capsys.readouterr().err == (
        "tengen database: a certificate takes more than 10 nodes: --most N checks more\n"
    )


# Tools with a database.


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the position of a certificate, White to move."""
    folder = tmp_path_factory.mktemp("given")
    (folder / "win.tengen").write_bytes(BYTES)
    assert database.main([str(folder / "positions"), str(folder / "win.tengen")]) == 0
    return folder / "positions"


def rows() -> list[str]:
    """Return the position as a manager sends it to White."""
    stones = sorted(CLAIM.position.stones)
    return [f"{cell.x},{cell.y},{1 if colour == WHITE else 2}" for cell, colour in stones]


@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_brain_answers_from_the_file_that_it_is_given(by: str, file: Path) -> None:
    options = ("--database", str(file)) if by == "option" else ()
    variables = {"TENGEN_DATABASE": str(file)} if by == "variable" else {}
    with Brain((*MODULE, *options), **variables) as brain:
        brain.send("START 15", "INFO timeout_turn 60000", "BOARD", *rows(), "DONE")
        assert brain.line() == "OK"
        assert re.fullmatch(r"MESSAGE depth \d+-11 multipv 1 ev \+M11 n 0 .*", brain.any_line())
        assert brain.line() == f"{MOVE.x},{MOVE.y}"


@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_brain_plays_from_several_files(by: str, file: Path, tmp_path: Path) -> None:
    with PositionDatabase(tmp_path / "own", "c") as own:
        entry = PositionEntry(Score(35), 12, Cell.named("i9"), comment="a comment")
        own.put(Board.read("15 freestyle h8"), entry)
    files = [str(file), str(tmp_path / "none"), str(own.path)]
    options = [word for path in files for word in ("--database", path)] if by == "option" else []
    variables = {"TENGEN_DATABASE": os.pathsep.join(files)} if by == "variable" else {}
    with Brain((*MODULE, *options), **variables) as brain:
        brain.send("START 15", "INFO timeout_turn 60000", "TURN 7,7", "BOARD", *rows(), "DONE")
        assert brain.any_line().startswith("MESSAGE no database: ")
        assert brain.any_line() == "OK"
        stored = brain.any_line()
        assert stored == "MESSAGE stored in own: value +35, depth 12, move i7; a comment"
        assert brain.any_line().startswith("MESSAGE depth 12-12 multipv 1 ev 35 n 0 ")
        assert [brain.any_line(), brain.line()] == ["8,6", f"{MOVE.x},{MOVE.y}"]


def test_analyse_searches_and_shows_what_is_stored(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "own"
    with PositionDatabase(path, "c") as own:
        own.put(Board.read("15 freestyle h8i9"), PositionEntry(Score(0), comment="known"))
        own.put(Board.read("15 freestyle h8i9i7"), PositionEntry(Score(-29990), label="w"))
    options = ["h8i9", "--database", str(path), "--nodes", "50"]
    assert analyse.main(options) == 0
    printed = capsys.readouterr().out
    assert (
        f"\nstored in {path}: value even; known\n"
        "  g9   value loses in 10 plies, label w\n"
        "  i7   value loses in 10 plies, label w\n\nrank"
    ) in printed
    assert analyse.main([*options, "--json"]) == 0
    stored, *lines = map(json.loads, capsys.readouterr().out.splitlines())
    entry = {"value": -29990, "depth": 0, "move": None, "label": "w", "comment": ""}
    assert stored == {
        "stored": str(path),
        "value": 0,
        "depth": 0,
        "move": None,
        "label": "",
        "comment": "known",
        "moves": {"i7": entry, "g9": entry},
        "rows": "below",
    }
    assert len(lines) > 1


def test_a_brain_plays_without_a_file_that_it_cannot_use(tmp_path: Path) -> None:
    for path in (tmp_path / "none", ROOT / "README.md"):
        with Brain(MODULE, TENGEN_DATABASE=str(path)) as brain:
            brain.send("START 15", "BEGIN")
            printed, *answers = brain.lines(3)
            assert printed.startswith("MESSAGE no database: ")
            assert str(path) in printed
            assert answers == ["OK", "7,7"]


def test_analyse_prints_the_databases_line(file: Path, capsys: Capture) -> None:
    position = "\n".join(rows())
    assert analyse.main([position, "--database", str(file), "--nodes", "1", "--json"]) == 0
    line, move = map(json.loads, capsys.readouterr().out.splitlines())
    assert (line["mate"], line["nodes"], line["line"][0]) == (11, 0, MOVE.name)
    assert move == {"move": MOVE.name, "named_winner": "", "rows": "below"}


@pytest.mark.parametrize("by", ["option", "variable"])
@pytest.mark.parametrize("tool", [analyse, play, board, gtp])
def test_a_tool_refuses_a_file_that_is_none(
    by: str, tool: Any, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = str(ROOT / "README.md")
    if by == "variable":
        monkeypatch.setenv("TENGEN_DATABASE", path)
    assert tool.main(["--database", path] if by == "option" else []) == 1
    assert f"{path} is not a Tengen database" in capsys.readouterr().err

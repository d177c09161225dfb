"""`tengen explain`: its output on wins, and its errors."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from brain.certificates import certificate
from brain.engine import Engine
from brain.game_board import Board
from brain.proving import prover
from protocol.tools import explain
from protocol.tools.explain import main
from tests import ROOT
from tests.support.driver import run

# With six stones, white had to stop black's open three with move 6.
LOST = "h8a1h9i7h10a3h11o1h12"
QUICK = ("--nodes", "2000")

Capture = pytest.CaptureFixture[str]


def explained(capsys: Capture, *arguments: str) -> list[dict[str, Any]]:
    """Return the objects that the tool prints."""
    assert main([*arguments, *QUICK, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_position_after_some_stones_is_explained_by_itself(capsys: Capture) -> None:
    chapter, last = explained(capsys, LOST, "--stones", "6")
    assert chapter["line"][0]["makes"] == "open four"
    assert "loser" not in last["summary"]
    assert last["summary"]["plies"] == 3


def test_a_managers_lines_are_a_position(capsys: Capture) -> None:
    chapter, last = explained(capsys, "7,7,1 7,8,1 7,9,1 0,0,2 0,2,2 2,0,2 14,14,3")
    assert chapter["line"][0]["move"] in ("h5", "h9")
    assert last["summary"]["attacker"] == "black"


def test_a_certificate_is_explained(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "win.tengen"
    with Engine(64 << 20) as engine:
        position = Board.read("h8i12i7c13").position
        file.write_bytes(certificate.dumps(prover.prove(engine, position)))
    assert main([str(file), "--most", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Black to move wins in at most ")
    assert "If White answers elsewhere (" in out
    assert "prints all." in out.splitlines()[-1]
    assert max(map(len, out.splitlines())) <= 80


def test_a_certificate_that_takes_too_long_to_check_is_refused(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
    file = tmp_path / "win.tengen"
    file.write_bytes(bytes.fromhex(max(lines, key=len)))
    monkeypatch.setattr(explain, "MOST_NODES", 10)
    assert main([str(file)]) == 1
    assert capsys.readouterr().err == "tengen explain: not checked within 10 nodes\n"


def test_a_damaged_certificate_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "win.tengen"
    file.write_bytes(certificate.MAGIC + b"nothing")
    assert main([str(file)]) == 1
    assert "the file is damaged" in capsys.readouterr().err


def test_a_page_has_a_picture_and_the_words(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "win.html"
    *_, last = explained(capsys, LOST, "--stones", "6", "--page", str(file))
    assert last == {"page": str(file)}
    text = file.read_text(encoding="utf-8")
    assert "Black to move wins in at most 3 plies (freestyle, 15 x 15)" in text
    picture = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    labels = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert labels[-1] == "1"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no game", "'no game'"),
        ("h8h8", "h8 has a black stone"),
        ("h8i9", "tengen review --why for the move that lost"),
        (LOST, "tengen review --why for the move that lost"),
        (Board.read(LOST).sgf(), "tengen review --why for the move that lost"),
        (Board.read(LOST).psq(), "--stones N for the position after N stones"),
    ],
)
def test_an_inexplicable_game_is_reported_in_a_sentence(
    text: str, message: str, capsys: Capture
) -> None:
    assert main([text, *QUICK]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tengen explain: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_a_missing_win_of_the_side_to_move_is_reported(capsys: Capture) -> None:
    assert main(["h8i9", "--stones", "2", *QUICK]) == 1
    assert "no win is proved for black, to move" in capsys.readouterr().err


def test_the_door_leads_to_it() -> None:
    done = run("explain", LOST, "--stones", "6", *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. h11 makes an open four" in done.stdout

"""`tengen verify`: what it says of certificates, as bytes and as JSON, and of what is none."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from brain.certificates import certificate, check, packing, proof_database
from brain.certificates.certificate import CoverNode
from brain.certificates.certificate_parts import parts_of
from brain.lexicon import BLACK, FREESTYLE, cell_at
from brain.position import Position
from brain.proving.merge import reached
from protocol.tools import verify
from tests import ROOT

Capture = pytest.CaptureFixture[str]

LINES = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
BYTES = bytes.fromhex(max(LINES, key=len))
CLAIM = certificate.loads(BYTES)
COLOUR = "Black" if CLAIM.position.turn == 1 else "White"
TEXT = certificate.to_json(CLAIM)
WRONG = certificate.dumps(replace(CLAIM, plies=CLAIM.plies + 2))
OPTIONS: tuple[list[str], ...] = ([], ["--fast"], ["--processes", "2"])


@pytest.mark.parametrize("data", [BYTES, TEXT.encode(), packing.dumps(CLAIM)])
def test_verify_prints_the_claim(data: bytes, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "win"
    path.write_bytes(data)
    assert verify.main([str(path)]) == 0
    found = check.check(CLAIM)
    assert capsys.readouterr().out == (
        f"proved: {COLOUR} wins in at most {found.plies} plies, {found.nodes} nodes checked\n"
    )
    assert verify.main([str(path), "--most", "10"]) == 1
    assert capsys.readouterr().out == "not proved within 10 nodes: --most N checks more\n"


@pytest.mark.parametrize("data", [BYTES, TEXT.encode()])
def test_verify_prints_the_same_with_the_kernels(
    data: bytes, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "win"
    path.write_bytes(data)
    for options in OPTIONS:
        assert verify.main([str(path), *options]) == 0
        assert f"wins in at most {CLAIM.plies} plies, " in capsys.readouterr().out
    path.write_bytes(WRONG)
    for options in OPTIONS:
        assert verify.main([str(path), *options]) == 1
        assert f"not in the {CLAIM.plies + 2} that it claims" in capsys.readouterr().out


@pytest.mark.parametrize(
    "data",
    [
        b"",
        BYTES[:-1],
        BYTES + b"\0",
        BYTES[: len(certificate.MAGIC)],
        certificate.sealed(BYTES[:-5]),
        b"\xff\xfe",
        TEXT.replace('"plies": ', '"plies": 1').encode(),
        TEXT.replace('"black"', '"noir"').encode(),
        TEXT.replace('"cover"', '"line"').encode(),
        TEXT[:-9].encode(),
    ],
)
def test_a_file_that_is_not_a_certificate_is_refused_in_one_line(
    data: bytes, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "win"
    path.write_bytes(data)
    assert verify.main([str(path)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("not proved: ")


def test_a_missing_file_is_named(tmp_path: Path, capsys: Capture) -> None:
    assert verify.main([str(tmp_path / "none.json")]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("not proved: ")
    assert "none.json" in line


def test_a_journal_resumes_with_its_checked_entries(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    win, journal = tmp_path / "win", tmp_path / "journal"
    command = [str(win), "--processes", "1", "--journal", str(journal)]
    win.write_bytes(WRONG)
    journal.write_text("0123 4")  # a kill has cut it off
    assert verify.main(command) == 1
    wrong = journal.read_text().splitlines()
    win.write_bytes(BYTES)
    assert verify.main(command) == 0
    lines = journal.read_text().splitlines()
    parts = len(parts_of(CLAIM, verify.PART_REPLIES))
    assert len(wrong) == parts, "all of it was right but the claim"
    assert lines[:parts] == wrong
    assert len({*lines}) == 2 * parts, "parts of another certificate"
    monkeypatch.setattr(verify, "_part_checked", None)  # no process can do that
    assert verify.main(command) == 0
    printed = capsys.readouterr().out.splitlines()
    nodes = check.check(CLAIM).nodes
    recorded = sum(int(line.split()[2]) for line in lines[parts:])
    proved = f"proved: {COLOUR} wins in at most {CLAIM.plies} plies, "
    assert printed[1] == f"{proved}{nodes} nodes checked"
    assert printed[2] == (
        f"{proved}{nodes - recorded} nodes checked, "
        f"{recorded} nodes taken from the journal, not checked now"
    )
    assert journal.read_text().splitlines() == lines
    flipped = "\n".join(lines).replace(" 2", " 3", 1) + "\n"
    journal.write_text(flipped)
    assert verify.main(command) == 1
    assert "the record is damaged: its checksum is wrong" in capsys.readouterr().out
    assert journal.read_text() == flipped
    for other, where in (("no part\nof this", ", line 1"), ("no part", "")):
        journal.write_text(other)
        assert verify.main(command) == 1
        assert capsys.readouterr().out.startswith(f"not proved: {journal}{where}: ")
        assert journal.read_text() == other


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders to that user")
def test_a_journal_that_others_can_write_is_refused(tmp_path: Path, capsys: Capture) -> None:
    win, journal = tmp_path / "win", tmp_path / "journal"
    win.write_bytes(BYTES)
    journal.touch()
    journal.chmod(0o666)
    assert verify.main([str(win), "--processes", "1", "--journal", str(journal)]) == 1
    assert "other users can write to this journal" in capsys.readouterr().out


def test_a_journal_is_for_processes(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        verify.main(["win", "--journal", "journal"])
    assert "--journal is for --processes" in capsys.readouterr().err


THEOREMS = ROOT / "docs" / "theorems"


def test_verify_prints_what_a_certificate_proves_about_larger_boards(capsys: Capture) -> None:
    path = str(THEOREMS / "two-outside.json")
    assert verify.main([path, "--window"]) == 0
    assert capsys.readouterr().out == (
        "proved: Black wins in at most 19 plies in the window, 3131 nodes checked\n"
        "On every board that contains the 15 x 15 window around Black's first stone, he wins if"
        " White's first two replies are outside it.\n"
    )
    assert verify.main([path, "--window", "--most", "10"]) == 1
    assert capsys.readouterr().out == "not proved within 10 nodes: --most N checks more\n"


def of_other_stones() -> str:
    """Return a certificate with other first two stones than those of two far replies."""
    claim = certificate.from_json((THEOREMS / "two-outside.json").read_text())
    stones = [(cell_at(7, 6), BLACK), (cell_at(6, 6), BLACK)]
    position = Position(13, 13, FREESTYLE, stones, BLACK)
    return certificate.to_json(replace(claim, position=position))


def unanswered() -> str:
    """Return a certificate for two far replies that lacks answers to replies outside."""
    claim = certificate.from_json((THEOREMS / "two-outside.json").read_text())
    nodes = (
        replace(node, lines=()) if isinstance(node, CoverNode) else node for node in claim.nodes
    )
    made = replace(claim, nodes=tuple(nodes))
    return certificate.to_json(replace(made, nodes=reached(made.nodes, len(made.nodes) - 1)))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (BYTES, "only freestyle without walls is checked in a window"),
        (of_other_stones().encode(), "no theorem about larger boards has this position"),
        (unanswered().encode(), "there is no answer to a reply outside"),
        (proof_database.MAGIC, "expected a Tengen certificate, got a Tengen database of proofs"),
        (b"", "not a certificate"),
    ],
)
def test_verify_refuses_in_one_line_what_proves_nothing_about_larger_boards(
    data: bytes, why: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "win"
    path.write_bytes(data)
    assert verify.main([str(path), "--window"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("not proved: ")
    assert why in line


@pytest.mark.parametrize("option", [["--fast"], ["--processes", "2"]])
def test_only_one_checker_knows_windows(option: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        verify.main(["win", "--window", *option])
    assert "not allowed with argument" in capsys.readouterr().err


# What `verify` loads of the brain.
RULES = ("ending", "fives", "fouls", "grid", "laws", "setup", "symmetry")
CERTIFICATES = (
    "board_bytes",
    "certificate",
    "certificate_files",
    "certificate_parts",
    "check",
    "check_window",
    "proof_database",
    "stones",
)


def test_verify_loads_nothing_of_the_search() -> None:
    program = (
        "import sys, protocol.tools.verify\n"
        "print(*(name for name in sys.modules if name.startswith('brain')))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    rules = [
        "cell",
        "cell_names",
        "lexicon",
        "validation",
        "position",
        "rules",
        *(f"rules.{name}" for name in RULES),
    ]
    files = ["files", "files.checksum", "files.durable", "files.journal", "files.lock"]
    trusted = ["certificates", *(f"certificates.{name}" for name in CERTIFICATES)]
    loaded = {"brain", *(f"brain.{name}" for name in (*rules, *files, *trusted))}
    assert set(done.stdout.split()) == loaded


def test_a_file_of_another_format_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "book.lib"
    path.write_bytes(b"\xffRenLib\xff\x03\x04")
    assert verify.main([str(path)]) == 1
    assert capsys.readouterr().out == (
        f"not proved: {path}: expected a Tengen certificate, got a RenLib library\n"
    )

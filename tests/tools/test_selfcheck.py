"""`tengen selfcheck`: everything is fine here, and each check detects its fault."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brain import __version__, benchmark
from brain.files import stored
from brain.thinking import native
from protocol.tools import selfcheck
from protocol.tools.selfcheck import CHECKS, KNOWN, Finding, Launch, answer, findings, main
from tests import ROOT
from tests.support.driver import EXE, LAUNCHER, MODULE

PATIENCE_S = 60.0
WELL = Launch(start_ms=50, late_ms=-20, end_ms=5)

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


def all_well() -> dict[str, Callable[[], Finding]]:
    return dict.fromkeys(CHECKS, lambda: Finding("found", "in brief"))


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(MODULE, id="module"),
        pytest.param(
            (*LAUNCHER, EXE),
            id="exe",
            marks=pytest.mark.skipif(not EXE, reason="TENGEN_EXE is not set"),
        ),
    ],
)
def test_all_is_well_here(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        (*command, "selfcheck"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    *rows, empty, last = done.stdout.splitlines()
    assert (done.returncode, empty) == (0, ""), done.stdout
    assert [row.split()[:2] for row in rows] == [["ok", name] for name in CHECKS]
    assert last.startswith(f"tengen {__version__}: ")
    assert f"bench {benchmark.SIGNATURE}" in last
    assert last.endswith(": ok")


def test_a_wrong_finding_has_advice_and_is_in_the_last_line(
    monkeypatch: Patch, capsys: Capture
) -> None:
    wrong = {"clock": lambda: Finding("stands still", "no tick", "wind it up")}
    monkeypatch.setattr(selfcheck, "CHECKS", all_well() | wrong)
    assert main(()) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "WRONG clock    stands still" in lines
    assert lines[lines.index("WRONG clock    stands still") + 1].strip() == "wind it up"
    assert lines[-1].endswith("no tick, in brief, in brief, in brief: WRONG clock")


def test_a_check_that_breaks_is_a_finding_and_the_others_go_on(monkeypatch: Patch) -> None:
    monkeypatch.setattr(selfcheck, "CHECKS", all_well() | {"clock": lambda: Finding(str(1 // 0))})
    found = dict(findings())
    assert list(found) == list(CHECKS)
    assert found["clock"].text.startswith("ZeroDivisionError")
    assert found["clock"].advice


def test_without_a_library_nothing_else_is_checked(monkeypatch: Patch) -> None:
    def missing() -> native.Library:
        raise native.LibraryError("there is none")

    monkeypatch.setattr(native, "load", missing)
    found = dict(findings())
    assert list(found) == ["system", "library"]
    assert found["library"].advice == "there is none"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Return a copy of the data that is checked instead of ours."""
    folder = tmp_path / "data"
    folder.mkdir()
    for path in stored.DATA.glob("*.bin"):
        shutil.copyfile(path, folder / path.name)
    monkeypatch.setattr(stored, "DATA", folder)
    return folder


def test_tables_as_they_were_made_are_well(data: Path) -> None:
    assert selfcheck.tables().advice == ""


def test_a_changed_table_is_found(data: Path) -> None:
    path = next(data.glob("tables-4-*"))
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    finding = selfcheck.tables()
    assert path.name in finding.text
    assert finding.advice


def test_a_rule_without_tables_is_found(data: Path) -> None:
    next(data.glob("tables-4-*")).unlink()
    finding = selfcheck.tables()
    assert "tables-4" in finding.text
    assert finding.advice


def test_little_memory_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr("brain.thinking.table.memory_of_machine", lambda: 100 << 20)
    assert selfcheck.memory().advice


def test_a_coarse_clock_is_found(monkeypatch: Patch) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr("time.perf_counter_ns", lambda: next(ticks) // 10 * 16_000_000)
    finding = selfcheck.clock()
    assert "16000000 ns" in finding.text
    assert "TENGEN_OVERHEAD=116" in finding.advice


@pytest.mark.parametrize("change", [{"answer": "a1"}, {"plies": 3}])
def test_another_answer_than_the_known_one_is_found(
    change: dict[str, Any], monkeypatch: Patch
) -> None:
    monkeypatch.setattr(selfcheck, "KNOWN", (*KNOWN[:-1], replace(KNOWN[-1], **change)))
    assert KNOWN[-1].name in selfcheck.moves().advice


def test_another_signature_than_the_known_one_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(benchmark, "run", lambda: benchmark.BenchResult(1000, 0.5, "0badbeef"))
    finding = selfcheck.speed()
    assert finding.text == "2000 nodes/s, signature 0badbeef"
    assert benchmark.SIGNATURE in finding.advice


@pytest.mark.parametrize(
    ("launch", "advice"),
    [
        (WELL, ""),
        (replace(WELL, late_ms=20), ""),
        (replace(WELL, start_ms=1500), "virus scanner"),
        (replace(WELL, late_ms=40), "TENGEN_OVERHEAD=140"),
        (replace(WELL, end_ms=900), "kill"),
    ],
)
def test_a_slow_process_is_found(launch: Launch, advice: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(selfcheck, "launch", lambda: launch)
    assert advice in selfcheck.start().advice
    assert bool(selfcheck.start().advice) == bool(advice)


def test_a_process_that_ends_without_an_answer_is_an_error() -> None:
    words = (sys.executable, "-c", "print('MESSAGE nothing to say')")
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as process, pytest.raises(EOFError):
        answer(process, "")

"""The door: each tool of the packed program runs as a program, and what a tool lacks is named."""

import sys
from pathlib import Path

import pytest

from brain import bench, native
from protocol import __main__ as door
from protocol.records.openings import parse
from tests.support.driver import EXE, run

LACKING = """
import sys
sys.modules[sys.argv.pop(1)] = None
from protocol.__main__ import main
main()
"""
NONE = ("--size", "5", "--most", "5", "--nodes", "1", "--bound", "-1", "--count", "1")
CLUSTER = (
    *("--engine", "name=a", "command=a", "--engine", "name=b", "command=b"),
    *("--each", "nodes=1", "--cluster", "nowhere:1", "--folder", "match"),
)
UNPACKED = sorted(set(door.TOOLS) - set(door.PACKED))


def test_bench_ends_with_the_signature() -> None:
    done = run("bench")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-2:] == ["signature", bench.SIGNATURE]


def test_openings_prints_openings_in_offsets() -> None:
    done = run("openings", "--rule", "4", "--size", "15", "--count", "2", "--nodes", "500")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(parse(done.stdout, 15, 15)) == 2


def test_openings_says_when_there_are_too_few() -> None:
    done = run("openings", *NONE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "only 0 of 1 found; widen the bound\n"


def test_verify_says_why_a_file_is_no_proof() -> None:
    done = run("verify", "none.json")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("not proved: ")
    assert "none.json" in done.stdout


@pytest.mark.parametrize("tool", ["analyse", "openings", "verify"])
def test_a_tool_says_how_it_is_used_when_told_nonsense(tool: str) -> None:
    done = run(tool, "--nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"usage: tengen {tool} ")


# What isn't there.


@pytest.mark.skipif(not EXE, reason="TENGEN_EXE is not set")
@pytest.mark.parametrize("tool", UNPACKED)
def test_a_tool_that_is_not_packed_says_so(tool: str) -> None:
    done = run(tool, "--help")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tengen {tool} is not part of the packed program: ")


def test_a_tool_without_a_library_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> native.Library:
        raise native.LibraryError("there is none")

    monkeypatch.setattr(native, "load", missing)
    assert door.run("bench", []) == "tengen bench: there is none"


@pytest.mark.parametrize("tool", UNPACKED)
def test_a_packed_program_runs_no_other_tool_even_if_it_could(
    tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "not part of the packed program" in str(door.run(tool, []))


@pytest.mark.parametrize(
    ("extra", "arguments"), [("psutil", ("--help",)), ("distributed", CLUSTER)]
)
def test_a_missing_extra_is_named_with_how_to_install_it(
    extra: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    command = (sys.executable, "-c", LACKING, extra)
    done = run("match", *arguments, command=command, folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"tengen match needs {extra}: run  ")
    assert done.stderr.endswith(f" -m pip install {extra}\n")


def test_a_missing_module_of_ours_is_an_error_and_no_extra() -> None:
    missing = "protocol.match.plan"
    done = run("match", "--help", command=(sys.executable, "-c", LACKING, missing))
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert missing in done.stderr.splitlines()[-1]

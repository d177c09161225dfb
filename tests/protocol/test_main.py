"""The command line: each tool runs as a program, and missing packages are named."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from brain import __version__, benchmark
from brain.openings.opening_book import parse
from brain.thinking import native
from protocol import __main__ as door
from protocol.cli import guide, toolbox
from protocol.cli.arguments import Parser
from protocol.cli.outlet import INTERRUPTED
from protocol.tools import bench
from tests import ROOT
from tests.support import forked
from tests.support.driver import EXE, MODULE, ON_WINE, PATIENCE_S, PROGRAM, TOOL_S, called, run

LACKING = """
import sys
sys.modules.update(dict.fromkeys(sys.argv.pop(1).split()))
from protocol.__main__ import main
main()
"""
INSTALLED = "psutil rich distributed shtab numba llvmlite numpy torch"  # what a bare Python lacks
COLUMNS = 80  # of a terminal
THEOREM = "docs/theorems/freestyle-15.packed --most 1000000000"
WORKING_S = 1.0 if EXE else 0.4  # in which a tool has begun
LOST = "h8a1h9i7h10a3h11o1h12"
NAME = os.path.basename(EXE) if EXE else "tengen"
NONE = ("--size", "5", "--most", "5", "--nodes", "1", "--bound", "-1", "--count", "1")
CLUSTER = (
    *("--engine", "name=a", "command=a", "--engine", "name=b", "command=b"),
    *("--each", "nodes=1", "--cluster", "nowhere:1", "--folder", "match"),
)
HERE_ONLY = CLUSTER[: CLUSTER.index("--cluster")]
UNPACKED = sorted(set(toolbox.TOOLS) - set(toolbox.PACKED))
NOT_PACKED = pytest.mark.skipif(bool(EXE), reason="the packed program can't unpack a certificate")


def test_bench_ends_with_the_signature() -> None:
    done = run("bench")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-2:] == ["signature", benchmark.SIGNATURE]


def test_bench_fails_if_the_signature_is_not_that_of_the_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench, "run", lambda: benchmark.BenchResult(1, 1.0, "00000000"))
    monkeypatch.setattr(bench, "churn_speed", lambda: 1.0)
    done = called("bench")
    assert done.returncode == 1
    assert done.stdout.split()[-2:] == ["signature", "00000000"]
    assert done.stderr == f"tengen bench: expected {benchmark.SIGNATURE}, of {__version__}\n"


def test_openings_prints_openings_in_offsets() -> None:
    done = run("openings", "--rule", "4", "--size", "15", "--count", "2", "--nodes", "500")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(parse(done.stdout, 15, 15)) == 2


def test_openings_in_a_file_are_continued(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    words = ("openings", "--nodes", "500", "--file", str(path), "--count")
    assert called(*words, "1").returncode == 0
    first = path.read_text()
    path.write_text(first + "1,-")  # as a kill leaves it
    assert (called(*words, "2").stdout, path.read_text()[: len(first)]) == ("", first)
    assert len(parse(path.read_text(), 15, 15)) == 2
    path.write_text("0,0\n")
    assert "opening 1 is not one that these options give" in called(*words, "2").stderr


def test_openings_reports_that_there_are_too_few() -> None:
    done = called("openings", *NONE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "found only 0 of 1; try a larger bound\n"


def test_verify_prints_why_a_file_is_not_a_proof() -> None:
    done = run("verify", "none.json")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("not proved: ")
    assert "none.json" in done.stdout


# Options.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("analyse --rul renju", "unknown option --rul; did you mean --rule?"),
        ("analyse h8 lines 3", "unexpected argument lines; did you mean --lines?"),
        ("openings --xyz", "unknown option --xyz"),
        ("selfcheck now", "unexpected argument now"),
        ("verify", "the following arguments are required: FILE"),
        ("match --rul renju", "unknown option --rul; did you mean --rule?"),
        ("match --gamse=3", "unknown option --gamse=3; did you mean --games?"),
        ("review x --siez 9", "unknown option --siez; did you mean --size?"),
        ("train renju --hours 0", "argument --hours: expected a number above 0, got '0'"),
    ],
)
def test_an_unknown_option_of_a_tool_is_refused_with_a_suggestion(
    arguments: str, message: str
) -> None:
    tool, *rest = arguments.split()
    done = called(tool, *rest)
    assert (done.returncode, done.stdout) == (2, "")
    advice = f"tengen {tool} --help  shows its usage"
    assert done.stderr.splitlines() == [f"tengen {tool}: {message}", advice]


def test_a_rule_that_is_none_is_named_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    parsers = map(guide.parser_of, toolbox.TOOLS.values())
    own = [parser for parser in parsers if "--rule" in parser.options]
    assert len(own) > 5
    for parser in own:
        with pytest.raises(SystemExit):
            parser.parse_args(["--rule", "go"])
        assert (
            "unknown rule 'go': expected one of freestyle, standard, renju"
            in capsys.readouterr().err
        )


@pytest.mark.parametrize("tool", toolbox.TOOLS)
def test_every_tool_takes_its_options_in_full_only(tool: str) -> None:
    own = guide.parser_of(toolbox.TOOLS[tool])
    assert isinstance(own, Parser)
    assert not own.allow_abbrev


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("at_terminal", ["stdin", "stdout"])
def test_a_person_who_mistypes_a_tool_does_not_get_the_protocol(at_terminal: str) -> None:
    master, terminal = os.openpty()
    stdin, stdout = (
        terminal if stream == at_terminal else subprocess.PIPE for stream in ("stdin", "stdout")
    )
    with forked.start(
        [*MODULE, "analyze"], cwd=ROOT, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE
    ) as process:
        _, message = process.communicate(timeout=TOOL_S)
    os.close(master)
    os.close(terminal)
    assert process.returncode == 2
    assert b"did you mean analyse?" in message


# Interrupts, and unwritable or unreadable files.


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="no signals there")
@pytest.mark.parametrize(
    "words",
    [
        "openings --nodes 100000000",
        f"review {LOST} --ms 60000",
        "explain h8i9 --stones 2 --ms 60000",
        pytest.param(f"verify {THEOREM}", marks=NOT_PACKED),
        pytest.param(f"verify {THEOREM} --processes 2", marks=NOT_PACKED),
    ],
)
def test_ctrl_c_ends_a_tool_without_a_word(words: str) -> None:
    process = forked.start(
        (*PROGRAM, *words.split()),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(WORKING_S)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of a command
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out, err) == (INTERRUPTED, b"", b"")


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="names are UTF-16 there")
@pytest.mark.usefixtures("page_engine")
def test_an_undecodable_file_name_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")  # the packed program doesn't look at it
    options = ("review", "h8i9", "--nodes", "1", "--page", os.fsdecode(b"caf\xe9.html"))
    done = run(*options, folder=tmp_path, command=MODULE)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"caf\udce9.html: " in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
@pytest.mark.parametrize(
    "words",
    [
        "analyse h8a1h9a3h10a5 --nodes 1000 --proof /dev/full",
        "review h8i9 --nodes 1 --page /dev/full",
        "explain h8a1h9a3h10a5 --stones 6 --nodes 1000 --page /dev/full",
    ],
)
def test_a_disk_too_full_for_a_file_is_reported_in_one_line(
    words: str, request: pytest.FixtureRequest
) -> None:
    if words.startswith("review"):
        request.getfixturevalue("page_engine")
    done = run(*words.split())
    message = f"tengen {words.split()[0]}: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, message)


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="a shell closes it")
@pytest.mark.parametrize("tool", ["analyse -", "play --two", "gtp", "review -"])
def test_a_tool_without_stdin_finds_nothing_there(tool: str) -> None:
    command = f"{shlex.join(PROGRAM)} {tool} <&-"
    if tool.startswith("analyse"):
        command += " --depth 1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=TOOL_S
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if tool.startswith("review") else 0)


# Missing parts.


def test_a_game_starts_without_what_takes_long_to_import() -> None:
    """These modules would take a third of the time from the launch to OK."""
    slow = "dataclasses inspect argparse"
    command = (sys.executable, "-c", LACKING, slow)
    done = run(stdin="START 15\nEND\n", command=command)
    assert (done.returncode, done.stdout, done.stderr) == (0, "OK\n", "")


def test_a_manager_and_stderr_get_a_line_before_kernels_are_compiled_and_the_reason_of_a_failure(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def load(report: native.Report) -> native.Library:
        report(native.COMPILING)
        raise native.LibraryError("the kernels don't compile: run\n  this")

    monkeypatch.setattr(native, "load", load)
    with pytest.raises(SystemExit, match="the kernels don't compile"):
        door.play(0.0, None, [])
    printed, warned = capfd.readouterr()
    assert printed.splitlines() == [
        f"MESSAGE Tengen is {native.COMPILING}",
        "ERROR the kernels don't compile: run this",
    ]
    assert warned == f"tengen: {native.COMPILING}\n"


@pytest.mark.skipif(not EXE, reason="TENGEN_EXE is not set")
@pytest.mark.parametrize("tool", UNPACKED)
def test_a_tool_that_is_not_packed_is_reported(tool: str) -> None:
    done = run(tool, "--help")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tengen {tool} is not part of the packed program: ")


def test_a_tool_without_a_library_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> native.Library:
        raise native.LibraryError("there is none")

    monkeypatch.setattr(native, "load", missing)
    assert door.run("bench", []) == "tengen bench: there is none"


@pytest.mark.parametrize("tool", UNPACKED)
def test_a_packed_program_runs_no_other_tool_even_if_it_could(
    tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    message = str(door.run(tool, []))
    assert message.startswith(f"tengen {tool} is not part of the packed program: ")
    assert "-m pip install" in message
    assert "pip install -e" not in message
    assert all(len(line) <= COLUMNS for line in message.splitlines())


@pytest.mark.parametrize(
    ("lacking", "packages", "arguments"),
    [
        ("psutil", "psutil rich", ("match", *HERE_ONLY)),
        ("distributed", "distributed", ("match", *CLUSTER)),
        ("shtab", "shtab", ("completion", "bash")),
        ("torch", toolbox.TRAINING, ("train", "freestyle")),
        ("numpy", toolbox.TRAINING, ("train", "freestyle")),
        ("pyarrow", toolbox.TABLES, ("export", ".", "--to", "some.parquet")),
    ],
)
def test_a_missing_extra_is_named_when_it_is_used_with_how_to_install_it(
    lacking: str, packages: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    command = (sys.executable, "-c", LACKING, lacking)
    done = run(*arguments, command=command, folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"tengen {arguments[0]} needs {lacking}: run\n"
        f"  {sys.executable} -m pip install {packages}\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_missing_module_of_ours_is_an_error_and_no_extra() -> None:
    missing = "protocol.match.plan"
    done = run("match", "--help", command=(sys.executable, "-c", LACKING, missing))
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    assert missing in done.stderr.splitlines()[-1]

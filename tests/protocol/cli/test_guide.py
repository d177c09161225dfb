"""Help, and suggestions for mistyped words and options."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from brain import __version__
from protocol import __main__ as door
from protocol.cli import guide, toolbox
from tests import ROOT
from tests.support import forked
from tests.support.driver import EXE, PROGRAM, TOOL_S, run

# Calls the program with each of some command lines, without some packages. An import of one of them
# fails in whatever command line comes to it first: its module is not kept.
LACKING = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))
from protocol.__main__ import main
ended = []
for words in json.loads(sys.argv[2]):
    sys.argv[1:] = words
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            ended.append((end.code, out.getvalue(), err.getvalue()))
print(json.dumps(ended))
"""
INSTALLED = "psutil rich distributed shtab numba llvmlite numpy torch"  # what a bare Python lacks
COLUMNS = 80  # of a terminal
HERE = toolbox.PACKED if EXE else tuple(toolbox.TOOLS)
NAME = os.path.basename(EXE) if EXE else "tengen"
UNPACKED = sorted(set(toolbox.TOOLS) - set(toolbox.PACKED))


Ended = tuple[int, str, str]  # exit code, output and errors


@pytest.fixture(scope="module")
def bare() -> dict[tuple[str, ...], Ended]:
    """Return how the command lines that ask for help on a tool end where nothing is installed."""
    questions = [words for tool in HERE for words in ((tool, "--help"), ("help", tool))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(COLUMNS))
        if EXE:
            runs = [run(*words) for words in questions]
            ended = [(done.returncode, done.stdout, done.stderr) for done in runs]
        else:
            command = (sys.executable, "-c", LACKING, INSTALLED)
            found = json.loads(run(json.dumps(questions), command=command).stdout)
            ended = [(code, printed, errors) for code, printed, errors in found]
    return dict(zip(questions, ended, strict=True))


@pytest.mark.parametrize("word", ["help", "-h", "--help"])
def test_help_lists_every_tool_and_the_first_steps(word: str) -> None:
    done = run(word)
    assert (done.returncode, done.stderr) == (0, "")
    listed = {line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")}
    assert listed >= set(HERE)
    assert f"{NAME} selfcheck" in done.stdout
    assert f"Tengen {__version__} plays" in done.stdout


def test_the_version_is_printed() -> None:
    assert run("--version").stdout == f"tengen {__version__}\n"


@pytest.mark.parametrize("tool", HERE)
def test_help_on_a_tool_needs_nothing_installed_and_fits_a_terminal(
    tool: str, bare: dict[tuple[str, ...], Ended]
) -> None:
    code, printed, errors = bare[tool, "--help"]
    assert (code, errors) == (0, "")
    assert printed.startswith(f"usage: tengen {tool} ")
    assert [line for line in printed.splitlines() if len(line) >= COLUMNS] == []
    assert bare["help", tool] == (code, printed, errors)


def test_help_on_help_is_help() -> None:
    assert run("help", "help").stdout == run("help").stdout != ""


def test_help_fits_a_terminal_also_under_the_name_of_the_packed_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(Path("folder") / "pbrain-tengen.exe"))
    parsers = {tool: guide.parser_of(toolbox.TOOLS[tool]) for tool in toolbox.PACKED}
    text = guide.parser(parsers, UNPACKED).format_help()
    assert (
        f"Not in this program (help explains how to get them):\n  {', '.join(UNPACKED)}\n" in text
    )
    assert "  pbrain-tengen.exe analyse h8i9g9 " in text
    assert [line for line in text.splitlines() if len(line) >= COLUMNS] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("analyze", "unknown tool analyze; did you mean analyse?"),
        ("Verify x", "unknown tool Verify; did you mean verify?"),
        ("help analyze", "unknown tool analyze; did you mean analyse?"),
        ("--overhead 50 play", "the tool comes first: tengen play [options]"),
        ("version", "unknown tool version; did you mean --version?"),
        ("macth", "unknown tool macth; did you mean match?"),
        ("h8i9", "unknown tool h8i9"),
        ("report match", "unknown tool report: it is tengen match report"),
        ("-help", "unknown option -help; did you mean --help?"),
        ("--overhaed 50", "unknown option --overhaed; did you mean --overhead?"),
        ("--overhead soon", "argument --overhead: expected a whole number, got 'soon'"),
        ("--prof", "unknown option --prof; did you mean --proof of analyse?"),
        ("--proof=x", "unknown option --proof=x without a tool; it is one of analyse"),
    ],
)
def test_an_unknown_word_is_refused_with_a_suggestion(
    arguments: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(door, "is_managed", lambda: False)
    with pytest.raises(SystemExit) as ended:
        door.serve_person(arguments.split())
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert printed.err.splitlines() == [f"tengen: {message}", "tengen --help  shows its usage"]


def test_a_process_refuses_an_unknown_word() -> None:
    # A pipe as its stdin would be a manager's.
    done = forked.run((*PROGRAM, "analyze"), timeout=TOOL_S, cwd=ROOT, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    message = f"{NAME}: unknown tool analyze; did you mean analyse?"
    assert done.stderr.splitlines() == [message, f"{NAME} --help  shows its usage"]

"""`tengen match check`: its output, and processes that it checks."""

import shlex
import sys
from pathlib import Path

import pytest

from protocol.match.compliance import StepResult, Verdict, check, report
from protocol.match.compliance_steps import STEPS
from protocol.match.probe import Waits
from tests.support import driver
from tests.support.driver import MODULE, PLAIN_PYTHON
from tests.support.talkers import InProcessTalker, opponent


def test_a_failure_is_shown_with_its_requirement_and_lines() -> None:
    *_, failed = check(lambda: InProcessTalker(opponent("garbage")), Waits())
    lines = list(report(failed))
    assert lines[0] == "FAILED     BEGIN: expected a move x,y, got '7;7'"
    assert lines[1].strip() == "The answer is a move x,y on the board, both from 0."
    assert [line.strip() for line in (lines[2], *lines[-2:])] == ["> START 15", "> BEGIN", "< 7;7"]


def test_a_long_exchange_is_shown_from_its_end() -> None:
    lines = tuple(f"> {number}" for number in range(30))
    shown = list(report(StepResult(STEPS[0], Verdict.FAILED, "why", lines)))
    assert shown[2].strip() == "(earlier lines: 10)"
    assert shown[-1].strip() == "> 29"


@pytest.mark.skipif(sys.platform == "win32", reason="backslashes separate folders in a command")
@pytest.mark.parametrize(
    ("command", "code", "line"),
    [
        (MODULE, 0, "26 steps, 26 passed"),
        ((*PLAIN_PYTHON, "-m", "tests.opponents", "crash"), 1, "  ! exit code 3"),
        (("./no-such-brain",), 1, "tengen match check: ./no-such-brain: No such file or directory"),
    ],
)
def test_a_process_is_checked(command: tuple[str, ...], code: int, line: str) -> None:
    words = ("match", "check", " ".join(command), "--turn-ms", "40", "--tolerance-ms", "5000")
    done = driver.called(*words)
    assert done.returncode == code
    assert any(shown.endswith(line) for shown in (done.stdout + done.stderr).splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="backslashes separate folders in a command")
def test_steps_can_be_left_out() -> None:
    brain = shlex.join((*PLAIN_PYTHON, "-m", "tests.opponents", "crash"))
    done = driver.called("match", "check", brain, "--skip", "BEGIN", "--skip", "INFO rule 4")
    assert [line.split()[:2] for line in done.stdout.splitlines()[:2]] == [
        ["passed", "START"],
        ["FAILED", "TURN:"],
    ]
    assert done.stdout.endswith("24 steps, 1 passed, 1 failed, 22 not tried\n")


def test_an_empty_command_is_refused(tmp_path: Path) -> None:
    done = driver.called("match", "check", "", "--folder", str(tmp_path))
    assert done.returncode == 2
    assert "argument COMMAND: expected a command, got an empty text" in done.stderr

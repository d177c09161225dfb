"""`tengen match check`: runs the steps that check a brain's protocol, and explains each failure."""

import shlex
import sys
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module

from protocol.cli.arguments import Parser, positive, reason, whole
from protocol.client.brain_client import Talker
from protocol.client.brain_process import BrainProcess
from protocol.match.compliance_steps import STEPS, ComplianceStep
from protocol.match.options import command
from protocol.match.probe import Failed, Probe, Unsupported, Waits

FAILED = 1
LINES_SHOWN = 20  # of the exchange of a failed step
INDENT = " " * 11
EPILOG = """
START, BEGIN and TURN are tried first. If one of them fails, the other steps are
not tried. A brain may refuse an optional command with ERROR or UNKNOWN. The
exit status is 1 if a step fails.

examples:
  tengen match check ./pbrain-mine
  tengen match check "python brain.py" --turn-ms 1000
"""


class Verdict(StrEnum):
    """The outcome of a step."""

    PASSED = "passed"
    FAILED = "FAILED"
    REFUSED = "refused"  # an optional command


@dataclass(frozen=True)
class StepResult:
    """A step, its outcome, and after a failure the reason and the lines exchanged."""

    step: ComplianceStep
    verdict: Verdict
    reason: str = ""
    lines: tuple[str, ...] = ()


def main(arguments: Sequence[str]) -> int:
    """Check a brain; return the exit code."""
    options = parser().parse_args(arguments)
    import_module("psutil")  # fail before the first step
    waits = Waits(options.start_ms, options.turn_ms, options.tolerance_ms)
    steps = [step for step in STEPS if step.name not in options.skip]
    counts: Counter[Verdict] = Counter()
    try:
        for result in check(lambda: BrainProcess(options.command, options.folder), waits, steps):
            counts[result.verdict] += 1
            print("\n".join(report(result)), flush=True)
    except OSError as error:
        print(f"tengen match check: {reason(error)}", file=sys.stderr)
        return FAILED
    parts = [f"{counts[verdict]} {verdict.lower()}" for verdict in Verdict if counts[verdict]]
    if untried := len(steps) - counts.total():
        parts.append(f"{untried} not tried")
    print(f"\n{shlex.join(options.command)}: {len(steps)} steps, {', '.join(parts)}")
    return FAILED if counts[Verdict.FAILED] else 0


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen match check",
        "Check whether a brain keeps to the Piskvork protocol, step by step.",
        EPILOG,
    )
    add = parser.add_argument
    text = "command that starts the brain, in quotes if it has several words"
    add("command", type=_command, metavar="COMMAND", help=text)
    add("--folder", metavar="FOLDER", help="its working directory")
    add(
        "--skip",
        action="append",
        default=[],
        choices=[step.name for step in STEPS],
        metavar="STEP",
        help='name of a step to leave out, such as "INFO rule 4" for a brain without renju; repeat'
        " for more",
    )
    for name, default, kind, text in (
        ("start", Waits.start_ms, positive, "maximum time from START to OK"),
        ("turn", Waits.turn_ms, positive, "time for a move, which the brain is sent"),
        ("tolerance", Waits.tolerance_ms, whole, "time beyond a limit before a step fails"),
    ):
        add(f"--{name}-ms", type=kind, default=default, metavar="MS", help=f"{text} ({default})")
    return parser


def _command(text: str) -> tuple[str, ...]:
    """Return the words of a command."""
    if not (words := command(text)):
        raise ArgumentTypeError("expected a command, got an empty text")
    return words


def check(
    run: Callable[[], Talker], waits: Waits, steps: Iterable[ComplianceStep] = STEPS
) -> Iterator[StepResult]:
    """Yield the results of the steps, up to an essential one that fails. `run` starts the brain;
    OSError if it can't.
    """
    probe = Probe(run, waits)
    try:
        for step in steps:
            result = _tried(probe, step)
            yield result
            if result.verdict == Verdict.FAILED and step.is_essential:
                return
    finally:
        probe.quit()


def _tried(probe: Probe, step: ComplianceStep) -> StepResult:
    """Return the result of a step. After a failure the next step gets a new process."""
    probe.lines.clear()
    try:
        step.run(probe)
    except Unsupported as refusal:
        return StepResult(step, Verdict.REFUSED, str(refusal))
    except Failed as failure:
        lines = tuple(probe.lines)
        probe.quit()
        return StepResult(step, Verdict.FAILED, str(failure), lines)
    return StepResult(step, Verdict.PASSED)


def report(result: StepResult) -> Iterator[str]:
    """Yield the lines that show a result."""
    verdict = result.verdict.ljust(len(INDENT))
    yield f"{verdict}{': '.join(filter(None, (result.step.name, result.reason)))}"
    if result.verdict != Verdict.FAILED:
        return
    yield f"{INDENT}{result.step.requirement}"
    hidden = len(result.lines) - LINES_SHOWN
    if hidden > 0:
        yield f"{INDENT}  (earlier lines: {hidden})"
    for line in result.lines[-LINES_SHOWN:]:
        yield f"{INDENT}  {line}"

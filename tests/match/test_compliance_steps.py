"""The steps of the protocol check: the opponents pass, or fail the step of their fault."""

from collections.abc import Callable

import pytest

from protocol.client.brain_process import Gone
from protocol.match.compliance import StepResult, Verdict, check
from protocol.match.compliance_steps import STEPS
from protocol.match.probe import Waits
from tests.support.talkers import InProcessTalker, Respond, opponent

Change = Callable[[str, Respond], list[str]]  # the answers of a brain that differs from `random`
OPTIONAL = {"RECTSTART", "RESTART", "TAKEBACK", "SWAP2BOARD"}


def failures(respond: Callable[[], Respond], **talker: float) -> dict[str, StepResult]:
    """Return the failed steps by name."""
    results = check(lambda: InProcessTalker(respond(), **talker), Waits())  # type: ignore[arg-type]
    return {one.step.name: one for one in results if one.verdict == Verdict.FAILED}


def changed(change: Change) -> Callable[[], Respond]:
    """Return the maker of a brain that differs from `random`."""

    def make() -> Respond:
        respond = opponent("random")
        return lambda line: change(line, respond)

    return make


def test_the_random_opponent_passes_and_refuses_only_swap2() -> None:
    results = list(check(lambda: InProcessTalker(opponent("random")), Waits()))
    assert [one.step for one in results] == list(STEPS)
    verdicts = {one.step.name: one.verdict for one in results}
    assert verdicts.pop("SWAP2BOARD") == Verdict.REFUSED
    assert set(verdicts.values()) == {Verdict.PASSED}


@pytest.mark.parametrize(
    ("name", "at", "step", "reason"),
    [
        ("garbage", 1, "BEGIN", "expected a move x,y, got '7;7'"),
        ("outside", 1, "BEGIN", "the move 15,0 is off the board of 15 x 15"),
        ("illegal", 2, "TURN", "is on a stone"),
        ("garbage", 3, "TURN", "expected a move x,y, got '7;7'"),
        ("foul", 1, "INFO rule 4", "the move 7,7 is forbidden to Black: a double three"),
        ("weights", 1, "INFO rule 4", "the move 7,7 is forbidden to Black: a double three"),
    ],
)
def test_an_opponent_fails_the_step_of_its_fault(
    name: str, at: int, step: str, reason: str
) -> None:
    failed = failures(lambda: opponent(name, at))
    assert list(failed) == [step]
    assert reason in failed[step].reason


def test_a_late_brain_is_told_its_time() -> None:
    failed = failures(lambda: opponent("random"), delay_ms=1600)
    assert list(failed) == ["BEGIN"]
    assert failed["BEGIN"].reason == (
        "the move took 1600 ms; the limit is 500 ms and the tolerance 1000 ms"
    )


def test_only_the_steps_with_short_limits_fail_a_brain_that_takes_more() -> None:
    failed = failures(lambda: opponent("random"), delay_ms=1300)
    assert list(failed) == ["INFO timeout_turn", "INFO timeout_turn 0", "INFO time_left"]


def test_a_brain_that_uses_too_much_memory_fails() -> None:
    failed = failures(lambda: opponent("random"), memory=400 << 20)
    assert failed["INFO max_memory"].reason == "expected at most 350 MB, got 400 MB"
    assert len(failed) == 1


def _crash(line: str, respond: Respond) -> list[str]:
    if line == "BEGIN":
        raise Gone
    return respond(line)


def _start_keeps_stones() -> Respond:
    respond = opponent("random")
    seen: list[str] = []

    def answer(line: str) -> list[str]:
        seen.append(line)
        return ["OK"] if seen.count("START 15") > 1 and line == "START 15" else respond(line)

    return answer


def when(word: str, *answers: str) -> Change:
    """Return a change: these answers to each line that begins with a word."""
    return lambda line, respond: list(answers) if line.startswith(word) else respond(line)


def also(word: str, answer: str) -> Change:
    """Return a change: one more answer to each line that begins with a word."""
    return lambda line, respond: respond(line) + [answer] * line.startswith(word)


@pytest.mark.parametrize(
    ("change", "step", "reason"),
    [
        (when("START 15", "ERROR no"), "START", "expected OK, got 'ERROR no'"),
        (when("BEGIN"), "BEGIN", "no answer within 4500 ms"),
        (when("BEGIN", "7,7 8,8"), "BEGIN", "expected a move x,y, got '7,7 8,8'"),
        (_crash, "BEGIN", "the process ended, or closed its output"),
        (also("TURN", "0,0"), "TURN", "expected no further answer, got '0,0'"),
        (when("ABOUT", "Talker 1.0"), "ABOUT", "expected name=\"...\", got 'Talker 1.0'"),
        (when("START 1000", "OK"), "START, bad size", "expected ERROR, got 'OK'"),
        (when("START 20", "ERROR size"), "START 20", "expected OK, got 'ERROR size'"),
        (when("XYZZY"), "Unknown command", "no answer within"),
        (when("XYZZY", "OK"), "Unknown command", "expected UNKNOWN or ERROR, got 'OK'"),
        (when("TURN x", "0,1"), "TURN, unreadable", "expected ERROR or UNKNOWN, got '0,1'"),
        (when("TURN 15,15", "0,1"), "TURN off the board", "expected ERROR, got '0,1'"),
        (
            when("INFO no_such_key", "UNKNOWN INFO"),
            "INFO",
            "expected no answer to INFO, got 'UNKNOWN INFO'",
        ),
        (when("RESTART", "0,0"), "RESTART", "expected OK, got '0,0'"),
        (when("TAKEBACK", "OK"), "TAKEBACK", 'expected a move x,y, got "ERROR'),
    ],
)
def test_a_brain_with_one_deviation_fails_one_step(change: Change, step: str, reason: str) -> None:
    failed = failures(changed(change))
    assert list(failed) == [step]
    assert reason in failed[step].reason


def test_a_start_that_keeps_the_stones_fails() -> None:
    failed = failures(_start_keeps_stones)
    assert next(iter(failed)) == "START again"


def test_a_brain_that_answers_every_info_fails_only_that_step() -> None:
    failed = failures(changed(when("INFO", "UNKNOWN")))
    assert list(failed) == ["INFO"]


def test_a_brain_that_ignores_end_fails() -> None:
    def ignore(line: str, respond: Respond) -> list[str]:
        return [] if line == "END" else respond(line)

    results = check(lambda: InProcessTalker(changed(ignore)(), heeds_end=False), Waits())
    failed = [one for one in results if one.verdict == Verdict.FAILED]
    assert [one.step.name for one in failed] == ["END"]
    assert failed[0].reason == "expected the process to end within 1000 ms"


def test_a_brain_may_refuse_every_optional_command() -> None:
    def refuse(line: str, respond: Respond) -> list[str]:
        is_refused = line.split()[0] in OPTIONAL - {"SWAP2BOARD"}
        return [f"UNKNOWN {line}"] if is_refused else respond(line)

    results = check(lambda: InProcessTalker(changed(refuse)()), Waits())
    refused = {one.step.name for one in results if one.verdict != Verdict.PASSED}
    assert refused == OPTIONAL

"""The conversation of the protocol check."""

import pytest

from protocol.match.probe import Failed, Probe, Unsupported, Waits
from tests.support.talkers import InProcessTalker


class Echo:
    """Answers from a list, and keeps what it was told."""

    def __init__(self, *answers: str) -> None:
        self.told: list[str] = []
        self._answers = list(answers)

    def __call__(self, line: str) -> list[str]:
        self.told.append(line)
        is_asked = line.startswith(("START", "BEGIN", "TURN", "DONE"))
        return [self._answers.pop(0)] if is_asked and self._answers else []


def probe_of(echo: Echo) -> Probe:
    return Probe(lambda: InProcessTalker(echo), Waits())


def test_a_position_is_sent_with_blacks_stones_first() -> None:
    echo = Echo("OK", "0,0", "0,1")
    probe = probe_of(echo)
    probe.start()
    probe.board(((1, 1), (2, 2)), ((3, 3), (4, 4)))
    probe.board(((1, 1),), ((3, 3), (4, 4)))
    boards = [line for line in echo.told if line[0].isdigit()]
    assert boards[:4] == ["1,1,1", "3,3,2", "2,2,1", "4,4,2"]
    assert boards[4:] == ["3,3,2", "1,1,1", "4,4,2"]


def test_the_opponents_stone_is_far_from_all_others() -> None:
    probe = probe_of(Echo("OK", "7,7"))
    probe.start()
    probe.begin()
    assert probe.free() == (14, 14)
    assert (7, 7) in probe.stones


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("7,7,1", "expected a move x,y, got '7,7,1'"),
        ("15,3", "the move 15,3 is off the board of 15 x 15"),
        ("1,1", "the move 1,1 is on a stone"),
        ("x" * 50, f"expected a move x,y, got '{'x' * 40}...'"),
    ],
)
def test_an_invalid_move_is_refused_with_a_reason(answer: str, reason: str) -> None:
    probe = probe_of(Echo("OK", answer))
    probe.start()
    with pytest.raises(Failed, match=r"expected|the move") as failure:
        probe.turn((1, 1))
    assert str(failure.value) == reason
    assert probe.lines[-2:] == ["> TURN 1,1", f"< {answer}"]


def test_chatter_is_skipped_and_a_refusal_is_told_apart() -> None:
    talks = InProcessTalker(lambda line: ["MESSAGE hello", "debug x", f"UNKNOWN {line}"])
    with pytest.raises(Unsupported, match="UNKNOWN RESTART"):
        Probe(lambda: talks, Waits()).request("RESTART")

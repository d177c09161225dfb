"""Random conversations, valid and broken, are answered as they should be; fuzz.py holds more."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.piskvork.commands import About, Begin, Command, Info, SetPosition, Stop, Unknown
from tests.long.fuzz import (
    Hall,
    check_first_replies,
    check_replies,
    commands_of,
    fuzz_ends,
    fuzz_pipe,
    smallest,
)
from tests.support import conversations
from tests.support.conversations import Pieces, conversation
from tests.support.driver import PROGRAM

SEQUENCES = 20
THROUGH_PIPE = 20
CUT_SHORT = 6


@pytest.fixture(scope="module")
def hall() -> Hall:
    return Hall()


@settings(max_examples=SEQUENCES)
@given(dice=st.randoms(use_true_random=False))
def test_any_conversation_is_answered_as_it_is_owed(hall: Hall, dice: Random) -> None:
    hall.hold(conversation(dice))


@pytest.mark.parametrize("path", sorted(conversations.CORPUS.glob("*.txt")), ids=lambda p: p.stem)
def test_conversation_of_the_corpus_is_answered_as_it_is_owed(path: Path, hall: Hall) -> None:
    hall.hold(conversations.read(path.read_text(encoding="utf-8")))


def test_program_answers_as_it_should_whatever_comes_while_it_thinks() -> None:
    tally = fuzz_pipe(PROGRAM, "pipe", THROUGH_PIPE)
    assert tally.moves > THROUGH_PIPE / 2


def test_program_leaves_in_order_wherever_its_input_ends() -> None:
    assert fuzz_ends(PROGRAM, "ends", CUT_SHORT).sequences == CUT_SHORT


# The fuzzer itself


@pytest.mark.parametrize(
    ("commands", "replies"),
    [
        ([Begin()], []),
        ([Begin()], ["7,7", "7,7"]),
        ([Begin()], ["MESSAGE only"]),
        ([Begin(), Begin()], ["7,7"]),
        ([Begin()], ["7,7 "]),
        ([Begin()], ["Traceback (most recent call last):"]),
        ([Stop()], ["7,7"]),
        ([Info("rule", "4")], ["OK"]),
        ([About()], ["OK"]),
        ([Unknown("x")], ["UNKNOWN"]),
        ([], ["MESSAGE"]),
    ],
)
def test_wrong_replies_are_noticed(commands: list[Command], replies: list[str]) -> None:
    with pytest.raises(AssertionError):
        check_replies(commands, replies)


def test_right_replies_are_accepted() -> None:
    said = ["MESSAGE no", "7,7", "DEBUG x", "ERROR no", "FORBID 0707.", "UNKNOWN x"]
    check_replies(
        (Info("rule", "3"), Begin(), Stop(), Begin(), Unknown("x"), SetPosition(())), said
    )


def test_replies_may_stop_at_the_end_but_not_before() -> None:
    commands = (Begin(), About(), Begin())
    for replies in ([], ["7,7"], ["7,7", "name=x"], ["7,7", "name=x", "7,7"]):
        check_first_replies(commands, replies)
    for replies in (["name=x"], ["7,7", "7,7"]):
        with pytest.raises(AssertionError):
            check_first_replies(commands, replies)


def test_dice_give_commands_of_every_kind_and_noise() -> None:
    said = [b"".join(conversation(Random(seed))) for seed in range(500)]
    kinds = {type(command).__name__ for data in said for command in commands_of(data)}
    assert {"Start", "Turn", "PlayPosition", "Info", "Malformed", "Unknown", "Stop"} <= kinds
    assert any(b"\x00" in data for data in said)


def test_a_seed_gives_the_same_conversation_again() -> None:
    assert conversation(Random("1 2")) == conversation(Random("1 2"))


def test_a_failing_conversation_is_minimised() -> None:
    def is_bad(pieces: Pieces) -> bool:
        return b"2" in pieces and b"5" in pieces

    assert smallest([b"%d" % i for i in range(9)], is_bad) == [b"2", b"5"]


def test_a_written_conversation_reads_as_it_was() -> None:
    pieces = [b"START 15\r\n", b"\xff\xfe\x00\\n\n", b"# TURN 1,1\n", b"\n"]
    assert conversations.read(conversations.written(pieces)) == pieces

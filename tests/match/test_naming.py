"""The names of engines: from ABOUT, and made distinct."""

import pytest

from protocol.match.naming import LONGEST_NAME, distinct, name_in, reported_name
from protocol.match.plan import read
from protocol.match.player import Entrant
from protocol.piskvork.commands import Start
from tests.support.arenas import answering, opponent

START = Start(15, 15)
PATIENCE_MS = 20_000


@pytest.mark.parametrize(
    ("about", "name"),
    [
        ('name="Tengen", version="0.2.0", author="Tengen developers"', "Tengen"),
        ('version = "1", Name = " Two words "', "Two words"),
        ('surname="x"', ""),
        ('name=""', ""),
        ("MESSAGE hello", ""),
        (f'name="{"x" * 100}"', "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_read_from_the_answer_to_about(about: str, name: str) -> None:
    assert name_in(about) == name


def test_a_brain_is_asked_for_its_name() -> None:
    assert reported_name(opponent("", "random"), START, PATIENCE_MS) == "random"
    assert reported_name(answering("", "0,0"), START, PATIENCE_MS) == ""  # answers START only
    assert reported_name(Entrant("", ("./no-such-brain",)), START, PATIENCE_MS) == ""


def test_equal_names_get_the_first_free_number() -> None:
    assert list(distinct(["a", "b", "a", "a 2", "a"])) == ["a", "b", "a 3", "a 2", "a 4"]


def test_an_engine_without_a_name_is_called_after_its_brain_or_program() -> None:
    command = f"command={' '.join(opponent('', 'random').command)}"
    silent = "command=./no-such-brain.exe"
    engines = ("--engine", command, "--engine", command, "--engine", "name=random", silent)
    limits = ("--each", "nodes=1", "--openings", "none")
    event = read((*engines, "--engine", silent, *limits)).event
    assert event.names == ("random", "random 2", "random 3", "no-such-brain")
    on_cluster = read((*engines[:4], *limits, "--cluster", "tcp://nowhere")).event
    assert on_cluster.names[0].startswith("python")

"""Arguments of the command line."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable

import pytest

from brain.lexicon import CARO_EXACT, RENJU
from protocol.cli import arguments


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (arguments.whole, "0", 0),
        (arguments.positive, "12", 12),
        (arguments.rule, "Renju", RENJU),
        (arguments.rule, "caro exact", CARO_EXACT),
        (arguments.size, "15", (15, 15)),
        (arguments.size, "20X15", (20, 15)),
        (arguments.level, "100", 100),
        (arguments.seconds, "0.5", 0.5),
    ],
)
def test_an_argument_is_read(read: Callable[[str], object], text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text", "error"),
    [
        (arguments.whole, "-1", "expected a whole number, got '-1'"),
        (arguments.positive, "0", "expected 1 or more, got 0"),
        (arguments.rule, "go", "unknown rule 'go'"),
        (arguments.size, "4", "5 to 22"),
        (arguments.size, "15x15x15", "5 to 22"),
        (arguments.level, "101", "expected a level from 0 to 100, got '101'"),
        (arguments.seconds, "nan", "expected seconds, above 0"),
        (arguments.seconds, "0", "expected seconds, above 0"),
    ],
)
def test_an_argument_that_cannot_be_read_is_named(
    read: Callable[[str], object], text: str, error: str
) -> None:
    with pytest.raises(ArgumentTypeError, match=error):
        read(text)


def test_a_mistyped_word_suggests_the_closest() -> None:
    assert arguments.meant("--sise=15", ["--size", "--rule"]) == "; did you mean --size?"
    assert arguments.meant("xyz", ["--size", "--rule"]) == ""


def test_the_usual_time_is_a_limit_only_without_another() -> None:
    assert arguments.ms_of(Namespace(ms=0, nodes=0), 500) == 500
    assert arguments.ms_of(Namespace(ms=0, nodes=9), 500) == 0
    assert arguments.ms_of(Namespace(ms=70, nodes=9), 500) == 70


def test_the_reason_of_an_error_names_its_file() -> None:
    assert arguments.reason(FileNotFoundError(2, "No such file", "a.sgf")) == "a.sgf: No such file"
    assert arguments.reason(ValueError("why")) == "why"

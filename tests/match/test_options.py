"""The options of a match: their types, and the help."""

from argparse import ArgumentTypeError
from collections.abc import Callable

import pytest

from protocol.match import options
from protocol.match.plan import read

Capture = pytest.CaptureFixture[str]


def test_help_names_every_key_of_an_engine(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        read(["--help"])
    text = capsys.readouterr().out
    for word in ("command", "increment_ms", "info.KEY", "--sprt", "--cluster", "league.toml"):
        assert word in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (options.even, "20", 20),
        (options.error_rate, "0.05", 0.05),
        (options.switch, "True", True),
        (options.command, "python -m 'two words'", ("python", "-m", "two words")),
    ],
)
def test_an_option_is_read(read: Callable[[str], object], text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text", "error"),
    [
        (options.even, "3", "must be even"),
        (options.even, "0", "expected 1 or more, got 0"),
        (options.error_rate, "0", "must lie between 0 and 0.5"),
        (options.error_rate, "0.5", "must lie between 0 and 0.5"),
        (options.switch, "yes", "expected true or false, got 'yes'"),
    ],
)
def test_an_invalid_option_is_refused(read: Callable[[str], object], text: str, error: str) -> None:
    with pytest.raises(ArgumentTypeError, match=error):
        read(text)


def test_any_key_of_info_is_taken_as_text() -> None:
    assert options.key_value("info.strength=50") == ("info.strength", "50")
    assert options.key_value("turn_ms=50") == ("turn_ms", 50)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("turn=1", "expected KEY=VALUE with a key of name, command"),
        ("depth", "expected KEY=VALUE .* got 'depth'"),
        ("fresh=yes", "fresh: expected true or false, got 'yes'"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        options.key_value(text)

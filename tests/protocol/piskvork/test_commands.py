"""Commands as values."""

import pytest

from protocol.piskvork.commands import Begin, Lacking, Play, Restart, Turn


def test_a_command_keeps_its_fields_when_somebody_sets_one() -> None:
    turn = Turn(7, 8)
    with pytest.raises(AttributeError, match="Turn is frozen"):
        turn.x = 9  # type: ignore[misc]  # that is the test
    assert turn == Turn(7, 8)


def test_commands_of_two_classes_differ_even_if_their_fields_agree() -> None:
    assert Turn(7, 8) != Play(7, 8)
    assert Begin() != Restart()


def test_a_command_is_shown_with_its_fields() -> None:
    assert repr(Lacking("models")) == "Lacking('models',)"


def test_a_command_needs_all_its_fields() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Turn(7)  # type: ignore[call-arg]  # that is the test

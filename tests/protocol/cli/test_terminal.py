"""Ctrl-C, progress, and the note of a written page, in this process."""

import io
import json
import signal
import sys

import pytest

from protocol.cli import terminal


class Screen(io.StringIO):
    """Stands in for a terminal."""

    def isatty(self) -> bool:
        return True


def test_only_the_first_stop_interrupts() -> None:
    before = [signal.getsignal(number) for number in terminal.STOPS]
    try:
        with pytest.raises(KeyboardInterrupt), terminal.one_stop():
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    finally:
        for number, handler in zip(terminal.STOPS, before, strict=True):
            signal.signal(number, handler)


def test_the_handlers_are_restored_without_a_stop() -> None:
    before = [signal.getsignal(number) for number in terminal.STOPS]
    with terminal.one_stop():
        pass
    assert [signal.getsignal(number) for number in terminal.STOPS] == before


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with terminal.one_stop():
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_acts_instead_of_interrupting() -> None:
    before, acted = signal.getsignal(signal.SIGINT), []
    with terminal.on_interrupt(lambda: acted.append(1)):
        signal.raise_signal(signal.SIGINT)
    assert acted == [1]
    assert signal.getsignal(signal.SIGINT) == before


def test_progress_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, shown in ((Screen(), "\r\x1b[K1 of 2"), (io.StringIO(), "")):
        monkeypatch.setattr(sys, "stderr", stream)
        terminal.show("1 of 2")
        assert stream.getvalue() == shown


def test_progress_without_stderr_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    terminal.show("1 of 2")


def test_a_written_page_is_named_with_its_size(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say_written("a.html", 1234, as_json=False)
    assert capsys.readouterr().out == "\na.html: 1,234 bytes, opens in a browser\n"
    terminal.say_written("a.html", 1234, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"page": "a.html"}

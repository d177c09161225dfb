"""The log of a conversation: its lines, and files that it is not written to."""

import os
import re
import time
from pathlib import Path

import pytest

from protocol.piskvork.conversation_log import NOTE, RECEIVED, STDERR, ConversationLog


def test_every_line_of_a_text_has_a_time_and_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "log"
    log = ConversationLog(str(file), time.perf_counter() - 2.5)
    log.write(RECEIVED, "START 15\r\n")
    log.write(RECEIVED, "")
    log.write(NOTE, "one\ntwo \udcff")
    head, *lines = file.read_text("utf-8").splitlines()
    assert " ! Tengen " in head
    assert [re.sub(r"^ +2\.\d{3} ", "", line) for line in lines] == [
        *("> START 15", "! one", "! two ?")
    ]


def test_a_log_is_continued_when_its_file_exists(tmp_path: Path) -> None:
    for _ in range(2):
        ConversationLog(str(tmp_path / "log"), 0.0)
    assert len((tmp_path / "log").read_text("utf-8").splitlines()) == 2


def test_a_log_of_a_folder_is_closed_and_takes_lines(tmp_path: Path) -> None:
    log = ConversationLog(str(tmp_path), 0.0)
    log.write(NOTE, "line")
    assert log.descriptor is None


def test_an_error_goes_to_stderr_when_the_log_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(os, "write", lambda stream, data: written.append((stream, data)))
    try:
        raise ArithmeticError("asked to fail")
    except ArithmeticError:
        ConversationLog("", 0.0).error()
    ((stream, data),) = written
    assert stream == STDERR
    assert data.endswith(b"ArithmeticError: asked to fail\n")

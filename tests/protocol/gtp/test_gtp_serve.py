"""The program as windows start it."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from protocol.gtp import gtp_serve
from protocol.piskvork.conversation_log import ConversationLog
from protocol.piskvork.pipe import Output
from tests import DATA
from tests.support.driver import PROGRAM, Brain, called, run
from tests.support.gtp import hold

CONVERSATIONS = sorted((DATA / "gtp").glob("*.txt"))

WINDOW = (*PROGRAM, "gtp", "--seconds", "0.05")


@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
def test_a_conversation_goes_as_a_window_holds_it(path: Path) -> None:
    with Brain(WINDOW) as brain:
        hold(path, brain)
        assert brain.exit_code() == 0
        assert brain.errors() == b""


def test_commands_from_a_file_are_all_answered() -> None:
    done = run("gtp", "--seconds", "0.2", stdin="play b H8\ngenmove w\nlz-analyze 10\n")
    answers = done.stdout.split("\n\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert answers[0] == "="
    assert answers[1].startswith("= ")
    assert answers[2].startswith("=")
    assert answers[3:] == [""]


def test_an_internal_error_is_answered_with_the_number_of_its_command(
    capfd: pytest.CaptureFixture[str],
) -> None:
    session = Mock(answer=Mock(side_effect=RuntimeError))
    assert gtp_serve._answer(session, "7 name", Output(ConversationLog("", 0.0)))
    assert capfd.readouterr().out == "?7 internal error\n\n"


def test_the_log_has_the_conversation(tmp_path: Path) -> None:
    with Brain(WINDOW, TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send("name", "hm", "quit")
        brain.exit_code()
    _, *lines = (tmp_path / "log").read_text("utf-8").splitlines()
    texts = [line.split(maxsplit=1)[1] for line in lines]
    assert sorted(texts) == ["< =", "< = Tengen", "< ? unknown command", "> hm", "> name", "> quit"]


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("--rule", "chess"), "chess"),
        (("--seconds", "0"), "above 0"),
        (("--level", "101"), "from 0 to 100"),
        (("--size", "4"), "5 to 22"),
        (("now",), "now"),
    ],
)
def test_an_option_that_cannot_be_read_is_named(arguments: tuple[str, ...], cause: str) -> None:
    done = called("gtp", *arguments)
    assert done.returncode == 2
    assert cause in done.stderr

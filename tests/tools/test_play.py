"""`tengen play`: the commands, the answers, and the screen."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from brain import Board
from brain.notation import moves
from protocol.tools import play
from tests import ROOT
from tests.support import forked
from tests.support.driver import MODULE, ON_WINE, PROGRAM, called, run

PATIENCE_S = 20.0
LONGEST_NAME = 255  # bytes of a file's
FOUR = "h8a1i8a3j8a5k8a7"  # black's; l8 wins
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


# Files.


def test_a_game_that_is_over_is_shown_and_can_be_taken_back() -> None:
    done = run("play", "--two", "--moves", f"{FOUR}l8", stdin="undo\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Black wins with five: h8 i8 j8 k8 l8." in done.stdout
    assert done.stdout.endswith(f"Continue it with --moves {FOUR} --two\n")


def test_a_game_of_more_moves_than_a_file_has_a_name_is_gone_on_with() -> None:
    text = moves.dumps(((x, y) for y in range(0, 15, 2) for x in range(15)), 15)
    assert len(text) > LONGEST_NAME
    done = run("play", "--two", "--moves", text, stdin="")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"--moves {text} " in done.stdout


def test_a_game_of_a_collection_is_chosen_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_text("(;SZ[15];B[hh])(;SZ[15];B[ig];W[hh])", "ascii")
    asked = run("play", "--two", "--moves", "games.sgf", folder=tmp_path)
    assert "the file has 2 games: choose a game, 1 to 2" in asked.stderr
    done = run("play", "--two", "--moves", "games.sgf", "--game", "2", folder=tmp_path, stdin="")
    assert done.stdout.endswith("Continue it with --moves i9h8 --two\n")


# The program.


def test_a_script_plays_against_the_engine(tmp_path: Path) -> None:
    done = run("play", "--level", "0", "--save", "a.sgf", folder=tmp_path, stdin="h8\nquit\nh9\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("a b c d e f g h i j k l m n o") == 3
    assert "\x1b" not in done.stdout
    assert re.search(r"^Tengen plays [a-o]\d+\.$", done.stdout, re.MULTILINE)
    end = 'The game is in a.sgf.\nContinue it with --moves "a.sgf" --level 0 --save "a.sgf"\n'
    assert done.stdout.endswith(end)
    board = Board.from_sgf((tmp_path / "a.sgf").read_text())
    assert (board.moves[0].name, len(board.moves)) == ("h8", 2)


def test_an_interrupted_game_continues_from_its_file(tmp_path: Path) -> None:
    options = ("play", "--two", "--save", "a.sgf")
    run(*options, "--rule", "renju", "--size", "16", folder=tmp_path, stdin="h8\ni9\n")
    done = run(*options, "--moves", "a.sgf", folder=tmp_path, stdin="g7")
    assert (done.returncode, done.stderr) == (0, "")
    board = Board.from_sgf((tmp_path / "a.sgf").read_text())
    assert board == Board.read("h8i9g7", 16, "renju")
    again = run(*options, folder=tmp_path)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("tengen play: --save a.sgf: the file exists; continue it with")


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])", "other games"),
        ("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))", "variations"),
        ("(;GM[4]SZ[15];B[hh]C[good])", "comments"),
    ],
)
def test_a_file_that_has_more_than_the_game_is_kept(text: str, lost: str, tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_text(text)
    done = run(
        "play", "--two", "--save", "a.sgf", "--moves", "a.sgf", "--game", "1", folder=tmp_path
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"--save a.sgf: its {lost} would be lost" in done.stderr
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--moves", "h8h8"), 1, "--moves h8h8: stone 2: h8 has a black stone"),
        (("--moves", f"{FOUR}l8a9"), 1, "the game is over: black has five at l8"),
        (("--moves", "none.sgf"), 1, "tengen play: none.sgf: "),
        (
            ("--moves", "(;SZ[15]PL[W];W[hh])"),
            1,
            "expected a game of black and white stones in turn",
        ),
        (("--save", "none/a.sgf"), 1, "--save none/a.sgf: folder not found: "),
        (("--level", "101"), 2, "expected a level from 0 to 100, got '101'"),
        (("--seconds", "0"), 2, "above 0 and up to"),
        (("--seconds", "nan"), 2, "above 0 and up to"),
        (("--rule", "renj"), 2, "unknown rule 'renj': expected one of "),
        (("--colour", "red"), 2, "invalid choice: 'red'"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_with_the_reason(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path
) -> None:
    done = called("play", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_stones_are_letters_if_the_encoding_or_the_person_requires_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = run("play", "--two", "--ascii", stdin="h8\n")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")  # the packed program doesn't look at it
    needed = run("play", "--two", stdin="h8\né\n", command=MODULE)
    for done in (wanted, needed):
        assert (done.returncode, done.stderr) == (0, "")
        assert " 8 . . . . . . .(X). . . . . . ." in done.stdout


def test_nothing_is_printed_once_the_output_is_closed() -> None:
    play_on = [*PROGRAM, "play", "--two"]
    with forked.start(
        play_on, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.read(10)
        process.stdout.close()
        _, errors = process.communicate(b"h8\ni9\n" * 200, PATIENCE_S)
    assert errors == b""


# A terminal.

in_a_terminal = pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="it needs a terminal")


class Terminal:
    """A program in a terminal of 80 columns."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = os.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LINES")}
        self.process = forked.start(
            [*PROGRAM, *arguments],
            cwd=ROOT,
            env={**environment, "TERM": "xterm-256color", "COLUMNS": "80"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def has_more(self, seconds: float) -> bool:
        """Return whether more output comes within `seconds`."""
        return bool(select.select([self._ours], [], [], max(0.0, seconds))[0])

    def screen(self, end: str) -> str:
        """Return the output since the screen was last cleared, up to a text."""
        text = b""
        until = time.monotonic() + PATIENCE_S
        while end.encode() not in text:
            assert self.has_more(until - time.monotonic()), text
            text += os.read(self._ours, 1 << 16)
        return text.decode().rpartition(play.HOME)[2]


@pytest.fixture
def two() -> Iterator[Terminal]:
    with Terminal("play", "--two", "--moves", FOUR) as terminal:
        terminal.screen("Black> ")
        yield terminal


@in_a_terminal
def test_a_terminal_is_drawn_anew_after_every_move(two: Terminal) -> None:
    two.type("l8\n")
    screen = ESCAPES.sub("", two.screen("quit> "))
    assert " 8 ├─┼─┼─┼─┼─┼─┼(●─●─●─●─●)┼─┼─┤" in screen
    assert "Black wins with five: h8 i8 j8 k8 l8." in screen


@in_a_terminal
@pytest.mark.parametrize("key", ["Ctrl-D", "Ctrl-C"])
def test_a_key_leaves_quietly(two: Terminal, key: str) -> None:
    if key == "Ctrl-D":
        two.type("\x04")
    for _ in range(int(PATIENCE_S)):
        if key == "Ctrl-D" or two.has_more(1.0):
            break
        two.process.send_signal(signal.SIGINT)  # readline misses one that comes early
    assert (
        two.screen("--two").split("\r\n", 1)[-1].strip() == f"Continue it with --moves {FOUR} --two"
    )
    assert two.process.wait(PATIENCE_S) == 0


@in_a_terminal
def test_an_interrupted_think_plays_the_best_so_far() -> None:
    with Terminal("play", "--level", "100", "--seconds", "600") as terminal:
        terminal.screen("Black> ")
        terminal.type("h8\n")
        terminal.screen("Tengen thinks; Ctrl-C makes it move.")
        terminal.process.send_signal(signal.SIGINT)
        assert re.search(r"Tengen plays [a-o]\d+\.", terminal.screen("Black> "))
        assert terminal.process.poll() is None

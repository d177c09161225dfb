"""A conversation in GTP without a pipe."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.cell import Cell
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, WHITE
from brain.position_database import PositionDatabase, PositionEntry
from protocol.gtp.gtp_inbox import GtpInbox
from protocol.gtp.gtp_session import NAMES, GtpSession, GtpSettings
from tests.support.gtp import Variation, variations

SOON_S = 2.0


class Talk:
    """A session without a pipe."""

    def __init__(self, settings: GtpSettings) -> None:
        self.engine = Engine(48 << 20)
        self.inbox = GtpInbox()
        self.lines: list[str] = []
        self.session = GtpSession(self.engine, self.inbox, self._receive, settings)

    def __call__(self, *lines: str) -> str:
        """Return the answer to the last line, without the empty line at its end."""
        for line in lines:
            self.lines.clear()
            self.session.answer(line)
        text = "\n".join(self.lines)
        assert text.endswith("\n") or self.lines[-1] == ""
        return text.rstrip("\n")

    def analyse(self, line: str, dialect: str) -> list[Variation]:
        """Return the last moves of an analysis, which a line ends after the first report."""
        self.lines.clear()
        self.session.answer(line)
        assert self.inbox.get() == "name"
        assert self.lines[0].startswith("=")
        assert self.lines[-1] == ""
        return variations(self.lines[-2], dialect)

    def _receive(self, text: str) -> None:
        if text.startswith("info ") and not any(line.startswith("info ") for line in self.lines):
            self.inbox.put("name")
        self.lines.append(text)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk(GtpSettings(turn_ms=50))
    yield talk
    talk.engine.close()


def test_a_number_is_repeated_in_the_answer(talk: Talk) -> None:
    assert talk("12 name") == "=12 Tengen"
    assert talk("7 hello") == "?7 unknown command"
    assert talk("7") == "?7 unknown command"
    assert talk("7name") == "? unknown command"


def test_a_line_without_a_command_gets_no_answer(talk: Talk) -> None:
    for line in ("", "  ", "# name", "\r"):
        talk.session.answer(line)
    assert talk.lines == []


def test_every_listed_command_is_known(talk: Talk) -> None:
    listed = talk("list_commands").removeprefix("= ").split("\n")
    assert listed == NAMES
    assert {talk(f"known_command {name}") for name in listed} == {"= true"}


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("play b", "needs 2 arguments"),
        ("play red H8", "invalid color red"),
        ("play b I8", "invalid vertex I8"),
        ("boardsize x", "expected a whole number, got x"),
        ("boardsize 4", "5 to 22"),
        ("komi high", "expected a number, got high"),
        ("time_left b nan 0", "out of range"),
        ("gomoku-rule chess", "expected one of freestyle"),
        ("kata-set-rules {", "no basicrule"),
        ('kata-set-rules {"ko": "SIMPLE"}', "no basicrule"),
        ("kgs-time_settings hourglass 3", "hourglass"),
        ("kata-analyze b 10 minmoves few", "expected a whole number, got few"),
        ("lz-analyze avoid b", "avoid needs 3 values"),
        ("undo", "cannot undo"),
        ("final_score", "the game is not over"),
        ("loadsgf nowhere.sgf", "No such file"),
    ],
)
def test_an_error_names_its_cause_and_changes_nothing(talk: Talk, line: str, cause: str) -> None:
    before = talk("showboard")
    answer = talk(line)
    assert answer.startswith("? ")
    assert cause in answer
    assert talk("showboard") == before


def test_no_square_board_has_its_own_command(talk: Talk) -> None:
    assert talk("rectangular_boardsize 20 15") == "="
    assert (talk.engine.width, talk.engine.height) == (20, 15)
    assert talk("boardsize 7 9") == "="
    assert (talk.engine.width, talk.engine.height) == (7, 9)


def test_stones_may_be_of_one_colour_and_passes_count_as_turns(talk: Talk) -> None:
    talk("play b H8", "play b J8", "play w pass")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, BLACK]
    talk("genmove")
    assert talk.engine.stones[-1][1] == BLACK


def test_undo_takes_back_a_pass_too(talk: Talk) -> None:
    talk("play b H8", "play w pass", "undo")
    assert len(talk.engine.stones) == 1
    talk("undo")
    assert not talk.engine.stones


def test_a_change_of_rule_keeps_the_stones_and_judges_them_anew(talk: Talk) -> None:
    for x in "BCDEFG":
        talk(f"play b {x}5")
    assert talk("final_score") == "= B+1"
    assert talk("gomoku-rule renju") == "= renju"
    assert (talk.engine.rule, len(talk.engine.stones)) == (RENJU, 6)
    assert talk("undo", "final_score") == "= B+1"


def test_a_foul_loses(talk: Talk) -> None:
    talk("gomoku-rule renju", "play b G8", "play b J8", "play b H7", "play b H9")
    assert talk("play b H8", "final_score") == "= W+1"
    assert talk("genmove b") == "= resign"
    assert talk("genmove w") == "= pass"


def test_a_full_board_is_drawn_and_only_a_pass_is_left(talk: Talk) -> None:
    talk("gomoku-rule standard", "boardsize 5")
    for y, row in enumerate(("bbbwb", "wwwbw", "bbbwb", "wwwbw", "bwbwb"), 1):
        for x, colour in zip("ABCDE", row, strict=True):
            talk(f"play {colour} {x}{y}")
    assert talk("final_score") == "= 0"
    assert talk("genmove b") == "= pass"


def test_an_sgf_file_is_set_up_to_before_a_move(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[aa])", encoding="utf-8")
    assert talk(f"loadsgf {path}") == "="
    assert (talk.engine.rule, len(talk.engine.stones)) == (RENJU, 3)
    assert talk("undo", "showboard").split("\n")[2][3] == "."
    assert talk(f"loadsgf {path} 2") == "="
    assert len(talk.engine.stones) == 1
    talk("genmove")
    assert talk.engine.stones[-1][1] == WHITE


@pytest.mark.parametrize(
    ("game", "until", "stones", "turn"),
    [
        ("(;GM[4]SZ[15]AB[hh][hi]AW[ii]PL[W];W[aa];B[bb])", " 1", 3, WHITE),
        ("(;GM[4]SZ[15]AB[hh][hi]AW[ii]PL[W];W[aa];B[bb])", " 2", 4, BLACK),
        ("(;GM[4]SZ[15]AB[hh][hi]AW[ii][ij]PL[W])", "", 4, WHITE),
        ("(;GM[4]SZ[15];B[hh];W[])", "", 1, BLACK),
        ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa];W[bb])", "", 1, WHITE),
    ],
)
def test_set_up_stones_passes_and_turns_of_a_file_count(
    game: str, until: str, stones: int, turn: int, talk: Talk, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(game, encoding="utf-8")
    assert talk(f"loadsgf {path}{until}") == "="
    assert len(talk.engine.stones) == stones
    assert talk("gomoku-rule renju") == "= renju"
    talk("genmove")
    assert talk.engine.stones[-1][1] == turn


def test_more_moves_than_there_are_cells_are_all(talk: Talk) -> None:
    talk("boardsize 5", "play b C3")
    answer = talk("kata-genmove_analyze w minmoves 485")
    assert answer.startswith("=")
    assert "?" not in answer


def test_thinking_about_a_move_does_not_play_it(talk: Talk) -> None:
    talk("play b H8")
    assert talk("reg_genmove w").startswith("= ")
    assert len(talk.engine.stones) == 1


SAID = ("b", "w", "white", "C3", "a1", "T22", "pass", "I5", "0", "5", "-1", "nan")

WORDS = st.sampled_from([*NAMES, *SAID])


@given(st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=12))
@settings(max_examples=100)
def test_any_line_gets_one_answer(lines: list[str]) -> None:
    talk = Talk(GtpSettings((5, 5), turn_ms=1))
    for line in lines:
        talk.lines.clear()
        talk.inbox.put("next")
        talk.session.answer(line)
        talk.inbox.get()
        written = "".join(f"{text}\n" for text in talk.lines)
        assert bool(written) == bool(line)
        assert not written or re.match(r"[=?]\d*[ \n]", written)
        assert written.endswith("\n\n") == bool(line)
        assert written.count("\n\n") == bool(line)
    talk.engine.close()


@pytest.mark.parametrize("dialect", ["kata", "lz"])
def test_an_empty_board_is_even_in_the_centre(talk: Talk, dialect: str) -> None:
    best = talk.analyse(f"{dialect}-analyze 1", dialect)[0]
    assert (best.move, best.win_rate) == ("H8", 0.5)


def test_an_analysis_shows_as_many_moves_as_wanted(talk: Talk) -> None:
    talk("play b H8")
    found = talk.analyse("kata-analyze 10 maxmoves 3", "kata")
    assert len(found) == 3
    assert sum(move.prior for move in found) == pytest.approx(1, abs=1e-4)


def test_an_analysis_ends_when_a_line_waits_already(talk: Talk) -> None:
    talk("play b H8")
    talk.inbox.put("name")
    begun = time.monotonic()
    assert talk("kata-analyze 100").startswith("=")
    assert time.monotonic() - begun < SOON_S
    assert not talk.engine.is_stopped


def test_only_allowed_moves_are_analysed(talk: Talk) -> None:
    talk("play b H8")
    found = talk.analyse("lz-analyze w 10 allow w A1,B1 1", "lz")
    assert {move.move for move in found} == {"A1", "B1"}


def test_avoided_moves_are_not_analysed(talk: Talk) -> None:
    talk("play b H8")
    best = talk.analyse("lz-analyze w 10 maxmoves 1", "lz")[0].move
    found = talk.analyse(f"lz-analyze w 10 avoid w {best},J9 1 avoid b H9 1", "lz")
    assert not {move.move for move in found} & {best, "J9"}


def test_an_analysis_is_from_the_side_to_move(talk: Talk) -> None:
    talk("play b H8", "play b H9", "play b H10", "play b H11", "play w A1")
    (black,) = talk.analyse("kata-analyze b 10 maxmoves 1", "kata")
    (white,) = talk.analyse("kata-analyze w 10", "kata")
    assert (black.win_rate, white.win_rate) == (1, 0)


def test_a_generated_move_follows_a_position_database(talk: Talk, tmp_path: Path) -> None:
    with PositionDatabase(tmp_path / "own", "c") as own:
        own.put(Board(15), PositionEntry(move=Cell.named("a2")))
    talk.engine.set_database(tmp_path / "own")
    assert talk("boardsize 15", "genmove b") in ("= A14", "= A2", "= O14", "= O2")

"""The Go Text Protocol: conversations as windows hold them, and what each answer says."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.cell import Cell
from brain.engine import Engine
from brain.lexicon import BLACK, RENJU, WHITE
from protocol.gtp import gtp_words
from protocol.gtp.gtp_inbox import Inbox
from protocol.gtp.gtp_session import NAMES, Session, Settings
from protocol.gtp.gtp_timing import Timing
from tests import DATA
from tests.support.driver import PROGRAM, Brain, run
from tests.support.gtp import Variation, hold, variations

CONVERSATIONS = sorted((DATA / "gtp").glob("*.txt"))
WINDOW = (*PROGRAM, "gtp", "--seconds", "0.3")
SOON_S = 2.0


class Talk:
    """A session without a pipe."""

    def __init__(self, settings: Settings) -> None:
        self.engine = Engine(48 << 20)
        self.inbox = Inbox()
        self.said: list[str] = []
        self.session = Session(self.engine, self.inbox, self._hear, settings)

    def __call__(self, *lines: str) -> str:
        """Return the answer to the last of some lines, without the empty line that ends it."""
        for line in lines:
            self.said.clear()
            self.session.answer(line)
        text = "\n".join(self.said)
        assert text.endswith("\n") or self.said[-1] == ""
        return text.rstrip("\n")

    def analyse(self, line: str, dialect: str) -> list[Variation]:
        """Return the last moves of an analysis that a line ends once there are some."""
        self.said.clear()
        self.session.answer(line)
        assert self.inbox.get() == "name"
        assert self.said[0].startswith("=")
        assert self.said[-1] == ""
        return variations(self.said[-2], dialect)

    def _hear(self, text: str) -> None:
        if text.startswith("info ") and not any(line.startswith("info ") for line in self.said):
            self.inbox.put("name")
        self.said.append(text)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk(Settings(turn_ms=50))
    yield talk
    talk.engine.close()


@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
def test_a_conversation_goes_as_a_window_holds_it(path: Path) -> None:
    with Brain(WINDOW) as brain:
        hold(path, brain)
        assert brain.exit_code() == 0
        assert brain.errors() == b""


# Words.


def test_columns_skip_the_letter_i_and_rows_count_from_below() -> None:
    assert gtp_words.vertex(Cell.at(7, 0), 15) == "H15"
    assert gtp_words.vertex(Cell.at(8, 14), 15) == "J1"
    assert gtp_words.vertex(Cell.at(21, 0), 22) == "W22"


@pytest.mark.parametrize("size", [(5, 5), (15, 15), (20, 15), (22, 22)])
def test_every_cell_is_named_by_its_vertex_alone(size: tuple[int, int]) -> None:
    width, height = size
    cells = [Cell.at(x, y) for y in range(height) for x in range(width)]
    names = [gtp_words.vertex(cell, height) for cell in cells]
    assert [gtp_words.cell_of(name.lower(), width, height) for name in names] == cells
    assert len(set(names)) == len(cells)


@pytest.mark.parametrize("text", ["i5", "A0", "A16", "Q1", "H", "8", "H08", "", "resign", "HH8"])
def test_what_is_no_vertex_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid vertex"):
        gtp_words.cell_of(text, 15, 15)


def test_the_words_after_an_analysis_command_are_optional() -> None:
    usual = gtp_words.wishes([])
    assert (usual.colour, usual.interval_s, usual.least, usual.most) == (0, 1.0, 1, gtp_words.MOVES)
    line = "white 25 minmoves 2 maxmoves 9 avoid b A1,B1 3 ownership true"
    full = gtp_words.wishes(line.split())
    assert (full.colour, full.interval_s, full.least, full.most) == (WHITE, 0.25, 2, 9)
    assert full.avoided == {BLACK: {"A1", "B1"}}
    assert gtp_words.wishes(["interval", "50"]).interval_s == 0.5
    assert gtp_words.wishes(["2147483647"]).interval_s == gtp_words.LONGEST_S


# Answers.


def test_a_number_is_repeated_in_the_answer(talk: Talk) -> None:
    assert talk("12 name") == "=12 Tengen"
    assert talk("7 hello") == "?7 unknown command"
    assert talk("7") == "?7 unknown command"
    assert talk("7name") == "? unknown command"


def test_what_is_no_command_gets_no_answer(talk: Talk) -> None:
    for line in ("", "  ", "# name", "\r"):
        talk.session.answer(line)
    assert talk.said == []


def test_every_listed_command_is_known(talk: Talk) -> None:
    listed = talk("list_commands").removeprefix("= ").split("\n")
    assert listed == NAMES
    assert {talk(f"known_command {name}") for name in listed} == {"= true"}


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("play b", "needs 2 words"),
        ("play red H8", "invalid color red"),
        ("play b I8", "invalid vertex I8"),
        ("boardsize x", "x is no whole number"),
        ("boardsize 4", "5 to 22"),
        ("komi high", "high is no number"),
        ("time_left b nan 0", "out of range"),
        ("gomoku-rule chess", "expected a rule (freestyle"),
        ("kata-set-rules {", "no basicrule"),
        ('kata-set-rules {"ko": "SIMPLE"}', "no basicrule"),
        ("kgs-time_settings hourglass 3", "hourglass"),
        ("kata-analyze b 10 minmoves few", "minmoves needs a number"),
        ("lz-analyze avoid b", "avoid lacks its value"),
        ("undo", "cannot undo"),
        ("final_score", "the game goes on"),
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
@settings(max_examples=100, deadline=None)
def test_every_line_gets_one_answer_whatever_it_says(lines: list[str]) -> None:
    talk = Talk(Settings((5, 5), turn_ms=1))
    for line in lines:
        talk.said.clear()
        talk.inbox.put("next")
        talk.session.answer(line)
        talk.inbox.get()
        said = "".join(f"{text}\n" for text in talk.said)
        assert bool(said) == bool(line)
        assert not said or re.match(r"[=?]\d*[ \n]", said)
        assert said.endswith("\n\n") == bool(line)
        assert said.count("\n\n") == bool(line)
    talk.engine.close()


# Analysis.


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


def test_only_what_is_allowed_is_analysed(talk: Talk) -> None:
    talk("play b H8")
    found = talk.analyse("lz-analyze w 10 allow w A1,B1 1", "lz")
    assert {move.move for move in found} == {"A1", "B1"}


def test_what_is_avoided_is_not_analysed(talk: Talk) -> None:
    talk("play b H8")
    best = talk.analyse("lz-analyze w 10 maxmoves 1", "lz")[0].move
    found = talk.analyse(f"lz-analyze w 10 avoid w {best},J9 1 avoid b H9 1", "lz")
    assert not {move.move for move in found} & {best, "J9"}


def test_an_analysis_is_from_the_side_to_move(talk: Talk) -> None:
    talk("play b H8", "play b H9", "play b H10", "play b H11", "play w A1")
    (black,) = talk.analyse("kata-analyze b 10 maxmoves 1", "kata")
    (white,) = talk.analyse("kata-analyze w 10", "kata")
    assert (black.win_rate, white.win_rate) == (1, 0)


# Time.


def test_without_a_setting_every_move_gets_the_same() -> None:
    timing = Timing(700)
    assert timing.control(BLACK).turn_ms == 700
    timing.set(0, 5, 0)  # which means no limit
    assert timing.control(BLACK).turn_ms == 700


def test_main_time_is_spent_and_then_comes_the_period() -> None:
    timing = Timing(700)
    timing.set(60, 10, 2)
    assert timing.control(WHITE).left_ms == 65_000
    timing.spend(WHITE, 58_000)
    assert timing.control(WHITE).turn_ms == 5_000
    assert timing.control(BLACK).left_ms == 65_000
    timing.tell(BLACK, 8, 4)
    assert timing.control(BLACK).turn_ms == 2_000


def test_the_four_systems_of_kgs_are_known() -> None:
    timing = Timing(700)
    timing.set_kgs("absolute", (60,))
    assert timing.control(BLACK).left_ms == 60_000
    timing.set_kgs("byoyomi", (0, 10, 3))
    assert timing.control(BLACK).turn_ms == 10_000
    timing.set_kgs("canadian", (0, 10, 5))
    assert timing.control(BLACK).turn_ms == 2_000
    timing.set_kgs("none", ())
    assert timing.control(BLACK).turn_ms == 700


# The process.


def test_commands_from_a_file_are_all_answered() -> None:
    done = run("gtp", "--seconds", "0.2", stdin="play b H8\ngenmove w\nlz-analyze 10\n")
    answers = done.stdout.split("\n\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert answers[0] == "="
    assert answers[1].startswith("= ")
    assert answers[2].startswith("=")
    assert answers[3:] == [""]


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("--rule", "chess"), "chess"),
        (("--seconds", "0"), "more than 0"),
        (("--level", "101"), "from 0 to 100"),
        (("--size", "4"), "5 to 22"),
        (("now",), "now"),
    ],
)
def test_an_option_that_cannot_be_read_is_named(arguments: tuple[str, ...], cause: str) -> None:
    done = run("gtp", *arguments)
    assert done.returncode == 2
    assert cause in done.stderr

"""One conversation, with an engine without a search: the replies and the positions after them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.cell import Cell
from brain.engine import Engine, Limit
from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    FREESTYLE,
    RENJU,
    STANDARD,
    WHITE,
    cell_at,
    point_of,
)
from brain.openings import decisions
from brain.openings.balance import Balanced
from brain.thinking.clock import TimeControl
from protocol.piskvork.commands import Points, Request
from protocol.piskvork.grammar import CommandParser, Lines
from protocol.piskvork.session import Session
from protocol.piskvork.settings import CHANGES, Settings
from tests.support.fake_engine import FakeEngine

MOVE = re.compile(r"\d+,\d+")
BAD_BOARD = "ERROR invalid board: a duplicate stone, a stone off the board, or an unknown owner"


class Talk:
    """A session, its engine, and the lines written while thinking."""

    def __init__(self, *lines: str) -> None:
        self.engine = FakeEngine()
        self.written: list[str] = []
        self.session = Session(self.engine, self.written.append)
        self.parser = CommandParser()
        self.send(*lines)

    def send(self, *lines: str) -> Lines:
        """Return the replies to some lines."""
        commands = [command for line in lines for command in self.parser.feed(line)]
        return tuple(reply for command in commands for reply in self.session.answer(command))

    def position(self) -> tuple[object, ...]:
        """Return the state that a bad command must not change."""
        engine = self.engine
        return engine.width, engine.height, engine.rule, engine.walls, engine.stones


def cells(*places: tuple[int, int]) -> tuple[Cell, ...]:
    return tuple(Cell.at(x, y) for x, y in places)


# New games


@pytest.mark.parametrize(
    ("line", "width", "height"),
    [
        ("START 15", 15, 15),
        ("START 5", 5, 5),
        ("START 22", 22, 22),
        ("RECTSTART 20,15", 20, 15),
        ("START 15 15", 15, 15),
    ],
)
def test_start_gives_an_empty_board_of_the_size(line: str, width: int, height: int) -> None:
    talk = Talk("START 20", "BEGIN")
    assert talk.send(line) == ("OK",)
    assert talk.position() == (width, height, FREESTYLE, (), ())


@pytest.mark.parametrize("line", ["START 4", "START 23", "START -15", "START 0", "RECTSTART 15,30"])
def test_start_with_an_unsupported_size_is_an_error_that_names_a_supported_one(line: str) -> None:
    talk = Talk("START 15", "BEGIN")
    before = talk.position()
    assert talk.send(line) == ("ERROR unsupported board size (supported 5..22, e.g. 20)",)
    assert talk.position() == before


def test_the_board_is_20_by_20_before_start() -> None:
    talk = Talk()
    assert talk.send("TURN 19,19") == ("9,9",)
    assert talk.position()[:3] == (20, 20, FREESTYLE)


def test_restart_keeps_the_size_and_the_settings() -> None:
    talk = Talk("START 17", "INFO rule 1", "INFO timeout_turn 1000", "BEGIN")
    assert talk.send("RESTART") == ("OK",)
    assert talk.position() == (17, 17, STANDARD, (), ())
    talk.send("BEGIN")
    assert talk.engine.asked[0].limit.ms == talk.engine.asked[1].limit.ms == 970


def test_start_forgets_neutral_stones() -> None:
    talk = Talk("START 15", "BOARD", "3,3,3", "DONE", "START 15")
    assert talk.engine.walls == ()
    assert talk.send("BEGIN") == ("7,7",)


# Colours


def test_begin_plays_black() -> None:
    talk = Talk("START 15")
    assert talk.send("BEGIN") == ("7,7",)
    assert talk.engine.stones == ((cell_at(7, 7), BLACK),)


def test_the_first_turn_is_black_and_we_are_white() -> None:
    talk = Talk("START 15", "TURN 7,7")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE]


def test_turns_keep_the_colours_that_begin_gave() -> None:
    talk = Talk("START 15", "BEGIN", "TURN 0,0", "TURN 0,1")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE, BLACK, WHITE, BLACK]


def test_a_new_game_may_change_the_colours() -> None:
    talk = Talk("START 15", "TURN 7,7", "START 15", "BEGIN", "TURN 0,0")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE, BLACK]


@pytest.mark.parametrize(
    ("rows", "colour"),
    [
        ([], BLACK),
        (["7,7,2"], WHITE),
        (["7,7,1", "8,8,2"], BLACK),
        (["7,7,2", "8,8,1", "9,9,2"], WHITE),
        (["9,9,2", "7,7,2", "8,8,1"], WHITE),
        (["7,7,2", "8,8,1", "3,3,3"], BLACK),
    ],
)
def test_the_counts_of_a_board_determine_our_colour(rows: list[str], colour: int) -> None:
    talk = Talk("START 15", "BOARD", *rows, "DONE")
    assert talk.engine.asked[0].colour == colour


def test_the_other_side_continues_after_a_board() -> None:
    talk = Talk("START 15", "BOARD", "7,7,2", "DONE", "TURN 0,0")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE, BLACK, WHITE]


# Positions


def test_a_board_replaces_the_position() -> None:
    talk = Talk("START 15", "BEGIN", "TURN 0,0", "BOARD", "4,4,1", "5,5,2", "6,6,3", "DONE")
    assert talk.engine.stones[:2] == ((cell_at(4, 4), BLACK), (cell_at(5, 5), WHITE))
    assert talk.engine.walls == cells((6, 6))
    assert len(talk.engine.stones) == 3


def test_our_own_four_is_completed() -> None:
    rows = ["3,3,1", "4,3,1", "5,3,1", "6,3,1", "2,3,2", "3,9,2", "4,9,2", "5,9,2"]
    assert Talk("START 15").send("BOARD", *rows, "DONE") == ("7,3",)


def test_a_stone_is_taken_back_wherever_it_is() -> None:
    talk = Talk("START 15", "BEGIN", "TURN 0,0")
    assert talk.send("TAKEBACK 0,0") == ("OK",)
    assert [colour for _, colour in talk.engine.stones] == [BLACK, BLACK]


def test_a_stone_after_ours_was_taken_back_is_the_opponents() -> None:
    talk = Talk("START 15")
    (ours,) = talk.send("TURN 7,7")
    talk.send(f"TAKEBACK {ours}", "TURN 0,0")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, BLACK, WHITE]


def test_a_stone_after_a_move_each_was_taken_back_is_the_opponents() -> None:
    talk = Talk("START 15")
    (ours,) = talk.send("TURN 7,7")
    talk.send(f"TAKEBACK {ours}", "TAKEBACK 7,7", "TURN 0,0")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE]


def test_a_game_taken_back_to_the_start_may_begin_anew() -> None:
    talk = Talk("START 15", "BEGIN", "TAKEBACK 7,7")
    assert talk.send("TURN 7,7") == ("7,6",)
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE]


def test_play_plays_the_move_without_thinking() -> None:
    talk = Talk("START 15")
    assert talk.send("PLAY 3,4") == ("3,4",)
    assert talk.engine.stones == ((cell_at(3, 4), BLACK),)
    assert talk.engine.asked == []


def test_a_full_board_is_an_error_not_a_hang() -> None:
    rows = [f"{x},{y},{1 + (x + y) % 2}" for x in range(5) for y in range(5)]
    talk = Talk("START 5", "INFO rule 1")
    assert talk.send("BOARD", *rows, "DONE") == ("ERROR the board is full",)
    assert len(talk.engine.stones) == 25


def test_a_position_that_is_won_is_still_answered() -> None:
    rows = [f"{x},3,1" for x in range(5)] + [f"{x},9,2" for x in range(5)]
    (reply,) = Talk("START 15").send("BOARD", *rows, "DONE")
    assert MOVE.fullmatch(reply)


# Bad input leaves the position as it was


@pytest.mark.parametrize(
    ("lines", "reply"),
    [
        (["TURN 7,7"], "ERROR cell is occupied or not on the board"),
        (["TURN 15,0"], "ERROR cell is occupied or not on the board"),
        (["TURN 0,-1"], "ERROR cell is occupied or not on the board"),
        (["TURN 999999999,32"], "ERROR cell is occupied or not on the board"),
        (["TURN here"], "ERROR cannot read TURN here"),
        (["PLAY 7,7"], "ERROR cell is occupied or not on the board"),
        (["TAKEBACK 3,3"], "ERROR there is no stone to take back"),
        (["TAKEBACK -5,-5"], "ERROR there is no stone to take back"),
        (["BEGIN"], "ERROR the board is not empty"),
        (["START"], "ERROR cannot read START"),
        (["BOARD", "1,1,1", "x", "DONE"], "ERROR cannot read BOARD"),
        (
            ["BOARD", "1,1,1", "1,1,2", "DONE"],
            BAD_BOARD,
        ),
        (
            ["BOARD", "15,1,1", "DONE"],
            BAD_BOARD,
        ),
        (
            ["BOARD", "1,1,0", "DONE"],
            BAD_BOARD,
        ),
        (
            ["BOARD", "1,1,4", "DONE"],
            BAD_BOARD,
        ),
        (["HELLO you"], "UNKNOWN HELLO you"),
        (["\x00\x01é"], "UNKNOWN ???"),
    ],
)
def test_an_impossible_command_is_answered_and_changes_nothing(
    lines: list[str], reply: str
) -> None:
    talk = Talk("START 15", "INFO rule 1", "BEGIN")
    before = talk.position()
    assert talk.send(*lines) == (reply,)
    assert talk.position() == before
    assert len(talk.engine.asked) == 1


def test_a_neutral_stone_can_be_neither_played_on_nor_taken_back() -> None:
    talk = Talk("START 15", "BOARD", "3,3,3", "DONE")
    assert talk.send("TURN 3,3") == ("ERROR cell is occupied or not on the board",)
    assert talk.send("TAKEBACK 3,3") == ("ERROR there is no stone to take back",)


def test_a_huge_unknown_line_is_echoed_in_part() -> None:
    (reply,) = Talk().send("\x07" * 1_000_000)
    assert reply == "UNKNOWN " + "?" * 100


# INFO


@pytest.mark.parametrize(
    "line",
    [
        "INFO",
        "INFO timeout_turn",
        "INFO timeout_turn soon",
        "INFO timeout_turn -5",
        "INFO time_left -9223372036854775808",
        "INFO rule",
        "INFO rule renju",
        "INFO max_memory -1",
        "INFO max_node -1",
        "INFO thread_num 4",
        "INFO show_detail 3",
        "INFO evaluate 3,4",
        "INFO folder /home/a b/č",
        "INFO what is this",
    ],
)
def test_info_is_never_answered(line: str) -> None:
    talk = Talk("START 15")
    assert talk.send(line) == ()
    assert talk.send("BEGIN") == ("7,7",)


@pytest.mark.parametrize(
    ("number", "rule"),
    [(0, FREESTYLE), (1, STANDARD), (4, RENJU), (5, RENJU), (8, CARO), (9, CARO_EXACT)],
)
def test_a_rule_is_taken_before_start_and_after(number: int, rule: int) -> None:
    for lines in (("START 15", f"INFO rule {number}"), (f"INFO rule {number}", "START 15")):
        talk = Talk()
        assert "".join(talk.send(*lines)) == "OK"
        assert talk.engine.rule == rule


@pytest.mark.parametrize(
    ("number", "reply", "rule"),
    [
        (2, "MESSAGE continuous game not supported, playing freestyle", FREESTYLE),
        (3, "MESSAGE continuous game not supported, playing standard", STANDARD),
        (7, "MESSAGE rule 7 not supported, playing freestyle", FREESTYLE),
        (-1, "MESSAGE rule -1 not supported, playing freestyle", FREESTYLE),
    ],
)
def test_an_unsupported_rule_is_reported_once_and_replaced(
    number: int, reply: str, rule: int
) -> None:
    talk = Talk("START 15", "INFO rule 4")
    assert talk.send(f"INFO rule {number}") == (reply,)
    assert talk.engine.rule == rule


def test_a_rule_that_changes_with_stones_on_the_board_keeps_them() -> None:
    talk = Talk("START 15", "BOARD", "3,3,3", "7,7,2", "DONE", "TURN 0,0")
    width, height, _, walls, stones = talk.position()
    talk.send("INFO rule 4")
    assert talk.position() == (width, height, RENJU, walls, stones)


@pytest.mark.parametrize(("number", "nodes"), [(100, 0), (200, 0), (95, 200_000), (-1, 20)])
def test_the_strength_limits_the_nodes_of_a_move(number: int, nodes: int) -> None:
    talk = Talk("START 15", f"INFO strength {number}", "BEGIN")
    assert talk.engine.asked[0].limit.nodes == nodes


def test_limits_reach_the_engine() -> None:
    talk = Talk("INFO max_node 1000", "INFO max_depth 7", "INFO timeout_turn 2147483647", "BEGIN")
    limits = talk.engine.asked[0].limit
    assert (limits.nodes, limits.depth, limits.soft_ms, limits.ms) == (1000, 7, 0, 0)


@pytest.mark.parametrize("number", ["-1", "0"])
def test_no_limit_is_no_limit(number: str) -> None:
    talk = Talk(f"INFO max_node {number}", f"INFO max_depth {number}", "BEGIN")
    limits = talk.engine.asked[0].limit
    assert (limits.nodes, limits.depth) == (0, 0)


def test_memory_reaches_the_engine_at_once() -> None:
    talk = Talk("START 15", "INFO max_memory 83886080")
    assert talk.engine.settings == {"memory": 83886080}


@pytest.mark.parametrize(
    ("lines", "hard_ms"),
    [
        (["INFO timeout_turn 1000"], 970),
        (["INFO timeout_turn 1000", "INFO move_overhead 200"], 800),
        (["INFO timeout_turn 0"], 5),
        (["INFO time_left -100"], 0.5),
        (["INFO time_left 2147483647", "INFO timeout_match 0", "INFO timeout_turn 1000"], 970),
        (["INFO timeout_match 7000", "INFO time_left 2147483647"], 970),
        (["INFO timeout_match 100000", "INFO time_left 7000"], 970),
    ],
)
def test_times_reach_the_engine(lines: list[str], hard_ms: float) -> None:
    talk = Talk("START 15", *lines, "BEGIN")
    assert talk.engine.asked[0].limit.ms == hard_ms


def test_a_clock_that_counts_nodes_reports_and_subtracts_them() -> None:
    talk = Talk("START 15", "INFO nodes_a_ms 10", "INFO timeout_match 8000", "INFO time_left 8000")
    talk.engine.nodes_a_think = 20_000
    talk.send("INFO timeout_turn 0", "BEGIN")
    assert talk.written[-1] == "INFO TOTALNODES 20000"
    talk.send("INFO timeout_turn 100000", "TURN 0,0")
    first, second = (asked.limit for asked in talk.engine.asked)
    assert first.nodes_a_ms == second.nodes_a_ms == 10
    assert second.ms < (8000 - 2000) / 2


def test_a_clock_that_started_earlier_is_passed_on() -> None:
    talk = Talk("START 15")
    (begin,) = talk.parser.feed("BEGIN")
    talk.session.answer(begin, 12.5)
    assert talk.engine.asked[0].limit.since == 12.5


def test_time_is_counted_if_the_manager_does_not_send_it() -> None:
    talk = Talk("START 15", "INFO timeout_match 1000000", "INFO timeout_turn 2147483647")
    (begin,) = talk.parser.feed("BEGIN")
    talk.session.answer(begin, 1e-9)  # thought since long ago
    talk.send("TURN 0,0", "START 15", "BEGIN")
    first, later, new_game = (asked.limit.ms for asked in talk.engine.asked)
    assert later < first == new_game


# Analysis


def test_an_iteration_is_reported_while_thinking() -> None:
    talk = Talk("START 15", "BEGIN")
    assert talk.written == ["MESSAGE depth 1-1 multipv 1 ev 0 n 1 n/ms 1 tm 1 pv h8"]


def test_details_are_sent_when_requested() -> None:
    talk = Talk("START 15", "INFO show_detail 2", "BEGIN")
    assert talk.written[1:3] == ["INFO PV 0", "INFO NUMPV 1"]
    assert talk.written[-2:] == ["INFO BESTLINE 7,7", "INFO PV DONE"]
    assert not talk.engine.asked[0].watched


@pytest.mark.parametrize("detail", [1, 3])
def test_the_engine_is_watched_for_marks(detail: int) -> None:
    assert Talk("START 15", f"INFO show_detail {detail}", "BEGIN").engine.asked[0].watched


@pytest.mark.parametrize("detail", [0, 4, -1])
def test_no_details_are_sent_otherwise(detail: int) -> None:
    talk = Talk("START 15", "INFO show_detail 3", f"INFO show_detail {detail}", "BEGIN")
    assert len(talk.written) == 1
    assert not talk.engine.asked[0].watched


def test_labels_are_those_of_the_board_that_yixin_board_draws() -> None:
    talk = Talk("yxshowinfo", "START 15", "board", "0,4,1", "1,4,1", "2,4,1", "3,4,1", "done")
    assert talk.written[0].endswith(" pv e11")
    assert talk.engine.stones[-1] == (cell_at(4, 4), BLACK)


# Yixin-Board


def test_yxshowinfo_offers_threads_and_a_hash_table() -> None:
    threads, hash_size = Talk().send("yxshowinfo")
    assert re.fullmatch("MESSAGE INFO MAX_THREAD_NUM [1-9][0-9]*", threads)
    assert re.fullmatch("MESSAGE INFO MAX_HASH_SIZE [1-9][0-9]*", hash_size)


def test_unknown_words_are_not_answered_after_yxshowinfo() -> None:
    talk = Talk("START 15")
    assert talk.send("bench") == ("UNKNOWN bench",)
    talk.send("yxshowinfo")
    assert talk.send("bench", "traceboard") == ()
    assert talk.send("TURN 99,99") == ("ERROR cell is occupied or not on the board",)


def test_rule_2_is_renju_after_yxshowinfo() -> None:
    talk = Talk("yxshowinfo", "START 15")
    assert talk.send("INFO rule 2") == ()
    assert talk.engine.rule == RENJU
    assert talk.send("INFO rule 3")[0].startswith("MESSAGE continuous game not supported")


def test_start_with_two_sizes_counts_rows_as_columns() -> None:
    talk = Talk("yxshowinfo", "START 20 15")
    assert (talk.engine.width, talk.engine.height) == (15, 20)


def test_yxboard_sets_the_position_without_a_word_or_a_thought() -> None:
    talk = Talk("START 15", "BEGIN")
    assert talk.send("yxboard", "3,4,1", "5,6,2", "8,8,3", "done") == ()
    assert talk.engine.stones == ((cell_at(3, 4), BLACK), (cell_at(5, 6), WHITE))
    assert talk.engine.walls == cells((8, 8))
    assert len(talk.engine.asked) == 1


def test_an_invalid_yxboard_changes_nothing() -> None:
    talk = Talk("START 15", "BEGIN")
    before = talk.position()
    (reply,) = talk.send("yxboard", "3,4,1", "3,4,2", "done")
    assert reply.startswith("ERROR invalid board")
    assert talk.position() == before


def test_a_turn_after_yxboard_is_of_whose_turn_it_was() -> None:
    talk = Talk("START 15", "yxboard", "3,4,1", "5,6,2", "done", "TURN 7,7")
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE, BLACK, WHITE]


def test_forbidden_points_are_pairs_of_two_digits_in_the_order_of_moves() -> None:
    talk = Talk("START 15", "INFO rule 4", "yxboard", "done")
    talk.engine.forbidden = cells((10, 3), (2, 14))
    assert talk.send("yxshowforbid") == ("FORBID 10030214.",)


def test_no_forbidden_points_are_a_dot() -> None:
    assert Talk("START 15").send("yxshowforbid") == ("FORBID .",)


def test_nothing_is_forbidden_for_white() -> None:
    talk = Talk("START 15", "INFO rule 4", "yxboard", "7,7,2", "done")
    talk.engine.forbidden = cells((10, 3))
    assert talk.send("yxshowforbid") == ("FORBID .",)


def test_yxhashclear_empties_the_table_and_reports_it() -> None:
    talk = Talk()
    assert talk.send("yxhashclear") == ("MESSAGE hash table emptied",)
    assert talk.engine.forgets == 1


def test_yxshowhashusage_sends_the_size_and_the_usage() -> None:
    talk = Talk()
    talk.engine.searcher.record.table_most_buckets = 5 * (1 << 20) // 64
    assert talk.send("yxshowhashusage") == ("MESSAGE hash table of 5 MB, 25% used",)


def test_settings_of_the_engine_reach_it_at_once() -> None:
    talk = Talk("INFO hash_size 65536", "INFO thread_num 3", "INFO caution_factor 5")
    assert talk.engine.settings == {"table": 64 << 20, "threads": 3, "caution": 5}


@pytest.mark.parametrize(("line", "unlimited"), [("yxshowinfo", True), ("ABOUT", False)])
def test_yixin_boards_longest_times_mean_unlimited(line: str, unlimited: bool) -> None:
    times = [
        "INFO timeout_match 100000000",
        "INFO time_left 100000000",
        "INFO timeout_turn 2000000",
    ]
    talk = Talk(line, "START 15", *times, "BEGIN")
    assert (talk.engine.asked[0].limit.ms == 0) == unlimited


# More than one line


def test_yxnbest_sends_the_requested_lines_and_plays_the_best() -> None:
    talk = Talk("START 15", "yxboard", "7,7,1", "8,8,2", "done")
    assert talk.send("yxnbest 3") == ("7,6",)
    assert [line.split()[4] for line in talk.written] == ["1", "2", "3"]
    assert talk.engine.asked[0].colour == BLACK
    assert talk.engine.stones[-1] == (cell_at(7, 6), BLACK)


def test_yxnbest_continues_for_the_side_to_move() -> None:
    talk = Talk("START 15", "BEGIN", "yxnbest 2")
    assert [asked.colour for asked in talk.engine.asked] == [BLACK, WHITE]


@pytest.mark.parametrize(("number", "lines"), [(0, 1), (-3, 1), (1000, 24)])
def test_yxnbest_sends_as_many_lines_as_there_are(number: int, lines: int) -> None:
    talk = Talk("START 5", "yxboard 2,2,2 done", f"yxnbest {number}")
    assert talk.engine.asked[0].lines == lines


def test_yxsearchdefend_shows_marks_whatever_is_asked_for() -> None:
    talk = Talk("START 15", "yxboard", "7,7,2", "done")
    assert talk.send("yxsearchdefend") == ("7,6",)
    assert talk.engine.asked[0].watched
    assert not any(line.startswith("INFO") for line in talk.written)


# Blocked cells


def test_blocked_cells_are_not_played_until_they_are_unblocked() -> None:
    talk = Talk("START 15", "yxblock", "7,7", "7,6", "done")
    assert talk.send("yxboard", "done", "yxnbest 1") == ("6,7",)
    talk.send("yxblockundo", "7,7", "done")
    assert talk.send("yxboard", "done", "yxnbest 1") == ("7,7",)
    talk.send("yxblockreset")
    talk.send("yxboard", "1,1,1", "2,2,2", "done", "yxnbest 1")
    assert [asked.barred for asked in talk.engine.asked] == [
        cells((7, 6), (7, 7)),
        cells((7, 6)),
        (),
    ]


def test_blocked_cells_stay_blocked_in_the_next_game() -> None:
    talk = Talk("START 15", "yxblock 7,7 done", "START 15")
    assert talk.send("BEGIN") == ("7,6",)


@pytest.mark.parametrize(
    ("word", "rows"),
    [
        ("yxsoosorvstep2", ["7,7", "7,6"]),
        ("yxsoosorvstep3", ["7,7", "7,6", "8,8", "9,9"]),
        ("yxsoosorvstep4 2", ["7,7", "7,6", "8,8"]),
        ("yxsoosorvstep4 0", ["7,7", "7,6", "8,8", "9,9"]),
        ("yxsoosorvstep5 -1", ["7,7", "7,6", "8,8", "9,9"]),
        ("yxsoosorvstep6", ["7,7", "7,6", "8,8", "9,9"]),
        ("yxsoosorvstep2", ["7,7", "7,6", "7,7"]),
        ("yxsoosorvstep2", ["7,7", "7,6", "15,7"]),
        ("yxsoosorvstep5", ["7,7", "7,6", "8,8", "9,9"]),
        ("yxsoosorvstep2", ["7,7", "7"]),
    ],
)
def test_a_step_of_soosyrv_that_cannot_be_answered_gets_an_error(
    word: str, rows: list[str]
) -> None:
    talk = Talk("START 15", "YXBOARD", "3,3,1", "DONE")
    before = talk.position()
    (line,) = talk.send(word, *rows, "done")
    assert line.startswith("ERROR ")
    assert talk.position() == before


def test_a_question_for_labels_clears_them() -> None:
    answers = Talk().send("yxquerydatabaseallt", "7,7", "done")
    assert answers == ("MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE")


def test_missing_features_are_named() -> None:
    assert Talk().send("yxdraw") == ("MESSAGE Tengen has no draws by agreement",)


def test_a_block_outside_the_board_is_ignored() -> None:
    talk = Talk("START 15")
    assert talk.send("yxblock 99,3 -1,-1 3,3 done", "yxblockundo 99,99 done") == ()
    talk.send("BEGIN")
    assert talk.engine.asked[0].barred == cells((3, 3))


def test_a_move_is_owed_although_every_cell_is_blocked() -> None:
    everywhere = " ".join(f"{x},{y}" for x in range(5) for y in range(5))
    assert Talk("START 5", f"yxblock {everywhere} done").send("BEGIN") == ("2,2",)


# Openings


class Openings:
    """Replaces the makers of openings; records the requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.points: Points = ()
        self.asked: list[object] = []
        monkeypatch.setattr("brain.openings.balance.balance", self._balance)
        monkeypatch.setattr(decisions, "swap2_answer", self._answer)

    def _balance(
        self,
        engine: Engine,
        colour: int,
        stones: int,
        bias: int,
        limit: Limit,
        barred: frozenset[int],
    ) -> Balanced:
        self.asked.append((colour, stones, bias))
        return Balanced(cells(*self.points))

    def _answer(self, engine: Engine, limit: Limit, variety: int) -> Points:
        self.asked.append(tuple(point_of(cell) for cell, _ in engine.stones))
        return self.points


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> Openings:
    return Openings(monkeypatch)


def test_yxbalanceone_places_a_stone(openings: Openings) -> None:
    openings.points = ((3, 4),)
    talk = Talk("START 15", "yxboard 7,7,2 done")
    assert talk.send("yxbalanceone 20") == ("3,4",)
    assert openings.asked == [(WHITE, 1, 20)]
    assert talk.engine.stones[-1] == (cell_at(3, 4), WHITE)


def test_yxbalancetwo_places_a_stone_of_each_colour(openings: Openings) -> None:
    openings.points = ((3, 4), (5, 6))
    talk = Talk("START 15", "yxboard 7,7,2 done")
    assert talk.send("yxbalancetwo -5") == ("3,4 5,6",)
    assert openings.asked == [(WHITE, 2, -5)]
    assert [colour for _, colour in talk.engine.stones] == [BLACK, WHITE, BLACK]


def test_balance_without_room_is_an_error(openings: Openings) -> None:
    assert Talk("START 15").send("yxbalancetwo 0") == ("ERROR the board is full",)


@pytest.mark.parametrize(
    ("stones", "points", "reply"),
    [
        ((), ((7, 7), (8, 8), (3, 3)), "7,7 8,8 3,3"),
        (((7, 7), (8, 8), (3, 3)), ((1, 2),), "1,2"),
        (((7, 7), (8, 8), (3, 3)), ((1, 2), (3, 4)), "1,2 3,4"),
        (((7, 7), (8, 8), (3, 3)), (), "SWAP"),
        (((7, 7), (8, 8), (3, 3), (4, 4), (5, 5)), (), "SWAP"),
        (((7, 7), (8, 8), (3, 3), (4, 4), (5, 5)), ((1, 2),), "1,2"),
    ],
)
def test_swap2board_is_answered_in_one_line(
    stones: Points, points: Points, reply: str, openings: Openings
) -> None:
    openings.points = points
    talk = Talk("START 15", "BEGIN")
    assert talk.send("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE") == (reply,)
    assert openings.asked == [stones]
    assert [cell for cell, _ in talk.engine.stones] == list(cells(*stones, *points))
    colours = [colour for _, colour in talk.engine.stones]
    assert colours == [BLACK, WHITE, BLACK, WHITE, BLACK, WHITE][: len(colours)]


@pytest.mark.parametrize(
    ("places", "reply"),
    [
        (["7,7"], "ERROR swap2 needs 0, 3 or 5 stones on the board"),
        (["7,7", "8,8", "3,3", "4,4"], "ERROR swap2 needs 0, 3 or 5 stones on the board"),
        (
            ["7,7", "8,8", "7,7"],
            BAD_BOARD,
        ),
        (
            ["7,7", "8,8", "15,7"],
            BAD_BOARD,
        ),
    ],
)
def test_a_swap2board_that_is_none_is_an_error_and_changes_nothing(
    places: list[str], reply: str, openings: Openings
) -> None:
    talk = Talk("START 15", "BEGIN")
    before = talk.position()
    assert talk.send("SWAP2BOARD", *places, "DONE") == (reply,)
    assert talk.position() == before
    assert openings.asked == []


@pytest.mark.parametrize(
    ("step", "stones", "points", "replies"),
    [
        (
            1,
            [],
            ((7, 7), (8, 8), (3, 4)),
            ("SWAP2 MOVE1 7 7", "SWAP2 MOVE2 8 8", "SWAP2 MOVE3 3 4"),
        ),
        (2, ["7,7,2", "8,8,1", "3,3,2"], (), ("SWAP2 SWAP1 YES",)),
        (2, ["7,7,2", "8,8,1", "3,3,2"], ((1, 2),), ("SWAP2 SWAP1 NO",)),
        (
            2,
            ["7,7,2", "8,8,1", "3,3,2"],
            ((1, 2), (3, 4)),
            ("SWAP2 MOVE4 1 2", "SWAP2 MOVE5 3 4"),
        ),
        (3, ["7,7,2", "8,8,1", "3,3,2", "4,4,1", "5,5,2"], (), ("SWAP2 SWAP2 YES",)),
        (3, ["7,7,2", "8,8,1", "3,3,2", "4,4,1", "5,5,2"], ((1, 2),), ("SWAP2 SWAP2 NO",)),
    ],
)
def test_a_step_of_swap2_is_answered_in_messages(
    step: int, stones: list[str], points: Points, replies: Lines, openings: Openings
) -> None:
    openings.points = points
    talk = Talk("START 15", "yxboard", *stones, "done")
    assert talk.send(f"yxswap2step{step}") == tuple(f"MESSAGE {reply}" for reply in replies)
    assert len(talk.engine.stones) == len(stones)


def test_the_first_step_of_swap2_forgets_the_last_game(openings: Openings) -> None:
    openings.points = ((7, 7), (8, 8), (3, 4))
    talk = Talk("START 15", "BEGIN")
    assert len(talk.send("yxswap2step1")) == 3
    assert talk.engine.stones == ()


def test_a_step_of_swap2_on_another_board_is_an_error(openings: Openings) -> None:
    (reply,) = Talk("START 15", "BEGIN").send("yxswap2step2")
    assert reply.startswith("ERROR ")


# Pondering


PONDERING = ("START 15", "INFO pondering 1", "TURN 7,7")


def test_nothing_is_pondered_unless_asked_for() -> None:
    assert not Talk("START 15", "TURN 7,7").session.may_ponder
    assert not Talk("START 15", "INFO pondering 1").session.may_ponder
    assert not Talk(*PONDERING, "INFO pondering 0").session.may_ponder


def test_the_tables_memory_is_had_ahead_unasked() -> None:
    talk = Talk("START 15")
    talk.session.ponder()
    assert (talk.engine.prefaults, talk.engine.asked) == (1, [])


def test_a_weak_level_does_not_ponder() -> None:
    assert not Talk("INFO strength 90", *PONDERING).session.may_ponder


def test_the_opponents_move_is_pondered_without_a_word() -> None:
    talk = Talk(*PONDERING)
    written = list(talk.written)
    assert talk.session.may_ponder
    talk.session.ponder()
    pondered = talk.engine.asked[-1]
    assert (pondered.colour, pondered.limit, pondered.watched) == (BLACK, Limit(), False)
    assert talk.written == written


@pytest.mark.parametrize("line", ["yxshowforbid", "INFO time_left 5000", "ABOUT", "yxblockreset"])
def test_pondering_resumes_after_a_command_that_keeps_the_position(line: str) -> None:
    assert Talk(*PONDERING, line).session.may_ponder


@pytest.mark.parametrize("line", ["STOP", "START 15", "TAKEBACK 7,7", "yxboard done", "PLAY 0,0"])
def test_pondering_ends_with_the_position_or_a_stop(line: str) -> None:
    assert not Talk(*PONDERING, line).session.may_ponder


def test_a_game_that_we_have_won_is_not_pondered() -> None:
    rows = ["3,3,1", "4,3,1", "5,3,1", "6,3,1", "2,3,2", "3,9,2", "4,9,2", "5,9,2"]
    assert not Talk(*PONDERING, "BOARD", *rows, "DONE").session.may_ponder


# Failure


def test_a_failed_think_is_answered_with_the_allowed_cell_nearest_the_centre() -> None:
    talk = Talk("START 15", "INFO rule 4")
    talk.engine.forbidden = cells((7, 7), (7, 6))
    (begin,) = talk.parser.feed("BEGIN")
    message, move = talk.session.rescue(begin)
    assert message.startswith("MESSAGE ")
    assert move == "6,7"
    assert talk.engine.stones == ((cell_at(6, 7), BLACK),)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("yxbalancetwo 0", "7,7 7,6"),
        ("SWAP2BOARD DONE", "7,7 7,6 6,7"),
        ("SWAP2BOARD 7,7 8,8 9,9 DONE", "7,7"),
        ("yxnbest 5", "7,7"),
    ],
)
def test_a_failed_search_is_answered_with_as_many_stones_as_are_owed(line: str, reply: str) -> None:
    talk = Talk("START 15")
    (command,) = talk.parser.feed(line)
    assert talk.session.rescue(command)[-1] == reply


def test_a_failed_opening_leaves_the_stones_on_the_board(
    openings: Openings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(openings, "points")
    talk = Talk("START 15")
    with pytest.raises(AttributeError):
        talk.send("SWAP2BOARD 7,7 8,8 9,9 DONE")
    (command,) = talk.parser.feed("SWAP2BOARD 7,7 8,8 9,9 DONE")
    assert talk.session.rescue(command)[-1] == "7,6"


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("START 15", "ERROR internal error"),
        ("yxswap2step1", "ERROR internal error"),
        ("INFO rule 1", "MESSAGE internal error"),
    ],
)
def test_any_other_failure_is_reported(line: str, reply: str) -> None:
    talk = Talk()
    (command,) = talk.parser.feed(line)
    assert talk.session.rescue(command) == (reply,)


# Anything at all

REPLY = re.compile(r"OK|\d+,\d+|name=.*|(MESSAGE|ERROR|UNKNOWN|FORBID) .+")
PLACES = st.tuples(st.integers(-1, 8), st.integers(-1, 8))
ROWS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6), st.integers(1, 3)), max_size=6)
NEW_LINES = st.one_of(
    st.sampled_from(
        [
            "START 7",
            "START 5",
            "RECTSTART 8,6",
            "RESTART",
            "BEGIN",
            "STOP",
            "ABOUT",
            "DONE",
            "BOARD",
            "yxboard",
            "yxblock 3,3 0,0 done",
            "yxblock",
            "yxblockreset",
            "yxshowinfo",
            "yxshowforbid",
            "yxshowhashusage",
            "yxhashclear",
            "yxhashdump",
            "yxsearchdefend",
            "INFO show_detail 3",
            "INFO pondering 1",
        ]
    ),
    st.builds("yxnbest {}".format, st.integers(-1, 30)),
    st.builds("{0} {1[0]},{1[1]}".format, st.sampled_from(["TURN", "PLAY", "TAKEBACK"]), PLACES),
    st.builds("INFO rule {}".format, st.integers(-1, 9)),
    st.builds("INFO time_left {}".format, st.integers(-(2**63), 2**63)),
    ROWS.map(
        lambda rows: " ".join(["BOARD", *(f"{x},{y},{owner}" for x, y, owner in rows), "DONE"])
    ),
    st.text(max_size=20),
)


@given(st.lists(NEW_LINES, max_size=20))
def test_any_conversation_is_answered_in_kind(lines: list[str]) -> None:
    talk = Talk()
    for line in lines:
        for command in talk.parser.feed(line):
            before = talk.position()
            replies = talk.session.answer(command)
            assert all(REPLY.fullmatch(reply) for reply in replies)
            moves = [reply for reply in replies if MOVE.fullmatch(reply)]
            if isinstance(command, Request):
                assert len(replies) == 1
            if replies and replies[0].startswith(("ERROR", "UNKNOWN")) and "full" not in replies[0]:
                assert talk.position() == before
            assert len(moves) <= 1
            assert talk.engine.width * talk.engine.height >= len(talk.engine.stones) + len(
                talk.engine.walls
            )


def test_the_managers_overhead_is_learned_from_time_left() -> None:
    time = TimeControl(match_ms=100_000, left_ms=100_000, spent_ms=1000)
    changed = CHANGES["time_left"](Settings(time), 98_920).time
    assert (changed.left_ms, changed.spent_ms, changed.booked_ms) == (98_920, 0, 80)

"""An engine's side of a game: its settings and clock, and answers that lose."""

import re
import sys
import time
from dataclasses import replace

from brain.lexicon import RENJU
from protocol.client.brain_client import LONGEST_TURN_MS
from protocol.match.player import Control, Entrant, info_lines
from protocol.records.games import Ending
from tests.support.arenas import FAST, MEGABYTE, OTHER_ROW, ROW, TERMS, Play, answering, opponent


def test_endless_chatter_is_not_an_answer(play: Play) -> None:
    chatter = (
        "import sys\nfor line in sys.stdin:\n"
        "  if line.startswith('START'): print('OK', flush=True)\n"
        "  while line.startswith('BEGIN'): print('MESSAGE thinking', flush=True)"
    )
    first = Entrant("first", (sys.executable, "-c", chatter), control=FAST)
    began = time.monotonic()
    game = play(first, answering("second", "0,0"))
    assert (game.ending, game.winner) == (Ending.NO_ANSWER, "second")
    assert time.monotonic() - began < 10


def test_digits_of_another_script_are_not_a_move(play: Play) -> None:
    game = play(
        answering("first", "\N{ARABIC-INDIC DIGIT THREE},7"), answering("second", *OTHER_ROW)
    )
    assert (game.ending, game.winner) == (Ending.UNREADABLE, "second")


def test_refusing_a_size_loses_at_once(play: Play) -> None:
    refuses = "input(); print('ERROR too large', flush=True); input()"
    began = time.monotonic()
    game = play(
        Entrant("first", (sys.executable, "-c", refuses), control=FAST), answering("second", "")
    )
    assert time.monotonic() - began < 3
    assert (game.ending, game.exchange[-2]) == (Ending.START, "< ERROR too large")
    assert game.reason == "expected OK, got 'ERROR too large'"


def test_too_much_memory_loses(play: Play) -> None:
    greedy = replace(opponent("first", "random", "--megabytes", "80"), memory_bytes=60 * MEGABYTE)
    modest = replace(opponent("second", "random"), memory_bytes=60 * MEGABYTE)
    game = play(greedy, modest)
    assert (game.ending, game.winner) == (Ending.MEMORY, "second")
    assert re.fullmatch(r"it used [\d.]+ MB; the limit is 60 MB", game.reason)


def test_an_increment_keeps_the_match_going(play: Play) -> None:
    slow = [part for place in ROW for part in ("wait:0.15", place)]
    control = Control(match_ms=400, increment_ms=200, tolerance_ms=100)
    game = play(answering("first", *slow, control=control), answering("second", *OTHER_ROW))
    assert (game.ending, game.winner) == (Ending.FIVE, "first")


def test_a_clock_that_counts_nodes_ignores_time(play: Play) -> None:
    slow = [part for place in ROW for part in ("wait:0.05", "nodes:90", place)]
    control = Control(turn_ms=10, match_ms=45, tolerance_ms=0, nodes_a_ms=10)
    game = play(answering("first", *slow, control=control), answering("second", *OTHER_ROW))
    assert (game.ending, game.winner) == (Ending.FIVE, "first")
    assert {move.ms for move in game.moves[::2]} == {9.0}


def test_too_many_nodes_lose_when_the_clock_counts_them(play: Play) -> None:
    greedy = [part for place in ROW for part in ("nodes:90", place)]
    control = Control(match_ms=20, tolerance_ms=1, nodes_a_ms=10)
    game = play(answering("first", *greedy, control=control), answering("second", *OTHER_ROW))
    assert (game.ending, game.winner, game.plies) == (Ending.TIME, "second", 4)
    assert game.reason == "it searched 90 nodes; the limit is 30"


def test_the_engine_that_is_not_to_move_may_be_suspended(play: Play) -> None:
    game = play(
        answering("first", *ROW), answering("second", *OTHER_ROW), replace(TERMS, suspend=True)
    )
    assert (game.ending, game.winner) == (Ending.FIVE, "first")


def test_the_longest_turn_is_that_of_the_tightest_limit() -> None:
    assert Control(turn_ms=50, match_ms=900).longest_turn_ms == 50
    assert Control(match_ms=900).longest_turn_ms == 900
    assert Control().longest_turn_ms == LONGEST_TURN_MS


def test_settings_that_are_zero_are_not_sent() -> None:
    lines = info_lines(Entrant("a", ("a",), control=FAST), RENJU)
    assert [line.split()[1] for line in lines][-1] == "rule"
    assert not any("max_node" in line or "thread_num" in line for line in lines)


def test_an_engines_own_options_are_sent_last() -> None:
    lines = info_lines(Entrant("a", ("a",), nodes=9, options=(("strength", "50"),)), RENJU)
    assert lines[-2:] == ("INFO max_node 9", "INFO strength 50")

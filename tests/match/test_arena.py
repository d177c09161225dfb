"""Games between scripted brains, well behaved and faulty."""

import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from brain.lexicon import FREESTYLE, RENJU
from protocol.match.adjudication import Adjudication
from protocol.match.arena import Abandoned, Arena, Terms
from protocol.match.player import Control, Entrant
from protocol.records.games import DRAW, LOSS, WIN, Ending, PlayedMove
from tests.support.arenas import (
    FAST,
    FIXTURE,
    MEGABYTE,
    OTHER_ROW,
    PATIENCE,
    ROW,
    TERMS,
    Play,
    answering,
    opponent,
    quick,
)
from tests.support.driver import children


def received(move: PlayedMove) -> list[str]:
    """Return the lines that a scripted brain received before a move."""
    return move.message.split("|")


def test_five_in_a_row_wins_and_the_game_has_all_data(play: Play) -> None:
    game = play(answering("first", *ROW), answering("second", *OTHER_ROW))
    assert (game.score, game.ending, game.winner) == (WIN, Ending.FIVE, "first")
    assert game.stones == ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2), (3, 0), (3, 2), (4, 0))
    assert (game.number, game.pair, game.round, game.exchange) == (1, 1, 1, ())
    assert all(0 < move.ms < FAST.turn_ms for move in game.moves)
    assert game.moves[0].memory > MEGABYTE
    assert game.started.endswith("+00:00")


def test_a_brain_receives_the_settings_and_then_the_moves(play: Play) -> None:
    first = replace(
        answering("first", *ROW, control=Control(turn_ms=400, match_ms=9000, increment_ms=50)),
        memory_bytes=300 * MEGABYTE,
        threads=1,
        nodes=1000,
        depth=8,
        options=(("strength", "50"),),
    )
    game = play(first, answering("second", *OTHER_ROW), Terms(RENJU, 15, 15, patience=PATIENCE))
    assert received(game.moves[0]) == [
        "START 15",
        "INFO timeout_turn 400",
        "INFO timeout_match 9000",
        f"INFO max_memory {300 * MEGABYTE}",
        "INFO game_type 1",
        "INFO rule 4",
        "INFO time_increment 50",
        "INFO thread_num 1",
        "INFO max_node 1000",
        "INFO max_depth 8",
        "INFO strength 50",
        "INFO time_left 9000",
        "BEGIN",
    ]
    left, turn = received(game.moves[2])
    assert 9000 < int(left.removeprefix("INFO time_left ")) <= 9050
    assert turn == "TURN 0,2"
    assert received(game.moves[1])[-5:] == [
        "INFO rule 4",
        "INFO time_left 2147483647",
        "BOARD",
        "0,0,2",
        "DONE",
    ]


def test_board_sends_an_opening_in_the_order_of_its_stones(play: Play) -> None:
    fixture = replace(FIXTURE, opening=((7, 7), (8, 8), (6, 6)))
    game = play(answering("first", *ROW), answering("second", *OTHER_ROW), fixture=fixture)
    assert received(game.moves[0])[-5:] == ["BOARD", "7,7,2", "8,8,1", "6,6,2", "DONE"]
    assert received(game.moves[1])[-6:] == ["BOARD", "7,7,1", "8,8,2", "6,6,1", "0,2,2", "DONE"]
    assert game.colour_of(0) == 2
    assert (game.winner, game.score) == ("second", LOSS)


def test_another_size_is_started_with_columns_and_rows(play: Play) -> None:
    game = play(answering("first", *ROW), answering("second", *OTHER_ROW), replace(TERMS, width=20))
    assert received(game.moves[0])[0] == "RECTSTART 20,15"


@pytest.mark.parametrize(("moves", "ending"), [(8, Ending.MOVE_LIMIT), (9, Ending.FIVE)])
def test_a_game_of_the_most_moves_is_drawn_unless_its_last_one_wins(
    play: Play, moves: int, ending: Ending
) -> None:
    terms = replace(TERMS, draw_after=moves)
    fixture = replace(FIXTURE, opening=((0, 0), (0, 2)))
    game = play(answering("first", *ROW[1:]), answering("second", *OTHER_ROW[1:]), terms, fixture)
    assert (game.ending, game.plies) == (ending, moves)
    assert game.score == (WIN if ending == Ending.FIVE else DRAW)


LATE = r"it took \d+ of 500 ms; the tolerance is 300 ms"
FAULTS = {
    "late": (("late", "--at", "3", "--ms", "600"), Ending.TIME, LATE),
    "very late": (("late", "--at", "3", "--ms", "60000"), Ending.NO_ANSWER, "no answer in time"),
    "hang": (("hang", "--at", "3"), Ending.NO_ANSWER, "no answer in time"),
    "crash": (("crash", "--at", "3"), Ending.CRASH, r"exit code \d+|ended by signal SIG\w+"),
    "illegal": (("illegal", "--at", "3"), Ending.ILLEGAL, r"\d+,\d+ \(\w+\) already has stone \d"),
    "outside": (("outside", "--at", "3"), Ending.ILLEGAL, r"\d+,\d+ is off the board of 15 x 15"),
    "garbage": (("garbage", "--at", "3"), Ending.UNREADABLE, "expected moves x,y, got '.*'"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_the_game_and_the_match_continues(
    arena: Callable[..., Arena], name: str
) -> None:
    arguments, ending, reason = FAULTS[name]
    opened = arena(opponent("first", *arguments), quick("second", 0))
    for number in (1, 2):
        game = opened.play(replace(FIXTURE, number=number, opening=((7, 7), (8, 8))))
        assert (game.ending, game.winner, len(game.moves)) == (ending, "second", 2)
        x, y = game.stones[-1]
        assert re.fullmatch(reason, game.reason)
        # The exchange starts before the fault and ends with it.
        last = f"> TURN {x},{y}"
        assert last in game.exchange
        assert "> START 15" in game.exchange


FLOOD = """
import sys
x = 0
for line in sys.stdin:
    if line.startswith("START"):
        print("OK" + "\\nDEBUG up" * 5000, flush=True)
    if line.startswith(("BEGIN", "TURN")):
        print(f"{x},0" + "\\nMESSAGE x" * 5000, flush=True)
        x += 1
"""


def test_a_move_counts_although_a_flood_follows_at_once(play: Play) -> None:
    first = Entrant("first", (sys.executable, "-c", FLOOD), control=FAST)
    game = play(first, answering("second", *OTHER_ROW))
    assert (game.ending, game.winner) == (Ending.FIVE, "first")


@pytest.mark.parametrize(
    "command", [("./no-such-brain",), (sys.executable, "-c", ""), (sys.executable, "-c", "input()")]
)
def test_a_brain_that_does_not_start_loses(play: Play, command: tuple[str, ...]) -> None:
    game = play(Entrant("first", command, control=FAST), answering("second", "0,0"))
    assert (game.ending, game.winner, game.moves) == (Ending.START, "second", ())
    assert game.exchange[-1].startswith(("!", "> START"))


def test_a_forbidden_move_of_black_loses_in_renju(play: Play) -> None:
    fork = ("7,7", "8,7", "9,8", "9,9", "9,7")
    game = play(
        answering("first", *fork), answering("second", "0,0", "2,0", "4,0", "6,0"), Terms(RENJU)
    )
    assert (game.ending, game.winner) == (Ending.FORBIDDEN, "second")
    assert game.stones[-1] == (9, 7)
    assert game.exchange[-2] == "< 9,7"
    assert game.reason == "9,7 (j8) is forbidden to black"


def test_the_time_of_the_match_runs_out(play: Play) -> None:
    slow = [part for place in ROW for part in ("wait:0.15", place)]
    control = Control(match_ms=400, tolerance_ms=100)
    game = play(answering("first", *slow, control=control), answering("second", *OTHER_ROW))
    assert (game.ending, game.winner) == (Ending.TIME, "second")
    assert len(game.moves_of(1)) == 3
    left = [int(received(move)[-2].split()[-1]) for move in game.moves_of(1)]
    assert left[0] == 400
    assert left[1] <= 250
    assert left[2] <= 100


def test_a_brain_stays_for_the_next_game_unless_it_is_to_be_fresh(
    arena: Callable[..., Arena],
) -> None:
    def processes(fresh: bool) -> set[int]:
        first = replace(quick("first", 0), fresh=fresh)
        opened = arena(first, quick("second", 2))
        seen = set()
        for number in (1, 2):
            opened.play(replace(FIXTURE, number=number))
            seen |= {brain._process.pid for brain in opened._brains.values()}
        return seen

    assert len(processes(fresh=False)) == 2
    assert len(processes(fresh=True)) == 1


def test_a_brain_that_ended_between_games_is_restarted(arena: Callable[..., Arena]) -> None:
    opened = arena(answering("first", *ROW), answering("second", *OTHER_ROW))
    opened.play(FIXTURE)
    for brain in opened._brains.values():
        brain.kill()
    assert opened.play(FIXTURE).ending == Ending.FIVE


@pytest.mark.timed
def test_an_abandoned_game_ends_at_once_and_leaves_nothing(arena: Callable[..., Arena]) -> None:
    opened = arena(opponent("first", "hang"), quick("second", 0))
    timer = threading.Timer(0.3, opened.abandon)
    timer.start()
    began = time.monotonic()
    with pytest.raises(Abandoned):
        opened.play(FIXTURE)
    assert time.monotonic() - began < 1.5
    with pytest.raises(Abandoned):
        opened.play(FIXTURE)
    opened.close()
    assert children() == []


SWAP2 = replace(TERMS, swap2=True)
THREE = "7,7 8,8 9,9"


@pytest.mark.parametrize(
    ("choices", "black", "opening", "moves"),
    [
        # The second engine stays with white, swaps, or places two more stones.
        (((THREE,), ("4,4",)), "first", 3, "second"),
        (((THREE,), ("SWAP",)), "second", 3, "first"),
        (((THREE, "5,5"), ("4,4 3,3",)), "second", 5, "first"),
        (((THREE, "SWAP"), ("4,4 3,3",)), "first", 5, "second"),
    ],
)
def test_a_swap2_opening_decides_the_colours(
    play: Play, choices: tuple[tuple[str, ...], ...], black: str, opening: int, moves: str
) -> None:
    """`choices` are the engines' answers in the opening; `moves` is the engine that moves next."""
    first = answering("first", *choices[0], *ROW)
    second = answering("second", *choices[1], *OTHER_ROW)
    game = play(first, second, SWAP2)
    assert (game.black, len(game.opening)) == (black, opening)
    assert game.colour_of(0) == 2
    assert game.names[1] == moves
    assert game.ending == Ending.FIVE


def test_a_swap2_opening_is_asked_for_by_swap2board(play: Play) -> None:
    game = play(answering("first", THREE, *ROW), answering("second", "4,4", *OTHER_ROW), SWAP2)
    assert received(game.moves[0])[-5:] == ["SWAP2BOARD", "7,7", "8,8", "9,9", "DONE"]
    assert received(game.moves[1])[-6:] == ["BOARD", "7,7,1", "8,8,2", "9,9,1", "4,4,2", "DONE"]


@pytest.mark.parametrize(
    ("first", "second", "loser", "ending", "reason"),
    [
        ("7,7 8,8", "SWAP", "first", Ending.UNREADABLE, "expected 3 stones, got 2"),
        ("7,7 8,8 7,7", "SWAP", "first", Ending.ILLEGAL, "7,7 (h8) already has stone 1"),
        (THREE, "1,1 2,2 3,3", "second", Ending.UNREADABLE, "expected one stone, got 3"),
        (THREE, "7,7", "second", Ending.ILLEGAL, "7,7 (h8) already has stone 1"),
        (THREE, "swap it", "second", Ending.UNREADABLE, "expected moves x,y, got 'swap it'"),
        ("SWAP", "SWAP", "first", Ending.UNREADABLE, "expected 3 stones, got 0"),
    ],
)
def test_a_bad_swap2_opening_loses(
    play: Play, first: str, second: str, loser: str, ending: Ending, reason: str
) -> None:
    game = play(answering("first", first), answering("second", second), SWAP2)
    assert (game.loser, game.ending, game.reason) == (loser, ending, reason)


def test_an_adjudicated_game_ends_early(play: Play) -> None:
    def sure(name: str, sign: str) -> Entrant:
        script = (
            "import sys; n = -1\n"
            "for line in sys.stdin:\n"
            "  if line.startswith('START'): print('OK', flush=True)\n"
            "  if line.startswith(('BEGIN', 'TURN', 'DONE')):\n"
            f"    n += 2; print('MESSAGE ev {sign}900\\n%d,%d' % (n % 15, n // 15 * 2 + {sign}1 % 2"
            f" + ({sign}1 < 0)), flush=True)\n"
        )
        return Entrant(name, (sys.executable, "-c", script), control=FAST)

    terms = replace(TERMS, adjudication=Adjudication(win_plies=4, win_score=500))
    game = play(sure("first", "+"), sure("second", "-"), terms)
    assert (game.ending, game.score, len(game.moves)) == (Ending.ADJUDICATED, WIN, 4)


def test_a_game_on_a_small_board_fills_it(play: Play) -> None:
    game = play(
        opponent("first", "random"),
        opponent("second", "random", "--seed", "1"),
        replace(TERMS, width=5, height=5, rule=FREESTYLE),
    )
    assert game.ending in (Ending.FULL_BOARD, Ending.FIVE)

"""The forerunners play as described, also through the protocol; the others fail as named."""

import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from subprocess import PIPE

import pytest

from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE, cell_at
from brain.rules.laws import RULES
from protocol.piskvork.grammar import CommandParser
from tests import ROOT
from tests.opponents import brain, killer, maxmin, negamax, shapes, weights
from tests.opponents.__main__ import FORERUNNERS
from tests.opponents.faults import FAULTS, Options, reply
from tests.opponents.field import Field, Table
from tests.opponents.position import FREE, OTHER, OWN, SWAPPED, THEIRS, Position, empty_board, put
from tests.support import boards
from tests.support.driver import PLAIN_PYTHON, Brain
from tests.support.naive import is_five
from tests.support.solver import move_wins

ALL = pytest.mark.parametrize("name", FORERUNNERS)
TABLES = (
    weights.TABLE,
    shapes.TABLE,
    maxmin.TABLE,
    negamax.TABLE,
    killer.THREATS,
    killer.DEFENSIVE,
)
LONGEST_GAME = 80  # stones; a forerunner needs far fewer against random
SIZE = 9  # of a board for a game
INFINITY = 1 << 50

OWN_FOUR = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . O . . . . . .
    . . . O . . . . . . .
    . . O X X X X a . . .
    . . . O . O . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""
THEIR_FOUR = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . X . . . . . .
    . . . . . . . . . . .
    . . X O O O O a . . .
    . . . . X X . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""
THREE_AGAINST_FOUR = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . b X X X b . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . X O O O O a . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""
# Wins on the 11th ply, with threes and fours.
ELEVEN_PLIES = """
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . X a . . . . .
    . . . X . X . . . . . . . . .
    . . . . . . . . . . . X . . .
    . . . . . . . . . X . O X . .
    . . . . . . . . X . . O . . .
    . . . . . . . O O . . . . . .
    . . . . . . . . O . . . . . .
    . . . . . . . . X . . . . . .
    . . . . . . . . . O . . . . .
    . . O X . . . . O O X . O . .
    . . . . . O . . . . . . X . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
"""
FORKS = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . O . . . . . . O .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . X X a . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . O . . . . . . . O .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def as_asked(drawing: boards.Drawing, rule: int = FREESTYLE) -> Position:
    """Return a drawn position, X to move."""
    board = empty_board(drawing.width, drawing.height)
    for cell, state in drawing.board.items():
        board = put(board, cell, boards.SIGNS[state])
    return Position(drawing.width, drawing.height, board, rule)


def scattered(width: int, height: int, stones: int, random: Random) -> Position:
    """Return a position of stones anywhere."""
    board = empty_board(width, height)
    cells = random.sample(Position(width, height, board).empty(), stones)
    for i, cell in enumerate(cells):
        board = put(board, cell, (OWN, THEIRS)[i % 2])
    return Position(width, height, board)


def coloured(position: Position) -> boards.Board:
    """Return a position as the slow twin knows it, the side to move black."""
    states = {OWN: BLACK, THEIRS: WHITE, FREE: boards.STATES["."]}
    return {cell: states[sign] for cell, sign in enumerate(position.board) if sign in states}


def plays(name: str, text: str) -> str:
    """Return the mark of the cell that a forerunner plays in a drawn position."""
    drawing = boards.parse(text)
    cell = FORERUNNERS[name](as_asked(drawing))
    return "".join(mark for mark, cells in drawing.marks.items() if cell in cells)


# All forerunners.


@ALL
@pytest.mark.parametrize("text", [OWN_FOUR, THEIR_FOUR])
def test_a_forerunner_plays_the_obvious_move(name: str, text: str) -> None:
    assert plays(name, text) == "a"


@ALL
@pytest.mark.parametrize(("width", "height"), [(5, 5), (22, 5)])
def test_a_forerunner_never_plays_an_occupied_cell(name: str, width: int, height: int) -> None:
    random = Random(name)
    for free in (1, 9):
        position = scattered(width, height, width * height - free, random)
        assert FORERUNNERS[name](position) in position.empty()


@ALL
def test_a_forerunner_beats_random_through_the_protocol(name: str) -> None:
    with Brain(command(name)) as one, Brain(command("random", "--seed", "5")) as other:
        stones = list(game(one, other))
    assert len(stones) % 2 == 1  # the first to move has the last stone
    assert len(stones) < LONGEST_GAME


@pytest.mark.parametrize("table", TABLES)
def test_worths_follow_the_stones(table: Table) -> None:
    random = Random(1)
    position = scattered(9, 7, 20, random)
    field = Field.of(position, table)
    for cell in random.sample(position.empty(), 20):
        sign = random.choice((OWN, THEIRS))
        field = field.after(cell, sign)
        fresh = Field.of(Position(9, 7, field.board), table)
        assert (field.worth, field.near) == (fresh.worth, fresh.near)


# weights


def test_weights_takes_an_open_three_for_a_four() -> None:
    assert plays("weights", THREE_AGAINST_FOUR) == "b"


# shapes


@pytest.mark.parametrize(
    ("piece", "worth"),
    [
        (".OXXX.XX.O.", 100_000),
        (".O.XX.X.O..", 10_000),
        ("..OXX.XO...", -5),
        ("...O..O....", 0),
    ],
)
def test_shapes_have_the_values_of_the_table(piece: str, worth: int) -> None:
    assert shapes.made(piece, OWN) == worth
    assert shapes.made(piece.translate(SWAPPED), THEIRS) == worth


@pytest.mark.parametrize("name", ["shapes", "maxmin", "killer", "negamax"])
def test_a_search_stops_a_four_before_it_plays_a_three(name: str) -> None:
    assert plays(name, THREE_AGAINST_FOUR) == "a"


# maxmin


def test_a_win_found_earlier_scores_higher() -> None:
    position = as_asked(boards.parse(OWN_FOUR))
    field = Field.of(position, maxmin.TABLE)
    box = maxmin.box(position)
    scores = [maxmin.highest(field, box, plies, -INFINITY, INFINITY)[0] for plies in (3, 4)]
    assert scores[1] - scores[0] == 1000


def test_candidates_are_in_the_bounding_box_and_its_margin() -> None:
    board = put(put(empty_board(15, 15), cell_at(3, 1), OWN), cell_at(5, 2), THEIRS)
    box = maxmin.box(Position(15, 15, board))
    assert {cell_at(1, 0), cell_at(7, 4)} <= set(box)
    assert len(box) == 7 * 5 - 2


# killer


def kill(position: Position, plies: int) -> int:
    """Return the kill search's cell."""
    return killer.kill(Field.of(position, killer.THREATS), plies, {})


def test_killer_sees_a_kill_of_twelve_plies_and_no_longer_one() -> None:
    drawing = boards.parse(ELEVEN_PLIES)
    position = as_asked(drawing)
    assert killer.kill_plies(Field.of(position, killer.THREATS)) == 12
    assert killer.choose(position) == kill(position, 12) == drawing.marked("a")
    assert kill(position, 10) == 0


def test_a_kill_wins_against_every_reply() -> None:
    random = Random(3)
    found = 0
    while found < 3:
        position = scattered(8, 8, 18, random)
        cell = kill(position, 6)
        if cell and kill(position, 4) == 0:
            found += 1
            assert move_wins(coloured(position), cell, BLACK, FREESTYLE, plies=5, quiet=1)


# negamax


def test_negamax_answers_beside_the_first_stone() -> None:
    board = put(empty_board(15, 15), cell_at(3, 3), THEIRS)
    assert negamax.choose(Position(15, 15, board)) == cell_at(4, 4)


def plain(field: Field, sign: str, plies: int) -> int:
    """Return what the side to move gains, by trying everything."""
    gain = field.worth_to(sign)
    most = max(gain[cell] for cell in field.near)
    if plies == 1 or most >= negamax.WIN:
        return most
    return max(
        gain[cell] - plain(field.after(cell, sign), OTHER[sign], plies - 1) for cell in field.near
    )


def crowded_board(seed: int) -> Position:
    """Return a board so small that all cells are near its central stone."""
    position = scattered(5, 5, 12, Random(seed))
    return Position(5, 5, put(position.board, cell_at(2, 2), OWN))


@pytest.mark.parametrize("seed", range(3))
def test_negamax_agrees_with_brute_force(seed: int) -> None:
    field = Field.of(crowded_board(seed), negamax.TABLE)
    score, _ = negamax.search(field, OWN, 4, -INFINITY, INFINITY)
    assert score == plain(field, OWN, 4)


# The loop.


def conversation(*lines: str) -> list[str]:
    """Return what a brain that plays the first empty cell says."""
    parser = CommandParser()
    position = Position(20, 20, empty_board(20, 20))
    sent = []
    for line in lines:
        for command in parser.feed(line):
            position, answer = brain.obey(position, command, lambda asked: asked.empty()[0])
            sent.append(answer)
    return sent


def test_commands_are_answered() -> None:
    assert conversation("START 15", "BEGIN", "TURN 1,0", "RESTART", "BEGIN") == [
        "OK", "0,0", "2,0", "OK", "0,0",
    ]  # fmt: skip
    assert conversation("START 5", "BOARD", "0,0,1", "1,0,2", "2,0,3", "DONE") == ["OK", "3,0"]
    assert conversation("BEGIN", "TAKEBACK 0,0", "PLAY 4,4", "BEGIN") == [
        "0,0", "OK", "4,4", "0,0",
    ]  # fmt: skip
    assert conversation("INFO rule 4", "INFO timeout_turn 100", "STOP", "INFO x") == [""] * 4
    assert conversation("RECTSTART 5,22", "HELLO") == ["OK", "UNKNOWN HELLO"]


def command(*arguments: str) -> tuple[str, ...]:
    """Return the command line of an opponent."""
    return (*PLAIN_PYTHON, "-m", "tests.opponents", *arguments)


def game(first: Brain, second: Brain) -> Iterator[int]:
    """Yield the stones of a game up to a five, each on an empty cell."""
    board = boards.empty_board(SIZE, SIZE)
    for side in (first, second):
        side.send(f"START {SIZE}")
        assert side.line() == "OK"
    sent = "BEGIN"
    for stone in range(LONGEST_GAME):
        side, colour = ((first, BLACK), (second, WHITE))[stone % 2]
        side.send(sent)
        move = side.line()
        cell = cell_at(*map(int, move.split(",")))
        assert board[cell] == boards.STATES["."]
        board[cell] = colour
        yield cell
        if is_five(board, cell, colour, FREESTYLE):
            return
        sent = f"TURN {move}"


# Those that misbehave.


def test_random_depends_on_its_seed_alone() -> None:
    position = Position(15, 15, empty_board(15, 15))
    cells = [FAULTS["random"](position, Options(seed=seed)) for seed in (1, 1, 2)]
    assert cells[0] == cells[1] != cells[2]


@pytest.mark.parametrize("rule", RULES)
def test_foul_plays_a_forbidden_point_if_there_is_one(rule: int) -> None:
    drawing = boards.parse(FORKS)
    position = as_asked(drawing, rule)
    cell = reply("foul", Options(), position)
    assert cell in position.empty()
    assert (cell == drawing.marked("a")) == (rule == RENJU)


@pytest.mark.skipif(sys.platform == "win32", reason="there a process can't refuse to be terminated")
def test_hang_must_be_killed() -> None:
    with subprocess.Popen(command("hang"), stdin=PIPE, stdout=PIPE, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"START 15\nBEGIN\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"OK\n"
        time.sleep(1)  # for BEGIN to be heard
        process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.kill()

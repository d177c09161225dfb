"""The checker: what it accepts and refuses in the positions that the lemma is about."""

import inspect
import math
import random
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from brain.cell import Cell
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import GivenUp, Refused, Rules, check
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine
from brain.lexicon import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    WALL,
    WHITE,
    cell_at,
    opponent,
)
from brain.position import Position
from brain.proving.threat_lines import board_of, find_line, line_plies
from brain.rules.laws import RULES
from tests.support.adversary import worst
from tests.support.boards import Drawing, parse
from tests.support.deep_certificates import FOURS_A_ROW, MOVE, chain_of_fours, nested

BOARDS, TRIES = 60, 300  # compared with the kernels; for a line that wins
FRAMES = 40  # of Python's stack, fewer than nodes on the way to a line
MEMORY = 1 << 20  # bytes

OPEN_THREE = parse(
    """
    . . . . . . . . .
    . . . . . . . . .
    . a X X X b . . .
    . . . . . . . . .
    O . . O . . O . .
    . . . . . . . . .
    . . . . . . . . .
    """
)
# Black's three and White's: c makes Black's open, but White's four at o comes with a five.
COUNTERED = parse(
    """
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . . . c . . . .
    . . . . . . . . .
    X O O O o . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


def claim(
    drawing: Drawing, plies: int, *nodes: Node, rule: int = FREESTYLE, turn: int = BLACK
) -> Certificate:
    """Return a certificate about a drawn position."""
    black, white, walls = (
        [cell for cell, state in drawing.board.items() if state == kind]
        for kind in (BLACK, WHITE, WALL)
    )
    size = drawing.width, drawing.height
    return Certificate(Position.of_colours(*size, rule, turn, black, white, walls), plies, nodes)


def line(drawing: Drawing, marks: str) -> LineNode:
    """Return a line of marked cells."""
    return LineNode(tuple(map(drawing.marked, marks)))


def refused(certificate: Certificate) -> str:
    """Return why a certificate is refused."""
    with pytest.raises(Refused) as refusal:
        check(certificate)
    return str(refusal.value)


def test_an_open_three_on_the_move_wins_in_three_plies() -> None:
    made = claim(OPEN_THREE, 3, line(OPEN_THREE, "a"))
    assert check(made).plies == worst(made, 10**4) == 3


@pytest.mark.parametrize("plies", [0, 1, 2, 4, 5])
def test_a_claim_of_other_plies_is_refused(plies: int) -> None:
    made = claim(OPEN_THREE, plies, line(OPEN_THREE, "a"))
    assert refused(made) == f"it wins in 3 plies, not in the {plies} that it claims"


def test_a_move_and_a_cover_are_equivalent_to_a_line() -> None:
    a, b = map(OPEN_THREE.marked, "ab")
    stones = stones_of(claim(OPEN_THREE, 3).position)
    nodes = (
        LineNode((b,)),
        LineNode((a - 1,)),
        CoverNode((0,), ((b, Link(1)),)),
        MoveNode(a, Link(2)),
    )
    assert stones.empty >> (a - 1) & 1
    made = claim(OPEN_THREE, 3, *nodes)
    assert check(made).plies == worst(made, 10**4) == 3
    without = (LineNode((b,)), CoverNode((0,), ()), MoveNode(a, Link(1)))
    assert "no answer" in refused(claim(OPEN_THREE, 3, *without))


def test_whites_own_fours_are_defences() -> None:
    c = COUNTERED.marked("c")
    above = c - 3 * 32
    made = claim(COUNTERED, 5, LineNode((c, above)))
    assert COUNTERED.board[above] == EMPTY
    assert refused(made)


def test_a_move_that_lets_the_defender_make_five_is_refused() -> None:
    drawing = parse(OPEN_FOURS)
    assert "may make five" in refused(claim(drawing, 5, line(drawing, "a")))


OPEN_FOURS = """
    . . . . . . . .
    . a X X X . . .
    . . . . . . . .
    X O O O O . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_fives_are_those_of_the_rule() -> None:
    six = parse(". . . . . . . .\nX X X a X X . .\n" + ". . . . . . . .\n" * 6)
    capped = parse(". . . . . . . .\nO X X a X X O .\n" + ". . . . . . . .\n" * 6)
    assert check(claim(six, 1, line(six, "a"))).plies == 1
    assert check(claim(capped, 1, line(capped, "a"))).plies == 1
    for rule in (STANDARD, RENJU):
        assert refused(claim(six, 1, line(six, "a"), rule=rule))
    assert check(claim(six, 1, line(six, "a"), rule=CARO)).plies == 1
    assert refused(claim(capped, 1, line(capped, "a"), rule=CARO))


def test_one_stone_can_cap_both_fives_in_caro() -> None:
    drawing = parse(
        """
        . . . . . . . . .
        O . X X X a . O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    assert check(claim(drawing, 3, line(drawing, "a"))).plies == 3
    assert refused(claim(drawing, 3, line(drawing, "a"), rule=CARO))


def test_a_move_of_black_that_may_be_a_foul_is_refused_in_renju() -> None:
    drawing = parse(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . a . . . .
        . . . X . X . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    made = claim(drawing, 5, line(drawing, "a"), rule=RENJU)
    assert refused(made) == "e7 may be forbidden"


def test_black_has_no_defence_on_a_forbidden_point() -> None:
    drawing = parse(
        """
        . . . . . . . . .
        . . . . . X . X .
        . . . . . X X . .
        X O O O a f . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    made = claim(drawing, 3, line(drawing, "a"), rule=RENJU, turn=WHITE)
    assert check(made).plies == worst(made, 10**4) == 3
    other = replace(made, position=claim(drawing, 3, rule=STANDARD, turn=WHITE).position)
    assert refused(other)


def test_the_last_stone_may_make_five() -> None:
    drawing = parse("X X X X a\nO O O O X\nX O X O O\nO X O X X\nX O X O X")
    assert check(claim(drawing, 1, line(drawing, "a"))).plies == 1


@pytest.mark.parametrize(("more", "room"), [(". .", 3), ("O .", 2)])
def test_a_renju_game_is_drawn_25_stones_before_the_board_is_full(more: str, room: int) -> None:
    drawing = parse(
        f"""
        . . . . . .
        . X X X a .
        . . . . . .
        O . O . O .
        . . . . . .
        O . O . {more}
        """
    )
    made = claim(drawing, 3, line(drawing, "a"), rule=RENJU)
    assert made.position.plies_left == room
    if room == 3:
        assert check(made).plies == worst(made, 10**4) == 3
    else:
        assert refused(made) == "the game is drawn in 2 plies, before the five"


def test_checking_is_given_up_after_a_number_of_nodes() -> None:
    a, b = map(OPEN_THREE.marked, "ab")
    nodes = (
        LineNode((b,)),
        LineNode((a - 1,)),
        CoverNode((0,), ((b, Link(1)),)),
        MoveNode(a, Link(2)),
    )
    with pytest.raises(GivenUp, match="within 5 nodes"):
        check(claim(OPEN_THREE, 3, *nodes), 5)


def test_pythons_stack_does_not_limit_the_depth() -> None:
    made = chain_of_fours(10)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + FRAMES)
    try:
        found = check(made)
    finally:
        sys.setrecursionlimit(before)
    assert found.plies == made.plies == 2 * 10 * FOURS_A_ROW + 3


def test_nodes_nested_without_an_end_are_refused() -> None:
    assert refused(nested(100_000)) == f"{Cell(MOVE, 5)} is not an empty cell"


def test_a_move_or_a_branch_on_a_taken_cell_is_refused() -> None:
    taken, a = OPEN_THREE.marked("a") + 1, OPEN_THREE.marked("a")
    cover = CoverNode((0,), ())
    moved = claim(OPEN_THREE, 5, LineNode((a,)), cover, MoveNode(taken, Link(1)))
    assert refused(moved) == f"{Cell(taken, OPEN_THREE.height)} is not an empty cell"
    cover = CoverNode((0,), ((taken, Link(0)),))
    answered = claim(OPEN_THREE, 5, LineNode((a - 1,)), cover, MoveNode(a, Link(1)))
    assert refused(answered) == "the cell of a branch is not empty"


@pytest.mark.parametrize("rule", RULES)
def test_lines_win_as_the_kernels_say(rule: int, engine: Engine) -> None:
    dice, won = random.Random(rule), Counter[int]()
    for _ in range(BOARDS):
        position = crowded(rule, dice)
        engine.set_up(position)
        stones, checker = stones_of(position), Rules(rule, position.turn, position.height)
        board, empty = board_of(stones), list(cells_of(stones.empty))
        found = find_line(engine, board, position.turn, TRIES) or ()
        lines = [found, *(tuple(dice.sample(found, len(found))) for _ in range(3))]
        lines += [tuple(dice.sample(empty, number)) for number in (1, 1, 2, 3)]
        for cells in filter(None, lines):
            plies = 0
            with suppress(Refused):
                plies = checker.line(cells, stones)
            assert line_plies(engine, board, position.turn, cells) == plies, (position, cells)
            won[plies] += 1
    assert min(won[0], won[3], won[5]) > 0


def crowded(rule: int, dice: random.Random) -> Position:
    """Return a position with many stones in its middle, in which nobody has won."""
    while True:
        width, height = dice.choice((15, 9)), dice.choice((15, 9, 6))
        points = [(x, y) for y in range(height) for x in range(width)]
        points.sort(key=lambda one: math.dist(one, (width / 2, height / 2)) + dice.uniform(0, 4))
        cells = [cell_at(*point) for point in points]
        count, more = dice.randint(7, 22), dice.choice((0.5, 0.7))
        turn = dice.choice((BLACK, WHITE))
        stones = [
            (cell, turn if dice.random() < more else opponent(turn)) for cell in cells[:count]
        ]
        with suppress(ValueError):
            return Position(width, height, rule, stones, turn, cells[count : count + 2])


def test_one_of_two_defences_is_not_certain() -> None:
    """g9 is legal only with both defences to an earlier four; the defender has one of them."""
    black = map(Cell.named, ["k5", "h6", "f7", "i8", "k8", "h9", "j9", "e11", "g11"])
    white = map(Cell.named, ["h7", "i7", "f10", "i10", "j10"])
    position = Position.of_colours(15, 15, RENJU, BLACK, black, white)
    cells = tuple(map(Cell.named, ["g10", "k7", "j8", "i9", "g9"]))
    assert refused(Certificate(position, 13, (LineNode(cells),)))


FORK = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . X X a . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    O . . O . . O . . O .
    """


def test_two_open_threes_win_in_five_plies() -> None:
    drawing = parse(FORK)
    assert check(claim(drawing, 5, line(drawing, "a"))).plies == 5


# After a, a stone at d makes an open four, and two threes along the other lines.
SPLIT = """
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X O X . . .
    . . . . . X X . . . .
    . . . X X d a . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    O . . O . . O . . O .
    """


@pytest.mark.parametrize(
    ("rule", "reason"), [(FREESTYLE, "the line does not win"), (RENJU, "nothing is threatened")]
)
def test_an_open_four_that_is_a_foul_is_not_a_threat(rule: int, reason: str) -> None:
    """Without a foul the line is only too short."""
    drawing = parse(SPLIT)
    assert refused(claim(drawing, 5, line(drawing, "a"), rule=rule)) == reason


@pytest.mark.parametrize(
    "row", ["X X # X a", "# X X X a", "X X X # a", "X # X X a", "X X X a #", "X X X a"]
)
def test_a_wall_is_not_a_cell_of_a_five(row: str) -> None:
    empty = " ".join("." * (len(row.split()) + 2))
    drawing = parse("\n".join([empty, f"O {row} O", empty, empty, empty]))
    assert refused(claim(drawing, 3, line(drawing, "a"))) == "nothing is threatened"


def test_a_move_on_the_last_cell_does_not_win_by_a_cover_of_no_replies() -> None:
    drawing = parse("X X O O a\nO O X X X\nX X O O O\nO O X X X\nX X O O X")
    for plies in range(3):
        made = claim(drawing, plies, CoverNode((), ()), MoveNode(drawing.marked("a"), Link(0)))
        assert refused(made) == "the game is drawn in 1 plies, before the five"


def by_names(black: str, white: str, moves: str, plies: int) -> Certificate:
    """Return the certificate of a line for black in renju."""
    stones = [map(Cell.named, names.split()) for names in (black, white)]
    position = Position.of_colours(15, 15, RENJU, BLACK, *stones)
    return Certificate(position, plies, (LineNode(tuple(map(Cell.named, moves.split()))),))


def test_a_move_that_only_seems_a_foul_is_legal_on_the_games_board() -> None:
    """h11 makes two threes, one of which can't become a four that is legal."""
    black = "f9 j9 f5 g9 e9 j10 i10 e8 k10"
    assert check(by_names(black, "j11 g7", "h11 j6", 5)).plies == 5


def test_a_move_after_uncertain_defences_must_be_legal_with_any_of_them() -> None:
    black = "e11 f8 g9 e5 f7 g7 g5 h5 f9 g8"
    made = by_names(black, "k9 g10 h6 g6", "k5 f5", 5)
    assert refused(made) == "f5 may be forbidden"


def test_the_only_defence_to_a_four_is_certain() -> None:
    """c is legal as the defender has a stone at s, which stops the four of b."""
    drawing = parse(
        """
        . . . . . . . . .
        . b . c . . . . .
        . . a X X . . . .
        . . . s . X . . .
        . . O X X . X . .
        . . . X . X . . .
        """
    )
    made = claim(drawing, 7, line(drawing, "abc"), rule=RENJU)
    stones = stones_of(made.position)
    before, after, last = Rules(RENJU, BLACK).steps(line(drawing, "abc").cells, stones)
    assert before.defences.bit_count() == 2
    assert [*cells_of(after.defences)] == [drawing.marked("s")]
    assert last.certain == stones.other | after.defences
    assert check(made).plies == worst(made, 10**4) == 7


def test_black_loses_if_every_reply_is_a_foul() -> None:
    """After White's move a, Black makes two fours wherever he plays."""
    drawing = parse(
        """
        O X O X O
        X . X . X
        O X a X O
        X . X . X
        O X O X O
        """
    )
    nodes = (CoverNode((), ()), MoveNode(drawing.marked("a"), Link(0)))
    made = claim(drawing, 2, *nodes, rule=RENJU, turn=WHITE)
    assert check(made) == (2, 2, 0)
    assert worst(made, 10**4) == 2
    assert refused(replace(made, plies=3)) == "it wins in 2 plies, not in the 3 that it claims"


@pytest.mark.parametrize(
    ("row", "rule", "reason"),
    [
        (". . X X X X a . . . .", FREESTYLE, "makes five, so it must be a line"),
        (". X X X a X X . . . .", RENJU, "is forbidden"),
        (". O O O O a . . . . .", FREESTYLE, "makes five for the defender"),
    ],
)
def test_a_move_that_makes_five_or_is_forbidden_or_lets_the_defender_win_is_refused(
    row: str, rule: int, reason: str
) -> None:
    drawing = parse("\n".join([row, *[". " * 11] * 5]))
    nodes = (CoverNode((), ()), MoveNode(drawing.marked("a"), Link(0)))
    assert reason in refused(claim(drawing, 3, *nodes, rule=rule))


def test_nodes_are_counted_and_limited() -> None:
    made = claim(OPEN_THREE, 3, line(OPEN_THREE, "a"))
    assert check(made, 1).nodes == 1
    with pytest.raises(GivenUp):
        check(made, 0)


def test_the_cells_of_the_defender_s_windows_are_dangerous() -> None:
    stones = stones_of(claim(COUNTERED, 3).position)
    first = COUNTERED.marked("o") - 3
    rules = Rules(FREESTYLE, BLACK)
    assert [*cells_of(rules.danger(stones, 2))] == [*range(first, first + 5)]
    assert not rules.danger(stones, 1)

"""The checker's fast twin says of certificates what the checker says; tests/long/certificates.py
asks both about many, whole and damaged.
"""

import random

import pytest

from brain.certificates import certificate
from brain.certificates.certificate import CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import GivenUp, Refused, check
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine
from brain.layout import LONGEST_LINE
from brain.lexicon import EMPTY, RENJU, opponent
from brain.proving import kernel_checker
from brain.proving.threat_lines import board_of, cover_plies, may_attack
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.laws import RULES
from tests import ROOT
from tests.brain.certificates.test_check import OPEN_THREE, claim
from tests.long.small import Tried, compare_lines
from tests.support.naive import five_cells
from tests.support.small_boards import random_position

MEMORY = 1 << 20
POSITIONS = 200
LINE_POSITIONS = 50
CERTIFICATES = [
    certificate.loads(bytes.fromhex(line))
    for line in (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
]
A, B = map(OPEN_THREE.marked, "ab")
COVERED: tuple[Node, ...] = (
    LineNode((B,)),
    LineNode((A - 1,)),
    CoverNode((0,), ((B, Link(1)),)),
    MoveNode(A, Link(2)),
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.mark.parametrize("rule", RULES)
def test_random_lines_win_in_as_many_plies_as_by_the_checker(
    engine: Engine, rule: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tried, "compare", lambda *_: None)  # brute force is for the long test
    dice, tried = random.Random(rule), Tried()
    for _ in range(LINE_POSITIONS):
        position = random_position(rule, dice)
        engine.set_up(position)
        compare_lines(position, dice, tried, engine)
    assert tried.wrong == []


def test_certificates_are_checked_as_the_checker_does(engine: Engine) -> None:
    for made in CERTIFICATES:
        assert kernel_checker.check(made, engine) == check(made)


@pytest.mark.parametrize(
    "nodes",
    [
        (*COVERED[:2], CoverNode((0,), ()), MoveNode(A, Link(2))),  # B is not answered
        (*COVERED[:3], MoveNode(A + 1, Link(2))),  # on a stone
        (*COVERED[:2], CoverNode((0,), ((A, Link(1)), (B, Link(1)))), MoveNode(A, Link(2))),
        (
            LineNode((B, A)),
            LineNode((A - 2,)),
            CoverNode((0,), ((B, Link(1)),)),
            MoveNode(A, Link(2)),
        ),
    ],
)
def test_a_certificate_that_the_checker_refuses_is_refused(
    engine: Engine, nodes: tuple[Node, ...]
) -> None:
    for checker in (check, lambda made: kernel_checker.check(made, engine)):
        with pytest.raises(Refused):
            checker(claim(OPEN_THREE, 3, *nodes))


def test_another_claim_of_plies_is_refused(engine: Engine) -> None:
    assert kernel_checker.check(claim(OPEN_THREE, 3, *COVERED), engine).plies == 3
    with pytest.raises(Refused, match="it wins in 3 plies"):
        kernel_checker.check(claim(OPEN_THREE, 5, *COVERED), engine)


def test_checking_is_given_up_after_a_number_of_nodes(engine: Engine) -> None:
    with pytest.raises(GivenUp, match="within 5 nodes"):
        kernel_checker.check(claim(OPEN_THREE, 3, *COVERED), engine, 5)


def test_a_line_too_long_for_the_kernels_is_checked_all_the_same(engine: Engine) -> None:
    empty = [cell for cell, state in OPEN_THREE.board.items() if state == EMPTY]
    made = claim(OPEN_THREE, 3, LineNode((A, *empty[:LONGEST_LINE])))
    assert kernel_checker.is_too_long(made)
    assert kernel_checker.check(made, engine).plies == 3


@pytest.mark.parametrize("rule", RULES)
def test_moves_and_replies_are_judged_by_the_rules(engine: Engine, rule: int) -> None:
    dice, fives, fouls = random.Random(rule), 0, 0
    for _ in range(POSITIONS):
        position = random_position(rule, dice)
        engine.set_up(position)
        grid, turn, stones = position.board(), position.turn, stones_of(position)
        board, empty = board_of(stones), list(cells_of(stones.empty))
        for cell in empty:
            five, foul = is_five(grid, cell, turn, rule), is_foul(grid, cell, turn, rule)
            assert may_attack(engine, board, turn, cell) == (not five and not foul), position
            fouls += foul
        replies = dict.fromkeys(empty, 1)
        lost = bool(five_cells(grid, opponent(turn), rule))
        assert cover_plies(engine, board, turn, (), replies) == (0 if lost else 2, 0), position
        fives += lost
        reply = dice.choice(empty)
        del replies[reply]
        lost |= not is_foul(grid, reply, opponent(turn), rule)
        assert (cover_plies(engine, board, turn, (), replies)[0] == 0) == lost, position
    assert fives > 0
    assert fouls > 0 or rule != RENJU

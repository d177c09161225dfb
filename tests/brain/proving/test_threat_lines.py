"""The kernels find and replay lines as the checker does."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from brain.certificates import certificate
from brain.certificates import check as checking
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused
from brain.certificates.check_window import CountingChecker
from brain.certificates.stones import Stones, cells_of, stones_of
from brain.engine import Engine
from brain.lexicon import BLACK
from brain.position import Position
from brain.proving.threat_lines import board_of, find_line, replies_covered
from brain.rules.laws import RULES
from tests.long.proofs import Player, claims
from tests.support import line_game

COVERED = 7  # boards on which a line is replayed after each reply
WINDOWS = 200  # the same, of seven by seven


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


def wins(player: Player, rule: int) -> Iterator[tuple[Position, int]]:
    """Yield positions in which a win is claimed, but not at once, and its first move."""
    for position, (plies, move) in claims(player, rule, random.Random(rule)):
        if plies > 1:
            yield position, move


@pytest.mark.parametrize("rule", RULES)
def test_the_kernels_replay_lines_as_the_checker_does(player: Player, rule: int) -> None:
    dice = random.Random(rule)
    for position, move in islice(wins(player, rule), COVERED):
        made = player.prove(position, move)
        node = made.nodes[0]
        assert isinstance(node, certificate.LineNode)
        stones, board = stones_of(position), checking.Rules(rule, position.turn)
        empty = list(cells_of(stones.empty))
        for line in (node.cells, dice.sample(node.cells, len(node.cells)), dice.sample(empty, 2)):
            covered = replies_covered(player.engine, board_of(stones), position.turn, tuple(line))
            for reply in empty:
                after = stones.answered(reply)
                assert covered.get(reply, 0) == plies_of(board, tuple(line), after), reply


@pytest.mark.parametrize("outside", range(3))
def test_the_kernels_replay_lines_in_a_window_as_its_checker_does(outside: int) -> None:
    engine, dice = Engine(1 << 20), random.Random(outside)
    winning = 0
    for _ in range(WINDOWS):
        position = line_game.random_position(dice)
        engine.set_up(position)
        stones, board = stones_of(position), board_of(stones_of(position))
        for hostile in (0, 1 + outside):
            engine.searcher.line_record.hostile = hostile
            line = find_line(engine, board, BLACK, line_game.TRIES)
            if line:
                break
        engine.searcher.line_record.hostile = 1 + outside
        covered = replies_covered(engine, board, BLACK, line)
        checker = CountingChecker(Certificate(position, 0, ()), outside + 1)  # a reply adds one
        for reply in cells_of(stones.empty):
            expected = plies_of(checker, line, stones.answered(reply))
            assert covered.get(reply, 0) == expected, (stones, line, reply)
            winning += expected > 0
    assert winning > WINDOWS


def plies_of(board: checking.Rules, line: tuple[int, ...], stones: Stones) -> int:
    """Return the plies in which the checker says that a line wins, 0 if it doesn't."""
    try:
        return board.line(line, stones)
    except Refused:
        return 0

"""What is said of some positions on small boards, against brute force; small.py asks of more."""

import random

import pytest

from brain.engine import Engine
from brain.lexicon import BLACK, RENJU, WHITE, column, row
from brain.rules.fouls import forbidden
from brain.rules.grid import empty_cells
from brain.rules.laws import RULES
from tests.long import small
from tests.long.small import CONFIRMED, MEMORY, TRIES, Tried, batch, confirm_lines
from tests.support.bruteforce import BruteForce
from tests.support.naive import five_cells
from tests.support.small_boards import Lines, random_position

POSITIONS = 50
DRAWS = 300  # of positions, a few of which a line wins
RULES_ON = 80  # positions


@pytest.mark.parametrize("rule", RULES)
def test_claimed_wins_on_small_boards_are_confirmed_by_brute_force(rule: int) -> None:
    tried = Tried()
    batch(rule, 0, POSITIONS, tried, Engine(MEMORY))
    assert tried.wrong == []
    for name in ("claimed won", "certified by lines", "certified by moves"):
        assert tried.counts[name] > 0


@pytest.mark.parametrize("rule", RULES)
def test_accepted_variants_of_lines_are_confirmed_by_brute_force(
    rule: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "POSITIONS", DRAWS)
    tried = confirm_lines(0, Lines(rule, TRIES))
    assert tried.wrong == []
    assert 0 < tried.counts[CONFIRMED] < tried.counts["lines"]


@pytest.mark.parametrize("rule", RULES)
def test_brute_force_knows_the_rules(rule: int) -> None:
    dice, fouls, fives = random.Random(rule), 0, 0
    for _ in range(RULES_ON):
        position = random_position(rule, dice)
        width, board = position.width, position.board()

        def bits(cells: tuple[int, ...] | list[int], width: int = width) -> int:
            return sum(1 << row(cell) * width + column(cell) for cell in cells)

        black, white = bits(position.black), bits(position.white)
        tried = BruteForce(width, position.height, rule, BLACK, bits(position.walls))
        for colour, own, other in ((BLACK, black, white), (WHITE, white, black)):
            found = bits(five_cells(board, colour, rule))
            assert tried.fives(own, other, colour) == found, position
            fives += found.bit_count()
        for cell in empty_cells(board) if rule == RENJU else ():
            assert tried.is_foul(bits([cell]), black, white) == forbidden(board, cell), position
            fouls += forbidden(board, cell)
    assert fives > 0
    assert fouls > 0 or rule != RENJU

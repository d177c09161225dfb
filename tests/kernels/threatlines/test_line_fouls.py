"""Fouls on a line's board are those of the rules."""

import random

from brain.certificates.stones import stones_of
from brain.engine import Engine
from brain.lexicon import BLACK, EMPTY, RENJU, WHITE, cell_at
from brain.position import Position
from brain.proving.threat_lines import board_of, may_attack
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul

SIDE, BLACKS, WHITES = 9, 14, 5


def test_black_may_not_play_where_the_rules_forbid_it(engine: Engine) -> None:
    dice, fouls = random.Random("fouls"), 0
    points = [cell_at(x, y) for x in range(SIDE) for y in range(SIDE)]
    for _ in range(60):
        cells = dice.sample(points, BLACKS + WHITES)
        stones = [(cell, BLACK if number < BLACKS else WHITE) for number, cell in enumerate(cells)]
        position = Position(SIDE, SIDE, RENJU, stones, BLACK)
        engine.set_up(position)
        grid, board = position.board(), board_of(stones_of(position))
        for cell in (cell for cell, state in enumerate(board) if state == EMPTY):
            foul = is_foul(grid, cell, BLACK, RENJU)
            allowed = not foul and not is_five(grid, cell, BLACK, RENJU)
            assert may_attack(engine, board, BLACK, cell) == allowed, position
            fouls += foul
    assert fouls > 0

"""Random positions on boards of 5 to 7, which brute force can judge, and certificates of wins.

Nobody has won. The positions are near the draw. The side to move may have more stones than it
should.
"""

import math
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple
from unittest.mock import patch

from brain.certificates.board_bytes import BoardBytes
from brain.certificates.certificate import Certificate
from brain.certificates.tree import Moves
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, CELLS, EMPTY, WALL, WHITE, cell_at, opponent
from brain.position import Position
from brain.proving import prover
from brain.proving.threat_lines import find_line
from brain.rules.laws import most_stones
from tests.support.naive import five_cells

SIDES = (5, 6, 7)
FEWEST_PLIES, MOST_PLIES = 5, 16  # before the draw
DULL = 0.05  # of the positions in which a five can be made, kept
NODES = 300  # of a think that looks for a win
MEMORY = 1 << 20
SHORTEST_WIN = 5  # plies; a shorter one is a single line


class Draw(NamedTuple):
    """What may be a position, unless somebody has won."""

    width: int
    height: int
    stones: list[tuple[int, int]]
    turn: int
    walls: list[int]


def draw(rule: int, dice: random.Random) -> Draw:
    """Return a random draw."""
    width, height = dice.choice(SIDES), dice.choice(SIDES)
    spread = dice.choice((1.0, 3.0, 9.0))  # of the stones around a cell
    centre = dice.uniform(1, width - 2), dice.uniform(1, height - 2)
    points = [(x, y) for y in range(height) for x in range(width)]
    points.sort(key=lambda point: math.dist(point, centre) + dice.uniform(0, spread))
    cells = [cell_at(*point) for point in points]
    stones = max(0, most_stones(width * height, rule) - dice.randint(FEWEST_PLIES, MOST_PLIES))
    walls = cells[stones : stones + dice.choice((0, 0, 0, 1, 3))]
    turn, more = dice.choice((BLACK, WHITE)), dice.choice((0.5, 0.5, 0.6))
    placed = [(cell, turn if dice.random() < more else opponent(turn)) for cell in cells[:stones]]
    return Draw(width, height, placed, turn, walls)


def random_position(rule: int, dice: random.Random) -> Position:
    """Return a random position, seldom one with a five to make."""
    while True:
        width, height, stones, turn, walls = draw(rule, dice)
        try:
            position = Position(width, height, rule, stones, turn, walls)
        except ValueError:
            continue
        if dice.random() < DULL or not five_cells(position.board(), turn, rule):
            return position


class Lines:
    """Finds random positions that a line wins."""

    def __init__(self, rule: int, tries: int) -> None:
        """`tries` limits the search for a line; its moves are shuffled each time."""
        self.rule, self.tries = rule, tries
        self._engines = dict[tuple[int, int], Engine]()

    def positions(self, draws: int, dice: random.Random) -> Iterator[tuple[Position, Moves]]:
        """Yield the positions among some draws, each with its line. Seldom is the line a five."""
        for width, height, stones, turn, walls in map(partial(draw, self.rule), [dice] * draws):
            line = self._line(width, height, _board(width, height, stones, turn, walls), turn)
            if not line or (len(line) == 1 and dice.random() >= DULL):
                continue
            try:
                yield Position(width, height, self.rule, stones, turn, walls), line
            except ValueError:
                continue

    def _line(self, width: int, height: int, board: BoardBytes, turn: int) -> Moves:
        engine = self._engines.get((width, height))
        if not engine:
            engine = self._engines[width, height] = Engine(MEMORY)
            engine.new_game(width, height, self.rule)
        return find_line(engine, board, turn, self.tries)


def _board(
    width: int, height: int, stones: list[tuple[int, int]], turn: int, walls: list[int]
) -> BoardBytes:
    """Return a board as `find_line` reads it: 1 is a stone of the side to move."""
    board = bytearray([WALL] * CELLS)
    for y in range(height):
        for x in range(width):
            board[cell_at(x, y)] = EMPTY
    for cell, colour in stones:
        board[cell] = 1 if colour == turn else 2
    for cell in walls:
        board[cell] = WALL
    return bytes(board)


def certificates(rule: int, count: int) -> list[Certificate]:
    """Return certificates of wins in random positions, each with threat lines and without."""
    engine, dice, made = Engine(MEMORY), random.Random(f"certificates {rule}"), list[Certificate]()
    while len(made) < count:
        position = random_position(rule, dice)
        engine.set_up(position)
        found = engine.think(position.turn, Limit(nodes=NODES))
        if found.score.mate < SHORTEST_WIN:
            continue
        made += [claim for _, claim in certified(engine, position, found.move) if claim]
    return made[:count]


def certified(
    engine: Engine, position: Position, move: int
) -> Iterator[tuple[int, Certificate | None]]:
    """Yield certificates of a win, with threat lines and without, each after the number of tries
    for a line; None if the win is not proved.
    """
    for tries in (prover.LINE_TRIES, 0):
        with patch.object(prover, "LINE_TRIES", tries), suppress(prover.NotProved):
            yield tries, prover.prove(engine, position, move)
            continue
        yield tries, None

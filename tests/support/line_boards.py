"""Random boards for threat lines, each with its checker: the slow twin of the kernels."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from brain.certificates import check
from brain.certificates.board_bytes import BoardBytes
from brain.certificates.stones import Stones, cells_of, stones_of
from brain.engine import Engine
from brain.proving.threat_lines import board_of
from tests.support.small_boards import random_position


@dataclass(frozen=True)
class LineBoard:
    """A board that a line is asked about."""

    attacker: int
    stones: Stones
    board: BoardBytes
    empty: tuple[int, ...]
    checker: check.Rules

    def plies(self, line: tuple[int, ...]) -> int:
        """Return in how many plies a line wins, 0 if it doesn't."""
        try:
            return self.checker.line(line, self.stones)
        except check.Refused:
            return 0


def line_boards(engine: Engine, rule: int, count: int) -> Iterator[tuple[LineBoard, random.Random]]:
    """Yield random boards, which the engine is set up for, and what to draw lines with."""
    dice = random.Random(f"lines {rule}")
    for _ in range(count):
        position = random_position(rule, dice)
        engine.set_up(position)
        stones, turn = stones_of(position), position.turn
        empty = tuple(cells_of(stones.empty))
        yield LineBoard(turn, stones, board_of(stones), empty, check.Rules(rule, turn)), dice

"""The bench: fixed positions of every rule, searched to a fixed depth by one thread.

The signature is a checksum of every move, score and node count. It is the same on every machine,
system and processor level. Only a change of the search or the evaluation changes it.
"""

import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from brain.cell_names import BELOW
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD
from brain.position import Position

DEPTH = 12  # plies
CHURNED = 1_000_000  # stones
MEMORY = 64 << 20  # bytes
SIGNATURE = "92e507c1"  # expected on every machine

# Size, rule, and moves, black's first: the column's letter from a, the row's number from 1
# at the bottom.
POSITIONS = (
    (20, FREESTYLE, "k10 j10 l8 l11 j11 m8 m9 l12 k11 l10 l13 k12 j13 i12"),
    (20, FREESTYLE, "e16 f15 e14 g16 f13"),
    (15, FREESTYLE, "h8 i7 g7 g9 i9 h6"),
    (15, STANDARD, "h8 g7 j8 i8 k7 j9 i7 h7 g6 j6 l6 m5 k10 k9"),
    (15, STANDARD, "h8 h7 j7"),
    (15, RENJU, "h8 g8 i6 h9 f7 g7 g9 i7 k7 j8 h6 h5 f10 f9"),
    (15, RENJU, "h8 i7 g9 g7 h6"),
    (15, CARO, "h8 g7 i7 h6 g8 i8 f8 e8 h9"),
    (15, CARO_EXACT, "h8 i8 h7 h6 g7 i7 f6"),
    (9, STANDARD, "e5 f5 e4 e3 d5"),
)


@dataclass(frozen=True)
class BenchResult:
    """The result of searching all positions."""

    nodes: int
    seconds: float
    signature: str


def positions() -> Iterator[Position]:
    """Yield the positions of the bench."""
    for size, rule, moves in POSITIONS:
        yield Board.read(moves, size, rule, rows=BELOW).position


def run() -> BenchResult:
    """Search all positions and return the result."""
    engine = Engine(MEMORY)
    nodes = 0
    seconds = 0.0
    signature = 0
    for position in positions():
        engine.new_game(position.width, position.height, position.rule)
        engine.set_up(position)
        started = time.perf_counter()
        result = engine.think(position.turn, Limit(depth=DEPTH))
        seconds += time.perf_counter() - started
        found = result.analysis
        nodes += found.nodes
        answer = f"{int(result.move)} {int(found.score)} {found.nodes}"
        signature = zlib.crc32(answer.encode(), signature)
    return BenchResult(nodes, seconds, f"{signature:08x}")


def churn_speed() -> float:
    """Return the stones placed and removed per second, from an empty 15 x 15 board."""
    engine = Engine(MEMORY)
    engine.new_game(15, 15, STANDARD)
    started = time.perf_counter()
    engine.churn(CHURNED)
    return CHURNED / (time.perf_counter() - started)

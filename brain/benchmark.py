"""The bench: fixed positions of every rule, searched to a fixed depth by one thread.

The signature is a checksum of every move, score and node count. It is the same on every machine,
system and processor level. Only a change of the search or the evaluation changes it.
"""

import time
import zlib
from dataclasses import dataclass

from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD

DEPTH = 12  # plies
CHURNED = 1_000_000  # stones
MEMORY = 64 << 20  # bytes
SIGNATURE = "c6025481"  # expected on every machine

# Size, rule, and moves, black's first: the column's letter from a, the row's number from 1.
POSITIONS = (
    (20, FREESTYLE, "k11 j11 l13 l10 j10 m13 m12 l9 k10 l11 l8 k9 j8 i9"),
    (20, FREESTYLE, "e5 f6 e7 g5 f8"),
    (15, FREESTYLE, "h8 i9 g9 g7 i7 h10"),
    (15, STANDARD, "h8 g9 j8 i8 k9 j7 i9 h9 g10 j10 l10 m11 k6 k7"),
    (15, STANDARD, "h8 h9 j9"),
    (15, RENJU, "h8 g8 i10 h7 f9 g9 g7 i9 k9 j8 h10 h11 f6 f7"),
    (15, RENJU, "h8 i9 g7 g9 h10"),
    (15, CARO, "h8 g9 i9 h10 g8 i8 f8 e8 h7"),
    (15, CARO_EXACT, "h8 i8 h9 h10 g9 i9 f10"),
    (9, STANDARD, "e5 f5 e6 e7 d5"),
)


@dataclass(frozen=True)
class BenchResult:
    """The result of searching all positions."""

    nodes: int
    seconds: float
    signature: str


def run() -> BenchResult:
    """Search all positions and return the result."""
    engine = Engine(MEMORY)
    nodes = 0
    seconds = 0.0
    signature = 0
    for size, rule, moves in POSITIONS:
        engine.new_game(size, size, rule)
        position = engine.set_up(Board.read(moves, size, rule))
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

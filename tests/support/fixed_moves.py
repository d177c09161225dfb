"""Games of fixed moves, for tests of a game in the terminal."""

from brain import Board, Result
from brain.score import Score
from brain.thinking.think import Analysis

FOUR = "h8a1i8a3j8a5k8a7"  # black's; l8 wins
DOUBLE_THREE = "e4a1e6b1d5c1f5i9"  # e5 is forbidden in renju


class Fixed:
    """Stands in for the engine: plays one move after the other, and remembers the levels."""

    def __init__(self, moves: str = "", score: int = 35) -> None:
        self._moves = iter(Board.read(moves).moves)
        self._score = Score(score)
        self.levels: list[int] = []

    def __call__(self, board: Board, strength: int) -> Result:
        self.levels.append(strength)
        move = next(self._moves)
        return Result(move, Analysis(1, 1, self._score, 1, 0.0, (move,)))

"""Games as values: moves, results and endings. No input or output.

Columns and rows count from 0 at the upper left corner. Scores are black's: 1, 0.5 or 0.
"""

from dataclasses import dataclass
from enum import StrEnum

from brain.lexicon import BLACK, colour_of, opponent

Point = tuple[int, int]  # column, row

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
REASON = "! "  # starts a line of an exchange that was neither sent nor received


class Ending(StrEnum):
    """The way a game ended."""

    FIVE = "five"
    FULL_BOARD = "full board"
    MOVE_LIMIT = "move limit"
    ADJUDICATED = "adjudicated"
    FORBIDDEN = "forbidden"  # black's last stone lies on a forbidden point
    # Failures: the engine loses, and its last answer does not place a stone.
    ILLEGAL = "illegal"  # an occupied cell, or one off the board
    TIME = "time"
    CRASH = "crash"
    NO_ANSWER = "no answer"  # it hangs
    MEMORY = "memory"
    UNREADABLE = "unreadable"  # an answer that is not a move
    START = "start"  # it does not start


FAILURES = frozenset(
    {
        Ending.ILLEGAL,
        Ending.TIME,
        Ending.CRASH,
        Ending.NO_ANSWER,
        Ending.MEMORY,
        Ending.UNREADABLE,
        Ending.START,
    }
)


@dataclass(frozen=True)
class PlayedMove:
    """A stone that an engine placed, with its time and memory."""

    x: int
    y: int
    ms: float = 0.0
    memory: int = 0  # bytes; 0 if not measured
    message: str = ""  # the engine's last line of analysis


@dataclass(frozen=True)
class Game:
    """A finished game between two engines, which have names.

    Colours alternate through the opening and the moves, black first.
    """

    number: int
    pair: int  # the same for the two games of an opening with colours reversed
    black: str
    white: str
    rule: int
    width: int
    height: int
    opening: tuple[Point, ...]
    moves: tuple[PlayedMove, ...]
    score: float
    ending: Ending
    exchange: tuple[str, ...] = ()  # last lines of a fault: "> " sent, "< " received, or REASON
    started: str = ""  # ISO 8601, UTC
    round: int = 0

    @property
    def stones(self) -> tuple[Point, ...]:
        """All stones in the order they were placed."""
        return self.opening + tuple((move.x, move.y) for move in self.moves)

    @property
    def plies(self) -> int:
        """The number of stones, the opening included."""
        return len(self.opening) + len(self.moves)

    @property
    def names(self) -> tuple[str, str]:
        """Black's name and white's."""
        return self.black, self.white

    @property
    def winner(self) -> str | None:
        """The winner's name; None in a draw."""
        return {WIN: self.black, LOSS: self.white}.get(self.score)

    @property
    def loser(self) -> str | None:
        """The loser's name; None in a draw."""
        return {WIN: self.white, LOSS: self.black}.get(self.score)

    @property
    def reason(self) -> str:
        """The details of a fault in one line, "" without any."""
        last = self.exchange[-1] if self.exchange else ""
        return last.removeprefix(REASON) if last.startswith(REASON) else ""

    def score_of(self, name: str) -> float:
        """Return an engine's score; ValueError if it did not play."""
        if name not in self.names:
            raise ValueError(f"{name} did not play game {self.number}")
        return self.score if name == self.black else 1 - self.score

    def colour_of(self, index: int) -> int:
        """Return the colour of a move; moves count from 0 after the opening."""
        return colour_of(len(self.opening) + index)

    def moves_of(self, colour: int) -> tuple[PlayedMove, ...]:
        """Return the moves of a colour."""
        first = 0 if self.colour_of(0) == colour else 1
        return self.moves[first::2]


def score_for(winner: int) -> float:
    """Return black's score when a colour wins."""
    return WIN if winner == BLACK else LOSS


def score_against(loser: int) -> float:
    """Return black's score when a colour loses."""
    return score_for(opponent(loser))

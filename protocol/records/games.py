"""What a match is about: moves, games and how they end. Values only, no input or output.

Columns and rows count from 0, from the upper left corner. A score is black's: 1, 0.5 or 0.
"""

from dataclasses import dataclass
from enum import StrEnum

from brain.lexicon import BLACK, WHITE, opponent

Point = tuple[int, int]  # column, row

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Ending(StrEnum):
    """Why a game is over."""

    FIVE = "five"
    FULL_BOARD = "full board"
    MOVE_LIMIT = "move limit"
    ADJUDICATED = "adjudicated"
    FORBIDDEN = "forbidden"  # black's last stone lies on a forbidden point
    # What an engine loses by; its answer is no stone of the game.
    ILLEGAL = "illegal"  # a cell that is taken or off the board
    TIME = "time"
    CRASH = "crash"
    NO_ANSWER = "no answer"  # it hangs
    MEMORY = "memory"
    UNREADABLE = "unreadable"  # an answer that is no move
    START = "start"  # it did not start


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
class Move:
    """A stone that an engine placed, and what it took."""

    x: int
    y: int
    ms: float = 0.0
    memory: int = 0  # bytes, 0 when not measured
    message: str = ""  # the engine's last line of analysis


@dataclass(frozen=True)
class Game:
    """A finished game between two engines, called by their names.

    The stones of the opening and then the moves alternate in colour, black first.
    """

    number: int
    pair: int  # the games of an opening with both colours share it
    black: str
    white: str
    rule: int
    width: int
    height: int
    opening: tuple[Point, ...]
    moves: tuple[Move, ...]
    score: float
    ending: Ending
    exchange: tuple[str, ...] = ()  # last lines with the one that failed: "> " sent, "< " received
    started: str = ""  # ISO 8601, UTC
    round: int = 0

    @property
    def stones(self) -> tuple[Point, ...]:
        """All stones in the order they were placed."""
        return self.opening + tuple((move.x, move.y) for move in self.moves)

    @property
    def plies(self) -> int:
        """How many stones were placed, the opening's included."""
        return len(self.opening) + len(self.moves)

    @property
    def names(self) -> tuple[str, str]:
        """Black's name and white's."""
        return self.black, self.white

    @property
    def winner(self) -> str | None:
        """The winner's name, None after a draw."""
        return {WIN: self.black, LOSS: self.white}.get(self.score)

    @property
    def loser(self) -> str | None:
        """The loser's name, None after a draw."""
        return {WIN: self.white, LOSS: self.black}.get(self.score)

    def score_of(self, name: str) -> float:
        """Return an engine's score; ValueError when it did not play."""
        if name not in self.names:
            raise ValueError(f"{name} did not play game {self.number}")
        return self.score if name == self.black else 1 - self.score

    def colour_of(self, index: int) -> int:
        """Return the colour of a move, counted from 0 after the opening."""
        return colour_of(len(self.opening) + index)

    def moves_of(self, colour: int) -> tuple[Move, ...]:
        """Return the moves of a colour."""
        first = 0 if self.colour_of(0) == colour else 1
        return self.moves[first::2]


def colour_of(stone: int) -> int:
    """Return the colour of a stone, counted from 0."""
    return BLACK if stone % 2 == 0 else WHITE


def score_for(winner: int) -> float:
    """Return black's score when a colour wins."""
    return WIN if winner == BLACK else LOSS


def score_against(loser: int) -> float:
    """Return black's score when a colour loses."""
    return score_for(opponent(loser))

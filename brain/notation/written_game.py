"""A game as a text has it, and the helper that makes a set-up of what a board can't replay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from brain.lexicon import BLACK, opponent
from brain.rules.symmetry import Point, Points

PointStone = tuple[Point, int]  # with its colour
Turn = tuple[Point | None, int]  # a move or a pass, with the side that made it


@dataclass(frozen=True)
class WrittenGame:
    """Stones set up, then moves in turn. The rules have not checked them."""

    width: int
    height: int
    rule: int
    moves: tuple[PointStone, ...] = ()
    set_up: tuple[PointStone, ...] = ()
    walls: Points = ()
    turn: int = BLACK  # the side to move at the end
    black: str = ""  # name
    white: str = ""
    winner: int | None = None  # BLACK or WHITE; None if the text names none
    comments: Mapping[int, str] = field(default_factory=dict)  # by number of moves before it
    notes: tuple[str, ...] = ()  # a sentence for each part of the text that was skipped

    @property
    def first(self) -> int:
        """The side to move after the set-up."""
        return self.moves[0][1] if self.moves else self.turn

    @property
    def stones(self) -> tuple[PointStone, ...]:
        """All stones, in the order of placement."""
        return self.set_up + self.moves

    def begun(self, stones: int | None) -> Self:
        """Return the game after its first stones; None for all."""
        if stones is None or stones >= len(self.stones):
            return self
        set_up = self.set_up[:stones]
        turn = self.stones[stones][1] if stones >= len(self.set_up) else self.turn
        moves = self.moves[: max(0, stones - len(self.set_up))]
        return replace(self, set_up=set_up, moves=moves, turn=turn)


def in_turn(points: Iterable[Point], first: int = BLACK) -> tuple[PointStone, ...]:
    """Return stones with their colours, those of `first` first."""
    return tuple(
        (point, opponent(first) if index % 2 else first) for index, point in enumerate(points)
    )


def after_passes(turns: Sequence[Turn]) -> tuple[int, int]:
    """Return the number of turns to set up, which end with a pass, and the number of turns from
    there on that are moves. Two passes at the end of a game end it: they are neither.
    """
    last = len(turns)
    while last > 1 and turns[last - 1][0] is None and turns[last - 2][0] is None:
        last -= 2
    first = max((index for index in range(last) if turns[index][0] is None), default=-1) + 1
    return first, last - first

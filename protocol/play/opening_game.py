"""An opening procedure as people and the engine play it: the answers so far, and whose they are.

A text of it, such as `soosyrv-8 h8 i9 g7 stay j10`, continues it; its rows count from below.
"""

import re
from dataclasses import dataclass, replace
from typing import Self

from brain.cell_names import BELOW, column_named, name_of, row_numbered
from brain.lexicon import opponent
from brain.notation.text import excerpt
from brain.openings.procedures import (
    CHOOSE,
    COUNT,
    SWAP,
    OpeningAnswer,
    OpeningState,
    begin,
    procedure_named,
    replayed,
)

_NAME = re.compile(r"([a-z])([0-9]{1,2})")
_NUMBER = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True)
class OpeningGame:
    """A procedure with its answers.

    name     key of the procedure
    size     columns and rows
    people   the colours that people have at its beginning
    answers  of all steps, in order
    """

    name: str
    size: tuple[int, int]
    people: frozenset[int]
    answers: tuple[OpeningAnswer, ...] = ()

    @property
    def state(self) -> OpeningState:
        """The state after the answers."""
        return replayed(begin(self.name, *self.size), self.answers)

    @property
    def is_on(self) -> bool:
        """Whether the procedure goes on."""
        return self.state.step is not None

    @property
    def people_now(self) -> frozenset[int]:
        """The colours that people have after the answers."""
        is_swapped = self.answers.count(SWAP) % 2 == 1
        return frozenset(map(opponent, self.people)) if is_swapped else self.people

    @property
    def text(self) -> str:
        """The procedure with its answers."""
        height = self.size[1]
        words = (
            name_of(*answer, height, BELOW) if isinstance(answer, tuple) else str(answer)
            for answer in self.answers
        )
        return " ".join((self.name, *words))

    def answered(self, answer: OpeningAnswer) -> Self:
        """Return the opening after one more answer; ValueError if it is not possible."""
        after = replace(self, answers=(*self.answers, answer))
        self.state.answered(answer)
        return after

    def before_last_of_people(self) -> Self | None:
        """Return the opening before the last answer that a person gave; None without one."""
        counts = reversed(range(len(self.answers)))
        games = (replace(self, answers=self.answers[:count]) for count in counts)
        return next((game for game in games if game.asks_people), None)

    def begun(self) -> Self:
        """Return the opening without answers."""
        return replace(self, answers=())

    @property
    def asks_people(self) -> bool:
        """Whether a person acts now."""
        step = self.state.step
        return step is not None and step.colour in self.people_now


def opening_game(text: str, size: tuple[int, int], people: frozenset[int]) -> OpeningGame:
    """Return the opening of a text; ValueError if an answer is not possible."""
    name, *words = text.split() or [""]
    game = OpeningGame(procedure_named(name), size, people)
    for word in words:
        try:
            game = game.answered(_answer(game.state, word))
        except ValueError as error:
            raise ValueError(f"{game.name}, answer {len(game.answers) + 1}: {error}") from None
    return game


def _answer(state: OpeningState, word: str) -> OpeningAnswer:
    """Return the answer to the current step in a word."""
    step = state.step
    if step and step.act == CHOOSE:
        return word
    if step and step.act == COUNT and _NUMBER.fullmatch(word):
        return int(word)
    found = _NAME.fullmatch(word.lower())
    if not found:
        raise ValueError(f"expected a cell, got {excerpt(word)}")
    return column_named(found[1]), row_numbered(int(found[2]), state.height, BELOW)

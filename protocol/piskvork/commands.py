"""The commands of the Piskvork brain protocol and of Yixin-Board's additions, as values. `grammar`
reads and writes them.

Martin Petříček, Petr Laštovička, Tomáš Kubeš: "Gomocup protocol",
https://plastovicka.github.io/protocl2en.htm
Kai Sun: "Yixin protocol", https://github.com/accreator/Yixin-protocol
"""

from typing import NoReturn, dataclass_transform

OWN, OPPONENT, NEUTRAL = 1, 2, 3  # owners of a BOARD stone

Stones = tuple[tuple[int, int, int], ...]  # x, y, owner
Points = tuple[tuple[int, int], ...]  # x, y


@dataclass_transform(frozen_default=True)
class Command:
    """A command: frozen, and equal to another of its class with the same fields.

    A subclass annotates its fields in order, as in a dataclass. That many dataclasses would take a
    fifth of the program's start. Named tuples of different classes would be equal:
    Begin() == Restart().
    """

    __match_args__: tuple[str, ...]

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]

    def __init__(self, *fields: object) -> None:
        vars(self).update(zip(self.__match_args__, fields, strict=True))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: its {name} can't be set")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{tuple(vars(self).values())}"


class Start(Command):
    """A new, empty board; the settings stay."""

    width: int
    height: int


class Restart(Command):
    """A new, empty board of the same size."""


class Begin(Command):
    """Play the first move."""


class Turn(Command):
    """Place the opponent's stone, then play."""

    x: int
    y: int


class Play(Command):
    """Place the engine's stone on this cell, without a search."""

    x: int
    y: int


class Takeback(Command):
    """Remove this stone, which need not be the last one."""

    x: int
    y: int


class PlayPosition(Command):
    """Set up a position, its stones in any order, then play."""

    stones: Stones


class SetPosition(Command):
    """Set up a position, without a search or an answer."""

    stones: Stones


class Swap2(Command):
    """Answer a swap2 opening, given its stones in order."""

    points: Points


class Swap2Step(Command):
    """A step of swap2 in Yixin-Board: 1 on an empty board, 2 after three stones, 3 after five."""

    number: int


class SoosyrvStep(Command):
    """A step of Soosyrv-8 in Yixin-Board, 1 to 6, after the stones in order.

    `offers` is the number of fifth stones to offer, in steps 4 and 5.
    """

    number: int
    offers: int
    points: Points


class Best(Command):
    """Show the `lines` best moves on this board, then play the best."""

    lines: int


class Balance(Command):
    """Place one or two stones that bring the score of the side to move nearest to the bias."""

    stones: int
    bias: int


class Defend(Command):
    """Show which moves lose on this board, then play."""


class Block(Command):
    """Exclude these cells from play until they are unblocked."""

    points: Points


class Unblock(Command):
    """Allow these cells again."""

    points: Points


class UnblockAll(Command):
    """Allow all cells again."""


class ShowInfo(Command):
    """Report the maximum threads and table size; only Yixin-Board asks."""


class ShowForbidden(Command):
    """Report the forbidden points."""


class ShowHash(Command):
    """Report the size of the transposition table."""


class Forget(Command):
    """Empty the transposition table."""


class Info(Command):
    """A setting; the key is in lower case."""

    key: str
    value: str


class DatabaseCommand(Command):
    """Use the position database; `yixin_database` has the words.

    `text` is what follows the word, and `points` are the moves of the position, black's first.
    """

    word: str
    text: str
    points: Points


class Lacking(Command):
    """Use a feature that Tengen lacks; `feature` names it for people."""

    feature: str


class About(Command):
    """Report name, version, author and home page."""


class Stop(Command):
    """Play the best move found so far."""


class End(Command):
    """Exit."""


class Malformed(Command):
    """A known word whose arguments can't be read."""

    text: str


class Unknown(Command):
    """A word that isn't in the grammar."""

    text: str


Request = Begin | Turn | PlayPosition | Swap2 | Best | Balance | Defend  # asks for a move
Stoppable = Request | Swap2Step | SoosyrvStep  # starts a think that a stop ends

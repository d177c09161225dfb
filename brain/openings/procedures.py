"""Opening procedures: who places which stones where, who chooses a colour, who offers fifth stones.

One table has the steps of every procedure. A player is named by the colour that is theirs at that
moment: a swap exchanges the players' colours. Stones alternate, black's first. Points are columns
and rows from 0; distances are in cells from the centre, along the longer axis.

The sources differ in details, or leave them open. This is the version of the table:

| procedure | version |
|---|---|
| RIF | the rule of 1996: one of the 26 openings, a swap, two fifth stones |
| Yamaguchi | 1 to 12 fifth stones; the sources have no limit |
| Taraguchi-10 | who swaps after the fourth stone does not offer ten fifth stones |
| Soosyrv-8 | 1 to 8 fifth stones |
| Sakata | Super Sakata without its further pairs of stones |
| swap, swap2 | three stones anywhere |
| pro, long pro | the third stone at a distance of at least 3 or 4 from the centre |

Renju International Federation: "Opening rules", https://www.renju.net/rules/ and /rule/17/;
"Yamaguchi rule", http://renju.net/media/showrule.php?rule=5
Wikipedia: "Renju opening rules", "Taraguchi opening rule", "Soosõrv opening rule", "Gomoku"
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from brain.cell import Cell, point_of_move
from brain.cell_names import name_of
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from brain.rules.symmetry import Point, Points, symmetries, transformed

PLACE, CHOOSE, COUNT, OFFER, PICK = "place", "choose", "count", "offer", "pick"  # acts
STAY, SWAP, TWO, TEN = "stay", "swap", "two", "ten"  # choices
OpeningAnswer = Point | str | int  # a cell as a point or a name; a choice; a number


class Area(NamedTuple):
    """The least and the greatest distance from the centre."""

    least: int
    most: int


class Choice(NamedTuple):
    """A possible choice, and the steps that follow it before the others."""

    name: str
    then: "tuple[OpeningStep, ...]" = ()


class OpeningStep(NamedTuple):
    """A step of a procedure."""

    act: str
    colour: int  # whose player acts
    areas: tuple[Area, ...] = ()  # to place: of each stone
    choices: tuple[Choice, ...] = ()  # to choose from
    number: int = 0  # maximum to name; number of fifth stones to offer, 0 for the number named


class Procedure(NamedTuple):
    """An opening procedure."""

    title: str
    rule: int  # usual
    steps: tuple[OpeningStep, ...]


CENTRE, WITHIN_3, WITHIN_5, WITHIN_7, WITHIN_9 = (Area(0, most) for most in range(5))
ANYWHERE = Area(0, 99)
PATTERN = OpeningStep(PLACE, BLACK, (CENTRE, WITHIN_3, WITHIN_5))  # one of the 26 openings
ANY_THREE = OpeningStep(PLACE, BLACK, (ANYWHERE,) * 3)
FOURTH = OpeningStep(PLACE, WHITE, (ANYWHERE,))
PICK_FIFTH = OpeningStep(PICK, WHITE)


def _swap(colour: int, *more: Choice) -> OpeningStep:
    """Return the step in which the player of a colour may swap."""
    return OpeningStep(CHOOSE, colour, choices=(Choice(STAY), Choice(SWAP), *more))


_SINGLE_FIFTH = (OpeningStep(PLACE, BLACK, (WITHIN_9,)), _swap(WHITE))
PROCEDURES = {
    "swap": Procedure("Swap", FREESTYLE, (ANY_THREE, _swap(WHITE))),
    "swap2": Procedure(
        "Swap2",
        FREESTYLE,
        (
            ANY_THREE,
            _swap(WHITE, Choice(TWO, (OpeningStep(PLACE, WHITE, (ANYWHERE,) * 2), _swap(BLACK)))),
        ),
    ),
    "pro": Procedure(
        "Pro",
        FREESTYLE,
        (
            OpeningStep(PLACE, BLACK, (CENTRE,)),
            OpeningStep(PLACE, WHITE, (ANYWHERE,)),
            OpeningStep(PLACE, BLACK, (Area(3, 99),)),
        ),
    ),
    "long-pro": Procedure(
        "Long pro",
        FREESTYLE,
        (
            OpeningStep(PLACE, BLACK, (CENTRE,)),
            OpeningStep(PLACE, WHITE, (ANYWHERE,)),
            OpeningStep(PLACE, BLACK, (Area(4, 99),)),
        ),
    ),
    "rif": Procedure(
        "RIF",
        RENJU,
        (PATTERN, _swap(WHITE), FOURTH, OpeningStep(OFFER, BLACK, number=2), PICK_FIFTH),
    ),
    "yamaguchi": Procedure(
        "Yamaguchi",
        RENJU,
        (
            PATTERN,
            OpeningStep(COUNT, BLACK, number=12),
            _swap(WHITE),
            FOURTH,
            OpeningStep(OFFER, BLACK),
            PICK_FIFTH,
        ),
    ),
    "taraguchi-10": Procedure(
        "Taraguchi-10",
        RENJU,
        (
            OpeningStep(PLACE, BLACK, (CENTRE,)),
            _swap(WHITE),
            OpeningStep(PLACE, WHITE, (WITHIN_3,)),
            _swap(BLACK),
            OpeningStep(PLACE, BLACK, (WITHIN_5,)),
            _swap(WHITE),
            OpeningStep(PLACE, WHITE, (WITHIN_7,)),
            OpeningStep(
                CHOOSE,
                BLACK,
                choices=(
                    Choice(STAY, _SINGLE_FIFTH),
                    Choice(SWAP, _SINGLE_FIFTH),
                    Choice(TEN, (OpeningStep(OFFER, BLACK, number=10), PICK_FIFTH)),
                ),
            ),
        ),
    ),
    "soosyrv-8": Procedure(
        "Soosyrv-8",
        RENJU,
        (
            PATTERN,
            _swap(WHITE),
            FOURTH,
            OpeningStep(COUNT, WHITE, number=8),
            _swap(BLACK),
            OpeningStep(OFFER, BLACK),
            PICK_FIFTH,
        ),
    ),
    "sakata": Procedure(
        "Sakata",
        RENJU,
        (PATTERN, OpeningStep(PLACE, WHITE, (WITHIN_7, WITHIN_9)), _swap(BLACK)),
    ),
}


def procedure_named(name: str) -> str:
    """Return the key of the procedure with a name, such as "Soosyrv-8"; ValueError if there is
    none. Letters and digits count.
    """
    wanted = "".join(filter(str.isalnum, name.casefold().replace("õ", "y")))
    for key in PROCEDURES:
        if key.replace("-", "") == wanted:
            return key
    raise ValueError(f"unknown opening procedure {name!r}: expected one of {', '.join(PROCEDURES)}")


@dataclass(frozen=True)
class OpeningState:
    """The state of a procedure. `answered` returns the next one."""

    width: int
    height: int
    steps: tuple[OpeningStep, ...]  # from the current one on
    stones: Points = ()  # in order, black's first
    count: int = 0  # number of fifth stones that was named
    offers: Points = ()  # fifth stones offered so far
    is_swapped: bool = False  # whether the second player has black

    @property
    def step(self) -> OpeningStep | None:
        """The current step; None at the end of the procedure."""
        return self.steps[0] if self.steps else None

    @property
    def is_second(self) -> bool:
        """Whether the second player acts; at the end, whether that player has the move."""
        colour = self.steps[0].colour if self.steps else BLACK + len(self.stones) % 2
        return (colour == WHITE) != self.is_swapped

    @property
    def wanted(self) -> int:
        """The number of fifth stones that Black must offer; at most those that differ."""
        most = self.steps[0].number if self.steps else 0
        return min(most or self.count, len(distinct(self.stones, self.width, self.height)))

    def answered(self, answer: OpeningAnswer) -> "OpeningState":
        """Return the state after an answer to the current step: a cell to place, to offer or to
        pick, as a point or a name; a choice; a number of fifth stones. ValueError if it is not
        possible.
        """
        step = self.step
        if step is None:
            raise ValueError("the opening is over")
        if step.act == CHOOSE:
            return self._chosen(step, answer)
        if step.act == COUNT:
            if not (isinstance(answer, int) and 1 <= answer <= step.number):
                raise ValueError(f"expected a number from 1 to {step.number}, got {answer!r}")
            return replace(self, steps=self.steps[1:], count=answer)
        if isinstance(answer, int) and not isinstance(answer, Cell):
            raise ValueError(f"expected a cell, got {answer!r}")
        point = point_of_move(answer, self.height)
        if step.act == PICK:
            if point not in self.offers:
                names = ", ".join(self._name(offer) for offer in self.offers)
                raise ValueError(f"expected one of {names}, got {self._name(point)}")
            return replace(self, steps=self.steps[1:], stones=(*self.stones, point), offers=())
        self._check_empty(point)
        return self._placed(step, point) if step.act == PLACE else self._offered(point)

    def allows(self, point: Point) -> bool:
        """Return whether the stone to place now may go to a point, by its distance."""
        step = self.step
        if step is None or step.act != PLACE:
            return True
        return step.areas[0].least <= self._distance(point) <= step.areas[0].most

    def _distance(self, point: Point) -> int:
        return max(abs(point[0] - self.width // 2), abs(point[1] - self.height // 2))

    def _name(self, point: Point) -> str:
        return name_of(*point, self.height)

    def _check_empty(self, point: Point) -> None:
        if not (0 <= point[0] < self.width and 0 <= point[1] < self.height):
            raise ValueError(f"{self._name(point)} is off the board")
        if point in self.stones:
            raise ValueError(f"{self._name(point)} has a stone")

    def _placed(self, step: OpeningStep, point: Point) -> "OpeningState":
        if not self.allows(point):
            raise ValueError(f"{self._name(point)} is not allowed: {area_text(step.areas[0])}")
        rest = (step._replace(areas=step.areas[1:]),) if step.areas[1:] else ()
        return replace(self, steps=(*rest, *self.steps[1:]), stones=(*self.stones, point))

    def _chosen(self, step: OpeningStep, answer: OpeningAnswer) -> "OpeningState":
        for choice in step.choices:
            if choice.name == answer:
                return replace(
                    self,
                    steps=(*choice.then, *self.steps[1:]),
                    is_swapped=self.is_swapped != (choice.name == SWAP),
                )
        names = ", ".join(choice.name for choice in step.choices)
        raise ValueError(f"expected one of {names}, got {answer!r}")

    def _offered(self, point: Point) -> "OpeningState":
        for other in self.offers:
            if point in images(other, self.stones, self.width, self.height):
                raise ValueError(
                    f"{self._name(point)} is the same as {self._name(other)} by symmetry"
                    if point != other
                    else f"{self._name(point)} is offered already"
                )
        offers = (*self.offers, point)
        rest = self.steps[1:] if len(offers) >= self.wanted else self.steps
        return replace(self, steps=rest, offers=offers)


def area_text(area: Area) -> str:
    """Return an area in words."""
    if not area.most:
        return "this stone goes to the centre"
    if area.least:
        side = 2 * area.least - 1
        return f"this stone goes outside the central {side} x {side}"
    side = 2 * area.most + 1
    return f"this stone goes within the central {side} x {side}"


def begin(name: str, width: int = 15, height: int = 15) -> OpeningState:
    """Return the beginning of a procedure; ValueError for an unknown name or too small a board."""
    key = procedure_named(name)
    procedure = PROCEDURES[key]
    far = max((area.least for step in procedure.steps for area in step.areas), default=0)
    if max(width, height) // 2 < far:
        raise ValueError(f"{procedure.title} needs a larger board, got {width} x {height}")
    return OpeningState(width, height, procedure.steps)


def replayed(state: OpeningState, answers: Iterable[OpeningAnswer]) -> OpeningState:
    """Return the state after several answers."""
    for answer in answers:
        state = state.answered(answer)
    return state


# Symmetry.


def images(point: Point, stones: Sequence[Point], width: int, height: int) -> set[Point]:
    """Return the points that equal a point under the symmetries of the stones, itself included."""
    own = _symmetries_of(tuple(stones), width, height)
    return {transformed((point,), symmetry, width, height)[0] for symmetry in own}


def distinct(stones: Sequence[Point], width: int, height: int) -> tuple[Point, ...]:
    """Return the empty points of which none equals another by symmetry, row by row."""
    own = _symmetries_of(tuple(stones), width, height)
    points = [(x, y) for y in range(height) for x in range(width) if (x, y) not in stones]
    return tuple(
        point
        for point in points
        if min(transformed((point,), symmetry, width, height) for symmetry in own) == (point,)
    )


def _symmetries_of(stones: Points, width: int, height: int) -> list[int]:
    """Return the symmetries that map the stones of each colour to themselves."""
    sides = [set(stones[::2]), set(stones[1::2])]
    return [
        symmetry
        for symmetry in symmetries(width, height)
        if all(set(transformed(side, symmetry, width, height)) == side for side in sides)
    ]

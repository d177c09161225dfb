"""The 26 openings of renju, with their names in English, Chinese and Japanese.

An opening is three stones, black, white and black, of which the first is in the centre. In a direct
opening (D) the second stone is beside the first along a line, in an indirect one (I) along a
diagonal. The third is within two steps of the centre, which is the cell width // 2, height // 2.
The numbers are those of the Renju International Federation, which also writes 4D for D4.

Renju International Federation: "Opening patterns", https://www.renju.net/study/openings.php
"""

from collections.abc import Sequence
from typing import NamedTuple

from brain.cell import Stone
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, WHITE, point_of
from brain.rules.symmetry import Point, Points, lowest

STONES = 3  # of an opening
COLOURS = (BLACK, WHITE, BLACK)
SECOND = {"D": (0, -1), "I": (1, -1)}  # the second stone: columns and rows from the first


class NamedOpening(NamedTuple):
    """One of the 26 openings."""

    code: str  # "D4"
    english: str  # "Kagetsu", after the Japanese name
    simplified: str
    traditional: str
    japanese: str
    third: Point  # the third stone: columns and rows from the first

    @property
    def title(self) -> str:
        """The number and the English name."""
        return f"{self.code} {self.english}"

    @property
    def steps(self) -> Points:
        """The stones, as columns and rows from the centre."""
        return (0, 0), SECOND[self.code[0]], self.third

    def points(self, width: int = 15, height: int = 15) -> Points:
        """Return the stones on a board, as columns and rows from 0."""
        return tuple((width // 2 + dx, height // 2 + dy) for dx, dy in self.steps)

    def board(self, size: int = 15, rule: str | int = RENJU) -> Board:
        """Return the board after the opening."""
        return Board.of(self.points(size, size), size, rule)


OPENINGS = tuple(
    NamedOpening(*names, third)
    for names, third in (
        (("D1", "Kansei", "寒星", "寒星", "寒星"), (0, -2)),
        (("D2", "Keigetsu", "溪月", "溪月", "渓月"), (1, -2)),
        (("D3", "Sosei", "疏星", "疏星", "疎星"), (2, -2)),
        (("D4", "Kagetsu", "花月", "花月", "花月"), (1, -1)),
        (("D5", "Zangetsu", "残月", "殘月", "残月"), (2, -1)),
        (("D6", "Ugetsu", "雨月", "雨月", "雨月"), (1, 0)),
        (("D7", "Kinsei", "金星", "金星", "金星"), (2, 0)),
        (("D8", "Shogetsu", "松月", "松月", "松月"), (0, 1)),
        (("D9", "Kyugetsu", "丘月", "丘月", "丘月"), (1, 1)),
        (("D10", "Shingetsu", "新月", "新月", "新月"), (2, 1)),
        (("D11", "Zuisei", "瑞星", "瑞星", "瑞星"), (0, 2)),
        (("D12", "Sangetsu", "山月", "山月", "山月"), (1, 2)),
        (("D13", "Yusei", "游星", "遊星", "遊星"), (2, 2)),
        (("I1", "Chosei", "长星", "長星", "長星"), (2, -2)),
        (("I2", "Kyogetsu", "峡月", "峽月", "峡月"), (2, -1)),
        (("I3", "Kosei", "恒星", "恆星", "恒星"), (2, 0)),
        (("I4", "Suigetsu", "水月", "水月", "水月"), (2, 1)),
        (("I5", "Ryusei", "流星", "流星", "流星"), (2, 2)),
        (("I6", "Ungetsu", "云月", "雲月", "雲月"), (1, 0)),
        (("I7", "Hogetsu", "浦月", "浦月", "浦月"), (1, 1)),
        (("I8", "Rangetsu", "岚月", "嵐月", "嵐月"), (1, 2)),
        (("I9", "Gingetsu", "银月", "銀月", "銀月"), (0, 1)),
        (("I10", "Myojo", "明星", "明星", "明星"), (0, 2)),
        (("I11", "Shagetsu", "斜月", "斜月", "斜月"), (-1, 1)),
        (("I12", "Meigetsu", "名月", "名月", "名月"), (-1, 2)),
        (("I13", "Suisei", "彗星", "彗星", "彗星"), (-2, 2)),
    )
)
_BY_STEPS = {lowest(opening.steps, 1, 1): opening for opening in OPENINGS}
_BY_NAME = {
    name.casefold(): opening
    for opening in OPENINGS
    for name in (opening.title, *opening[:5], f"{opening.code[1:]}{opening.code[0]}")
}


def find_opening(name: str) -> NamedOpening | None:
    """Return the opening with a name in any language or a number, such as "Kagetsu", "花月", "D4"
    or "4D"; None if there is none.
    """
    return _BY_NAME.get(" ".join(name.casefold().split()))


def opening_named(name: str) -> NamedOpening:
    """Return the opening with a name or number; ValueError if there is none."""
    opening = find_opening(name)
    if opening is None:
        raise ValueError(
            f"unknown opening {name!r}: expected D1 to D13, I1 to I13, or a name such as Kagetsu"
        )
    return opening


def opening_of(stones: Sequence[Stone], width: int, height: int) -> NamedOpening | None:
    """Return the opening that a game's first three stones are, under any symmetry about the centre;
    None if they are none of the 26. `stones` are cells with their colours, in order.
    """
    first = stones[:STONES]
    if tuple(colour for _, colour in first) != COLOURS:
        return None
    points = (point_of(cell) for cell, _ in first)
    return _BY_STEPS.get(lowest(tuple((x - width // 2, y - height // 2) for x, y in points), 1, 1))

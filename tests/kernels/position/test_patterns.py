"""Line patterns and cell classes: every entry of the kernels' tables against the twin, and drawn
lines against the tables.
"""

import re
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any

import pytest

from brain import lexicon
from brain.layout import Record
from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    COMBINATIONS,
    DEAD,
    FIVE,
    FOUL,
    FOUR,
    FREESTYLE,
    OPEN_FOUR,
    PATTERNS,
    RENJU,
    STANDARD,
    WHITE,
)
from brain.rules.laws import RULES, TABLE, packed_law
from brain.thinking import native
from tests.support import naive, record_views

COLOURS = (BLACK, WHITE)

# How many of all lines have each pattern, from DEAD to FIVE, for black and for white.
CENSUS = {
    FREESTYLE: [
        [8833, 0, 163, 67, 839, 226, 58, 13, 1676, 378, 72, 1534, 235, 547],
        [8833, 0, 163, 67, 839, 226, 58, 13, 1676, 378, 72, 1534, 235, 547],
    ],
    STANDARD: [
        [86083, 0, 1467, 603, 7497, 1890, 432, 81, 14418, 2700, 378, 12024, 1278, 3645],
        [86083, 0, 1467, 603, 7497, 1890, 432, 81, 14418, 2700, 378, 12024, 1278, 3645],
    ],
    RENJU: [
        [84078, 2311, 1467, 603, 7623, 1836, 378, 63, 14823, 2430, 243, 12024, 972, 3645],
        [74224, 0, 1582, 661, 8174, 2233, 586, 184, 16508, 3822, 897, 15358, 2617, 5650],
    ],
    CARO: [
        [85920, 0, 1353, 159, 7270, 680, 204, 99, 14906, 1476, 459, 13773, 1278, 4919],
        [85920, 0, 1353, 159, 7270, 680, 204, 99, 14906, 1476, 459, 13773, 1278, 4919],
    ],
    CARO_EXACT: [
        [97779, 0, 1194, 145, 6287, 519, 138, 32, 12149, 828, 133, 9969, 409, 2914],
        [97779, 0, 1194, 145, 6287, 519, 138, 32, 12149, 828, 133, 9969, 409, 2914],
    ],
}


@pytest.fixture(params=RULES)
def tables(request: pytest.FixtureRequest) -> Any:
    """The record of a new game of each rule."""
    record = Record()
    native.load().new_game(record, 15, 15, request.param, packed_law(request.param))
    return record_views.fields(record)


def half_lines(half: int) -> list[tuple[int, ...]]:
    """Return the contents of half a line from the centre outwards, in order of number."""
    return [states[::-1] for k in range(half + 1) for states in product(range(3), repeat=k)]


def twin_patterns(rule: int, colour: int) -> list[int]:
    """Return the twin's pattern of every line, in the order of their numbers."""
    half = naive.HALF[rule]
    halves = [naive.half_line(states, colour, half) for states in half_lines(half)]
    law = TABLE[rule].laws[colour]
    return [
        naive.line_pattern(left[::-1] + "X" + right, law) for left, right in product(halves, halves)
    ]


def test_line_patterns_equal_the_twins_for_every_line(tables: Any) -> None:
    rule = int(tables.rule)
    black, white = twin_patterns(rule, BLACK), twin_patterns(rule, WHITE)
    words = tables.line_pattern[: len(black)].tolist()
    assert words == [b | w << 4 for b, w in zip(black, white, strict=True)]


def test_census_of_line_patterns_is_as_recorded(tables: Any) -> None:
    rule = int(tables.rule)
    words = tables.line_pattern[: len(half_lines(naive.HALF[rule])) ** 2].tolist()
    census = [[0] * PATTERNS for _ in COLOURS]
    for word in words:
        census[0][word & 15] += 1
        census[1][word >> 4] += 1
    assert census == CENSUS[rule]


# The drawings of the lexicon, each beside the pattern's name; those of a foul are renju's.
LEXICON = [
    (getattr(lexicon, name), drawing, RENJU if name == "FOUL" else FREESTYLE)
    for name, comment in re.findall(
        r"^([A-Z]\w*) = \d+  # (.*\*.*)$", Path(lexicon.__file__).read_text("utf-8"), re.MULTILINE
    )
    for drawing in re.findall(r"[XO_]*\*[XO_]*", comment)
]

TELLING = [
    (FIVE, "XXX*XX", FREESTYLE),
    (DEAD, "XXX*XX", STANDARD),
    (OPEN_FOUR, "X_X*X_X", FREESTYLE),
    (OPEN_FOUR, "X_X*X_X", STANDARD),
    (FOUR, "_XXX*_X", STANDARD),
    (FOUL, "XXX_*_XXX", RENJU),
    (FOUL, "XX_X*_XX", RENJU),
    (FIVE, "OXXXX*_", CARO),
    (DEAD, "OXXXX*O", CARO),
    (FIVE, "OXXXX*", CARO),
    (FIVE, "OXXXX*XO", CARO),
    (DEAD, "OXXXX*XO", CARO_EXACT),
    (FOUR, "O_XXX*_O", CARO),  # the stone that fills one end caps the other
    (OPEN_FOUR, "__XXX*__", CARO),
    (FOUR, "OXXX*_", CARO),  # stopped on its five cell, or by the cap behind
]


def test_every_pattern_is_drawn_in_the_lexicon() -> None:
    assert {pattern for pattern, _, _ in LEXICON} == set(range(PATTERNS))


@pytest.mark.parametrize(("pattern", "drawing", "rule"), LEXICON + TELLING)
def test_a_drawn_line_has_its_pattern(pattern: int, drawing: str, rule: int) -> None:
    """Walls lie on both sides of the drawing."""
    record = Record()
    native.load().new_game(record, 15, 15, rule, packed_law(rule))
    number = 0
    left, right = drawing.split("*")
    for side in (left[::-1], right):
        halves = sum(3**k for k in range(naive.HALF[rule] + 1))
        number = number * halves + naive.half_code(tuple("_XO".index(sign) for sign in side))
    assert record.line_pattern[number] & 15 == pattern


def test_combination_is_one_number_for_every_order_of_four_patterns(tables: Any) -> None:
    numbers = set()
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        words = {a | b << 4 | c << 8 | d << 12 for a, b, c, d in permutations(patterns)}
        (number,) = {int(tables.combination_of[word]) for word in words}
        numbers.add(number)
    assert numbers == set(range(COMBINATIONS))


def test_cell_classes_equal_the_twins_for_every_combination(tables: Any) -> None:
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        a, b, c, d = patterns
        number = int(tables.combination_of[a | b << 4 | c << 8 | d << 12])
        for colour in COLOURS:
            law = TABLE[int(tables.rule)].laws[colour]
            twin = naive.cell_class(patterns, law)
            assert int(tables.cell_class[colour, number]) == twin, (patterns, colour)

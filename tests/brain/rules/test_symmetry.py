"""The eight symmetries of a board, and canonical stones."""

import random
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.lexicon import MAX_SIZE, MIN_SIZE, RENJU
from brain.rules.laws import RULES
from brain.rules.symmetry import (
    MIRROR_X,
    MIRROR_Y,
    SWAP_AXES,
    Points,
    between,
    canonical,
    symmetries,
    transformed,
)

SIZES = st.integers(MIN_SIZE, MAX_SIZE)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Points, int, int]:
    width, height = draw(SIZES), draw(SIZES)
    points = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return tuple(draw(st.lists(points, unique=True, min_size=1, max_size=9))), width, height


def test_a_square_board_has_eight_symmetries_and_another_four() -> None:
    corner = ((1, 0),)
    square = {transformed(corner, turn, 15, 15) for turn in symmetries(15, 15)}
    oblong = {transformed(corner, turn, 15, 20) for turn in symmetries(15, 20)}
    assert (len(square), len(oblong)) == (8, 4)


def test_a_symmetry_mirrors_and_swaps() -> None:
    assert transformed(((1, 2),), MIRROR_X, 15, 20) == ((13, 2),)
    assert transformed(((1, 2),), MIRROR_Y, 15, 20) == ((1, 17),)
    assert transformed(((1, 2),), SWAP_AXES, 15, 15) == ((2, 1),)
    assert transformed(((1, 2),), SWAP_AXES + MIRROR_X, 15, 15) == ((12, 1),)


@given(boards())
def test_symmetries_keep_distances(board: tuple[Points, int, int]) -> None:
    stones, width, height = board

    def distances(points: Points) -> list[int]:
        return [(x - a) ** 2 + (y - b) ** 2 for x, y in points for a, b in points]

    for turn in symmetries(width, height):
        turned = transformed(stones, turn, width, height)
        assert distances(turned) == distances(stones)
        assert all(0 <= x < width and 0 <= y < height for x, y in turned)


@given(boards(), st.sampled_from(RULES), st.randoms())
def test_turned_and_reordered_stones_are_the_same(
    board: tuple[Points, int, int], rule: int, rng: random.Random
) -> None:
    stones, width, height = board
    black, white = list(stones[::2]), list(stones[1::2])
    rng.shuffle(black)
    rng.shuffle(white)
    again = [*chain(*zip(black, white, strict=False)), *black[len(white) :]]
    turned = transformed(tuple(again), rng.choice(symmetries(width, height)), width, height)
    assert canonical(turned, rule, width, height) == canonical(stones, rule, width, height)


@pytest.mark.parametrize("rule", RULES)
def test_stones_of_swapped_colours_are_the_same_but_in_renju(rule: int) -> None:
    one, other = ((7, 7), (8, 9)), ((8, 9), (7, 7))
    same = canonical(one, rule, 15, 15) == canonical(other, rule, 15, 15)
    assert same == (rule != RENJU)


def test_different_stones_are_not_the_same() -> None:
    assert canonical(((7, 7), (8, 7)), 0, 15, 15) != canonical(((7, 7), (8, 8)), 0, 15, 15)
    one, other = ((1, 0), (3, 0), (2, 0)), ((2, 0), (1, 0), (3, 0))
    assert canonical(one, 0, 15, 15) != canonical(other, 0, 15, 15)


@pytest.mark.parametrize("size", [(15, 15), (9, 6)])
def test_between_maps_one_symmetry_to_another(size: tuple[int, int]) -> None:
    points = ((1, 0), (3, 2), (0, 4))
    for one, other in product(symmetries(*size), repeat=2):
        seen = transformed(points, one, *size)
        assert transformed(seen, between(one, other, *size), *size) == transformed(
            points, other, *size
        )

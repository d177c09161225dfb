"""A board for proofs, as three sets of cells."""

import pytest

from brain.cell import Cell
from brain.certificates.stones import Stones, bits, cells_of, position_of, stones_of, turned
from brain.lexicon import BLACK, EMPTY, FREESTYLE, WHITE, opponent
from brain.position import Position
from brain.rules.symmetry import symmetries

SQUARE = 9, 9
A1, B1, C3, E5 = Cell.at(0, 0), Cell.at(1, 0), Cell.at(2, 2), Cell.at(4, 4)


def position(turn: int) -> Position:
    """Return a black stone on a1, a white one on c3 and a wall on e5."""
    return Position(*SQUARE, FREESTYLE, [(A1, BLACK), (C3, WHITE)], turn, [E5])


def test_cells_come_in_order_when_a_set_was_made_in_another() -> None:
    assert list(cells_of(bits([C3, A1, B1]))) == sorted([A1, B1, C3])
    assert list(cells_of(0)) == []


@pytest.mark.parametrize(("turn", "own", "other"), [(BLACK, A1, C3), (WHITE, C3, A1)])
def test_the_attacker_is_the_side_to_move(turn: int, own: int, other: int) -> None:
    stones = stones_of(position(turn))
    assert (stones.own, stones.other) == (1 << own, 1 << other)


def test_a_wall_is_neither_empty_nor_inside() -> None:
    stones = stones_of(position(BLACK))
    assert not (stones.inside | stones.empty) >> E5 & 1
    assert stones.inside.bit_count() == 80
    assert stones.empty.bit_count() == 78


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_a_position_comes_back_when_it_is_made_of_its_stones(turn: int) -> None:
    given = position(turn)
    back = position_of(stones_of(given), given)
    assert stones_of(back) == stones_of(given)
    assert (back.turn, back.walls, back.rule) == (turn, (E5,), FREESTYLE)


def test_a_move_is_the_attackers_and_a_reply_the_defenders() -> None:
    after = Stones(0, 0, bits([A1, B1, C3])).played(A1).answered(B1)
    assert (after.own, after.other, after.empty) == (1 << A1, 1 << B1, 1 << C3)


@pytest.mark.parametrize("size", [SQUARE, (9, 7), (7, 9)])
def test_the_canonical_board_is_the_same_under_every_symmetry(size: tuple[int, int]) -> None:
    stones = stones_of(Position(*size, FREESTYLE, [(A1, BLACK), (C3, WHITE), (B1, BLACK)], WHITE))
    images = [stones.seen(symmetry, size) for symmetry in symmetries(*size)]
    assert len(set(images)) == len(images)
    assert {image.canonical(size)[0] for image in images} == {min(images)}


def test_the_symmetry_beside_the_canonical_board_leads_to_it() -> None:
    stones = stones_of(position(BLACK))
    form, symmetry = stones.canonical(SQUARE)
    assert stones.seen(symmetry, SQUARE) == form
    assert form.own == 1 << turned(A1, symmetry, SQUARE)


@pytest.mark.parametrize("attacker", [BLACK, WHITE])
def test_a_grid_has_the_colours_of_the_attacker_and_the_defender(attacker: int) -> None:
    grid = Stones(1 << A1, 1 << B1, bits([A1, B1, C3])).grid(attacker)
    assert grid == {A1: attacker, B1: opponent(attacker), C3: EMPTY}

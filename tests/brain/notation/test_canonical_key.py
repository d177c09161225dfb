"""Keys are equal for positions equal up to symmetry, and can be turned back into positions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.cell import Cell, from_row_major
from brain.lexicon import BLACK, WHITE
from brain.notation.canonical_key import key_of, position_of, turned, turned_back
from brain.position import Position
from brain.rules.symmetry import symmetries
from tests.support.opening_database import under


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position without a five on a board of any size."""
    width, height = draw(st.sampled_from([(5, 5), (15, 15), (20, 15), (9, 22), (22, 22)]))
    numbers = draw(st.lists(st.integers(0, width * height - 1), max_size=8, unique=True))
    cells = [from_row_major(number, width) for number in numbers]
    rule, turn = draw(st.sampled_from([0, 1, 4, 8, 9])), draw(st.sampled_from([BLACK, WHITE]))
    split, walls = draw(st.integers(0, 4)), cells[7:]
    return Position.of_colours(
        width, height, rule, turn, cells[: min(split, 4)], cells[split:7][:4], walls
    )


@given(positions())
@settings(max_examples=30)
def test_a_key_gives_back_an_image_of_its_position(position: Position) -> None:
    key, symmetry = key_of(position, position.turn)
    found, size = position_of(key), (position.width, position.height)
    assert (found.width, found.height, found.rule, found.turn) == (
        *size,
        position.rule,
        position.turn,
    )
    stones = {(turned(cell, symmetry, *size), colour) for cell, colour in position.stones}
    assert {*found.stones} == stones
    assert {*found.walls} == {turned(cell, symmetry, *size) for cell in position.walls}
    for cell, _ in position.stones:
        assert turned_back(turned(cell, symmetry, *size), symmetry, *size) == cell


def test_all_images_have_one_key_and_other_positions_have_others() -> None:
    position = Position(15, 15, 0, [(Cell.named("h8"), BLACK), (Cell.named("j9"), WHITE)])
    key = key_of(position, BLACK)[0]
    assert {key_of(under(position, each), BLACK)[0] for each in symmetries(15, 15)} == {key}
    numbers = [(int(cell), colour) for cell, colour in position.stones]
    others = [
        Position(15, 15, 0, [(Cell.named("h8"), WHITE), (Cell.named("j9"), BLACK)]),
        Position(15, 15, 1, position.stones),
        Position(16, 16, 0, numbers),
        Position(15, 16, 0, numbers),
        Position(15, 15, 0, position.stones[:1], walls=[Cell.named("j9")]),
    ]
    keys = {key, key_of(position, WHITE)[0], *(key_of(other, BLACK)[0] for other in others)}
    assert len(keys) == 7


def test_more_stones_are_stones() -> None:
    position = Position(15, 15, 0, [(Cell.named("h8"), BLACK)], WHITE)
    after = Position(15, 15, 0, [*position.stones, (Cell.named("i9"), WHITE)])
    assert key_of(position, BLACK, (Cell.named("i9"), WHITE)) == key_of(after, BLACK)


def test_the_bytes_are_those_of_the_formats_page() -> None:
    position = Position(15, 15, 4, [(Cell.named("h8"), BLACK), (Cell.named("h9"), WHITE)])
    assert key_of(position, BLACK)[0].hex(" ") == "23 de 86 03 3d"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "columns and rows"),
        ("23 de 89", "end too soon"),
        ("23 de 8c 03", "no colour"),
        ("23 de 8d 07", "off the board"),
        ("23 de ff ff ff ff ff ff 7f", "off the board"),
        ("23 de 2d", "canonical"),  # its mirror image is lower
        ("23 de 81 00", "canonical"),  # a byte more than needed
        ("23 de 01 01", "both on a1"),
        ("13 de", "rule"),
    ],
)
def test_bytes_that_are_not_a_key_are_refused(data: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        position_of(bytes.fromhex(data))

"""Positions as short bytes, which are equal for positions that are equal up to symmetry.

A key has two bytes for rule, size and side to move, then the stones of the canonical image. Nothing
is lost, so a key can be turned back into its position. docs/formats.md describes the bytes.
"""

from collections.abc import Iterable
from functools import cache

from brain.cell import Cell, Stone, from_row_major, row_major
from brain.certificates import stones
from brain.certificates.board_bytes import StonesOnBoard
from brain.certificates.certificate import number_bytes
from brain.lexicon import BLACK, WALL, WHITE
from brain.position import Position
from brain.rules.symmetry import inverse, symmetries, transformed

HEAD = 2  # bytes
SIDE_BITS = 5  # of a number of columns or rows
STATES = 4
SEVEN_BITS, MORE = 0x7F, 0x80


def key_of(board: StonesOnBoard, turn: int, *more: Stone) -> tuple[bytes, int]:
    """Return the key of a board with `more` stones and a colour to move, and the symmetry that
    takes the board to its canonical image: the one whose list of `4 * number + state` is lowest.
    """
    width, height = board.width, board.height
    walls = ((cell, WALL) for cell in board.walls)
    states = [(row_major(cell, width), state) for cell, state in (*board.stones, *more, *walls)]
    images = [
        sorted(STATES * image[number] + state for number, state in states)
        for image in _images(width, height)
    ]
    lowest = min(images)
    symmetry = symmetries(width, height)[images.index(lowest)]
    head = (((board.rule << SIDE_BITS) + width << SIDE_BITS) + height << 1) + turn - BLACK
    return head.to_bytes(HEAD, "big") + _packed(lowest), symmetry


def position_of(key: bytes) -> Position:
    """Return the canonical position of a key; ValueError for bytes that are not a key."""
    head, turn = divmod(int.from_bytes(key[:HEAD], "big"), 2)
    head, height = divmod(head, 1 << SIDE_BITS)
    rule, width = divmod(head, 1 << SIDE_BITS)
    sides: dict[int, list[int]] = {BLACK: [], WHITE: [], WALL: []}
    for number, state in _unpacked(key[HEAD:], width * height):
        sides[state].append(from_row_major(number, width))
    position = Position.of_colours(
        width, height, rule, turn + BLACK, sides[BLACK], sides[WHITE], sides[WALL]
    )
    if key_of(position, position.turn)[0] != key:
        raise ValueError("its stones are not in canonical form")
    return position


def turned(cell: int, symmetry: int, width: int, height: int) -> Cell:
    """Return a cell of a board under a symmetry."""
    return Cell(stones.turned(cell, symmetry, (width, height)), height)


def turned_back(cell: int, symmetry: int, width: int, height: int) -> Cell:
    """Return the cell that a symmetry takes to another."""
    return turned(cell, inverse(symmetry, width, height), width, height)


@cache
def _images(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry, the number of each cell's image."""
    points = [(x, y) for y in range(height) for x in range(width)]
    return tuple(
        tuple(y * width + x for x, y in transformed(points, symmetry, width, height))
        for symmetry in symmetries(width, height)
    )


def _packed(codes: Iterable[int]) -> bytes:
    """Return sorted codes, each `4 * number + state`, as bytes."""
    data, before = bytearray(), 0
    for code in codes:
        number, state = divmod(code, STATES)
        data += number_bytes(STATES * (number - before) + state)
        before = number
    return bytes(data)


def _unpacked(data: bytes, cells: int) -> Iterable[tuple[int, int]]:
    """Yield the numbers and states in bytes; ValueError for one that is off a board of `cells`
    cells.
    """
    number = value = shift = 0
    for byte in data:
        value |= (byte & SEVEN_BITS) << shift
        shift += 7
        if byte & MORE and value < STATES * cells:
            continue
        number += value // STATES
        if number >= cells or value % STATES == 0:
            raise ValueError("a stone is off the board or of no colour")
        yield number, value % STATES
        value = shift = 0
    if shift:
        raise ValueError("its bytes end too soon")

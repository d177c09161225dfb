"""Games that Yixin-Board opens: .sav, which it also writes, and .pos, which RenLib reads too.

A .sav file has a number a line: rows, columns and stones, then row and column of each stone, from 0
on top. A .pos file has a byte for the number of moves, and a byte for each cell of 15 x 15, row by
row from 0 on top. Neither has a rule; Black moves first.

Sun Kai: Yixin-Board, https://github.com/accreator/Yixin-Board, main.c
"""

from brain.books.game_tree import GameTree
from brain.lexicon import BLACK, FREESTYLE, RENJU, opponent
from brain.notation.text import excerpt
from brain.rules.symmetry import Point

SIDE = 15
POS_CELLS = SIDE * SIDE
POS_PASS = 240
MOST_NUMBERS = 3 + 2 * 22 * 22  # of a .sav file
LONGEST_SAV = 20 * MOST_NUMBERS  # bytes


def load_sav(content: bytes) -> GameTree:
    """Return the game of a .sav file; ValueError names the number that is wrong."""
    if len(content) > LONGEST_SAV:
        raise ValueError(f"expected {LONGEST_SAV} bytes at most, got {len(content)}")
    words = content.decode("ascii", "replace").split()
    for place, word in enumerate(words, 1):
        if not (word.isascii() and word.isdecimal() and len(word) < 4):
            raise ValueError(f"number {place}: expected an integer, got {excerpt(word)}")
    numbers = [int(word) for word in words]
    if len(numbers) < 3 or len(numbers) != 3 + 2 * numbers[2]:
        stones = f"{numbers[2]} stones" if len(numbers) > 2 else "rows, columns and stones"
        raise ValueError(f"expected two numbers for each of {stones}, got {len(numbers)} numbers")
    rows, columns, _, *places = numbers
    points = [(x, y) for y, x in zip(places[::2], places[1::2], strict=True)]
    return _tree(columns, rows, FREESTYLE, points)


def dump_sav(tree: GameTree) -> bytes:
    """Return a .sav file of the first variation; ValueError if it is not a game."""
    points = tree.main_points()
    rows = [str(tree.height), str(tree.width), str(len(points)), *(f"{y} {x}" for x, y in points)]
    return "\n".join([*rows, ""]).encode()


def load_pos(content: bytes) -> GameTree:
    """Return the game of a .pos file; ValueError names the byte that is wrong."""
    if not content or len(content) <= content[0]:
        raise ValueError(f"byte {len(content)}: the file ends before its last move")
    if len(content) > 1 + content[0]:
        raise ValueError(f"byte {1 + content[0]}: expected the end after {content[0]} moves")
    points: list[Point | None] = []
    for at, cell in enumerate(content[1:], 1):
        if cell >= POS_CELLS and cell != POS_PASS:
            raise ValueError(f"byte {at}: {cell} is not a cell of 15 x 15")
        points.append(None if cell == POS_PASS else (cell % SIDE, cell // SIDE))
    return _tree(SIDE, SIDE, RENJU, points)


def dump_pos(tree: GameTree) -> bytes:
    """Return a .pos file of the first variation; ValueError for another size, or if it is not a
    game.
    """
    if (tree.width, tree.height) != (SIDE, SIDE):
        raise ValueError(f"a .pos file holds a board of 15 x 15, not {tree.width} x {tree.height}")
    points = tree.main_points()
    return bytes((len(points), *(SIDE * y + x for x, y in points)))


def _tree(width: int, height: int, rule: int, points: list[Point | None] | list[Point]) -> GameTree:
    tree = GameTree(width, height, rule)
    node, colour = tree.root, BLACK
    for point in points:
        node, colour = node.add(point, colour), opponent(colour)
    tree.check()
    return tree

"""The ending of a game by a stone, and its wording."""

from brain.cell import COLOUR_NAMES, Cell
from brain.lexicon import EMPTY, WALL
from brain.rules.fives import is_five
from brain.rules.fouls import foul, is_foul
from brain.rules.grid import Grid, height_of
from brain.rules.laws import most_stones

FIVE, FORBIDDEN, FULL_BOARD, MOVE_LIMIT = "five", "forbidden", "full board", "move limit"


def ending_with(board: Grid, cell: int, colour: int, rule: int) -> str | None:
    """Return the ending of the game by a stone on an empty cell, None if it does not end. A game
    that went on after the limit of moves is not ended by it.
    """
    if is_foul(board, cell, colour, rule):
        return FORBIDDEN
    if is_five(board, cell, colour, rule):
        return FIVE
    states = list(board.values())
    left = states.count(EMPTY) - 1
    if left and len(board) - states.count(WALL) - left != most_stones(len(board), rule):
        return None
    return MOVE_LIMIT if left else FULL_BOARD


def verdict(ending: str, board: Grid, cell: int, colour: int) -> str:
    """Return the sentence on how a stone ended a game; it may be on the board already."""
    place = Cell(cell, height_of(board))
    if ending == FIVE:
        return f"{COLOUR_NAMES[colour]} has five at {place}"
    if ending == FORBIDDEN:
        return f"{place} was forbidden for {COLOUR_NAMES[colour]}, {foul(board, cell)}"
    return f"drawn, {ending}"

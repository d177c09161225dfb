"""Reads a game, finished or not, from text: moves, a PSQ or an SGF file. No input or output happens
here.
"""

from collections.abc import Sequence

from brain.cell import COLOUR_NAMES, Cell
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE
from brain.notation import board_text, moves, psq, sgf
from brain.review.played_game import Played, Stones
from brain.rules.ending import FIVE, ending_with, verdict
from brain.rules.fives import is_five
from brain.rules.grid import empty_board
from brain.rules.setup import check_board, check_stones
from protocol.reading import positions
from protocol.reading.positions import Reading


def read(text: str, reading: Reading) -> Played:
    """Return the game that a text describes; ValueError if it is not a game."""
    text = text.strip().removeprefix("\ufeff").lstrip()
    if text.startswith("("):
        return _checked(_of_sgf(text, reading))
    if reading.game not in (None, 1):
        raise ValueError(f"no game {reading.game}: only SGF files can have several games")
    if text.startswith("Piskvorky "):
        return _checked(_of_psq(text, reading))
    if board_text.is_board_text(text):
        return _of_board(positions.board_of_line(text, reading))
    points = moves.loads(text, reading.size[1])
    rule = FREESTYLE if reading.rule is None else reading.rule
    return _checked(Played(*reading.size, rule, _in_turn([Cell.at(*point) for point in points])))


def _of_board(board: Board) -> Played:
    if board.walls:
        raise ValueError("expected a game, got neutral stones")
    size, set_up = (board.width, board.height), len(board) - len(board.moves)
    stones = board.stones
    turn = stones[set_up][1] if board.moves else board.turn
    return Played(*size, board.rule, stones[set_up:], stones[:set_up], turn)


def _of_psq(text: str, reading: Reading) -> Played:
    saved = psq.loads(text)
    rule = FREESTYLE if reading.rule is None else reading.rule
    placed = _in_turn([Cell.at(*point) for point in saved.points])
    return Played(saved.width, saved.height, rule, placed, black=saved.black, white=saved.white)


def _of_sgf(text: str, reading: Reading) -> Played:
    saved = sgf.load(text, reading.game)
    if saved.note:
        reading.say(saved.note)
    placed = []
    for move in saved.moves:
        if not move.point:
            raise move.node.fault(f"{COLOUR_NAMES[move.colour]} passes: expected a move")
        placed.append((Cell.at(*move.point), move.colour))
    return Played(
        saved.width,
        saved.height,
        saved.rule_or(reading.rule),
        tuple(placed),
        tuple((Cell.at(*point), colour) for point, colour in saved.set_up),
        placed[0][1] if placed else saved.turn,
        saved.root.text("PB"),
        saved.root.text("PW"),
    )


def _in_turn(cells: Sequence[Cell]) -> Stones:
    """Return stones with their colours, black's first."""
    return tuple((cell, WHITE if index % 2 else BLACK) for index, cell in enumerate(cells))


def _checked(game: Played) -> Played:
    """Return a game; ValueError for an impossible board or stone, or moves after its end."""
    check_board(game.width, game.height, game.rule)
    check_stones(game.width, game.height, game.stones(len(game.moves)), ())
    grid = empty_board(game.width, game.height) | dict(game.set_up)
    for cell, colour in game.set_up:
        if is_five(grid, cell, colour, game.rule):
            raise ValueError(f"{verdict(FIVE, grid, cell, colour)} before the first move")
    for number, (cell, colour) in enumerate(game.moves, 1):
        ending = ending_with(grid, cell, colour, game.rule)
        if ending and number < len(game.moves):
            how = verdict(ending, grid, cell, colour)
            raise ValueError(f"move {number + 1}: the game is over: {how}")
        grid[cell] = colour
    return game

"""Reads a game, finished or not, from text of any format. No input or output happens here."""

from brain.game_board import Board
from brain.review.played_game import Played
from protocol.reading import positions
from protocol.reading.positions import Reading


def read(text: str, reading: Reading) -> Played:
    """Return the game that a text describes; ValueError if it is not a game."""
    written = positions.written(text, reading)
    if written.walls:
        raise ValueError("expected a game, got neutral stones")
    board = Board.of_written(written)
    count = len(written.set_up)
    return Played(
        board.width,
        board.height,
        board.rule,
        board.stones[count:],
        board.stones[:count],
        written.first,
        written.black,
        written.white,
        written.winner,
    )

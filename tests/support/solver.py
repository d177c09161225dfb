"""Wins found by trying everything, from the rules alone: slow, but true against every reply.

A win in n plies makes its five with the n-th move from now. A quiet move of the attacker is no
four, so every reply must be tried; with none allowed this is a search for continuous fours. Draws
by a full board are ignored.
"""

from collections.abc import Iterator

from brain.lexicon import BLACK, RENJU, STEPS
from tests.support.boards import Board, with_stone
from tests.support.naive import empty_along, empty_cells, five_cells, forbidden, is_five


def is_legal(board: Board, cell: int, colour: int, rule: int) -> bool:
    """Return whether a colour may play on an empty cell."""
    return not (rule == RENJU and colour == BLACK and forbidden(board, cell))


def legal_moves(board: Board, colour: int, rule: int) -> Iterator[int]:
    """Yield the cells where a colour may play."""
    return (cell for cell in empty_cells(board) if is_legal(board, cell, colour, rule))


def fives_through(board: Board, stone: int, rule: int) -> list[int]:
    """Return the cells where a stone's colour wins at once in a line with that stone, each once."""
    cells = {cell for step in STEPS for cell in empty_along(board, stone, step, 4)}
    return sorted(cell for cell in cells if is_five(board, cell, board[stone], rule))


def stops(board: Board, threats: list[int], colour: int, rule: int) -> list[int]:
    """Return the legal moves after which the opponent wins on none of the threatened cells.

    Only a stone on such a cell, or at the end of a row through it, can stop it.
    """
    cells = {cell for step in STEPS for cell in empty_along(board, threats[0], step, 5)}
    return [
        cell
        for cell in sorted(cells)
        if not any(
            is_five(with_stone(board, cell, colour), threat, 3 - colour, rule)
            for threat in threats
            if threat != cell
        )
        and is_legal(board, cell, colour, rule)
    ]


def move_wins(board: Board, cell: int, colour: int, rule: int, plies: int, quiet: int) -> bool:
    """Return whether a legal move wins within `plies`, against every reply."""
    if is_five(board, cell, colour, rule):
        return True
    if plies < 3:
        return False
    after = with_stone(board, cell, colour)
    threats = fives_through(after, cell, rule)
    if not threats and quiet == 0:
        return False
    if five_cells(after, 3 - colour, rule):
        return False
    if not threats and not wins(after, colour, rule, plies - 2, quiet - 1):
        return False
    if threats:
        left, replies = quiet, stops(after, threats, 3 - colour, rule)
    else:
        left, replies = quiet - 1, list(legal_moves(after, 3 - colour, rule))
    return all(
        wins(with_stone(after, reply, 3 - colour), colour, rule, plies - 2, left)
        for reply in replies
    )


def winning_moves(board: Board, colour: int, rule: int, plies: int, quiet: int) -> Iterator[int]:
    """Yield the moves that win within `plies`; only immediate wins, if there are any."""
    now = five_cells(board, colour, rule)
    if now or plies < 3:
        yield from now
        return
    # The opponent's five must be stopped first.
    threats = five_cells(board, 3 - colour, rule)
    moves = stops(board, threats, colour, rule) if threats else legal_moves(board, colour, rule)
    for cell in moves:
        if move_wins(board, cell, colour, rule, plies, quiet):
            yield cell


def wins(board: Board, colour: int, rule: int, plies: int, quiet: int) -> bool:
    """Return whether the side to move wins within `plies`, with at most `quiet` quiet moves."""
    return any(True for _ in winning_moves(board, colour, rule, plies, quiet))


def holding_moves(board: Board, colour: int, rule: int, plies: int, quiet: int) -> Iterator[int]:
    """Yield the legal moves after which the opponent does not win within `plies`."""
    for cell in legal_moves(board, colour, rule):
        if not wins(with_stone(board, cell, colour), 3 - colour, rule, plies, quiet):
            yield cell

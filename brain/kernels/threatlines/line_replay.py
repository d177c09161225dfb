"""Replays a certificate's line: in how many plies it wins, if it does."""

from brain.kernels.jit.kernel import kernel
from brain.kernels.threatlines.line_defences import answers, is_dangerous
from brain.kernels.threatlines.line_fouls import is_foul
from brain.kernels.threatlines.line_windows import (
    DOUBTFUL,
    FREE,
    OTHER,
    OWN,
    add_stone,
    begin_board,
    begin_lines,
    remove_stone,
    wins,
)
from brain.layout import MOVES, LineRecord

PLIES_BY_FIVE, PLIES_BY_DOUBLE = 2, 4  # of a win after a move that leaves a board so decided


@kernel
def replay(L: LineRecord, ply, length):
    """Return the most plies in which the line wins from `ply` on, counted from there; 0 where it
    doesn't win.
    """
    if ply >= length:
        return 0
    cell = L.moves[ply]
    if L.board[cell] != FREE:
        return 0
    if wins(L, cell, OWN) != 0:
        return 1
    if is_foul(L, cell) != 0:
        return 0
    add_stone(L, cell, OWN)
    count = -1 if is_dangerous(L) != 0 else answers(L, MOVES)
    plies = 1 + (PLIES_BY_DOUBLE if L.slow != 0 else PLIES_BY_FIVE)
    L.held_count[ply] = max(count, 0)
    L.reached = ply + 1
    if count > 0:
        for i in range(count):
            L.held[ply, i] = L.answer[i]
        for i in range(count):
            add_stone(L, L.held[ply, i], OTHER if count == 1 else DOUBTFUL)
        rest = replay(L, ply + 1, length)
        for i in range(count):
            remove_stone(L, L.held[ply, i])
        plies = max(plies, rest + 2) if rest != 0 else 0
    remove_stone(L, cell)
    return 0 if count < 0 else plies


@kernel
def line_plies(L: LineRecord, attacker, length):
    """Return the most plies in which `moves` win, 0 if they don't."""
    begin_lines(L, attacker)
    return replay(L, 0, length)


@kernel
def may_attack(L: LineRecord, attacker, cell):
    """Return whether the attacker may play on a cell, and makes no five there."""
    begin_board(L, attacker)
    if L.board[cell] != FREE or wins(L, cell, OWN) != 0:
        return 0
    return 1 - is_foul(L, cell)

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
from brain.layout import MOVES

PLIES_BY_FIVE, PLIES_BY_DOUBLE = 2, 4  # of a win after a move that leaves a board so decided


@kernel
def replay(S, ply, length):
    """Return the most plies in which the line wins from `ply` on, counted from there; 0 where it
    doesn't win.
    """
    if ply >= length:
        return 0
    cell = S.line_moves[ply]
    if S.line_board[cell] != FREE:
        return 0
    if wins(S, cell, OWN) != 0:
        return 1
    if is_foul(S, cell) != 0:
        return 0
    add_stone(S, cell, OWN)
    count = -1 if is_dangerous(S) != 0 else answers(S, MOVES)
    plies = 1 + (PLIES_BY_DOUBLE if S.line_slow != 0 else PLIES_BY_FIVE)
    S.held_count[ply] = max(count, 0)
    S.line_reached = ply + 1
    if count > 0:
        for i in range(count):
            S.held[ply, i] = S.answer[i]
        for i in range(count):
            add_stone(S, S.held[ply, i], OTHER if count == 1 else DOUBTFUL)
        rest = replay(S, ply + 1, length)
        for i in range(count):
            remove_stone(S, S.held[ply, i])
        plies = max(plies, rest + 2) if rest != 0 else 0
    remove_stone(S, cell)
    return 0 if count < 0 else plies


@kernel
def line_plies(S, attacker, length):
    """Return the most plies in which line_moves win on `line_board`, 0 if they don't."""
    begin_lines(S, attacker)
    return replay(S, 0, length)


@kernel
def may_attack(S, attacker, cell):
    """Return whether the attacker may play on a cell of `line_board`, and makes no five there."""
    begin_board(S, attacker)
    if S.line_board[cell] != FREE or wins(S, cell, OWN) != 0:
        return 0
    return 1 - is_foul(S, cell)

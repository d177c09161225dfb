"""The entry points of the compiled library, named and counted in `brain.layout.ENTRIES`."""

from brain.kernels import (
    alphabeta,
    board,
    forbidden,
    killsearch,
    moves,
    processor,
    threats,
    threatsearch,
)
from brain.kernels import (
    evaluate as evaluation,
)
from brain.kernels.kernel import cycle_counter, kernel
from brain.lexicon import CELL_FOUR

churn = board.churn
cpu_level = processor.cpu_level
evaluate = evaluation.evaluate
is_forbidden = forbidden.is_forbidden
lift = board.lift
has_five = threats.has_five
place = board.place
rebuild = board.rebuild


@kernel
def new_game(S, width, height, rule):
    """Set up an empty board and everything that depends on the rule."""
    alphabeta.make_reductions(S)
    return board.new_game(S, width, height, rule)


@kernel
def ticks(S):
    """Return the cycle counter."""
    return cycle_counter()


@kernel
def verdict(S, colour):
    """Return plies * CELLS + cell of a win that needs no search, or 0."""
    return threats.verdict(S, colour, 0)


@kernel
def guess(S, colour):
    """Return the allowed move near the stones, not a barred one, that looks best without a search,
    or 0.
    """
    count = moves.add_near(S, 0)
    moves.score_moves(S, colour, 0, count, 0)
    for i in range(count):
        cell = moves.pick(S, 0, i, count)
        if moves.may_choose(S, cell, 0) and threats.may_play(S, colour, cell):
            return cell
    return 0


@kernel
def search(S, colour, depth, alpha, beta):
    """Run one iteration from the present position; return its score. pv[0] holds the line."""
    return alphabeta.search(S, colour, depth, alpha, beta, 0, 0)


@kernel
def kill(S, colour, depth, nodes):
    """Return the plies to a win by at most `depth` continuous fours, or 0. pv[0] holds the line."""
    S.solver_nodes = nodes
    return killsearch.kill(S, colour, depth, CELL_FOUR, 0)


@kernel
def threat_win(S, colour, depth, nodes):
    """Return the plies to a win by at most `depth` threats, or 0. pv[0] holds the line."""
    S.solver_nodes = nodes
    return threatsearch.threat_win(S, colour, depth, 0)

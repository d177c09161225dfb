"""The entry points of the compiled library, named in `brain.layout.ENTRIES`."""

from brain.kernels.eval import evaluate as evaluation
from brain.kernels.eval import network
from brain.kernels.jit import processor
from brain.kernels.jit.instructions import cycle_counter
from brain.kernels.jit.kernel import kernel
from brain.kernels.position import forbidden, placement, threats
from brain.kernels.search import alphabeta, hashtable, killsearch, proofsearch, threatsearch
from brain.kernels.search import deepen as deepening
from brain.kernels.threatlines import line_cover, line_replay, line_search
from brain.layout import Record
from brain.lexicon import CELL_FOUR

begin = deepening.begin
churn = placement.churn
cover_plies = line_cover.cover_plies
cpu_level = processor.cpu_level
deepen = deepening.deepen
evaluate = evaluation.evaluate
find_line = line_search.find_line
guess = deepening.guess
is_forbidden = forbidden.is_forbidden
lift = placement.lift
line_plies = line_replay.line_plies
may_attack = line_replay.may_attack
has_five = threats.has_five
place = placement.place
prove = deepening.prove
rebuild = placement.rebuild
replies_covered = line_cover.replies_covered
shrink = hashtable.shrink


@kernel
def new_game(S: Record, width, height, rule, law):
    """Set up an empty board and everything that depends on the rule."""
    alphabeta.make_reductions(S)
    hashtable.shrink(S)
    network.clear_cache(S)
    return placement.new_game(S, width, height, rule, law)


@kernel
def ticks(S: Record):
    """Return the cycle counter."""
    return cycle_counter()


@kernel
def judge(S: Record, colour):
    """Return the network's score for the side to move, the static one without a network."""
    score = evaluation.evaluate(S, colour)
    return network.judge(S, colour, score) if S.network_address != 0 else score


@kernel
def verdict(S: Record, colour):
    """Return plies * CELLS + cell of a win that needs no search, or 0."""
    return threats.verdict(S, colour, 0)


@kernel
def search(S: Record, colour, depth, alpha, beta):
    """Search the present position; return its score. pv[0] holds the line."""
    return alphabeta.search(S, colour, depth, alpha, beta, 0, 0)


@kernel
def kill(S: Record, colour, depth, nodes):
    """Return the plies to a win by at most `depth` continuous fours, or 0. pv[0] holds the line."""
    S.solver_nodes = nodes
    return killsearch.kill(S, colour, depth, CELL_FOUR, killsearch.ANY_JUMPS, 0)


@kernel
def threat_win(S: Record, colour, depth, nodes):
    """Return the plies to a win by at most `depth` threats, or 0. pv[0] holds the line."""
    S.solver_nodes = nodes
    return threatsearch.threat_win(S, colour, depth, 0)


@kernel
def proof_win(S: Record, colour, wide, nodes):
    """Return the plies to a win that the proof search finds, or 0. pv[0] holds the line."""
    S.solver_nodes = nodes
    return proofsearch.proof_win(S, colour, wide)

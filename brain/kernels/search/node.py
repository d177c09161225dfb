"""What the nodes of every search do: watch the time and the table's size, and keep the line.

`pv[ply]` is the line from a ply on, `pv_length[ply]` moves long.
"""

from brain.kernels.jit.instructions import cycle_counter, load_stop
from brain.kernels.jit.kernel import kernel
from brain.kernels.search import hashtable
from brain.layout import Record
from brain.lexicon import MAX_PLY

POLL_MASK = 15  # nodes between two looks at the clock, minus one
SIZE_MASK = 4095  # nodes between two looks at the table's size, minus one
TIMES_UP = 1  # in `stop`
SOLVER_PLIES = MAX_PLY - 4  # a solver's node has lists of its own and of the next plies


@kernel
def out_of_time(S: Record):
    """Return 1 when the search must end: asked to stop, past the deadline, or out of nodes."""
    if S.nodes & POLL_MASK == 0:
        if load_stop(S) != 0 or (S.deadline != 0 and cycle_counter() >= S.deadline):
            S.stop = TIMES_UP
        if S.nodes & SIZE_MASK == 0:
            hashtable.keep_size(S)
    if S.node_limit != 0 and S.nodes >= S.node_limit:
        S.stop = TIMES_UP
    return int(S.stop != 0)


@kernel
def start_line(S: Record, ply, cell):
    """Make pv[ply] a single move."""
    S.pv[ply, 0] = cell
    S.pv_length[ply] = 1
    return 0


@kernel
def copy_line(S: Record, ply, cell):
    """Make pv[ply] a move followed by pv[ply + 1]."""
    S.pv[ply, 0] = cell
    length = S.pv_length[ply + 1]
    for i in range(length):
        S.pv[ply, i + 1] = S.pv[ply + 1, i]
    S.pv_length[ply] = length + 1
    return 0

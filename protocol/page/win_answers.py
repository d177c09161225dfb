"""Wins by continuous fours (VCF) and by continuous threats (VCT), without any other search: the
twin of wins.js.
"""

from brain.cell import cells_on
from brain.engine import Engine
from brain.position import Position
from protocol.page.line_answers import WinningLine

MOST_NODES = 1_000_000
SLICE_NODES = 40_000
# By kind: the kernel, and how many of the attacker's moves it may use, in growing steps.
SEARCHES = {
    "fours": ("kill", (2, 4, 8, 16, 32, 64, 100)),
    "threats": ("threat_win", tuple(range(1, 25))),
}


def wins(engine: Engine, position: Position, kind: str) -> WinningLine:
    """Return a win of the side to move; no moves and 0 plies if none is found.

    KeyError for an unknown kind. `Engine.stop` ends the search.
    """
    name, depths = SEARCHES[kind]
    engine.set_up(position)
    library, record = engine.searcher.library, engine.searcher.record
    record.node_limit = record.deadline = 0
    library.begin(record)
    search = getattr(library, name)
    for depth in depths:
        is_open = True
        while is_open:
            if plies := search(record, position.turn, depth, SLICE_NODES):
                moves = record.pv[0][: record.pv_length[0]]
                return WinningLine(cells_on(position.height, moves), plies)
            is_open = record.solver_nodes <= 0
            if record.stop or record.nodes >= MOST_NODES:
                return WinningLine((), 0)
    return WinningLine((), 0)

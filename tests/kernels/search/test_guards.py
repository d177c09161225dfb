"""Guards are all replies after which a side no longer wins by the fours that it threatened."""

import pytest

from brain.lexicon import opponent
from brain.thinking.searcher import Searcher
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import parse
from tests.support.kernels import Plain
from tests.support.searching import set_up
from tests.support.tactics import WINS, Tactic

guards = Plain("brain.kernels.search.guards")

FOURS, NODES = 16, 20_000  # of a kill search
LONG = [tactic for tactic in WINS if tactic.plies >= 7 and tactic.quiet == 0]


def fours_win(searcher: Searcher, colour: int) -> bool:
    """Return whether a side to move wins by fours."""
    return bool(searcher.library.kill(searcher.record, colour, FOURS, NODES))


@pytest.mark.parametrize("tactic", LONG, ids=lambda tactic: f"rule {tactic.rule}: {tactic.name}")
def test_after_every_other_reply_the_attacker_wins_by_fours(
    searcher: Searcher, tactic: Tactic
) -> None:
    drawing = parse(tactic.drawing)
    set_up(searcher, drawing, tactic.rule)
    record, library, defender = searcher.record, searcher.library, opponent(tactic.colour)
    record.stop, record.solver_nodes = 0, NODES
    view = records.fields(record)
    found = guards.guards(view, tactic.colour, 1)
    if found == guards.NO_THREAT:
        return
    stops = {int(cell) for cell in view.moves[1, : found & (1 << guards.PLIES_SHIFT) - 1]}
    for reply in naive.empty_cells(drawing.board):
        is_legal = not record.fouls[defender] or not library.is_forbidden(record, reply)
        if reply not in stops and is_legal:
            library.place(record, reply, defender)
            assert fours_win(searcher, tactic.colour)
            library.lift(record)


def test_most_wins_by_fours_have_guards(searcher: Searcher) -> None:
    threats = 0
    for tactic in LONG:
        set_up(searcher, parse(tactic.drawing), tactic.rule)
        searcher.record.stop, searcher.record.solver_nodes = 0, NODES
        view = records.fields(searcher.record)
        threats += guards.guards(view, tactic.colour, 1) != guards.NO_THREAT
    assert threats > len(LONG) // 2

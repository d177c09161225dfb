"""The entry points: each takes the record and as many integers as the layout says."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from brain.layout import ENTRIES, LINE_ENTRIES, Record
from brain.lexicon import BLACK, CELLS, RENJU, cell_at
from brain.rules.laws import packed_law
from brain.thinking.native import Library, load
from brain.thinking.searcher import Searcher
from tests import ROOT
from tests.support.searching import open_searcher

PARAMETERS = """
import inspect, json
from brain.kernels import entries
from brain.layout import ENTRIES

of = {name: [*inspect.signature(getattr(entries, name)).parameters] for name in ENTRIES}
print(json.dumps(of))
"""


@pytest.fixture(scope="module")
def parameters() -> dict[str, list[str]]:
    """Return the names of each kernel's parameters, read without compiling."""
    run = subprocess.run(
        [sys.executable, "-c", PARAMETERS],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, list[str]] = json.loads(run.stdout)
    return found


@pytest.fixture(scope="module")
def searcher() -> Iterator[Searcher]:
    with open_searcher() as made:
        made.load_rule(RENJU)
        made.new_game(15, 15, RENJU)
        yield made


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_takes_the_record_and_the_integers_that_the_layout_says(
    name: str, parameters: dict[str, list[str]]
) -> None:
    record = [] if name == "cpu_level" else ["L" if name in LINE_ENTRIES else "S"]
    assert parameters[name][: len(record)] == record
    integers = parameters[name][len(record) :]
    assert len(integers) == ENTRIES[name]
    assert not {"S", "L"} & {*integers}


def test_an_entry_without_need_of_a_record_takes_none() -> None:
    library: Library = load()
    assert library.cpu_level(None) in range(5)
    assert library.ticks(None) <= library.ticks(None)


def test_a_new_game_begins_with_an_empty_board_and_a_small_table() -> None:
    library, record = load(), Record()
    record.table_most_buckets = 1 << 20
    library.new_game(record, 9, 11, RENJU, packed_law(RENJU))
    assert (record.width, record.height, record.rule) == (9, 11, RENJU)
    assert 0 < record.table_buckets <= record.table_most_buckets
    assert record.stones == record.key == 0
    assert record.reduction[3][3] > 0


def test_the_judgement_is_the_static_one_without_a_network(searcher: Searcher) -> None:
    record, library = searcher.record, searcher.library
    searcher.load_network(b"")
    searcher.place(cell_at(7, 7), BLACK)
    assert library.judge(record, BLACK) == library.evaluate(record, BLACK)
    searcher.lift()


def test_a_verdict_has_the_plies_and_the_cell(searcher: Searcher) -> None:
    assert searcher.library.verdict(searcher.record, BLACK) == 0
    for x in range(3, 7):
        searcher.place(cell_at(x, 7), BLACK)
    plies, cell = divmod(searcher.library.verdict(searcher.record, BLACK), CELLS)
    assert plies == 1
    assert cell in (cell_at(2, 7), cell_at(7, 7))
    searcher.clear()


@pytest.mark.parametrize("name", ["kill", "threat_win", "proof_win"])
def test_a_solver_visits_no_more_nodes_than_it_is_given(searcher: Searcher, name: str) -> None:
    for x in range(4, 7):
        searcher.place(cell_at(x, 7), BLACK)
        searcher.place(cell_at(x, 12), 3 - BLACK)
    before = searcher.record.nodes
    getattr(searcher.library, name)(searcher.record, BLACK, 8, 0)
    assert searcher.record.nodes == before
    searcher.clear()

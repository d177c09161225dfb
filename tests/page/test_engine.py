"""The page's engine against the native one, and its rules against the slow twin."""

import zlib
from base64 import b64encode
from random import Random

import pytest

from brain import benchmark
from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.files import stored
from brain.game_board import Board
from brain.layout import ENTRIES, GAMES
from brain.lexicon import BLACK, RENJU, STANDARD, WHITE, cell_at
from brain.position import Position
from brain.rules.fouls import forbidden_cells
from brain.rules.laws import RULE_NAMES, RULES
from tests.long.page_twins import (
    DEPTHS,
    NODES,
    bench_positions,
    differing,
    native_engine,
    random_positions,
)
from tests.support import network_twin as twin
from tests.support.board_page import BoardPage, Opened, request_position

SEED = 32
POSITIONS = 40  # of each rule; page_twins.py has more
STARRED = 10  # positions for a network with a star block
MANY_NODES = 100_000  # whose entries fill more than the table begins with
CACHE_LINE = 64  # bytes
DENSE = 300  # renju positions with many stones
BY_THE_RULES = 30  # of them; the slow twin takes its time
# Has the page's engine use a network, in base64, for a rule.
USE_NETWORK = """([rule, text]) => {
    engine.data.networks[rule] = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    engine.kernels.set("tables_rule", 0);
    engine.position = { ...engine.position, width: 0 };
}"""


def dense_position(rng: Random) -> Position:
    """Return a renju position with many stones, two of them neutral."""
    while True:
        cells = rng.sample([cell_at(x, y) for x in range(3, 12) for y in range(3, 12)], 30)
        stones = [(cell, BLACK if index % 3 else WHITE) for index, cell in enumerate(cells[2:])]
        try:
            return Position(15, 15, RENJU, stones, BLACK, cells[:2])
        except ValueError:  # somebody has five
            continue


def test_the_bench_computed_in_the_page_has_the_native_signature(still: BoardPage) -> None:
    positions = [*benchmark.positions()]
    signature = 0
    results = still.thinks(positions, {"depth": benchmark.DEPTH})
    for position, result in zip(positions, results, strict=True):
        best, move = result["lines"][0], Cell.named(result["move"], position.height, ABOVE)
        answer = f"{int(move)} {best['score']} {best['nodes']}"
        signature = zlib.crc32(answer.encode(), signature)
    assert f"{signature:08x}" == benchmark.SIGNATURE


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: RULE_NAMES[rule].replace(" ", "-"))
def test_the_page_agrees_with_the_native_engine(rule: int, still: BoardPage) -> None:
    with native_engine() as engine:
        positions = random_positions(rule, POSITIONS)
        assert differing(still, engine, positions, {"nodes": NODES}) == []


def test_the_page_agrees_with_the_native_engine_whose_table_has_grown(still: BoardPage) -> None:
    with native_engine() as engine:
        assert differing(still, engine, bench_positions(RENJU), {"depth": DEPTHS[0]}) == []


def test_the_page_agrees_with_the_native_engine_about_a_star_block(still: BoardPage) -> None:
    worker = still.page.workers[0]
    content = twin.packed(twin.with_star(twin.random_weights(1), 1), 1)
    with native_engine() as engine:
        engine.new_game(15, 15, STANDARD)
        engine.searcher.load_network(content)
        worker.evaluate(USE_NETWORK, [STANDARD, b64encode(content).decode()])
        try:
            positions = random_positions(STANDARD, STARRED)
            assert differing(still, engine, positions, {"nodes": NODES}) == []
        finally:
            shipped = stored.read("network", STANDARD)
            worker.evaluate(USE_NETWORK, [STANDARD, b64encode(shipped).decode()])


def test_records_of_the_page_are_objects_of_its_module(still: BoardPage) -> None:
    """So loads and stores have the addresses of their fields, and entry points take no record."""
    addresses, parameters = still.page.workers[0].evaluate(
        """() => {
            const { record, line_record, place, may_attack } = engine.kernels.exports;
            return [[record.value, line_record.value], [place.length, may_attack.length]];
        }"""
    )
    assert all(address > 0 and address % CACHE_LINE == 0 for address in addresses)
    assert parameters == [ENTRIES["place"], ENTRIES["may_attack"]]


def test_nothing_is_left_of_a_game_long_ago(still: BoardPage) -> None:
    """Not even where only a long game's entries are."""
    position = request_position(Board.read("h8 i9 g9 g7").position)
    found = still.page.evaluate(
        """async ([position, limits, games]) => {
            const found = [];
            for (let game = 0; game <= games; game++) {
                await tengen.ask("forget");
                if (game % games) await tengen.ask("look", { position });
                else found.push((await tengen.ask("think", { position, limits })).lines[0]);
            }
            return found.map(({ nodes, score, line }) => [nodes, score, line]);
        }""",
        [position, {"nodes": MANY_NODES}, GAMES],
    )
    assert found[0] == found[1]


def test_a_new_game_begins_with_nothing_left_of_the_last_one(opened: Opened) -> None:
    board = opened()
    game = "engine.kernels.get('table_game')"
    worker = board.page.workers[0]
    board.play("h8")
    board.wait("node.ply === 2")
    before = worker.evaluate(game)
    board.new_game(opponent="people")
    board.play("h8")
    assert worker.evaluate(game) > before


def test_forbidden_points_are_those_of_the_engine_and_of_the_rules(still: BoardPage) -> None:
    rng = Random(SEED)
    positions = [dense_position(rng) for _ in range(DENSE)]
    looks = still.page.evaluate(
        """async (positions) => {
            const found = [];
            for (const position of positions) found.push(await tengen.ask("look", { position }));
            return found;
        }""",
        [request_position(position) for position in positions],
    )
    found = [sorted(look["forbidden"]) for look in looks]
    assert sum(map(len, found)) > DENSE
    with native_engine() as engine:
        for position, names in zip(positions, found, strict=True):
            engine.new_game(15, 15, RENJU, position.walls)
            engine.set_up(position)
            assert names == sorted(cell.name_in(ABOVE) for cell in engine.forbidden_points())
    for position, names in zip(positions[:BY_THE_RULES], found, strict=False):
        slow = forbidden_cells(position.board())
        assert names == sorted(Cell(cell).name_in(ABOVE) for cell in slow)


def test_the_winner_is_shown_with_the_stones_of_the_five(still: BoardPage) -> None:
    board = Board.read("h8 a1 i8 c1 j8 e1 k8 g1 l8")
    stones = [[str(cell), colour] for cell, colour in board.stones]
    position = {"width": 15, "height": 15, "rule": 0, "stones": stones, "walls": [], "turn": WHITE}
    look = still.ask("look", position=position)
    assert (look["winner"], look["is_over"]) == (BLACK, True)
    assert sorted(look["five"]) == ["h8", "i8", "j8", "k8", "l8"]
    assert look["forbidden"] == []


def test_a_game_that_went_on_after_the_limit_of_moves_is_not_over(still: BoardPage) -> None:
    beyond = request_position(Board.read("a1c3f1d5a6b5f6e2a3c6f3e5", 6, "renju").position)
    stones = beyond["stones"]
    assert isinstance(stones, list)
    limited = beyond | {"stones": stones[:11]}
    states = [still.ask("look", position=one) for one in (limited, beyond, limited)]
    assert [state["is_over"] for state in states] == [True, False, True]

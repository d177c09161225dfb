"""The searcher owns the memory that the kernels work on."""

import ctypes
from collections.abc import Iterator

import pytest

from brain import layout
from brain.cell import Cell
from brain.files import stored
from brain.layout import LEARNED, LineRecord, Record
from brain.lexicon import BLACK, EMPTY, FREESTYLE, RENJU, WALL, WHITE
from brain.score import Score
from brain.thinking.searcher import MemoryLimits, Searcher
from brain.thinking.think import Analysis, Limit, Task

LIMITS = MemoryLimits(table_bytes=1 << 20)
RULED = ("exact", "caps", "fouls", "zobrist")
H8, I8, J8 = Cell.named("h8"), Cell.named("i8"), Cell.named("j8")


@pytest.fixture
def searcher() -> Iterator[Searcher]:
    """Return a searcher with an empty freestyle board."""
    made = Searcher()
    made.allocate(LIMITS)
    made.load_rule(FREESTYLE)
    made.new_game(15, 15, FREESTYLE)
    yield made
    if not made.is_closed:
        made.close()


def test_a_board_needs_neither_table_nor_tables() -> None:
    bare = Searcher()
    bare.new_game(9, 9, RENJU)
    bare.place(Cell.at(4, 4), BLACK)
    assert bare.stones == ((Cell.at(4, 4), BLACK),)
    assert bare.table_usage() == 0.0


def test_walls_are_on_the_board_until_the_next_game(searcher: Searcher) -> None:
    searcher.new_game(15, 15, FREESTYLE, (H8,))
    assert searcher.walls == (H8,)
    assert searcher.record.board[H8] == WALL
    searcher.new_game(15, 15, FREESTYLE)
    assert not searcher.walls
    assert searcher.record.board[H8] == EMPTY


def test_the_stones_above_one_stay_when_it_is_taken_back(searcher: Searcher) -> None:
    for cell, colour in ((H8, BLACK), (I8, WHITE), (J8, BLACK)):
        searcher.place(cell, colour)
    searcher.take_back(I8)
    assert searcher.stones == ((H8, BLACK), (J8, BLACK))


def test_empty_cells_begin_at_the_centre(searcher: Searcher) -> None:
    assert searcher.empty_cells()[0] == H8
    assert len(searcher.empty_cells()) == 15 * 15
    searcher.place(H8, BLACK)
    assert H8 not in searcher.empty_cells()


def test_a_rule_is_loaded_once(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "read", None)  # which would fail if it were called
    searcher.load_rule(FREESTYLE)


def test_no_network_is_used_after_empty_data(searcher: Searcher) -> None:
    network = stored.read("network", FREESTYLE)
    searcher.load_network(network)
    assert bool(searcher.record.network_address) == bool(network)
    searcher.load_network(b"")
    assert searcher.record.network_address == 0


@pytest.mark.parametrize("change", [-64, -1, 1, 64, 5000])
def test_a_network_of_a_wrong_length_is_refused_and_the_old_one_stays(
    searcher: Searcher, change: int
) -> None:
    network = stored.read("network", FREESTYLE)
    searcher.load_network(network)
    address = searcher.record.network_address
    content = (network + bytes(5000))[: len(network) + change]
    with pytest.raises(ValueError, match=rf"a network has 317888, .* not {len(content)}$"):
        searcher.load_network(content)
    assert searcher.record.network_address == address


def test_a_star_block_whose_stones_could_overflow_is_refused(searcher: Searcher) -> None:
    star = layout.Star()
    star.star_stones[1][15] = layout.STAR_MOST + 1
    with pytest.raises(ValueError, match="shows 8192, at most 8191 is allowed"):
        searcher.load_network(stored.read("network", FREESTYLE) + bytes(star))


def test_a_star_block_is_used_if_the_network_has_one(searcher: Searcher) -> None:
    plain = stored.read("network", FREESTYLE)
    searcher.load_network(plain + bytes(ctypes.sizeof(layout.Star)))
    record = searcher.record
    assert record.star_address == record.network_address + len(plain)
    searcher.load_network(plain)
    assert record.star_address == 0


def test_a_new_table_is_empty_and_nothing_is_learned(searcher: Searcher) -> None:
    searcher.place(H8, BLACK)
    searcher.run(Task(WHITE, Limit(nodes=500)))
    assert searcher.table_usage() > 0
    assert any(any(bytes(getattr(searcher.record, name))) for name in LEARNED)
    searcher.allocate(LIMITS)
    assert searcher.table_usage() == 0
    assert not any(any(bytes(getattr(searcher.record, name))) for name in LEARNED)


def test_nothing_is_searched_when_a_line_is_known(searcher: Searcher) -> None:
    searcher.place(H8, BLACK)
    known = Analysis(1, 1, Score(0), 0, 0.0, (I8,))
    result = searcher.run(Task(WHITE, Limit(nodes=500)), known)
    assert result.move == I8
    assert result.lines == (known,)
    assert searcher.record.nodes == 0


@pytest.mark.parametrize("change", ["allocate", "place", "lift", "new_game", "run", "close"])
def test_a_report_cannot_change_the_position_searched(searcher: Searcher, change: str) -> None:
    searcher.place(H8, BLACK)
    refused: list[str] = []

    def report(analysis: Analysis) -> None:
        calls = {
            "allocate": lambda: searcher.allocate(LIMITS),
            "place": lambda: searcher.place(I8, WHITE),
            "lift": searcher.lift,
            "new_game": lambda: searcher.new_game(15, 15, FREESTYLE),
            "run": lambda: searcher.run(Task(WHITE, Limit(nodes=10))),
            "close": searcher.close,
        }
        with pytest.raises(ValueError, match="the engine is thinking"):
            calls[change]()
        refused.append(change)

    result = searcher.run(Task(WHITE, Limit(nodes=300), report=report))
    assert refused
    assert searcher.stones == ((H8, BLACK),)
    assert searcher.is_empty(result.move)


def test_a_searcher_is_idle_again_after_its_report_failed(searcher: Searcher) -> None:
    def report(analysis: Analysis) -> None:
        raise ArithmeticError("asked to fail")

    searcher.place(H8, BLACK)
    with pytest.raises(ArithmeticError):
        searcher.run(Task(WHITE, Limit(nodes=300), report=report))
    searcher.lift()
    assert searcher.stones == ()


def test_a_closed_searcher_refuses_everything(searcher: Searcher) -> None:
    searcher.close()
    assert searcher.is_closed
    with pytest.raises(ValueError, match="the engine is closed"):
        searcher.place(H8, BLACK)
    with pytest.raises(ValueError, match="the engine is closed"):
        searcher.provide_table()


def game_of(record: Record | LineRecord) -> list[bytes]:
    """Return what both records have of a game."""
    size = bytes([record.width, record.height])
    return [size, *(bytes(getattr(record, name)) for name in RULED)]


def test_the_record_of_a_line_follows_the_games(searcher: Searcher) -> None:
    assert game_of(searcher.line_record) == game_of(searcher.record)
    before = searcher.line_record
    searcher.new_game(9, 12, RENJU)
    assert searcher.line_record is before
    assert (before.width, before.height) == (9, 12)
    assert game_of(before) == game_of(searcher.record)


def test_a_stop_reaches_the_record_of_a_line_even_if_it_is_made_later(searcher: Searcher) -> None:
    searcher.stop()
    assert searcher.line_record.stop
    searcher.cancel_stop()
    assert not searcher.line_record.stop
    searcher.stop()
    assert searcher.line_record.stop


def test_a_closed_searcher_has_no_record_of_a_line(searcher: Searcher) -> None:
    assert searcher.line_record
    searcher.close()
    with pytest.raises(ValueError, match="the engine is closed"):
        _ = searcher.line_record


def test_an_entry_point_refuses_the_other_record(searcher: Searcher) -> None:
    with pytest.raises(ctypes.ArgumentError):
        searcher.library.line_plies(searcher.record, BLACK, 0)
    with pytest.raises(ctypes.ArgumentError):
        searcher.library.evaluate(searcher.line_record, BLACK)

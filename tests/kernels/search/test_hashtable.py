"""The transposition table: what is packed, stored and found again."""

import ctypes
import mmap
import random
from collections.abc import Iterator
from typing import Any

import pytest

from brain.layout import GAMES, Record
from brain.lexicon import CELLS, EVAL_LIMIT, MATE, WON
from tests.support import record_views as records
from tests.support.kernels import Plain

hashtable = Plain("brain.kernels.search.hashtable")
BUCKETS = 128
DEPTHS = 256
SECOND = 10**9  # in ticks of the counter of plain kernels


@pytest.fixture
def table() -> Iterator[Any]:
    """A record with an empty table, of half the buckets that there is memory for."""
    record = Record()
    memory = ctypes.create_string_buffer(2 * BUCKETS * hashtable.BUCKET_BYTES)
    record.table_address, record.table_game = ctypes.addressof(memory), 1
    record.table_buckets, record.table_most_buckets = BUCKETS, 2 * BUCKETS
    yield records.fields(record)
    record.table_address = 0


def random_keys(count: int) -> list[int]:
    dice = random.Random(1)
    return [dice.getrandbits(63) for _ in range(count)]


def test_a_packed_entry_is_unpacked(table: Any) -> None:
    dice = random.Random(1)
    for _ in range(2000):
        table.table_generation, table.table_game = dice.randrange(1000), dice.randint(1, GAMES)
        move, depth = dice.randrange(CELLS), dice.randrange(DEPTHS)
        bound = dice.choice((hashtable.UPPER, hashtable.LOWER, hashtable.EXACT))
        score = dice.randint(-MATE, MATE)
        static_eval = dice.randint(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
        data = hashtable.pack(table, move, depth, bound, score, static_eval)
        assert hashtable.data_move(data) == move
        assert hashtable.data_depth(data) == depth
        assert hashtable.data_bound(data) == bound
        assert hashtable.data_score(data, 0) == score
        assert hashtable.data_static(data) == static_eval


@pytest.mark.parametrize("score", [MATE - 9, 9 - MATE, WON, -WON, 0, 123])
def test_a_proven_score_counts_its_plies_from_where_it_is_read(table: Any, score: int) -> None:
    stored = hashtable.from_position(score, 4)
    data = hashtable.pack(table, 0, 0, hashtable.EXACT, stored, 0)
    later = (score > WON) - (score < -WON)
    assert hashtable.data_score(data, 4) == score
    assert hashtable.data_score(data, 6) == score - 2 * later


def test_an_entry_is_found_by_its_key_alone(table: Any) -> None:
    key, other = random_keys(2)
    data = hashtable.pack(table, 7, 3, hashtable.LOWER, 5, 0)
    hashtable.store(table, key, data)
    assert hashtable.probe(table, key) == data
    assert hashtable.probe(table, other) == 0
    assert hashtable.probe(table, key ^ 1) == 0


def test_an_entry_of_another_game_is_not_found(table: Any) -> None:
    (key,) = random_keys(1)
    hashtable.store(table, key, hashtable.pack(table, 7, 3, hashtable.LOWER, 5, 0))
    table.table_game = 2
    assert hashtable.probe(table, key) == 0


def test_a_full_bucket_gives_up_its_least_deep_entry(table: Any) -> None:
    keys = range(hashtable.ENTRIES + 1)  # of one bucket
    for key, depth in zip(keys, (9, 4, 2, 6, 3), strict=True):
        hashtable.store(table, key, hashtable.pack(table, 0, depth, hashtable.LOWER, 0, 0))
    found = [hashtable.data_depth(hashtable.probe(table, key)) for key in keys]
    assert found == [9, 4, 0, 6, 3]


def test_a_full_bucket_gives_up_an_old_entry_before_a_less_deep_one(table: Any) -> None:
    hashtable.store(table, 0, hashtable.pack(table, 0, 9, hashtable.LOWER, 0, 0))
    table.table_generation = 5
    for key in range(1, hashtable.ENTRIES + 1):
        hashtable.store(table, key, hashtable.pack(table, 0, key, hashtable.LOWER, 0, 0))
    assert hashtable.probe(table, 0) == 0
    assert all(hashtable.probe(table, key) for key in range(1, hashtable.ENTRIES + 1))


def test_entries_of_an_earlier_game_do_not_decide_which_entry_a_bucket_gives_up(
    table: Any,
) -> None:
    keys = range(hashtable.ENTRIES + 1)  # of one bucket
    for stored in ((1, 0), keys):
        table.table_game += 1
        for key in stored:
            hashtable.store(table, key, hashtable.pack(table, 0, 3, hashtable.LOWER, 0, 0))
    assert [key for key in keys if hashtable.probe(table, key)] == [1, 2, 3, 4]


def test_a_table_that_grows_keeps_the_entries_of_its_game(table: Any) -> None:
    keys = random_keys(3 * BUCKETS)
    for game, some in ((1, keys[::2]), (2, keys[1::2])):
        table.table_game = game
        for key in some:
            hashtable.store(
                table, key, hashtable.pack(table, key % CELLS, 3, hashtable.LOWER, 5, 0)
            )
    kept = [key for key in keys[1::2] if hashtable.probe(table, key)]
    hashtable.grow(table)
    assert table.table_buckets == 2 * BUCKETS
    assert [key for key in keys[1::2] if hashtable.probe(table, key)] == kept
    assert all(hashtable.data_move(hashtable.probe(table, key)) == key % CELLS for key in kept)
    table.table_game = 1
    assert not any(hashtable.probe(table, key) for key in keys)


def test_a_table_grows_when_it_fills_and_no_further_than_its_memory(table: Any) -> None:
    hashtable.keep_size(table)
    assert table.table_buckets == BUCKETS
    for key in random_keys(BUCKETS):
        hashtable.store(table, key, hashtable.pack(table, 0, 3, hashtable.LOWER, 5, 0))
    for _ in range(3):
        hashtable.keep_size(table)
    assert table.table_buckets == 2 * BUCKETS


def test_a_table_does_not_grow_past_the_deadline(table: Any) -> None:
    for key in random_keys(BUCKETS):
        hashtable.store(table, key, hashtable.pack(table, 0, 3, hashtable.LOWER, 5, 0))
    table.table_growth_ticks = SECOND
    table.deadline = hashtable.cycle_counter() + SECOND * 3 // 2
    hashtable.keep_size(table)
    assert table.table_buckets == BUCKETS
    table.deadline = hashtable.cycle_counter() + 60 * SECOND
    hashtable.keep_size(table)
    assert table.table_buckets == 2 * BUCKETS
    assert 0 < table.table_growth_ticks < 60 * SECOND


@pytest.mark.parametrize(("size", "share"), [(1, 1 / 2), (1 / 2, 1 / 8)])
def test_a_large_table_grows_later(table: Any, size: float, share: float) -> None:
    buckets = int(hashtable.LARGE_BUCKETS * size)
    memory = mmap.mmap(-1, buckets * hashtable.BUCKET_BYTES)
    address = ctypes.c_char.from_buffer(memory)
    table.table_address, table.table_buckets = ctypes.addressof(address), buckets
    step = (1 << hashtable.KEY_BITS) // hashtable.SAMPLED_BUCKETS  # between sampled buckets
    sample = [
        number * step + entry
        for number in range(hashtable.SAMPLED_BUCKETS)
        for entry in range(hashtable.ENTRIES)
    ]
    needed = int(len(sample) * share)
    for key in sample[: needed - 1]:
        hashtable.store(table, key, hashtable.pack(table, 0, 3, hashtable.LOWER, 0, 0))
    assert not hashtable.is_filling(table)
    hashtable.store(table, sample[needed - 1], hashtable.pack(table, 0, 3, hashtable.LOWER, 0, 0))
    assert hashtable.is_filling(table)


def test_a_helpers_table_is_as_large_as_its_leaders(table: Any) -> None:
    leader = Record()
    leader.table_buckets = 2 * BUCKETS
    table.table_leader = ctypes.addressof(leader) + Record.table_buckets.offset
    hashtable.keep_size(table)
    assert table.table_buckets == 2 * BUCKETS

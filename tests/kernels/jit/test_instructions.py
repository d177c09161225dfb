"""Machine instructions, called from kernels."""

import ctypes

import pytest

from brain.layout import Record
from brain.lexicon import BLACK
from tests.support.kernels import Later
from tests.support.record_views import fields

probes = Later("tests.kernels.jit.probes")


@pytest.mark.parametrize("word", [1, 2, 12, 1 << 31, 1 << 62, -1, -8, -(1 << 63)])
def test_zeros_are_counted_below_the_lowest_bit(word: int) -> None:
    count = probes.zeros(word)
    assert word >> count & 1
    assert word & (1 << count) - 1 == 0


@pytest.mark.parametrize("word", [0, 7, -1, 1 << 62, -(1 << 63)])
def test_a_word_is_copied_by_its_address(word: int) -> None:
    source, target = ctypes.c_int64(word), ctypes.c_int64(5)
    probes.copied(ctypes.addressof(source), ctypes.addressof(target))
    assert (source.value, target.value) == (word, word)


def test_the_stop_flag_is_read() -> None:
    record = Record()
    assert probes.stop_of(fields(record)) == 0
    record.stop = 3
    assert probes.stop_of(fields(record)) == 3


def test_the_tables_are_those_at_the_record_s_address() -> None:
    record, other = Record(), Record()
    other.tables.value[BLACK][7] = -20
    assert probes.value_of(fields(record), BLACK, 7) == 0
    record.tables_address = other.tables_address
    assert probes.value_of(fields(record), BLACK, 7) == -20


def test_the_activations_have_the_field_s_address() -> None:
    record = Record()
    offset = Record.network_activation.offset
    assert probes.activations(fields(record)) == ctypes.addressof(record) + offset


def test_the_cycle_counter_never_runs_backwards() -> None:
    counts = [probes.now() for _ in range(100)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]

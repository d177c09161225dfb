"""How large the transposition table may be."""

import mmap
import sys
from pathlib import Path
from typing import Any

import pytest

from brain.thinking import table
from brain.thinking.table import (
    DEFAULT_MEMORY,
    KEPT_FREE,
    MOST_UNASKED,
    PROGRAM,
    SMALLEST,
    Table,
    room,
)

OTHERS = KEPT_FREE + PROGRAM
GIGABYTE = 1 << 30


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with much memory."""
    monkeypatch.setattr(table, "memory_of_machine", lambda: 64 * GIGABYTE)


@pytest.mark.parametrize(
    ("memory", "table_bytes", "wanted"),
    [
        (0, 0, DEFAULT_MEMORY - OTHERS),
        (100 << 20, 0, (100 << 20) - OTHERS),
        (100 << 20, 8 * GIGABYTE, (100 << 20) - OTHERS),
        (1, 0, 0),
        (0, 8 * GIGABYTE, 8 * GIGABYTE),
        (9 * GIGABYTE, 8 * GIGABYTE, 8 * GIGABYTE),
        ((1 << 63) - 1, 0, MOST_UNASKED - OTHERS),
        ((1 << 63) - 1, 99 * GIGABYTE, 32 * GIGABYTE - OTHERS),  # half of the machine
    ],
)
def test_the_table_fits_into_every_limit(memory: int, table_bytes: int, wanted: int) -> None:
    assert room(memory, table_bytes) == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has control groups")
@pytest.mark.parametrize(
    ("line", "group", "file"),
    [("0::/a/b", "a/b", "memory.max"), ("7:memory:/a/b", "a", "memory.limit_in_bytes")],
)
def test_a_control_groups_limit_counts_and_those_above_it(
    line: str, group: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    groups, folder = tmp_path / "cgroup", tmp_path / "groups"
    monkeypatch.setattr(table, "GROUPS", groups)
    named = {key: (folder, name) for key, (_, name) in table.GROUP_LIMITS.items()}
    monkeypatch.setattr(table, "GROUP_LIMITS", named)
    assert table.memory_of_machine() > GIGABYTE
    groups.write_text(f"9:name=systemd:/\n{line}\n")
    (folder / "a" / "b").mkdir(parents=True)
    (folder / file).write_text("max\n")
    (folder / group / file).write_text("123456789\n")
    assert table.memory_of_machine() == 123456789


# Too little memory.


@pytest.fixture
def space(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bytes that the system can still provide; the list may be changed."""
    left = [GIGABYTE]

    class Memory(mmap.mmap):
        def __new__(cls, fileno: int, length: int, **how: Any) -> "Memory":
            if length > left[0]:
                raise OSError(12, "Cannot allocate memory")
            left[0] -= length
            return super().__new__(cls, fileno, length, **how)

        def close(self) -> None:
            if not self.closed:
                left[0] += len(self)
            super().close()

    monkeypatch.setattr(mmap, "mmap", Memory)
    return left


@pytest.mark.parametrize("megabytes", [1, 2, 3, 40, 100, 299])
def test_a_table_for_which_there_is_too_little_memory_leaves_half_of_it(
    megabytes: int, space: list[int]
) -> None:
    space[0] = megabytes << 20
    made = Table(300 << 20)
    assert space[0] == (megabytes << 20) - len(made)
    assert space[0] >= len(made) or len(made) == SMALLEST
    assert len(made) * 8 > megabytes << 20
    made.close()


def test_a_table_for_which_there_is_enough_memory_is_as_large_as_wanted(space: list[int]) -> None:
    assert len(Table(300 << 20)) == 300 << 20


def test_no_memory_at_all_is_said(space: list[int]) -> None:
    space[0] = SMALLEST - 1
    with pytest.raises(MemoryError, match="transposition table"):
        Table(300 << 20)

"""The stored data: a damaged file is never used."""

import shutil
import zlib
from pathlib import Path

import pytest

from brain.engine import Engine, Limit
from brain.files import durable, stored
from brain.files.stored import DataError
from brain.lexicon import BLACK, CARO, FREESTYLE, WHITE, cell_at
from brain.rules.laws import RULES


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the data that is read instead of ours."""
    folder = tmp_path / "data"
    shutil.copytree(stored.DATA, folder, ignore=shutil.ignore_patterns("lib"))
    monkeypatch.setattr(stored, "DATA", folder)
    return folder


@pytest.mark.parametrize("name", ["tables", "swap2", "network"])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_data(name: str, rule: int) -> None:
    assert stored.read(name, rule)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: bytes(reversed(content)),
    ],
)
def test_a_damaged_file_is_named(data: Path, damage: object) -> None:
    assert callable(damage)
    (path,) = data.glob("tables-8-*")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataError, match=f"{path.name} is damaged"):
        stored.read("tables", CARO)


@pytest.mark.parametrize("name", ["tables", "network"])
def test_a_missing_file_is_named(data: Path, name: str) -> None:
    (path,) = data.glob(f"{name}-8-*")
    path.unlink()
    with pytest.raises(DataError, match=rf"{name}-8-.* is missing"), Engine(1 << 20) as engine:
        engine.new_game(15, 15, CARO)


def test_an_empty_network_is_none(data: Path) -> None:
    stored.write("network", CARO, b"")
    with Engine(1 << 20) as engine:
        engine.new_game(15, 15, CARO)
        assert not engine.searcher.record.network_address


def test_an_engine_stays_at_its_rule_when_anothers_tables_are_damaged(data: Path) -> None:
    (path,) = data.glob("tables-8-*")
    path.write_bytes(b"nothing")
    with Engine(1 << 20) as engine:
        engine.place(cell_at(7, 7), BLACK)
        before = engine.rule, engine.stones
        with pytest.raises(DataError):
            engine.new_game(15, 15, CARO)
        assert (engine.rule, engine.stones) == before
        assert engine.rule == FREESTYLE
        assert engine.think(WHITE, Limit(depth=2)).move


def test_writing_replaces_the_old_file(data: Path) -> None:
    path = stored.write("tables", CARO, b"new")
    assert list(data.glob("tables-8-*")) == [path]
    assert stored.read("tables", CARO) == b"new"


def test_data_that_cannot_be_written_leave_those_that_were(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, content: bytes) -> None:
        raise OSError("no space left")

    before = stored.read("tables", CARO)
    monkeypatch.setattr(durable, "write_atomically", fail)
    with pytest.raises(OSError, match="no space"):
        stored.write("tables", CARO, b"new")
    assert stored.read("tables", CARO) == before


def test_the_rest_of_a_killed_writer_is_not_read(data: Path) -> None:
    (path,) = data.glob("tables-8-*")
    for name in (f"{path.name}.1.tmp", f"tables-{CARO}-00000000.bin.1.tmp"):
        (data / name).write_bytes(b"a part")
    assert zlib.crc32(stored.read("tables", CARO)) == int(path.stem.split("-")[-1], 16)


def test_the_same_data_can_be_written_again(data: Path) -> None:
    before = stored.read("tables", CARO)
    stored.write("tables", CARO, before)
    assert stored.read("tables", CARO) == before

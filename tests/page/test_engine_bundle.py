"""The data of the page's engine: found, damaged, or impossible to make here."""

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from brain.thinking import native
from protocol.page import engine_bundle

Capture = pytest.CaptureFixture[str]


@pytest.mark.usefixtures("page_engine")
def test_a_damaged_block_of_the_page_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = engine_bundle.find()
    assert whole
    monkeypatch.setattr(native, "folders", lambda: (tmp_path,))
    copy = tmp_path / engine_bundle.file_name()
    copy.write_bytes(whole.read_bytes())
    assert engine_bundle.find() == copy
    copy.write_bytes(whole.read_bytes()[:-9])
    assert engine_bundle.find() is None


def test_missing_parts_of_the_page_are_reported_before_the_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_bundle, "find", lambda: None)
    monkeypatch.setattr(native, "system", lambda: native.OTHER)
    with pytest.raises(native.LibraryError, match="can be compiled only on x86-64"):
        engine_bundle.load()


def test_compiling_the_pages_engine_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(engine_bundle, "find", lambda: None)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: CompletedProcess([], 0))
    with pytest.raises(native.LibraryError, match="its file is missing"):
        engine_bundle.load()
    assert capsys.readouterr().err == "tengen: compiling the page's engine, once\n"


def test_the_blocks_name_changes_with_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brain" / "data").mkdir(parents=True)
    monkeypatch.setattr(native, "PACKAGE", tmp_path / "brain")
    monkeypatch.setattr(native, "stamp", lambda: "0")
    before = engine_bundle.file_name()
    (tmp_path / "brain" / "data" / "tables-0-00000000.bin").touch()
    assert before != engine_bundle.file_name()

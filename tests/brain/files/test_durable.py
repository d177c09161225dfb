"""Files are written whole or not at all."""

import os
import sys
from pathlib import Path

import pytest

from brain.files.durable import check_plain, replaced, write_atomically
from tests.support.full_disk import full_disk, needs_limits


@pytest.mark.parametrize(
    ("content", "written"), [("é\n", b"\xc3\xa9\n"), (b"\r\n\xff", b"\r\n\xff")]
)
def test_writing_replaces_the_old_file(
    content: str | bytes, written: bytes, tmp_path: Path
) -> None:
    for _ in range(2):
        write_atomically(tmp_path / "file", content)
        assert (tmp_path / "file").read_bytes() == written
    assert os.listdir(tmp_path) == ["file"]


@needs_limits
def test_a_file_that_cannot_be_rewritten_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_atomically(path, "old")
    with full_disk(1 << 20), pytest.raises(OSError, match="too large"):
        write_atomically(path, "new" * (1 << 20))
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.html"]


def test_a_file_stays_if_its_writer_fails_half_way(tmp_path: Path) -> None:
    path = tmp_path / "table"
    write_atomically(path, "old")

    def write_some() -> None:
        with replaced(path) as file:
            file.write(b"new")
            raise ValueError("no more rows")

    with pytest.raises(ValueError, match="no more rows"):
        write_some()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["table"]


def test_the_content_is_on_the_disk_before_the_old_file_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, order = tmp_path / "file", list[str]()
    write_atomically(path, "old")
    fsync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        order.append(f"fsync of {os.fstat(descriptor).st_size} bytes")
        fsync(descriptor)

    def renamed(draft: Path, target: Path) -> None:
        order.append("replace")
        replace(draft, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    write_atomically(path, "content")
    assert order == ["fsync of 7 bytes", "replace"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "private"
    write_atomically(path, "old")
    path.chmod(0o600)
    write_atomically(path, "new")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="has no such links")
def test_a_link_stays_and_a_device_is_written_in_place(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    write_atomically(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")
    write_atomically(Path("/dev/null"), "new")
    assert not Path("/dev/null").is_file()


def test_a_reader_never_sees_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomically(path, "old")
    seen: list[str] = []
    replace = os.replace

    def watched(draft: Path, target: Path) -> None:
        seen.extend((path.read_text(), draft.read_text()))
        replace(draft, target)

    monkeypatch.setattr(os, "replace", watched)
    write_atomically(path, "new")
    assert (*seen, path.read_text()) == ("old", "new", "new")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_a_folder_and_a_pipe_are_not_plain_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("", "pipe"):
        with pytest.raises(ValueError, match="is not a regular file: move it away"):
            check_plain(tmp_path / name)
    check_plain(tmp_path / "missing")

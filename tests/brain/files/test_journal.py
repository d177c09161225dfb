"""A journal resumes wherever a kill cut it off; a file of another kind is refused."""

import json
from pathlib import Path

import pytest

from brain.files import journal
from tests.support.full_disk import full_disk, needs_limits

CUT = r"(\[.*)?"
LINES = b"[1]\n[22]\n[333]\n"


def write_more(path: Path, *lines: str) -> list[object]:
    """Resume a journal; return its entries."""
    entries, file = journal.resumed(path, json.loads, CUT)
    with file:
        for line in lines:
            file.write(line)
            assert path.read_bytes().endswith(line.encode()), "it is with the system at once"
    return entries


def test_a_journal_resumes_wherever_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for length in range(len(LINES)):
        path.write_bytes(LINES[:length])
        whole = LINES[:length].count(b"\n")
        assert write_more(path, "[4444]\n") == [[1], [22], [333]][:whole]
        assert path.read_bytes() == b"".join(LINES.splitlines(True)[:whole]) + b"[4444]\n"


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    _, file = journal.resumed(path, json.loads, CUT)
    with file, pytest.raises(ValueError, match="another process is writing to"):
        journal.resumed(path, json.loads, CUT)
    assert write_more(path, "[1]\n") == []


def test_a_line_is_appended_in_place_of_one_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal.append(path, b"[0]\n")
    assert path.read_bytes() == b"[0]\n"
    for length in range(len(LINES) + 1):
        path.write_bytes(LINES[:length])
        journal.append(path, b"[4444]\n")
        whole = LINES[:length].count(b"\n")
        assert path.read_bytes() == b"".join(LINES.splitlines(True)[:whole]) + b"[4444]\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[1]\nno JSON\n[3]\n", "line 2: Expecting value"),
        (b"[1]\n\xff\n", "line 2: "),
        (b"[1]\na letter", "the last line is incomplete, and not one of this file"),
    ],
)
def test_a_file_that_is_anothers_is_left_as_it_is(
    content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "journal"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        write_more(path, "[4]\n")
    assert path.read_bytes() == content


def test_lines_that_end_as_on_windows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(LINES.replace(b"\n", b"\r\n"))
    assert [*journal.read(path, str)] == ["[1]", "[22]", "[333]"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"plan\n"),
        (b"pl", b"plan\n"),
        (b"plan\n", b"plan\n"),
        (b"plan\ngames", b"plan\ngames"),
        (b"plane", b"plane"),
        (b"x", b"x"),
    ],
)
def test_a_first_line_is_written_where_it_is_missing_or_cut_off(
    before: bytes, after: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(before)
    with path.open("a+b") as file:
        journal.begin(file, b"plan\n")
        assert file.read() == after
    assert path.read_bytes() == after


@needs_limits
@pytest.mark.parametrize("line", ["[4444]\n", "[" + "4" * 100_000 + "]\n"])
def test_a_line_that_the_disk_has_no_room_for_leaves_the_file(line: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(LINES)
    with (
        full_disk(len(LINES) + 3),
        pytest.raises(OSError, match="too large"),
        journal.resumed(path, json.loads, CUT)[1] as file,
    ):
        file.write(line)
    assert path.read_bytes() == LINES
    with full_disk(len(LINES) + 3), pytest.raises(OSError, match="too large"):
        journal.append(path, line.encode())
    assert path.read_bytes() == LINES
    assert write_more(path, line) == [[1], [22], [333]]

"""`tengen solve`: how it fails; tests/brain/test_solver.py has what it proves."""

from pathlib import Path

import pytest

from brain.native import LibraryError
from protocol.tools import solve


def test_a_missing_library_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise LibraryError("there is none")

    monkeypatch.setattr(solve, "Engine", missing)
    assert solve.main(["h8i9", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "tengen solve: there is none\n"

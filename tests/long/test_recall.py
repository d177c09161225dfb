"""The short run: a lookup is measured once."""

import pytest

from tests.long import recall


def test_lookups_are_measured_with_checks_and_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recall, "TIMES", 1)
    assert recall.main(["100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"databases with {known}" for known in ("nothing", "a proof", "a stored move")
    ]

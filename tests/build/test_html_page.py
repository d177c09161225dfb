"""The page made with the engine."""

import pytest

from brain.files import stored
from protocol.build import html_page as build

LARGEST, LARGEST_WITHOUT = 1_600_000, 480_000  # bytes, with and without networks


def test_the_page_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    with_networks = len(build.page().encode())
    read = stored.read
    monkeypatch.setattr(
        stored, "read", lambda name, rule: b"" if name == "network" else read(name, rule)
    )
    assert len(build.page().encode()) <= LARGEST_WITHOUT < with_networks <= LARGEST

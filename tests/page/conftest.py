"""The page, made once, and windows for it.

The browser runs during all tests of this folder: its client keeps an event loop running.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from brain.cell_names import ABOVE, BELOW, show_rows
from brain.openings import decisions
from tests.support import board_page, browser
from tests.support.board_page import NOTHING, BoardPage, Opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENING_S = 0.5
Idle = dict[bool, list[BoardPage]]  # by whether they are a phone's


@pytest.fixture(autouse=True)
def from_above() -> Iterator[None]:
    """Count rows from above, so that a cell's name is its key on the page."""
    show_rows(ABOVE)
    yield
    show_rows(BELOW)


@pytest.fixture(scope="package")
def file(page_engine: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page's file."""
    return board_page.make(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="package")
def host() -> Iterator["Browser"]:
    """Yield a browser."""
    pytest.importorskip("playwright", reason="needs playwright, of the extra test")
    if browser.find() is None:
        pytest.skip(browser.MISSING)
    with board_page.chromium() as found:
        yield found


@pytest.fixture(scope="package")
def idle(host: "Browser") -> Iterator[Idle]:
    """Yield the windows that no test uses; they are closed in the end."""
    found: Idle = {}
    yield found
    for page in (page for pages in found.values() for page in pages):
        page.close()


@pytest.fixture
def opened(host: "Browser", file: Path, idle: Idle) -> Iterator[Opened]:
    """Yield a function that opens the page in an idle window; no console may have an error."""
    used: list[tuple[bool, BoardPage]] = []

    def opened(
        size: tuple[int, int] = board_page.WIDE,
        address: str = "",
        dark: bool = False,
        stored: Mapping[str, str] = NOTHING,
        **settings: object,
    ) -> BoardPage:
        is_phone = size == board_page.PHONE
        if others := idle.setdefault(is_phone, []):
            page = others.pop()
        else:
            page = BoardPage(host, file, size)
        used.append((is_phone, page))
        page.look(size, dark)
        page.begin(address, stored=stored, **settings)
        return page

    yield opened
    errors = [error for _, page in used for error in page.errors]
    for is_phone, page in used:
        page.page.emulate_media(reduced_motion="null")
        idle[is_phone].append(page)
    assert errors == []


@pytest.fixture
def board(opened: Opened) -> BoardPage:
    """Return the page in a wide window."""
    return opened()


@pytest.fixture(scope="module")
def still(host: "Browser", file: Path, idle: Idle) -> Iterator[BoardPage]:
    """Yield a page for all tests of a module: they use its engine, and do not change its game."""
    others = idle.setdefault(False, [])
    page = others.pop() if others else BoardPage(host, file)
    page.look(board_page.WIDE, False)
    page.begin()
    yield page
    others.append(page)
    assert page.errors == []


@pytest.fixture
def opening_s(monkeypatch: pytest.MonkeyPatch) -> float:
    """Give the native engine fewer seconds for an answer in an opening; return them."""
    monkeypatch.setattr(decisions, "USUAL_S", OPENING_S)
    return OPENING_S

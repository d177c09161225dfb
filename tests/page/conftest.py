"""The page, made once, and windows that it is opened in.

The browser lives as long as the tests of this folder: its client keeps an event loop running.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support import board_page, browser
from tests.support.board_page import BoardPage, Opened


@pytest.fixture(scope="package")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page's file."""
    return board_page.make(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="package")
def host() -> Iterator[Browser]:
    """Yield a browser."""
    if browser.find() is None:
        pytest.skip("needs Chromium")
    with board_page.chromium() as found:
        yield found


@pytest.fixture
def opened(host: Browser, file: Path) -> Iterator[Opened]:
    """Yield what opens the page; in the end, no console has an error."""
    found: list[BoardPage] = []

    def opened(size: tuple[int, int] = board_page.WIDE, **options: object) -> BoardPage:
        found.append(BoardPage(host, file, size, **options))  # type: ignore[arg-type]
        return found[-1]

    yield opened
    errors = [error for page in found for error in page.errors]
    for page in found:
        page.close()
    assert errors == []


@pytest.fixture
def board(opened: Opened) -> BoardPage:
    """Return the page in a wide window."""
    return opened()


@pytest.fixture(scope="module")
def still(host: Browser, file: Path) -> Iterator[BoardPage]:
    """Yield a page that a module's tests share: they ask its engine, and leave its game alone."""
    page = BoardPage(host, file)
    yield page
    page.close()
    assert page.errors == []

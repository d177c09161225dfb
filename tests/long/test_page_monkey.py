"""A few seconds of random clicks and keys on the board page; page_monkey.py runs for an hour."""

from pathlib import Path
from random import Random

import pytest

from tests.long.page_monkey import rampage
from tests.support import board_page, browser
from tests.support.board_page import PHONE, WIDE, BoardPage

SECONDS = 2.0


@pytest.mark.usefixtures("page_engine")
@pytest.mark.skipif(browser.find() is None, reason=browser.MISSING)
def test_random_clicks_and_keys_leave_no_error_in_the_console(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="needs playwright, of the extra test")
    with board_page.chromium() as host:
        file = board_page.make(tmp_path)
        for size in (WIDE, PHONE):
            board = BoardPage(host, file, size)
            assert rampage(board, SECONDS, Random(size[0])) == []
            assert board.errors == []

"""A searcher for the compiled searches."""

from collections.abc import Iterator

import pytest

from brain.thinking.searcher import Searcher
from tests.support.searching import open_searcher


@pytest.fixture(scope="package")
def searcher() -> Iterator[Searcher]:
    with open_searcher() as made:
        yield made

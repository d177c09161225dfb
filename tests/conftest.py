"""Hooks of the whole run."""

import gc

import pytest

from tests.support import background


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin what takes long, and hide what was imported from the garbage collector.

    The engine's session collects garbage in every new game, and would traverse numba, dask and
    hypothesis each time.
    """
    gc.collect()
    gc.freeze()
    if not session.config.option.collectonly:
        background.start(item.location[0] for item in session.items)

"""Hooks of the whole run."""

import gc
import signal

import pytest

from tests.support import background


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin what takes long, and hide what was imported from the garbage collector.

    The engine's session collects garbage in every new game, and would traverse numba, dask and
    hypothesis each time.
    """
    gc.collect()
    gc.freeze()
    # What a script starts in the background has SIGINT ignored, and so have its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not session.config.option.collectonly:
        background.start(item.location[0] for item in session.items)

"""Hooks of the whole run."""

import gc


def pytest_collection_finish() -> None:
    """Take all that was imported out of the garbage collector's sight.

    A session collects in every new game; numba, dask and hypothesis would be traversed each time.
    """
    gc.collect()
    gc.freeze()

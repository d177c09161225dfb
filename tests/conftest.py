"""What holds for the whole run."""

import gc


def pytest_collection_finish() -> None:
    """Keep what was imported out of later collections: a session makes one in every new game, and
    all that the tests import would be looked through each time.
    """
    gc.collect()
    gc.freeze()

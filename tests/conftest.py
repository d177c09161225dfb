"""Hooks and fixtures of the whole run."""

import gc
import inspect
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from protocol.page.server import Server
from tests.support import libraries
from tests.support.page_client import Visitor, served

TRIES = 5  # of a test that measures seconds

# A busy machine makes an example slow, and is no fault of the tested code.
settings.register_profile(
    "busy", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Hide what was imported from the garbage collector, and let SIGINT interrupt.

    The engine's session collects garbage in every new game, and would traverse numba, dask and
    hypothesis each time.
    """
    gc.collect()
    gc.freeze()
    # What a script starts in the background has SIGINT ignored, and so have its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Try a test that measures seconds up to TRIES times: another process may have taken the
    processor from it.
    """
    if not pyfuncitem.get_closest_marker("timed"):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    values = {name: pyfuncitem.funcargs[name] for name in names}
    for _ in range(TRIES - 1):
        try:
            pyfuncitem.obj(**values)
        except AssertionError:
            continue
        return True
    pyfuncitem.obj(**values)
    return True


@pytest.fixture(scope="module", autouse=True)
def frozen() -> None:
    """Hide what earlier modules have left from the garbage collector, too: by the end of the run a
    collection takes a tenth of a second, and every new game of a session has one.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def page_engine() -> None:
    """Make the page's engine, which a tool would otherwise compile within a test's time limit."""
    libraries.make_page_engine()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Yield the page's server for all tests of a module."""
    with served() as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Yield a page that has opened the stream of its server, whose engine has forgotten all."""
    found = Visitor(server.address).open()
    found.result("forget")
    yield found
    found.stop()
    found.close()

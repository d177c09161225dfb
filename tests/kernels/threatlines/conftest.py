"""An engine for the kernels of threat lines."""

import pytest

from brain.engine import Engine


@pytest.fixture(scope="package")
def engine() -> Engine:
    return Engine(1 << 20)

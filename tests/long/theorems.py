"""Unpacks every theorem and compares it with its page: `python -m tests.long.theorems`.

It takes two minutes. test_theorems.py unpacks the smallest; it compares the sums of the others.
"""

import os
import sys

import pytest

from tests import ROOT
from tests.test_theorems import ALL


def main() -> int:
    """Run the tests of all theorems; return the exit status."""
    os.environ[ALL] = "1"
    return pytest.main(["-q", "--durations=5", str(ROOT / "tests" / "test_theorems.py")])


if __name__ == "__main__":
    sys.exit(main())

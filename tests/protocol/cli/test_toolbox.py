"""Packages to install for a tool that lacks one."""

import pytest

from protocol.cli.toolbox import TABLES, TRAINING, packages


def test_numpy_is_installed_for_training_or_for_tables() -> None:
    assert packages("train", "numpy") == TRAINING
    assert packages("export", "numpy") == packages("match", "pyarrow") == TABLES


def test_an_unexpected_package_has_no_remedy() -> None:
    with pytest.raises(KeyError):
        packages("match", "antigravity")

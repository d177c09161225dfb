"""A few random trees; tests.long.trees tries a thousand."""

from tests.long.trees import faults


def test_trees_are_unchanged_in_every_format() -> None:
    assert {seed: found for seed in range(3) if (found := faults(seed))} == {}

"""Features count patterns; labels are win rates; a board has three thirds."""

import numpy as np
import pytest

from brain.lexicon import COMBINATIONS, FREESTYLE, RENJU
from brain.train.features import MATE_LABEL, cross_entropy, shape_features, thirds, win_rates


def test_the_features_of_an_entry_count_its_lines() -> None:
    for rule, halves in ((FREESTYLE, 1), (RENJU, 2)):
        features = shape_features(rule)
        assert features.shape[0] == halves * COMBINATIONS
        assert (features.sum(axis=1) == 4 + 1).all()


def test_a_label_is_a_win_rate_and_a_mate_counts_as_600_units() -> None:
    scores = np.array([0, 200, -200, MATE_LABEL, 29_990])
    rates = win_rates(scores)
    assert rates[:2] == pytest.approx([0.5, 0.731], abs=0.001)
    assert rates[1] + rates[2] == pytest.approx(1)
    assert rates[4] == rates[3] == pytest.approx(0.953, abs=0.001)


def test_the_cross_entropy_is_lowest_at_the_label() -> None:
    label = np.array([0.731])
    losses = [cross_entropy(np.array([odds]), label) for odds in (0.9, 1.0, 1.1)]
    assert min(losses) == losses[1]


@pytest.mark.parametrize(("size", "counts"), [(15, [5, 5, 5]), (16, [5, 6, 5]), (20, [7, 6, 7])])
def test_a_board_has_three_thirds_with_equal_edges(size: int, counts: list[int]) -> None:
    found = thirds(np.arange(size), np.full(size, size))
    assert np.bincount(found).tolist() == counts

"""The configuration of a training run, and refused runs."""

import json
from dataclasses import replace

import pytest

from brain.lexicon import FREESTYLE
from brain.train.run_config import TEST_LEAVES, TEST_NODES, TEST_SEED, Budget, RunConfig, check

CONFIG = RunConfig(FREESTYLE)
BUDGET = Budget(positions=20_000, seconds=60.0, processes=1)


def test_a_run_of_the_usual_options_is_accepted() -> None:
    check(CONFIG, BUDGET)


@pytest.mark.parametrize(
    ("config", "budget", "error"),
    [
        (replace(CONFIG, first=255), BUDGET, "--first must be 256 or more, not 255"),
        (CONFIG, replace(BUDGET, positions=19_999), "--positions must be 20000 or more"),
        (CONFIG, replace(BUDGET, processes=0), "--processes must be 1 or more"),
        (replace(CONFIG, nodes=2), BUDGET, "--label-nodes must be 1 or more"),
        (replace(CONFIG, size=16), BUDGET, "no openings for freestyle on 16 x 16"),
    ],
)
def test_a_run_that_is_certain_to_fail_is_refused(
    config: RunConfig, budget: Budget, error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        check(config, budget)


def test_the_test_set_has_other_games_and_better_labels() -> None:
    training, test = CONFIG.training_games, CONFIG.test_games
    assert test.label_nodes == TEST_NODES * training.label_nodes
    assert test.seed == training.seed + TEST_SEED
    assert (test.leaves, test.others) == (TEST_LEAVES, 0.0)


def test_only_a_run_with_a_star_block_has_it_in_its_configuration() -> None:
    assert "star" not in json.loads(CONFIG.line())
    starred = replace(CONFIG, star=True)
    assert RunConfig(**json.loads(starred.line())) == starred
    assert RunConfig(**json.loads(CONFIG.line())) == CONFIG

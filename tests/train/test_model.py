"""A network's weights as integers."""

import pytest

from brain.lexicon import FREESTYLE, RENJU
from tests.support import network_twin as twin

torch = pytest.importorskip("torch", reason="needs torch, of the extra train")

from brain.train import model as models  # noqa: E402 (needs torch)
from brain.train.model import packed, quantised, unpacked, use  # noqa: E402
from tests.support.random_networks import random_network  # noqa: E402


@pytest.mark.parametrize("colours", [1, 2])
@pytest.mark.parametrize("has_star", [False, True])
def test_weights_come_back_from_a_file(colours: int, has_star: bool) -> None:
    weights = twin.random_weights(1)
    if has_star:
        weights = twin.with_star(weights, 1)
    back = unpacked(twin.packed(weights, colours))
    assert all((back[name] == weights[name][: len(back[name])]).all() for name in weights)


@pytest.mark.parametrize(
    ("rule", "has_star"), [(FREESTYLE, False), (RENJU, False), (FREESTYLE, True)]
)
def test_a_network_comes_back_from_its_integers(rule: int, has_star: bool) -> None:
    weights = quantised(random_network(rule, has_star)).weights
    network = random_network(rule, has_star)
    use(network, unpacked(packed(weights)))
    again = quantised(network).weights
    assert again.keys() == weights.keys()
    assert all((again[name] == weights[name]).all() for name in weights)


@pytest.mark.parametrize("count", [1, 158])
def test_clipped_weights_are_counted(count: int) -> None:
    network = random_network(FREESTYLE)
    with torch.no_grad():
        network.residual.view(-1)[:count] = models.LARGEST
    found = quantised(network)
    assert found.clipped == count
    assert found.weights["embedding"].ravel()[:count].tolist() == [models.LARGEST] * count


@pytest.mark.parametrize("value", [models.LARGEST, float("nan")])
def test_too_many_clipped_weights_are_refused(value: float) -> None:
    network = random_network(FREESTYLE)
    with torch.no_grad():
        network.residual.view(-1)[:200] = value
    with pytest.raises(ValueError, match=r"200 of \d+ weights do not fit into 16 bits"):
        quantised(network)

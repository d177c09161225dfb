"""Networks of random weights; importing this needs PyTorch."""

import torch

from brain.train.model import NetworkModel

LEAST = -9.0  # log odds of a move by the tables from which on its cell sees


def random_network(rule: int, has_star: bool = False) -> NetworkModel:
    """Return a network, all of whose weights are random."""
    network = NetworkModel(rule, has_star)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(0.1 * torch.randn(weight.shape))
        network.last.weight.mul_(3)
        if network.star is not None:
            network.star.least.fill_(LEAST)
    return network

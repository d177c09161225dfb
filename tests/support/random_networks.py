"""Networks of random weights; importing this needs PyTorch."""

import torch

from brain.train.model import NetworkModel


def random_network(rule: int, has_star: bool = False) -> NetworkModel:
    """Return a network, all of whose weights are random."""
    network = NetworkModel(rule, has_star)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(0.1 * torch.randn(weight.shape))
        network.last.weight.mul_(3)
    return network

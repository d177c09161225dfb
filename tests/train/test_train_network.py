"""Training a network: what is written scores as what was trained, and training lowers the loss."""

import random

import numpy as np
import pytest

from brain.engine import Engine
from brain.lexicon import BLACK, BORDER, EMPTY, FREESTYLE, RENJU, STRIDE, WHITE, cell_at, opponent
from brain.train.dataset import Positions
from brain.train.features import ORDER_UNIT
from brain.train.samples import view
from tests.support import network_twin as twin

torch = pytest.importorskip("torch")

from brain.train.model import Network, packed, quantised, unpacked, use  # noqa: E402 (needs torch)
from brain.train.train_network import Examples, Losses, measure, train  # noqa: E402

MEMORY = 1 << 20
SIZE = 15
UNITS = 200


def looked_at(engine: Engine, dice: random.Random, rule: int) -> tuple[int, dict[str, np.ndarray]]:
    """Set up stones at random; return the colour to move and what a network sees."""
    engine.new_game(SIZE, SIZE, rule)
    for number in range(dice.randint(4, 40)):
        cell = cell_at(dice.randrange(3, 12), dice.randrange(3, 12))
        if engine.is_empty(cell):
            engine._library.place(engine._record, cell, BLACK + number % 2)
    colour = dice.choice((BLACK, WHITE))
    record = view(engine)
    board = record.board.reshape(STRIDE, STRIDE)
    rows, columns = np.nonzero(board == EMPTY)
    is_near = record.near[rows] >> columns & 1 == 1
    cells = (rows * STRIDE + columns)[is_near].astype(np.uint16)
    assert cells.min() >= BORDER * STRIDE
    seen = {
        "cell": cells,
        "own": record.combination[colour, cells],
        "other": record.combination[opponent(colour), cells],
    }
    return colour, seen


def positions_of(rule: int, colours: list[int], seen: list[dict[str, np.ndarray]]) -> Positions:
    """Return positions of one game, each won for whoever has more cells that are his."""
    count = len(seen)
    zeros = np.zeros(count, np.int16)
    score = np.array(
        [400 if looked["own"].sum() > looked["other"].sum() else -400 for looked in seen]
    )
    return Positions(
        rule=rule,
        size=np.full(count, SIZE, np.uint8),
        colour=np.array(colours, np.uint8),
        stones=zeros,
        depth=zeros,
        game=np.arange(count) % 50,
        result=zeros,
        score=score.astype(np.int16),
        static=zeros,
        move=zeros,
        chosen=zeros.astype(np.int32),
        key=zeros,
        start=np.cumsum([0, *(len(looked["cell"]) for looked in seen)]),
        **{
            name: np.concatenate([looked[name] for looked in seen])
            for name in ("cell", "own", "other")
        },
    )


def random_network(rule: int) -> Network:
    """Return a network, all of whose weights are random."""
    network = Network(rule)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(0.1 * torch.randn(weight.shape))
        network.last.weight.mul_(3)
    return network


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_the_kernels_score_and_order_as_the_network_that_was_trained(rule: int) -> None:
    torch.manual_seed(1)
    network = random_network(rule)
    content = packed(quantised(network))
    dice = random.Random(2)
    with Engine(MEMORY) as engine:
        for _ in range(20):
            colour, seen = looked_at(engine, dice, rule)
            attached = twin.attach(engine, content)
            classical = engine._library.evaluate(engine._record, colour)
            found = engine._library.judge(engine._record, colour)
            positions = positions_of(rule, [colour], [seen])
            positions.static[:] = classical
            with torch.no_grad():
                odds, moves = network(Examples(positions).batch(np.arange(1)))
            assert found == pytest.approx(UNITS * float(odds[0]), abs=20, rel=0.03)
            order = twin.order_found(engine, colour, len(moves))
            errors = [order[int(cell)] for cell in seen["cell"]] - ORDER_UNIT * moves.numpy()
            assert np.abs(errors).mean() < 0.05 * ORDER_UNIT * float(moves.std())
            del attached


@pytest.mark.parametrize("colours", [1, 2])
def test_weights_come_back_from_a_file(colours: int) -> None:
    weights = twin.random_weights(1)
    back = unpacked(twin.packed(weights, colours))
    assert all((back[name] == weights[name][: len(back[name])]).all() for name in weights)


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_a_network_comes_back_from_its_integers(rule: int) -> None:
    weights = quantised(random_network(rule))
    network = random_network(rule)
    use(network, unpacked(packed(weights)))
    again = quantised(network)
    assert all((again[name] == weights[name]).all() for name in weights)


def test_training_lowers_the_loss() -> None:
    torch.manual_seed(1)
    dice = random.Random(3)
    with Engine(MEMORY) as engine:
        looked = [looked_at(engine, dice, FREESTYLE) for _ in range(1100)]
    colours, seen = (list(part) for part in zip(*looked, strict=True))
    positions = positions_of(FREESTYLE, colours, seen)
    network = Network(FREESTYLE)
    rows, examples = np.arange(len(positions)), Examples(positions)
    before = measure(network, examples, rows)
    train(network, positions, epochs=8, seed=1)
    after = measure(network, examples, rows)
    assert isinstance(after, Losses)
    assert after.value < 0.95 * before.value

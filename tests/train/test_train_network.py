"""Training: the written network has the trained one's scores, and training lowers the loss."""

import random

import numpy as np
import pytest

from brain.engine import Engine
from brain.lexicon import BLACK, BORDER, EMPTY, FREESTYLE, RENJU, STRIDE, WHITE, cell_at, opponent
from brain.train.dataset import Positions
from brain.train.features import ORDER_UNIT
from brain.train.samples import as_numpy
from tests.support import network_twin as twin

torch = pytest.importorskip("torch", reason="needs torch, of the extra train")

from brain.train.model import NetworkModel, packed, quantised  # noqa: E402
from brain.train.train_network import Epoch, Examples, Losses, measure, train  # noqa: E402
from tests.support.random_networks import random_network  # noqa: E402

MEMORY = 1 << 20
SIZE = 15
UNITS = 200


def random_position(
    engine: Engine, rng: random.Random, rule: int
) -> tuple[int, dict[str, np.ndarray]]:
    """Set up random stones; return the colour to move and a network's inputs."""
    engine.new_game(SIZE, SIZE, rule)
    for number in range(rng.randint(4, 40)):
        cell = cell_at(rng.randrange(3, 12), rng.randrange(3, 12))
        if engine.is_empty(cell):
            engine.searcher.library.place(engine.searcher.record, cell, BLACK + number % 2)
    colour = rng.choice((BLACK, WHITE))
    record = as_numpy(engine)
    board = record.board.reshape(STRIDE, STRIDE)
    rows, columns = np.nonzero(board == EMPTY)
    is_near = record.near[rows] >> columns & 1 == 1
    cells = (rows * STRIDE + columns)[is_near].astype(np.uint16)
    assert cells.min() >= BORDER * STRIDE
    (stones,) = np.nonzero((record.board == BLACK) | (record.board == WHITE))
    inputs = {
        "cell": cells,
        "own": record.combination[colour, cells],
        "other": record.combination[opponent(colour), cells],
        "stone_cell": stones.astype(np.uint16),
        "stone_own": record.board[stones] == colour,
    }
    return colour, inputs


def positions_of(rule: int, colours: list[int], inputs: list[dict[str, np.ndarray]]) -> Positions:
    """Return positions of one game, each won for whoever has more cells that are his."""
    count = len(inputs)
    zeros = np.zeros(count, np.int16)
    score = np.array([400 if one["own"].sum() > one["other"].sum() else -400 for one in inputs])
    return Positions(
        rule=rule,
        size=np.full(count, SIZE, np.uint8),
        colour=np.array(colours, np.uint8),
        stones=np.array([len(one["stone_cell"]) for one in inputs]),
        depth=zeros,
        game=np.arange(count) % 50,
        result=zeros,
        score=score.astype(np.int16),
        static=zeros,
        move=zeros,
        chosen=zeros.astype(np.int32),
        key=zeros,
        start=np.cumsum([0, *(len(one["cell"]) for one in inputs)]),
        **{name: np.concatenate([one[name] for one in inputs]) for name in inputs[0]},
    )


@pytest.mark.parametrize(
    ("rule", "has_star"), [(FREESTYLE, False), (RENJU, False), (FREESTYLE, True)]
)
def test_the_kernels_score_and_order_as_the_network_that_was_trained(
    rule: int, has_star: bool
) -> None:
    torch.manual_seed(1)
    network = random_network(rule, has_star)
    content = packed(quantised(network).weights)
    rng = random.Random(2)
    with Engine(MEMORY) as engine:
        for _ in range(20):
            colour, inputs = random_position(engine, rng, rule)
            engine.searcher.load_network(content)
            classical = engine.searcher.library.evaluate(engine.searcher.record, colour)
            found = engine.searcher.library.judge(engine.searcher.record, colour)
            positions = positions_of(rule, [colour], [inputs])
            positions.static[:] = classical
            with torch.no_grad():
                predicted = network(Examples(positions).batch(np.arange(1)))
            moves = predicted.moves
            assert found == pytest.approx(UNITS * float(predicted.value[0]), abs=20, rel=0.03)
            order = twin.order_found(engine, colour, len(moves))
            errors = [order[int(cell)] for cell in inputs["cell"]] - ORDER_UNIT * moves.numpy()
            assert np.abs(errors).mean() < 0.05 * ORDER_UNIT * float(moves.std())


@pytest.mark.parametrize("has_star", [False, True])
def test_training_lowers_the_loss_and_prints_nothing(
    has_star: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    torch.manual_seed(1)
    rng = random.Random(3)
    with Engine(MEMORY) as engine:
        found = [random_position(engine, rng, FREESTYLE) for _ in range(1100)]
    colours, inputs = (list(part) for part in zip(*found, strict=True))
    positions = positions_of(FREESTYLE, colours, inputs)
    network = NetworkModel(FREESTYLE, has_star)
    rows, examples = np.arange(len(positions)), Examples(positions)
    before = measure(network, examples, rows)
    epochs: list[Epoch] = []
    train(network, positions, epochs=8, seed=1, on_epoch=epochs.append)
    after = measure(network, examples, rows)
    assert isinstance(after, Losses)
    assert after.value < 0.95 * before.value
    assert [epoch.number for epoch in epochs] == list(range(1, 9))
    assert epochs[-1].loss < epochs[0].loss
    assert capsys.readouterr() == ("", "")

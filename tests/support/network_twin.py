"""The network as plain arithmetic on numpy arrays, and weights at random."""

from typing import Any

import numpy as np

from brain.engine import Engine
from brain.layout import (
    FEATURES,
    NETWORK,
    REGION_UNITS,
    REGIONS,
    STAR,
    STAR_CHANNELS,
    STAR_REACH,
)
from brain.lexicon import BORDER, EMPTY, EVAL_LIMIT, STRIDE
from brain.train.samples import as_numpy

KINDS = ((0, 2, 6, 8), (1, 3, 5, 7), (4,))  # regions: corners, edges, middle
SHORT = 32767
LARGEST_BIAS, LARGEST_ROW, LARGEST_WEIGHT = 3000, 120, 180
LEAST = 65000  # plus 2 ** 16, the tables' order from which on a cell sees: half of them do
LARGEST_STAR = {"star_taps": 4000, "star_bias": 200, "star_stones": 3000}
Weights = dict[str, np.ndarray]


def random_weights(seed: int, gate: int = 100) -> Weights:
    """Return weights that make scores of some hundred units."""
    dice = np.random.default_rng(seed)
    weights = {}
    for name, code, shape in NETWORK:
        most = LARGEST_ROW if name == "embedding" else LARGEST_WEIGHT
        most = LARGEST_BIAS if code == "i4" else most
        weights[name] = dice.integers(-most, most + 1, shape).astype(f"<{code}")
    weights["classical_weight"][:], weights["table_weight"][:] = 154, 200
    weights["gate"][:] = gate
    return weights


def with_star(weights: Weights, seed: int) -> Weights:
    """Return weights with a star block, as random."""
    dice = np.random.default_rng(seed)
    star = {}
    for name, code, shape in STAR:
        most = LARGEST_STAR.get(name, LARGEST_WEIGHT)
        star[name] = dice.integers(-most, most + 1, shape).astype(f"<{code}")
    star["shallow_table_weight"][:], star["star_least"][:] = 150, LEAST
    return {**weights, **star}


def packed(weights: Weights, colours: int) -> bytes:
    """Return the content of a file, with the rows of one colour or two."""
    kept = {**weights, "embedding": weights["embedding"][:colours]}
    return b"".join(kept[name].tobytes() for name, _, _ in (*NETWORK, *STAR) if name in kept)


def score(weights: Weights, engine: Engine, colour: int, colours: int) -> int:
    """Return what the kernels should say of an engine's position."""
    record = as_numpy(engine)
    classical = engine.searcher.library.evaluate(engine.searcher.record, colour)
    sums = _sums(_features(weights, engine, colour, colours), record)
    everything = _everything(sums)
    inputs = [everything]
    for kind, regions in enumerate(KINDS):
        outputs = [_layer(weights, "region", sums[region], kind) for region in regions]
        inputs.append(np.minimum(sum(outputs, np.zeros(REGION_UNITS, np.int64)), SHORT))
    activation = max(-5 * 512, min(5 * 512, classical * 41 >> 4))
    first = np.minimum(
        _layer(weights, "hidden1", np.array([*np.hstack(inputs), activation, 0])), SHORT
    )
    second = np.minimum(_layer(weights, "hidden2", first), SHORT)
    total = weights["output_bias"].sum(dtype=np.int64)
    total += second @ weights["output"].astype(np.int64)
    total += everything @ weights["skip"].astype(np.int64)
    share = int(weights["classical_weight"][0]) * classical >> 8
    found = share + (int(total.astype(np.int32)) * 200 >> 17)
    return max(1 - EVAL_LIMIT, min(EVAL_LIMIT - 1, found))


def order(
    weights: Weights, engine: Engine, colour: int, colours: int, is_shallow: bool = False
) -> dict[int, int]:
    """Return the score in the order that the kernels should give each cell near stones, at a low
    depth of a network with a star block if `is_shallow`.
    """
    record = as_numpy(engine)
    policy, table = "policy", "table_weight"
    if is_shallow:
        policy, table = "shallow_policy", "shallow_table_weight"
    features = _features(weights, engine, colour, colours, has_star=not is_shallow)
    everything = _everything(_sums(features, record))
    said = np.clip(_outputs(weights, policy, everything), -SHORT - 1, SHORT)
    scores = {}
    for cell, found in features.items():
        score = _table_order(engine, colour, cell)
        weight = int(weights[table][0])
        scores[cell] = (int((found @ said).astype(np.int32)) >> 9) + (score * weight >> 8)
    return scores


def _table_order(engine: Engine, colour: int, cell: int) -> int:
    """Return the score of a move for the order by the tables."""
    tables, combination = engine.searcher.record.tables, engine.searcher.record.combination
    attack = tables.attack[colour][combination[colour][cell]]
    return int(attack + tables.defence[3 - colour][combination[3 - colour][cell]])


def order_found(engine: Engine, colour: int, moves: int) -> dict[int, int]:
    """Return the score in the order that the kernels give each of so many moves, without a
    history.
    """
    engine.searcher.library.guess(engine.searcher.record, colour)
    record = as_numpy(engine)
    return dict(zip(record.moves[0, :moves], record.scores[0, :moves], strict=True))


def _features(
    weights: Weights, engine: Engine, colour: int, colours: int, has_star: bool = True
) -> dict[int, np.ndarray]:
    """Return the features of each empty cell near stones, changed by a star block if there is one
    and `has_star`.
    """
    record = as_numpy(engine)
    own, other = weights["embedding"][(colour - 1) * (colours - 1)].astype(np.int64)
    features = {}
    for y in range(record.height):
        for x in range(record.width):
            cell = (y + BORDER) * STRIDE + x + BORDER
            if record.board[cell] == EMPTY and record.near[y + BORDER] >> x + BORDER & 1:
                row = own[record.combination[colour, cell]]
                row = row + other[record.combination[3 - colour, cell]]
                features[cell] = np.maximum(row, 0)
    has_star = has_star and "star_taps" in weights
    return _starred(weights, engine, colour, features) if has_star else features


def _starred(
    weights: Weights, engine: Engine, colour: int, features: dict[int, np.ndarray]
) -> dict[int, np.ndarray]:
    """Return the features, changed by the star block."""
    record = as_numpy(engine)
    shown: dict[int, np.ndarray] = {}
    for cell, found in features.items():
        shown[cell] = np.minimum(found[:STAR_CHANNELS], 1023) << 3
    for cell in record.placed[: record.stones]:
        stone = weights["star_stones"][int(record.board[cell] != colour)]
        shown[int(cell)] = np.maximum(stone.astype(np.int64), 0)
    mix = weights["star_mix"].transpose(0, 2, 1).reshape(STAR_CHANNELS, -1).astype(np.int64)
    changed = dict(features)
    for cell, found in features.items():
        if _table_order(engine, colour, cell) < int(weights["star_least"][0]) - (1 << 16):
            continue
        own = (found[:STAR_CHANNELS] << 11) + weights["star_mix_bias"]
        total = np.asarray(own + _seen(weights, shown, cell) @ mix)
        mixed = np.clip(total.astype(np.int32) >> 11, 0, SHORT)
        changed[cell] = np.concatenate([mixed, found[STAR_CHANNELS:]])
    return changed


def _seen(weights: Weights, shown: dict[int, np.ndarray], cell: int) -> np.ndarray:
    """Return the channels of a cell, in the kernels' order of additions."""
    nothing = np.zeros(STAR_CHANNELS, np.int64)

    def add(total: np.ndarray, offsets: tuple[int, ...], tap: int) -> np.ndarray:
        seen = sum((shown.get(cell + offset, nothing) for offset in offsets), nothing)
        product = seen * weights["star_taps"][tap].astype(np.int64) >> 16
        return np.asarray(np.clip(total + product, -SHORT - 1, SHORT))

    total = add(weights["star_bias"].astype(np.int64), (0,), 0)
    for far in range(1, STAR_REACH + 1):
        one, other = far, far * STRIDE
        total = add(total, (-one, one, -other, other), far)
        one, other = other - far, other + far
        total = add(total, (-one, one, -other, other), STAR_REACH + far)
    return np.asarray(np.maximum(total, 0))


def _sums(features: dict[int, np.ndarray], record: Any) -> np.ndarray:
    """Return the sums of features over the regions."""
    sums = np.zeros((REGIONS, FEATURES), np.int64)
    for cell, found in features.items():
        y, x = cell // STRIDE - BORDER, cell % STRIDE - BORDER
        sums[3 * _third(y, record.height) + _third(x, record.width)] += found
    return np.minimum(sums, SHORT)


def _everything(sums: np.ndarray) -> np.ndarray:
    return np.asarray(np.minimum((sums >> 3).sum(0), SHORT))


def _third(place: int, length: int) -> int:
    outer = (length + 1) // 3
    return int(place >= outer) + int(place >= length - outer)


def _layer(weights: Weights, name: str, inputs: np.ndarray, kind: int | None = None) -> np.ndarray:
    """Return the outputs of a layer, rectified."""
    return np.asarray(np.maximum(_outputs(weights, name, inputs, kind), 0))


def _outputs(
    weights: Weights, name: str, inputs: np.ndarray, kind: int | None = None
) -> np.ndarray:
    matrix, bias = weights[name], weights[f"{name}_bias"]
    if kind is not None:
        matrix, bias = matrix[kind][:, None], bias[kind]
    pairs, blocks, lanes, _ = matrix.shape
    by_input = matrix.transpose(0, 3, 1, 2).reshape(2 * pairs, blocks * lanes).astype(np.int64)
    return np.asarray((bias + inputs @ by_input).astype(np.int32) >> 8)

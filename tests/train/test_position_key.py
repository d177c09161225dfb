"""The key of a position: the same under symmetry and for any order of its stones."""

import random

from brain.rules.symmetry import symmetries, transformed
from brain.train.position_key import position_key


def test_symmetric_positions_share_a_key() -> None:
    rng, size = random.Random(1), 11
    cells = [(x, y) for x in range(size) for y in range(size)]
    keys = set()
    for count in range(40):
        stones = rng.sample(cells, count)
        forms = [transformed(stones, each, size, size) for each in symmetries(size, size)]
        found = {position_key(size, [y * size + x for x, y in form]) for form in forms}
        assert len(found) == 1
        keys |= found
    assert len(keys) == 40


def test_a_key_depends_on_the_stones_but_not_on_their_order() -> None:
    assert position_key(15, (1, 2, 3, 4)) == position_key(15, (3, 4, 1, 2))
    assert position_key(15, (1, 2, 3, 4)) != position_key(15, (2, 1, 4, 3))
    assert position_key(15, (1, 2, 3)) != position_key(16, (1, 2, 3))

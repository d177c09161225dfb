"""Proves that Black wins on every larger board if White's first reply is far away.

    python -m brain.proving.far_reply FILE

writes a certificate in JSON, in less than a minute. docs/theorems.md has the theorem, and
brain.certificates.check_window checks the certificate.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check_window import FIRST, NEAR, SECOND, WINDOW, FarReplyChecker
from brain.certificates.stones import Size, stones_of, turned
from brain.certificates.tree import Attack, Tree
from brain.engine import Engine
from brain.files.durable import write_atomically
from brain.lexicon import BLACK, FREESTYLE, cell_at
from brain.position import Position
from brain.proving.window_prover import WindowProver
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import symmetries

MEMORY = 64 << 20  # bytes, of the engine


def image(tree: Tree, symmetry: int, size: Size) -> Tree:
    """Return the image of a tree under a symmetry."""
    if not isinstance(tree, Attack):
        return tuple(turned(cell, symmetry, size) for cell in tree)
    branches = (
        (turned(reply, symmetry, size), image(then, symmetry, size))
        for reply, then in tree.branches
    )
    return Attack(
        turned(tree.move, symmetry, size),
        tuple(tuple(turned(cell, symmetry, size) for cell in line) for line in tree.lines),
        tuple(sorted(branches, key=lambda branch: branch[0])),
    )


def prove(engine: Engine) -> Certificate:
    """Return a certificate that wins if the first reply is outside the window; raises NotProved."""
    first = Position.of_colours(*WINDOW, FREESTYLE, BLACK, [FIRST], [])
    position = Position.of_colours(*WINDOW, FREESTYLE, BLACK, [FIRST, SECOND], [])
    engine.set_up(position)
    prover, stones = WindowProver(engine, position, 1), stones_of(position)
    kept = [turn for turn in symmetries(*WINDOW) if stones.seen(turn, WINDOW) == stones]
    trees: dict[int, Tree] = {}
    for reply in (cell_at(x, y) for x in NEAR for y in NEAR):
        if stones.empty >> reply & 1 and reply not in trees:
            prover.path = [reply]
            tree = prover.tree(stones.answered(reply))
            trees |= {turned(reply, turn, WINDOW): image(tree, turn, WINDOW) for turn in kept}
    root = Attack(SECOND, (), tuple(sorted(trees.items())))
    claim = Certificate(first, 0, nodes_of(root, first))
    return replace(claim, plies=FarReplyChecker(claim).most_plies())


def main(arguments: Sequence[str]) -> int:
    """Write the certificate."""
    (path,) = map(Path, arguments)
    text = certificate.to_json(prove(Engine(MEMORY)))
    write_atomically(path, text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

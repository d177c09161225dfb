"""Trees are written as nodes, what is equal up to symmetry once."""

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.tree import Attack
from brain.lexicon import FREESTYLE, cell_at, point_of
from brain.position import Position
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import symmetries, transformed


def test_symmetric_positions_are_written_once() -> None:
    def attack(symmetry: int, *line: str) -> tuple[int, Attack]:
        def seen(name: str) -> int:
            cell = Cell.named(name)
            ((x, y),) = transformed([point_of(cell)], symmetry, 15, 15)
            return cell_at(x, y)

        return seen("a2"), Attack(seen("g7"), (tuple(map(seen, line)),), ())

    def moves(*branches: tuple[int, Attack]) -> int:
        root = Attack(Cell.named("h8"), (), tuple(sorted(branches, key=lambda each: each[0])))
        nodes = nodes_of(root, Position(15, 15, FREESTYLE))
        return sum(isinstance(node, certificate.MoveNode) for node in nodes)

    assert moves(*(attack(symmetry, "f6", "e5") for symmetry in symmetries(15, 15))) == 2
    assert moves(attack(0, "f6", "e5"), attack(1, "f6", "d4")) == 3

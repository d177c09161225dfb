"""Certificates whose nodes are nested deeply."""

from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.lexicon import BLACK, FREESTYLE, cell_at
from brain.position import Position

SIZE = 22
FOURS, OPEN_THREE = "XXXas#" * 3, "#.XXXa."  # a makes a four, which s stops
MOVE = cell_at(2, 0)  # of a certificate that is only nested
FOURS_A_ROW = FOURS.count("a")


def chain_of_fours(rows: int) -> Certificate:
    """Return a valid certificate: Black makes the fours of `rows` rows, then an open four. Each
    reply that stops a four leads to the next move.
    """
    lines = [line for _ in range(rows) for line in (FOURS, "")] + [OPEN_THREE]
    marks = {
        cell_at(x, y): mark
        for y, line in enumerate(lines + [""] * (SIZE - len(lines)))
        for x, mark in enumerate(line.ljust(SIZE, "#"))
    }
    black, walls, moves = ([cell for cell in marks if marks[cell] == kind] for kind in "X#a")
    nodes: list[Node] = [LineNode((moves[-1],))]
    for move in reversed(moves[:-1]):
        attack, last, stop = len(nodes) - 1, len(nodes), move + 1
        nodes.append(LineNode((stop,)))
        nodes.append(CoverNode((last,), ((stop, Link(attack)),)))
        nodes.append(MoveNode(move, Link(len(nodes) - 1)))
    position = Position.of_colours(SIZE, SIZE, FREESTYLE, BLACK, black, (), walls)
    return Certificate(position, 2 * len(moves) + 1, tuple(nodes))


def nested(pairs: int, size: int = 5) -> Certificate:
    """Return a certificate of `pairs` moves on an empty board, each with a reply. It wins nothing.
    A reader refuses nothing but its depth.
    """
    nodes: list[Node] = [LineNode((cell_at(1, 0),))]
    for _ in range(pairs):
        nodes.append(CoverNode((), ((cell_at(0, 0), Link(len(nodes) - 1)),)))
        nodes.append(MoveNode(MOVE, Link(len(nodes) - 1)))
    return Certificate(Position(size, size, FREESTYLE), 1, tuple(nodes))

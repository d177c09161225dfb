"""Certificates: a won position and its proof, in LINE, COVER and MOVE nodes.

The nodes are a graph without cycles. A node refers to nodes before it, and the last node is the
root. This module has the values and their two forms, bytes and JSON; docs/formats.md describes
both. brain.certificates.check defines what a certificate must show.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from brain.cell import COLOUR_NAMES, Cell, from_row_major, is_inside, row_major
from brain.cell_names import ABOVE
from brain.position import Position
from brain.rules.symmetry import symmetries

MAGIC = b"TENGENC1"
PACKED_MAGIC = b"TENGENX2"  # brain.certificates.packing
JSON_START = "{"  # of a certificate in JSON; no game begins with it
KINDS = LINE, COVER, MOVE = 0, 1, 2
SEAL = 4  # bytes of the checksum
BYTE_CELLS = 256  # the most cells of a board whose cells take one byte each
LONGEST_NUMBER = 5  # bytes
UNUSED = "there is a node that no other refers to"


@dataclass(frozen=True, slots=True)
class LineNode:
    """Moves of the attacker that win against all defences at once."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A reference to another node, which sees the board under a symmetry."""

    node: int
    symmetry: int = 0


@dataclass(frozen=True, slots=True)
class CoverNode:
    """The answers to all replies: the branch of a reply, or else the first line that wins."""

    lines: tuple[int, ...]
    branches: tuple[tuple[int, Link], ...]  # reply and answer, in the order of the replies


@dataclass(frozen=True, slots=True)
class MoveNode:
    """A move of the attacker, and the cover of the replies to it."""

    cell: int
    then: Link


Node = LineNode | CoverNode | MoveNode


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim that the side to move wins, with its proof. `bytes` of it are those of its file.

    position  the position that is won
    plies     to the five, at most
    nodes     the proof; docs/formats.md describes it
    """

    position: Position
    plies: int
    nodes: tuple[Node, ...]

    def __bytes__(self) -> bytes:
        """Return the bytes of a file of the certificate."""
        return dumps(self)


# Bytes.


def dumps(certificate: Certificate) -> bytes:
    """Return the bytes of a certificate's file."""
    position = certificate.position
    board = Numbering(position.width, position.height)
    head = (position.rule, position.width, position.height, position.turn)
    data = bytearray(MAGIC + bytes(head))
    for cells in (position.black, position.white, position.walls):
        data += number_bytes(len(cells)) + board.bytes_of(sorted(cells))
    data += number_bytes(certificate.plies) + number_bytes(len(certificate.nodes))
    for place, node in enumerate(certificate.nodes):
        data += _node_bytes(place, node, board)
    return sealed(bytes(data))


def sealed(content: bytes) -> bytes:
    """Return a file's content with its checksum at the end."""
    return content + zlib.crc32(content).to_bytes(SEAL, "little")


def number_bytes(number: int) -> bytes:
    """Return a number in base 128, the low digits first. All bytes except the last have their top
    bit set.
    """
    if number < 0x80:  # most numbers are one byte
        return bytes((number,))
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def link_number(place: int, link: Link) -> int:
    """Return the link of node `place` as a number: the distance to its node, and its symmetry."""
    return (place - link.node) * 8 + link.symmetry


def link_of(place: int, number: int) -> Link:
    """Return the link of node `place` that a number encodes."""
    back, symmetry = divmod(number, 8)
    return Link(place - back, symmetry)


def _node_bytes(place: int, node: Node, board: "Numbering") -> bytes:
    if isinstance(node, LineNode):
        return number_bytes(len(node.cells) * 4 + LINE) + board.bytes_of(node.cells)
    if isinstance(node, MoveNode):
        parts = [number_bytes(MOVE)]
        branches: tuple[tuple[int, Link], ...] = ((node.cell, node.then),)
    else:
        parts = [number_bytes(len(node.lines) * 4 + COVER), number_bytes(len(node.branches))]
        parts += [number_bytes(place - line) for line in node.lines]
        branches = node.branches
    for cell, link in branches:
        parts += board.bytes_of((cell,)), number_bytes(link_number(place, link))
    return b"".join(parts)


def loads(data: bytes) -> Certificate:
    """Return the certificate in a file's bytes; ValueError for any other file."""
    certificate = unchecked(data)
    check_nodes(certificate)
    return certificate


def unchecked(data: bytes) -> Certificate:
    """Return the certificate in a file's bytes, without a check of its nodes; ValueError for any
    other file.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError("not a certificate: it doesn't begin as one")
    if sealed(data[:-SEAL]) != data:
        raise ValueError("the file is damaged: its checksum is wrong")
    reader = ByteReader(data[len(MAGIC) : -SEAL])
    rule, width, height, turn = (reader.byte() for _ in range(4))
    reader.board = Numbering(width, height)
    black, white, walls = (reader.sorted_cells(reader.number()) for _ in range(3))
    position = Position.of_colours(width, height, rule, turn, black, white, walls)
    plies = reader.number()
    nodes: list[Node] = []
    for _ in range(reader.number()):
        nodes.append(reader.node(len(nodes)))
    if reader.data[reader.at :]:
        raise ValueError("there are bytes after the last node")
    return Certificate(position, plies, tuple(nodes))


class Numbering:
    """The numbers of a board's cells, row by row from 0, as files have them."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cell_bytes = 1 if width * height <= BYTE_CELLS else 2
        self.number = cache(partial(row_major, width=width))  # of a cell
        self.cell = cache(self._cell)  # with a number; ValueError for one off the board

    def bytes_of(self, cells: Iterable[int]) -> bytes:
        """Return the numbers of cells as bytes."""
        numbers = map(self.number, cells)
        if self.cell_bytes == 1:
            return bytes(numbers)
        return b"".join(number.to_bytes(self.cell_bytes, "little") for number in numbers)

    def _cell(self, number: int) -> Cell:
        if number >= self.width * self.height:
            raise ValueError(f"cell {number} is off the board of {self.width} x {self.height}")
        return Cell(from_row_major(number, self.width), self.height)


class ByteReader:
    """Bytes, and the place of the next byte to read. ValueError if they end too soon."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at, self.board = data, 0, Numbering(1, 1)

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise ValueError("the file ends too soon")
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        number = 0
        for digit in range(LONGEST_NUMBER):
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * digit
            if byte < 0x80:
                if not byte and digit:
                    break
                return number
        raise ValueError("a number is too long")

    def cells(self, count: int) -> tuple[Cell, ...]:
        size = self.board.cell_bytes
        if count * size > len(self.data) - self.at:
            raise ValueError("the file ends too soon")
        return tuple(
            self.board.cell(sum(self.byte() << 8 * place for place in range(size)))
            for _ in range(count)
        )

    def sorted_cells(self, count: int) -> tuple[Cell, ...]:
        cells = self.cells(count)
        if any(cells[i] >= cells[i + 1] for i in range(count - 1)):
            raise ValueError("cells are out of order")
        return cells

    def link(self, place: int) -> Link:
        return link_of(place, self.number())

    def node(self, place: int) -> Node:
        count, kind = divmod(self.number(), 4)
        if kind == LINE:
            return LineNode(self.cells(count))
        if kind == MOVE and not count:
            (cell,) = self.cells(1)
            return MoveNode(cell, self.link(place))
        if kind != COVER:
            raise ValueError(f"node {place} is of an unknown kind")
        branches = self.number()
        lines = tuple(place - self.number() for _ in range(count))
        return CoverNode(
            lines, tuple((self.cells(1)[0], self.link(place)) for _ in range(branches))
        )


# The check of the nodes, common to all forms.


def check_nodes(certificate: Certificate) -> None:
    """Raise ValueError unless the nodes are a valid graph, in which each node is used, and which is
    no deeper than the board has empty cells.
    """
    nodes, position = certificate.nodes, certificate.position
    of_board = symmetries(position.width, position.height)
    empty = position.width * position.height - len(position.stones) - len(position.walls)
    used, depths = {len(nodes) - 1}, list[int]()
    for place, node in enumerate(nodes):
        for link, kinds in links_of(node):
            if not 0 <= link.node < place:
                raise ValueError(f"node {place} refers to a node that is not before it")
            if not isinstance(nodes[link.node], kinds):
                raise ValueError(f"node {place} refers to a node of the wrong kind")
            if link.symmetry not in of_board:
                raise ValueError(f"node {place} has a symmetry that the board doesn't have")
            used.add(link.node)
        if isinstance(node, LineNode) and not node.cells:
            raise ValueError(f"node {place} is a line without moves")
        if isinstance(node, CoverNode):
            replies = [reply for reply, _ in node.branches]
            if any(replies[i] >= replies[i + 1] for i in range(len(replies) - 1)):
                raise ValueError(f"node {place} has branches out of order")
        depths.append(_depth(node, depths))
        if depths[-1] > empty:
            raise ValueError(f"node {place} is nested deeper than the board has empty cells")
    if not nodes or isinstance(nodes[-1], CoverNode):
        raise ValueError("the last node must be a line or a move")
    if len(used) < len(nodes):
        raise ValueError(UNUSED)


def _depth(node: Node, depths: Sequence[int]) -> int:
    """Return the most stones that are played one after another from a node down to a line. The
    nodes before it have `depths`.
    """
    if isinstance(node, MoveNode):
        return 1 + depths[node.then.node]
    if isinstance(node, CoverNode):
        return max((1 + depths[link.node] for _, link in node.branches), default=0)
    return 0


def links_of(node: Node) -> Iterator[tuple[Link, type[Node] | tuple[type[Node], ...]]]:
    """Yield the links of a node, each with the kinds of node that it may lead to."""
    if isinstance(node, MoveNode):
        yield node.then, CoverNode
    elif isinstance(node, CoverNode):
        for line in node.lines:
            yield Link(line), LineNode
        for _, link in node.branches:
            yield link, (LineNode, MoveNode)


# JSON.


def to_json(certificate: Certificate) -> str:
    """Return a certificate as JSON, with a line of text for each node."""
    position = certificate.position
    fields = {
        "width": position.width,
        "height": position.height,
        "rule": position.rule,
        "black": _names(sorted(position.black), position.height),
        "white": _names(sorted(position.white), position.height),
        "walls": _names(sorted(position.walls), position.height),
        "attacker": COLOUR_NAMES[position.turn],
        "plies": certificate.plies,
    }
    head = "".join(f"{json.dumps(name)}: {json.dumps(value)},\n" for name, value in fields.items())
    nodes = ",\n".join(json.dumps(_fields(node, position.height)) for node in certificate.nodes)
    return f'{{\n{head}"nodes": [\n{nodes}\n]\n}}\n'


def from_json(text: str | bytes) -> Certificate:
    """Return the certificate in JSON; ValueError for any other text."""
    turns = {name: colour for colour, name in COLOUR_NAMES.items()}
    try:
        fields = json.loads(text)
        height = int(fields["height"])
        position = Position.of_colours(
            int(fields["width"]),
            height,
            int(fields["rule"]),
            turns[fields["attacker"]],
            *(_named(fields[name], height) for name in ("black", "white", "walls")),
        )
        nodes = tuple(_node(node, height) for node in fields["nodes"])
        certificate = Certificate(position, int(fields["plies"]), nodes)
        _check_fields(certificate)
    except (
        AttributeError,
        KeyError,
        OverflowError,
        TypeError,
        RecursionError,
        UnicodeDecodeError,
        json.JSONDecodeError,
    ) as error:
        raise ValueError(f"not a certificate: {error}") from error
    check_nodes(certificate)
    return certificate


def _check_fields(certificate: Certificate) -> None:
    """Raise ValueError for values that bytes can't encode: plies below 0, cells off the board."""
    if certificate.plies < 0:
        raise ValueError(f"expected 0 plies or more, got {certificate.plies}")
    size = certificate.position.width, certificate.position.height
    for node in certificate.nodes:
        for cell in _cells(node):
            if not is_inside(cell, *size):
                raise ValueError(f"{Cell(cell, size[1]).name_in(ABOVE)} is off the board")


def _cells(node: Node) -> Iterable[int]:
    """Return the cells that a node names."""
    if isinstance(node, LineNode):
        return node.cells
    return (node.cell,) if isinstance(node, MoveNode) else [reply for reply, _ in node.branches]


def _names(cells: Iterable[int], height: int) -> list[str]:
    return [Cell(cell, height).name_in(ABOVE) for cell in cells]


def _named(names: Iterable[str], height: int) -> tuple[Cell, ...]:
    return tuple(Cell.named(name, height, ABOVE) for name in names)


def _fields(node: Node, height: int) -> dict[str, Any]:
    if isinstance(node, LineNode):
        return {"line": _names(node.cells, height)}
    if isinstance(node, MoveNode):
        (move,) = _names([node.cell], height)
        return {"move": move, "then": [node.then.node, node.then.symmetry]}
    names = _names([reply for reply, _ in node.branches], height)
    links = [[link.node, link.symmetry] for _, link in node.branches]
    return {"cover": list(node.lines), "branches": dict(zip(names, links, strict=True))}


def _node(fields: dict[str, Any], height: int) -> Node:
    if "line" in fields:
        return LineNode(_named(fields["line"], height))
    if "move" in fields:
        (move,) = _named([fields["move"]], height)
        return MoveNode(move, Link(*map(int, fields["then"])))
    replies = _named(fields["branches"], height)
    links = [Link(*map(int, link)) for link in fields["branches"].values()]
    branches = sorted(zip(replies, links, strict=True), key=lambda pair: pair[0])
    return CoverNode(tuple(map(int, fields["cover"])), tuple(branches))

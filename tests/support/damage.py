"""Certificates with something wrong in them, sealed as if nothing were.

A damage that a certificate can't have leaves it unchanged.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from brain.certificates.certificate import (
    MAGIC,
    SEAL,
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Node,
    dumps,
    sealed,
)
from brain.certificates.check_window import crossings
from brain.certificates.stones import bits, cells_of, position_of, stones_of
from brain.lexicon import cell_at, opponent
from brain.position import Position
from brain.proving.merge import reached
from brain.rules.laws import RULES

MOST_ADDED = 5  # stones near the border

T = TypeVar("T")
Damage = Callable[[Certificate, random.Random], bytes]


def byte_changed(claim: Certificate, dice: random.Random) -> bytes:
    """Change a byte after the magic."""
    data = bytearray(dumps(claim)[:-SEAL])
    data[dice.randrange(len(MAGIC), len(data))] = dice.randrange(256)
    return sealed(bytes(data))


def byte_nudged(claim: Certificate, dice: random.Random) -> bytes:
    """Change a byte by one."""
    data = bytearray(dumps(claim)[:-SEAL])
    place = dice.randrange(len(MAGIC), len(data))
    data[place] = (data[place] + dice.choice((-1, 1))) % 256
    return sealed(bytes(data))


def cut_short(claim: Certificate, dice: random.Random) -> bytes:
    """Leave a byte out, or add one."""
    data = dumps(claim)[:-SEAL]
    place = dice.randrange(len(MAGIC), len(data) + 1)
    if dice.random() < 0.5:
        return sealed(data[:place] + data[place + 1 :])
    return sealed(data[:place] + bytes([dice.randrange(8)]) + data[place:])


def node_changed(change: Callable[[Node, random.Random, Certificate], Node]) -> Damage:
    """Return a damage to some node, which drops the nodes that no node refers to any more. So the
    file can be read, and checkers must judge it.
    """

    def damaged(claim: Certificate, dice: random.Random) -> bytes:
        places = list(range(len(claim.nodes)))
        dice.shuffle(places)
        for place in places:
            node = change(claim.nodes[place], dice, claim)
            if node != claim.nodes[place]:
                nodes = (*claim.nodes[:place], node, *claim.nodes[place + 1 :])
                return dumps(replace(claim, nodes=reached(nodes, len(nodes) - 1)))
        return dumps(claim)

    return damaged


def child_swapped(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Refer to another node of the same kind."""

    def other(number: int) -> int:
        kind = type(claim.nodes[number])
        before = range(claim.nodes.index(node))
        return dice.choice([place for place in before if isinstance(claim.nodes[place], kind)])

    if isinstance(node, MoveNode):
        return replace(node, then=replace(node.then, node=other(node.then.node)))
    if isinstance(node, CoverNode) and node.branches and (dice.random() < 0.5 or not node.lines):
        chosen = dice.randrange(len(node.branches))
        branches = list(node.branches)
        reply, link = branches[chosen]
        branches[chosen] = reply, replace(link, node=other(link.node))
        return replace(node, branches=tuple(branches))
    if isinstance(node, CoverNode) and node.lines:
        lines = list(node.lines)
        chosen = dice.randrange(len(lines))
        lines[chosen] = other(lines[chosen])
        return replace(node, lines=tuple(lines))
    return node


def answer_left_out(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Leave out a line or a branch of a cover, or a move of a line."""
    if isinstance(node, LineNode):
        return LineNode(_without_one(node.cells, dice)) if len(node.cells) > 1 else node
    if isinstance(node, MoveNode) or not (node.lines or node.branches):
        return node
    if node.branches and (dice.random() < 0.5 or not node.lines):
        return replace(node, branches=_without_one(node.branches, dice))
    return replace(node, lines=_without_one(node.lines, dice))


def _without_one(items: tuple[T, ...], dice: random.Random) -> tuple[T, ...]:
    place = dice.randrange(len(items))
    return items[:place] + items[place + 1 :]


def line_extended(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Add a move to a line."""
    if not isinstance(node, LineNode):
        return node
    place = dice.randrange(len(node.cells) + 1)
    return LineNode((*node.cells[:place], _any_cell(dice, claim), *node.cells[place:]))


def _any_cell(dice: random.Random, claim: Certificate) -> int:
    position = claim.position
    return cell_at(dice.randrange(position.width), dice.randrange(position.height))


def cell_moved(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Change a cell of a line, a move or a branch."""
    cell = _any_cell(dice, claim)
    if isinstance(node, MoveNode):
        return replace(node, cell=cell)
    if isinstance(node, LineNode):
        place = dice.randrange(len(node.cells))
        return LineNode((*node.cells[:place], cell, *node.cells[place + 1 :]))
    if node.branches:
        rest = dict(_without_one(node.branches, dice))
        (moved,) = [link for reply, link in node.branches if reply not in rest]
        return replace(node, branches=tuple(sorted({**rest, cell: moved}.items(), key=_reply)))
    return node


def _reply(branch: tuple[int, Link]) -> int:
    return branch[0]


def moves_swapped(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Exchange two moves of a line, two replies of a cover, or two of its lines."""
    if isinstance(node, LineNode):
        return LineNode(_swapped(node.cells, dice))
    if isinstance(node, CoverNode) and len(node.branches) > 1 and dice.random() < 0.5:
        replies, links = zip(*node.branches, strict=True)
        return replace(node, branches=tuple(zip(replies, _swapped(links, dice), strict=True)))
    return replace(node, lines=_swapped(node.lines, dice)) if isinstance(node, CoverNode) else node


def _swapped(items: tuple[T, ...], dice: random.Random) -> tuple[T, ...]:
    if len(items) < 2:
        return items
    one, other = dice.sample(range(len(items)), 2)
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def symmetry_mislabelled(node: Node, dice: random.Random, claim: Certificate) -> Node:
    """Change the symmetry of a link."""
    if isinstance(node, MoveNode):
        return replace(node, then=replace(node.then, symmetry=dice.randrange(8)))
    if isinstance(node, CoverNode) and node.branches:
        place = dice.randrange(len(node.branches))
        reply, link = node.branches[place]
        changed = reply, replace(link, symmetry=dice.randrange(8))
        branches = (*node.branches[:place], changed, *node.branches[place + 1 :])
        return replace(node, branches=branches)
    return node


def claim_changed(claim: Certificate, dice: random.Random) -> bytes:
    """Claim another number of plies, rule, or side to move."""
    position = claim.position
    kind = dice.randrange(3)
    if kind == 0:
        return dumps(replace(claim, plies=max(0, claim.plies + dice.choice((-2, -1, 1, 2)))))
    if kind == 1:
        return _with_position(claim, rule=dice.choice(RULES))
    return _with_position(claim, turn=opponent(position.turn))


def board_changed(claim: Certificate, dice: random.Random) -> bytes:
    """Add a wall, or take or add a column or a row."""
    position, change = claim.position, dice.choice((-1, 1))
    match dice.randrange(3):
        case 0:
            taken = {*position.black, *position.white, *position.walls}
            cell = _any_cell(dice, claim)
            if cell in taken:
                return dumps(claim)
            return _with_position(claim, walls=(*position.walls, cell))
        case 1:
            return _with_position(claim, width=position.width + change)
        case _:
            return _with_position(claim, height=position.height + change)


def stone_changed(claim: Certificate, dice: random.Random) -> bytes:
    """Take a stone away, add one, move one, or change its colour."""
    position = claim.position
    stones: list[list[int]] = [list(position.black), list(position.white)]
    kind = dice.randrange(4)
    if kind != 0:
        side = dice.choice([side for side in stones if side] or stones)
        if side:
            stone = dice.choice(side)
            side.remove(stone)
            if kind == 3:
                stones[side is stones[0]].append(stone)
    if kind in (0, 2):
        empty = set(position.board()) - set(position.walls) - {*stones[0], *stones[1]}
        dice.choice(stones).append(dice.choice(sorted(empty)))
    return _with_position(claim, black=stones[0], white=stones[1])


def stones_added_at_border(claim: Certificate, dice: random.Random) -> bytes:
    """Add stones of the defender from which fives may cross the border, if the game goes on."""
    position, stones = claim.position, stones_of(claim.position)
    near, _ = crossings((position.width, position.height))
    empty = [*cells_of(near & stones.empty)]
    added = bits(dice.sample(empty, min(dice.randint(1, MOST_ADDED), len(empty))))
    try:
        changed = position_of(stones._replace(other=stones.other | added), position)
    except ValueError:
        return dumps(claim)
    return dumps(replace(claim, position=changed))


def _with_position(claim: Certificate, **changes: Any) -> bytes:
    """Change fields of the position, if there is such a position."""
    names = ("width", "height", "rule", "turn", "black", "white", "walls")
    fields = {name: getattr(claim.position, name) for name in names} | changes
    # As numbers, which fit a board of any height.
    fields |= {name: list(map(int, fields[name])) for name in ("black", "white", "walls")}
    try:
        return dumps(replace(claim, position=Position.of_colours(**fields)))
    except ValueError:  # the game is over, or a cell is off the board
        return dumps(claim)


DAMAGES: dict[str, Damage] = {
    "a byte changed": byte_changed,
    "a byte nudged": byte_nudged,
    "a byte more or less": cut_short,
    "a child swapped": node_changed(child_swapped),
    "an answer left out": node_changed(answer_left_out),
    "a cell moved": node_changed(cell_moved),
    "moves swapped": node_changed(moves_swapped),
    "a line extended": node_changed(line_extended),
    "a symmetry mislabelled": node_changed(symmetry_mislabelled),
    "another claim": claim_changed,
    "another stone": stone_changed,
    "another board": board_changed,
}
WINDOW_DAMAGES = DAMAGES | {"stones added at the border": stones_added_at_border}

"""Trees that prove wins: the attacker's move at each node and, for every reply, what follows.

They are read and checked, but made no more: certificates say the same in fewer bytes. Only the slow
rules of brain.rules.laws say what a stone does.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from brain.cell import COLOUR_NAMES, Cell
from brain.lexicon import EMPTY, opponent
from brain.position import Position
from brain.rules.laws import empty_cells, is_five, is_foul


@dataclass(frozen=True)
class Node:
    """The attacker's move; then the answers to some replies, and `otherwise` to all the others.

    A move that makes five needs neither.
    """

    move: int
    answers: tuple["Answer", ...] = ()
    otherwise: "Node | None" = None


@dataclass(frozen=True)
class Answer:
    """What follows after each of some replies."""

    replies: tuple[int, ...]
    then: Node


@dataclass(frozen=True)
class Proof:
    """A position that the side to move wins, and how."""

    position: Position
    tree: Node


@dataclass(frozen=True)
class Checked:
    """What checking a proof showed."""

    plies: int  # to the five, at most
    positions: int  # looked at


class ProofError(ValueError):
    """There is no valid proof; the message says why, after which moves."""


class GivenUp(ProofError):  # noqa: N818 (it says nothing about the win)
    """Checking takes too many positions."""


# Checking.


class Checker:
    """A board on which both sides' moves are tried."""

    def __init__(self, position: Position, most_positions: float) -> None:
        self.board = position.board()
        self.rule, self.room = position.rule, position.room
        self.attacker, self.defender = position.turn, opponent(position.turn)
        self.path: list[tuple[int, int]] = []  # the stones placed: cell, colour
        self.positions, self.most_positions = 0, most_positions

    def plies(self, node: Node) -> int:
        """Return the most plies in which a node wins; raises ProofError."""
        if self.makes_five(node.move):
            return 1
        if not node.answers and not node.otherwise:
            raise self.fault(f"{Cell(node.move)} makes no five")
        then = {reply: answer.then for answer in node.answers for reply in answer.replies}
        with self.stone(node.move, self.attacker):
            return 1 + max(
                self.plies_with(reply, then.get(reply, node.otherwise))
                for reply in empty_cells(self.board)
            )

    def plies_with(self, reply: int, then: Node | None) -> int:
        """Return the most plies in which a reply and the node after it win; raises ProofError."""
        try:
            if is_five(self.board, reply, self.defender, self.rule):
                raise self.fault(f"{Cell(reply)} makes five")
            with self.stone(reply, self.defender):
                if then is None:
                    raise self.fault("there is no answer")
                return 1 + self.plies(then)
        except ProofError:
            if not is_foul(self.board, reply, self.defender, self.rule):
                raise
            return 1  # a forbidden point loses, whatever the answer

    def makes_five(self, move: int) -> bool:
        """Return whether a move of the attacker makes five; raises ProofError if it isn't legal."""
        if self.board.get(move) != EMPTY:
            raise self.fault(f"{Cell(move)} is not an empty cell")
        if is_five(self.board, move, self.attacker, self.rule):
            return True
        if is_foul(self.board, move, self.attacker, self.rule):
            raise self.fault(f"{Cell(move)} is forbidden")
        return False

    @contextmanager
    def stone(self, cell: int, colour: int) -> Iterator[None]:
        """Put a stone that makes no five on an empty cell while the context lasts.

        Raises ProofError when the stone makes the game a draw, GivenUp after too many positions.
        """
        self.positions += 1
        if self.positions > self.most_positions:
            raise GivenUp(f"no proof within {self.most_positions} positions")
        self.board[cell] = colour
        self.path.append((cell, colour))
        self.room -= 1
        try:
            if self.room <= 0:
                raise self.fault("the game is drawn")
            yield
        finally:
            self.room += 1
            self.path.pop()
            self.board[cell] = EMPTY

    def fault(self, reason: str) -> ProofError:
        """Return the error for a reason, with the moves that lead there."""
        moves = " ".join(Cell(cell).name for cell, _ in self.path)
        return ProofError(f"after {moves}: {reason}" if moves else reason)


def check(proof: Proof, most_positions: float = inf) -> Checked:
    """Return what a proof shows; raises ProofError when it proves nothing, GivenUp after so many
    positions.
    """
    checker = Checker(proof.position, most_positions)
    try:
        plies = checker.plies(proof.tree)
    except RecursionError:
        raise ProofError("the tree is too deep") from None
    return Checked(plies, checker.positions)


# As JSON.


def is_one(data: bytes) -> bool:
    """Return whether a file's content is a tree as far as its keys tell: JSON without nodes."""
    return data.lstrip().startswith(b"{") and b'"tree"' in data and b'"nodes"' not in data


def loads(text: str) -> Proof:
    """Return the proof in a file's text; ValueError for no proof, or a wrong position."""
    turns = {name: colour for colour, name in COLOUR_NAMES.items()}
    try:
        fields = json.loads(text)
        position = Position.of_colours(
            fields["width"],
            fields["height"],
            fields["rule"],
            turns[fields["attacker"]],
            *(_cells(fields[name]) for name in ("black", "white", "walls")),
        )
        return Proof(position, _node(fields["tree"]))
    except (AttributeError, KeyError, TypeError, RecursionError, json.JSONDecodeError) as error:
        raise ValueError(f"not a proof: {error}") from error


def _cells(names: list[str]) -> tuple[Cell, ...]:
    return tuple(map(Cell.named, names))


def _node(fields: dict[str, Any]) -> Node:
    answers = [
        Answer(_cells(answer["replies"]), _node(answer["then"]))
        for answer in fields.get("answers", ())
    ]
    otherwise = fields.get("otherwise")
    return Node(Cell.named(fields["move"]), tuple(answers), _node(otherwise) if otherwise else None)

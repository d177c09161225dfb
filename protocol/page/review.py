"""A game's review: what every position is worth, which moves gave most away, and from where on the
game was proved. The twin of review.js.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from brain.engine import Engine
from brain.lexicon import BLACK, WHITE, opponent
from protocol.page import answers
from protocol.page.answers import Fields
from protocol.reading.played import Played

SLIP, BLUNDER = 0.1, 0.25  # of the mover's chance to win, given away by one move
WORST = 3  # mistakes that are told
MARKS = {"slip": "?", "blunder": "??"}


@dataclass(frozen=True)
class Node:
    """A position of the game, after a move; before the first, `move` is empty."""

    ply: int
    move: str
    colour: int  # that has moved last
    look: Fields  # what the rules say
    line: Fields | None  # the best one, None where the game is over or nothing is on the board

    @property
    def winner(self) -> int:
        """The colour that has won or is proved to win, 0 for none."""
        if self.look["winner"]:
            return int(self.look["winner"])
        mate = self.line["mate"] if self.line else 0
        if not mate:
            return 0
        return opponent(self.colour) if mate > 0 else self.colour

    @property
    def black_rate(self) -> float | None:
        """Black's chance to win, 0 to 1; None where it isn't known."""
        if self.look["winner"]:
            return float(self.look["winner"] == BLACK)
        if self.look["is_over"]:
            return 0.5
        if not self.line:
            return None if self.ply else 0.5  # an empty board counts as even
        mate = self.line["mate"]
        rate: float = float(mate > 0) if mate else self.line["win_rate"]
        return rate if self.colour == WHITE else 1 - rate

    def fields(self) -> dict[str, object]:
        """Return what a page with the game in it has of the position."""
        return {"look": self.look, **({"line": self.line} if self.line else {})}


@dataclass(frozen=True)
class Mistake:
    """A move that gave much away."""

    node: Node
    loss: float  # of the mover's chance to win
    better: str

    @property
    def kind(self) -> str:
        """What a move is called that gave so much away."""
        return "slip" if self.loss < BLUNDER else "blunder"


@dataclass(frozen=True)
class Proved:
    """The loser's game is lost from `node` on; `held` is its last move before that wasn't."""

    loser: int
    node: Node
    held: Node | None


def nodes(
    game: Played, engine: Engine, limits: Fields, tell: Callable[[int], None]
) -> tuple[Node, ...]:
    """Return a game's positions, each judged within limits, the last one first. `tell` hears of
    every ply before it is judged.
    """
    return tuple(reversed(list(backwards(game, engine, limits, tell))))


def backwards(
    game: Played, engine: Engine, limits: Fields, tell: Callable[[int], None]
) -> Iterator[Node]:
    """Yield what `nodes` returns, the last position first."""
    for ply in range(len(game.moves), -1, -1):
        tell(ply)
        yield _judged(game, ply, engine, limits)


def _judged(game: Played, ply: int, engine: Engine, limits: Fields) -> Node:
    """Return the position after so many moves."""
    position: dict[str, Any] = {
        "width": game.width,
        "height": game.height,
        "rule": game.rule,
        "stones": [(cell.name, colour) for cell, colour in game.stones(ply)],
        "walls": (),
        "turn": game.turn(ply),
    }
    move = game.moves[ply - 1][0].name if ply else ""
    colour = opponent(position["turn"])
    if ply == len(game.moves) and game.ends_forbidden:
        look = {"winner": WHITE, "is_over": True, "five": [], "forbidden": [], "foul": True}
        return Node(ply, move, colour, look, None)
    look = answers.look(engine, position)
    if look["is_over"]:
        return Node(ply, move, colour, look, None)
    lines: Any = answers.think(engine, position, limits, lambda line: None)["lines"]
    return Node(ply, move, colour, look, lines[0] if lines else None)


def mistakes(nodes: Sequence[Node]) -> list[Mistake]:
    """Return the mistakes of a game's positions, in their order."""
    found = []
    for before, node in pairwise(nodes):
        rate, after = before.black_rate, node.black_rate
        if rate is None or after is None:
            continue
        loss = rate - after if node.colour == BLACK else after - rate
        better = before.line["line"][0] if before.line and before.line["line"] else ""
        if loss >= SLIP and better != node.move:
            found.append(Mistake(node, loss, better))
    return found


def worst(found: Sequence[Mistake]) -> list[Mistake]:
    """Return the worst mistakes, the worst first."""
    return sorted(found, key=lambda mistake: -mistake.loss)[:WORST]


def proved_from(nodes: Sequence[Node]) -> Proved | None:
    """Return from where on a game was proved lost at its end, None where it wasn't."""
    winner = nodes[-1].winner
    if not winner:
        return None
    first = len(nodes) - 1
    while first > 0 and nodes[first - 1].winner == winner:
        first -= 1
    held = [node for node in nodes[1:first] if node.colour != winner]
    return Proved(opponent(winner), nodes[first], held[-1] if held else None)

"""A game's review: the value of every position, the moves that lost most win rate, and the move
from which on the game was lost. The twin of review.js.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from brain.cell import Cell
from brain.engine import Analysis, Engine, Limit, Task
from brain.lexicon import BLACK, WHITE, opponent
from brain.review.played_game import Played
from brain.review.rules_state import RulesState, rules_state

SLIP, BLUNDER = 0.1, 0.25  # win rate that a move loses its side
WORST = 3  # mistakes listed as the worst
MARKS = {"slip": "?", "blunder": "??"}
RATE_DIGITS = 4  # of a win rate in files and on the page, so that both find the same mistakes

OnPly = Callable[[int], None]  # receives each ply before it is evaluated


@dataclass(frozen=True)
class ReviewedPosition:
    """A position of the game, after a move."""

    ply: int
    move: Cell  # no cell before the first move
    colour: int  # of the move
    state: RulesState
    line: Analysis | None  # the best line; None if the game is over or the board is empty

    @property
    def winner(self) -> int:
        """The colour that has won or has a mate, 0 for neither."""
        if self.state.winner:
            return self.state.winner
        if not self.mate:
            return 0
        return opponent(self.colour) if self.mate > 0 else self.colour

    @property
    def mate(self) -> int:
        """The plies to a mate for the side to move, negative against it, 0 for neither."""
        return self.line.score.mate if self.line else 0

    @property
    def best(self) -> Cell:
        """The engine's move, no cell if there is none."""
        return self.line.line[0] if self.line and self.line.line else Cell(0)

    @property
    def black_rate(self) -> float | None:
        """Black's win rate, 0 to 1; None if unknown."""
        if self.state.winner:
            return float(self.state.winner == BLACK)
        if self.state.is_over:
            return 0.5
        if not self.line:
            return None if self.ply else 0.5  # an empty board counts as even
        rate = round(self.line.score.win_rate, RATE_DIGITS)
        if self.mate:
            rate = float(self.mate > 0)
        return rate if self.colour == WHITE else 1 - rate


@dataclass(frozen=True)
class Mistake:
    """A move that lost much win rate."""

    node: ReviewedPosition  # after the move
    loss: float  # of the mover's win rate
    better: Cell

    @property
    def kind(self) -> str:
        """The name of a mistake of this size: slip or blunder."""
        return "slip" if self.loss < BLUNDER else "blunder"


@dataclass(frozen=True)
class Proved:
    """The game is lost from `node` on; `held` is the loser's last move before that."""

    loser: int
    node: ReviewedPosition
    held: ReviewedPosition | None


def review(
    game: Played, engine: Engine, limit: Limit, on_ply: OnPly = lambda ply: None
) -> tuple[ReviewedPosition, ...]:
    """Return a game's positions, each evaluated within a limit, in the order of play.

    With a limit of nodes, no search uses the results of another.
    """
    return tuple(reversed(list(_backwards(game, engine, limit, on_ply))))


def _backwards(
    game: Played, engine: Engine, limit: Limit, on_ply: OnPly
) -> Iterator[ReviewedPosition]:
    """Yield the evaluated positions, last position first."""
    for ply in range(len(game.moves), -1, -1):
        on_ply(ply)
        yield _judged(game, ply, engine, limit)


def _judged(game: Played, ply: int, engine: Engine, limit: Limit) -> ReviewedPosition:
    """Return the position after `ply` moves."""
    turn = game.turn(ply)
    move = game.moves[ply - 1][0] if ply else Cell(0)
    if ply == len(game.moves) and game.ends_forbidden:
        found = RulesState(WHITE, is_over=True, is_foul=True)
        return ReviewedPosition(ply, move, opponent(turn), found, None)
    if limit.nodes:  # every machine finds the same: no results of other positions
        engine.new_game(game.width, game.height, game.rule)
    engine.lay(game.width, game.height, game.rule, game.stones(ply), ())
    found = rules_state(engine, turn)
    lines = () if found.is_over else engine.run(Task(turn, limit)).lines
    return ReviewedPosition(ply, move, opponent(turn), found, lines[0] if lines else None)


def mistakes(nodes: Sequence[ReviewedPosition]) -> list[Mistake]:
    """Return the mistakes in a game's positions, in the order of play."""
    found = []
    for before, node in pairwise(nodes):
        rate, after = before.black_rate, node.black_rate
        if rate is None or after is None:
            continue
        loss = rate - after if node.colour == BLACK else after - rate
        if loss >= SLIP and before.best != node.move:
            found.append(Mistake(node, loss, before.best))
    return found


def worst(found: Sequence[Mistake]) -> list[Mistake]:
    """Return the worst mistakes, worst first."""
    return sorted(found, key=lambda mistake: -mistake.loss)[:WORST]


def proved_from(nodes: Sequence[ReviewedPosition]) -> Proved | None:
    """Return the position from which on a lost game was lost; None if the game is not lost."""
    winner = nodes[-1].winner
    if not winner:
        return None
    first = len(nodes) - 1
    while first > 0 and nodes[first - 1].winner == winner:
        first -= 1
    held = [node for node in nodes[1:first] if node.colour != winner]
    return Proved(opponent(winner), nodes[first], held[-1] if held else None)

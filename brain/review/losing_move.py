"""The move that lost a game, the proof of the win after it, and the moves that would have held."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brain.cell import Cell
from brain.certificates.certificate import Certificate
from brain.engine import Engine
from brain.proving import prover
from brain.proving.prover import NotProved
from brain.review.game_review import OnPly, Proved, ReviewedPosition, proved_from
from brain.review.played_game import Played
from brain.rules.fouls import foul
from brain.rules.grid import empty_board

NO_CELL = Cell(0)


@dataclass(frozen=True)
class LosingMove:
    """The move after which a game was proved lost."""

    loser: int
    ply: int  # of the move; 0 if the game was lost from the start
    claim: Certificate | None  # the win of the other side after it; None after a foul
    move: Cell = NO_CELL
    foul: str = ""  # why the rules forbid the move, "" if they do not
    held: tuple[Cell, ...] = ()  # other moves that hold: no loss after them is proved
    winning: Cell = NO_CELL  # the move of `held` that has a mate, no cell if none is known
    winning_plies: int = 0


def find(
    game: Played,
    nodes: Sequence[ReviewedPosition],
    engine: Engine,
    effort: int,
    on_ply: OnPly = lambda ply: None,
) -> LosingMove:
    """Return the move that lost a reviewed game. Each other move is tested with `effort` nodes.

    NotProved if neither side has a mate at the end, or no certificate is found.
    """
    proved = proved_from(nodes)
    if not proved:
        raise NotProved("no side has a proved win at the end")
    found = _with_alternatives(_first(game, nodes, proved, engine), game, engine, effort)
    while found.claim and not found.held and found.ply > 2:
        # Every other move also loses, so the game was lost earlier.
        on_ply(found.ply - 2)
        try:
            found = _earlier(found, game, engine)
        except NotProved:
            break
        found = _with_alternatives(found, game, engine, effort)
    return _with_mate(found, nodes)


def _first(
    game: Played, nodes: Sequence[ReviewedPosition], proved: Proved, engine: Engine
) -> LosingMove:
    """Return the loser's move from which on the game was lost, with its certificate."""
    loser, first = proved.loser, proved.node
    ply = max(0, first.ply - (first.colour != loser))
    if game.ends_forbidden and ply == len(game.moves):
        return LosingMove(loser, ply, None)
    ply += game.turn(ply) == loser
    reason = NotProved("the game is over")
    while ply < len(nodes) and (ply < len(game.moves) or nodes[ply].line):
        known = nodes[ply].best if nodes[ply].mate > 0 else Cell(0)
        if not known and ply < len(game.moves):
            known = game.moves[ply][0]
        try:
            return LosingMove(loser, ply, prover.prove(engine, game.position(ply), known))
        except NotProved as error:
            reason, ply = error, ply + 2
    raise reason


def _earlier(found: LosingMove, game: Played, engine: Engine) -> LosingMove:
    """Return the loser's previous move if the game was lost after it. Raises NotProved."""
    ply = found.ply - 2
    claim = prover.prove(engine, game.position(ply), game.moves[ply][0])
    return LosingMove(found.loser, ply, claim)


def _with_alternatives(found: LosingMove, game: Played, engine: Engine, effort: int) -> LosingMove:
    """Return a losing move with its cell, its foul, and the moves that hold instead."""
    if not found.ply:
        return found
    before, cell = game.position(found.ply - 1), game.moves[found.ply - 1][0]
    grid = empty_board(game.width, game.height) | dict(before.stones)
    return replace(
        found,
        move=cell,
        foul="" if found.claim else foul(grid, cell),
        held=prover.holding(engine, before, effort),
    )


def _with_mate(found: LosingMove, nodes: Sequence[ReviewedPosition]) -> LosingMove:
    """Return a losing move with the mate that was possible instead."""
    if not found.ply or nodes[found.ply - 1].mate <= 0:
        return found
    before = nodes[found.ply - 1]
    return replace(found, winning=before.best, winning_plies=before.mate)

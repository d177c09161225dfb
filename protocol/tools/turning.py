"""The move that lost a game, why it lost, and what would have held. No output happens here."""

from collections.abc import Callable
from dataclasses import dataclass

from brain.cell import Cell
from brain.certificates.certificate import Certificate
from brain.engine import Engine
from brain.position import Position
from brain.proving import prover
from brain.proving.prover import NotProved
from brain.rules.fouls import foul
from brain.rules.grid import empty_board
from protocol.page.answers import Fields
from protocol.page.review import Node, backwards, proved_from
from protocol.reading.played import Played

Tell = Callable[[int], None]  # hears of each ply before it is looked at


@dataclass(frozen=True)
class Turning:
    """The move after which a game was proved lost."""

    loser: int
    ply: int  # of that move; 0 where the game was lost from the start
    move: Cell
    claim: Certificate | None  # why the other side wins after it; None after a foul
    foul: str  # why the rules forbid it, nothing where they don't
    held: tuple[Cell, ...]  # moves instead, after which no loss is proved
    winning: Cell  # the one of them that is proved to win, no cell if none is known
    winning_plies: int


def position_at(game: Played, ply: int) -> Position:
    """Return a game's position after so many moves; ValueError where it is over."""
    return Position(game.width, game.height, game.rule, game.stones(ply), game.turn(ply))


def find(game: Played, engine: Engine, limits: Fields, nodes: int, tell: Tell) -> Turning:
    """Return the move that lost a game, every position judged within limits and every move instead
    with so many nodes. NotProved where nobody is proved to win at the end.
    """
    judged: list[Node] = []
    for node in backwards(game, engine, limits, tell):
        judged.insert(0, node)
        winner = judged[-1].winner
        if not winner or [node.winner == winner for node in judged[:2]] == [False, False]:
            break
    proved = proved_from(judged)
    if not proved:
        raise NotProved("nobody is proved to win at the end")
    loser, first = proved.loser, proved.node
    ply = max(0, first.ply - (first.colour != loser))
    if game.ends_forbidden and ply == len(game.moves):
        return _told(game, engine, judged, loser, ply, None, nodes)
    ply += game.turn(ply) == loser
    claim, ply = _claim(game, engine, judged, ply)
    turning = _told(game, engine, judged, loser, ply, claim, nodes)
    while not turning.held and ply > 2:
        # Every other move loses too, so the game was lost earlier.
        tell(ply - 2)
        try:
            claim = prover.prove(engine, position_at(game, ply - 2), game.moves[ply - 2][0])
        except NotProved:
            break
        ply -= 2
        turning = _told(game, engine, judged, loser, ply, claim, nodes)
    return turning


def _claim(game: Played, engine: Engine, judged: list[Node], ply: int) -> tuple[Certificate, int]:
    """Return why the side to move wins after so many moves, or else after some more."""
    lines = {node.ply: node.line for node in judged}
    reason = NotProved("the game is over")
    while ply < len(game.moves) or lines.get(ply):
        line = lines.get(ply)
        known = Cell.named(line["line"][0]) if line and line["mate"] > 0 else 0
        if not known and ply < len(game.moves):
            known = game.moves[ply][0]
        try:
            return prover.prove(engine, position_at(game, ply), known), ply
        except NotProved as error:
            reason, ply = error, ply + 2
    raise reason


def _told(
    game: Played,
    engine: Engine,
    judged: list[Node],
    loser: int,
    ply: int,
    claim: Certificate | None,
    nodes: int,
) -> Turning:
    """Return what is told of a move that lost."""
    if not ply or game.turn(ply - 1) != loser:
        return Turning(loser, 0, Cell(0), claim, "", (), Cell(0), 0)
    cell, before = game.moves[ply - 1][0], position_at(game, ply - 1)
    line = next((node.line for node in judged if node.ply == ply - 1), None)
    plies = line["mate"] if line and line["mate"] > 0 else 0
    grid = empty_board(game.width, game.height) | dict(before.stones)
    return Turning(
        loser,
        ply,
        cell,
        claim,
        "" if claim else foul(grid, cell),
        prover.holding(engine, before, nodes),
        Cell.named(line["line"][0]) if line and plies else Cell(0),
        plies,
    )

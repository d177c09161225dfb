"""The positions of a match in which an engine moved, as rows of a table for programs that learn."""

from collections.abc import Iterable, Iterator

from brain.lexicon import BLACK, EMPTY, MATE, WHITE, WON
from brain.train.position_table import NO_SCORE, PositionRow
from protocol.match.adjudication import read_score
from protocol.records.games import LOSS, WIN, Game

WINNERS = {WIN: BLACK, LOSS: WHITE}  # by Black's score


def match_rows(games: Iterable[Game]) -> Iterator[PositionRow]:
    """Yield the positions of games, each with the engine's score and move."""
    for index, game in enumerate(games):
        cells = tuple(y * game.width + x for x, y in game.stones)
        for number, move in enumerate(game.moves, len(game.opening)):
            yield PositionRow(
                game=index,
                rule=game.rule,
                width=game.width,
                height=game.height,
                stones=cells[:number],
                depth=0,
                winner=WINNERS.get(game.score, EMPTY),
                score=_clipped(read_score(move.message)),
                move=cells[number],
            )


def _clipped(score: int | None) -> int:
    """Return a score of the table. Engines have their own units; only a claimed win is MATE."""
    if score is None:
        return NO_SCORE
    return score if abs(score) == MATE else max(-WON, min(WON, score))

"""Games after one far reply and one near Black's stones, on larger boards: Black's certificate
against White, who plays at random and to make rows. Black's first stone is the point (0, 0).
"""

from functools import cache
from random import Random

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check_window import FIRST, NEAR, SECOND, FarReplyChecker
from brain.lexicon import WHITE, cell_at, point_of
from tests import ROOT
from tests.support.larger_board import Game, Point, square
from tests.support.window_game import FARTHER, is_far

HALVES = 11, 12, 14  # of the boards
COLUMN, ROW = point_of(FIRST)


@cache
def far_reply() -> Certificate:
    """Return the certificate for one far reply."""
    path = ROOT / "docs" / "theorems" / "far-reply.json"
    return certificate.from_json(path.read_text(encoding="utf-8"))


def near_points() -> list[Point]:
    """Return the points of the second replies that the certificate answers."""
    cells = {cell_at(x, y) for x in NEAR for y in NEAR} - {FIRST, SECOND}
    return [(x - COLUMN, y - ROW) for x, y in sorted(map(point_of, cells))]


def play(dice: Random) -> bool:
    """Play a game to its end; return whether Black wins."""
    half = dice.choice(HALVES)
    game = Game(FarReplyChecker(far_reply()), square(half), (-COLUMN, -ROW), dice)
    first = dice.choice(sorted(point for point in game.free if is_far(point, FARTHER)))
    game.place(first, WHITE)
    assert not game.attack()
    game.reply(dice.choice(near_points()))
    while game.free:
        game.count_outside()
        if game.attack():
            return True
        game.reply(game.white_move())
    return False

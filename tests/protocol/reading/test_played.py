"""A game from text, move by move: what is read, and what is refused."""

import pytest

from brain import Board
from protocol.reading.played import read
from protocol.reading.positions import Reading

FOUR = "h8a1i8a3j8a5k8a7"  # black's; l8 wins


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("h8i9g7", "h8i9g7"),
        ("(;SZ[15];B[hh];W[ii];B[gg])", "h8i9g7"),
        ("(;SZ[15]AB[hh]AW[ii];B[gg])", "h8i9g7"),
        (f"{FOUR}l8", f"{FOUR}l8"),
    ],
)
def test_a_game_is_gone_on_with_move_by_move(text: str, moves: str) -> None:
    assert read(text, Reading()).board() == Board.read(moves)


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[15]PL[W];W[hh])",
        "(;SZ[15]AB[hh]PL[B];B[ii])",
        "(;SZ[15]AB[hh]PL[B])",
        "(;SZ[15]AB[hh][ii][gg]PL[W])",
    ],
)
def test_a_game_that_is_not_played_in_turn_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no game leads there"):
        read(text, Reading()).board()

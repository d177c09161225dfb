"""A played game: its stones by ply, its end, and its text."""

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from brain.review.played_game import Played, Stones

H8, I9, G7, A1 = map(Cell.named, ("h8", "i9", "g7", "a1"))
# Black's last stone, on h8, makes a double three.
FOUL = "g8 a1 i8 a15 h7 o1 h9 o15 h8"


def in_turn(names: str) -> Stones:
    """Return the stones of moves that black begins."""
    cells = map(Cell.named, names.split())
    return tuple((cell, WHITE if ply % 2 else BLACK) for ply, cell in enumerate(cells))


def test_stones_are_those_set_up_and_the_moves_before_a_ply() -> None:
    game = Played(15, 15, FREESTYLE, ((H8, WHITE), (I9, BLACK)), ((A1, BLACK),), WHITE)
    assert game.stones(0) == ((A1, BLACK),)
    assert game.stones(1) == ((A1, BLACK), (H8, WHITE))


def test_the_turn_goes_round_when_white_moves_first() -> None:
    game = Played(15, 15, FREESTYLE, ((H8, WHITE), (I9, BLACK)), ((A1, BLACK),), WHITE)
    assert [game.turn(ply) for ply in range(3)] == [WHITE, BLACK, WHITE]
    assert game.position(1).turn == BLACK


def test_a_position_is_refused_when_the_game_is_over() -> None:
    game = Played(15, 15, FREESTYLE, in_turn("a1 a9 b1 b9 c1 c9 d1 d9 e1"))
    assert game.position(8).turn == BLACK
    with pytest.raises(ValueError, match="five"):
        game.position(9)


@pytest.mark.parametrize(("rule", "ends"), [(RENJU, True), (FREESTYLE, False)])
def test_a_double_three_ends_the_game_when_the_rule_is_renju(rule: int, ends: bool) -> None:
    assert Played(15, 15, rule, in_turn(FOUL)).ends_forbidden is ends


def test_a_double_three_does_not_end_the_game_when_a_move_follows() -> None:
    assert not Played(15, 15, RENJU, in_turn(f"{FOUL} a8")).ends_forbidden
    assert not Played(15, 15, RENJU, ()).ends_forbidden


def test_a_board_is_made_when_the_stones_lie_in_turn() -> None:
    board = Played(15, 15, FREESTYLE, in_turn("i9 g7"), in_turn("h8 a1")).board()
    assert [cell for cell, _ in board.stones] == [H8, A1, I9, G7]


@pytest.mark.parametrize(
    "game",
    [
        Played(15, 15, FREESTYLE, ((H8, WHITE),), first=WHITE),
        Played(15, 15, FREESTYLE, (), ((H8, BLACK), (I9, BLACK)), WHITE),
        Played(15, 15, FREESTYLE, (), ((H8, BLACK),), BLACK),
    ],
)
def test_a_board_is_refused_when_the_stones_are_out_of_turn(game: Played) -> None:
    with pytest.raises(ValueError, match="expected a game of black and white stones in turn"):
        game.board()


def test_a_title_names_the_players_when_both_are_named() -> None:
    assert Played(15, 15, RENJU, (), black="Ana").title == "Renju, 15 x 15, 0 moves"
    both = Played(15, 20, RENJU, in_turn("h8"), black="Ana", white="Bo")
    assert both.title == "Ana - Bo: renju, 15 x 20, 1 moves"


def test_sgf_gives_set_up_stones_and_the_turn_when_white_moves_first() -> None:
    game = Played(15, 15, RENJU, ((H8, WHITE),), ((A1, BLACK), (I9, BLACK)), WHITE, "A]na")
    text = game.sgf()
    assert "AB[ao][ig]" in text
    assert "PL[W]" in text
    assert r"PB[A\]na]" in text
    assert ";W[hh]" in text

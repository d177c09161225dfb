"""Games from text: formats, and refused texts."""

import pytest

from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, STANDARD, WHITE
from protocol.reading.game_text import read
from protocol.reading.positions import Reading

FOUR = "h8a1i8a3j8a5k8a7"  # black's; l8 wins
LOST = "h8a1h9a2h10a3h11o1h12"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("h8i9g7", "h8i9g7"),
        ("(;SZ[15];B[hh];W[ig];B[gi])", "h8i9g7"),
        ("(;SZ[15]AB[hh]AW[ig];B[gi])", "h8i9g7"),
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
    with pytest.raises(ValueError, match="expected a game of black and white stones in turn"):
        read(text, Reading()).board()


@pytest.mark.parametrize(
    "text", [LOST, Board.read(LOST).sgf(), Board.read(LOST).psq()], ids=["moves", "SGF", "PSQ"]
)
def test_a_finished_game_is_read_from_every_format(text: str) -> None:
    game = read(text, Reading())
    assert [cell for cell, _ in game.moves] == list(Board.read(LOST).moves)
    assert (game.width, game.height, game.turn(9)) == (15, 15, WHITE)


def test_a_game_that_white_begins_after_stones_set_up_is_written_as_it_was_read() -> None:
    text = "(;SZ[19:15]RU[renju]PB[An\\]n]PW[Bob]AB[jj][kk]AW[ll]PL[W];W[aa];B[bb])"
    game = read(text, Reading())
    assert (game.first, game.black, len(game.set_up)) == (WHITE, "An]n", 3)
    assert [colour for _, colour in game.moves] == [WHITE, BLACK]
    assert [game.turn(ply) for ply in range(3)] == [WHITE, BLACK, WHITE]
    assert read(game.sgf(), Reading()) == game


def test_a_given_rule_and_size_are_used() -> None:
    game = read("a1b2", Reading((20, 6), STANDARD))
    assert (game.width, game.height, game.rule) == (20, 6, STANDARD)
    assert read("(;SZ[15]RU[renju];B[aa])", Reading(rule=STANDARD)).rule == STANDARD


def test_moves_after_a_draw_are_refused() -> None:
    board = Board(5)
    for x, y in [(x, y) for y in (0, 2, 4, 1, 3) for x in range(5)]:
        board.push((x, y))
    assert board.ending == "full board"
    full = "".join(map(str, board.moves))
    assert len(read(full, Reading((5, 5))).moves) == 25
    with pytest.raises(ValueError, match="stone 26: the game is over: drawn, full board"):
        read(f"{full}a1", Reading((5, 5)))


def test_a_limit_of_moves_does_not_end_a_game_in_a_file() -> None:
    drawn = "a1c3f1d5a6b5f6e2a3c6f3"
    assert Board.read(drawn, 6, "renju").ending == "move limit"
    longer = read(f"{drawn}e5b1", Reading((6, 6), RENJU))
    assert len(longer.moves) == 13
    assert longer.position(13).plies_left == 23
    assert not longer.board().is_over


def test_moves_after_a_forbidden_one_are_refused() -> None:
    text = "g8a1i8a15h7o1h9o15h8"
    assert read(text, Reading(rule=RENJU)).ends_forbidden
    assert not read(text, Reading()).ends_forbidden
    with pytest.raises(ValueError, match="stone 10: the game is over: h8 was forbidden for black"):
        read(f"{text}b2", Reading(rule=RENJU))

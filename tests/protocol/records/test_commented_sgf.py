"""Reviews and analyses as SGF, from scores that the tests choose."""

from brain.cell import Cell
from brain.engine import Analysis, Result
from brain.lexicon import BLACK, FREESTYLE, MATE, WHITE, opponent
from brain.notation import sgf
from brain.position import Position
from brain.review.game_review import ReviewedPosition
from brain.review.played_game import Played
from brain.review.rules_state import RulesState
from brain.score import Score
from protocol.reading.game_text import read
from protocol.reading.positions import Reading
from protocol.records import commented_sgf

H8, I9, G7, A1 = map(Cell.named, ("h8", "i9", "g7", "a1"))


def line(score: int, *cells: Cell) -> Analysis:
    return Analysis(3, 5, Score(score), 100, 1.0, cells)


def reviewed(game: Played, *scores: int) -> list[ReviewedPosition]:
    """Return the positions of a game, each with a score for its side to move."""
    moves = [Cell(0), *(cell for cell, _ in game.moves)]
    return [
        ReviewedPosition(
            ply,
            moves[ply],
            opponent(game.turn(ply)),
            RulesState(0, is_over=False),
            line(score, G7, A1),
        )
        for ply, score in enumerate(scores)
    ]


def test_a_mistake_is_marked_and_its_better_line_is_a_variation() -> None:
    game = Played(15, 15, FREESTYLE, ((H8, BLACK), (I9, WHITE)), black="Ann [1]")
    text = commented_sgf.review(game, reviewed(game, 0, 0, 300))
    assert text.splitlines() == [
        r"(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ann [1\]]RU[freestyle]"
        "C[Black's chances: 50 %]SBKV[50.00]",
        ";B[hh]C[Black's chances: 50 %]SBKV[50.00]",
        "(;W[ig]BM[1]C[Blunder: gave away 38 %; better: g7",
        "Black's chances: 88 %]SBKV[88.08])",
        "(;W[gi]C[Better: even, depth 3-5",
        "Black's chances: 50 %]SBKV[50.00]",
        ";B[ao]))",
    ]
    again = read(text, Reading())
    assert (again.moves, again.black) == (game.moves, game.black)


def test_a_slip_is_marked_as_doubtful_and_a_mate_has_its_plies() -> None:
    game = Played(15, 15, FREESTYLE, ((H8, BLACK), (I9, WHITE), (A1, BLACK)))
    text = commented_sgf.review(game, reviewed(game, 0, 90, 0, MATE - 5), "game.sgf")
    assert ";B[hh]DO[]C[Slip: gave away 15 %; better: g7" in text
    assert "White wins in 5 plies\nBlack's chances: 0 %]SBKV[0.00]" in text
    assert "GN[game.sgf]" in text


def test_the_lines_of_an_analysis_are_variations_after_the_position() -> None:
    lines = line(0, G7, A1), line(-150, A1)._replace(rank=2)
    position = Position(15, 15, FREESTYLE, ((H8, BLACK),), WHITE)
    text = commented_sgf.analysis(position, Result(G7, lines[0], lines))
    assert text.splitlines()[1:] == [
        ";B[hh]C[White to move. Best move: g7",
        "Black's chances: 50 %]SBKV[50.00]",
        "(;W[gi]C[1. even, depth 3-5",
        "Black's chances: 50 %]SBKV[50.00]",
        ";B[ao])",
        "(;W[ao]C[2. -150, depth 3-5",
        "Black's chances: 73 %]SBKV[73.11]))",
    ]


def test_stones_that_are_not_in_turn_are_set_up() -> None:
    position = Position(15, 15, FREESTYLE, ((H8, BLACK), (I9, BLACK)), WHITE)
    text = commented_sgf.analysis(position, Result(G7, line(0, G7)))
    (game,) = sgf.loads(text)
    assert (game.set_up, game.turn) == ((((7, 7), BLACK), ((8, 6), BLACK)), WHITE)

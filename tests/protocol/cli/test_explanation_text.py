"""The wording of explanations: a chapter in a terminal and on a page, and the losing move."""

from brain.cell import Cell
from brain.certificates.certificate import Certificate
from brain.game_board import Board
from brain.lexicon import WHITE
from brain.proving.explanation import FIVE, OPEN_FOUR, Chapter, Explanation, Step
from brain.review.losing_move import LosingMove
from protocol.cli import explanation_text

THREE = Board.read("h8a1h9a3h10a5").position
H7, H6, H11, I9 = map(Cell.named, ("h7", "h6", "h11", "i9"))
LINE = (Step(H7, OPEN_FOUR, (H6, H11), ()), Step(H6, FIVE, (), ()))
TOLD = Explanation(THREE, 3, (Chapter((), THREE, LINE),))
CLAIM = Certificate(THREE, 3, ())


def sentences(lost: LosingMove) -> str:
    return " ".join(explanation_text.losing_move_sentences(lost, TOLD, 1000))


def test_the_headline_has_the_winner_the_plies_and_the_board() -> None:
    expected = "Black to move wins in at most 3 plies (freestyle, 15 x 15)"
    assert explanation_text.headline(TOLD) == expected


def test_a_line_is_numbered_under_its_board() -> None:
    lines = explanation_text.text(TOLD, 1, Cell(0))
    assert lines[-2:] == [
        "1. h7 makes an open four: h6 or h11 wins next. No defence.",
        "2. h6 makes five.",
    ]


def test_chapters_beyond_the_most_are_counted() -> None:
    many = Explanation(THREE, 3, TOLD.chapters * 3)
    assert explanation_text.text(many, 1, Cell(0))[-1] == ("2 more positions: --most 3 prints all.")


def test_moves_that_would_have_held_are_named() -> None:
    text = sentences(LosingMove(WHITE, 6, CLAIM, I9, held=(H6, H11)))
    assert text.startswith("White lost by move 6 (i9): after it Black wins in at most 3 plies.")
    assert "Moves not proved lost with 1,000 nodes: h6 and h11." in text


def test_a_game_that_was_lost_from_the_start_has_no_losing_move() -> None:
    text = sentences(LosingMove(WHITE, 0, CLAIM))
    assert text == "White is lost from the start: Black wins in at most 3 plies."


def test_a_foul_is_the_reason_of_a_loss() -> None:
    assert "which is forbidden: a double three." in sentences(
        LosingMove(WHITE, 9, None, I9, foul="a double three")
    )


def test_a_title_is_escaped_on_the_page() -> None:
    page = explanation_text.page("a<b", ["x & y"], TOLD, Cell(0))
    assert "<h1>a&lt;b</h1>" in page
    assert "<p>x &amp; y</p>" in page

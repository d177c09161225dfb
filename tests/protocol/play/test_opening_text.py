"""An opening procedure in the terminal."""

from collections.abc import Sequence

import pytest

from brain import BLACK, WHITE, Board
from brain.openings.procedures import OpeningAnswer, OpeningState, begin
from protocol.play.dialogue import Dialogue
from tests.support.fixed_moves import Fixed

KAGETSU = ("h8", "h7", "i7")


def opened(name: str, people: set[int], *answers: Sequence[OpeningAnswer]) -> Dialogue:
    """Return a game that begins with a procedure; the engine gives `answers`, step by step."""
    prepared = iter(answers)

    def decide(board: Board, state: OpeningState) -> Sequence[OpeningAnswer]:
        return next(prepared)

    board = Board(15, "renju")
    return Dialogue(
        board, frozenset(people), Fixed("o15n15"), 50, opening=begin(name), decide=decide
    )


def said(game: Dialogue, *lines: str) -> str:
    """Return the last answer to some lines."""
    return [answer.text for line in lines for answer in game.answer(line)][-1]


def test_two_people_play_yamaguchi() -> None:
    game = opened("yamaguchi", {BLACK, WHITE})
    assert [answer.text for answer in game.begin()] == [
        "Place a black stone; this stone goes to the centre."
    ]
    assert said(game, "a1") == "a1 is not allowed: this stone goes to the centre."
    count = "Type how many fifth stones Black must offer, 1 to 12."
    assert said(game, *KAGETSU) == count
    assert said(game, "13") == "Expected a number from 1 to 12, got 13."
    assert said(game, "2") == "Type your colour, black or white."
    assert said(game, "grey") == "Expected one of black, white, got 'grey'."
    assert said(game, "black") == "Place a white stone."
    assert said(game, "a1", "b2") == "Offer a fifth stone, 2 of 2."
    assert said(game, "c3") == "Choose a fifth stone: b2, c3."
    assert (game.prompt, game.notes[-1]) == ("White> ", "White to act")
    said(game, "c3")
    assert (str(game.board.last), game.opening) == ("c3", None)
    assert game.notes[-1] == "White to move"


def test_tengen_begins_and_the_person_takes_its_colour() -> None:
    game = opened("swap2", {WHITE}, [(7, 7), (8, 8), (9, 9)])
    texts = [answer.text for answer in game.begin()]
    assert texts[-1] == (
        "Tengen places h8, i7, j6. Type your colour, black or white, two (place two more stones)."
    )
    said(game, "black")
    assert (set(game.people), len(game.board)) == ({BLACK}, 4)
    assert game.players == {BLACK: "Black: you", WHITE: "White: Tengen"}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("stay", "Tengen plays white."),
        ("swap", "Tengen plays black."),
    ],
)
def test_tengen_says_which_colour_it_takes(answer: str, text: str) -> None:
    game = opened("swap", {BLACK}, [answer])
    texts = [each.text for line in KAGETSU for each in game.answer(line)]
    assert text in texts


def test_tengen_names_offers_and_picks() -> None:
    answers: list[list[OpeningAnswer]] = [["stay"], [(0, 14)], [3], [(2, 12)]]
    game = opened("soosyrv-8", {BLACK}, *answers)
    assert said(game, *KAGETSU).startswith("Tengen names the number of fifth stones: 3. Type your")
    assert said(game, "black", "b2", "c3", "d4").startswith("Tengen")
    assert [str(cell) for cell in game.board.moves[:5]] == [*KAGETSU, "a1", "c3"]


def test_nothing_is_taken_back_in_an_opening_and_new_begins_it_again() -> None:
    game = opened("swap", {BLACK, WHITE})
    said(game, "h8")
    assert said(game, "undo").startswith("An opening can't be taken back")
    assert said(game, "hint") == "There is no hint in the opening."
    said(game, "new")
    assert (len(game.board), game.prompt) == (0, "Black> ")
    assert game.farewell() == ""

"""An opening procedure in the terminal."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from brain import BLACK, WHITE, Board
from brain.notation import sgf
from brain.openings.procedures import OpeningAnswer, OpeningState
from protocol.play.dialogue import Dialogue
from protocol.play.opening_game import OpeningGame, opening_game
from tests.support.fixed_moves import Fixed

KAGETSU = ("h8", "h7", "i7")


def opened(name: str, people: set[int], *answers: Sequence[OpeningAnswer]) -> Dialogue:
    """Return a game that begins with a procedure; the engine gives `answers`, step by step."""
    prepared = iter(answers)

    def decide(board: Board, state: OpeningState) -> Sequence[OpeningAnswer]:
        return next(prepared)

    board = Board(15, "renju")
    opening = OpeningGame(name, (15, 15), frozenset(people))
    return Dialogue(board, opening.people, Fixed("o15n15"), 50, opening=opening, decide=decide)


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
    assert str(game.board.last) == "c3"
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


def test_new_begins_an_opening_again() -> None:
    game = opened("swap", {BLACK, WHITE})
    said(game, "h8")
    assert said(game, "hint") == "There is no hint in the opening."
    said(game, "new")
    assert (len(game.board), game.prompt) == (0, "Black> ")
    assert game.farewell() == ""


def test_two_people_take_back_answer_after_answer() -> None:
    game = opened("soosyrv-8", {BLACK, WHITE})
    said(game, *KAGETSU, "black", "a1", "3", "white")
    assert said(game, "undo") == "Type your colour, black or white."
    assert said(game, "undo") == "Type how many fifth stones Black must offer, 1 to 8."
    assert said(game, "undo") == "Place a white stone."
    assert said(game, "undo") == "Type your colour, black or white."
    assert said(game, "undo", "undo", "undo").startswith("Place a black stone")
    assert len(game.board) == 0
    assert said(game, "undo") == "You have no move to take back."


def test_undo_takes_back_tengens_answers_too_and_a_swap_of_colours() -> None:
    game = opened("swap2", {WHITE}, [(7, 7), (8, 8), (9, 9)])
    list(game.begin())
    said(game, "black")
    assert (set(game.people), len(game.board)) == ({BLACK}, 4)
    assert said(game, "undo").startswith("Type your colour")
    assert (set(game.people), len(game.board)) == ({WHITE}, 3)
    assert said(game, "undo") == "You have no move to take back."


def test_moves_after_an_opening_are_taken_back_before_its_answers() -> None:
    game = opened("swap", {BLACK}, ["stay"])
    said(game, *KAGETSU)
    assert [str(cell) for cell in game.board.moves] == [*KAGETSU, "o15"]
    said(game, "a1")
    assert len(game.board) == 6
    said(game, "undo")
    assert len(game.board) == 4
    assert said(game, "undo").startswith("Place a black stone")
    assert len(game.board) == 2


def test_a_resignation_in_an_opening_is_taken_back() -> None:
    game = opened("swap", {BLACK, WHITE})
    assert said(game, "h8", "resign") == "Black resigns: White wins."
    assert said(game, "h7") == "The game is over: type new or undo."
    assert said(game, "undo") == "Place a white stone."


def test_an_opening_in_progress_is_saved_and_continued(tmp_path: Path) -> None:
    game = opened("yamaguchi", {BLACK, WHITE})
    said(game, *KAGETSU, "2", "black", "a1", "b2")
    path = tmp_path / "game.sgf"
    said(game, f"save {path}")
    root = sgf.load(path.read_text()).root
    assert root.text(sgf.PROCEDURE) == "yamaguchi h8 h7 i7 2 swap a1 b2"
    assert game.farewell().endswith(
        'Continue it with --moves "yamaguchi h8 h7 i7 2 swap a1 b2" --rule renju --two'
    )
    again = opened("yamaguchi", {BLACK, WHITE})
    assert again.opening
    text = root.text(sgf.PROCEDURE)
    again = replace(again, opening=opening_game(text, (15, 15), again.opening.people))
    assert [answer.text for answer in again.begin()] == ["Offer a fifth stone, 2 of 2."]
    assert (again.board, again.people) == (game.board, game.people)
    assert said(again, "save game.psq").startswith("A .psq file can't hold an opening")


def test_colours_are_those_of_the_beginning_in_the_command_that_continues() -> None:
    game = opened("swap2", {WHITE}, [(7, 7), (8, 8), (9, 9)], ["swap"])
    list(game.begin())
    said(game, "two", "a1")
    farewell = 'Continue it with --moves "swap2 h8 i7 j6 two a1" --rule renju --colour white'
    assert game.farewell() == farewell

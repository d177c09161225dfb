"""A game with a person: commands and answers."""

import re
from pathlib import Path

import pytest

from brain import BLACK, WHITE, Board, Engine, Limit
from brain.notation import psq
from brain.rules.fouls import DASH
from protocol.play.dialogue import COMMANDS, HELP, Dialogue, DialogueAnswer
from tests.support.fixed_moves import DOUBLE_THREE, FOUR, Fixed

BOTH = frozenset((BLACK, WHITE))


def dialogue(
    moves: str = "",
    replies: str = "",
    people: frozenset[int] = frozenset((BLACK,)),
    rule: str = "freestyle",
    file: Path | None = None,
) -> Dialogue:
    return Dialogue(Board.read(moves, rule=rule), people, Fixed(replies), 50, file)


def reply(to: Dialogue, *lines: str) -> str:
    """Return the last text in answer to lines."""
    text = ""
    for line in lines:
        for answer in to.answer(line):
            text = answer.text
    return text


def moves_of(board: Board) -> str:
    """Return the moves of a board as text."""
    return "".join(map(str, board.moves))


@pytest.mark.parametrize("line", ["h8", "H8", " h8 ", "h 8", "8,8", "8, 8"])
def test_a_move_is_a_name_or_column_and_row(line: str) -> None:
    game = dialogue(replies="i9")
    assert [answer.shows_board for answer in game.answer(line)] == [True, True]
    assert moves_of(game.board) == "h8i9"


def test_the_engine_begins_when_the_person_has_white() -> None:
    game = dialogue(replies="h8", people=frozenset((WHITE,)))
    assert [answer.text for answer in game.begin()][-1] == "Tengen plays h8."
    assert game.prompt == "White> "


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("h8", "h8 has a black stone."),
        ("p1", "p1 is off the board, which ends at o15."),
        ("h0", "h0 is off the board, which ends at o15."),
        ("16,1", "16,1 is off the board, which ends at o15."),
        ("0,1", "0,1 is off the board, which ends at o15."),
        ("hnit", "'hnit' is not a move or a command: did you mean hint?"),
        ("qiut now", "'qiut now' is not a move or a command: did you mean quit?"),
        ("\x1b[31m", r"'\x1b[31m' is not a move or a command: type a move such as h8, or help."),
        ("level", "Tengen plays at level 50."),
        ("level 101", "Expected a level from 0 to 100, got '101'."),
        ("level -1", "Expected a level from 0 to 100, got '-1'."),
        ("save", "Expected a file name, as in  save game.sgf."),
        ("help", HELP.format(corner="a1 is the lower left corner")),
    ],
)
def test_a_mistyped_line_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    game = dialogue("h8i9")
    assert reply(game, line) == answer
    assert (moves_of(game.board), game.level, game.has_left) == ("h8i9", 50, False)


def test_help_has_every_command() -> None:
    assert all(re.search(rf"^{name}\b", HELP, re.MULTILINE) for name in set(COMMANDS) - {"exit"})


@pytest.mark.parametrize(
    ("moves", "move", "foul"),
    [
        (DOUBLE_THREE, "e5", f"a double three (d5{DASH}f5 and e6{DASH}e4)"),
        ("e8a1f8a15g8b15h5b1h6c1h7c15", "h8", f"a double four (e8{DASH}h8 and h8{DASH}h5)"),
        ("e8a1f8a15g8b15i8b1j8c1", "h8", f"an overline (e8{DASH}j8)"),
    ],
)
def test_a_forbidden_move_is_refused_with_its_reason(moves: str, move: str, foul: str) -> None:
    game = dialogue(moves, rule="renju")
    assert reply(game, move) == f"{move} is forbidden: {foul}."
    assert moves_of(game.board) == moves


def test_a_forbidden_move_may_be_played_if_no_other_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Board, "legal_moves", ())
    game = dialogue(DOUBLE_THREE, rule="renju")
    assert reply(game, "e5") == "e5 is forbidden for black: Tengen wins."


@pytest.mark.parametrize(
    ("people", "moves", "left"),
    [
        (frozenset((BLACK,)), "h8i9g7f6", "h8i9"),
        (frozenset((WHITE,)), "h8i9g7", "h8"),
        (BOTH, "h8i9g7", "h8i9"),
        (frozenset((BLACK,)), f"{FOUR}l8", FOUR),
    ],
)
def test_undo_takes_back_all_moves_from_the_persons_last_move_on(
    people: frozenset[int], moves: str, left: str
) -> None:
    game = dialogue(moves, people=people)
    assert [answer.shows_board for answer in game.answer("undo")] == [True]
    assert moves_of(game.board) == left
    assert not game.is_over


def test_undo_needs_a_move_of_the_persons() -> None:
    game = dialogue("h8", people=frozenset((WHITE,)))
    assert reply(game, "undo") == "You have no move to take back."
    assert moves_of(game.board) == "h8"


def test_a_hint_is_of_full_strength_whatever_the_level() -> None:
    think = Fixed("i9h8")
    game = Dialogue(Board(), frozenset((BLACK,)), think, 30)
    assert reply(game, "hint") == "Tengen would play i9: +35, a win rate of 56%."
    assert moves_of(game.board) == ""
    assert reply(game, "level 7", "a1") == "Tengen plays h8."
    assert think.levels == [100, 7]


def test_a_hint_gives_the_plies_of_a_mate() -> None:
    with Engine() as engine:
        board = Board.read("h8a1i8a3j8a5")
        game = Dialogue(board, BOTH, lambda b, s: engine.play(b, Limit(nodes=2000), s))
        assert re.fullmatch(r"Tengen would play (g8|k8): wins in 3 plies\.", reply(game, "hint"))


def test_who_resigns_has_lost_until_it_is_undone() -> None:
    game = dialogue("h8i9")
    assert reply(game, "resign") == "You resign: Tengen wins."
    assert reply(game, "a1") == "The game is over: type new or undo."
    assert reply(game, "hint") == reply(game, "resign") == reply(game, "a1")
    reply(game, "undo")
    assert (moves_of(game.board), game.is_over) == ("h8i9", False)


def test_new_begins_again_with_the_same_rule_and_size() -> None:
    game = Dialogue(Board.read("h8i9", (16, 15), "renju"), BOTH, Fixed())
    reply(game, "resign", "new")
    assert (game.board, game.is_over) == (Board((16, 15), "renju"), False)


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_who_wants_to_leave_has_left(word: str) -> None:
    game = dialogue()
    assert list(game.answer(word)) == []
    assert game.has_left


def test_an_empty_line_shows_the_board() -> None:
    assert list(dialogue().answer("")) == [DialogueAnswer(shows_board=True)]


@pytest.mark.parametrize(
    ("people", "moves", "line", "replies", "outcome"),
    [
        (frozenset((BLACK,)), FOUR, "l8", "", "You win with five: h8 i8 j8 k8 l8."),
        (BOTH, FOUR, "l8", "", "Black wins with five: h8 i8 j8 k8 l8."),
        (
            frozenset((BLACK,)),
            "a1h8a3i8a5j8a7k8",
            "o1",
            "l8",
            "Tengen plays l8. Tengen wins with five: h8 i8 j8 k8 l8.",
        ),
        (BOTH, "h8i9", "resign", "", "Black resigns: White wins."),
    ],
)
def test_the_outcome_is_worded(
    people: frozenset[int], moves: str, line: str, replies: str, outcome: str
) -> None:
    game = dialogue(moves, replies, people)
    assert reply(game, line) == outcome
    assert (game.prompt, game.notes[-1]) == ("new, undo or quit> ", "game over")


@pytest.mark.parametrize(
    ("size", "rule", "black", "white", "outcome"),
    [
        (
            5,
            "freestyle",
            "a1b1d1e1c2a3b3d3e3c4a5b5d5",
            "c1a2b2d2e2c3a4b4d4e4c5e5",
            "Drawn: the board is full.",
        ),
        (
            6,
            "renju",
            "a1f1a6f6a3f3",
            "c3d5b5e2c6",
            "Drawn: renju ends 25 stones before the board is full.",
        ),
    ],
)
def test_a_draw_names_its_reason(
    size: int, rule: str, black: str, white: str, outcome: str
) -> None:
    board = Board(size, rule)
    *names, last = re.findall(r"..", black)
    for black_move, white_move in zip(names, re.findall(r"..", white), strict=True):
        board.push(black_move)
        board.push(white_move)
    assert reply(Dialogue(board, BOTH, Fixed()), last) == outcome


def test_the_game_is_written_after_every_move(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    game = dialogue(replies="i9g7", file=file)
    for typed, written in (("h8", "h8i9"), ("f6", "h8i9f6g7"), ("undo", "h8i9")):
        reply(game, typed)
        assert moves_of(Board.from_sgf(file.read_text())) == written
    assert "PW[Tengen " in file.read_text()
    reply(game, "resign")
    assert "RE[W+Resign]" in file.read_text()
    assert game.farewell() == f"The game is in {file}."
    assert list(tmp_path.iterdir()) == [file]


def test_another_game_gets_a_file_of_its_own(tmp_path: Path) -> None:
    game = dialogue(people=BOTH, file=tmp_path / "game.sgf")
    reply(game, "h8", "new", "i9", "new", "j10")
    games = {p.name: moves_of(Board.from_sgf(p.read_text())) for p in tmp_path.iterdir()}
    assert games == {"game.sgf": "h8", "game-2.sgf": "i9", "game-3.sgf": "j10"}


def test_save_writes_sgf_or_psq_but_over_no_other_file(tmp_path: Path) -> None:
    game = dialogue("h8i9", people=BOTH)
    sgf, piskvork, other = (tmp_path / name for name in ("My Game.SGF", "a.psq", "other.sgf"))
    other.write_text("dear")
    assert reply(game, f"save {sgf}") == f"The game is in {sgf}."
    reply(game, "a1", f"save {sgf}", f"save {piskvork}")
    assert moves_of(Board.from_sgf(sgf.read_text())) == "h8i9a1"
    assert psq.loads(piskvork.read_text()).points == ((7, 7), (8, 6), (0, 14))
    assert reply(game, f"save {other}") == f"{other} already exists: choose another name."
    assert other.read_text() == "dear"


def test_an_unwritable_file_is_named_and_the_game_continues(tmp_path: Path) -> None:
    game = dialogue(replies="i9", file=tmp_path / "none" / "game.sgf")
    text = reply(game, "h8")
    assert text.startswith("Tengen plays i9. The game is not saved: ")
    assert str(tmp_path / "none") in text
    assert moves_of(game.board) == "h8i9"
    assert str(tmp_path / "none") in reply(game, f"save {tmp_path / 'none' / 'b.sgf'}")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (dialogue("h8i9"), "--moves h8i9"),
        (
            Dialogue(Board.read("h8i9", (16, 15), "caro exact"), BOTH, Fixed()),
            "--moves h8i9 --rule caro-exact --size 16x15 --two",
        ),
        (dialogue("h8i9g7", people=frozenset((WHITE,))), "--moves h8i9g7 --colour white"),
        (
            Dialogue(Board.read("h8i9"), frozenset((BLACK,)), Fixed(), 20),
            "--moves h8i9 --level 20",
        ),
    ],
)
def test_leaving_prints_how_to_continue(game: Dialogue, options: str) -> None:
    assert game.farewell() == f"Continue it with {options}"


@pytest.mark.parametrize("game", [dialogue(), dialogue(f"{FOUR}l8")])
def test_nothing_is_printed_without_a_game_to_continue(game: Dialogue) -> None:
    assert game.farewell() == ""

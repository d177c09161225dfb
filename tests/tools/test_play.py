"""`tengen play`: what a person can do, what it says to it, and how it looks."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from brain import BLACK, WHITE, Board, Engine, Limit, Result
from brain.notation import moves, psq
from brain.score import Score
from brain.thinking.think import Analysis
from protocol.play.dialogue import COMMANDS, HELP, Dialogue, DialogueAnswer
from protocol.play.screen import ASCII, PAINTED, PLAIN, Style, page
from protocol.reading.played import read
from protocol.reading.positions import Reading
from protocol.tools import play
from tests import ROOT
from tests.support.driver import MODULE, ON_WINE, PROGRAM, run

PATIENCE_S = 20.0
LONGEST_NAME = 255  # bytes of a file's
BOTH = frozenset((BLACK, WHITE))
FOUR = "h8a1i8a3j8a5k8a7"  # black's; l8 wins
DOUBLE_THREE = "e4a1e6b1d5c1f5i9"  # e5 is forbidden in renju
EMPTY = {BLACK: "Black", WHITE: "White"}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Fixed:
    """Stands in for the engine: plays one move after the other, and remembers the levels."""

    def __init__(self, moves: str = "", score: int = 35) -> None:
        self._moves = iter(Board.read(moves).moves)
        self._score = Score(score)
        self.levels: list[int] = []

    def __call__(self, board: Board, strength: int) -> Result:
        self.levels.append(strength)
        move = next(self._moves)
        return Result(move, Analysis(1, 1, self._score, 1, 0.0, (move,)))


def dialogue(
    moves: str = "",
    replies: str = "",
    people: frozenset[int] = frozenset((BLACK,)),
    rule: str = "freestyle",
    file: Path | None = None,
) -> Dialogue:
    return Dialogue(Board.read(moves, rule=rule), people, Fixed(replies), 50, file)


def told(to: Dialogue, *lines: str) -> str:
    """Return the last text in answer to lines."""
    text = ""
    for line in lines:
        for answer in to.hear(line):
            text = answer.text
    return text


def shown(board: Board, style: Style) -> str:
    return page(board, EMPTY, ("rule", "stones", "turn"), style)


# Moves.


@pytest.mark.parametrize("line", ["h8", "H8", " h8 ", "h 8", "8,8", "8, 8"])
def test_a_move_is_a_name_or_column_and_row(line: str) -> None:
    game = dialogue(replies="i9")
    assert [answer.shows_board for answer in game.hear(line)] == [True, True]
    assert game.board.text == "h8i9"


def test_the_engine_begins_when_the_person_has_white() -> None:
    game = dialogue(replies="h8", people=frozenset((WHITE,)))
    assert [answer.text for answer in game.begin()][-1] == "Tengen plays h8."
    assert game.prompt == "White> "


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("h8", "h8 is taken by black."),
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
        ("save", "A file's name is missing, as in  save game.sgf."),
        ("help", HELP),
    ],
)
def test_what_is_typed_wrong_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    game = dialogue("h8i9")
    assert told(game, line) == answer
    assert (game.board.text, game.level, game.has_left) == ("h8i9", 50, False)


def test_help_has_every_command() -> None:
    assert all(re.search(rf"^{name}\b", HELP, re.MULTILINE) for name in set(COMMANDS) - {"exit"})


@pytest.mark.parametrize(
    ("moves", "move", "foul"),
    [
        (DOUBLE_THREE, "e5", "a double three"),
        ("e8a1f8a15g8b15h5b1h6c1h7c15", "h8", "a double four"),
        ("e8a1f8a15g8b15i8b1j8c1", "h8", "an overline"),
    ],
)
def test_a_forbidden_move_is_refused_with_its_reason(moves: str, move: str, foul: str) -> None:
    game = dialogue(moves, rule="renju")
    assert told(game, move) == f"{move} is forbidden for black: {foul}."
    assert game.board.text == moves


def test_a_forbidden_move_may_be_played_when_there_is_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Board, "legal_moves", ())
    game = dialogue(DOUBLE_THREE, rule="renju")
    assert told(game, "e5") == "e5 is forbidden for black: Tengen wins."


# Commands.


@pytest.mark.parametrize(
    ("people", "moves", "left"),
    [
        (frozenset((BLACK,)), "h8i9g7f6", "h8i9"),
        (frozenset((WHITE,)), "h8i9g7", "h8"),
        (BOTH, "h8i9g7", "h8i9"),
        (frozenset((BLACK,)), f"{FOUR}l8", FOUR),
    ],
)
def test_undo_takes_back_what_was_played_since_the_persons_move_and_that(
    people: frozenset[int], moves: str, left: str
) -> None:
    game = dialogue(moves, people=people)
    assert [answer.shows_board for answer in game.hear("undo")] == [True]
    assert game.board.text == left
    assert not game.is_over


def test_undo_needs_a_move_of_the_persons() -> None:
    game = dialogue("h8", people=frozenset((WHITE,)))
    assert told(game, "undo") == "You have no move to take back."
    assert game.board.text == "h8"


def test_a_hint_is_of_full_strength_whatever_the_level() -> None:
    think = Fixed("i9h8")
    game = Dialogue(Board(), frozenset((BLACK,)), think, 30)
    assert told(game, "hint") == "Tengen would play i9: +35, a win rate of 56%."
    assert game.board.text == ""
    assert told(game, "level 7", "a1") == "Tengen plays h8."
    assert think.levels == [100, 7]


def test_a_hint_says_how_long_a_proven_win_takes() -> None:
    with Engine() as engine:
        board = Board.read("h8a1i8a3j8a5")
        game = Dialogue(board, BOTH, lambda b, s: engine.play(b, Limit(nodes=2000), s))
        assert re.fullmatch(r"Tengen would play (g8|k8): wins in 3 plies\.", told(game, "hint"))


def test_who_resigns_has_lost_until_it_is_undone() -> None:
    game = dialogue("h8i9")
    assert told(game, "resign") == "You resign: Tengen wins."
    assert told(game, "a1") == "The game is over: type new for another, or undo."
    assert told(game, "hint") == told(game, "resign") == told(game, "a1")
    told(game, "undo")
    assert (game.board.text, game.is_over) == ("h8i9", False)


def test_new_begins_again_with_the_same_rule_and_size() -> None:
    game = Dialogue(Board.read("h8i9", (16, 15), "renju"), BOTH, Fixed())
    told(game, "resign", "new")
    assert (game.board, game.is_over) == (Board((16, 15), "renju"), False)


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_who_wants_to_leave_has_left(word: str) -> None:
    game = dialogue()
    assert list(game.hear(word)) == []
    assert game.has_left


def test_an_empty_line_shows_the_board() -> None:
    assert list(dialogue().hear("")) == [DialogueAnswer(shows_board=True)]


# How it ends.


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
def test_the_outcome_is_said_in_words(
    people: frozenset[int], moves: str, line: str, replies: str, outcome: str
) -> None:
    game = dialogue(moves, replies, people)
    assert told(game, line) == outcome
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
def test_a_draw_says_why(size: int, rule: str, black: str, white: str, outcome: str) -> None:
    board = Board(size, rule)
    *names, last = re.findall(r"..", black)
    for move, reply in zip(names, re.findall(r"..", white), strict=True):
        board.push(move)
        board.push(reply)
    assert told(Dialogue(board, BOTH, Fixed()), last) == outcome


# Files.


def test_the_game_is_written_after_every_move(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    game = dialogue(replies="i9g7", file=file)
    for typed, written in (("h8", "h8i9"), ("f6", "h8i9f6g7"), ("undo", "h8i9")):
        told(game, typed)
        assert Board.from_sgf(file.read_text()).text == written
    assert "PW[Tengen " in file.read_text()
    told(game, "resign")
    assert "RE[W+Resign]" in file.read_text()
    assert game.farewell() == f"The game is in {file}."
    assert list(tmp_path.iterdir()) == [file]


def test_another_game_gets_a_file_of_its_own(tmp_path: Path) -> None:
    game = dialogue(people=BOTH, file=tmp_path / "game.sgf")
    told(game, "h8", "new", "i9", "new", "j10")
    games = {p.name: Board.from_sgf(p.read_text()).text for p in tmp_path.iterdir()}
    assert games == {"game.sgf": "h8", "game-2.sgf": "i9", "game-3.sgf": "j10"}


def test_save_writes_sgf_or_psq_but_over_no_other_file(tmp_path: Path) -> None:
    game = dialogue("h8i9", people=BOTH)
    sgf, piskvork, other = (tmp_path / name for name in ("My Game.SGF", "a.psq", "other.sgf"))
    other.write_text("dear")
    assert told(game, f"save {sgf}") == f"The game is in {sgf}."
    told(game, "a1", f"save {sgf}", f"save {piskvork}")
    assert Board.from_sgf(sgf.read_text()).text == "h8i9a1"
    assert psq.loads(piskvork.read_text()).points == ((7, 7), (8, 8), (0, 0))
    assert told(game, f"save {other}") == f"{other} exists already: choose another name."
    assert other.read_text() == "dear"


def test_a_file_that_cannot_be_written_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    game = dialogue(replies="i9", file=tmp_path / "none" / "game.sgf")
    text = told(game, "h8")
    assert text.startswith("Tengen plays i9. The game is not saved: ")
    assert str(tmp_path / "none") in text
    assert game.board.text == "h8i9"
    assert str(tmp_path / "none") in told(game, f"save {tmp_path / 'none' / 'b.sgf'}")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (dialogue("h8i9"), "--moves h8i9"),
        (
            Dialogue(Board.read("h8i9", (16, 15), "caro exact"), BOTH, Fixed()),
            "--moves h8i9 --rule caro-exact --size 16x15 --two",
        ),
        (dialogue("h8i9g7", people=frozenset((WHITE,))), "--moves h8i9g7 --colour white"),
    ],
)
def test_who_leaves_is_told_how_to_go_on(game: Dialogue, options: str) -> None:
    assert game.farewell() == f"Go on later with {options}"


@pytest.mark.parametrize("game", [dialogue(), dialogue(f"{FOUR}l8")])
def test_nothing_is_said_where_there_is_nothing_to_go_on_with(game: Dialogue) -> None:
    assert game.farewell() == ""


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


def test_a_game_that_is_over_is_shown_and_can_be_taken_back() -> None:
    done = run("play", "--two", "--moves", f"{FOUR}l8", stdin="undo\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Black wins with five: h8 i8 j8 k8 l8." in done.stdout
    assert done.stdout.endswith(f"Go on later with --moves {FOUR} --two\n")


def test_a_game_of_more_moves_than_a_file_has_a_name_is_gone_on_with() -> None:
    text = moves.dumps((x, y) for y in range(0, 15, 2) for x in range(15))
    assert len(text) > LONGEST_NAME
    done = run("play", "--two", "--moves", text, stdin="")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"--moves {text} " in done.stdout


def test_a_game_of_a_collection_is_chosen_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_text("(;SZ[15];B[hh])(;SZ[15];B[ii];W[hh])", "ascii")
    asked = run("play", "--two", "--moves", "games.sgf", folder=tmp_path)
    assert "the file has 2 games: choose a game, 1 to 2" in asked.stderr
    done = run("play", "--two", "--moves", "games.sgf", "--game", "2", folder=tmp_path, stdin="")
    assert done.stdout.endswith("Go on later with --moves i9h8 --two\n")


# The picture.


def test_a_board_in_plain_text_has_names_and_brackets_around_the_last_stone() -> None:
    text = shown(Board.read("a1b2c3", 5), Style(PLAIN))
    assert text.splitlines() == [
        "   a b c d e",
        " 1 ● · · · ·     ● Black",
        " 2 · ○ · · ·     ○ White",
        " 3 · ·(●)· ·     rule",
        " 4 · · · · ·",
        " 5 · · · · ·     stones",
        "                 turn",
    ]


def test_forbidden_points_are_shown_to_black() -> None:
    board = Board.read(DOUBLE_THREE, rule="renju")
    text = shown(board, Style(ASCII))
    assert re.search(r"^ 5 \. \. \. X \* X", text, re.MULTILINE)
    assert "* forbidden" in text
    board.push("h8")
    assert "*" not in shown(board, Style(ASCII))


@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        (f"{FOUR}l8", [" 8 . . . . . . .(X X X X X). . ."]),
        (
            "a1o1b2o3c3o5d4o7e5",
            [" 1(X). . . . . . . . . . . . . O", " 2 .(X). . . . . . . . . . . . ."],
        ),
    ],
)
def test_a_five_is_marked(moves: str, rows: Sequence[str]) -> None:
    text = shown(Board.read(moves), Style(ASCII))
    assert all(row in text for row in rows)


@pytest.mark.parametrize("size", [15, 20, 22])
@pytest.mark.parametrize("style", [PAINTED, PLAIN, ASCII])
@pytest.mark.parametrize("columns", [60, 80])
def test_a_page_fits_a_terminal(size: int, style: object, columns: int) -> None:
    assert isinstance(style, type(PLAIN))
    board = Board.read(DOUBLE_THREE, size, "renju")
    game = Dialogue(board, frozenset((BLACK,)), Fixed(), 100)
    text = page(board, game.players, game.notes, Style(style, style is PAINTED, columns))
    lines = ESCAPES.sub("", text).splitlines()
    assert max(map(len, lines)) <= columns
    assert all(lines[1 + y].startswith(f"{y + 1:2}") for y in range(size))
    assert ("\x1b" in text) == (style is PAINTED)


def test_a_painted_board_has_lines_and_the_colours_of_the_stones() -> None:
    text = shown(Board.read("a1b1", 5), Style(PAINTED, has_paint=True))
    assert "└─┴─┴─┴─┘" in text
    assert re.search(r"38;5;16m●", text)
    assert re.search(r"38;5;231m●", text)


# The program.


def test_a_script_plays_against_the_engine(tmp_path: Path) -> None:
    done = run("play", "--level", "0", "--save", "a.sgf", folder=tmp_path, stdin="h8\nquit\nh9\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("a b c d e f g h i j k l m n o") == 3
    assert "\x1b" not in done.stdout
    assert re.search(r"^Tengen plays [a-o]\d+\.$", done.stdout, re.MULTILINE)
    end = 'The game is in a.sgf.\nGo on later with --moves "a.sgf" --save "a.sgf"\n'
    assert done.stdout.endswith(end)
    board = Board.from_sgf((tmp_path / "a.sgf").read_text())
    assert (board.moves[0].name, len(board.moves)) == ("h8", 2)


def test_an_interrupted_game_goes_on_from_its_file(tmp_path: Path) -> None:
    options = ("play", "--two", "--save", "a.sgf")
    run(*options, "--rule", "renju", "--size", "16", folder=tmp_path, stdin="h8\ni9\n")
    done = run(*options, "--moves", "a.sgf", folder=tmp_path, stdin="g7")
    assert (done.returncode, done.stderr) == (0, "")
    board = Board.from_sgf((tmp_path / "a.sgf").read_text())
    assert board == Board.read("h8i9g7", 16, "renju")
    again = run(*options, folder=tmp_path)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("tengen play: --save a.sgf: it exists already; --moves a.sgf")


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])", "other games"),
        ("(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))", "variations"),
        ("(;GM[4]SZ[15];B[hh]C[good])", "comments"),
    ],
)
def test_a_file_that_has_more_than_the_game_is_kept(text: str, lost: str, tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_text(text)
    done = run(
        "play", "--two", "--save", "a.sgf", "--moves", "a.sgf", "--game", "1", folder=tmp_path
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"--save a.sgf: {lost} in it would be lost" in done.stderr
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--moves", "h8h8"), 1, "--moves h8h8: h8 is taken twice, by stones 1 and 2"),
        (("--moves", f"{FOUR}l8a9"), 1, "the game is over: black has five at l8"),
        (("--moves", "none.sgf"), 1, "tengen play: none.sgf: "),
        (("--moves", "(;SZ[15]PL[W];W[hh])"), 1, "no game leads there"),
        (("--save", "none/a.sgf"), 1, "--save none/a.sgf: folder not found: "),
        (("--level", "101"), 2, "expected a level from 0 to 100, got '101'"),
        (("--seconds", "0"), 2, "above 0 and up to"),
        (("--seconds", "nan"), 2, "above 0 and up to"),
        (("--rule", "renj"), 2, "unknown rule 'renj': expected one of "),
        (("--colour", "red"), 2, "invalid choice: 'red'"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_with_the_reason(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path
) -> None:
    done = run("play", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_stones_are_letters_where_there_are_no_others_or_when_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = run("play", "--two", "--ascii", stdin="h8\n")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")  # the packed program doesn't look at it
    needed = run("play", "--two", stdin="h8\né\n", command=MODULE)
    for done in (wanted, needed):
        assert (done.returncode, done.stderr) == (0, "")
        assert " 8 . . . . . . .(X). . . . . . ." in done.stdout


def test_nothing_is_said_when_nobody_reads_any_more() -> None:
    play_on = [*PROGRAM, "play", "--two"]
    with subprocess.Popen(
        play_on, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.read(10)
        process.stdout.close()
        _, errors = process.communicate(b"h8\ni9\n" * 200, PATIENCE_S)
    assert errors == b""


# A terminal.

in_a_terminal = pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="it needs a terminal")


class Terminal:
    """A program in a terminal of 80 columns."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = os.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LINES")}
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            cwd=ROOT,
            env={**environment, "TERM": "xterm-256color", "COLUMNS": "80"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def has_more(self, seconds: float) -> bool:
        """Return whether more is shown before so many seconds have passed."""
        return bool(select.select([self._ours], [], [], max(0.0, seconds))[0])

    def screen(self, end: str) -> str:
        """Return what is shown since the screen was last cleared, up to a text."""
        text = b""
        until = time.monotonic() + PATIENCE_S
        while end.encode() not in text:
            assert self.has_more(until - time.monotonic()), text
            text += os.read(self._ours, 1 << 16)
        return text.decode().rpartition(play.HOME)[2]


@pytest.fixture
def two() -> Iterator[Terminal]:
    with Terminal("play", "--two", "--moves", FOUR) as terminal:
        terminal.screen("Black> ")
        yield terminal


@in_a_terminal
def test_a_terminal_is_drawn_anew_after_every_move(two: Terminal) -> None:
    two.type("l8\n")
    screen = ESCAPES.sub("", two.screen("quit> "))
    assert " 8 ├─┼─┼─┼─┼─┼─┼(●─●─●─●─●)┼─┼─┤" in screen
    assert "Black wins with five: h8 i8 j8 k8 l8." in screen


@in_a_terminal
@pytest.mark.parametrize("key", ["Ctrl-D", "Ctrl-C"])
def test_a_key_leaves_quietly(two: Terminal, key: str) -> None:
    if key == "Ctrl-D":
        two.type("\x04")
    for _ in range(int(PATIENCE_S)):
        if key == "Ctrl-D" or two.has_more(1.0):
            break
        two.process.send_signal(signal.SIGINT)  # readline misses one that comes early
    assert (
        two.screen("--two").split("\r\n", 1)[-1].strip() == f"Go on later with --moves {FOUR} --two"
    )
    assert two.process.wait(PATIENCE_S) == 0


@in_a_terminal
def test_an_interrupted_think_plays_the_best_so_far() -> None:
    with Terminal("play", "--level", "100", "--seconds", "600") as terminal:
        terminal.screen("Black> ")
        terminal.type("h8\n")
        terminal.screen("Tengen thinks; Ctrl-C makes it move.")
        terminal.process.send_signal(signal.SIGINT)
        assert re.search(r"Tengen plays [a-o]\d+\.", terminal.screen("Black> "))
        assert terminal.process.poll() is None

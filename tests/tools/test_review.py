"""`tengen review`: the games it reads, its output, and its errors."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from brain.game_board import Board
from brain.lexicon import BLACK, WHITE
from brain.notation import sgf
from protocol.page import engine_bundle
from protocol.reading.game_text import read
from protocol.reading.positions import Reading
from protocol.tools.review import main
from tests.support.driver import EXE, called, run

# Black's open three of move 5 wins, unless White defends with move 6.
LOST = "h8a1h9a2h10a3h11o1h12"
FOUL = "g8a1i8a15h7o1h9o15h8"  # a double three on h8, in renju
# White had to stop black's open three with move 6.
PUNISHED = "h8a1h9i7h10a3h11o1h12"
QUICK = ("--nodes", "3000")
WHY = ("--why", "--nodes", "2000", "--effort", "100")

Capture = pytest.CaptureFixture[str]


def review(text: str, *options: str) -> list[dict[str, Any]]:
    """Return the objects that the tool prints of a game."""
    done = called("review", text, *QUICK, "--json", *options)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


# Reading.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the game has no move to review"),
        ("no game", "'no game'"),
        ("h8h8", "stone 2: h8 has a black stone"),
        ("p8", "p8 is off the board of 15 x 15"),
        (f"{LOST}a9", "stone 10: the game is over: black has five at h12"),
        ("(;SZ[15];B[hh])(;SZ[15];B[hh])", "choose a game, 1 to 2"),
        ("(;SZ[15]AB[aa][ba][ca][da][ea]PL[W];W[hh])", "black has five at"),
        ("(;SZ[15]RU[go];B[hh])", "choose one of"),
    ],
)
def test_a_text_that_is_not_a_game_is_reported_in_a_sentence(
    text: str, message: str, capsys: Capture
) -> None:
    assert main([text]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tengen review: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1


# Output.


def test_a_lost_game_is_proved_lost_from_a_move_on() -> None:
    *nodes, last = review(LOST)
    assert [node["ply"] for node in nodes] == list(range(10))
    assert [node["colour"] for node in nodes[1:]] == ["black", "white"] * 4 + ["black"]
    summary = last["summary"]
    assert (summary["moves"], summary["winner"], summary["loser"]) == (9, "black", "white")
    assert summary["lost_from"] in (4, 6)
    assert summary["held"] == summary["lost_from"] - 2
    proved = [node["ply"] for node in nodes if node["proved_winner"] == "black"]
    assert proved == list(range(summary["lost_from"], 10))


def test_a_position_without_a_reply_is_judged_too() -> None:
    assert review(LOST)[7]["black_win_rate"] == 1


def test_a_game_that_ends_on_a_forbidden_point_is_won_by_white() -> None:
    *nodes, last = review("g8a1i8a15h7o1h9o15h8", "--rule", "renju")
    assert last["summary"]["winner"] == "white"
    assert nodes[-1]["black_win_rate"] == 0
    assert last["summary"]["lost_from"] == 9
    assert (nodes[-1]["kind"], last["summary"]["worst"][0]) == ("blunder", 9)


def test_the_terminal_shows_table_graph_and_verdict_within_80_columns(capsys: Capture) -> None:
    assert main([Board.read(LOST).sgf(PB="Ann", PW="Bob"), *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Ann - Bob: freestyle, 15 x 15, 9 moves, black won\n")
    assert re.search(r"^[▁▂▃▄▅▆▇█]{10}$", out, re.MULTILINE)
    assert re.search(r"^move +who +gave away +better$", out, re.MULTILINE)
    assert re.search(r"^ +\d+  a\d  \?{1,2} +White +\d+ %  \w\d+$", out, re.MULTILINE)
    *_, lost, held = out.splitlines()
    assert re.fullmatch(r"White is proved lost from move \d \(a\d\) on\.", lost)
    assert re.fullmatch(r"Move \d \(a\d\) was the last that held\.", held)
    assert max(map(len, out.splitlines())) <= 80


def test_a_long_games_graph_fits_a_line(capsys: Capture) -> None:
    text = "".join(f"{x}{y}" for y in (1, 2, 5, 6, 9, 10, 13) for x in "aebfcgdhimjnko")
    game = read(text, Reading())
    assert len(game.moves) > 80
    assert main([text, "--nodes", "20"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.skipif(bool(EXE), reason="the packed program hears of no encoding")
def test_a_terminal_without_blocks_gets_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run("review", LOST, *QUICK)
    assert done.returncode == 0
    assert re.search(r"^5\d{9}$", done.stdout, re.MULTILINE)


def test_a_quiet_game_has_no_mistakes(capsys: Capture) -> None:
    assert main(["h8i9", *QUICK]) == 0
    assert "No large mistake found." in capsys.readouterr().out


# Batches.


def test_a_batch_has_a_row_for_each_game(capsys: Capture) -> None:
    assert main([LOST, "h8i9", *QUICK]) == 0
    head, lost, quiet = capsys.readouterr().out.splitlines()
    assert head.split() == ["moves", "slips", "blunders", "worst", "loser", "lost", "from", "game"]
    assert re.fullmatch(rf" +9 +\d +\d +\d \(\w+\) +white +\d \(a\d\) +{LOST}", lost)
    assert quiet.split() == ["2", "0", "0", "h8i9"]


def test_a_game_that_cannot_be_read_is_named_and_the_others_follow(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("h8i9\n\nh8h8\n", encoding="utf-8")
    options = ("--per-line", "--json", *QUICK)
    done = called("review", "none.sgf", "games.txt", *options, folder=tmp_path)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "tengen review: none.sgf: No such file or directory",
        "tengen review: games.txt:3: stone 2: h8 has a black stone",
    ]
    assert [one["input"] for one in found] == ["none.sgf", *["games.txt:1"] * 4, "games.txt:3"]
    assert "summary" in found[-2]


def test_sgf_is_written_of_a_single_game_and_of_several(capsys: Capture) -> None:
    assert main([LOST, "--format", "sgf", *QUICK]) == 0
    alone = capsys.readouterr().out
    assert main(["h8i9", LOST, "--format", "sgf", *QUICK]) == 0
    _, last = sgf.loads(capsys.readouterr().out)
    assert last.root.text("GN") == LOST
    assert len(last.moves) == 9
    assert "Black wins in 3 plies\nBlack's chances: 100 %" in alone


@pytest.mark.parametrize("options", [(), ("h8", "h8", "--why"), ("h8", "--format", "sgf", "--why")])
def test_options_that_do_not_fit_are_refused(options: tuple[str, ...], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*options])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("tengen review: ")


# The losing move.


def test_why_prints_the_losing_move_its_punishment_and_the_moves_that_hold(
    capsys: Capture,
) -> None:
    assert main([Board.read(PUNISHED).sgf(PB="Ann", PW="Bob"), *WHY]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Ann - Bob: freestyle, 15 x 15, 9 moves, black won\n")
    assert "White lost by move 6 (a3): after it Black wins in at most 3 plies." in out
    assert "Moves not proved lost with 100 nodes: " in out
    assert "Every other move loses, too." in out
    assert " 3 (O). . . . . . . . . . . . . .\n" in out
    assert "1. h11 makes an open four: h12 or h7 wins next. No defence." in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_objects_of_the_explanation_follow_the_summary() -> None:
    *nodes, summary, chapter, last = review(PUNISHED, "--why", "--effort", "100")
    assert (len(nodes), [*summary], [*last]) == (10, ["summary", "rows"], ["why", "rows"])
    assert (chapter["chapter"], chapter["line"][0]["makes"]) == (0, "open four")
    why = last["why"]
    assert (why["attacker"], why["plies"], why["rule"]) == ("black", 3, "freestyle")
    assert (why["loser"], why["lost_by"], why["move"]) == ("white", 6, "a3")
    assert set(why["held"]) <= {"h6", "h7", "h11", "h12"}
    assert why["held"]


def test_why_a_game_that_ends_on_a_forbidden_point_was_lost_is_the_foul(capsys: Capture) -> None:
    assert main([FOUL, "--rule", "renju", *WHY]) == 0
    out = capsys.readouterr().out
    assert "Black lost by move 9 (h8), which is forbidden: a double three." in out
    assert "X(X)X" in out


def test_a_page_of_the_losing_move_has_a_picture_and_the_words(tmp_path: Path) -> None:
    file = tmp_path / "lost.html"
    *_, last = review(PUNISHED, "--why", "--effort", "100", "--page", str(file))
    assert last == {"page": str(file)}
    text = file.read_text(encoding="utf-8")
    assert "White lost by move 6 (a3)" in text
    picture = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    labels = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert labels[-1] == "1"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_an_undecided_game_is_reviewed_without_a_losing_move(capsys: Capture) -> None:
    assert main(["h8i9", *WHY]) == 1
    printed = capsys.readouterr()
    assert "No large mistake found." in printed.out
    assert printed.err == (
        "tengen review: no losing move can be explained: no side has a proved win at the end\n"
    )


# The page, and failures.


@pytest.mark.usefixtures("page_engine")
def test_a_page_holds_the_game_its_review_and_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    game = Board.read(LOST).sgf(PB="</script><b>Ann")
    *_, last = review(game, "--page", str(file))
    assert last == {"page": str(file)}
    text = file.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', text)
    assert found
    given = json.loads(found[1])
    again = read(given["sgf"], Reading())
    assert (again.black, len(again.moves)) == ("</script><b>Ann", 9)
    assert len(given["nodes"]) == 10
    assert given["nodes"][9]["look"]["winner"] == BLACK
    assert engine_bundle.load() in text


@pytest.mark.usefixtures("page_engine")
def test_a_page_marks_that_the_last_move_was_a_foul(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    review(Board.read(FOUL, rule="renju").sgf(), "--page", str(file))
    found = re.search(r'id="game">(.*?)</script>', file.read_text(encoding="utf-8"))
    assert found
    look = json.loads(found[1])["nodes"][-1]["look"]
    assert (look["winner"], look["foul"]) == (WHITE, True)


@pytest.mark.usefixtures("page_engine")
def test_an_unwritable_page_is_reported_in_one_line(tmp_path: Path) -> None:
    done = called("review", LOST, *QUICK, "--page", str(tmp_path / "none" / "game.html"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "game.html" in done.stderr


@pytest.mark.parametrize("option", [("--rule", "go"), ("--size", "40"), ("--ms", "0"), ("--what",)])
def test_an_invalid_option_is_refused(option: tuple[str, ...], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([LOST, *option])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[0].startswith("tengen review: ")


def test_the_winner_that_a_file_names_is_shown_and_kept(tmp_path: Path, capsys: Capture) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[4]SZ[15]PB[Ann]PW[Bo]RE[W+R];B[hh];W[ig])")
    assert main([str(game), "--nodes", "10"]) == 0
    assert "Ann - Bo: freestyle, 15 x 15, 2 moves, white won\n" in capsys.readouterr().out
    assert main([str(game), "--nodes", "10", "--json"]) == 0
    assert '"named_winner": "white"' in capsys.readouterr().out
    assert main([str(game), "--nodes", "10", "--format", "sgf"]) == 0
    assert "RE[W+]" in capsys.readouterr().out

"""`tengen analyse`: its input, its output, and its errors."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, CARO_EXACT, MATE, STANDARD, cell_at
from brain.notation import sgf
from brain.score import Score
from protocol.cli.outlet import INTERRUPTED
from protocol.cli.wording import score_text
from protocol.reading.positions import Reading, read
from protocol.tools.analyse import main, shown
from tests import ROOT
from tests.protocol.reading.test_positions import BLACK_CELLS, POSITION, TEXTS
from tests.support import driver, forked
from tests.support.driver import ON_WINE, PROGRAM

PATIENCE_S = 30.0


Capture = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Call the tool in an empty folder; return its exit code, its stdout and its stderr."""

    def run_tool(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        done = driver.called("analyse", *arguments, folder=tmp_path, stdin=stdin)
        return done.returncode, done.stdout, done.stderr

    return run_tool


def lines_of(text: str) -> list[dict[str, Any]]:
    """Return the objects of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def test_skipped_variations_are_reported(run: Run) -> None:
    text = "(;SZ[15];B[hh](;W[ii])(;W[jj])(;W[kk]))"
    code, out, err = run("-", "--depth", "1", stdin=text)
    assert code == 0
    assert err == "tengen analyse: stdin: skipped 2 variations, the first after node 2\n"
    assert "7  . . . . . . . .(O)" in out


def test_a_process_prints_the_same(run: Run, tmp_path: Path) -> None:
    text = "(;SZ[15];B[hh](;W[ii])(;W[jj])(;W[kk]))"
    done = driver.run("analyse", "-", "--depth", "1", folder=tmp_path, stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == run("-", "--depth", "1", stdin=text)


# What is printed.


def test_a_table_lists_the_best_lines_under_the_board(run: Run) -> None:
    code, out, err = run("h8i9g9h9", "--lines", "3", "--depth", "4", "--rule", "caro-exact")
    assert (code, err) == (0, "")
    board, found, best = out.rstrip().split("\n\n")[1:]
    assert out.startswith("Black to move, caro exact, I7 Hogetsu\n")
    assert board.splitlines()[7] == " 9  . . . . . . X(O)O . . . . . ."
    header, *rows = found.splitlines()
    assert header.split() == ["rank", "score", "depth", "line"]
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    assert all(re.fullmatch(r"\d +(even|[+-]\d+) +4-\d+( +[a-o]\d+)+", row) for row in rows)
    moves = [row.split()[3] for row in rows]
    assert best == f"best move: {moves[0]}"
    assert len(set(moves)) == 3


def test_the_winner_that_a_file_names_stands_in_the_first_line(run: Run) -> None:
    code, out, _ = run("(;GM[4]SZ[15]RE[B+R]RU[renju];B[hh])", "--nodes", "10")
    assert code == 0
    assert out.startswith("White to move, renju; black won the game\n")


def test_the_winner_that_a_file_names_stands_after_the_move_in_json(run: Run) -> None:
    games = "(;GM[4]SZ[15]RE[W+R];B[hh])", "h8"
    _, out, _ = run(*games, "--nodes", "10", "--json")
    moves = [line for line in lines_of(out) if "move" in line]
    assert [line["named_winner"] for line in moves] == ["white", ""]


def test_json_lines_have_every_line_of_every_iteration_and_then_the_move(run: Run) -> None:
    code, out, err = run("h8i9g9h9", "--lines", "2", "--depth", "4", "--json")
    *lines, last = lines_of(out)
    assert (code, err) == (0, "")
    assert [(line["depth"], line["rank"]) for line in lines] == [
        (depth, rank) for depth in (1, 2, 3, 4) for rank in (1, 2)
    ]
    kinds = {
        "rank": int,
        "depth": int,
        "selective_depth": int,
        "score": int,
        "mate": int,
        "win_rate": float,
        "nodes": int,
        "ms": float,
        "line": list,
        "rows": str,
    }
    for line in lines:
        assert {name: type(value) for name, value in line.items()} == kinds
    assert last == {"move": lines[-2]["line"][0], "named_winner": "", "rows": "below"}


def test_the_analysis_is_the_engines(run: Run) -> None:
    _, out, _ = run("h8i9g9h9", "--nodes", "3000", "--rule", "standard", "--json")
    engine = Engine()
    engine.new_game(15, 15, STANDARD)
    for number, (x, y) in enumerate(((7, 7), (8, 8), (6, 8), (7, 8))):
        engine.place(cell_at(x, y), 1 + number % 2)
    result = engine.think(BLACK, Limit(nodes=3000))
    last = lines_of(out)[-2]
    assert (last["score"], last["depth"]) == (result.analysis.score, result.analysis.depth)


def test_the_empty_board_has_a_line_from_the_centre(run: Run) -> None:
    code, out, err = run("--size", "9x7", "--depth", "6")
    assert (code, err) == (0, "")
    *_, row, _, best = out.splitlines()
    assert re.fullmatch(r"1 +(even|[+-]\d+) +6-\d+ +e4( [a-i]\d){2,}", row)
    assert best == "best move: e4"


def test_several_first_moves_on_the_empty_board_are_compared(run: Run) -> None:
    code, out, _ = run("", "--lines", "3", "--nodes", "3000", "--json")
    *lines, last = lines_of(out)
    assert code == 0
    assert [line["rank"] for line in lines] == [1, 2, 3]
    scores = [line["score"] for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert {line["line"][0] for line in lines} == {"h8", "h9", "g9"}
    assert last == {"move": lines[0]["line"][0], "named_winner": "", "rows": "below"}


def test_neutral_stones_are_drawn() -> None:
    position = read("0,0,1\n1,0,2\n2,0,3", Reading(size=(5, 5), rule=CARO_EXACT))
    assert shown(position).splitlines()[3] == " 5  X(O)# . ."


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "even"),
        (35, "+35"),
        (-35, "-35"),
        (MATE - 7, "wins in 7 plies"),
        (MATE - 1, "wins in 1 ply"),
        (6 - MATE, "loses in 6 plies"),
    ],
)
def test_a_score_is_worded(score: int, text: str) -> None:
    assert score_text(Score(score)) == text


def test_the_last_stone_is_the_opponents() -> None:
    assert POSITION.last == BLACK_CELLS[-1]
    assert read("", Reading()).last == 0


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="no signals there")
def test_an_interrupt_ends_the_think_and_not_the_answer() -> None:
    command = (*PROGRAM, "analyse", "h8i9g9h9", "--depth", "100", "--json")
    process = forked.start(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert "rank" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert "move" in json.loads(printed.splitlines()[-1])


# Batches.

WON = "h8a1h9a3h10a5"


def test_a_batch_has_a_row_for_each_variation_of_each_position(run: Run) -> None:
    code, out, err = run("h8i9g9h9", WON, "--depth", "3", "--lines", "2")
    assert (code, err) == (0, "")
    head, *rows = out.splitlines()
    assert head.split() == ["score", "win", "rate", "depth", "move", "position"]
    assert [row.split()[-1] for row in rows] == ["h8i9g9h9"] * 2 + [WON] * 2
    assert rows[2].startswith("wins in 3 plies ")
    assert max(map(len, (head, *rows))) < 80


def test_a_batch_has_a_row_for_a_position_that_is_lost_at_once(run: Run) -> None:
    lost = "h8a1h9a3h10a5h11"
    code, out, _ = run(lost, "h8", "--depth", "2")
    assert code == 0
    assert re.search(rf"^loses in 2 plies .* (h7|h12) +{lost}$", out.splitlines()[1])


def test_the_objects_of_a_batch_name_their_position_and_equal_those_of_one(run: Run) -> None:
    options = ("--nodes", "2000", "--json")
    _, out, _ = run("h8i9g9h9", "h8i9", *options)
    _, alone, _ = run("h8i9", *options)
    named = [one for one in lines_of(out) if one.pop("input") == "h8i9"]
    for one in (*named, *(expected := lines_of(alone))):
        one.pop("ms", None)
    assert named == expected


def test_a_position_that_cannot_be_read_is_named_and_the_others_follow(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "all.txt").write_text("h8i9\n\nz99\n" + WON, encoding="utf-8")
    arguments = ("--per-line", "none.txt", "all.txt", "--depth", "2", "--json")
    code, out, err = run(*arguments)
    found = lines_of(out)
    assert code == 1
    assert err.splitlines() == [
        "tengen analyse: none.txt: No such file or directory",
        "tengen analyse: all.txt:3: stone 1: 'z99' is off the board, which has 15 rows",
    ]
    moves = [one["input"] for one in found if "move" in one]
    assert moves == ["all.txt:1", "all.txt:4"]
    assert [one["input"] for one in found if "error" in one] == ["none.txt", "all.txt:3"]


def test_lines_of_stdin_are_positions_when_nothing_else_is_named(run: Run) -> None:
    code, out, _ = run("--per-line", "--depth", "1", stdin="h8i9\n7,7,1 8,8,2\n")
    assert code == 0
    assert [row.split()[-1] for row in out.splitlines()[1:]] == ["stdin:1", "stdin:2"]


def test_sgf_holds_every_position_with_its_lines(run: Run) -> None:
    code, out, err = run("h8i9", WON, "--depth", "2", "--lines", "2", "--format", "sgf")
    assert (code, err) == (0, "")
    first, second = sgf.loads(out)
    assert (first.root.text("GN"), second.root.text("GN")) == ("h8i9", WON)
    assert "Black to move. Best move: " in out
    assert out.count("\n(;B[") == 4


def test_neutral_stones_are_refused_when_sgf_is_written(run: Run) -> None:
    code, out, err = run("-", "--format", "sgf", stdin="0,0,1\n1,0,3\n")
    assert (code, out) == (1, "")
    assert err == (
        "tengen analyse: stdin: expected a position without neutral stones, which SGF can't hold\n"
    )


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="no signals there")
def test_an_interrupt_ends_a_batch_after_the_present_position() -> None:
    command = (*PROGRAM, "analyse", "h8i9g9h9", "h8", "--depth", "100", "--json")
    process = forked.start(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert "rank" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == INTERRUPTED
    assert json.loads(printed.splitlines()[-1]).keys() == {"input", "move", "named_winner", "rows"}


# Files and failures.


def test_a_position_comes_from_a_file_or_from_stdin(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(TEXTS["sgf"], encoding="utf-8")
    (tmp_path / "game.psq").write_bytes(b"\xef\xbb\xbf" + TEXTS["psq"].encode() + b"\xfe\n")
    same = ("--depth", "1", "--rule", "4")
    expected = run(TEXTS["moves"], *same)
    assert run("game.sgf", *same) == expected
    assert run("game.psq", *same) == expected
    for text in TEXTS.values():
        assert run("-", *same, stdin=text) == expected


def test_the_proof_of_a_win_is_written_and_can_be_verified(run: Run, tmp_path: Path) -> None:
    code, out, err = run("h8a1h9a3h10a5", "--proof", "win.json")
    assert (code, err) == (0, "")
    printed = out.splitlines()[-1]
    assert printed.startswith("proved: Black wins in at most 3 plies, ")
    _, out, _ = run("h8a1h9a3h10a5", "--proof", "win.json", "--json")
    assert lines_of(out)[-1] == {"proof": "win.json"}
    verified = driver.run("verify", "win.json", folder=tmp_path)
    assert (verified.returncode, verified.stdout) == (0, f"{printed}\n")


def test_a_win_with_quiet_moves_is_proved_too(run: Run) -> None:
    moves = "e5d6c3g4e6e7c5c4d4f6b2a1e3f2"
    code, out, _ = run(moves, "--size", "9", "--nodes", "50000", "--proof", "win.json")
    assert code == 0
    assert re.search(r"proved: Black wins in at most (9|\d\d) plies", out)


def test_without_a_win_no_proof_is_written(run: Run, tmp_path: Path) -> None:
    code, out, err = run("h8", "--depth", "2", "--proof", "win.json")
    assert (code, err) == (1, "tengen analyse: no win found to prove\n")
    assert "best move" in out
    assert list(tmp_path.iterdir()) == []


def test_an_unreadable_input_is_reported_in_one_line(run: Run) -> None:
    error = "tengen analyse: stone 1: 'z99' is off the board, which has 15 rows\n"
    assert run("z99") == (1, "", error)


def test_an_unwritable_file_is_reported_in_one_line(run: Run) -> None:
    code, _, err = run("h8a1h9a3h10a5", "--proof", "none/win.json")
    assert code == 1
    assert err.count("\n") == 1
    assert "none/win.json" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rule", "go"),
        ("--size", "40"),
        ("--lines", "0"),
        ("--ms", "soon"),
        ("--what",),
        ("a", "b", "--proof", "win.json"),
        ("a", "--format", "sgf", "--proof", "win.json"),
        ("a", "--format", "xml"),
    ],
)
def test_an_invalid_option_is_refused(arguments: tuple[str, ...], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[0].startswith("tengen analyse: ")

"""Games written and read in every format, and a folder of games that survives a kill."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.lexicon import MAX_SIZE, MIN_SIZE, RENJU, RULES
from brain.notation import psq as saved_games
from protocol.records import folder as records
from protocol.records import jsonl, match_psq, match_sgf, pgn
from protocol.records.folder import Records
from protocol.records.games import FAILURES, Ending, Game, PlayedMove
from tests import ROOT

# Formats give line ends and tabs a meaning, and a lone surrogate is not text.
WORDS = st.text(st.characters(exclude_characters="\n\r\t\v\f\0", exclude_categories=["Cs"]))
ANY_TEXT = st.text(st.characters(exclude_categories=[]))
GAME = Game(
    number=12,
    pair=6,
    black="Ada",
    white="Bob",
    rule=RENJU,
    width=15,
    height=15,
    opening=((7, 7), (8, 8), (6, 6)),
    moves=(
        PlayedMove(5, 5, ms=12.34, memory=40 << 20, message="depth 7-12 ev -3 pv i6 [x]"),
        PlayedMove(9, 9, ms=1000.06),
    ),
    score=1.0,
    ending=Ending.TIME,
    exchange=("> TURN 9,9", "< MESSAGE thinking \\o/"),
    started="2026-02-03T04:05:06+00:00",
    round=2,
)


@st.composite
def games(draw: st.DrawFn, text: st.SearchStrategy[str] = WORDS) -> Game:
    width, height = (draw(st.integers(MIN_SIZE, MAX_SIZE)) for _ in range(2))
    points = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    stones = draw(st.lists(points, unique=True, max_size=30))
    opening = draw(st.integers(0, min(7, len(stones))))
    times = st.floats(0, 1e7)
    moves = tuple(
        PlayedMove(x, y, draw(times), draw(st.integers(0, 1 << 40)), draw(text))
        for x, y in stones[opening:]
    )
    return Game(
        number=draw(st.integers(0, 99999)),
        pair=draw(st.integers(0, 99999)),
        black=draw(text),
        white=draw(text),
        rule=draw(st.sampled_from(RULES)),
        width=width,
        height=height,
        opening=tuple(stones[:opening]),
        moves=moves,
        score=draw(st.sampled_from([0.0, 0.5, 1.0])),
        ending=draw(st.sampled_from(Ending)),
        exchange=tuple(draw(st.lists(text, max_size=4))),
        started=draw(st.datetimes()).isoformat(),
        round=draw(st.integers(0, 999)),
    )


# JSON Lines.


@given(games(ANY_TEXT))
def test_a_line_of_json_keeps_everything(game: Game) -> None:
    line = jsonl.dumps(game)
    assert line.endswith("\n")
    assert line.isascii()
    assert "\n" not in line[:-1]
    assert jsonl.loads(line) == game


def changed(**changes: object) -> str:
    """Return the line of a game with other values of some fields."""
    return json.dumps({**json.loads(jsonl.dumps(GAME)), **changes})


def moved(**changes: object) -> str:
    """Return the line of a game whose only move has other values of some fields."""
    return changed(moves=[{"x": 5, "y": 5, **changes}])


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "invalid JSON at character 1"),
        ("{", "invalid JSON at character 2"),
        ("[]", r"expected a game, got \[\]"),
        ("null", "expected a game, got None"),
        ("[" * 200_000, "nested too deeply"),
        ('{"number": 1}', "black is missing"),
        (changed(what=1), "'what' is not a field of a game"),
        (changed(**{"\n\ud800": 1}), r"'\\n\\ud800' is not a field"),
        (changed(number=1.0), "number: 1.0 is not a whole number"),
        (changed(number=True), "number: True is not a whole number"),
        (changed(pair=-1), "pair: -1 is not a"),
        (changed(round=10**20), "round: 1000"),
        ('{"number": ' + "9" * 5000 + "}", "Exceeds the limit"),
        (changed(black=["\ud800"]), r"black: \['\\ud800'\] is not a text"),
        (changed(white={"a": "b" * 100}), r"white: .{40}\.\.\. is not a text"),
        (changed(rule=77), "rule: unknown rule 77"),
        (changed(width=23), "width: 23 is not from 5 to 22"),
        (changed(score=float("nan")), "NaN is not a number"),
        (changed(score=0.3), "score: 0.3 is not 1, 0.5 or 0"),
        (changed(score=None), "score: None"),
        (changed(ending="bored"), "ending: unknown ending 'bored'"),
        (changed(ending=[]), r"ending: \[\] is not a text"),
        (changed(exchange="> END"), "exchange: '> END' is not a list"),
        (changed(opening=[[7]]), r"opening: expected a column and a row, got \[7\]"),
        (changed(opening=[7, 7]), "opening: expected a column and a row, got 7"),
        (changed(opening=[[7, 15]], moves=[]), "stone 1, 7,15, is off the board of 15 x 15"),
        (moved(x=7, y=7), "stone 4, 7,7, is on the cell of stone 1"),
        (changed(moves={}), r"moves: \{\} is not a list"),
        (changed(moves=[[5, 5]]), r"moves: expected a move, got \[5, 5\]"),
        (changed(moves=[{"x": 5}]), "moves: y is missing"),
        (moved(y="5"), "moves: y: '5' is not a whole number"),
        (moved(z=5), "moves: 'z' is not a field of a move"),
        (moved(ms=float("inf")), "Infinity is not a number"),
        (moved(ms=-0.5), "moves: ms: -0.5 is not a number from 0"),
        (moved().replace('"y"', '"ms": 1e999, "y"'), "moves: ms: inf is not a number"),
        (moved(message=5), "moves: message: 5 is not a text"),
    ],
)
def test_a_line_that_is_no_game_is_refused_with_the_reason(line: str, error: str) -> None:
    with pytest.raises(ValueError, match=error) as refused:
        jsonl.loads(line)
    told = str(refused.value)
    assert told.isascii()
    assert len(told.splitlines()) == 1
    assert len(told) < 200


def test_a_deep_nest_inside_a_field_is_refused() -> None:
    for depth in (100, 900, 990, 5000, 100_000):
        line = changed(black=0).replace('"black": 0', f'"black": {"[" * depth}{"]" * depth}')
        with pytest.raises(ValueError, match=r"is not a text|nested too deeply"):
            jsonl.loads(line)


def test_a_line_of_json_names_its_fields() -> None:
    fields = json.loads(jsonl.dumps(GAME))
    assert fields["opening"] == [[7, 7], [8, 8], [6, 6]]
    assert fields["moves"][1] == {"x": 9, "y": 9, "ms": 1000.06, "memory": 0, "message": ""}
    assert fields["ending"] == "time"


# PSQ.


@given(games())
def test_a_psq_file_keeps_the_stones_the_times_and_the_names(game: Game) -> None:
    saved = saved_games.loads(match_psq.dumps(game))
    assert saved.points == game.stones
    times = (*(0 for _ in game.opening), *(round(move.ms) for move in game.moves))
    assert saved.times == times
    assert (saved.width, saved.height) == (game.width, game.height)
    assert (saved.black, saved.white) == game.names


def test_a_psq_file_counts_from_one_and_ends_with_a_code() -> None:
    assert match_psq.dumps(GAME).split("\n") == [
        "Piskvorky 15x15, 11:11, 0",
        "8,8,0",
        "9,9,0",
        "7,7,0",
        "6,6,12",
        "10,10,1000",
        "Ada",
        "Bob",
        "15",
        "",
    ]


@pytest.mark.parametrize(
    ("ending", "code"), [(Ending.FIVE, 0), (Ending.FORBIDDEN, 0), (Ending.CRASH, -2)]
)
def test_the_code_of_a_psq_file_tells_a_failure(ending: Ending, code: int) -> None:
    assert saved_games.loads(match_psq.dumps(replace(GAME, ending=ending))).code == code


def test_a_psq_file_of_two_people_has_no_names() -> None:
    saved = saved_games.loads("Piskvorky 20x15, 0:11, 0\r\n1,1,0\r\n20,15,1500\r\n-1\r\n")
    assert saved == saved_games.PsqGame(20, 15, ((0, 0), (19, 14)), (0, 1500), "", "", -1)


def test_the_second_name_of_a_psq_file_may_have_moved_first() -> None:
    saved = saved_games.loads("Piskvorky 15x15, 11:11, 1\n8,8,0\na.exe\nb.exe\n0\n")
    assert (saved.black, saved.white) == ("b.exe", "a.exe")


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("", "not a .psq"),
        ("a.exe\nb.exe\n1,1,0\n", "not a .psq"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n0,1,0\n", "line 3: stone 0,1 is off the board"),
        (
            "Piskvorky 15x15, 11:11, 0\n1,1,0\n2,x,0\n3,3,0\n",
            "line 3: expected a stone .*'2,x,0'",
        ),
    ],
)
def test_a_file_that_is_no_psq_is_an_error(rows: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        saved_games.loads(rows)


# SGF.


@given(st.lists(games(), max_size=3))
def test_an_sgf_collection_keeps_what_the_format_has_room_for(played: list[Game]) -> None:
    read = list(match_sgf.loads("".join(map(match_sgf.dumps, played))))
    assert read == [
        replace(
            game,
            moves=tuple(replace(move, ms=float(f"{move.ms:.1f}"), memory=0) for move in game.moves),
            started=game.started[:10],
        )
        for game in played
    ]


def test_an_sgf_file_reads_well() -> None:
    assert match_sgf.dumps(GAME).split("\n") == [
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ada]PW[Bob]RE[B+T]GN[12]EV[pair 6]RO[2]DT[2026-02-03]"
        "RU[renju]GC[time",
        "> TURN 9,9",
        "< MESSAGE thinking \\\\o/]",
        ";B[hh]C[opening]",
        ";W[ii]C[opening]",
        ";B[gg]C[opening]",
        ";W[ff]C[12.3 ms",
        "depth 7-12 ev -3 pv i6 [x\\]]",
        ";B[jj]C[1000.1 ms])",
        "",
    ]


@pytest.mark.parametrize(
    ("score", "ending", "result"),
    [
        (1.0, Ending.FIVE, "B+"),
        (0.0, Ending.FORBIDDEN, "W+"),
        (0.0, Ending.TIME, "W+T"),
        (1.0, Ending.CRASH, "B+F"),
        (0.5, Ending.FULL_BOARD, "Draw"),
    ],
)
def test_an_sgf_result_tells_how_it_was_won(score: float, ending: Ending, result: str) -> None:
    assert f"RE[{result}]" in match_sgf.dumps(replace(GAME, score=score, ending=ending))


def test_an_sgf_file_of_another_program_is_read_along_its_first_variation() -> None:
    text = """A title. (;FF[4]GM[4]SZ[15]PB[a (b)]PW[c\\
d]RE[W+1]RU[4] AP[x][(y] ;B[hh]C[opening move](;W[ii]C[123ms](;B[jj])(;B[kk]))(;W[ll]))
(;SZ[20:15]RE[0])"""
    first, second = match_sgf.loads(text)
    assert first.names == ("a (b)", "cd")
    assert first.rule == RENJU
    assert first.opening == ((7, 7),)
    assert first.moves == (PlayedMove(8, 8, ms=123.0), PlayedMove(9, 9))
    assert (first.score, first.ending) == (0.0, Ending.FIVE)
    assert (second.width, second.height, second.score) == (20, 15, 0.5)


def test_stones_that_an_sgf_file_sets_up_come_first() -> None:
    (game,) = match_sgf.loads("(;SZ[15]AB[hh] [ii]AW[jj];W[kk];B[ll])")
    assert game.opening == ((7, 7), (9, 9), (8, 8))
    assert game.moves == (PlayedMove(10, 10), PlayedMove(11, 11))


@pytest.mark.parametrize(
    ("nodes", "error"),
    [
        (";B[]", "node 2: black passes"),
        ("AB[h1]", r"node 1: AB\[h1\] is not a point"),
        ("AB[hh][ii]", "node 1: 2 black and 0 white"),
        ("AB[hh][ii]PL[W]", "2 black and 0 white stones are not a game that black began"),
        ("PL[W];W[hh]", "0 black and 1 white"),
        ("AB[hh]AW[ii]PL[W]", "PL gives a side two moves"),
        ("AB[hh];B[ii]", r"node 2: B\[ii\] is out of turn"),
        (";B[hh];B[ii]", r"node 3: B\[ii\] is out of turn"),
        ("RU[swap2];B[hh]", r"RU\[swap2\] is not a known rule"),
    ],
)
def test_an_sgf_file_that_is_no_game_is_an_error(nodes: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(match_sgf.loads(f"(;SZ[15]{nodes})"))


# PGN.


def test_a_pgn_game_credits_the_winner() -> None:
    assert pgn.dumps(GAME).split("\n") == [
        '[Event "pair 6"]',
        '[Site "?"]',
        '[Date "2026.02.03"]',
        '[Round "2"]',
        '[White "Bob"]',
        '[Black "Ada"]',
        '[Result "0-1"]',
        "",
        "1. d4 d5 0-1",
        "",
        "",
    ]


@given(games())
def test_a_pgn_game_gives_each_name_its_score(game: Game) -> None:
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', pgn.dumps(game), re.MULTILINE))
    white_score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[tags["Result"]]
    assert white_score == 1 - game.score
    assert tags["White"] == game.white.replace("\\", "\\\\").replace('"', '\\"')


# Every format.


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_can_be_written(ending: Ending) -> None:
    game = replace(GAME, ending=ending)
    assert jsonl.loads(jsonl.dumps(game)) == game
    assert next(match_sgf.loads(match_sgf.dumps(game))).ending == ending
    assert (saved_games.loads(match_psq.dumps(game)).code == 0) == (ending not in FAILURES)


# A folder of games.


def numbered(number: int) -> Game:
    return replace(GAME, number=number, pair=number)


def count_games(folder: Path) -> int:
    return sum(1 for _ in records.read(folder / "games.jsonl"))


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    assert Records(tmp_path / "new").open() == ()


def test_games_are_there_again_after_a_restart(tmp_path: Path) -> None:
    first = Records(tmp_path)
    first.open()
    first.append(numbered(1))
    first.append(numbered(2))
    assert list(Records(tmp_path).open()) == [numbered(1), numbered(2)]


def test_every_format_is_written_as_games_end(tmp_path: Path) -> None:
    Records(tmp_path).append(numbered(1))
    Records(tmp_path).append(numbered(2))
    assert (tmp_path / "games.pgn").read_text() == pgn.dumps(numbered(1)) + pgn.dumps(numbered(2))
    assert [game.number for game in match_sgf.loads((tmp_path / "games.sgf").read_text())] == [1, 2]
    assert (tmp_path / "psq" / "00002.psq").read_text() == match_psq.dumps(numbered(2))


def test_only_the_formats_asked_for_are_written(tmp_path: Path) -> None:
    Records(tmp_path, ("pgn",)).append(numbered(1))
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "games.pgn"}


def test_a_game_cut_off_at_any_byte_is_dropped_and_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = jsonl.dumps(numbered(1)).encode()
    torn = jsonl.dumps(numbered(2)).encode()
    for length in range(len(torn)):
        path.write_bytes(whole + torn[:length])
        assert list(records.read(path)) == [numbered(1)]
        records.append(path, numbered(3))
        assert path.read_bytes() == whole + jsonl.dumps(numbered(3)).encode()


def test_a_first_game_cut_off_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(jsonl.dumps(numbered(1)).encode()[:-1])
    assert list(records.read(path)) == []
    records.append(path, numbered(2))
    assert list(records.read(path)) == [numbered(2)]


def test_formats_that_a_killed_run_did_not_write_are_made_at_the_next_start(tmp_path: Path) -> None:
    Records(tmp_path).append(numbered(1))
    records.append(tmp_path / "games.jsonl", numbered(2))  # killed before the other formats
    (tmp_path / "games.pgn").write_bytes(b'[Event "to')
    Records(tmp_path).open()
    assert (tmp_path / "games.pgn").read_text() == pgn.dumps(numbered(1)) + pgn.dumps(numbered(2))
    assert [game.number for game in match_sgf.loads((tmp_path / "games.sgf").read_text())] == [1, 2]
    assert sorted(path.name for path in (tmp_path / "psq").iterdir()) == ["00001.psq", "00002.psq"]


WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from tests.protocol.records.test_records import GAME, Records
records = Records(Path(sys.argv[1]))
for number in range(len(records.open()), 100_000):
    records.append(replace(GAME, number=number, pair=number))
"""


def test_a_run_killed_at_any_moment_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    count = 0
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], cwd=ROOT) as writer:
            while count_games(tmp_path) < count + 20:
                assert writer.poll() is None
                time.sleep(0.01)
            writer.kill()
        count = count_games(tmp_path)
    kept = list(Records(tmp_path).open())
    assert [game.number for game in kept] == list(range(count))
    assert (tmp_path / "games.pgn").read_text() == "".join(map(pgn.dumps, kept))
    assert len(list((tmp_path / "psq").glob("*.psq"))) == count


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"nonsense\n" + jsonl.dumps(GAME).encode())
    with pytest.raises(ValueError, match=r"games\.jsonl, line 1"):
        list(records.read(path))


@pytest.mark.parametrize(
    ("second", "error"),
    [
        (numbered(1), "line 3: game 1 is on line 1 already"),
        (replace(GAME, number=3, pair=2, white="Cy"), "line 3: game 3 is of pair 2, which is of"),
        (replace(GAME, number=2, pair=2, rule=77), "line 3: rule: unknown rule 77"),
    ],
)
def test_a_line_that_contradicts_earlier_ones_is_named(
    tmp_path: Path, second: Game, error: str
) -> None:
    path = tmp_path / "games.jsonl"
    lines = (*(jsonl.dumps(numbered(number)) for number in (1, 2)), jsonl.dumps(second))
    path.write_text("".join(lines))
    with pytest.raises(ValueError, match=rf"games\.jsonl, {error}"):
        list(records.read(path))


def test_a_third_game_of_a_pair_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = (replace(GAME, number=number, pair=1) for number in (1, 2, 3))
    path.write_text("".join(map(jsonl.dumps, games)))
    with pytest.raises(ValueError, match="line 3: pair 1 has two games already"):
        list(records.read(path))


def test_a_line_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"black": "\xff"}\n')
    with pytest.raises(ValueError, match=r"games\.jsonl, line 1: 'utf-8'"):
        list(records.read(path))


def test_nothing_is_rewritten_where_a_game_is_damaged(tmp_path: Path) -> None:
    Records(tmp_path).append(numbered(1))
    before = (tmp_path / "games.pgn").read_bytes()
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write("[]\n")
    with pytest.raises(ValueError, match="line 2"):
        Records(tmp_path).open()
    assert (tmp_path / "games.pgn").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_games_in_a_pipe_are_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.jsonl")
    with pytest.raises(ValueError, match="not a regular file"):
        list(records.read(tmp_path / "games.jsonl"))


def test_whatever_bytes_an_engine_printed_can_be_recorded(tmp_path: Path) -> None:
    message = b"depth \xff\x00\x85 \xe2\x80\xa8".decode(errors="surrogateescape")
    game = replace(GAME, moves=(PlayedMove(5, 5, message=message),), exchange=("< " + message,))
    Records(tmp_path).append(game)
    assert list(Records(tmp_path).open()) == [game]

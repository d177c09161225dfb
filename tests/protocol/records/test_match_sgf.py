"""Games of a match as an SGF collection."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.lexicon import RENJU
from protocol.records import match_sgf
from protocol.records.games import Ending, Game, PlayedMove
from tests.support.match_games import GAME, games


@given(st.lists(games(), max_size=3))
def test_an_sgf_collection_keeps_everything_the_format_can_hold(played: list[Game]) -> None:
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
def test_an_sgf_result_records_how_the_game_was_won(
    score: float, ending: Ending, result: str
) -> None:
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
    assert (first.number, first.pair, first.round) == (0, 0, 0)
    assert (second.width, second.height, second.score) == (20, 15, 0.5)


@pytest.mark.parametrize(
    ("result", "ending"),
    [
        ("W+Time", Ending.TIME),
        ("B+F", Ending.CRASH),
        ("B+Resign", Ending.FIVE),
        ("Draw", Ending.FULL_BOARD),
    ],
)
def test_the_result_of_another_program_tells_how_the_game_ended(
    result: str, ending: Ending
) -> None:
    (game,) = match_sgf.loads(f"(;SZ[15]RE[{result}];B[hh])")
    assert game.ending == ending


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
        ("AB[hh][ii]PL[W]", "2 black and 0 white stones: expected black to begin"),
        ("PL[W];W[hh]", "0 black and 1 white"),
        ("AB[hh]AW[ii]PL[W]", "PL gives one side two moves"),
        ("AB[hh];B[ii]", r"node 2: B\[ii\] is out of turn"),
        (";B[hh];B[ii]", r"node 3: B\[ii\] is out of turn"),
        ("RU[swap2];B[hh]", r"RU\[swap2\] is not a known rule"),
    ],
)
def test_an_sgf_file_that_is_not_a_game_is_an_error(nodes: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(match_sgf.loads(f"(;SZ[15]{nodes})"))

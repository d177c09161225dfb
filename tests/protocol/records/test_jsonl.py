"""A game as a line of JSON."""

import json

import pytest
from hypothesis import given

from brain.files import checksum
from protocol.records import jsonl
from protocol.records.games import Game
from tests.support.match_games import ANY_TEXT, GAME, games


@given(games(ANY_TEXT))
def test_a_line_of_json_keeps_everything(game: Game) -> None:
    line = jsonl.dumps(game)
    assert line.endswith("\n")
    assert line.isascii()
    assert "\n" not in line[:-1]
    assert jsonl.loads(line) == game


def changed(**changes: object) -> str:
    """Return the line of a game, without a checksum, with other values of some fields."""
    fields = json.loads(checksum.opened_object(jsonl.dumps(GAME)))
    return json.dumps({**fields, **changes})


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
        (changed(number=1.0), "number: expected an integer, got 1.0"),
        (changed(number=True), "number: expected an integer, got True"),
        (changed(pair=-1), "pair: expected an integer, got -1"),
        (changed(round=10**20), "round: expected an integer, got 1000"),
        ('{"number": ' + "9" * 5000 + "}", "Exceeds the limit"),
        (changed(black=["\ud800"]), r"black: expected a string, got \['\\ud800'\]"),
        (changed(white={"a": "b" * 100}), r"white: expected a string, got .{40}\.\.\."),
        (changed(rule=77), "rule: unknown rule 77"),
        (changed(width=23), "width: expected 5 to 22, got 23"),
        (changed(score=float("nan")), "NaN is not a number"),
        (changed(score=0.3), "score: expected 1, 0.5 or 0, got 0.3"),
        (changed(score=None), "score: expected 1, 0.5 or 0, got None"),
        (changed(ending="bored"), "ending: unknown ending 'bored'"),
        (changed(ending=[]), r"ending: expected a string, got \[\]"),
        (changed(exchange="> END"), "exchange: expected a list, got '> END'"),
        (changed(opening=[[7]]), r"opening: expected a column and a row, got \[7\]"),
        (changed(opening=[7, 7]), "opening: expected a column and a row, got 7"),
        (changed(opening=[[7, 15]], moves=[]), "stone 1, 7,15, is off the board of 15 x 15"),
        (moved(x=7, y=7), "stone 4, 7,7, is on the cell of stone 1"),
        (changed(moves={}), r"moves: expected a list, got \{\}"),
        (changed(moves=[[5, 5]]), r"moves: expected a move, got \[5, 5\]"),
        (changed(moves=[{"x": 5}]), "moves: y is missing"),
        (moved(y="5"), "moves: y: expected an integer, got '5'"),
        (moved(z=5), "moves: 'z' is not a field of a move"),
        (moved(ms=float("inf")), "Infinity is not a number"),
        (moved(ms=-0.5), "moves: ms: expected a number of at least 0, got -0.5"),
        (moved().replace('"y"', '"ms": 1e999, "y"'), "moves: ms: expected a number"),
        (moved(message=5), "moves: message: expected a string, got 5"),
    ],
)
def test_a_line_that_is_not_a_game_is_refused_with_the_reason(line: str, error: str) -> None:
    with pytest.raises(ValueError, match=error) as refused:
        jsonl.loads(line)
    message = str(refused.value)
    assert message.isascii()
    assert len(message.splitlines()) == 1
    assert len(message) < 200


def test_a_deep_nest_inside_a_field_is_refused() -> None:
    for depth in (100, 900, 990, 5000, 100_000):
        line = changed(black=0).replace('"black": 0', f'"black": {"[" * depth}{"]" * depth}')
        with pytest.raises(ValueError, match=r"expected a string|nested too deeply"):
            jsonl.loads(line)


def test_a_line_of_an_earlier_version_is_read_and_a_damaged_one_refused() -> None:
    assert jsonl.loads(changed()) == GAME
    damaged = jsonl.dumps(GAME).replace("12.34", "12.35")
    with pytest.raises(ValueError, match="its checksum is wrong"):
        jsonl.loads(damaged)
    with pytest.raises(ValueError, match="'crc3r' is not a field of a game"):
        jsonl.loads(damaged.replace("crc32", "crc3r"))


def test_a_line_of_json_names_its_fields() -> None:
    fields = json.loads(jsonl.dumps(GAME))
    assert fields["opening"] == [[7, 7], [8, 8], [6, 6]]
    assert fields["moves"][1] == {"x": 9, "y": 9, "ms": 1000.06, "memory": 0, "message": ""}
    assert fields["ending"] == "time"

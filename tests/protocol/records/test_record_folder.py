"""A folder of games that survives a kill."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from brain.notation import psq as saved_games
from protocol.records import jsonl, match_psq, match_sgf, pgn
from protocol.records import record_folder as records
from protocol.records.games import FAILURES, Ending, Game, PlayedMove
from protocol.records.record_folder import Records
from tests.support.full_disk import full_disk, needs_limits
from tests.support.match_games import GAME


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_can_be_written(ending: Ending) -> None:
    game = replace(GAME, ending=ending)
    assert jsonl.loads(jsonl.dumps(game)) == game
    assert next(match_sgf.loads(match_sgf.dumps(game))).ending == ending
    assert (saved_games.loads(match_psq.dumps(game)).code == 0) == (ending not in FAILURES)


def numbered(number: int) -> Game:
    return replace(GAME, number=number, pair=number)


def count_games(folder: Path) -> int:
    return sum(1 for _ in records.read(folder / "games.jsonl"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    assert Records(tmp_path / "new" / "match").open() == ()


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


@needs_limits
def test_the_other_formats_stay_if_the_disk_is_full(tmp_path: Path) -> None:
    for number in (1, 2):
        Records(tmp_path).append(numbered(number))
    before = contents(tmp_path)
    (tmp_path / "psq" / "00002.psq").unlink()
    with full_disk(len(pgn.dumps(numbered(1))) + 10), pytest.raises(OSError, match="too large"):
        Records(tmp_path).open()
    del before["00002.psq"]
    assert contents(tmp_path) == before


@needs_limits
def test_a_game_that_the_disk_has_no_room_for_leaves_every_format(tmp_path: Path) -> None:
    Records(tmp_path, ("sgf",)).append(numbered(1))
    room, before = (tmp_path / "games.sgf").stat().st_size + 10, contents(tmp_path)
    (tmp_path / "games.jsonl").unlink()
    with full_disk(room), pytest.raises(OSError, match="too large"):
        Records(tmp_path, ("sgf",)).append(numbered(2))
    assert contents(tmp_path)["games.sgf"] == before["games.sgf"]


def test_files_of_games_that_are_there_are_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        Records(tmp_path).append(numbered(number))
    (tmp_path / "psq" / "00002.psq").write_text("damaged")
    written = list[str]()
    monkeypatch.setattr(records, "write_atomically", lambda path, _: written.append(path.name))
    Records(tmp_path).open()
    assert written == ["00002.psq"]


def test_only_the_formats_asked_for_are_written(tmp_path: Path) -> None:
    Records(tmp_path, ("pgn",)).append(numbered(1))
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "games.pgn"}


def test_a_game_that_is_cut_off_is_dropped_and_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = jsonl.dumps(numbered(1)).encode()
    torn = jsonl.dumps(numbered(2)).encode()
    for length in (0, 1, len(torn) // 2, len(torn) - 1):
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


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"nonsense\n" + jsonl.dumps(GAME).encode())
    with pytest.raises(ValueError, match=r"games\.jsonl, line 1"):
        list(records.read(path))


@pytest.mark.parametrize(
    ("second", "error"),
    [
        (numbered(1), "line 3: game 1 is already on line 1"),
        (replace(GAME, number=3, pair=2, white="Cy"), "line 3: game 3: pair 2 is of Ada and Bob"),
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


def test_a_game_that_fails_the_check_is_named(tmp_path: Path) -> None:
    def check(game: Game) -> None:
        if game.number == 2:
            raise ValueError("not of this match")

    for number in (1, 2):
        Records(tmp_path).append(numbered(number))
    with pytest.raises(ValueError, match=r"games\.jsonl, line 2: not of this match"):
        Records(tmp_path).open(check)


def test_a_third_game_of_a_pair_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = (replace(GAME, number=number, pair=1) for number in (1, 2, 3))
    path.write_text("".join(map(jsonl.dumps, games)))
    with pytest.raises(ValueError, match="line 3: pair 1 already has two games"):
        list(records.read(path))


def test_an_undecodable_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"black": "\xff"}\n')
    with pytest.raises(ValueError, match=r"games\.jsonl, line 1: 'utf-8'"):
        list(records.read(path))


def test_a_file_that_ends_in_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    Records(tmp_path).append(numbered(1))
    path = tmp_path / "games.jsonl"
    path.write_bytes(path.read_bytes() + b"a note")
    before = path.read_bytes()
    with pytest.raises(ValueError, match="the last line is incomplete, and not one of this file"):
        Records(tmp_path).open()
    assert path.read_bytes() == before


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

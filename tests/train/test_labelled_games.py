"""The file of labelled games: read as written, refused if damaged."""

from pathlib import Path

import pytest

from brain.train import labelled_games, write_games
from brain.train.labelled_games import FILE
from tests.support.labelled import BY_HAND, CONFIG, content, hold, played


def test_a_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert list(labelled_games.read(hold(tmp_path, CONFIG, BY_HAND))) == [(CONFIG, BY_HAND)]


def test_a_game_that_is_being_written_is_not_read(tmp_path: Path) -> None:
    hold(tmp_path, CONFIG, BY_HAND, BY_HAND)
    (tmp_path / FILE).write_bytes(content(tmp_path)[:-1])
    assert played(tmp_path) == [BY_HAND]


def test_a_damaged_game_is_named(tmp_path: Path) -> None:
    damaged = bytearray(content(hold(tmp_path, CONFIG, BY_HAND, BY_HAND)))
    damaged[-6] ^= 1
    (tmp_path / FILE).write_bytes(damaged)
    with pytest.raises(ValueError, match=r"game 2 of .*games\.bin is damaged"):
        list(labelled_games.read(tmp_path))


@pytest.mark.parametrize("bit", [*range(32)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_wrong_length_of_any_game_is_refused_and_nothing_is_cut_off(
    number: int, bit: int, tmp_path: Path
) -> None:
    damaged = bytearray(content(hold(tmp_path, CONFIG, BY_HAND, BY_HAND, BY_HAND)))
    start = len(CONFIG.line()) + (number - 1) * len(BY_HAND.packed())
    damaged[start + bit // 8] ^= 1 << bit % 8
    (tmp_path / FILE).write_bytes(damaged)
    error = rf"game {number} of .*games\.bin is damaged"
    with pytest.raises(ValueError, match=error):
        list(labelled_games.read(tmp_path))
    with pytest.raises(ValueError, match=error):
        write_games.write(tmp_path, CONFIG, 4, processes=1)
    assert content(tmp_path) == damaged


def test_whole_games_are_read_when_the_writer_was_killed(tmp_path: Path) -> None:
    whole = content(hold(tmp_path, CONFIG, BY_HAND, BY_HAND))
    for length in range(len(whole) - len(BY_HAND.packed()), len(whole)):
        (tmp_path / FILE).write_bytes(whole[:length])
        assert played(tmp_path) == [BY_HAND]


@pytest.mark.parametrize(
    "line", [b"", b"\xff\n", b"[]\n", b'{"rule": 0, "sizes": [15]}\n', b"{}\n"]
)
def test_a_file_is_named_when_it_has_no_configuration(line: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(line)
    with pytest.raises(ValueError, match=r"games\.bin is not a file of labelled games"):
        list(labelled_games.read(tmp_path))

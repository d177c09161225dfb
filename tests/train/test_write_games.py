"""Playing labelled games: the same set with any number of processes and interruptions, without
duplicates.
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from brain.engine import Engine
from brain.files import lock, stored
from brain.lexicon import BLACK, EMPTY, RENJU, WHITE, WON, cell_at
from brain.rules.laws import RULES
from brain.rules.symmetry import canonical
from brain.thinking import native
from brain.train import write_games
from brain.train.labelled_games import FILE, SelfPlayConfig
from tests.support.labelled import CONFIG, content, hold, played, set_up
from tests.support.naive import five_cells

COUNT = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with COUNT games of CONFIG."""
    made = tmp_path_factory.mktemp("data")
    write_games.write(made, CONFIG, COUNT, processes=1)
    return made


# Games.


def test_the_games_are_the_same_with_two_processes(folder: Path, tmp_path: Path) -> None:
    write_games.write(tmp_path, CONFIG, COUNT, processes=2)
    assert content(tmp_path) == content(folder)


def test_a_stopped_run_resumes_when_run_again(folder: Path, tmp_path: Path) -> None:
    whole = content(folder)
    for length in (10, len(CONFIG.line()) + 2, len(whole) - 1):
        (tmp_path / FILE).write_bytes(whole[:length])
        write_games.write(tmp_path, CONFIG, COUNT, processes=1)
        assert content(tmp_path) == whole


def test_a_set_is_made_longer_by_more_games(folder: Path, tmp_path: Path) -> None:
    for count in (2, COUNT):
        write_games.write(tmp_path, CONFIG, count, processes=1)
    assert content(tmp_path) == content(folder)


def test_games_differ_by_their_seed(folder: Path, tmp_path: Path) -> None:
    write_games.write(tmp_path, replace(CONFIG, seed=2), 1, processes=1)
    assert played(tmp_path)[0].moves != played(folder)[0].moves


def test_no_position_comes_twice_under_any_symmetry(folder: Path) -> None:
    seen = Counter(
        (game.size, canonical(points(stones, game.size), RENJU, game.size, game.size))
        for game in played(folder)
        for stones in map(game.stones, game.positions)
    )
    assert seen.total() > 100
    assert max(seen.values()) == 1


def points(stones: tuple[int, ...], size: int) -> tuple[tuple[int, int], ...]:
    return tuple((stone % size, stone // size) for stone in stones)


def test_a_position_of_two_games_is_kept_once(folder: Path, tmp_path: Path) -> None:
    first = played(folder)[0]
    mirrored = tuple(each // 9 * 9 + 8 - each % 9 for each in first.moves)
    assert first.size == 9
    seen: set[int] = set()
    assert write_games._without(first, seen) == first
    again = replace(
        first, moves=mirrored, positions=tuple(p for p in first.positions if not p.line)
    )
    assert again.positions
    assert write_games._without(again, seen).positions == ()


def test_no_position_has_a_five_to_make_or_an_immediate_win(folder: Path) -> None:
    engine, library = Engine(64 << 20), native.load()
    for game in played(folder):
        for position in game.positions:
            colour = set_up(engine, CONFIG.rule, game.size, game.stones(position))
            board = {cell_at(i % game.size, i // game.size): EMPTY for i in range(game.size**2)}
            board |= dict(engine.stones)
            assert not any(five_cells(board, side, CONFIG.rule) for side in (BLACK, WHITE))
            assert not library.verdict(engine.searcher.record, colour)
            assert position.line or abs(position.score) <= WON


def test_a_game_has_positions_from_its_opening_on_and_leaves_beyond_it(folder: Path) -> None:
    for game in played(folder):
        own = [position.stones for position in game.positions if not position.line]
        assert game.opening - 1 <= min(own) <= game.opening + 1
        assert len(own) > (len(game.moves) - game.opening) // 2
        assert any(len(position.line) > 1 for position in game.positions)
        assert [p.stones for p in game.positions] == sorted(p.stones for p in game.positions)


def test_a_label_takes_more_nodes_when_the_move_took_fewer(tmp_path: Path) -> None:
    deep = replace(CONFIG, label_nodes=2000, leaves=0)
    first, deeper = write_games.play(CONFIG, 0), write_games.play(deep, 0)
    scores = [{p.stones: p.score for p in game.positions if not p.line} for game in (first, deeper)]
    common = scores[0].keys() & scores[1].keys()
    assert [scores[0][stones] for stones in common] != [scores[1][stones] for stones in common]


def test_few_leaves_are_sampled_when_the_board_is_nearly_full() -> None:
    config = replace(CONFIG, sizes=(7,), leaves=8)
    game = max(
        (write_games.play(config, number) for number in range(6)), key=lambda one: len(one.moves)
    )
    late = Counter(p.stones for p in game.positions if p.line and p.stones >= write_games.LATE * 49)
    early = Counter(p.stones for p in game.positions if p.line and p.stones < write_games.LATE * 49)
    assert late
    assert max(late.values()) == write_games.LATE_LEAVES < max(early.values())


def test_board_sizes_alternate_except_a_fraction_of_other_sizes() -> None:
    few = replace(CONFIG, sizes=(7, 9), nodes=20, label_nodes=10, leaves=0)
    assert [write_games.play(few, number).size for number in range(4)] == [7, 9, 7, 9]
    others = {write_games.play(replace(few, others=1.0), number).size for number in range(6)}
    assert len(others) > 2
    assert others <= set(write_games.OTHER_SIZES)


def test_games_are_played_and_labelled_without_the_network_when_classical(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classical = replace(CONFIG, classical=True)
    with_it, without = write_games.play(CONFIG, 0), write_games.play(classical, 0)
    assert write_games.play(CONFIG, 0) == with_it != without
    read = stored.read
    monkeypatch.setattr(
        stored, "read", lambda name, rule: b"" if name == "network" else read(name, rule)
    )
    assert write_games.play(CONFIG, 0) == without


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_gives_positions(rule: int) -> None:
    config = replace(CONFIG, rule=rule, nodes=30, label_nodes=10)
    game = write_games.play(config, 0)
    assert game.positions
    assert game.winner in (EMPTY, BLACK, WHITE)


def test_a_position_takes_few_bytes(folder: Path) -> None:
    count = sum(len(game.positions) for game in played(folder))
    assert len(content(folder)) < 14 * count


# The command.


def command(folder: Path, *more: str) -> None:
    config = "--rule 0 --sizes 9 11 --nodes 120 --label-nodes 40 --leaves 4 --seed 1 --games 2"
    write_games.main([str(folder), *config.split(), *more])


def test_the_command_plays_and_prints_the_progress(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(tmp_path / "new")
    count = sum(len(game.positions) for game in played(tmp_path / "new"))
    assert capsys.readouterr().err.startswith(f"2 games, {count} positions, ")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ("--nodes 130", "games of another configuration: nodes 120, not 130"),
        ("--sizes 9", "games of another configuration: sizes (9, 11), not (9,)"),
        ("--sizes 15 23", "--sizes must be 7 to 22, not 23"),
        ("--others 2", "--others must be 0 to 1, not 2.0"),
        ("--nodes 0", "--nodes must be 2 or more, not 0"),
        ("--label-nodes -1", "--label-nodes must be 1 or more, not -1"),
        ("--leaves -1", "--leaves must be 0 or more, not -1"),
        ("--processes 0", "--processes must be 1 or more, not 0"),
    ],
)
def test_a_configuration_is_refused_when_it_cannot_be_played(
    options: str, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hold(tmp_path, replace(CONFIG, bench=SelfPlayConfig.bench))
    with pytest.raises(SystemExit, match="1"):
        command(tmp_path, *options.split())
    text = capsys.readouterr().err
    assert error in text
    assert text.count("\n") == 1


def test_two_processes_do_not_write_to_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (hold(tmp_path, CONFIG) / FILE).open("rb") as file:
        lock.claim(file)
        with pytest.raises(SystemExit, match="1"):
            command(tmp_path)
    assert "another process is writing to" in capsys.readouterr().err

"""Labelled games: the same set with any number of processes and interruptions, without duplicates,
and read as the engine evaluates it.
"""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from brain.cell import Cell
from brain.engine import Engine, Result
from brain.files import lock, stored
from brain.lexicon import (
    BLACK,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    WHITE,
    WON,
    cell_at,
    column,
    row,
)
from brain.rules.symmetry import canonical, symmetries, transformed
from brain.thinking import native
from brain.thinking.think import NOTHING
from brain.train import dataset, labelled_games, write_games
from brain.train.labelled_games import FILE, Labelled, LabelledGame, SelfPlayConfig
from brain.train.position_key import position_key
from brain.train.samples import NEAR, TAKEN, sample_of
from tests.support import network_twin as twin
from tests.support.naive import five_cells

CONFIG = SelfPlayConfig(
    FREESTYLE, sizes=(9, 11), others=0.0, nodes=120, label_nodes=40, leaves=4, seed=1, bench="b"
)
COUNT = 3
BY_HAND = LabelledGame(
    size=15,
    winner=WHITE,
    opening=3,
    moves=(112, 113, 97, 98),
    positions=(
        Labelled(stones=3, line=(), score=-20, move=98),
        Labelled(stones=3, line=(98, 224), score=29990, move=0),
    ),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with COUNT games of CONFIG."""
    made = tmp_path_factory.mktemp("data")
    write_games.write(made, CONFIG, COUNT, processes=1)
    return made


def content(folder: Path) -> bytes:
    return (folder / FILE).read_bytes()


def played(folder: Path) -> list[LabelledGame]:
    return [game for _, game in labelled_games.read(folder)]


def hold(folder: Path, config: SelfPlayConfig, *some: LabelledGame) -> Path:
    """Write games to a folder; return it."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(config.line() + b"".join(game.packed() for game in some))
    return folder


def set_up(engine: Engine, rule: int, size: int, stones: tuple[int, ...]) -> int:
    """Have stones on the engine's board; return the colour to move."""
    engine.new_game(size, size, rule)
    for number, stone in enumerate(stones):
        engine.place(cell_at(stone % size, stone // size), BLACK + number % 2)
    return BLACK + len(stones) % 2


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
            assert not library.verdict(engine._record, colour)
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
    read = stored.read_optional
    monkeypatch.setattr(
        stored, "read_optional", lambda name, rule: b"" if name == "network" else read(name, rule)
    )
    assert write_games.play(CONFIG, 0) == without


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_gives_positions(rule: int) -> None:
    config = replace(CONFIG, rule=rule, nodes=30, label_nodes=10)
    game = write_games.play(config, 0)
    assert game.positions
    assert game.winner in (EMPTY, BLACK, WHITE)


# The same position.


def test_symmetric_positions_share_a_key() -> None:
    rng, size = random.Random(1), 11
    cells = [(x, y) for x in range(size) for y in range(size)]
    keys = set()
    for count in range(40):
        stones = rng.sample(cells, count)
        forms = [transformed(stones, each, size, size) for each in symmetries(size, size)]
        found = {position_key(size, [y * size + x for x, y in form]) for form in forms}
        assert len(found) == 1
        keys |= found
    assert len(keys) == 40


def test_a_key_depends_on_the_stones_but_not_on_their_order() -> None:
    assert position_key(15, (1, 2, 3, 4)) == position_key(15, (3, 4, 1, 2))
    assert position_key(15, (1, 2, 3, 4)) != position_key(15, (2, 1, 4, 3))
    assert position_key(15, (1, 2, 3)) != position_key(16, (1, 2, 3))


# The file.


def test_a_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert list(labelled_games.read(hold(tmp_path, CONFIG, BY_HAND))) == [(CONFIG, BY_HAND)]


def test_a_position_takes_few_bytes(folder: Path) -> None:
    count = sum(len(game.positions) for game in played(folder))
    assert len(content(folder)) < 14 * count


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
    assert "another process writes to" in capsys.readouterr().err


# Arrays.


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_arrays_have_the_features_that_the_engine_evaluates(rule: int, tmp_path: Path) -> None:
    config = replace(CONFIG, rule=rule)
    some = [write_games.play(config, number) for number in range(4)]
    game = max(some, key=lambda one: len(one.positions))
    positions = dataset.load([hold(tmp_path, config, game)])
    engine, library = Engine(64 << 20), native.load()
    assert len(positions) == len(game.positions) > dataset.CHUNK // 4
    for i, at in enumerate(game.positions):
        colour = set_up(engine, rule, game.size, game.stones(at))
        sample = sample_of(engine, colour, Result(Cell(cell_at(0, 0)), NOTHING))
        wanted = (sample.cells[0] & NEAR > 0) & (sample.cells[0] != TAKEN)
        mine = slice(*positions.start[i : i + 2])
        cells = [row(cell) * game.size + column(cell) for cell in positions.cell[mine].tolist()]
        assert cells == np.flatnonzero(wanted).tolist()
        own, other = sample.cells[:, wanted] & ~np.uint16(NEAR)
        assert np.array_equal(positions.own[mine], own)
        assert np.array_equal(positions.other[mine], other)
        assert positions.static[i] == library.evaluate(engine._record, colour)
        assert (positions.colour[i], positions.score[i]) == (colour, at.score)
        assert cells[positions.chosen[i]] == at.move
        assert positions.key[i] == position_key(game.size, game.stones(at))


def test_arrays_have_the_labels_of_a_game(tmp_path: Path) -> None:
    positions = dataset.load(
        [hold(tmp_path, CONFIG, BY_HAND, replace(BY_HAND, winner=EMPTY, size=16))]
    )
    assert positions.rule == FREESTYLE
    assert positions.game.tolist() == [0, 0, 1, 1]
    assert positions.size.tolist() == [15, 15, 16, 16]
    assert positions.colour.tolist() == [WHITE, WHITE] * 2
    assert positions.stones.tolist() == [3, 5, 3, 5]
    assert positions.depth.tolist() == [0, 2, 0, 2]
    assert positions.score.tolist() == [-20, 29990] * 2
    assert positions.result.tolist() == [1, 1, 0, 0]
    assert positions.move[:2].tolist() == [cell_at(8, 6), cell_at(0, 0)]
    assert positions.cell[positions.start[0] + positions.chosen[0]] == cell_at(8, 6)
    assert positions.chosen[1] == -1  # a corner is far from all stones


def test_a_position_is_read_once_when_known_or_in_two_folders(tmp_path: Path) -> None:
    one, two = (hold(tmp_path / name, CONFIG, BY_HAND) for name in "ab")
    once = dataset.load([one])
    assert len(dataset.load([one, two])) == len(once) == 2
    rest = dataset.load([one], exclude=once.key[:1].tolist())
    assert rest.key.tolist() == once.key[1:].tolist()
    assert rest.own.tolist() == once.own[once.start[1] :].tolist()


def test_no_more_games_are_read_when_there_are_enough_positions(tmp_path: Path) -> None:
    folder = hold(tmp_path, CONFIG, BY_HAND, replace(BY_HAND, size=16))
    assert [len(dataset.load([folder], enough=enough)) for enough in (1, 2, 3)] == [2, 2, 4]


def test_the_static_score_is_the_networks_when_one_is_given(tmp_path: Path) -> None:
    game = write_games.play(CONFIG, 0)
    weights = twin.random_weights(1)
    evaluated = dataset.load([hold(tmp_path, CONFIG, game)], network=twin.packed(weights, 1)).static
    engine = Engine(64 << 20)
    for at, score in zip(game.positions, evaluated.tolist(), strict=True):
        colour = set_up(engine, FREESTYLE, game.size, game.stones(at))
        assert score == twin.score(weights, engine, colour, 1)


def test_folders_of_two_rules_or_without_positions_are_refused(tmp_path: Path) -> None:
    one, two = (
        hold(tmp_path / str(rule), replace(CONFIG, rule=rule), BY_HAND)
        for rule in (FREESTYLE, RENJU)
    )
    with pytest.raises(ValueError, match=r"games of several rules: \[0, 4\]"):
        dataset.load([one, two])
    with pytest.raises(ValueError, match="have no positions"):
        dataset.load([hold(tmp_path / "none", CONFIG)])

"""Labelled games as arrays, with the features that the engine evaluates."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from brain.cell import Cell
from brain.engine import Engine, Result
from brain.lexicon import EMPTY, FREESTYLE, RENJU, WHITE, cell_at, column, row
from brain.thinking import native
from brain.thinking.think import NOTHING
from brain.train import dataset, write_games
from brain.train.position_key import position_key
from brain.train.samples import NEAR, TAKEN, sample_of
from tests.support import network_twin as twin
from tests.support.labelled import BY_HAND, CONFIG, hold, set_up


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
        assert positions.static[i] == library.evaluate(engine.searcher.record, colour)
        stones = slice(*positions.stone_start[i : i + 2])
        seen = engine.searcher.stones
        assert dict(
            zip(
                positions.stone_cell[stones].tolist(),
                positions.stone_own[stones].tolist(),
                strict=True,
            )
        ) == {int(cell): one == colour for cell, one in seen}
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

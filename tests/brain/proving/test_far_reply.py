"""Moves that are proved in a window, by lemma 3 of docs/theorems.md, with white stones outside."""

from random import Random

from brain.engine import Engine
from brain.lexicon import cell_at
from brain.proving.far_reply import image
from tests.support import line_game


def test_moves_that_the_checker_accepts_win_from_a_window_of_seven() -> None:
    played = line_game.played_moves(Engine(1 << 20), Random(1), 150)
    assert played["accepted", True] >= 30
    assert not played["accepted", False]
    assert played["refused", False]


def test_an_image_of_a_tree_is_undone_by_the_same_mirror() -> None:
    tree = (cell_at(1, 2), cell_at(3, 4))
    assert image(tree, 1, (20, 20)) == (cell_at(18, 2), cell_at(16, 4))
    assert image(image(tree, 1, (20, 20)), 1, (20, 20)) == tree

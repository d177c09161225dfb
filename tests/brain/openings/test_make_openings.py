"""Making openings: they follow the seed and the recipe, and are quiet and legal."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import FREESTYLE, RENJU, STANDARD, colour_of
from brain.openings import make_openings
from brain.openings.make_openings import Recipe
from brain.openings.opening_book import offsets, parse_line


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(make_openings.MEMORY)
    yield engine
    engine.close()


def test_a_seed_determines_the_openings(engine: Engine) -> None:
    recipe = Recipe(FREESTYLE, 15, count=1, nodes=1000, seed=5)
    made = list(make_openings.openings(engine, recipe))
    assert len(made) == 1
    assert list(make_openings.openings(engine, recipe)) == made
    assert list(make_openings.openings(engine, replace(recipe, seed=6))) != made


def test_openings_are_continued_after_known_ones(engine: Engine) -> None:
    recipe = Recipe(FREESTYLE, 15, count=3, nodes=500, seed=5)
    made = list(make_openings.openings(engine, recipe))
    assert list(make_openings.openings(engine, recipe, made[:2])) == made[2:]
    with pytest.raises(ValueError, match="opening 2 is not one that these options give"):
        list(make_openings.openings(engine, recipe, made[:0:-1]))


def test_openings_stay_even_in_their_search(engine: Engine) -> None:
    recipe = Recipe(STANDARD, 15, count=2, bound=40, nodes=4000)
    for opening in list(make_openings.openings(engine, recipe)):
        engine.forget()
        assert make_openings.set_up(engine, opening, recipe)
        found = engine.think(colour_of(len(opening)), Limit(nodes=recipe.nodes))
        assert abs(found.score) <= recipe.bound


@pytest.mark.parametrize(("share", "width"), [(1e-4, inf), (0.005, 2.5), (0.25, 1.25), (1.1, 1.0)])
def test_windows_narrow_with_the_nodes(share: float, width: float) -> None:
    assert make_openings.width_at(share) == width


def test_openings_follow_the_recipe(engine: Engine) -> None:
    recipe = Recipe(STANDARD, 11, count=6, least=4, most=5, nodes=1000)
    for opening in make_openings.openings(engine, recipe):
        assert 4 <= len(opening) <= 5
        assert parse_line(offsets(opening, 11, 11), 11, 11) == opening


def test_nothing_is_made_when_no_opening_is_even_enough(engine: Engine) -> None:
    recipe = Recipe(FREESTYLE, 5, count=1, bound=-1, nodes=1)
    assert list(make_openings.openings(engine, recipe)) == []


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        (("a1", "o15", "c1", "n13", "e1"), True),
        (("a1", "o15", "c1", "b1", "e1"), False),
        (("a1", "o15", "c1", "n13", "f1"), False),
        (("o15", "a1", "n13", "b2", "k9", "c3"), True),
        (("a15", "c1", "b14", "e1", "k9", "f1", "d12"), True),
    ],
)
def test_three_stones_in_five_free_cells_make_four(
    drawing: tuple[str, ...], expected: bool
) -> None:
    assert make_openings.makes_four(parse_line("".join(drawing), 15, 15), 15) is expected


def test_a_forbidden_point_is_not_an_opening(engine: Engine) -> None:
    fork = parse_line("h7a1h6a3g8a5f8a7h8", 15, 15)
    assert make_openings.set_up(engine, fork, Recipe(FREESTYLE, 15))
    assert not make_openings.set_up(engine, fork, Recipe(RENJU, 15))

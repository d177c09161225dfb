"""Opening sets: read, written, turned and shuffled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.cell_names import ABOVE
from brain.engine import Engine, Limit
from brain.lexicon import (
    BLACK,
    CELL_FOUR,
    FREESTYLE,
    MAX_SIZE,
    MIN_SIZE,
    RENJU,
    WHITE,
    cell_at,
    colour_of,
)
from brain.notation import moves
from brain.openings import make_openings
from brain.openings.make_openings import Recipe
from brain.openings.opening_book import (
    TOURNAMENT,
    Opening,
    offsets,
    opening_of,
    parse,
    parse_line,
    shipped,
    shuffled,
)
from brain.rules.laws import RULES
from brain.rules.symmetry import canonical, symmetries, transformed
from protocol.match import plan
from protocol.tools import openings as openings_tool
from tests.support.boards import empty_board
from tests.support.naive import class_at, near_cells

SIZES = st.integers(MIN_SIZE, MAX_SIZE)
LENGTH = 100  # of a shipped set
SPOT_CHECKED = 10  # one opening of this number is compared with the twin
SHIPPED = [(FREESTYLE, 20), *((rule, 15) for rule in RULES)]
TOURNAMENTS = [(FREESTYLE, 20), *((rule, 15) for rule in RULES if rule != FREESTYLE)]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Opening, int, int]:
    width, height = draw(SIZES), draw(SIZES)
    points = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return tuple(draw(st.lists(points, unique=True, min_size=1, max_size=9))), width, height


# Notations.


@given(boards())
def test_an_opening_written_in_either_notation_is_read_again(
    board: tuple[Opening, int, int],
) -> None:
    opening, width, height = board
    assert parse_line(offsets(opening, width, height), width, height) == opening
    assert parse_line(moves.dumps(opening, height, ABOVE), width, height) == opening


def test_offsets_count_from_the_centre() -> None:
    assert parse_line("0,0, 1,-2", 15, 15) == ((7, 7), (8, 5))
    assert parse_line("0,0, 1,-2", 20, 20) == ((10, 10), (11, 8))
    assert offsets(((7, 7), (8, 5)), 15, 15) == "0,0, 1,-2"


def test_positions_count_from_the_upper_left_corner() -> None:
    assert parse_line("a1h8o15", 15, 15) == ((0, 0), (7, 7), (14, 14))
    assert moves.dumps(((0, 0), (7, 7), (14, 14)), 15, ABOVE) == "a1h8o15"


@pytest.mark.parametrize(
    "line",
    [
        *("0,0,1,-2", " 0, 0 , 1 ,-2 ", "0,0 1,-2", "0,0; 1,-2"),
        *("H8 I6", "h8i6\r", "h8, i6", "h8-i6", "1. h8 i6", "https://gomocalc.com/#/h8i10"),
    ],
)
def test_separators_and_case_do_not_count(line: str) -> None:
    assert parse_line(line, 15, 15) == ((7, 7), (8, 5))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0,0, 1", "neither offsets nor positions: expected pairs of numbers, got 0,0,1"),
        ("0 0", "neither"),
        ("hello", "neither"),
        ("h8 1,1", "neither"),
        ("h\N{ARABIC-INDIC DIGIT EIGHT}", "neither"),
        ("1,1-2,2", "neither"),
        ("0,0 8,0", "stone 2, 8,0 from the centre, is off the board of 15 x 15"),
        ("h0", "off the board"),
        ("h8p1", "stone 2, p1, is off the board of 15 x 15"),
        ("0,0, 1,1, 0,0", "two stones on one cell: stone 3, h8, is on stone 1"),
    ],
)
def test_a_line_that_is_not_an_opening_is_an_error(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_line(line, 15, 15)


def test_a_file_skips_empty_lines_and_mixes_notations() -> None:
    assert parse("0,0\n\n  \r\nh8i9\n", 15, 15) == (((7, 7),), ((7, 7), (8, 8)))


def test_a_byte_order_mark_does_not_count() -> None:
    assert parse("\ufeff0,0\n", 15, 15) == (((7, 7),),)


def test_a_bad_line_of_a_file_is_named() -> None:
    with pytest.raises(ValueError, match="line 3: neither"):
        parse("0,0\n\nx\n", 15, 15)


# Order.

THREE = (((1, 0),), ((2, 0),), ((3, 0),))


def test_a_seed_decides_the_order() -> None:
    many = tuple(((x, y),) for x in range(9) for y in range(9))
    assert shuffled(many, 1) == shuffled(many, 1) != shuffled(many, 2)
    assert sorted(shuffled(many, 1)) == sorted(many)


def test_openings_come_again_when_they_are_used_up() -> None:
    used = [opening_of(pair, THREE, (15, 15)) for pair in range(7)]
    assert used == [*THREE, *THREE, THREE[0]]


def test_openings_come_again_turned_where_that_is_wanted() -> None:
    turns = symmetries(15, 15)
    used = [opening_of(pair, THREE, (15, 15), turns) for pair in range(25)]
    assert used[:3] == list(THREE)
    assert used[3] == transformed(THREE[0], turns[1], 15, 15)
    assert len(set(used[:24])) == 24
    assert used[24] == used[0]


def test_without_openings_the_board_is_empty() -> None:
    assert opening_of(5, (), (15, 15)) == ()


# The command.


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(make_openings.MEMORY)
    yield engine
    engine.close()


def test_the_command_prints_openings_in_offsets(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rule", "4", "--size", "15", "--count", "2", "--nodes", "500"]
    assert openings_tool.main(arguments) == 0
    assert len(parse(capsys.readouterr().out, 15, 15)) == 2


@pytest.mark.parametrize("arguments", [["--rule", "5"], ["--size", "23"], ["--least", "9"]])
def test_the_command_refuses_impossible_openings(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        openings_tool.main(arguments)
    assert stopped.value.code == 2


# The shipped sets.


@pytest.mark.parametrize(("rule", "size"), SHIPPED)
def test_a_shipped_set_is_large_and_without_repeats(rule: int, size: int) -> None:
    openings = shipped(rule, size, size)
    assert len(openings) == LENGTH
    assert len({canonical(opening, rule, size, size) for opening in openings}) == len(openings)


@pytest.mark.parametrize(("rule", "size"), SHIPPED)
def test_a_shipped_set_is_even_by_todays_score(rule: int, size: int, engine: Engine) -> None:
    recipe = Recipe(rule, size)
    scores = []
    for opening in shipped(rule, size, size)[::10]:
        assert make_openings.set_up(engine, opening, recipe)
        turn = colour_of(len(opening))
        scores.append(abs(engine.think(turn, Limit(nodes=recipe.nodes)).score))
    stale = "the evaluation has changed: make the openings anew, as the README beside them says"
    assert sum(score > 2 * recipe.bound for score in scores) <= len(scores) // 10, stale


@pytest.mark.parametrize(("rule", "size"), TOURNAMENTS)
def test_a_tournament_set_is_without_repeats_and_even(rule: int, size: int, engine: Engine) -> None:
    openings = shipped(rule, size, size, TOURNAMENT)
    assert len({canonical(opening, rule, size, size) for opening in openings}) == len(openings)
    recipe = Recipe(rule, size)
    for opening in openings[:3]:
        assert make_openings.set_up(engine, opening, recipe)
        found = engine.think(colour_of(len(opening)), Limit(nodes=recipe.nodes))
        assert abs(found.score) <= 3 * recipe.bound


@pytest.mark.parametrize(("rule", "size"), SHIPPED)
def test_no_stone_makes_a_four_in_a_shipped_opening(rule: int, size: int, engine: Engine) -> None:
    searcher = engine.searcher
    for number, opening in enumerate(shipped(rule, size, size)):
        stones = {cell_at(x, y): colour_of(index) for index, (x, y) in enumerate(opening)}
        engine.new_game(size, size, rule)
        for cell, colour in stones.items():
            engine.place(cell, colour)
        board = empty_board(size, size) | stones
        for cell in near_cells(stones) & board.keys() - stones.keys():
            for colour in (BLACK, WHITE):
                found = searcher.class_of(cell, colour)
                assert found < CELL_FOUR
                if number % SPOT_CHECKED == 0:
                    assert found == class_at(board, cell, colour, rule)


def test_there_is_no_set_for_another_size() -> None:
    with pytest.raises(ValueError, match=r"no openings for renju on 19 x 19 .* only on 15 x 15"):
        shipped(RENJU, 19, 19)


def test_a_bad_line_is_named_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("0,0\n8,0\n", encoding="utf-8")
    engines = ["--engine", "name=a", "command=a", "--engine", "name=b", "command=b"]
    with pytest.raises(SystemExit) as stopped:
        plan.read([*engines, "--each", "nodes=1", "--openings", str(path)])
    assert stopped.value.code == 2
    assert f"{path}: line 2: stone 1, 8,0 from the centre, is off" in capsys.readouterr().err

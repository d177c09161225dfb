"""A wrong argument of the public API raises a ValueError that names it."""

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from brain import BLACK, Board, Cell, Engine, Limit, Position
from brain.thinking.table import Table

MEMORY = 64 << 20
FEW = Limit(depth=1)
BOARD = Board.read("h8i9")
H8 = Cell.named("h8")
ODD: tuple[Any, ...] = (
    None,
    "3",
    "350MB",
    b"h8",
    2.5,
    float("nan"),
    -1,
    1 << 70,
    True,
    [1],
    ("h", 8),
    {},
    object(),
)

Call = Callable[[Engine, Any], object]
# The values passed for each argument.
ARGUMENTS: dict[str, Call] = {
    "memory_bytes of a new engine": lambda engine, odd: Engine(odd).close(),
    "memory_bytes": lambda engine, odd: engine.set_memory(odd),
    "table_bytes": lambda engine, odd: engine.set_table(odd),
    "threads": lambda engine, odd: engine.set_threads(odd),
    "level": lambda engine, odd: engine.set_caution(odd),
    "board": lambda engine, odd: engine.analyse(odd, FEW),
    "limit": lambda engine, odd: engine.analyse(BOARD, odd),
    "limit at the start": lambda engine, odd: engine.play(Board(), odd),
    "lines": lambda engine, odd: engine.analyse(BOARD, FEW, odd),
    "report": lambda engine, odd: engine.analyse(BOARD, FEW, 1, odd),
    "strength": lambda engine, odd: engine.play(BOARD, FEW, odd),
    "colour": lambda engine, odd: engine.think(odd, FEW),
    "barred": lambda engine, odd: engine.think(BLACK, FEW, barred=odd),
    "a barred cell": lambda engine, odd: engine.think(BLACK, FEW, barred=[odd]),
    "stones": lambda engine, odd: engine.lay(15, 15, 0, odd),
    "a stone": lambda engine, odd: engine.lay(15, 15, 0, [odd]),
    "a stone's cell": lambda engine, odd: engine.lay(15, 15, 0, [(odd, BLACK)]),
    "a stone's colour": lambda engine, odd: engine.lay(15, 15, 0, [(H8, odd)]),
    "width": lambda engine, odd: engine.new_game(odd, 15, 0),
    "rule": lambda engine, odd: engine.new_game(15, 15, odd),
    "walls": lambda engine, odd: engine.new_game(15, 15, 0, odd),
    "a wall": lambda engine, odd: engine.new_game(15, 15, 0, [odd]),
    "a placed cell": lambda engine, odd: engine.place(odd, BLACK),
    "a placed colour": lambda engine, odd: engine.place(H8, odd),
    "a cell taken back": lambda engine, odd: engine.take_back(odd),
    "a cell asked about": lambda engine, odd: engine.is_empty(odd),
    "a cell that may be forbidden": lambda engine, odd: engine.is_forbidden(odd),
    "a colour that may win": lambda engine, odd: engine.makes_five(H8, odd),
    "seconds": lambda engine, odd: engine.play(BOARD, Limit(odd, depth=1)),
    "nodes": lambda engine, odd: engine.play(BOARD, Limit(nodes=odd, depth=1)),
    "soft seconds": lambda engine, odd: engine.play(BOARD, Limit(depth=1, soft_seconds=odd)),
    "size": lambda engine, odd: Board(odd),
    "one side": lambda engine, odd: Board((odd, 15)),
    "a board's rule": lambda engine, odd: Board(15, odd),
    "text": lambda engine, odd: Board.read(odd),
    "points": lambda engine, odd: Board.of(odd),
    "SGF": lambda engine, odd: Board.from_sgf(odd),
    "game": lambda engine, odd: Board.from_sgf(BOARD.sgf(), odd),
    "PSQ": lambda engine, odd: Board.from_psq(odd),
    "a property": lambda engine, odd: BOARD.sgf(PB=odd),
    "a move": lambda engine, odd: Board().push(odd),
    "turn": lambda engine, odd: Position(15, 15, 0, (), odd),
    "black stones": lambda engine, odd: Position.of_colours(15, 15, 0, BLACK, odd, ()),
    "a class for a board": lambda engine, odd: engine.analyse(Board, FEW),  # type: ignore[arg-type]
    "a class for a limit": lambda engine, odd: engine.play(BOARD, Limit, 50),  # type: ignore[arg-type]
    "a limit at a strength": lambda engine, odd: engine.play(BOARD, odd, 50),
    "watch": lambda engine, odd: engine.think(BLACK, FEW, watch=odd),
    "a position's stones": lambda engine, odd: Position(15, 15, 0, odd),
    "a position's walls": lambda engine, odd: Position(15, 15, 0, (), BLACK, odd),
    "a column": lambda engine, odd: Cell.at(odd, 1),
    "a cell's name": lambda engine, odd: Cell.named(odd),
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(MEMORY) as found:
        yield found


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_a_wrong_argument_is_a_value_error_after_which_the_engine_plays(
    argument: str, engine: Engine
) -> None:
    for odd in ODD:
        with suppress(ValueError):
            ARGUMENTS[argument](engine, odd)
    assert engine.play(BOARD, FEW).move


@pytest.mark.parametrize(
    ("argument", "given", "message"),
    [
        ("memory_bytes of a new engine", "350MB", "memory_bytes: expected an integer of 0 or more"),
        ("table_bytes", -1, "table_bytes: expected an integer of 0 or more, got -1"),
        ("threads", "2", "threads: expected an integer, got '2'"),
        ("level", None, "level: expected an integer, got None"),
        ("board", "h8", "board: expected a Board or a Position, got 'h8'"),
        ("limit", 5, "limit must be a Limit, such as Limit(seconds=1), not 5"),
        ("limit at the start", 5, "limit must be a Limit, such as Limit(seconds=1), not 5"),
        ("lines", "3", "lines: expected an integer from 1 to 484, got '3'"),
        ("lines", 0, "lines: expected an integer from 1 to 484, got 0"),
        ("report", None, "report must be a function, not None"),
        ("strength", 101, "strength: expected an integer from 0 to 100, got 101"),
        ("strength", "50", "strength: expected an integer from 0 to 100, got '50'"),
        ("colour", [1], "[1] is not a colour: 1 is black, 2 is white"),
        ("barred", 5, "barred: expected a list, got 5"),
        ("a barred cell", "h8", "'h8' is not a cell, such as Cell.named('h8')"),
        ("stones", [1], "stones: expected a list of (cell, colour), got [1]"),
        ("a stone's cell", None, "None is not a cell"),
        ("width", "15", "width: expected an integer, got '15'"),
        ("rule", True, "rule: expected an integer, got True"),
        ("walls", None, "walls: expected a list, got None"),
        ("one side", "15", "expected two integers, got ('15', 15)"),
        ("text", None, "text: expected a string, got None"),
        ("points", 5, "points: expected a list, got 5"),
        ("game", "1", "game: expected an integer of 1 or more, got '1'"),
        ("a property", 5, "PB: expected a string, got 5"),
        ("a column", "h", "expected two integers, got ('h', 1)"),
        ("black stones", None, "black: expected a list, got None"),
        ("black stones", [None], "None is not a cell"),
        ("a class for a board", 0, "board: expected a Board or a Position, got <class"),
        ("a class for a limit", 0, "limit must be a Limit, such as Limit(seconds=1), not <class"),
        ("watch", 5, "watch must be a function, not 5"),
    ],
)
def test_the_error_names_the_argument_and_the_reason(
    argument: str, given: object, message: str, engine: Engine
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        ARGUMENTS[argument](engine, given)


def test_a_limit_of_a_thousand_years_is_one(engine: Engine) -> None:
    assert engine.analyse(BOARD, Limit(seconds=4e10, depth=4)).analysis.depth == 4


@pytest.mark.parametrize("name", ["pb", "P B", "SZ", "B", "AW", "PL"])
def test_a_property_that_the_game_has_or_none_can_be_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} can't be added"):
        BOARD.sgf(**{name: "aa"})


def test_a_database_keeps_no_file_open(engine: Engine, tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        for odd in (file.fileno(), None, b"file"):
            with pytest.raises(ValueError, match="path: expected a file, got "):
                engine.set_database(odd)  # type: ignore[arg-type]
        file.write(b"it is still open")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_owner_of_memory_cannot_be_copied(
    copied: Callable[[object], object], engine: Engine
) -> None:
    with pytest.raises(TypeError, match="an Engine can't be copied or pickled"):
        copied(engine)
    with pytest.raises(TypeError, match="a Table can't be copied or pickled"):
        copied(Table(0))
    assert engine.play(BOARD, FEW).move

"""The table of rules, and a sixth rule that CONTRIBUTING's recipe adds to a copy of the program."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brain.files.stored import DATA
from brain.lexicon import BLACK, RENJU, STANDARD, WHITE
from brain.rules.laws import RULES, TABLE, most_stones, packed_law
from tests import ROOT

NUMBER = 10
ROW = f"""    Rule(
        number={NUMBER},
        name="exact black",
        kata="EXACT_BLACK",
        titles=dict.fromkeys(("en", "cs", "ja", "ko", "ru", "vi", "zh-CN", "zh-TW"), "Exact Black"),
        spellings="exactblack blackexact",
        laws={{BLACK: Law(exact=True), WHITE: Law()}},
    ),
"""
END = ")\nTABLE ="  # of the rows
# Prints the copy's data on the rule as JSON.
QUESTIONS = f"""
import json
from brain import Board, Engine, Limit
from brain.cell import Cell
from brain.lexicon import BLACK, WHITE, opponent
from brain.rules.fives import is_five
from brain.rules.grid import empty_board, with_stone
from brain.thinking.clock import TimeControl
from protocol.page import rules
from protocol.piskvork.settings import Settings

RULE = {NUMBER}
data = {{
    "page": json.loads(rules())[str(RULE)]["name"],
    "info": Settings(TimeControl()).rule(RULE),
}}
with Engine() as engine:
    for colour in (BLACK, WHITE):
        grid = empty_board(15, 15)
        for name in ("c8", "d8", "e8", "g8", "h8"):
            grid = with_stone(grid, Cell.named(name), colour)
        stones = [(cell, colour) for cell in grid if grid[cell]]
        engine.lay(15, 15, RULE, stones)
        six = Cell.named("f8")
        data[f"six {{colour}}"] = [engine.makes_five(six, colour), is_five(grid, six, colour, RULE)]
    cross = [Cell.named(name) for name in ("g8", "i8", "h7", "h9")]
    engine.lay(15, 15, RULE, [(cell, BLACK) for cell in cross])
    data["fouls"] = [engine.is_forbidden(Cell.named("h8")), list(engine.forbidden_points())]
    board = Board(9, "exact black")
    while board.ending is None:
        engine.set_up(board)
        colour = board.turn
        move = engine.play(board, Limit(nodes=300)).move
        wins = engine.makes_five(move, colour)
        board.push(move)
    data["game"] = [board.ending, wins, len(board.moves)]
    data["read"] = [Board.from_sgf(board.sgf()).rule, Board.from_sgf(board.sgf()) == board]
print(json.dumps(data))
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with a sixth rule: a row, and files with its number."""
    folder = tmp_path_factory.mktemp("sixth")
    for package in ("brain", "protocol"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    laws = folder / "brain" / "rules" / "laws.py"
    text = laws.read_text("utf-8")
    assert text.count(END) == 1
    laws.write_text(text.replace(END, ROW + END), "utf-8")
    # The colours have different laws, as in renju, so the network has rows for both.
    for name, like in (("tables", STANDARD), ("swap2", STANDARD), ("network", RENJU)):
        for path in DATA.glob(f"{name}-{like}-*.bin"):
            checksum = path.stem.rpartition("-")[2]
            shutil.copy(path, folder / "brain" / "data" / f"{name}-{NUMBER}-{checksum}.bin")
    return folder


@pytest.fixture(scope="module")
def sixth_rule(copied: Path) -> dict[str, Any]:
    """Return the copy's data on the sixth rule."""
    command = [sys.executable, "-c", QUESTIONS]
    done = subprocess.run(command, cwd=copied, capture_output=True, text=True)
    assert (done.stderr, done.returncode) == ("", 0)
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_only_whites_six_wins_by_the_sixth_rule(sixth_rule: dict[str, Any]) -> None:
    assert sixth_rule[f"six {BLACK}"] == [False, False]  # by the kernels, by the plain rules
    assert sixth_rule[f"six {WHITE}"] == [True, True]


def test_the_sixth_rule_has_no_fouls(sixth_rule: dict[str, Any]) -> None:
    assert sixth_rule["fouls"] == [False, []]


def test_the_engine_plays_a_game_of_the_sixth_rule_to_its_end(sixth_rule: dict[str, Any]) -> None:
    ending, wins, stones = sixth_rule["game"]
    assert (ending, wins) in (("five", True), ("full board", False))
    assert 9 <= stones <= 81


def test_sgf_and_the_page_name_the_sixth_rule(sixth_rule: dict[str, Any]) -> None:
    assert sixth_rule["read"] == [NUMBER, True]
    assert sixth_rule["page"] == "exact black"


def test_a_manager_may_set_the_sixth_rule(sixth_rule: dict[str, Any]) -> None:
    assert sixth_rule["info"] == [NUMBER, ""]  # without a complaint


def test_the_names_of_rules_differ() -> None:
    for names in (
        [rule.name for rule in TABLE.values()],
        [rule.kata for rule in TABLE.values()],
        [name for rule in TABLE.values() for name in rule.spellings.split()],
        *([rule.titles[language] for rule in TABLE.values()] for language in TABLE[0].titles),
    ):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("rule", RULES)
def test_only_black_has_fouls(rule: int) -> None:
    assert not TABLE[rule].laws[WHITE].fouls


def test_a_law_is_packed_bit_by_bit() -> None:
    assert packed_law(STANDARD) == 0b000_000_110
    assert packed_law(RENJU) == 25 << 9 | 0b010_000_010


@pytest.mark.parametrize(("cells", "stones"), [(225, 200), (26, 1), (25, 25)])
def test_renju_is_drawn_25_plies_before_the_end_if_the_board_is_larger(
    cells: int, stones: int
) -> None:
    assert most_stones(cells, RENJU) == stones

"""The documentation is true: commands are run as a person types them, links have targets, and
example files are parsed or made again. Commands that .ci/run runs are skipped.
"""

import importlib.util
import json
import os
import re
import shlex
import zlib
from dataclasses import fields
from math import comb
from pathlib import Path

import numpy as np
import pytest

from brain import position_database, position_lines
from brain.cell_names import ABOVE, row_numbered
from brain.certificates import certificate
from brain.certificates.check import Rules, check
from brain.certificates.stones import Stones, bits
from brain.engine import Engine
from brain.files import checksum, stored
from brain.game_board import Board
from brain.kernels.position.patterns import combination_of
from brain.lexicon import BLACK, CLASSES, COMBINATIONS, FREESTYLE, PATTERNS, WHITE, cell_at
from brain.notation import moves
from brain.notation import psq as notation
from brain.notation import sgf as notated
from brain.notation.canonical_key import key_of
from brain.openings import opening_book, swap2
from brain.proving.build_database import collect
from brain.rules.laws import RULE_NAMES, RULES
from brain.train import labelled_games, position_table, tables
from protocol.cli.toolbox import TOOLS
from protocol.match import folderlock, plan
from protocol.reading import positions
from protocol.records import jsonl, match_psq, match_sgf, pgn, puzzle_files
from protocol.records.games import Ending, Game, PlayedMove
from protocol.tools import analyse, explain, review, train
from tests import ROOT, floors_picture
from tests.support import labelled
from tests.support.pages import PAGES, Page, desk, is_checked, run

FORMATS = Page("docs/formats.md").text
COMMANDS = [*dict.fromkeys(command for page in PAGES for command in page.commands)]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@pytest.mark.parametrize("command", [text for text in COMMANDS if not is_checked(text)])
def test_a_command_succeeds(command: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if "html_page" in command:
        request.getfixturevalue("page_engine")
    done = run(command, desk(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@each_page
def test_every_tool_and_module_that_is_named_exists(page: Page) -> None:
    assert page.tools <= set(TOOLS)
    assert [name for name in page.modules if not importlib.util.find_spec(name)] == []


@each_page
def test_every_long_command_is_one_that_exists(page: Page) -> None:
    for command in page.long_commands:
        program, *arguments = shlex.split(command)
        is_installed = Path(program).name in ("apt-get", "pip", "python", "tengen")
        assert is_installed or os.access(ROOT / program, os.X_OK)
        if arguments[0] == "match":
            assert plan.read(arguments[1:])
        if arguments[0] == "train":
            assert train.parser().parse_args(arguments[1:])


@each_page
def test_every_link_leads_somewhere(page: Page) -> None:
    for file, heading in page.links:
        target = (page.path.parent / file).resolve() if file else page.path
        assert target.exists(), file
        assert not heading or heading in Page(target.relative_to(ROOT).as_posix()).anchors


def section(title: str) -> str:
    """Return a section of the page of formats."""
    return FORMATS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(title: str, language: str) -> list[str]:
    """Return a section's examples in a language."""
    return re.findall(rf"```{language}\n(.*?)```", section(title), re.DOTALL)


def words(title: str) -> list[str]:
    """Return the words of a section's command."""
    (command,) = blocks(title, "sh")
    return shlex.split(command.replace("\\\n", " "))


def keys(title: str) -> list[str]:
    """Return the names in the first column of a section's tables."""
    rows = re.findall(r"^\| (`.*?) \|", section(title), re.MULTILINE)
    return [key for row in rows for key in re.findall(r"`([^`]*)`", row)]


def names(kind: type) -> list[str]:
    """Return the names of a dataclass's fields."""
    return [field.name for field in fields(kind)]


def game() -> Game:
    """Return the game that the page shows in every format."""
    (text,) = blocks("games.jsonl", "json")
    return jsonl.loads(text)


def test_a_game_is_kept_with_the_keys_that_the_page_lists() -> None:
    (text,) = blocks("games.jsonl", "json")
    assert json.loads(checksum.opened_object(jsonl.dumps(game()))) == json.loads(text)
    assert list(json.loads(text)) == names(Game)
    assert keys("games.jsonl") == [*names(Game), *names(PlayedMove), *Ending]


def test_a_table_of_positions_has_the_columns_that_the_page_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    games = labelled.hold(tmp_path, labelled.CONFIG, labelled.BY_HAND)
    position_table.write(Path("positions.npz"), position_table.labelled_rows(games))
    (code,) = blocks("Position tables", "python")
    values: dict[str, np.ndarray] = {}
    exec(code, values)
    table = values["table"]
    assert keys("Position tables") == list(table)
    types = re.findall(r"^\| `.*` \| (u?int\d+|bool) \|", section("Position tables"), re.MULTILINE)
    assert types[:2] + types[2:3] * 2 + types[3:] == [str(table[name].dtype) for name in table]
    assert values["own"].sum(axis=(1, 2)).tolist() == [1, 2]
    assert values["known"].tolist() == [True, False]


def test_the_number_of_every_rule_is_documented() -> None:
    named = ", ".join(f"{number} {name}" for number, name in RULE_NAMES.items())
    assert f": {named}." in FORMATS


@pytest.mark.parametrize("name", ["PSQ", "SGF", "PGN"])
def test_the_game_is_written_in_other_formats_as_shown(name: str) -> None:
    dumps = {"PSQ": match_psq.dumps, "SGF": match_sgf.dumps, "PGN": pgn.dumps}[name]
    (shown,) = blocks(name, "text")
    assert dumps(game()).rstrip("\n") == shown.rstrip("\n")


def test_every_error_code_of_psq_is_documented() -> None:
    codes = re.findall(r"^\| (-?\d+) \|", section("PSQ"), re.MULTILINE)
    assert {int(code) for code in codes} == {
        notation.NORMAL,
        notation.UNKNOWN,
        *match_psq.CODES.values(),
    }


def test_every_property_of_sgf_is_documented() -> None:
    (shown,) = blocks("SGF", "text")
    written = set(re.findall(r"([A-Z]{2})\[", shown)) - {"FF", "GM", "CA"}
    assert {*written, "C"} == set(keys("SGF"))


def test_a_match_keeps_its_settings_as_shown(tmp_path: Path) -> None:
    event = plan.read(words("match.json")[2:]).event
    (shown,) = blocks("match.json", "json")
    with folderlock.locked(tmp_path, event):
        kept = json.loads((tmp_path / folderlock.EVENT).read_text(encoding="utf-8"))
    assert kept == json.loads(shown)
    assert list(kept) == keys("match.json")


def test_every_way_to_write_moves_is_read() -> None:
    (text,) = blocks("Positions", "text")
    read = [positions.read(line, positions.Reading()) for line in text.splitlines()]
    assert {(frozenset(one.stones), one.turn) for one in read} == {
        (frozenset(Board.read("h8i9g7").stones), WHITE)
    }


def test_the_drawn_board_is_read() -> None:
    (text,) = blocks("Drawn boards", "text")
    assert Board.read(text).key == "7 renju black=d5d4 white=e4 turn=white"


def test_the_rule_has_the_names_that_the_page_lists() -> None:
    _, table = section("Positions").split("| rule |")
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (.*) \|$", table, re.MULTILINE))
    assert set(rows) == set(RULE_NAMES.values())
    for rule, name in RULE_NAMES.items():
        spelled = re.split(r", |; [a-z ]+: ", rows[name])
        assert [notated.rule_spelled(text) for text in spelled] == [rule] * len(spelled)


def test_both_notations_describe_the_same_opening() -> None:
    (text,) = blocks("Openings", "text")
    first, second = opening_book.parse(text, 15, 15)
    assert first == second
    names = moves.dumps(first, 15, ABOVE)
    assert text.splitlines() == [opening_book.offsets(first, 15, 15), names]


def test_analysis_is_printed_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert analyse.main(words("Analysis")[2:]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (text,) = blocks("Analysis", "json")
    shown = [json.loads(line) for line in text.splitlines()]
    assert [{**line, "ms": 0} for line in printed] == [{**line, "ms": 0} for line in shown]
    assert keys("Analysis") == list(dict.fromkeys(key for line in shown for key in line))


def test_a_review_is_printed_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert review.main(words("Review")[2:]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (text,) = blocks("Review", "json")
    shown = [json.loads(line) for line in text.splitlines()]
    shown[0]["line"]["ms"] = printed[-len(shown)]["line"]["ms"]
    assert printed[-len(shown) :] == shown
    *nodes, summary, chapter, why = shown
    assert "chapter" in chapter
    own = [*nodes[0], "summary", "why", "page", *summary["summary"]]
    assert keys("Review") == [*own, *list(why["why"])[3:]]


def test_commented_sgf_is_printed_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyse.main(words("Commented SGF")[2:]) == 0
    (shown,) = blocks("Commented SGF", "text")
    assert capsys.readouterr().out == shown


def test_an_explanation_is_printed_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain.main(words("Explanation")[2:]) == 0
    (shown,) = blocks("Explanation", "json")
    assert capsys.readouterr().out == shown
    chapter, last = map(json.loads, shown.splitlines())
    named = {*chapter, *chapter["line"][0], "summary", *last["summary"]}
    assert named <= set(keys("Explanation"))


def test_the_puzzle_shown_is_one() -> None:
    (text,) = blocks("Puzzles", "json")
    problem = puzzle_files.loads(text)
    assert puzzle_files.dumps(problem) == text
    assert problem.check() == problem.plies
    assert keys("Puzzles") == names(puzzle_files.Problem)


def test_the_certificate_shown_is_one() -> None:
    (text,) = blocks("Certificate", "json")
    data, *_ = blocks("Certificate", "text")  # the drawn boards follow
    claim = certificate.from_json(text)
    assert certificate.to_json(claim) == text
    assert certificate.dumps(claim) == bytes.fromhex(data)
    assert check(claim).plies == 3
    assert keys("Certificate") == list(json.loads(text))


def drawn(page: str) -> list[dict[str, list[int]]]:
    """Return the cells of each sign of the boards that a page draws."""
    boards = []
    for block in re.findall(r"```text\n    a b c.*\n((?: \d  .*\n)*)```", Page(page).text):
        board: dict[str, list[int]] = {}
        for line in block.splitlines():
            for x, sign in enumerate(line[4:].split(" ")):
                board.setdefault(sign, []).append(cell_at(x, row_numbered(int(line[:2]), 9)))
        boards.append(board)
    return boards


def laid(board: dict[str, list[int]]) -> Stones:
    """Return the stones of a drawn board of 9 x 9: X attacks, O defends."""
    inside = bits(cell_at(x, y) for x in range(9) for y in range(9))
    return Stones(bits(board["X"]), bits(board["O"]), inside)


@pytest.mark.parametrize("page", ["docs/formats.md", "docs/glossary.md"])
def test_the_drawn_boards_show_a_window_a_double_and_a_threat_line(page: str) -> None:
    window, double, line = drawn(page)
    rules = Rules(FREESTYLE, BLACK)
    assert rules.fives(laid(window)) == bits(window["+"])
    stones = laid(double)
    assert list(rules.doubles(stones, stones.other)) == double["*"]
    assert rules.fives(stones.played(*double["*"])) == bits(double["+"])
    steps = list(rules.steps((*line["1"], *line["2"]), laid(line)))
    assert [step.defences for step in steps] == [bits(line["d"]), 0]
    assert rules.fives(steps[-1].board) == bits(line["+"])


def test_the_position_database_is_as_described() -> None:
    (schema,), (key,) = blocks("Position database", "sql"), blocks("Position database", "text")
    assert schema == f"{position_database.SCHEMA}\n"
    board = Board.read("15 renju black=h8 white=h9")
    assert key_of(board, BLACK)[0] == bytes.fromhex(key)
    columns = position_database.FIELDS.split(", ")
    assert keys("Position database")[:6] == ["key", *columns]
    (line,) = blocks("Position lines", "json")
    assert f"{position_lines.dumps(*position_lines.loads(line))}\n" == line
    assert keys("Position lines") == ["position", *columns, "rows"]


def test_the_database_shown_is_made_of_the_certificate_shown() -> None:
    (text,) = blocks("Database", "json")
    (data,) = blocks("Database", "text")
    claim = certificate.from_json(text)
    assert certificate.to_json(claim) == text
    assert collect(Engine(1 << 20), [claim]) == bytes.fromhex(data)


@pytest.mark.parametrize("rule", RULES)
def test_tables_have_the_documented_offsets(rule: int) -> None:
    (path,) = stored.DATA.glob(f"tables-{rule}-*.bin")
    data, end = path.read_bytes(), 0
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| ([\d, ]+) \|", section("Rule tables"), re.MULTILINE)
    for start, name, shape in rows:
        array = np.array(getattr(tables.read(rule), name))
        found = np.frombuffer(data, "<i2", array.size, int(start))
        assert int(start) == end
        assert array.shape == tuple(int(length) for length in shape.split(", "))
        assert np.array_equal(found, array.ravel())
        end += found.nbytes
    assert [name for _, name, _ in rows] == names(tables.Tables)
    assert end == len(data)
    assert f" {end} bytes" in section("Rule tables").replace("\n", " ")


def test_a_combination_has_the_number_that_the_page_gives() -> None:
    assert "C(d + 3, 4) + C(c + 2, 3) + C(b + 1, 2) + a" in section("Rule tables")
    assert f"Patterns, 0 to {PATTERNS - 1}, and cell classes, 0 to {CLASSES - 1}," in FORMATS
    for a, b, c, d in ((0, 0, 0, 0), (1, 4, 4, 9), (2, 5, 11, 13), (13, 13, 13, 13)):
        number = comb(d + 3, 4) + comb(c + 2, 3) + comb(b + 1, 2) + a
        assert combination_of(d, b, a, c) == number < COMBINATIONS


def test_a_labelled_game_has_the_numbers_that_the_page_shows() -> None:
    (line,) = blocks("Labelled games", "json")
    assert keys("Labelled games") == names(labelled_games.SelfPlayConfig)
    written = labelled_games.SelfPlayConfig.of_line(line.encode()).line().decode()
    assert json.loads(checksum.opened_object(written)) == json.loads(line)
    (shown,) = blocks("Labelled games", "text")
    game = labelled_games.LabelledGame(
        size=15,
        winner=WHITE,
        opening=3,
        moves=(112, 113, 97, 98),
        positions=(
            labelled_games.Labelled(3, (), -20, 98),
            labelled_games.Labelled(3, (98, 99), 185, 83),
        ),
    )
    packed = game.packed()
    assert (
        int.from_bytes(packed[: labelled_games.LENGTH_BYTES], "little")
        == len(packed) - labelled_games.LENGTH_BYTES
    )
    numbers = np.frombuffer(zlib.decompress(packed[labelled_games.LENGTH_BYTES :]), "<i2")
    assert numbers.tolist() == [int(number) for number in shown.split()]


def test_an_opening_of_swap2_is_in_its_file_as_shown() -> None:
    (path,) = stored.DATA.glob(f"swap2-{FREESTYLE}-*.bin")
    shown_bytes, shown = blocks("Swap2 openings", "text")
    assert path.read_bytes().startswith(bytes.fromhex(shown_bytes))
    steps = ", ".join(f"{x},{y}" for x, y in swap2.openings(FREESTYLE)[0])
    assert shown == f"{steps}\n"


def test_the_picture_of_the_floors_is_fresh() -> None:
    is_fresh = floors_picture.PICTURE.read_text(encoding="utf-8") == floors_picture.drawn()
    assert is_fresh, "run  python -m tests.floors_picture"

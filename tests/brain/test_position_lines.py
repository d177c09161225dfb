"""Entries of positions as JSON lines, and those of SGF games."""

import json

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.position_database import NO_ENTRY, PositionEntry
from brain.position_lines import dumps, loads, read
from brain.score import Score

BOARD = Board.read("20x15 renju black=h8g9 white=i9 walls=a1 turn=white")
ENTRY = PositionEntry(Score(0), 12, Cell.named("h9", 15), "w", "黑\n2")


def test_a_line_keeps_every_field() -> None:
    line = dumps(BOARD.position, ENTRY)
    assert line.isprintable()
    position, entry = loads(line)
    assert (position.stones, entry) == (BOARD.position.stones, ENTRY)
    assert (position.turn, position.walls, position.rule) == (2, tuple(BOARD.walls), 4)


def test_fields_without_content_are_left_out() -> None:
    assert json.loads(dumps(BOARD.position, NO_ENTRY)) == {"position": BOARD.text, "rows": "below"}
    line = json.dumps({"position": "h8", "value": None, "move": None, "comment": None})
    assert loads(line) == (Board.read("h8").position, NO_ENTRY)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("h8", "expected an object with a position, got 'h8'"),
        ("[" * 100_000, "expected an object with a position"),
        ("[]", "expected an object with a position"),
        ("{}", "position: expected a string, got None"),
        ('{"position": "h8", "valu": 3}', "'valu' is not a field of a position"),
        ('{"position": "h8h8"}', "h8 has a black stone"),
        ('{"position": "h8", "value": "high"}', "value: expected an integer, got 'high'"),
        ('{"position": "h8", "move": 3}', "move: expected a string, got 3"),
        ('{"position": "h8", "move": "zz"}', "'zz' is not a cell"),
        ('{"position": "h8", "rows": "left"}', "rows: expected below or above, got 'left'"),
    ],
)
def test_a_wrong_line_is_refused_with_its_field(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason.replace("[", r"\[")):
        loads(line)


def test_a_line_that_does_not_say_so_counts_rows_from_above() -> None:
    line = '{"position": "20x15 freestyle h8i9", "move": "a1"%s}'
    above, below = loads(line % ""), loads(line % ', "rows": "below"')
    assert [cell.y for cell, _ in above[0].stones] == [7, 8]
    assert [cell.y for cell, _ in below[0].stones] == [7, 6]
    assert (above[1].move, below[1].move) == (Cell.at(0, 0), Cell.at(0, 14))


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_a_separator_in_a_comment_does_not_end_the_line(sign: str) -> None:
    (_, entry), _ = read(f'{{"position": "h8", "comment": "a{sign}b"}}\r\n{{"position": "i9"}}\n')
    assert entry.comment == f"a{sign}b"


def test_blank_lines_are_skipped_and_a_wrong_line_is_named() -> None:
    line = '{"position": "15 renju h8", "value": 5}'
    assert list(read(f"\n{line}\n \n")) == [loads(line)]
    with pytest.raises(ValueError, match=r"^line 4: expected an object"):
        list(read(f"\n{line}\n\n[]\n"))

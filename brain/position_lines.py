"""Entries of position databases as JSON lines.

An object has "position", the one-line text of a board, the fields of its entry, and "rows": where
its names count rows from, above without it. Another field that is missing or null has no content.
"""

import json
from collections.abc import Iterator

from brain import cell_names
from brain.cell import Cell
from brain.cell_names import ABOVE, shown_rows
from brain.game_board import Board
from brain.notation.text import excerpt
from brain.position import Position
from brain.position_database import NO_ENTRY, PositionEntry, Stored
from brain.score import Score
from brain.validation import json_of, number_of, text_of

POSITION, MOVE, VALUE, ROWS = "position", "move", "value", "rows"


def text_of_position(position: Position) -> str:
    """Return the one-line text of a position."""
    sides = position.black, position.white, position.walls
    size = position.width, position.height
    return Board.setup(*sides, turn=position.turn, size=size, rule=position.rule).text


def dumps(position: Position, entry: PositionEntry) -> str:
    """Return the line of a position; fields without content are left out."""
    fields = entry._asdict() | {MOVE: entry.move.name if entry.move else None}
    usual = NO_ENTRY._asdict()
    given = {name: field for name, field in fields.items() if field != usual[name]}
    line = {POSITION: text_of_position(position), **given, ROWS: shown_rows()}
    return json.dumps(line, ensure_ascii=False)


def loads(line: str) -> Stored:
    """Return the position and the entry of a line. ValueError names a wrong field."""
    try:
        fields = json_of(line)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise ValueError(f"expected an object with a position, got {excerpt(line)}")
    unknown = fields.keys() - {POSITION, ROWS, *PositionEntry._fields}
    if unknown:
        raise ValueError(f"{excerpt(min(unknown))} is not a field of a position")
    rows = fields.pop(ROWS, ABOVE)
    if rows not in cell_names.ROWS:
        raise ValueError(f"{ROWS}: expected {' or '.join(cell_names.ROWS)}, got {rows!r}")
    text = text_of(POSITION, fields.pop(POSITION, None))
    position = Board.read(text, rows=rows).position
    given = {name: field for name, field in fields.items() if field is not None}
    if MOVE in given:
        given[MOVE] = Cell.named(text_of(MOVE, given[MOVE]), position.height, rows)
    if VALUE in given:
        given[VALUE] = Score(number_of(VALUE, given[VALUE]))
    return position, NO_ENTRY._replace(**given)


def read(text: str) -> Iterator[Stored]:
    """Yield the positions and entries of lines; ValueError names the line of a wrong one."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield loads(line)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None

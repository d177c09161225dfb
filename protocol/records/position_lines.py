"""Entries of position databases as JSON lines, and those that SGF games hold.

An object has "position", the one-line text of a board, the fields of its entry, and "rows": where
its names count rows from, above without it. Another field that is missing or null has no content. A
game gives an entry to each of its positions: Black's win rate SBKV becomes a value, and a comment a
comment.
"""

import json
from collections.abc import Iterator
from math import log

from brain import cell_names
from brain.cell import Cell
from brain.cell_names import ABOVE, shown_rows
from brain.game_board import Board
from brain.lexicon import BLACK, cell_at, opponent
from brain.notation import sgf
from brain.notation.sgf_syntax import SgfNode
from brain.notation.text import excerpt
from brain.position import Position
from brain.position_database import NO_ENTRY, PositionEntry
from brain.score import WIN_RATE_SCALE, Score
from brain.validation import json_of, number_of, text_of

POSITION, MOVE, VALUE, ROWS = "position", "move", "value", "rows"
RATE = "SBKV"
LEAST_RATE = 0.001  # a lower one is no proof of a loss

Stored = tuple[Position, PositionEntry]


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


def of_games(text: str, rule: int | None = None) -> Iterator[Stored]:
    """Yield the positions with entries of the games in an SGF file; `rule` overrides the file's."""
    for game in sgf.loads(text):
        size, played = (game.width, game.height), game.rule_or(rule)
        stones = [(cell_at(*point), colour) for point, colour in game.set_up]
        nodes: list[tuple[SgfNode, int]] = [(game.root, game.first)]
        nodes += [(move.node, opponent(move.colour)) for move in game.moves]
        for (node, turn), move in zip(nodes, (None, *game.moves), strict=True):
            if move and move.point:
                stones.append((cell_at(*move.point), move.colour))
            entry = _entry(node, turn)
            if entry == NO_ENTRY:
                continue
            try:
                position = Position(*size, played, stones, turn)
            except ValueError:  # the game is over
                continue
            yield position, entry


def _entry(node: SgfNode, turn: int) -> PositionEntry:
    """Return the entry that a node with a colour to move has."""
    comment, value = node.text(sgf.COMMENT).strip(), None
    if rate := node.one(RATE):
        try:
            black = min(max(float(rate) / 100, LEAST_RATE), 1 - LEAST_RATE)
        except ValueError:
            raise node.fault(f"{RATE}[{excerpt(rate)}] is not a number") from None
        score = Score(round(WIN_RATE_SCALE * log(black / (1 - black))))
        value = score if turn == BLACK else -score
    return PositionEntry(value, comment=comment)

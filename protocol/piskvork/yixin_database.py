"""Yixin-Board's words for a position database: labels on the board, entries, comments and edits.

A command names a position by its moves; size and rule are the board's. Labels come from all of the
engine's position databases, edits go to the first. These lines answer:

| line | meaning |
|---|---|
| `DATABASE REFRESH`, `DATABASE DONE` | before and after the labels |
| `DATABASE x y tag value depth bound comment text` | the entry after a move |
| `DATABASE ONE tag value depth bound text` | the position's own entry |
| `DATABASE TEXT "comment"` | the position's comment |

A tag has up to four ASCII characters, the first in the highest byte: a label of one character, a
mate such as `w12`, or the win rate of the side that made the move. Bound 3 is exact, 0 is none.
`comment` is 1 if there is one; `text` is a longer label. A line separator stands for a line feed in
a comment, because a line must not look like a move.
"""

from collections.abc import Callable
from pathlib import Path

from brain.cell import Cell
from brain.engine import Engine
from brain.game_board import Board
from brain.position_database import NO_ENTRY, PositionDatabase, PositionEntry
from brain.score import Score
from protocol.cli.wording import entry_text
from protocol.piskvork.commands import DatabaseCommand
from protocol.piskvork.grammar import SAVE_DATABASE, SET_DATABASE, Lines, read_number, shortened
from protocol.piskvork.yixin import DATABASE_LINE, Labels
from protocol.piskvork.yixin_files import FILES, SUFFIX, positions_from, printable

NO_LABELS = (f"{DATABASE_LINE} REFRESH", f"{DATABASE_LINE} DONE")  # the window draws no labels
MASK = {1: "label", 2: "value", 4: "depth"}  # bits: the fields to edit
NO_TAG, EXISTS = 0, -1  # tags without a character
EXACT, NO_BOUND = 3, 0
LONGEST_TEXT = 6  # bytes that the window draws
LONGEST_SHOWN = 4000  # characters of a comment; the window's buffers are fixed
LINE_SEPARATOR = "\u2028"
MOST_PERCENT = 99
RESULTS = ("w", "l")  # labels of wins and losses

Edit = Callable[[PositionDatabase, Board, str], None]


def answer(engine: Engine, command: DatabaseCommand, *, readonly: bool) -> Lines:
    """Return the reply to a command; carry out an edit unless the database is `readonly`."""
    try:
        if command.word == SET_DATABASE:
            return _set(engine, command.text, readonly=readonly)
        if command.word == SAVE_DATABASE:
            return ("MESSAGE every edit of the database is saved at once",)
        if not engine.position_databases:
            labels = command.word.startswith("YXQUERYDATABASEALL")
            return NO_LABELS if labels else ("MESSAGE no position database is set",)
        if command.word in FILES:
            if readonly:
                return ("MESSAGE the database is read-only",)
            return FILES[command.word](engine, Path(command.text))
        board = Board.of(command.points, (engine.width, engine.height), engine.rule)
        if command.word in QUERIES:
            return QUERIES[command.word](engine, board)
        if readonly:
            return ("MESSAGE the database is read-only",)
        with PositionDatabase(engine.position_databases[0].path, "w") as database:
            EDITS[command.word](database, board, command.text)
        return AFTER_EDIT.get(command.word, _nothing)(engine, board)
    except (OSError, ValueError) as error:
        return (f"MESSAGE the database: {printable(str(error))}",)


def entry_lines(engine: Engine, turn: int, labels: Labels) -> Lines:
    """Return a line with each database's entry of the engine's position."""
    lines: list[str] = []
    for database in engine.position_databases:
        try:
            if entry := database.find(engine, turn):
                text = shortened(" ".join(entry_text(entry, labels).split()))
                name = printable(database.path.name)
                lines.append(f"MESSAGE stored in {name}: {text}")
        except (OSError, ValueError) as error:
            lines.append(f"MESSAGE no database: {printable(str(error))}")
    return tuple(lines)


def _set(engine: Engine, path: str, *, readonly: bool) -> Lines:
    """Use a position database in place of the others. A missing file with the SUFFIX is created."""
    if not Path(path).exists():
        if readonly or not path.endswith(SUFFIX):
            raise ValueError(f"{path} does not exist, and a new one's name must end in {SUFFIX}")
        PositionDatabase(path, "c").close()
    positions = {database.path for database in engine.position_databases}
    proofs = [file for file in engine.databases if Path(file) not in positions]
    engine.set_database(path, *proofs)
    count = len(engine.position_databases[0])
    return (f"MESSAGE the database {printable(path)} has {count} positions",)


# Queries.


def _labels(engine: Engine, board: Board) -> Lines:
    """Return the labels of the moves, for windows that draw up to two characters."""
    return _refreshed(engine, board, lambda tag: tag[:2] if tag[:1].isdigit() else tag[:1])


def _labels_and_comment(engine: Engine, board: Board) -> Lines:
    return (*_refreshed(engine, board, lambda tag: tag), *_comment(engine, board))


def _refreshed(engine: Engine, board: Board, cut: Callable[[str], str]) -> Lines:
    entries: dict[Cell, PositionEntry] = {}
    for database in reversed(engine.position_databases):
        entries |= database.after(board, board.turn)
    lines = [
        f"{DATABASE_LINE} {cell.x} {cell.y} {_number(cut(_tag(entry)))} {_fields(entry)}"
        f" {int(entry.comment != '')} {_text(entry)}".rstrip()
        for cell, entry in sorted(entries.items())
    ]
    return NO_LABELS[0], *lines, NO_LABELS[1]


def _own(engine: Engine, board: Board) -> Lines:
    entry = _found(engine, board)
    if entry is None:
        return (f"{DATABASE_LINE} ONE {NO_TAG} 0 0 {NO_BOUND}",)
    tag = ord(entry.label) if _is_tag(entry.label) else EXISTS
    return (f"{DATABASE_LINE} ONE {tag} {_fields(entry)} {_tag(entry)}".rstrip(),)


def _comment(engine: Engine, board: Board) -> Lines:
    text = (_found(engine, board) or NO_ENTRY).comment[:LONGEST_SHOWN]
    text = LINE_SEPARATOR.join(text.splitlines())
    text = "".join(letter for letter in text if letter.isprintable() or letter == LINE_SEPARATOR)
    quoted = text.replace("\\", r"\\").replace('"', r"\"")
    return (f'{DATABASE_LINE} TEXT "{quoted}"',)


def _nothing(engine: Engine, board: Board) -> Lines:
    return ()


def _found(engine: Engine, board: Board) -> PositionEntry | None:
    """Return the entry of the first database that has the position."""
    entries = (database.get(board) for database in engine.position_databases)
    return next(filter(None, entries), None)


def _fields(entry: PositionEntry) -> str:
    bound = NO_BOUND if entry.value is None else EXACT
    return f"{int(entry.value or 0)} {entry.depth} {bound}"


def _tag(entry: PositionEntry) -> str:
    """Return the tag of the move that leads to an entry."""
    if _is_tag(entry.label) or entry.value is None:
        return entry.label if _is_tag(entry.label) else ""
    mover = -entry.value
    if mover.is_proven:
        return f"{RESULTS[mover < 0]}{abs(mover.mate)}"
    return f"{min(MOST_PERCENT, int(100 * mover.win_rate))}%"


def _number(tag: str) -> int:
    return int.from_bytes(tag.encode(), "big") if tag else EXISTS


def _is_tag(label: str) -> bool:
    return len(label) == 1 and label.isascii()


def _text(entry: PositionEntry) -> str:
    """Return a label that is not a tag, as much of it as the window draws."""
    if _is_tag(entry.label):
        return ""
    return entry.label.encode()[:LONGEST_TEXT].decode("utf-8", "ignore")


# Edits.


def _changed(database: PositionDatabase, board: Board, **fields: object) -> None:
    """Change fields of an entry."""
    entry = database.get(board) or NO_ENTRY
    database.put(board, entry._replace(**fields))  # type: ignore[arg-type]  # as named


def _edit_fields(database: PositionDatabase, board: Board, text: str) -> None:
    """Change the fields in a mask: a tag, -1 for none, a value and a depth."""
    numbers = [read_number(word) for word in text.split()]
    match numbers:
        case [int(mask), int(tag), int(value), int(depth)]:
            label = chr(tag).lower() if 32 < tag < 127 else ""
            fields = {"label": label, "value": Score(value), "depth": depth}
            named = {name: fields[name] for bit, name in MASK.items() if mask & bit}
            _changed(database, board, **named)
        case _:
            raise ValueError(f"expected a mask, a tag, a value and a depth, got {text}")


def _edit_comment(database: PositionDatabase, board: Board, text: str) -> None:
    _changed(database, board, comment=text.replace(LINE_SEPARATOR, "\n"))


def _edit_label(database: PositionDatabase, board: Board, text: str) -> None:
    """Label the move to a cell."""
    place, _, label = text.partition(" ")
    x, y = (read_number(word) for word in (*place.split(","), "", "")[:2])
    if x is None or y is None:
        raise ValueError(f"expected a cell and a label, got {text}")
    board.push((x, y))
    _changed(database, board, label=label.strip())


def _set_move(database: PositionDatabase, board: Board, text: str) -> None:
    """Make the last move the one to play in the position before it."""
    move = board.pop()
    _changed(database, board, move=move)


def _clear_move(database: PositionDatabase, board: Board, text: str) -> None:
    """Remove the move to play in the position before the last move."""
    board.pop()
    _changed(database, board, move=None)


def _delete(database: PositionDatabase, board: Board, text: str) -> None:
    database.remove(board)


def _delete_after(database: PositionDatabase, board: Board, text: str) -> None:
    """Delete the positions that have all stones of this one and more, or those of a kind."""
    kind, _, number = text.lower().partition(" ")
    kind, plies = kind.removesuffix("recursive"), read_number(number or "0")
    if kind not in DELETED or plies is None or (kind == IN_PLIES) != bool(number):
        kinds = ", ".join(filter(None, DELETED))
        raise ValueError(f"expected one of {kinds}, with plies after {IN_PLIES}, got {text}")
    deleted = [
        position
        for position, entry in positions_from(database, board)
        if DELETED[kind](_result(entry), plies) and len(position.stones) > len(board.stones)
    ]
    database.update((position, NO_ENTRY) for position in deleted)


def _result(entry: PositionEntry) -> tuple[str, int]:
    """Return the result for the side that made the move, a label or "", and the plies to it, 0 if
    unknown.
    """
    mate = entry.value.mate if entry.value is not None else 0
    return entry.label or (RESULTS[mate > 0] if mate else ""), abs(mate)


IN_PLIES = "wlinstep"
Kind = Callable[[tuple[str, int], int], bool]  # of a result, and of the plies that were given
DELETED: dict[str, Kind] = {
    "": lambda result, plies: True,
    "w": lambda result, plies: result[0] == "w",
    "l": lambda result, plies: result[0] == "l",
    "wl": lambda result, plies: result[0] in RESULTS,
    "wld": lambda result, plies: result[0] in (*RESULTS, "d"),
    "nonwl": lambda result, plies: result[0] not in RESULTS,
    "nonwld": lambda result, plies: result[0] not in (*RESULTS, "d"),
    "wlnostep": lambda result, plies: result[0] in RESULTS and not result[1],
    IN_PLIES: lambda result, plies: result[0] in RESULTS and 0 < result[1] <= plies,
}
QUERIES: dict[str, Callable[[Engine, Board], Lines]] = {
    "YXQUERYDATABASEALL": _labels,
    "YXQUERYDATABASEALLT": _labels_and_comment,
    "YXQUERYDATABASEONE": _own,
    "YXQUERYDATABASETEXT": _comment,
}
EDITS: dict[str, Edit] = {
    "YXEDITTVDDATABASE": _edit_fields,
    "YXEDITTEXTDATABASE": _edit_comment,
    "YXEDITLABELDATABASE": _edit_label,
    "YXSETBESTMOVEDATABASE": _set_move,
    "YXCLEARBESTMOVEDATABASE": _clear_move,
    "YXDELETEDATABASEONE": _delete,
    "YXDELETEDATABASEALL": _delete_after,
}
AFTER_EDIT = {"YXEDITTVDDATABASE": _own, "YXDELETEDATABASEALL": _labels_and_comment}

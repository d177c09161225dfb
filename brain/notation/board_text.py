"""A board as one line of text: its size, its rule, the set-up, and the moves.

    15 renju h8i9g7                                        a game
    20x15 caro-exact                                       an empty board, 20 columns and 15 rows
    15 freestyle black=h8g7 white=i9 walls=a1 turn=white   a set-up
    15 standard black=h8 white=i9 j10k11                   a set-up and two moves

Black moves first after the set-up unless `turn=white` is given. Rows are counted from below.
"""

import re
from typing import NamedTuple

from brain.cell import COLOUR_NAMES
from brain.lexicon import BLACK
from brain.notation import moves
from brain.notation.text import excerpt
from brain.rules.laws import RULE_NAMES, rule_named
from brain.rules.symmetry import Points

BLACK_STONES, WHITE_STONES = (COLOUR_NAMES[colour] for colour in COLOUR_NAMES)
WALLS, TURN = "walls", "turn"
FIELDS = (BLACK_STONES, WHITE_STONES, WALLS, TURN)
COLOURS = {name: colour for colour, name in COLOUR_NAMES.items()}

HEAD = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?\s+([^\W\d](?!\d)[\w-]*)(?:\s+(.*))?", re.I | re.S)


class BoardText(NamedTuple):
    """The content of a line."""

    width: int
    height: int
    rule: int
    black: Points = ()  # set up, like `white` and `walls`
    white: Points = ()
    walls: Points = ()
    turn: int = BLACK  # the side that plays the first of `moves`
    moves: Points = ()


def is_board_text(text: str) -> bool:
    """Return whether a text begins with a size and a word, as no list of moves does."""
    return bool(HEAD.fullmatch(text.strip()))


def dumps(board: BoardText) -> str:
    """Return the line of a board."""
    square = board.width == board.height
    words = [
        f"{board.width}" if square else f"{board.width}x{board.height}",
        RULE_NAMES[board.rule].replace(" ", "-"),
    ]
    for name in (BLACK_STONES, WHITE_STONES, WALLS):
        if points := getattr(board, name):
            words.append(f"{name}={moves.dumps(points, board.height)}")
    if board.turn != BLACK:
        words.append(f"{TURN}={COLOUR_NAMES[board.turn]}")
    if board.moves:
        words.append(moves.dumps(board.moves, board.height))
    return " ".join(words)


def loads(text: str, rows: str = "") -> BoardText:
    """Return the board of a line; ValueError if it can't be read. The stones are not checked.
    `rows` is how a format counts rows.
    """
    head = HEAD.fullmatch(text.strip())
    if not head:
        raise ValueError(f"expected a size, a rule and moves, got {excerpt(text)}")
    width, height = int(head[1]), int(head[2] or head[1])
    fields: dict[str, str] = {}
    played: list[str] = []
    for word in (head[4] or "").split():
        name, equals, value = word.partition("=")
        if not equals:
            played.append(word)
        elif name not in FIELDS or name in fields or played:
            raise ValueError(
                f"expected {'=, '.join(FIELDS)}=, each once, and then moves, got {excerpt(word)}"
            )
        else:
            fields[name] = value
    turn = fields.pop(TURN, COLOUR_NAMES[BLACK])
    if turn not in COLOURS:
        raise ValueError(f"{TURN}: expected {' or '.join(COLOURS)}, got {excerpt(turn)}")
    points = {name: moves.loads(value, height, rows) for name, value in fields.items()}
    return BoardText(
        width,
        height,
        rule_named(head[3]),
        turn=COLOURS[turn],
        moves=moves.loads(" ".join(played), height, rows),
        **points,
    )

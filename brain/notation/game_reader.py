"""Reads a game or position from text in any format but a manager's commands: one reader for the
command line and for Python. The page has its twin, reading.js.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from brain.lexicon import BLACK, FREESTYLE, WHITE
from brain.notation import board_text, ccgc, diagram, file_formats, moves, playok, psq, sgf
from brain.notation.text import excerpt, plain
from brain.notation.written_game import WrittenGame, in_turn

LONGEST = 16_000_000  # characters of a text


class Given(NamedTuple):
    """The values to use where a text has none, and how to read it."""

    size: tuple[int, int] = (15, 15)  # columns and rows, if the text has no size
    rule: int | None = None  # overrides the text's rule; None for that, or else freestyle
    game: int | None = None  # number of the game in an SGF file; required if there are several
    rows: str = ""  # how names count rows, ABOVE or BELOW; "" as people do


def read(text: str, given: Given) -> WrittenGame:
    """Return the game in a text; ValueError without one. The rules do not check the stones."""
    if len(text) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} characters, got {len(text)}")
    text = plain(text)
    reader = _reader(text)
    if given.game not in (None, 1) and reader is not _of_sgf:
        raise ValueError(f"no game {given.game}: only SGF files can have several games")
    if reader is None:
        raise ValueError(unknown(text.encode("utf-8", "replace")) or not_a_game(text))
    return reader(text, given)


def is_readable(text: str) -> bool:
    """Return whether a text looks like one of the formats."""
    return _reader(plain(text)) is not None


def unknown(content: bytes) -> str:
    """Return a sentence on a content that has a format which can't be read as a game, "" if its
    format is unknown.
    """
    found = file_formats.recognised(content)
    return f"this looks like {found}, which Tengen can't read as a game" if found else ""


def not_a_game(text: str) -> str:
    """Return a sentence on a text of no format."""
    return f"expected a file, moves such as h8i9, or a drawn board, got {excerpt(text)}"


def _of_sgf(text: str, given: Given) -> WrittenGame:
    return sgf.load(text, given.game).written(given.rule)


def _of_psq(text: str, given: Given) -> WrittenGame:
    return psq.loads(text).written(given.rule)


def _of_ccgc(text: str, given: Given) -> WrittenGame:
    return ccgc.loads(text, given.rule or FREESTYLE)


def _of_playok(text: str, given: Given) -> WrittenGame:
    return playok.loads(text, given.rule)


def _of_diagram(text: str, given: Given) -> WrittenGame:
    return diagram.loads(text, given.rule)


def _of_line(text: str, given: Given) -> WrittenGame:
    """Read the one-line text of a board."""
    read = board_text.loads(text, given.rows)
    set_up = [(point, colour) for colour in SIDES for point in getattr(read, SIDES[colour])]
    played = in_turn(read.moves, read.turn)
    return WrittenGame(
        read.width,
        read.height,
        read.rule if given.rule is None else given.rule,
        played,
        tuple(set_up),
        read.walls,
        turn=BLACK + WHITE - played[-1][1] if played else read.turn,
    )


def _of_moves(text: str, given: Given) -> WrittenGame:
    """Read moves, black's first, or a link."""
    played = in_turn(moves.loads(text, given.size[1], given.rows))
    turn = WHITE if len(played) % 2 else BLACK
    return WrittenGame(*given.size, given.rule or FREESTYLE, played, turn=turn)


SIDES = {BLACK: board_text.BLACK_STONES, WHITE: board_text.WHITE_STONES}
READERS: tuple[tuple[Callable[[str], object], Callable[[str, Given], WrittenGame]], ...] = (
    (re.compile("Piskvorky ").match, _of_psq),
    (re.compile(r"\(\s*(?:;|\)|\(|$)").match, _of_sgf),
    (ccgc.START.match, _of_ccgc),
    (playok.START.match, _of_playok),
    (diagram.is_diagram, _of_diagram),
    (board_text.HEAD.match, _of_line),
    (moves.START.match, _of_moves),
    (moves.ONLY_NUMBERS.match, _of_moves),
    (re.compile(r"[^\[{<]{0,9999}\(\s*;").match, _of_sgf),  # after a letter's head, for example
)


def _reader(text: str) -> Callable[[str, Given], WrittenGame] | None:
    return next((reader for fits, reader in READERS if fits(text)), None)

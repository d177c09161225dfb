"""Tengen for Python programs: the rules of Gomoku and Renju, the engine and its proofs.

    from tengen import Board, Engine, Limit

    board = Board.read("15 renju h8i9g7")
    with Engine() as engine:
        print(engine.play(board, Limit(seconds=1)).move)

`python -m tengen` is the command line. docs/python.md states what is stable.
"""

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import brain
from brain import BLACK, WHITE, Analysis, Board, Cell, Limit, Position, Result, Score, __version__
from brain.books import book_files
from brain.books.game_tree import GameTree, NodeValue, TreeNode
from brain.certificates import certificate_files
from brain.certificates.certificate import Certificate
from brain.certificates.check import Checked, Refused, check
from brain.files.durable import write_atomically
from brain.lexicon import RENJU
from brain.openings.named_openings import OPENINGS, NamedOpening, opening_named
from brain.openings.named_openings import opening_of as opening_of_stones
from brain.openings.procedures import PROCEDURES, OpeningAnswer, OpeningState
from brain.openings.procedures import begin as begin_opening
from brain.position_database import PositionDatabase, PositionEntry
from brain.proving.prover import THINKS, NotProved
from brain.proving.prover import prove as prove_position
from brain.rules.laws import rule_named
from brain.thinking.running_analysis import RunningAnalysis
from protocol.client.brain_client import (
    BrainClient,
    BrainEndedError,
    BrainError,
    BrainLateError,
    BrainMove,
    BrainProtocolError,
    BrainTimeoutError,
    open_brain,
)

if TYPE_CHECKING:
    from pettingzoo import AECEnv

__all__ = [
    "BLACK",
    "OPENINGS",
    "PROCEDURES",
    "WHITE",
    "Analysis",
    "Board",
    "BrainClient",
    "BrainEndedError",
    "BrainError",
    "BrainLateError",
    "BrainMove",
    "BrainProtocolError",
    "BrainTimeoutError",
    "Cell",
    "Certificate",
    "Checked",
    "Engine",
    "GameTree",
    "Limit",
    "NamedOpening",
    "NodeValue",
    "NotProved",
    "OpeningState",
    "Position",
    "PositionDatabase",
    "PositionEntry",
    "Refused",
    "Result",
    "RunningAnalysis",
    "Score",
    "TreeNode",
    "__version__",
    "begin_opening",
    "environment",
    "open_brain",
    "opening_named",
    "opening_of",
    "read_trees",
    "verify",
    "write_trees",
]


class Engine(brain.Engine):
    """A position, and searches of it. Only `stop` may be called while another thread searches.

    An invalid request raises ValueError with the reason and changes nothing. `close`, or the end of
    a `with` block, frees the memory.
    """

    def decide(
        self, state: OpeningState, limit: Limit, rule: str | int | None = None
    ) -> tuple[OpeningAnswer, ...]:
        """Return the answers to the current step of an opening procedure, for `state.answered`: all
        its stones or offers, or one answer. The rule is renju unless given.
        """
        from brain.openings.decisions import decide  # few programs need it

        number = RENJU if rule is None else rule_named(str(rule))
        stones = Board.of(state.stones, (state.width, state.height), number).stones
        self.lay(state.width, state.height, number, stones)
        return decide(self, state, limit)

    def prove(self, board: Board | Position, nodes: int = THINKS[-1]) -> Certificate:
        """Return a certificate that the side to move wins, for `verify`. Raises NotProved if the
        engine finds none with searches of up to `nodes` nodes.
        """
        position = self.set_up(board)
        return prove_position(self, position, thinks=[*(n for n in THINKS if n < nodes), nodes])


def verify(certificate: Certificate | bytes | str | os.PathLike[str]) -> Checked:
    """Check a certificate, its bytes or its file by the rules of the game alone.

    Return the plies in which the side to move wins at most, and the number of nodes checked. Raises
    Refused if the certificate does not show its claim, ValueError if it is not a certificate.
    """
    if isinstance(certificate, str | os.PathLike):
        certificate = Path(certificate).read_bytes()
    if isinstance(certificate, bytes):
        certificate = certificate_files.loads(certificate)
    if not isinstance(certificate, Certificate):
        raise ValueError(f"certificate: expected one, its bytes or its file, got {certificate!r}")
    return check(certificate)


def opening_of(board: Board | Position) -> NamedOpening | None:
    """Return the opening of renju that the first three stones are, under any symmetry; None if they
    are none of the 26.
    """
    return opening_of_stones(board.stones, board.width, board.height)


def read_trees(
    file: str | os.PathLike[str], rule: str | int | None = None, encoding: str = ""
) -> list[GameTree]:
    """Return the games of a file with all their variations: SGF, PSQ, moves, and the books .lib,
    .db, .positions, .rif, .sav and .pos. `rule` overrides theirs. Skipped parts are warnings.
    """
    path, number = Path(file), None if rule is None else brain.Board(15, rule).rule
    options = book_files.BookOptions(
        encoding=encoding, rule=number, say=lambda note: warnings.warn(note, stacklevel=3)
    )
    return book_files.loads(book_files.content_of(path), path.suffix, options)


def write_trees(
    file: str | os.PathLike[str], trees: GameTree | Sequence[GameTree], encoding: str = "utf-8"
) -> list[str]:
    """Write games in the format of a file's suffix: .sgf, .lib, .db, .positions, .psq, .txt, .sav
    or .pos. Return sentences on what it can't hold. ValueError if it can't hold the games at all.
    After an error the old file is unchanged.
    """
    path, notes = Path(file), list[str]()
    target = book_files.FORMATS.get(path.suffix.lower())
    if not target:
        raise ValueError(f"expected a suffix of {', '.join(book_files.FORMATS)}, got {path.name!r}")
    options = book_files.BookOptions(written_encoding=encoding, say=notes.append)
    games = [trees] if isinstance(trees, GameTree) else trees
    write_atomically(path, book_files.dumps(games, target, options))
    return notes


def environment(
    size: int | tuple[int, int] = 15, rule: str | int = "freestyle", render_mode: str | None = None
) -> "AECEnv":
    """Return a PettingZoo environment of a game; brain.environment describes it. It needs the extra
    `rl`.
    """
    try:
        from brain.environment import env
    except ImportError as error:
        error.add_note("environment needs PettingZoo: pip install 'tengen-gomoku[rl]'")
        raise
    return env(size, rule, render_mode)


if __name__ == "__main__":
    from protocol.__main__ import main

    main()

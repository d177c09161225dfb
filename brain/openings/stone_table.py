"""The lines of a table of judged stones: what is proved of fourth and fifth stones in renju.

    h8h9h10g8d12 lost 23 50000 VEVOR0VOWDL9N3pYWg... 1b2c3d4e

A line has four or five stones, the verdict on the last one, the most plies to the five of the side
that wins, the nodes of each search, the certificate in base 64, and a checksum. The certificate of
a lost stone proves the other side's win after it. That of a won stone proves a win of its own side,
and its first move is the stone. An open stone has neither plies nor certificate.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from brain.cell import Cell
from brain.cell_names import BELOW
from brain.certificates import certificate_files
from brain.certificates.certificate import Certificate, MoveNode
from brain.certificates.check import Checked, Refused
from brain.files import checksum, journal
from brain.lexicon import RENJU, cell_at, colour_of
from brain.notation import moves
from brain.position import Position
from brain.rules.symmetry import Points

SIZE = 15
LOST, WON, OPEN = VERDICTS = "lost", "won", "open"
NO_PROOF = "-"
_STONES = re.compile("(?:[a-o](?:1[0-5]|[1-9])){4,5}")


class JudgedStone(NamedTuple):
    """A line of the table."""

    points: Points  # four or five stones, of which the last is judged
    verdict: str
    plies: int  # 0 if open; those of a won stone begin with it
    nodes: int  # of each search
    proof: bytes = b""  # a certificate's file, empty if open

    @property
    def name(self) -> str:
        """The cell of the stone."""
        return Cell.at(*self.points[-1], SIZE).name

    def claim(self) -> Certificate:
        """Return the certificate, not checked. Refused unless it is about this stone."""
        claim = certificate_files.loads(self.proof)
        root, count = claim.nodes[-1], len(self.points) - (self.verdict == WON)
        wanted = position_after(self.points[:count])
        is_same = _facts(claim.position) == _facts(wanted) and claim.plies == self.plies
        last = cell_at(*self.points[-1])
        if not is_same or (self.verdict == WON and _first(root) != last):
            raise Refused(f"the certificate after {text_of(self.points)} shows something else")
        return claim


def _first(root: object) -> int:
    return root.cell if isinstance(root, MoveNode) else 0


def _facts(position: Position) -> tuple[object, ...]:
    """Return a position without the order of its stones."""
    return (
        *(position.width, position.height, position.rule, position.turn),
        *(frozenset(position.stones), position.walls),
    )


def position_after(points: Points) -> Position:
    """Return the renju position after stones in turn, black's first."""
    stones = [(cell_at(*point), colour_of(index)) for index, point in enumerate(points)]
    return Position(SIZE, SIZE, RENJU, stones, colour_of(len(points)))


def text_of(points: Points) -> str:
    """Return stones as text, rows counted from below."""
    return moves.dumps(points, SIZE, BELOW)


def dumps(stone: JudgedStone) -> str:
    """Return a line with its end."""
    words = text_of(stone.points), stone.verdict, stone.plies, stone.nodes
    return checksum.sealed(
        f"{' '.join(map(str, words))} {b64encode(stone.proof).decode() or NO_PROOF}"
    )


def loads(line: str) -> JudgedStone:
    """Return the stone of a line; ValueError if it can't be read."""
    words = checksum.opened(line).split()
    if len(words) != len(JudgedStone._fields) or words[1] not in VERDICTS:
        raise ValueError("expected the stones, a verdict, plies, nodes and a certificate")
    text, verdict, plies, nodes, proof = words
    if not _STONES.fullmatch(text) or (proof == NO_PROOF) != (verdict == OPEN):
        raise ValueError("expected four or five stones, and a certificate unless they are open")
    points = moves.loads(text, SIZE, BELOW)
    data = b"" if proof == NO_PROOF else b64decode(proof, validate=True)
    return JudgedStone(points, verdict, int(plies), int(nodes), data)


def read(path: Path) -> dict[Points, JudgedStone]:
    """Return the last line of each stone in a file; ValueError names a line that can't be read."""
    return {stone.points: stone for stone in journal.read(path, loads)}


def check(path: Path, checker: Callable[[Certificate], Checked]) -> tuple[int, Checked]:
    """Return the number of proved stones in a file, and the most plies and the nodes of all their
    certificates. Raises the errors of `read` and of `checker`; Refused for a certificate that shows
    something else.
    """
    proved = [stone for stone in read(path).values() if stone.proof]
    found = [checker(stone.claim()) for stone in proved]
    plies = max((one.plies for one in found), default=0)
    return len(found), Checked(plies, sum(one.nodes for one in found))

"""All checkers on the same files. None may differ, and no win that they accept may be wrong.

A win on a small board is confirmed by brute force, any other by games against the certificate.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from brain.certificates import certificate, check_window
from brain.certificates.certificate import Certificate, LineNode, MoveNode
from brain.certificates.check import Checked, GivenUp, Refused, check
from brain.certificates.check_window import CountingChecker
from brain.engine import Engine
from brain.position import Position
from brain.proving import kernel_checker
from tests.support import bruteforce, javascript, proved_checker
from tests.support.adversary import Lost

MEMORY = 1 << 20
GAMES = 50  # against each certificate that is accepted
BRUTE_CELLS, BRUTE_POSITIONS = 49, 200  # tried by brute force: board, positions
REFUSED, GIVEN_UP = Checked(0, 0), Checked(-1, 0)  # instead of what checking showed
PYTHON, KERNELS, PAGE, PROVED = "Python", "kernels", "JavaScript", "Coq"

Check = Callable[[Certificate, float], Checked]
Verdict = dict[str, Any]  # of a checker in JavaScript
Files = Sequence[tuple[str, bytes]]  # each with the name of what was done to it


@dataclass
class Tally:
    """What became of files, by what was done to them."""

    files: Counter[str] = field(default_factory=Counter)
    readable: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)  # readable files, by checker
    differing: list[str] = field(default_factory=list)
    proved_only: int = 0  # refused for their form, though Coq's theorem shows the win
    given_up: int = 0
    tried: int = 0  # of those accepted, by brute force


class AllCheckers:
    """Asks all checkers about files, for `most` nodes of each."""

    def __init__(self, page: javascript.Verdicts, most: int) -> None:
        from tests.support.compiled_adversary import Plans  # it takes seconds to compile

        self._plans, self._engine = Plans, Engine(MEMORY)
        self._page, self._most = page, most
        self._known: dict[tuple[Position, int], bool] = {}  # what brute force says of wins

    def compare(self, files: Files) -> Tally:
        """Return what the checkers say. Raises Lost if they accept what is wrong."""
        tally, proved = Tally(), list[tuple[str, bytes, Certificate, Checked]]()
        said = self._page([data for _, data in files], self._most)
        for kind, data, claim, other in readable(files, said, tally):
            slow = shown_by(check, claim, self._most)
            fast = shown_by(self._kernels, claim, self._most)
            page = Checked(other["plies"], other["nodes"]) if other["ok"] else REFUSED
            if GIVEN_UP in (slow, fast):
                tally.given_up += 1
                continue
            tally.judged.update((PYTHON, KERNELS, PAGE))
            if not slow == fast == page:
                tally.differing.append(f"{kind}, {slow}, {fast}, {other}: {data.hex()}")
                continue
            # The theorem is about games that end in a five, so it knows no draw.
            if proved_checker.is_supported(claim) and claim.plies <= claim.position.plies_left:
                proved.append((kind, data, claim, slow))
            if slow != REFUSED:
                tally.accepted[kind] += 1
                tally.tried += self._confirm(claim)
        self._ask_proved(proved, tally)
        return tally

    def _kernels(self, claim: Certificate, most: float) -> Checked:
        return kernel_checker.check(claim, self._engine, most)

    def _ask_proved(
        self, claims: Sequence[tuple[str, bytes, Certificate, Checked]], tally: Tally
    ) -> None:
        """Add what the proved checker says, where it is compiled."""
        if not (claims and proved_checker.ZARITH.exists()):
            return
        found = proved_checker.verdicts([claim for _, _, claim, _ in claims])
        for (kind, data, _, slow), said in zip(claims, found, strict=True):
            tally.judged[PROVED] += 1
            if said and slow == REFUSED:  # as for a move that makes five, which must be a line
                tally.proved_only += 1
            elif (said or REFUSED) != slow:
                tally.differing.append(f"{kind}, {slow}, proved: {said}: {data.hex()}")

    def _confirm(self, claim: Certificate) -> bool:
        """Return whether brute force has found an accepted win; play against the certificate if it
        has not. Raises Lost.
        """
        win = claim.position, claim.plies
        if win not in self._known:
            self._known[win] = is_found(claim)
        if not self._known[win]:
            self._plans([claim], self._engine).play(GAMES, claim.plies)
        return self._known[win]


def readable(
    files: Files, said: Sequence[Verdict], tally: Tally
) -> Iterator[tuple[str, bytes, Certificate, Verdict]]:
    """Yield the files that Python can read, with their certificates and JavaScript's verdicts."""
    for (kind, data), other in zip(files, said, strict=True):
        tally.files[kind] += 1
        try:
            claim = certificate.loads(data)
        except ValueError as error:
            if other["ok"]:
                tally.differing.append(f"{kind}, {error}: {data.hex()}")
            continue
        tally.readable[kind] += 1
        yield kind, data, claim, other


def shown_by(checker: Check, claim: Certificate, most: int) -> Checked:
    """Return what a checker says that a certificate shows; or REFUSED, or GIVEN_UP."""
    try:
        return checker(claim, most)
    except GivenUp:
        return GIVEN_UP
    except Refused:
        return REFUSED


def counting_check(outside: int, claim: Certificate, most: float) -> Checked:
    """Return the result of checking a certificate by lemma 3. Raises Refused and GivenUp."""
    return CountingChecker(claim, outside, most).whole()


def compare_windows(files: Files, most: int, outside: int | None = None) -> Tally:
    """Return what both checkers of windows say, each for `most` nodes of a file: whether it proves
    its theorem, or if `outside` is given, whether lemma 3 holds with so many stones outside.
    """
    if outside is None:
        asked, slow_check = javascript.running(javascript.CHECK_WINDOW), check_window.check
    else:
        asked = javascript.running(javascript.CHECK_LEMMA_3, outside)
        slow_check = partial(counting_check, outside)
    tally = Tally()
    with asked as page:
        said = page([data for _, data in files], most)
    for kind, data, claim, other in readable(files, said, tally):
        slow = shown_by(slow_check, claim, most)
        tally.given_up += slow == GIVEN_UP
        tally.judged.update((PYTHON, PAGE))
        shown = Checked(other["plies"], other["nodes"]) if other["ok"] else REFUSED
        if shown != (REFUSED if slow == GIVEN_UP else slow):
            tally.differing.append(f"{kind}, {slow}, {other}: {data.hex()}")
        elif other["ok"]:
            tally.accepted[kind] += 1
    return tally


@contextmanager
def running(most: int) -> Iterator[AllCheckers]:
    """Start checkers of `most` nodes of a file, and end them with the `with` block."""
    with javascript.running() as page:
        yield AllCheckers(page, most)


def is_found(claim: Certificate) -> bool:
    """Return whether brute force has found a certificate's win; it gives up where that takes long.
    Raises Lost if there is none.
    """
    position, plies = claim.position, claim.plies
    if position.width * position.height > BRUTE_CELLS:
        return False
    try:
        if not bruteforce.wins(position, plies, BRUTE_POSITIONS, moves_in(claim)):
            raise Lost(f"brute force finds no win in {plies} plies in {position}")
    except bruteforce.GivenUp:
        return False
    return True


def moves_in(claim: Certificate) -> Iterator[int]:
    """Yield the attacker's moves in a certificate, as its nodes see them."""
    for node in claim.nodes:
        if isinstance(node, LineNode):
            yield from node.cells
        elif isinstance(node, MoveNode):
            yield node.cell

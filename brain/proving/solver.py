"""Proves wins that no single search finds, and stores each certificate, so that it can be resumed.

Hint moves are tried first, then a mate that the engine claims, then speculative moves: the engine's
best moves, in turn. Each move is tried against all replies. Every proved position is appended to a
store, so that no work is repeated.

Replies are independent of each other, so workers may prove them. Workers are untrusted: their
certificates are checked here, and a failed reply is tried again.
"""

import os
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused
from brain.certificates.stones import Stones, position_of, stones_of, turned
from brain.certificates.tree import Attack, Tree, tree_of
from brain.engine import Engine, Limit
from brain.files import checksum, journal
from brain.position import Position
from brain.proving import kernel_checker
from brain.proving.kernel_checker import TreeChecker
from brain.proving.merge import merged
from brain.proving.prover import (
    THINKS,
    NotProved,
    Prover,
    certified,
    in_time,
    prove,
)
from brain.proving.reuse import Siblings
from brain.proving.threat_lines import board_of
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import inverse, symmetries

STORE, CUT = "proved.txt", "[0-9a-f ]*"  # one certificate a line, in hexadecimal
LONG = (*THINKS, 16_000_000)  # nodes of successive searches
BETS = 4  # speculative moves tried in a position
BET_NODES = 4_000_000  # of the search that chooses them
CHECKED_NODES = 10_000_000  # most of a worker's certificate
ASKED = 3  # times that workers are asked for a position that they fail to prove

OnProved = Callable[[Certificate], None]
Advice = Mapping[Stones, Sequence[int]]  # hint moves, by the board
Proof = tuple[str, bytes]  # the worker's name, and a certificate


class MoveSource(Enum):
    """Why a move is tried."""

    KNOWN_WIN = auto()  # the engine claims a mate
    ADVISED = auto()
    SPECULATIVE = auto()


@dataclass(frozen=True)
class Job:
    """A position that the solver proves to be won for the side to move."""

    position: Position
    plies: int  # speculative moves are tried in the first plies only
    advice: Advice = field(default_factory=dict)


@dataclass(frozen=True)
class Workers:
    """An executor that proves positions, its number of workers, and a callback for warnings."""

    executor: Executor
    size: int
    warn: Callable[[str], None]


def prove_as_worker(position: Position) -> Proof:
    """Return a certificate of a position, made on a worker; raises NotProved."""
    with Engine() as engine:
        claim = prove(engine, position, thinks=LONG)
    return f"{socket.gethostname()}, process {os.getpid()}", certificate.dumps(claim)


class Store:
    """The certificates in a folder, one for each position up to symmetry."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.claims: dict[Stones, Certificate] = {}
        claims, self.file = journal.resumed(folder / STORE, _loads, CUT)
        for claim in claims:
            self._keep(claim)

    def close(self) -> None:
        """Close and unlock the folder's file."""
        self.file.close()

    def add(self, claim: Certificate) -> None:
        """Add a certificate; return after it is written to the folder's file."""
        self._keep(claim)
        self.file.write(checksum.sealed(certificate.dumps(claim).hex()))

    def claim(self, position: Position) -> Certificate | None:
        """Return the certificate of a position or of a symmetric image; None if there is none."""
        claim = self.claims.get(_form(position))
        return claim if claim and _terms(claim.position) == _terms(position) else None

    def find(self, position: Position) -> Tree | None:
        """Return the tree of a position from its certificate; None if there is none."""
        claim = self.claim(position)
        if claim is None:
            return None
        size = position.width, position.height
        wanted, stored = stones_of(position), stones_of(claim.position)
        symmetry = next(
            symmetry for symmetry in symmetries(*size) if stored.seen(symmetry, size) == wanted
        )
        return tree_of(claim, inverse(symmetry, *size))

    def _keep(self, claim: Certificate) -> None:
        self.claims[_form(claim.position)] = claim


def _terms(position: Position) -> tuple[int, ...]:
    return position.width, position.height, position.rule, position.turn


def _form(position: Position) -> Stones:
    return stones_of(position).canonical((position.width, position.height))[0]


class Solver(Prover):
    """A prover that tries hint moves and speculative moves, and stores its certificates."""

    def __init__(
        self,
        engine: Engine,
        job: Job,
        store: Store,
        on_proved: OnProved,
        workers: Workers | None = None,
    ) -> None:
        super().__init__(engine, job.position, thinks=LONG)
        self.job, self.store = job, store
        self.on_proved, self.workers = on_proved, workers
        self.size = job.position.width, job.position.height
        self.source = MoveSource.KNOWN_WIN  # of the move that is tried next
        self.found: dict[Stones, tuple[Tree, int]] = {}  # reused wins, with plies; not stored

    def known_tree(self, stones: Stones) -> Tree | None:
        """Return the tree of a win that was just reused, or that the store has; else None."""
        if stones in self.found:
            return self.found[stones][0]
        return self.store.find(position_of(stones, self.position))

    def tree(self, stones: Stones) -> Tree:
        """Return the tree of a win, from the store or else made and stored; raises NotProved."""
        if (known := self.known_tree(stones)) is not None:
            return known
        tree = super().tree(stones)
        if isinstance(tree, Attack):
            position = position_of(stones, self.position)
            claim = Certificate(position, self.plies_of(tree, stones), nodes_of(tree, position))
            # The store is untrusted input: the plies are recomputed at the end.
            self.keep(in_time(claim if self.path else merged(claim, self.engine)))
        return tree

    def plies_of(self, attack: Attack, stones: Stones) -> int:
        """Return the most plies in which a move wins; Refused if it doesn't win. The plies after
        its replies were just counted, or are in the store.
        """
        after, checker = stones.played(attack.move), TreeChecker(self.engine, self.attacker)
        for reply, tree in attack.branches:
            if isinstance(tree, Attack):
                board = after.answered(reply)
                checker.add_known(tree, board_of(board), self.known_plies(board))
        return checker.attack(attack, board_of(stones))

    def known_plies(self, stones: Stones) -> int:
        """Return the plies of a win that was just reused, which is then forgotten, or that the
        store has.
        """
        if stones in self.found:
            return self.found.pop(stones)[1]
        claim = self.store.claim(position_of(stones, self.position))
        assert claim
        return claim.plies

    def keep(self, claim: Certificate) -> None:
        """Store and report a certificate."""
        self.store.add(claim)
        self.on_proved(claim)

    def choose_move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it claims a mate, else 0. The transposition table is cleared
        before, so that a resumed solver finds the same moves.
        """
        self.source = MoveSource.KNOWN_WIN
        self.engine.forget()
        return super().choose_move(stones, nodes)

    def reuse_sibling(self, reply: int, stones: Stones, siblings: Siblings) -> Attack | None:
        """Return a sibling's tree that wins after a reply; None if there is none. It is not stored,
        because it is cheap to find again.
        """
        tree, plies = siblings.reuse(reply, stones)
        if tree:
            self.found[stones] = tree, plies
        return tree

    def find_attack(self, stones: Stones) -> Attack:
        """Return a winning move with all its answers; raises NotProved. Hint moves are tried first,
        then a mate that the engine claims, then speculative moves.
        """
        for move in self.advised(stones):
            self.source = MoveSource.ADVISED
            with suppress(NotProved):
                return self.try_move(move, stones)
        try:
            return super().find_attack(stones)
        except NotProved as fault:
            if len(self.path) >= self.job.plies:
                raise
            reason = fault
        for move in self.best(stones):
            self.source = MoveSource.SPECULATIVE
            try:
                return self.try_move(move, stones)
            except NotProved as fault:
                reason = fault
        raise reason

    def advised(self, stones: Stones) -> Sequence[int]:
        """Return the hint moves of a board, also if they are given for a symmetric image."""
        for symmetry in symmetries(*self.size):
            if moves := self.job.advice.get(stones.seen(symmetry, self.size)):
                back = inverse(symmetry, *self.size)
                return [turned(move, back, self.size) for move in moves]
        return ()

    def best(self, stones: Stones) -> Sequence[int]:
        """Return the engine's best moves, which are tried speculatively."""
        self.engine.forget()
        self.set_board(stones)
        found = self.engine.think(self.attacker, Limit(nodes=BET_NODES), lines=BETS)
        # There are no lines of analysis on an empty board.
        return [line.line[0] for line in found.lines] or [found.move]

    # Workers.

    def look_ahead(self, stones: Stones, replies: list[int], siblings: Siblings) -> None:
        """Prove the positions after replies on workers, and store the results. A reply after which
        a sibling wins is not sent. Raises NotProved for a reply that the workers can't prove, if
        the engine claims a mate or no more speculative moves follow.

        Three cases are left to be proved here: replies that workers failed on ASKED times, replies
        to speculative moves before the last speculative ply, and positions with hint moves.
        """
        if not self.workers or (
            self.source is MoveSource.SPECULATIVE and len(self.path) + 1 < self.job.plies
        ):
            return
        wanted: dict[Stones, int] = {}  # a reply for each canonical board that isn't proved
        for reply in replies:
            after = stones.answered(reply)
            if known := self.known_tree(after):
                siblings.add(reply, after, known)
            elif not self.advised(after):
                wanted.setdefault(after.canonical(self.size)[0], reply)
        asked, pending = Counter[Stones](), dict[Future[Proof], Stones]()
        left = deque(wanted)
        try:
            while left or pending:
                while left and len(pending) <= self.workers.size:
                    form = left.popleft()
                    after = stones.answered(wanted[form])
                    if not self.reuse_sibling(wanted[form], after, siblings):
                        position = position_of(after, self.position)
                        pending[self.workers.executor.submit(prove_as_worker, position)] = form
                        asked[form] += 1
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    form = pending.pop(future)
                    after = stones.answered(wanted[form])
                    is_received = self.receive(future, stones, wanted[form])
                    if known := self.known_tree(after):
                        siblings.add(wanted[form], after, known)
                    elif not is_received and asked[form] < ASKED:
                        left.append(form)
        finally:
            for future in pending:
                future.cancel()

    def receive(self, future: Future[Proof], stones: Stones, reply: int) -> bool:
        """Store a worker's certificate of a reply. Return False if the reply must be sent again.
        Raises NotProved if the workers can't prove it and no speculative move is left.
        """
        assert self.workers
        self.path.append(reply)
        name, position = "a worker", position_of(stones.answered(reply), self.position)
        try:
            name, data = future.result()
            claim = _checked(data, position, self.engine)
        except NotProved as fault:
            if self.source is MoveSource.KNOWN_WIN or len(self.path) >= self.job.plies:
                raise self.fault(str(fault)) from None
        except Exception as error:  # whatever a worker did, there is no certificate
            self.workers.warn(f"{name}: {self.fault(str(error) or repr(error))}")
            return False
        else:
            self.keep(claim)
        finally:
            self.path.pop()
        return True


def _checked(data: bytes, position: Position, engine: Engine) -> Certificate:
    """Return a worker's certificate of a position; ValueError if it is wrong or too large."""
    claim = certificate.loads(data)
    if not _is_same(claim.position, position):
        raise ValueError("its certificate is of another position")
    kernel_checker.check(claim, engine, CHECKED_NODES)
    return claim


def _is_same(one: Position, other: Position) -> bool:
    """Return whether positions are equal, except for the order of their moves."""
    found, wanted = (
        (each.width, each.height, each.rule, each.turn, stones_of(each)) for each in (one, other)
    )
    return found == wanted


def solve(
    engine: Engine, job: Job, folder: Path, on_proved: OnProved, workers: Workers | None = None
) -> Certificate:
    """Return a certificate of a job's position; raises NotProved if none is found.

    Intermediate certificates are reported to `on_proved` and kept in `folder`. A later call with
    the same folder uses them.
    """
    position = job.position
    engine.set_up(position)
    with closing(Store(folder)) as store:
        if claim := _known(store, position):
            try:
                kernel_checker.check(claim, engine)  # the folder is untrusted
            except Refused as error:
                raise ValueError(f"{folder / STORE} is wrong about the position: {error}") from None
            return claim
        tree = Solver(engine, job, store, on_proved, workers).tree(stones_of(position))
        return _known(store, position) or certified(engine, position, tree)


def _known(store: Store, position: Position) -> Certificate | None:
    """Return the certificate of a position; None if there is none, or only one of a symmetric
    image.
    """
    claim = store.claim(position)
    if claim and _is_same(claim.position, position):
        return replace(claim, position=position)
    return None


def advice_of(games: Iterable[Position]) -> Advice:
    """Return the moves of games as hint moves, each for the board where it was played."""
    advice: dict[Stones, list[int]] = {}
    for game in games:
        for count, (cell, colour) in enumerate(game.stones):
            before = Position(
                game.width, game.height, game.rule, game.stones[:count], colour, game.walls
            )
            moves = advice.setdefault(stones_of(before), [])
            if cell not in moves:
                moves.append(cell)
    return advice


def stored(folder: Path) -> Iterator[Certificate]:
    """Yield the certificates in a folder; ValueError names a line that is not a certificate."""
    return journal.read(folder / STORE, _loads)


def _loads(line: str) -> Certificate:
    return certificate.loads(bytes.fromhex(checksum.opened(line)))

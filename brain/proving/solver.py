"""Proves wins that no single search finds, and stores each certificate, so that it can be resumed.

Advised moves are tried first. If the engine claims no mate, its best moves are tried in turn, each
with all replies. Every proved position is appended to a store, so that no work is repeated. Replies
are independent of each other, so workers may prove them. Workers are untrusted: their certificates
are verified here, and a failed reply is tried again.
"""

import os
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused
from brain.certificates.stones import Stones, position_of, stones_of, turned
from brain.certificates.tree import Attack, Tree, tree_of
from brain.engine import Engine, Limit
from brain.files import journal
from brain.position import Position
from brain.proving import fastcheck
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
from brain.proving.threat_lines import board_of, cover_plies, line_plies
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import inverse, symmetries

STORE, CUT = "proved.txt", "[0-9a-f]*"  # a certificate a line, as hex
LONG = (*THINKS, 16_000_000)  # nodes of thinks
BETS = 4  # moves tried where no win is known
BET_NODES = 4_000_000  # to choose them
ASKED = 3  # times that workers are asked for a position, where what they say is wrong

OnProved = Callable[[Certificate], None]
Advice = Mapping[Stones, Sequence[int]]  # moves to be tried first
NO_ADVICE: Advice = MappingProxyType({})
Proof = tuple[str, bytes]  # who has made it, and a certificate


class MoveSource(Enum):
    """Why a move is tried."""

    KNOWN_WIN = auto()  # the engine claims a mate
    ADVISED = auto()
    SPECULATIVE = auto()


@dataclass(frozen=True)
class Workers:
    """An executor that proves positions, its number of workers, and a callback for warnings."""

    executor: Executor
    size: int
    warn: Callable[[str], None]


def prove_as_worker(position: Position) -> Proof:
    """Prove a position, on a worker; raises NotProved."""
    with Engine() as engine:
        claim = prove(engine, position, thinks=LONG)
    return f"{socket.gethostname()}, process {os.getpid()}", certificate.dumps(claim)


class Store:
    """The certificates of a folder, by their positions; those that differ by a symmetry are one."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.claims: dict[Stones, Certificate] = {}
        claims, self.file = journal.resumed(folder / STORE, _loads, CUT)
        for claim in claims:
            self._keep(claim)

    def add(self, claim: Certificate) -> None:
        """Keep a certificate; it is with the system when this returns."""
        self._keep(claim)
        self.file.write(f"{certificate.dumps(claim).hex()}\n")

    def claim(self, position: Position) -> Certificate | None:
        """Return the certificate of a position that is proved, perhaps turned; None for another."""
        claim = self.claims.get(_form(position))
        return claim if claim and _terms(claim.position) == _terms(position) else None

    def find(self, position: Position) -> Tree | None:
        """Return the tree of a position that is proved, None for another."""
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
    """A prover that tries speculative moves in the first `plies` plies, and stores its proofs."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        store: Store,
        plies: int,
        on_proved: OnProved,
        workers: Workers | None = None,
        advice: Advice = NO_ADVICE,
    ) -> None:
        super().__init__(engine, position, thinks=LONG)
        self.store, self.plies = store, plies
        self.on_proved, self.workers = on_proved, workers
        self.size, self.advice = (position.width, position.height), advice
        self.source = MoveSource.KNOWN_WIN  # in the move that is played next
        self.found: dict[Stones, tuple[Tree, int]] = {}  # with plies, but not stored

    def known_tree(self, stones: Stones) -> Tree | None:
        """Return how the attacker wins if that was just found, or from the store."""
        if stones in self.found:
            return self.found[stones][0]
        return self.store.find(position_of(stones, self.position))

    def tree(self, stones: Stones) -> Tree:
        """Return how the attacker wins, from the store or made and stored; raises NotProved."""
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
        """Return the most plies in which a move wins, 0 if it doesn't. All answers were just found
        or are stored, but for lines.
        """
        after, plies = stones.played(attack.move), dict[int, int]()
        for reply, tree in attack.branches:
            board = after.answered(reply)
            if board in self.found:
                plies[reply] = self.found.pop(board)[1]
            elif isinstance(tree, Attack):
                claim = self.store.claim(position_of(board, self.position))
                assert claim
                plies[reply] = claim.plies
            else:
                plies[reply] = line_plies(self.engine, board_of(board), self.attacker, tree)
        found, _ = cover_plies(self.engine, board_of(after), self.attacker, attack.lines, plies)
        return found and 1 + found

    def keep(self, claim: Certificate) -> None:
        """Store and report a certificate."""
        self.store.add(claim)
        self.on_proved(claim)

    def choose_move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it claims a mate, else 0. The table is cleared before, so
        that a resumed solver finds the same moves.
        """
        self.source = MoveSource.KNOWN_WIN
        self.engine.forget()
        return super().choose_move(stones, nodes)

    def reuse_sibling(self, reply: int, stones: Stones, siblings: Siblings) -> Attack | None:
        """Return a sibling's tree that wins after a reply. It is cheap to find again, so it is not
        stored.
        """
        tree, plies = siblings.reuse(reply, stones)
        if tree:
            self.found[stones] = tree, plies
        return tree

    def find_attack(self, stones: Stones) -> Attack:
        """Return a winning move with all its answers: an advised move, a known win, or else a
        speculative move.
        """
        for move in self.advised(stones):
            self.source = MoveSource.ADVISED
            with suppress(NotProved):
                return self.try_move(move, stones)
        try:
            return super().find_attack(stones)
        except NotProved as fault:
            if len(self.path) >= self.plies:
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
        """Return the moves to be tried first, from any side of the board."""
        for symmetry in symmetries(*self.size):
            if moves := self.advice.get(stones.seen(symmetry, self.size)):
                back = inverse(symmetry, *self.size)
                return [turned(move, back, self.size) for move in moves]
        return ()

    def best(self, stones: Stones) -> Sequence[int]:
        """Return the engine's best moves."""
        self.engine.forget()
        self.set_board(stones)
        found = self.engine.think(self.attacker, Limit(nodes=BET_NODES), lines=BETS)
        # An empty board has no lines.
        return [line.line[0] for line in found.lines] or [found.move]

    # Workers.

    def look_ahead(self, stones: Stones, replies: list[int], siblings: Siblings) -> None:
        """Prove the positions after the replies on workers and keep the results. A reply after
        which a sibling wins is not sent. Raises NotProved for a reply that workers can't prove, if
        the move is a known win or no more speculative moves follow.

        Three cases are proved locally: replies that workers failed on ASKED times, replies to
        speculative moves above the last speculative ply, and positions with advice.
        """
        if not self.workers or (
            self.source is MoveSource.SPECULATIVE and len(self.path) + 1 < self.plies
        ):
            return
        wanted: dict[Stones, int] = {}  # a reply for each canonical board that isn't proved
        for reply in replies:
            after = stones.answered(reply)
            if known := self.known_tree(after):
                siblings.add(reply, known)
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
                        siblings.add(wanted[form], known)
                    elif not is_received and asked[form] < ASKED:
                        left.append(form)
        finally:
            for future in pending:
                future.cancel()

    def receive(self, future: Future[Proof], stones: Stones, reply: int) -> bool:
        """Keep a worker's certificate of a reply. Return False if the reply must be sent again.
        Raises NotProved if it can't be proved.
        """
        assert self.workers
        self.path.append(reply)
        name, position = "a worker", position_of(stones.answered(reply), self.position)
        try:
            name, data = future.result()
            claim = _checked(data, position, self.engine)
        except NotProved as fault:
            if self.source is MoveSource.KNOWN_WIN or len(self.path) >= self.plies:
                raise self.fault(str(fault)) from None
        except Exception as error:  # whatever it was, there is no proof
            self.workers.warn(f"{name}: {self.fault(str(error) or repr(error))}")
            return False
        else:
            self.keep(claim)
        finally:
            self.path.pop()
        return True


def _checked(data: bytes, position: Position, engine: Engine) -> Certificate:
    """Return a worker's certificate of a position; ValueError for one that isn't right."""
    claim = certificate.loads(data)
    if not _is_same(claim.position, position):
        raise ValueError("its certificate is of another position")
    fastcheck.check(claim, engine)
    return claim


def _is_same(one: Position, other: Position) -> bool:
    """Return whether positions are the same, whatever the order of their moves."""
    found, wanted = (
        (each.width, each.height, each.rule, each.turn, stones_of(each)) for each in (one, other)
    )
    return found == wanted


def solve(
    engine: Engine,
    position: Position,
    folder: Path,
    plies: int,
    on_proved: OnProved,
    workers: Workers | None = None,
    advice: Advice = NO_ADVICE,
) -> Certificate:
    """Return a certificate that the side to move wins; raises NotProved when none is found.

    Speculative moves are tried in the first `plies` plies, advised moves before them. Intermediate
    certificates are reported to `on_proved` and kept in `folder`, whose content is used again.
    """
    engine.set_up(position)
    store = Store(folder)
    if claim := _known(store, position):
        try:
            fastcheck.check(claim, engine)  # the folder may be anybody's
        except Refused as error:
            raise ValueError(f"{folder / STORE} is wrong about the position: {error}") from None
        return claim
    tree = Solver(engine, position, store, plies, on_proved, workers, advice).tree(
        stones_of(position)
    )
    return _known(store, position) or certified(engine, position, tree)


def _known(store: Store, position: Position) -> Certificate | None:
    """Return a store's certificate of just this position, not of one that is turned."""
    claim = store.claim(position)
    if claim and _is_same(claim.position, position):
        return replace(claim, position=position)
    return None


def advice_of(games: Iterable[Position]) -> Advice:
    """Return as advice the moves of some games, at the boards where they were played."""
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
    """Return the certificates that a folder keeps; ValueError names the line of a wrong one."""
    return journal.read(folder / STORE, _loads)


def _loads(line: str) -> Certificate:
    return certificate.loads(bytes.fromhex(line))

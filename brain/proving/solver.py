"""Proves wins that no think finds at once, and keeps what is proved: it goes on after any kill.

Moves that are advised are tried first. Where the engine knows no win, its best moves are tried in
turn, each with all replies. Every position that is proved goes to a store, a file that only grows,
so that no work is done twice. Replies don't depend on each other, so workers may prove what follows
them. Nothing that a worker says is believed: its certificates are checked here, and what it can't
prove is tried on.
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
from brain.proving.merge import shared
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

Told = Callable[[Certificate], None]
Advice = Mapping[Stones, Sequence[int]]  # moves to be tried first
NO_ADVICE: Advice = MappingProxyType({})
Proof = tuple[str, bytes]  # who has made it, and a certificate


class Faith(Enum):
    """Why a move is tried."""

    KNOWN = auto()  # to win: the engine says so
    ADVISED = auto()
    BET = auto()


@dataclass(frozen=True)
class Crew:
    """Workers, how many, and who is told what is wrong with what they say."""

    executor: Executor
    size: int
    warn: Callable[[str], None]


def proved(position: Position) -> Proof:
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
    """A prover that bets on moves for so many plies, and stores what it proves."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        store: Store,
        plies: int,
        told: Told,
        crew: Crew | None = None,
        advice: Advice = NO_ADVICE,
    ) -> None:
        super().__init__(engine, position, thinks=LONG)
        self.store, self.plies, self.told, self.crew = store, plies, told, crew
        self.size, self.advice = (position.width, position.height), advice
        self.faith = Faith.KNOWN  # in the move that is played next
        self.found: dict[Stones, tuple[Tree, int]] = {}  # with plies, but not stored

    def proved(self, stones: Stones) -> Tree | None:
        """Return how the attacker wins if that was just found, or from the store."""
        if stones in self.found:
            return self.found[stones][0]
        return self.store.find(position_of(stones, self.position))

    def tree(self, stones: Stones) -> Tree:
        """Return how the attacker wins, from the store or made and stored; raises NotProved."""
        if (known := self.proved(stones)) is not None:
            return known
        tree = super().tree(stones)
        if isinstance(tree, Attack):
            position = position_of(stones, self.position)
            claim = Certificate(position, self.plies_of(tree, stones), nodes_of(tree, position))
            # What was stored may be anybody's: at the end all is counted again.
            self.keep(in_time(claim if self.path else shared(claim, self.engine)))
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
        """Store and tell what is proved."""
        self.store.add(claim)
        self.told(claim)

    def move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it knows it to win, else 0: by this position alone, so that a
        solver which goes on after a kill finds what the other would have.
        """
        self.faith = Faith.KNOWN
        self.engine.forget()
        return super().move(stones, nodes)

    def alike(self, reply: int, stones: Stones, siblings: Siblings) -> Attack | None:
        """Return what wins after a reply as it did after another. It is soon found again, and not
        stored.
        """
        tree, plies = siblings.reuse(reply, stones)
        if tree:
            self.found[stones] = tree, plies
        return tree

    def attack(self, stones: Stones) -> Attack:
        """Return a move that wins and all answers: one that is advised, one that is known to win,
        or else a bet.
        """
        for move in self.advised(stones):
            self.faith = Faith.ADVISED
            with suppress(NotProved):
                return self.played(move, stones)
        try:
            return super().attack(stones)
        except NotProved as fault:
            if len(self.path) >= self.plies:
                raise
            reason = fault
        for move in self.best(stones):
            self.faith = Faith.BET
            try:
                return self.played(move, stones)
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
        self.lay(stones)
        found = self.engine.think(self.attacker, Limit(nodes=BET_NODES), lines=BETS)
        # An empty board has no lines.
        return [line.line[0] for line in found.lines] or [found.move]

    # Workers.

    def look_ahead(self, stones: Stones, replies: list[int], siblings: Siblings) -> None:
        """Have workers prove what follows replies, but for those after which a sibling wins, and
        keep that. Raises NotProved for one that they can't prove after a move that is known to win,
        or where no more bets are made.

        What they get wrong too often is left to be proved here, and so is what follows a bet where
        more bets are made, and what there is advice for.
        """
        if not self.crew or (self.faith is Faith.BET and len(self.path) + 1 < self.plies):
            return
        wanted: dict[Stones, int] = {}  # a reply for each canonical board that isn't proved
        for reply in replies:
            after = stones.answered(reply)
            if known := self.proved(after):
                siblings.add(reply, known)
            elif not self.advised(after):
                wanted.setdefault(after.canonical(self.size)[0], reply)
        asked, pending = Counter[Stones](), dict[Future[Proof], Stones]()
        left = deque(wanted)
        try:
            while left or pending:
                while left and len(pending) <= self.crew.size:
                    form = left.popleft()
                    after = stones.answered(wanted[form])
                    if not self.alike(wanted[form], after, siblings):
                        position = position_of(after, self.position)
                        pending[self.crew.executor.submit(proved, position)] = form
                        asked[form] += 1
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    form = pending.pop(future)
                    after = stones.answered(wanted[form])
                    is_heard = self.hear(future, stones, wanted[form])
                    if known := self.proved(after):
                        siblings.add(wanted[form], known)
                    elif not is_heard and asked[form] < ASKED:
                        left.append(form)
        finally:
            for future in pending:
                future.cancel()

    def hear(self, future: Future[Proof], stones: Stones, reply: int) -> bool:
        """Keep what a worker has proved of a reply; return whether it was right, or is to be proved
        here. Raises NotProved where it can't be.
        """
        assert self.crew
        self.path.append(reply)
        name, position = "a worker", position_of(stones.answered(reply), self.position)
        try:
            name, data = future.result()
            claim = _checked(data, position, self.engine)
        except NotProved as fault:
            if self.faith is Faith.KNOWN or len(self.path) >= self.plies:
                raise self.fault(str(fault)) from None
        except Exception as error:  # whatever it was, it is no proof
            self.crew.warn(f"{name}: {self.fault(str(error) or repr(error))}")
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
    told, wanted = (
        (each.width, each.height, each.rule, each.turn, stones_of(each)) for each in (one, other)
    )
    return told == wanted


def solve(
    engine: Engine,
    position: Position,
    folder: Path,
    plies: int,
    told: Told,
    crew: Crew | None = None,
    advice: Advice = NO_ADVICE,
) -> Certificate:
    """Return a certificate that the side to move wins; raises NotProved when none is found.

    Bets are made in the first so many plies, and what is advised is tried before them. What is
    proved on the way is told, and kept in a folder, whose content is used again.
    """
    engine.set_up(position)
    store = Store(folder)
    if claim := _known(store, position):
        try:
            fastcheck.check(claim, engine)  # the folder may be anybody's
        except Refused as error:
            raise ValueError(f"{folder / STORE} is wrong about the position: {error}") from None
        return claim
    tree = Solver(engine, position, store, plies, told, crew, advice).tree(stones_of(position))
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

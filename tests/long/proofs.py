"""Every win that a search claims is proved:
`python -m tests.long.proofs N [threats | proofs | search]`.

The kill search searches N positions of every rule. Every win that it claims is certified, and the
certificate is checked. With `threats`, `proofs` or `search`, the threat search, the proof search or
the main search claims the wins that the kill search misses.

The positions come from games. Their moves are those of a short search, of a first guess without a
search, or random cells nearby.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import check
from brain.engine import Engine, Limit
from brain.layout import Record
from brain.lexicon import BLACK, STRIDE, cell_at, mate_in, opponent
from brain.position import Position
from brain.proving import prover
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.grid import empty_cells
from brain.rules.laws import RULES
from brain.thinking import native
from tests.support.boards import Board, draw

MEMORY = 64 << 20
KILL_NODES = 200_000
SEARCH_NODES = 20_000
KILL_DEPTHS = (2, 4, 8, 16, 32, 64)  # fours
THREAT_NODES = 20_000
THREAT_DEPTHS = tuple(range(1, 25))  # threats
WIDTHS = (1,)  # of the proof search: moves that threaten to win by fours too
SIDES = (6, 7, 9, 11, 13, 15)
WALLS = (0, 0, 0, 3, 8)
SEARCHED, GUESSED = 0.35, 0.4  # of the moves; the others are any cell near
MOVE_NODES = 300
REACH = range(-2, 3)  # columns and rows from one of six stones of white, which are set up last
AROUND = [x + y * STRIDE for y in REACH for x in REACH]


Claim = tuple[int, int]  # in how many plies the side to move is said to win, by which move; or 0, 0


Claimant = Callable[[Engine, native.Library, int], Claim]


def by_kill(engine: Engine, library: native.Library, colour: int) -> Claim:
    """Return what the kill search claims."""
    return _deeper(library.kill, engine.searcher.record, colour, KILL_NODES, KILL_DEPTHS)


def by_threats(nodes: int) -> Claimant:
    """Return a claimant: the threat search, with a node limit."""

    def claim(engine: Engine, library: native.Library, colour: int) -> Claim:
        return _deeper(library.threat_win, engine.searcher.record, colour, nodes, THREAT_DEPTHS)

    return claim


def by_proofs(engine: Engine, library: native.Library, colour: int) -> Claim:
    """Return what the proof search claims."""
    return _deeper(library.proof_win, engine.searcher.record, colour, THREAT_NODES, WIDTHS)


def _deeper(
    search: Callable[..., int], record: Record, colour: int, nodes: int, depths: Sequence[int]
) -> Claim:
    record.node_limit = record.deadline = record.stop = 0
    for depth in depths:
        plies = search(record, colour, depth, nodes)
        if plies:
            return plies, record.pv[0][0]
        nodes = record.solver_nodes
        if nodes <= 0:
            break
    return 0, 0


def searching(nodes: int) -> Claimant:
    """Return a claimant: the main search, with a node limit."""

    def by_search(engine: Engine, library: native.Library, colour: int) -> Claim:
        found = engine.think(colour, Limit(nodes=nodes))
        plies = mate_in(found.analysis.score)
        return (plies, found.move) if plies > 0 else (0, 0)

    return by_search


# Who claims wins.
KINDS = {
    "kill": by_kill,
    "threats": by_threats(THREAT_NODES),
    "proofs": by_proofs,
    "search": searching(SEARCH_NODES),
}


class Player:
    """An engine that claims wins and proves them."""

    def __init__(self, kind: str = "kill") -> None:
        self._claimant = KINDS[kind]
        self.library = native.load()
        self.engine = Engine(MEMORY, self.library)

    def claim(self, colour: int) -> Claim:
        """Return what is claimed of the position, nothing where the kill search knows a win."""
        question = self.engine, self.library, colour
        if self._claimant is not by_kill and any(by_kill(*question)):
            return 0, 0
        return self._claimant(*question)

    def set_up(self, position: Position) -> None:
        """Put a position on the engine's board."""
        self.engine.set_up(position)

    def prove(self, position: Position, first: int) -> Certificate:
        """Return a certificate of a win claimed by a move."""
        return prover.prove(self.engine, position, first)


def claims(player: Player, rule: int, dice: random.Random) -> Iterator[tuple[Position, Claim]]:
    """Yield the positions of games, each with what is claimed of it."""
    while True:
        for position in game(player, rule, dice):
            yield position, player.claim(position.turn)


def game(player: Player, rule: int, dice: random.Random) -> Iterator[Position]:
    """Yield the positions of one game, each while the player's board has it."""
    width = dice.choice(SIDES)
    height = width if dice.random() < 0.8 else dice.choice(SIDES)
    cells = [cell_at(x, y) for y in range(height) for x in range(width)]
    walls = tuple(dice.sample(cells, dice.choice(WALLS)))
    stones: list[tuple[int, int]] = []
    position = Position(width, height, rule, walls=walls)
    board, turn = position.board(), BLACK
    while position.plies_left > 1:
        player.set_up(position)
        yield position
        move = _move(player, board, turn, dice)
        if is_five(board, move, turn, rule) or is_foul(board, move, turn, rule):
            return
        board[move] = turn
        stones.append((move, turn))
        turn = opponent(turn)
        position = Position(width, height, rule, stones, turn, walls)


def _move(player: Player, board: Board, turn: int, dice: random.Random) -> int:
    """Return what a short search finds, what looks best, or any empty cell near a stone."""
    move, way = 0, dice.random()
    if way < SEARCHED:
        move = player.engine.think(turn, Limit(nodes=MOVE_NODES)).move
    elif way < SEARCHED + GUESSED:
        move = int(player.library.guess(player.engine.searcher.record, turn))
    if move:
        return move
    empty = empty_cells(board)
    recent = player.engine.stones[-6:]
    around = {stone + step for stone, _ in recent for step in AROUND}
    return dice.choice([cell for cell in empty if cell in around] or empty)


@dataclass
class Figures:
    """What became of the claims of one rule."""

    claimed: Counter[int] = field(default_factory=Counter)  # by plies
    longer: int = 0  # proved, but with more plies than claimed
    given_up: int = 0
    refused: list[str] = field(default_factory=list)
    nodes: int = 0  # checked
    sizes: list[int] = field(default_factory=list)  # bytes of the certificates
    times: list[float] = field(default_factory=list)  # seconds in which each was made
    checked_s: float = 0.0

    @property
    def proved(self) -> int:
        """How many claims have a certificate that holds."""
        return len(self.sizes)


def examine(player: Player, rule: int, count: int, seed: int) -> Figures:
    """Return the outcomes of the claims in `positions` positions."""
    figures, dice = Figures(), random.Random(seed)
    for position, (plies, move) in islice(claims(player, rule, dice), count):
        if not plies:
            continue
        figures.claimed[plies] += 1
        started = time.process_time()
        try:
            data = certificate.dumps(player.prove(position, move))
            made = time.process_time()
            found = check(certificate.loads(data))
        except prover.NotProved:
            figures.given_up += 1
        except ValueError as error:
            figures.refused.append(f"rule {rule}, claimed in {plies}: {error}\n{shown(position)}\n")
        else:
            figures.longer += found.plies > plies
            figures.nodes += found.nodes
            figures.sizes.append(len(data))
            figures.times.append(made - started)
            figures.checked_s += time.process_time() - made
    return figures


def spread(numbers: Sequence[float]) -> str:
    """Return the median, what 90 % are below, and the largest."""
    ranked = sorted(numbers) or [0]
    last = len(ranked) - 1
    return " / ".join(f"{ranked[place]:.4g}" for place in (last // 2, last * 9 // 10, last))


def shown(position: Position) -> str:
    """Return a position as text for a person."""
    return f"{position}\n{draw(position.board())}"


def main(count: str = "20000", kind: str = "kill", seed: str = "1") -> int:
    """Print the figures of every rule and what was refused; return 1 if anything was."""
    player = Player(kind)
    refused = 0
    for rule in RULES:
        figures = examine(player, rule, int(count), int(seed))
        lengths = " ".join(f"{plies}:{n}" for plies, n in sorted(figures.claimed.items()))
        print(
            f"rule {rule}: {count} asked, {figures.claimed.total()} claimed,"
            f" {figures.proved} proved ({figures.longer} longer), {figures.given_up} given up,"
            f" {len(figures.refused)} refused; bytes {spread(figures.sizes)},"
            f" seconds {spread(figures.times)}; {figures.nodes} nodes checked in"
            f" {figures.checked_s:.0f} s; by plies {lengths}",
            flush=True,
        )
        print("".join(figures.refused), end="")
        refused += len(figures.refused)
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

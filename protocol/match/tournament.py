"""The schedule of a match, and the threads that play it.

A game's number determines its pairing, colours and opening. So the numbers of the recorded games
determine which games are missing, and a match can resume at any time.
"""

import queue
import threading
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from brain.lexicon import colour_of
from brain.openings.opening_book import Opening, opening_of
from brain.rules.symmetry import IDENTITY
from protocol.match.arena import Abandoned, Arena, Fixture, Terms
from protocol.match.player import Entrant
from protocol.match.referee import Referee
from protocol.records.games import DRAW, Ending, Game, score_against, score_for

Pairing = tuple[str, str]

# Endings that the stones alone decide.
ON_BOARD = frozenset({Ending.FIVE, Ending.FORBIDDEN, Ending.FULL_BOARD, Ending.MOVE_LIMIT})
INTERRUPT_S = 0.5  # on some systems Ctrl-C does not end a wait without a timeout


def round_robin(names: Sequence[str]) -> list[Pairing]:
    """Return every pair of engines."""
    return list(combinations(names, 2))


def gauntlet(names: Sequence[str]) -> list[Pairing]:
    """Return the pairs of the first engine and each other one."""
    return [(names[0], other) for other in names[1:]]


KINDS: dict[str, Callable[[Sequence[str]], list[Pairing]]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
}


@dataclass(frozen=True)
class Event:
    """Engines and the games they play. In a round, every pairing plays one opening twice, with
    colours reversed.
    """

    entrants: tuple[Entrant, ...]
    terms: Terms
    kind: str = "round-robin"
    rounds: int = 1
    openings: tuple[Opening, ...] = ()  # none means the empty board
    turns: tuple[int, ...] = (IDENTITY,)  # symmetry for each pass through the openings

    def __post_init__(self) -> None:
        names = self.names
        if len(names) < 2:
            raise ValueError("a match needs at least two engines: give --engine for each")
        if twice := [name for name, count in Counter(names).items() if count > 1]:
            raise ValueError(f"two engines are called {twice[0]}: give them different names")
        if self.terms.swap2 and self.openings:
            raise ValueError("--swap2 excludes --openings: the engines make the openings")
        referee = Referee()
        for opening in self.openings:
            self.terms.check(opening, referee)

    def __len__(self) -> int:
        return self.rounds * len(self.pairings) * 2

    @property
    def names(self) -> tuple[str, ...]:
        """The engines' names, in order."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def pairings(self) -> list[Pairing]:
        """The pairs of engines that play each other."""
        return KINDS[self.kind](self.names)

    def fixture(self, number: int) -> Fixture:
        """Return the game with a number, counted from 1."""
        pair, reverse = divmod(number - 1, 2)
        lap, index = divmod(pair, len(self.pairings))
        first, second = self.pairings[index]
        if reverse:
            first, second = second, first
        size = self.terms.width, self.terms.height
        opening = opening_of(lap, self.openings, size, self.turns)
        return Fixture(number, pair + 1, lap + 1, first, second, opening)

    def check(self, game: Game) -> None:
        """Raise ValueError for a game that differs from the event's game of its number."""
        if not 1 <= game.number <= len(self):
            raise ValueError(f"game {game.number} is not in the match, which has {len(self)} games")
        fixture, terms = self.fixture(game.number), self.terms
        names = fixture.first, fixture.second
        if game.names != names and not (terms.swap2 and game.names == names[::-1]):
            raise ValueError(
                f"game {game.number}: expected {' and '.join(names)},"
                f" got {' and '.join(game.names)}"
            )
        if (game.rule, game.width, game.height) != (terms.rule, terms.width, terms.height):
            raise ValueError(f"game {game.number}: its rule or board is not the match's")
        if (game.pair, game.round) != (fixture.pair, fixture.round):
            raise ValueError(f"game {game.number}: its pair or round is not the match's")
        if game.opening != fixture.opening and not terms.swap2:
            raise ValueError(f"game {game.number}: its opening is not the match's")

    def judge(self, game: Game, referee: Referee) -> None:
        """Raise ValueError for a game that this event's arena can't have played: one that `check`
        refuses, or whose stones give another result.
        """
        self.check(game)
        terms = self.terms
        try:
            found = referee.replay(terms.width, terms.height, terms.rule, game.stones)
        except ValueError as error:
            raise ValueError(f"game {game.number}: {error}") from None
        if not found and 0 < terms.draw_after <= game.plies:
            found = Ending.MOVE_LIMIT
        if found and game.ending != found:
            raise ValueError(f"game {game.number}: its ending is {found}, not {game.ending}")
        if not found and game.ending in ON_BOARD:
            raise ValueError(f"game {game.number}: its last stone does not end it")
        if game.ending in ON_BOARD and game.score != _score_on_board(game):
            raise ValueError(f"game {game.number}: its score is not that of its ending")

    def missing(self, played: Container[int]) -> Iterator[Fixture]:
        """Yield the games whose numbers are not in `played`."""
        for number in range(1, len(self) + 1):
            if number not in played:
                yield self.fixture(number)


def _score_on_board(game: Game) -> float:
    """Return Black's score in a game that its last stone ended."""
    colour = colour_of(game.plies - 1)
    if game.ending == Ending.FIVE:
        return score_for(colour)
    return score_against(colour) if game.ending == Ending.FORBIDDEN else DRAW


def play_here(event: Event, fixtures: Iterator[Fixture], concurrency: int) -> Generator[Game]:
    """Yield games as they end; closing the generator abandons the unfinished ones."""
    waiting = _Shared(fixtures)
    ended: queue.SimpleQueue[Game | Exception | None] = queue.SimpleQueue()
    arenas = [Arena(event.entrants, event.terms) for _ in range(concurrency)]
    threads = [  # daemons: they end with the process even if the clean-up below is interrupted
        threading.Thread(target=_play_all, args=(arena, waiting, ended), daemon=True)
        for arena in arenas
    ]
    for thread in threads:
        thread.start()
    try:
        working = concurrency
        while working:
            outcome = _next(ended)
            if outcome is None:
                working -= 1
            elif isinstance(outcome, Game):
                yield outcome
            else:
                raise outcome
    finally:
        for arena in arenas:
            arena.abandon()
        for thread in threads:
            thread.join()


def _play_all(
    arena: Arena, waiting: Iterator[Fixture], ended: queue.SimpleQueue[Game | Exception | None]
) -> None:
    """Play until no fixture is left. Put each game or the exception into the queue, and finally
    None.
    """
    try:
        for fixture in waiting:
            ended.put(arena.play(fixture))
    except Abandoned:
        pass  # the caller closed the generator
    except Exception as error:  # play_here raises it
        ended.put(error)
    finally:
        arena.close()
        ended.put(None)


def _next(items: queue.SimpleQueue[Game | Exception | None]) -> Game | Exception | None:
    """Return the next item of a queue; Ctrl-C interrupts the wait."""
    while True:
        try:
            return items.get(timeout=INTERRUPT_S)
        except queue.Empty:
            continue


class _Shared(Iterator[Fixture]):
    """An iterator that threads share."""

    def __init__(self, fixtures: Iterator[Fixture]) -> None:
        self._fixtures = fixtures
        self._lock = threading.Lock()

    def __next__(self) -> Fixture:
        with self._lock:
            return next(self._fixtures)

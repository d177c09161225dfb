"""Plays games one after the other, with a referee. A brain's process is reused for the next game.

An engine that commits a fault loses the game, and a new process replaces its brain.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from brain.cell_names import ABOVE, name_of
from brain.lexicon import BLACK, WHITE, colour_of
from protocol.client.brain_client import Patience
from protocol.client.brain_process import BrainProcess
from protocol.match.adjudication import Adjudication
from protocol.match.player import Entrant, Fault, Seat
from protocol.match.referee import Referee
from protocol.piskvork.commands import OPPONENT, OWN, Begin, Command, PlayPosition, Turn
from protocol.records.games import (
    DRAW,
    Ending,
    Game,
    PlayedMove,
    Point,
    score_against,
    score_for,
)

FIRST_STONES, MORE_STONES = 3, 2  # in a swap2 opening


@dataclass(frozen=True)
class Terms:
    """The conditions that all games of a match share."""

    rule: int = 0
    width: int = 15
    height: int = 15
    swap2: bool = False  # the engines open the game
    suspend: bool = False  # the engine that is not to move is suspended
    patience: Patience = field(default_factory=Patience)
    adjudication: Adjudication = field(default_factory=Adjudication)
    draw_after: int = 0  # stones on the board that make a game a draw; 0 for none

    def check(self, opening: Sequence[Point], referee: Referee) -> None:
        """Raise ValueError if the opening ends the game."""
        if ending := referee.replay(self.width, self.height, self.rule, opening):
            raise ValueError(f"the opening ends the game: {ending}")


@dataclass(frozen=True)
class Fixture:
    """A game to be played. The first engine has black; in a swap2 game it makes the opening."""

    number: int
    pair: int
    round: int
    first: str
    second: str
    opening: tuple[Point, ...] = ()


class Abandoned(Exception):  # noqa: N818 (not an error)
    """`Arena.abandon` was called during a game."""


class Arena:
    """Plays one game at a time. Only `abandon` may be called from another thread."""

    def __init__(self, entrants: Sequence[Entrant], terms: Terms) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._terms = terms
        self._referee = Referee()
        self._brains: dict[str, BrainProcess] = {}
        self._lock = threading.Lock()  # guards _brains and _abandoned
        self._abandoned = False

    def play(self, fixture: Fixture) -> Game:
        """Play a game and return it. Raises Abandoned after `abandon`."""
        play = _Play(self._terms, self._referee, fixture)
        try:
            game = play.run(self._seat(fixture.first), self._seat(fixture.second))
        except Fault as fault:
            game = play.lost(fault)
            self._dismiss(fault.name)
        if self._abandoned:
            raise Abandoned
        for name in game.names:
            if self._entrants[name].fresh:
                self._dismiss(name)
        return game

    def abandon(self) -> None:
        """Kill the brains of the current game; no further game starts. Call `close` afterwards."""
        with self._lock:
            self._abandoned = True
            for brain in self._brains.values():
                brain.kill()

    def close(self) -> None:
        """End all brains."""
        for name in list(self._brains):
            self._dismiss(name)

    def _seat(self, name: str) -> Seat:
        """Return an engine's seat for a new game; start its process if none runs."""
        entrant = self._entrants[name]
        if name in self._brains and not self._brains[name].is_running:
            self._dismiss(name)
        with self._lock:
            if self._abandoned:
                raise Abandoned
            if name not in self._brains:
                try:
                    self._brains[name] = BrainProcess(entrant.command, entrant.folder or None)
                except OSError as error:
                    raise Fault(name, Ending.START, (f"! {error}",)) from None
            brain = self._brains[name]
        return Seat(entrant, brain, self._terms.patience, self._terms.suspend)

    def _dismiss(self, name: str) -> None:
        """End an engine's process, if it has one."""
        with self._lock:
            brain = self._brains.pop(name, None)
        if brain:
            brain.end()


class _Play:
    """A game in progress: each engine's colour, and the stones so far."""

    def __init__(self, terms: Terms, referee: Referee, fixture: Fixture) -> None:
        self._terms = terms
        self._referee = referee
        self._fixture = fixture
        self._black, self._white = fixture.first, fixture.second
        self._opening = fixture.opening
        self._moves: list[PlayedMove] = []
        self._started = datetime.now(UTC).isoformat(timespec="seconds")

    def run(self, first: Seat, second: Seat) -> Game:
        """Play to the end and return the game. Raises Fault."""
        terms = self._terms
        seats = {seat.name: seat for seat in (first, second)}
        self._referee.replay(terms.width, terms.height, terms.rule, self._opening)
        started = [seat.start(terms.width, terms.height) for seat in (first, second)]
        for seat, instant in zip((first, second), started, strict=True):
            seat.get_ready(instant, terms.rule)
        game = self._open(first, second) if terms.swap2 else None
        while game is None:
            seat = seats[self._black if self._turn == BLACK else self._white]
            game = self._take(seat, seat.move(self._request(seat)))
        return game

    def lost(self, fault: Fault) -> Game:
        """Return the game that a fault ends."""
        loser = BLACK if fault.name == self._black else WHITE
        return self._ended(score_against(loser), fault.ending, fault.exchange)

    @property
    def _stones(self) -> tuple[Point, ...]:
        """All stones in the order they were placed."""
        return self._opening + tuple((move.x, move.y) for move in self._moves)

    @property
    def _turn(self) -> int:
        """The colour to move."""
        return colour_of(len(self._opening) + len(self._moves))

    def _open(self, first: Seat, second: Seat) -> Game | None:
        """Play the swap2 opening; return the game if a move of the opening ends it.

        The second engine chooses first. It may swap and become black, place one stone as white, or
        place two stones. After two stones the first engine chooses: it swaps or places one stone.
        """
        self._place(first, first.choose(()), FIRST_STONES)
        asked, other = second, first
        choice = asked.choose(self._opening)
        if len(choice) == MORE_STONES:
            self._place(asked, choice, MORE_STONES)
            asked, other = other, asked
            choice = asked.choose(self._opening)
        black, white = (other, asked) if choice else (asked, other)
        self._black, self._white = black.name, white.name
        if len(choice) > 1:
            raise asked.fault(Ending.UNREADABLE, f"expected one stone, got {len(choice)}")
        return self._take(asked, choice[0]) if choice else None

    def _place(self, seat: Seat, moves: Sequence[PlayedMove], count: int) -> None:
        """Add an engine's stones to the opening."""
        if len(moves) != count:
            raise seat.fault(Ending.UNREADABLE, f"expected {count} stones, got {len(moves)}")
        for move in moves:
            if refusal := self._referee.refusal(move.x, move.y):
                raise seat.fault(Ending.ILLEGAL, refusal)
            if ending := self._referee.place(move.x, move.y):
                raise seat.fault(Ending.ILLEGAL, f"{move.x},{move.y} ends the opening: {ending}")
        self._opening += tuple((move.x, move.y) for move in moves)

    def _request(self, seat: Seat) -> Command:
        """Return the command that asks an engine for its move."""
        stones = self._stones
        if not stones:
            return Begin()
        if seat.knows_board:
            return Turn(*stones[-1])
        owners = [OWN if colour_of(i) == self._turn else OPPONENT for i in range(len(stones))]
        return PlayPosition(
            tuple((x, y, owner) for (x, y), owner in zip(stones, owners, strict=True))
        )

    def _take(self, seat: Seat, move: PlayedMove) -> Game | None:
        """Place an engine's stone; return the game if the stone ends it."""
        if refusal := self._referee.refusal(move.x, move.y):
            raise seat.fault(Ending.ILLEGAL, refusal)
        move = replace(move, memory=seat.memory())
        colour = self._turn
        ending = self._referee.place(move.x, move.y)
        self._moves.append(move)
        if ending == Ending.FIVE:
            return self._ended(score_for(colour), ending)
        if ending == Ending.FORBIDDEN:
            name = name_of(move.x, move.y, self._terms.height, ABOVE)
            reason = f"{move.x},{move.y} ({name}) is forbidden to black"
            exchange = seat.fault(ending, reason).exchange
            return self._ended(score_against(colour), ending, exchange)
        if ending:
            return self._ended(DRAW, ending)
        if 0 < self._terms.draw_after <= len(self._stones):
            return self._ended(DRAW, Ending.MOVE_LIMIT)
        score = self._terms.adjudication.score(len(self._stones), self._moves)
        return None if score is None else self._ended(score, Ending.ADJUDICATED)

    def _ended(self, score: float, ending: Ending, exchange: tuple[str, ...] = ()) -> Game:
        """Return the finished game."""
        terms, fixture = self._terms, self._fixture
        return Game(
            number=fixture.number,
            pair=fixture.pair,
            round=fixture.round,
            black=self._black,
            white=self._white,
            rule=terms.rule,
            width=terms.width,
            height=terms.height,
            opening=self._opening,
            moves=tuple(self._moves),
            score=score,
            ending=ending,
            exchange=exchange,
            started=self._started,
        )

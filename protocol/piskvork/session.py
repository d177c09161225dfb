"""One conversation with a manager: a command in, reply lines out. No pipe here; analysis goes to
the `write` callback.

A command that can't be carried out is answered with one line and changes nothing. ERROR and UNKNOWN
end the game in some managers. So they are sent only if the manager would otherwise wait forever;
otherwise the answer is a MESSAGE or nothing.
"""

import gc
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from brain import __version__
from brain.engine import Engine, Limit, Result
from brain.files.stored import DataError
from brain.lexicon import FREESTYLE, MAX_SIZE, MIN_SIZE
from brain.thinking import strength
from brain.thinking.clock import TimeControl, limits_ms
from brain.thinking.think import Task
from protocol.piskvork import yixin
from protocol.piskvork.commands import (
    About,
    Balance,
    Begin,
    Best,
    Block,
    Command,
    DatabaseCommand,
    Defend,
    Forget,
    Info,
    Lacking,
    Malformed,
    Play,
    PlayPosition,
    Points,
    Request,
    Restart,
    SetPosition,
    ShowForbidden,
    ShowHash,
    ShowInfo,
    SoosyrvStep,
    Start,
    Stop,
    Stoppable,
    Swap2,
    Swap2Step,
    Takeback,
    Turn,
    Unblock,
    UnblockAll,
    Unknown,
)
from protocol.piskvork.commentary import MARKS, Commentary, Write
from protocol.piskvork.grammar import Lines, pair, read_number
from protocol.piskvork.manager_board import ManagerBoard, in_turn
from protocol.piskvork.settings import CHANGES, ENGINE, Settings
from protocol.piskvork.yixin import SWAP2_STONES, Labels, forbidden_line

Outcome = TypeVar("Outcome")

DEFAULT_SIZE = 20  # the board before any START
LONGEST_ECHO = 100  # characters of an unreadable line
MEGABYTE = 1 << 20

HOMEPAGE = "https://pypi.org/project/tengen-gomoku/"
ABOUT = f'name="Tengen", version="{__version__}", author="Tengen developers", www="{HOMEPAGE}"'
BAD_SIZE = (
    f"ERROR unsupported board size (supported {MIN_SIZE}..{MAX_SIZE}, e.g. {DEFAULT_SIZE})",
)
NOT_EMPTY = ("ERROR the board is not empty",)
NOT_PLAYABLE = ("ERROR cell is occupied or not on the board",)
NOT_THERE = ("ERROR there is no stone to take back",)
NO_POSITION = (
    "ERROR invalid board: a duplicate stone, a stone off the board, or an unknown owner",
)
NO_SWAP2 = ("ERROR swap2 needs 0, 3 or 5 stones on the board",)
NO_SOOSYRV = ("ERROR wrong number of stones for this step of Soosyrv-8",)
FULL = ("ERROR the board is full",)


class Session:
    """The state of a conversation, and the answers to its commands."""

    def __init__(
        self, engine: Engine, write: Write, overhead_ms: float | None = None, variety: int = 0
    ) -> None:
        """Start a conversation. `variety` selects the swap2 openings."""
        self._engine = engine
        self._write = write
        self._variety = variety
        self._settings = Settings(TimeControl(overhead_ms=overhead_ms))
        self._game = ManagerBoard(engine)
        self._game.start(DEFAULT_SIZE, DEFAULT_SIZE, FREESTYLE)
        self._pondered_from: tuple[tuple[int, int], ...] = ()  # the stones after our last move

    def answer(self, command: Command, since: float = 0.0) -> Lines:
        """Return the reply. `since` is the time.perf_counter() of the clock's start, 0 for now."""
        if isinstance(command, Stoppable):
            return self._answer_thinking(command, since or time.perf_counter())
        return self._answer_at_once(command)

    def rescue(self, command: Command) -> Lines:
        """Return the reply after `answer` raised: a legal, unsearched move if one is owed."""
        if not isinstance(command, Request):
            prefix = "MESSAGE" if isinstance(command, Info) else "ERROR"
            return (f"{prefix} internal error",)
        cells: list[int] = []
        for _ in range(_owed(command)):
            cell = self._game.nearest_to_centre()
            if not cell:
                return FULL
            self._game.play(cell)
            cells.append(cell)
        return ("MESSAGE internal error, this move was chosen without a search", _pairs(cells))

    @property
    def may_ponder(self) -> bool:
        """Whether pondering is on, the strength full, and the opponent to move."""
        asked = self._settings.ponders and self._settings.strength == strength.FULL_STRENGTH
        return asked and bool(self._pondered_from) and self._pondered_from == self._engine.stones

    def ponder(self) -> None:
        """Prefault the table, then ponder if `may_ponder`, until the engine is stopped."""
        self._engine.prefault()
        if self.may_ponder:
            self._engine.think(self._game.turn, Limit())

    def _answer_thinking(self, command: Stoppable, since: float) -> Lines:
        game = self._game
        match command:
            case Begin():
                return NOT_EMPTY if game.taken else self._play(since)
            case Turn(x, y):
                return self._play(since) if game.place_opponent(x, y) else NOT_PLAYABLE
            case PlayPosition(stones):
                return self._play(since) if game.set_up(stones) else NO_POSITION
            case Best(lines):
                return self._think(since, lines=max(1, min(lines, game.empty)))
            case Defend():
                return self._think(since, marks=MARKS)
            case Balance(stones, bias):
                return self._balance(stones, bias, since)
            case Swap2(points):
                return self._swap2(points, since)
            case Swap2Step(number):
                return self._swap2_step(number, since)
            case SoosyrvStep():
                return self._soosyrv_step(command, since)

    def _answer_at_once(self, command: Command) -> Lines:
        game = self._game
        match command:
            case Start(width, height):
                return self._start(width, height)
            case Restart():
                return self._start(self._engine.width, self._engine.height)
            case SetPosition(stones):
                return () if game.set_up(stones) else NO_POSITION
            case Play(x, y):
                return (f"{x},{y}",) if game.place(x, y) else NOT_PLAYABLE
            case Takeback(x, y):
                return ("OK",) if game.take_back(x, y) else NOT_THERE
            case Block(points):
                game.block(points)
            case Unblock(points):
                game.unblock(points)
            case UnblockAll():
                game.unblock_all()
            case Info(key, value):
                return self._inform(key, value)
            case ShowForbidden():
                return (forbidden_line(game.forbidden_points()),)
            case ShowInfo():
                return self._show_info()
            case ShowHash():
                size = self._engine.table_bytes // MEGABYTE
                return (f"MESSAGE hash table of {size} MB, {self._engine.usage():.0%} used",)
            case Forget():
                self._engine.forget()
                return ("MESSAGE hash table emptied",)
            case DatabaseCommand():
                return self._use_database(command)
            case Lacking(feature):
                return (f"MESSAGE Tengen has no {feature}",)
            case About():
                return (ABOUT,)
            case Malformed(text):
                return (f"ERROR cannot read {_echo(text)}",)
            case Unknown(text) if not self._settings.yixin:
                return (f"UNKNOWN {_echo(text)}",)
            case Stop():
                self._pondered_from = ()
        return ()

    # Settings

    def _start(self, width: int, height: int) -> Lines:
        if not (MIN_SIZE <= width <= MAX_SIZE and MIN_SIZE <= height <= MAX_SIZE):
            return BAD_SIZE
        gc.collect()  # now there is time; Python itself would wait for hundreds of games
        self._game.start(width, height, self._engine.rule)
        self._settings = self._settings.with_time(spent_ms=0.0)
        return ("OK",)

    def _show_info(self) -> Lines:
        self._settings = self._settings._replace(yixin=True)
        return yixin.limit_lines()

    def _use_database(self, command: DatabaseCommand) -> Lines:
        from protocol.piskvork import yixin_database  # only a window asks

        return yixin_database.answer(self._engine, command, readonly=self._settings.readonly)

    def _inform(self, key: str, value: str) -> Lines:
        """Change a setting. Return a MESSAGE about a rule that Tengen does not play, else ()."""
        number = read_number(value)
        if number is None:
            return ()
        if key in CHANGES:
            self._settings = CHANGES[key](self._settings, number)
        elif key in ENGINE:
            ENGINE[key](self._engine, number)
        elif key == "rule":
            rule, complaint = self._settings.rule(number)
            try:
                self._game.set_rule(rule)
            except DataError as error:
                complaint = str(error)
            return (f"MESSAGE {complaint}",) if complaint else ()
        return ()

    # Thinking

    def _play(self, since: float) -> Lines:
        """Play, from a position database if one has a move; write what is stored."""
        follows = self._settings.follows
        if follows and self._engine.position_databases:
            from protocol.piskvork import yixin_database

            for line in yixin_database.entry_lines(self._engine, self._game.turn, self._labels()):
                self._write(line)
        return self._think(since, follows=follows)

    def _think(
        self, since: float, lines: int = 1, marks: int = 0, *, follows: bool = False
    ) -> Lines:
        result = self._timed(since, lambda limit: self._search(limit, lines, marks, follows))
        if not result.move:
            return FULL
        self._game.answer(result.move)
        won = result.score.mate == 1
        self._pondered_from = () if won else self._engine.stones
        return (pair(result.move),)

    def _labels(self) -> Labels:
        return Labels(self._engine.width if self._settings.yixin else 0)

    def _search(self, limit: Limit, lines: int, marks: int, follows: bool) -> Result:
        """Return the engine's result; `marks` are bits added to INFO show_detail."""
        detail = self._settings.detail | marks
        commentary = Commentary(self._write, detail, self._labels(), lines, limit.since)
        watch = commentary.watch if detail & MARKS else None
        turn, barred, report = self._game.turn, self._game.barred, commentary.report
        task = Task(turn, limit, lines, barred, report, watch, follows=follows)
        result = strength.think(self._engine, task, self._settings.strength)
        if result.move or not barred:
            return result
        # A move is owed although all empty cells are blocked.
        unbarred = task._replace(barred=frozenset())
        return strength.think(self._engine, unbarred, self._settings.strength)

    # brain.openings is imported on demand: few games need it, and managers wait for the start.

    def _balance(self, stones: int, bias: int, since: float) -> Lines:
        from brain.openings.balance import balance

        turn = self._game.turn
        barred = self._game.barred
        found = self._timed(
            since, lambda limit: balance(self._engine, turn, stones, bias, limit, barred)
        )
        for cell in found.cells:
            self._game.play(cell)
        return (_pairs(found.cells),) if found.cells else FULL

    def _swap2(self, stones: Points, since: float) -> Lines:
        if len(stones) not in SWAP2_STONES:
            return NO_SWAP2
        if not self._game.set_up(in_turn(stones)):
            return NO_POSITION
        points = self._swap2_points(since)
        for x, y in points:
            self._game.place(x, y)
        return (" ".join(f"{x},{y}" for x, y in points) or "SWAP",)

    def _swap2_step(self, number: int, since: float) -> Lines:
        """Answer a step of Yixin-Board's dialogue, which BOARD continues."""
        if number == 1:
            self._start_again()
        stones = len(self._engine.stones)
        if stones != SWAP2_STONES[number - 1]:
            return NO_SWAP2
        return yixin.swap2_lines(stones, self._swap2_points(since))

    def _soosyrv_step(self, step: SoosyrvStep, since: float) -> Lines:
        """Answer a step of Yixin-Board's dialogue. Every step comes with the stones."""
        engine, variety = self._engine, self._variety
        state = yixin.soosyrv_state(step, engine.width, engine.height)
        if state is None:
            return NO_SOOSYRV
        if step.number == 1:
            self._start_again()
        elif not self._game.set_up(in_turn(step.points)):
            return NO_POSITION
        self._game.set_up(in_turn(state.stones))
        return self._timed(since, lambda limit: yixin.soosyrv_lines(engine, state, limit, variety))

    def _start_again(self) -> None:
        self._game.start(self._engine.width, self._engine.height, self._engine.rule)

    def _swap2_points(self, since: float) -> Points:
        """Return the stones to add to the board; none means to swap."""
        from brain.openings import decisions

        return self._timed(
            since, lambda limit: decisions.swap2_answer(self._engine, limit, self._variety)
        )

    def _timed(self, since: float, think: Callable[[Limit], Outcome]) -> Outcome:
        """Return the outcome of a think within this move's limits; subtract its time. A clock that
        counts nodes tells the manager how many.
        """
        game, settings = self._game, self._settings
        soft, hard = limits_ms(settings.control, game.taken, game.taken + game.empty)
        limit = Limit(
            hard / 1000,
            settings.nodes,
            settings.depth,
            soft_seconds=soft / 1000,
            since=since,
            nodes_a_ms=settings.nodes_a_ms,
        )
        before = self._engine.total_nodes
        outcome = think(limit)
        used_ms = (time.perf_counter() - since) * 1000
        if settings.nodes_a_ms:
            nodes = self._engine.total_nodes - before
            self._write(f"INFO TOTALNODES {nodes}")
            used_ms = nodes / settings.nodes_a_ms
        spent_ms = settings.time.spent_ms + used_ms - settings.time.increment_ms
        self._settings = settings.with_time(spent_ms=spent_ms)
        return outcome


def _owed(request: Request) -> int:
    """Return the number of stones that answer a request."""
    match request:
        case Balance(stones, _):
            return stones
        case Swap2(()):
            return SWAP2_STONES[1]
    return 1


def _pairs(cells: Iterable[int]) -> str:
    return " ".join(map(pair, cells))


def _echo(text: str) -> str:
    """Return the start of a text, in printable ASCII."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:LONGEST_ECHO])

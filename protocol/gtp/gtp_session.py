"""One conversation in GTP: a line in, answers to the `say` callback. No pipe here.

An analysis goes on until the next line comes. What can't be done is answered with "?" and changes
nothing. After the game's end a move is still asked for: then the loser resigns, and the winner, or
whoever has no cell left, passes. Windows for Go know both.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from brain import __version__
from brain.cell import Cell
from brain.engine import MOST_CAUTION, Analysis, Engine, Limit, Result, Task
from brain.lexicon import (
    BLACK,
    FREESTYLE,
    MAX_SIZE,
    MIN_SIZE,
    WHITE,
    opponent,
)
from brain.notation import sgf
from brain.notation.drawing import SIGNS
from brain.rules.laws import RULE_NAMES, TABLE, rule_named
from brain.thinking import strength
from brain.thinking.clock import limits_ms
from brain.thinking.strength import FULL_STRENGTH
from protocol.gtp import gtp_words
from protocol.gtp.gtp_inbox import Inbox
from protocol.gtp.gtp_timing import Timing
from protocol.gtp.gtp_words import PASS, Command, Wishes

LETTERS = {BLACK: "B", WHITE: "W"}
USUAL_CAUTION = 1
NO_HANDICAP = "Gomoku has no handicap: send the stones with play"
REFUSED = ("fixed_handicap", "place_free_handicap", "set_free_handicap")  # known, but not listed
LEAST_VISITS = 10  # of a move that isn't searched: Sabaki labels none with fewer


@dataclass(frozen=True)
class Move:
    """A stone, or a pass, and the colour that wins by it, 0 while the game goes on."""

    colour: int
    cell: Cell
    winner: int = 0


@dataclass(frozen=True)
class Settings:
    """What the command line sets."""

    size: tuple[int, int] = (15, 15)
    rule: int = FREESTYLE
    level: int = FULL_STRENGTH
    turn_ms: float = 5000.0


class Findings:
    """The latest lines of a think, the best first; the thinking thread writes them."""

    lines: tuple[Analysis, ...] = ()

    def report(self, analysis: Analysis) -> None:
        """Put a line in its place; what an earlier iteration found stays below it."""
        found = (*self.lines[: analysis.rank - 1], analysis)
        moves = {line.line[0] for line in found}
        older = self.lines[analysis.rank :]
        self.lines = found + tuple(line for line in older if line.line[0] not in moves)

    def finish(self, result: Result) -> None:
        """Take the result of a think without a choice: the first move, even, or a loss."""
        if not self.lines and result.move:
            visits = max(result.analysis.nodes, LEAST_VISITS)
            self.lines = (replace(result.analysis, nodes=visits, line=(result.move,)),)


class Session:
    """The state of a conversation, and the answers to its lines."""

    def __init__(
        self, engine: Engine, inbox: Inbox, say: Callable[[str], None], settings: Settings
    ) -> None:
        self._engine = engine
        self._inbox = inbox
        self._say = say
        self._level = settings.level
        self._timing = Timing(settings.turn_ms)
        self._moves: list[Move] = []
        self._told = 0  # the colour to move, where a file has told it
        engine.new_game(*settings.size, settings.rule)

    def answer(self, line: str) -> bool:
        """Answer a line; return whether the conversation goes on."""
        command = gtp_words.read(line)
        if not (command.number or command.name):
            return True
        try:
            if command.name in STREAMS:
                make, dialect = STREAMS[command.name]
                make(self, command, dialect)
                return True
            if command.name in REFUSED:
                raise ValueError(NO_HANDICAP)
            if command.name not in COMMANDS:
                raise ValueError("unknown command")
            make_answer, least = COMMANDS[command.name]
            if len(command.words) < least:
                raise ValueError(f"syntax error: {command.name} needs {least} words after it")
            content = make_answer(self, command)
        except ValueError as error:
            self._end(f"?{command.number} {error}")
        else:
            self._end(f"={command.number} {content}".rstrip())
        return command.name != "quit"

    def _end(self, text: str) -> None:
        """Say the last lines of an answer."""
        self._say(f"{text}\n" if text else "")

    # What it is.

    def _done(self, command: Command) -> str:
        return ""

    def _known(self, command: Command) -> str:
        return str(command.words[0] in NAMES).lower()

    # The board.

    def _boardsize(self, command: Command) -> str:
        sides = [_whole(word) for word in command.words[:2]]
        width, height = sides[0], sides[-1]
        if not (MIN_SIZE <= width <= MAX_SIZE and MIN_SIZE <= height <= MAX_SIZE):
            raise ValueError(f"unacceptable size: {MIN_SIZE} to {MAX_SIZE} columns and rows")
        self._engine.new_game(width, height, self._engine.rule)
        self._replay([])
        return ""

    def _clear_board(self, command: Command) -> str:
        engine = self._engine
        engine.new_game(engine.width, engine.height, engine.rule)
        self._replay([])
        return ""

    def _komi(self, command: Command) -> str:
        _number(command.words[0])  # there is no komi, but windows send it
        return ""

    def _play(self, command: Command) -> str:
        colour = gtp_words.colour_of(command.words[0])
        cell = self._cell(command.words[1])
        if cell and not self._engine.is_empty(cell):
            raise ValueError(f"illegal move: {command.words[1]} is not empty")
        self._place(colour, cell)
        return ""

    def _undo(self, command: Command) -> str:
        if not self._moves:
            raise ValueError("cannot undo")
        cell = self._moves.pop().cell
        self._told = 0
        if cell:
            self._engine.take_back(cell)
        return ""

    def _showboard(self, command: Command) -> str:
        engine = self._engine
        columns = " ".join(gtp_words.COLUMNS[: engine.width])
        stones = dict(engine.stones)
        rows = [
            f"{engine.height - y:2} "
            + " ".join(SIGNS[stones.get(Cell.at(x, y), 0)] for x in range(engine.width))
            for y in range(engine.height)
        ]
        return "\n".join(["", f"   {columns}", *rows, f"{RULE_NAMES[engine.rule]}"])

    def _load(self, command: Command) -> str:
        """Set up the first variation of a file's game, up to before a move's number if given."""
        try:
            saved = sgf.load(sgf.decoded(Path(command.words[0]).read_bytes()), 1)
            stop = _whole(command.words[1]) - 1 if len(command.words) > 1 else len(saved.moves)
            named = saved.rule if saved.root.one("RU") else None
            rule = self._engine.rule if named is None else named
            before, after = saved.moves[: max(0, stop)], saved.moves[max(0, stop) :]
            laid = [Move(colour, Cell.at(*point)) for point, colour in saved.set_up]
            made = [
                Move(move.colour, Cell.at(*move.point) if move.point else PASS) for move in before
            ]
            stones = [(move.cell, move.colour) for move in (*laid, *made) if move.cell]
            self._engine.lay(saved.width, saved.height, rule, stones)
        except (OSError, ValueError) as error:
            raise ValueError(f"cannot load file: {error}") from error
        self._replay([*laid, *made], after[0].colour if after else saved.turn)
        return ""

    def _final_score(self, command: Command) -> str:
        winner = self._winner
        if not winner and self._room:
            raise ValueError("cannot score: the game goes on")
        return f"{LETTERS[winner]}+1" if winner else "0"

    # Rules and time.

    def _rule(self, command: Command) -> str:
        """Change the rule, if there is one; return it."""
        if command.words:
            self._change_rule(rule_named(command.text))
        return RULE_NAMES[self._engine.rule]

    def _kata_rules(self, command: Command) -> str:
        """Change the rule, by its name or as JSON."""
        try:
            given = json.loads(command.text) if command.text.startswith("{") else command.text
            name = str(given["basicrule"] if isinstance(given, dict) else given)
        except (KeyError, ValueError) as error:
            raise ValueError(f"cannot read the rules: no basicrule in {command.text}") from error
        kata = {rule.kata: rule.number for rule in TABLE.values()}
        self._change_rule(kata[name.upper()] if name.upper() in kata else rule_named(name))
        return ""

    def _get_rules(self, command: Command) -> str:
        return json.dumps({"basicrule": TABLE[self._engine.rule].kata})

    def _time_settings(self, command: Command) -> str:
        main, period, stones = map(_amount, command.words[:3])
        self._timing.set(main, period, int(stones))
        return ""

    def _kgs_time_settings(self, command: Command) -> str:
        system, *numbers = command.words
        self._timing.set_kgs(system.lower(), tuple(map(_amount, numbers)))
        return ""

    def _time_left(self, command: Command) -> str:
        colour = gtp_words.colour_of(command.words[0])
        self._timing.tell(colour, _amount(command.words[1]), int(_amount(command.words[2])))
        return ""

    # Moves.

    def _genmove(self, command: Command) -> str:
        colour = self._colour(command)
        given_up = self._after_the_end(colour)
        return given_up or self._played(colour, self._think(colour, Findings(), 1))

    def _reg_genmove(self, command: Command) -> str:
        colour = self._colour(command)
        given_up = self._after_the_end(colour)
        return given_up or self._vertex(self._think(colour, Findings(), 1).move)

    def _genmove_analyze(self, command: Command, dialect: str) -> None:
        """Say lines of analysis until the move is found, then the move."""
        wish = gtp_words.wishes(command.words)
        colour = wish.colour or self._turn
        given_up = self._after_the_end(colour)
        barred = frozenset[int]() if given_up else self._barred(wish, colour)
        wanted = wish.least if self._level == FULL_STRENGTH else 1
        lines = max(1, min(wanted, self._room - len(barred)))
        self._say(f"={command.number}")
        if given_up:
            return self._end(f"play {given_up}")
        findings = Findings()
        with ThreadPoolExecutor(1) as thinker:
            future = thinker.submit(self._think, colour, findings, lines, barred)
            while not wait([future], wish.interval_s).done:
                self._inform(findings, dialect)
        result = future.result()
        findings.finish(result)
        self._inform(findings, dialect)
        return self._end(f"play {self._played(colour, result)}")

    def _analyze(self, command: Command, dialect: str) -> None:
        """Say lines of analysis until the next line of the window comes."""
        wish = gtp_words.wishes(command.words)
        colour = wish.colour or self._turn
        is_over = bool(self._winner) or not self._room
        barred = frozenset[int]() if is_over else self._barred(wish, colour)
        lines = max(1, min(wish.most, self._room - len(barred)))
        self._say(f"={command.number}")
        findings = Findings()
        if wish.allowed:
            self._engine.set_caution(MOST_CAUTION)  # or no cell far from the stones is looked at
        with ThreadPoolExecutor(1) as thinker:
            task = Task(colour, Limit(), lines, barred, findings.report)
            future = None if is_over else thinker.submit(self._engine.run, task)
            if future:
                future.add_done_callback(lambda done: _take(findings, done))
            while not self._inbox.has_more(wish.interval_s):
                self._inform(findings, dialect)
            if future:
                self._engine.stop()
        self._engine.cancel_stop()
        if wish.allowed:
            self._engine.set_caution(USUAL_CAUTION)
        if future:
            future.result()
        self._inform(findings, dialect)
        self._end("")

    def _inform(self, findings: Findings, dialect: str) -> None:
        if findings.lines:
            self._say(gtp_words.info_line(findings.lines, dialect, self._engine.height))

    def _think(
        self, colour: int, findings: Findings, lines: int, barred: frozenset[int] = frozenset()
    ) -> Result:
        """Return what is found within the colour's time."""
        since = time.perf_counter()
        stones = len(self._engine.stones)
        soft, hard = limits_ms(self._timing.control(colour), stones, stones + self._room)
        limit = Limit(hard / 1000, soft_seconds=soft / 1000, since=since)
        task = Task(colour, limit, lines, barred, findings.report)
        result = strength.think(self._engine, task, self._level)
        self._timing.spend(colour, (time.perf_counter() - since) * 1000)
        return result

    # The game.

    @property
    def _turn(self) -> int:
        """The colour to move."""
        return self._told or (opponent(self._moves[-1].colour) if self._moves else BLACK)

    @property
    def _winner(self) -> int:
        """The colour that has won, 0 for none."""
        return next((move.winner for move in self._moves if move.winner), 0)

    @property
    def _room(self) -> int:
        """How many cells are empty."""
        return self._engine.width * self._engine.height - len(self._engine.stones)

    def _place(self, colour: int, cell: Cell) -> None:
        """Place a stone, or pass; remember who wins by it."""
        winner = 0
        if cell:
            if self._engine.makes_five(cell, colour):
                winner = colour
            elif colour == BLACK and self._engine.is_forbidden(cell):
                winner = WHITE
            self._engine.place(cell, colour)
        self._moves.append(Move(colour, cell, winner))
        self._told = 0

    def _replay(self, moves: list[Move], told: int = 0) -> None:
        """Play moves from an empty board, by the rule as it is now; a file may tell whose turn it
        is after them.
        """
        self._engine.clear()
        self._moves = []
        for move in moves:
            self._place(move.colour, move.cell)
        self._told = told

    def _change_rule(self, rule: int) -> None:
        if rule != self._engine.rule:
            self._engine.new_game(self._engine.width, self._engine.height, rule)
            self._replay(self._moves, self._told)

    def _played(self, colour: int, result: Result) -> str:
        """Play the move that was found; return its vertex."""
        self._place(colour, result.move)
        return self._vertex(result.move)

    def _after_the_end(self, colour: int) -> str:
        """Return what is left to say after the game's end, nothing before it."""
        if self._winner == opponent(colour):
            return "resign"
        return "pass" if self._winner or not self._room else ""

    def _colour(self, command: Command) -> int:
        return gtp_words.colour_of(command.words[0]) if command.words else self._turn

    def _cell(self, text: str) -> Cell:
        return gtp_words.cell_of(text, self._engine.width, self._engine.height)

    def _vertex(self, cell: Cell) -> str:
        return gtp_words.vertex(cell, self._engine.height)

    def _barred(self, wish: Wishes, colour: int) -> frozenset[int]:
        """Return the empty cells that an analysis passes over; ValueError if it passes over all."""
        engine = self._engine
        avoided = {self._cell(text) for text in wish.avoided.get(colour, ())} - {PASS}
        allowed = {self._cell(text) for text in wish.allowed.get(colour, ())} - {PASS}
        cells = [Cell.at(x, y) for y in range(engine.height) for x in range(engine.width)]
        empty = {cell for cell in cells if engine.is_empty(cell)}
        barred = empty & (avoided | (empty - allowed if allowed else set()))
        if barred == empty:
            raise ValueError("no move is left: all are avoided, or none is allowed")
        return frozenset(barred)


def _take(findings: Findings, done: "Future[Result]") -> None:
    if not done.exception():
        findings.finish(done.result())


def _whole(text: str) -> int:
    """Return a whole number; ValueError for anything else."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"syntax error: {text} is no whole number")
    return int(text)


def _amount(text: str) -> float:
    """Return a number, 0 for a negative one: a clock may have run out."""
    return max(0.0, _number(text))


def _number(text: str) -> float:
    """Return a finite number; ValueError for anything else."""
    try:
        number = float(text)
    except ValueError as error:
        raise ValueError(f"syntax error: {text} is no number") from error
    if not abs(number) < 1e9:
        raise ValueError(f"syntax error: {text} is out of range")
    return number


# A command's answer, and how many words it needs after it.
COMMANDS: dict[str, tuple[Callable[[Session, Command], str], int]] = {
    "boardsize": (Session._boardsize, 1),
    "clear_board": (Session._clear_board, 0),
    "final_score": (Session._final_score, 0),
    "genmove": (Session._genmove, 0),
    "gomoku-rule": (Session._rule, 0),
    "kata-get-rules": (Session._get_rules, 0),
    "kata-set-rules": (Session._kata_rules, 1),
    "kgs-time_settings": (Session._kgs_time_settings, 1),
    "known_command": (Session._known, 1),
    "komi": (Session._komi, 1),
    "list_commands": (lambda session, command: "\n".join(NAMES), 0),
    "loadsgf": (Session._load, 1),
    "name": (lambda session, command: "Tengen", 0),
    "play": (Session._play, 2),
    "protocol_version": (lambda session, command: "2", 0),
    "quit": (Session._done, 0),
    "rectangular_boardsize": (Session._boardsize, 2),
    "reg_genmove": (Session._reg_genmove, 0),
    "showboard": (Session._showboard, 0),
    "stop": (Session._done, 0),  # the line itself has ended an analysis
    "time_left": (Session._time_left, 3),
    "time_settings": (Session._time_settings, 3),
    "undo": (Session._undo, 0),
    "version": (lambda session, command: __version__, 0),
}
# What says more than one answer, and whose words it speaks.
STREAMS: dict[str, tuple[Callable[[Session, Command, str], None], str]] = {
    "kata-analyze": (Session._analyze, "kata"),
    "kata-genmove_analyze": (Session._genmove_analyze, "kata"),
    "lz-analyze": (Session._analyze, "lz"),
    "lz-genmove_analyze": (Session._genmove_analyze, "lz"),
}
NAMES: list[str] = sorted(COMMANDS.keys() | STREAMS.keys())

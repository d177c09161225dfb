"""One conversation in GTP: lines in, answers to the `write` callback. No pipe here.

An analysis continues until the next line arrives. A command that can't be carried out is answered
with "?" and changes nothing. Windows for Go also request moves after the end of the game. Then the
loser resigns and the winner passes; on a full board, both pass.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from brain import __version__
from brain.cell import Cell
from brain.cell_names import BELOW, row_number
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
from brain.validation import json_of
from protocol.gtp import gtp_words
from protocol.gtp.gtp_board import GtpBoard, GtpMove
from protocol.gtp.gtp_inbox import GtpInbox
from protocol.gtp.gtp_timing import Timing
from protocol.gtp.gtp_words import PASS, AnalysisRequest, GtpCommand

LETTERS = {BLACK: "B", WHITE: "W"}
USUAL_CAUTION = 1
NO_HANDICAP = "Gomoku has no handicap: send the stones with play"
REFUSED = ("fixed_handicap", "place_free_handicap", "set_free_handicap")  # known, but not listed
LEAST_VISITS = 10  # reported for a move without a search: Sabaki labels no move with fewer


@dataclass(frozen=True)
class GtpSettings:
    """The settings of the command line."""

    size: tuple[int, int] = (15, 15)
    rule: int = FREESTYLE
    level: int = FULL_STRENGTH
    turn_ms: float = 5000.0


class Findings:
    """The latest lines of a think, best first. The thinking thread writes them."""

    lines: tuple[Analysis, ...] = ()

    def report(self, analysis: Analysis) -> None:
        """Insert a line by its rank; lines of an earlier iteration stay below it."""
        found = (*self.lines[: analysis.rank - 1], analysis)
        moves = {line.line[0] for line in found}
        older = self.lines[analysis.rank :]
        self.lines = found + tuple(line for line in older if line.line[0] not in moves)

    def finish(self, result: Result) -> None:
        """Add the result of a think that had only one move, and so reported no line."""
        if not self.lines and result.move:
            visits = max(result.analysis.nodes, LEAST_VISITS)
            self.lines = (result.analysis._replace(nodes=visits, line=(result.move,)),)


class GtpSession:
    """The state of a conversation, and the answers to its lines."""

    def __init__(
        self, engine: Engine, inbox: GtpInbox, write: Callable[[str], None], settings: GtpSettings
    ) -> None:
        self._engine = engine
        self._inbox = inbox
        self._write = write
        self._level = settings.level
        self._timing = Timing(settings.turn_ms)
        self._board = GtpBoard(engine)
        self._board.start(*settings.size, settings.rule)

    def answer(self, line: str) -> bool:
        """Answer a line; return whether the conversation continues."""
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
                raise ValueError(f"syntax error: {command.name} needs {least} arguments")
            content = make_answer(self, command)
        except ValueError as error:
            self._end(f"?{command.number} {error}")
        else:
            self._end(f"={command.number} {content}".rstrip())
        return command.name != "quit"

    def _end(self, text: str) -> None:
        """Write the last lines of an answer."""
        self._write(f"{text}\n" if text else "")

    # The protocol itself.

    def _nothing(self, command: GtpCommand) -> str:
        return ""

    def _is_known(self, command: GtpCommand) -> str:
        return str(command.words[0] in NAMES).lower()

    # The board.

    def _boardsize(self, command: GtpCommand) -> str:
        sides = [gtp_words.whole(word) for word in command.words[:2]]
        width, height = sides[0], sides[-1]
        if not (MIN_SIZE <= width <= MAX_SIZE and MIN_SIZE <= height <= MAX_SIZE):
            raise ValueError(f"unacceptable size: {MIN_SIZE} to {MAX_SIZE} columns and rows")
        self._board.start(width, height, self._engine.rule)
        return ""

    def _clear_board(self, command: GtpCommand) -> str:
        engine = self._engine
        self._board.start(engine.width, engine.height, engine.rule)
        return ""

    def _komi(self, command: GtpCommand) -> str:
        gtp_words.number_of(command.words[0])  # Gomoku has no komi, but windows send it
        return ""

    def _play(self, command: GtpCommand) -> str:
        colour = gtp_words.colour_of(command.words[0])
        cell = self._cell(command.words[1])
        if cell and not self._engine.is_empty(cell):
            raise ValueError(f"illegal move: {command.words[1]} is not empty")
        self._board.place(colour, cell)
        return ""

    def _undo(self, command: GtpCommand) -> str:
        self._board.take_back()
        return ""

    def _showboard(self, command: GtpCommand) -> str:
        engine = self._engine
        columns = " ".join(gtp_words.COLUMNS[: engine.width])
        stones = dict(engine.stones)
        rows = [
            f"{row_number(y, engine.height, BELOW):2} "
            + " ".join(SIGNS[stones.get(Cell.at(x, y), 0)] for x in range(engine.width))
            for y in range(engine.height)
        ]
        return "\n".join(["", f"   {columns}", *rows, f"{RULE_NAMES[engine.rule]}"])

    def _load(self, command: GtpCommand) -> str:
        """Set up the first variation of a file's game; with a number, up to the move before it."""
        try:
            saved = sgf.load(sgf.decoded(Path(command.words[0]).read_bytes()), 1)
            number = gtp_words.whole(command.words[1]) if len(command.words) > 1 else None
            stop = len(saved.moves) if number is None else number - 1
            named = saved.rule if saved.root.one("RU") else None
            rule = self._engine.rule if named is None else named
            before, after = saved.moves[: max(0, stop)], saved.moves[max(0, stop) :]
            laid = [GtpMove(colour, Cell.at(*point)) for point, colour in saved.set_up]
            made = [
                GtpMove(move.colour, Cell.at(*move.point) if move.point else PASS)
                for move in before
            ]
            stones = [(move.cell, move.colour) for move in (*laid, *made) if move.cell]
            self._engine.lay(saved.width, saved.height, rule, stones)
        except (OSError, ValueError) as error:
            raise ValueError(f"cannot load file: {error}") from error
        self._board.replay([*laid, *made], after[0].colour if after else saved.turn)
        return ""

    def _final_score(self, command: GtpCommand) -> str:
        winner = self._board.winner
        if not winner and self._board.empty:
            raise ValueError("cannot score: the game is not over")
        return f"{LETTERS[winner]}+1" if winner else "0"

    # Rules and time.

    def _rule(self, command: GtpCommand) -> str:
        """Change the rule if the command names one; return the rule."""
        if command.words:
            self._board.change_rule(rule_named(command.text))
        return RULE_NAMES[self._engine.rule]

    def _kata_rules(self, command: GtpCommand) -> str:
        """Change the rule, given by name or as JSON."""
        try:
            given = json_of(command.text) if command.text.startswith("{") else command.text
            name = str(given["basicrule"] if isinstance(given, dict) else given)
        except (KeyError, ValueError) as error:
            raise ValueError(f"cannot read the rules: no basicrule in {command.text}") from error
        kata = {rule.kata: rule.number for rule in TABLE.values()}
        self._board.change_rule(kata[name.upper()] if name.upper() in kata else rule_named(name))
        return ""

    def _get_rules(self, command: GtpCommand) -> str:
        return json.dumps({"basicrule": TABLE[self._engine.rule].kata})

    def _time_settings(self, command: GtpCommand) -> str:
        main, period, stones = map(gtp_words.amount, command.words[:3])
        self._timing.set(main, period, int(stones))
        return ""

    def _kgs_time_settings(self, command: GtpCommand) -> str:
        system, *numbers = command.words
        self._timing.set_kgs(system.lower(), tuple(map(gtp_words.amount, numbers)))
        return ""

    def _time_left(self, command: GtpCommand) -> str:
        colour = gtp_words.colour_of(command.words[0])
        left, stones = map(gtp_words.amount, command.words[1:3])
        self._timing.set_left(colour, left, int(stones))
        return ""

    # Moves.

    def _genmove(self, command: GtpCommand) -> str:
        colour = self._colour(command)
        final = self._answer_after_the_end(colour)
        return final or self._play_result(colour, self._think(colour, Findings(), 1))

    def _reg_genmove(self, command: GtpCommand) -> str:
        colour = self._colour(command)
        final = self._answer_after_the_end(colour)
        return final or self._vertex(self._think(colour, Findings(), 1).move)

    def _genmove_analyze(self, command: GtpCommand, dialect: str) -> None:
        """Write lines of analysis until the think ends, then its move."""
        request = gtp_words.analysis_request(command.words)
        colour = request.colour or self._board.turn
        final = self._answer_after_the_end(colour)
        barred = frozenset[int]() if final else self._barred(request, colour)
        wanted = request.least if self._level == FULL_STRENGTH else 1
        lines = max(1, min(wanted, self._board.empty - len(barred)))
        self._write(f"={command.number}")
        if final:
            return self._end(f"play {final}")
        findings = Findings()
        with ThreadPoolExecutor(1) as thinker:
            future = thinker.submit(self._think, colour, findings, lines, barred)
            while not wait([future], request.interval_s).done:
                self._inform(findings, dialect)
        result = future.result()
        findings.finish(result)
        self._inform(findings, dialect)
        return self._end(f"play {self._play_result(colour, result)}")

    def _analyze(self, command: GtpCommand, dialect: str) -> None:
        """Write lines of analysis until the window's next line arrives."""
        request = gtp_words.analysis_request(command.words)
        colour = request.colour or self._board.turn
        is_over = bool(self._board.winner) or not self._board.empty
        barred = frozenset[int]() if is_over else self._barred(request, colour)
        lines = max(1, min(request.most, self._board.empty - len(barred)))
        self._write(f"={command.number}")
        findings = Findings()
        if request.allowed:
            # Without them, the search would skip cells far from the stones.
            self._engine.set_caution(MOST_CAUTION)
        with ThreadPoolExecutor(1) as thinker:
            task = Task(colour, Limit(), lines, barred, findings.report)
            future = None if is_over else thinker.submit(self._engine.run, task)
            if future:
                future.add_done_callback(lambda done: _finish(findings, done))
            while not self._inbox.has_more(request.interval_s):
                self._inform(findings, dialect)
            if future:
                self._engine.stop()
        self._engine.cancel_stop()
        if request.allowed:
            self._engine.set_caution(USUAL_CAUTION)
        if future:
            future.result()
        self._inform(findings, dialect)
        self._end("")

    def _inform(self, findings: Findings, dialect: str) -> None:
        if findings.lines:
            self._write(gtp_words.info_line(findings.lines, dialect, self._engine.height))

    def _think(
        self, colour: int, findings: Findings, lines: int, barred: frozenset[int] = frozenset()
    ) -> Result:
        """Return the result of a think in the colour's time."""
        since = time.perf_counter()
        stones = len(self._engine.stones)
        soft, hard = limits_ms(self._timing.control(colour), stones, stones + self._board.empty)
        limit = Limit(hard / 1000, soft_seconds=soft / 1000, since=since)
        task = Task(colour, limit, lines, barred, findings.report, follows=True)
        result = strength.think(self._engine, task, self._level)
        self._timing.spend(colour, (time.perf_counter() - since) * 1000)
        return result

    def _play_result(self, colour: int, result: Result) -> str:
        """Play the move of a result; return its vertex."""
        self._board.place(colour, result.move)
        return self._vertex(result.move)

    def _answer_after_the_end(self, colour: int) -> str:
        """Return "resign" or "pass" if the game is over, else ""."""
        if self._board.winner == opponent(colour):
            return "resign"
        return "pass" if self._board.winner or not self._board.empty else ""

    def _colour(self, command: GtpCommand) -> int:
        return gtp_words.colour_of(command.words[0]) if command.words else self._board.turn

    def _cell(self, text: str) -> Cell:
        return gtp_words.cell_of(text, self._engine.width, self._engine.height)

    def _vertex(self, cell: Cell) -> str:
        return gtp_words.vertex(cell, self._engine.height)

    def _barred(self, request: AnalysisRequest, colour: int) -> frozenset[int]:
        """Return the empty cells that an analysis excludes; ValueError if it excludes all."""
        engine = self._engine
        avoided = {self._cell(text) for text in request.avoided.get(colour, ())} - {PASS}
        allowed = {self._cell(text) for text in request.allowed.get(colour, ())} - {PASS}
        cells = [
            Cell.at(x, y, engine.height) for y in range(engine.height) for x in range(engine.width)
        ]
        empty = {cell for cell in cells if engine.is_empty(cell)}
        barred = empty & (avoided | (empty - allowed if allowed else set()))
        if barred == empty:
            raise ValueError("no move is left: every empty cell is excluded")
        return frozenset(barred)


def _finish(findings: Findings, done: "Future[Result]") -> None:
    if not done.exception():
        findings.finish(done.result())


# By command: its method, and the number of arguments that it needs.
COMMANDS: dict[str, tuple[Callable[[GtpSession, GtpCommand], str], int]] = {
    "boardsize": (GtpSession._boardsize, 1),
    "clear_board": (GtpSession._clear_board, 0),
    "final_score": (GtpSession._final_score, 0),
    "genmove": (GtpSession._genmove, 0),
    "gomoku-rule": (GtpSession._rule, 0),
    "kata-get-rules": (GtpSession._get_rules, 0),
    "kata-set-rules": (GtpSession._kata_rules, 1),
    "kgs-time_settings": (GtpSession._kgs_time_settings, 1),
    "known_command": (GtpSession._is_known, 1),
    "komi": (GtpSession._komi, 1),
    "list_commands": (lambda session, command: "\n".join(NAMES), 0),
    "loadsgf": (GtpSession._load, 1),
    "name": (lambda session, command: "Tengen", 0),
    "play": (GtpSession._play, 2),
    "protocol_version": (lambda session, command: "2", 0),
    "quit": (GtpSession._nothing, 0),
    "rectangular_boardsize": (GtpSession._boardsize, 2),
    "reg_genmove": (GtpSession._reg_genmove, 0),
    "showboard": (GtpSession._showboard, 0),
    "stop": (GtpSession._nothing, 0),  # any line ends an analysis
    "time_left": (GtpSession._time_left, 3),
    "time_settings": (GtpSession._time_settings, 3),
    "undo": (GtpSession._undo, 0),
    "version": (lambda session, command: __version__, 0),
}
# By command that is answered with several lines: its method and dialect.
STREAMS: dict[str, tuple[Callable[[GtpSession, GtpCommand, str], None], str]] = {
    "kata-analyze": (GtpSession._analyze, "kata"),
    "kata-genmove_analyze": (GtpSession._genmove_analyze, "kata"),
    "lz-analyze": (GtpSession._analyze, "lz"),
    "lz-genmove_analyze": (GtpSession._genmove_analyze, "lz"),
}
NAMES: list[str] = sorted(COMMANDS.keys() | STREAMS.keys())

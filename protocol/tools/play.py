"""`tengen play`: a game in the terminal, against the engine or between two people.

This module has the command line and the terminal; the conversation is protocol.play.dialogue.
"""

import argparse
import importlib
import os
import random
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from brain.cell import COLOUR_NAMES
from brain.cell_names import corner_text
from brain.engine import Engine, Limit, Result
from brain.game_board import Board
from brain.lexicon import RENJU
from brain.notation import sgf, sgf_syntax
from brain.openings.named_openings import NamedOpening
from brain.openings.procedures import PROCEDURES, OpeningAnswer, OpeningState
from brain.thinking.native import LibraryError
from brain.thinking.strength import NAMED_LEVELS
from protocol.cli.arguments import (
    Parser,
    add_database,
    add_file_board,
    level,
    opening,
    reason,
    report_note,
    seconds,
)
from protocol.play.dialogue import (
    ENGINE,
    HELP,
    USUAL_LEVEL,
    Decider,
    Dialogue,
    DialogueAnswer,
    Thinker,
)
from protocol.play.game_clock import GameClock, clock_named
from protocol.play.opening_game import OpeningGame, opening_game
from protocol.play.screen import ASCII, PAINTED, PLAIN, Style, page
from protocol.reading import input_text
from protocol.reading.game_text import read
from protocol.reading.positions import Reading

Found = TypeVar("Found")

USUAL_S = 2.0  # per move
NOTICE_S = 0.4  # a shorter think has no notice
WIDEST_TEXT = 80  # columns
HOME = "\x1b[H\x1b[J"  # clears the screen
COLOURS = {name: colour for colour, name in COLOUR_NAMES.items()}
EXAMPLES = f"""
GAME is moves such as h8i9, black's first, or an SGF or PSQ file. An opening
procedure in progress is continued from an SGF file, or from its answers, such
as "soosyrv-8 h8 i9 g7 stay".

commands in the game:
{textwrap.indent(HELP.format(corner=corner_text()), "  ")}

While {ENGINE} thinks, Ctrl-C makes it move at once. Otherwise Ctrl-C and
Ctrl-D leave.

examples:
  tengen play --colour white --level 20
  tengen play --level club --clock 5+3
  tengen play --two --rule renju --save game.sgf
  tengen play --opening Kagetsu --colour white
  tengen play --opening soosyrv-8
  tengen play --moves game.sgf --save game.sgf
"""


def main(arguments: Sequence[str]) -> int:
    """Play until the person leaves; return 1 if the game can't start."""
    options = parser().parse_args(arguments)
    try:
        board = _board(options)
        own = _files(options)
        with Engine(database=options.database) as engine, ThreadPoolExecutor(1) as threads:
            terminal = Terminal(options.ascii)
            people = frozenset(COLOUR_NAMES if options.two else [COLOURS[options.colour]])
            clock = options.clock

            def limit(board: Board) -> Limit:
                return clock.limit(board.turn) if clock else Limit(options.seconds)

            think = thinker(engine, threads, limit, terminal)
            dialogue = Dialogue(board, people, think, options.level, options.save, own, clock=clock)
            if opening := _opening(options, board, people):
                decide = decider(engine, threads, Limit(options.seconds), terminal)
                dialogue = replace(dialogue, opening=opening, decide=decide)
            terminal.hold(dialogue)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen play: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def thinker(
    engine: Engine, threads: Executor, limit: Callable[[Board], Limit], terminal: "Terminal"
) -> Thinker:
    """Return the function that finds the engine's move; Ctrl-C ends its think."""

    def think(board: Board, strength: int) -> Result:
        thinking = threads.submit(engine.play, board, limit(board), strength)
        return _awaited(engine, thinking, terminal)

    return think


def _awaited(engine: Engine, thinking: "Future[Found]", terminal: "Terminal") -> Found:
    """Return the result of a think in another thread; Ctrl-C ends it."""
    try:
        notices = iter([f"{ENGINE} thinks; Ctrl-C makes it move."])
        while not wait([thinking], NOTICE_S).done:  # poll: Ctrl-C on Windows
            terminal.notice(next(notices, ""))
    except KeyboardInterrupt:
        engine.stop()
    return thinking.result()


def decider(engine: Engine, threads: Executor, limit: Limit, terminal: "Terminal") -> Decider:
    """Return the function that finds the engine's answers in an opening; Ctrl-C ends its think."""
    from brain.openings import decisions  # few games need it

    variety = random.randrange(1 << 30)

    def decide(board: Board, state: OpeningState) -> Sequence[OpeningAnswer]:
        engine.lay(board.width, board.height, board.rule, board.stones)
        asked = threads.submit(decisions.decide, engine, state, limit, variety)
        return _awaited(engine, asked, terminal)

    return decide


class Terminal:
    """A person's terminal. If stdin or stdout is not one, there are no prompts or no colours."""

    def __init__(self, is_ascii: bool) -> None:
        """Detect what stdin and stdout can do."""
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._asks = sys.stdin.isatty()
        self._redraws = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._has_paint = self._redraws and not os.environ.get("NO_COLOR")
        self._signs = PAINTED if self._has_paint else PLAIN
        if is_ascii or not _can_print("".join(map(str, vars(self._signs).values()))):
            self._signs = ASCII
        if self._redraws and sys.platform == "win32":
            os.system("")  # makes Windows' console understand escape sequences
        if self._asks and self._redraws:
            # For editing lines. Imported by name so that it is not packed: its licence may be GPL.
            with suppress(ImportError):
                importlib.import_module("readline")

    def hold(self, dialogue: Dialogue) -> None:
        """Hold a conversation until the person leaves."""
        with suppress(EOFError, KeyboardInterrupt):
            if self._redraws:
                print("\n" * shutil.get_terminal_size().lines)  # keep earlier output to scroll to
            for answer in dialogue.begin():
                self._show(dialogue, answer)
            while not dialogue.has_left:
                for answer in dialogue.answer(self._ask(dialogue)):
                    self._show(dialogue, answer)
        if self._asks and not dialogue.has_left:
            print()
        if text := dialogue.farewell():
            print(text)

    def notice(self, text: str) -> None:
        """Print a notice to a waiting person."""
        if self._redraws and text:
            print(text, flush=True)

    def _ask(self, dialogue: Dialogue) -> str:
        return input(dialogue.prompt if self._asks else "")

    def _show(self, dialogue: Dialogue, answer: DialogueAnswer) -> None:
        """Print an answer, with the board if it has changed; redraw a terminal."""
        columns = shutil.get_terminal_size().columns
        style = Style(self._signs, self._has_paint, columns)
        board = page(dialogue.board, dialogue.players, dialogue.notes, style)
        if "\n" in answer.text:
            print(answer.text, flush=True)
        elif self._redraws:
            text = textwrap.fill(answer.text, min(columns, WIDEST_TEXT))
            print(f"{HOME}{board}\n{text}", flush=True)
        else:
            shown = (board, answer.text) if answer.shows_board else (answer.text,)
            print(*filter(None, shown), sep="\n", flush=True)


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


# The command line.


def _board(options: argparse.Namespace) -> Board:
    """Return the board at the start; ValueError for a game to continue and an opening."""
    if options.moves and options.opening:
        raise ValueError("expected --moves or --opening, not both")
    if isinstance(options.opening, NamedOpening):
        rule = RENJU if options.rule is None else options.rule
        return Board.of(options.opening.points(*options.size), options.size, rule)
    name = options.opening or _procedure(options.moves)
    if name:
        usual = PROCEDURES[name].rule
        return Board(options.size, usual if options.rule is None else options.rule)
    if not options.moves:
        return Board(options.size, options.rule or 0)
    say = partial(report_note, "tengen play", input_text.name_of(options.moves))
    reading = Reading(options.size, options.rule, game=options.game, say=say)
    try:
        return read(input_text.read(options.moves), reading).board()
    except ValueError as error:
        raise ValueError(f"--moves {options.moves}: {error}") from error


def _procedure(text: str) -> str:
    """Return the key of the opening procedure with which a text begins, "" for none."""
    name, *_ = text.lower().split() or [""]
    return name if name in PROCEDURES else ""


def _opening(
    options: argparse.Namespace, board: Board, people: frozenset[int]
) -> OpeningGame | None:
    """Return the opening procedure of the game, None without one. ValueError if the answers in a
    file do not fit its moves.
    """
    size = board.width, board.height
    if isinstance(options.opening, str):
        return opening_game(options.opening, size, people)
    if _procedure(options.moves):
        return opening_game(options.moves, size, people)
    text = input_text.read(options.moves) if options.moves else ""
    games = sgf_syntax.loads(text) if text.lstrip().startswith("(") else ()
    answers = games[(options.game or 1) - 1].nodes[0].text(sgf.PROCEDURE) if games else ""
    if not answers:
        return None
    opening = opening_game(answers, size, people)
    if opening.state.stones != tuple((cell.x, cell.y) for cell in board.moves):
        raise ValueError(f"--moves {options.moves}: its opening does not fit its moves")
    return opening


def _files(options: argparse.Namespace) -> set[Path]:
    """Return the file that may be overwritten; ValueError if another file would be."""
    if not options.save:
        return set()
    path = options.save.absolute()
    if not path.parent.is_dir():
        raise ValueError(f"--save {options.save}: folder not found: {path.parent}")
    if not path.exists():
        return set()
    if not (options.moves and path == Path(options.moves).absolute()):
        raise ValueError(
            f"--save {options.save}: the file exists; continue it with --moves {options.save},"
            " or choose another name"
        )
    if lost := _lost(input_text.read(options.moves)):
        raise ValueError(f"--save {options.save}: its {lost} would be lost; choose another name")
    return {path}


def _lost(text: str) -> str:
    """Return what saving a game would remove from a file, "" for nothing."""
    games = sgf_syntax.loads(text) if text.lstrip().startswith("(") else ()
    kinds = {
        "other games": len(games) > 1,
        "variations": any(game.left_out for game in games),
        "comments": any(node.text("C") for game in games for node in game.nodes),
    }
    return " and ".join(kind for kind, there in kinds.items() if there)


def game_clock(text: str) -> GameClock:
    """Return the clock that a person names."""
    try:
        return clock_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen play",
        f"Play a game in the terminal, against {ENGINE} or between two people.",
        EXAMPLES,
    )
    sides = parser.add_mutually_exclusive_group()
    sides.add_argument("--colour", choices=COLOURS, default="black", help="your colour (black)")
    sides.add_argument("--two", action="store_true", help="two people play")
    add = parser.add_argument
    names = ", ".join(level.name for level in NAMED_LEVELS)
    text = f"{ENGINE}'s level, 0 to 100 or {names} ({USUAL_LEVEL})"
    add("--level", type=level, default=USUAL_LEVEL, metavar="N", help=text)
    add_file_board(add)
    times = parser.add_mutually_exclusive_group()
    text = f"maximum time for a move or a hint ({USUAL_S:g})"
    times.add_argument("--seconds", type=seconds, default=USUAL_S, metavar="S", help=text)
    text = "a clock for the game: minutes for each side, and seconds added after every move"
    times.add_argument("--clock", type=game_clock, metavar="M+S", help=text)
    add_database(add)
    add("--moves", metavar="GAME", default="", help="game to continue, see below")
    text = f"opening of renju, such as Kagetsu or D4, or {', '.join(PROCEDURES)}"
    add("--opening", type=opening, metavar="NAME", help=text)
    add("--save", type=Path, metavar="FILE", help="save the game to FILE after every move")
    add("--ascii", action="store_true", help="draw with X and O")
    return parser

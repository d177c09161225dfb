"""A game with people as a conversation: lines in, answers out. No output happens here.

A command that can't be carried out is answered with the reason and changes nothing.
"""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from brain import __version__
from brain.cell import COLOUR_NAMES, Cell
from brain.cell_names import (
    BELOW,
    column_name,
    column_named,
    corner_text,
    row_numbered,
    shown_rows,
)
from brain.files.durable import write_atomically
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, opponent
from brain.notation import sgf
from brain.notation.text import excerpt
from brain.openings.named_openings import opening_of
from brain.openings.procedures import OpeningAnswer, OpeningState, OpeningStep
from brain.rules.ending import FIVE, FORBIDDEN, FULL_BOARD
from brain.rules.laws import RULE_NAMES, TABLE
from brain.rules.symmetry import Point
from brain.thinking.strength import FULL_STRENGTH, level_named
from brain.thinking.think import Result
from protocol.cli.arguments import reason
from protocol.cli.wording import score_text
from protocol.play import opening_text
from protocol.play.game_clock import GameClock
from protocol.play.opening_game import OpeningGame

Decider = Callable[[Board, OpeningState], Sequence[OpeningAnswer]]  # answers a step of an opening
Thinker = Callable[[Board, int], Result]  # finds a move at a strength

ENGINE = "Tengen"
USUAL_SIZE = (15, 15)
USUAL_LEVEL = 50
LONGEST_QUOTE = 20  # characters of a line quoted in an answer
HELP = f"""\
h8, 8,8    place a stone; {{corner}}
undo       take back your last move and the answer
hint       show {ENGINE}'s move at full strength
level N    set {ENGINE}'s level, 0 (a beginner) to {FULL_STRENGTH}
new        start a new game
resign     resign the game
save FILE  save the game as SGF, or as PSQ if FILE ends in .psq
help       show this list
quit       leave"""

_NAME = re.compile(r"([a-z])\s*([0-9]{1,3})")
_NUMBERS = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")  # from 1


@dataclass(frozen=True)
class DialogueAnswer:
    """An answer to a person: a text, and whether to show the board."""

    text: str = ""
    shows_board: bool = False


@dataclass
class Dialogue:
    """A game, its players, and the file that it is saved to."""

    board: Board
    people: frozenset[int]  # the colours that people play
    think: Thinker
    level: int = FULL_STRENGTH
    file: Path | None = None  # written after every move
    own: set[Path] = field(default_factory=set)  # files that may be overwritten
    resigned: int = 0  # the colour that resigned, 0 for none
    late: int = 0  # the colour that lost on time, 0 for none
    has_left: bool = False
    opening: OpeningGame | None = None  # the procedure with which the game began
    decide: Decider = lambda board, state: ()
    clock: GameClock | None = None

    def __post_init__(self) -> None:
        if self.opening:
            self._to_opening(self.opening)
        self._more_files = _numbered(self.file) if self.file else iter(())

    # The display.

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.board.is_over or self.resigned != 0 or self.late != 0

    @property
    def prompt(self) -> str:
        """The prompt: the side to move, or the commands after the end of the game."""
        if self.is_over:
            return "new, undo or quit> "
        if self._step:
            return f"{self._named(self._step.colour)}> "
        return f"{self._named(self.board.turn)}> "

    @property
    def players(self) -> dict[int, str]:
        """The colours with their names, and their players if the engine plays."""
        names = {colour: self._player(colour) for colour in COLOUR_NAMES}
        if not self.clock:
            return names
        left = self.clock.texts(0 if self.is_over else self.board.turn)
        return {colour: f"{name}, {left[colour]}" for colour, name in names.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """The rule and level, the stones, the opening if it has a name, and the side to move."""
        level = f", level {self.level}" if self._is_against_engine else ""
        stones = len(self.board.moves)
        last = f", last {self.board.last}" if stones else ""
        board = self.board
        opening = opening_of(board.stones, board.width, board.height)
        return (
            f"{RULE_NAMES[board.rule]}{level}",
            f"{stones} {'stone' if stones == 1 else 'stones'}{last}",
            *([opening.title] if opening else []),
            "game over" if self.is_over else self._next,
        )

    @property
    def _step(self) -> OpeningStep | None:
        """The step of the opening that is to be answered, None after the opening."""
        return self.opening.state.step if self.opening else None

    @property
    def _next(self) -> str:
        """Who moves, or acts in an opening."""
        if step := self._step:
            return f"{self._named(step.colour)} to act"
        return f"{self._named(self.board.turn)} to move"

    def _named(self, colour: int) -> str:
        return COLOUR_NAMES[colour].capitalize()

    def _player(self, colour: int) -> str:
        who = "you" if colour in self.people else ENGINE
        return f"{self._named(colour)}: {who}" if self._is_against_engine else self._named(colour)

    # The conversation.

    def begin(self) -> Iterator[DialogueAnswer]:
        """Yield the answers before the first line."""
        self._restart_clock()
        text = self._outcome() if self.is_over else "Type a move such as h8, or help."
        if self._step:
            text = self._question()
        yield DialogueAnswer(text, shows_board=True)
        yield from self._reply()

    def answer(self, line: str) -> Iterator[DialogueAnswer]:
        """Yield the answers to a line; the engine may think before the last one."""
        try:
            self._check_time()
            yield from self._answer(line.strip())
        except (OSError, ValueError) as error:
            yield DialogueAnswer(_sentence(reason(error)))

    def farewell(self) -> str:
        """Return the game's file and the command that continues it; "" if there is neither."""
        is_kept = self.file and self.file.absolute() in self.own
        lines = [f"The game is in {self.file}."] if is_kept else []
        is_begun = self.board.moves or (self.opening and self.opening.answers)
        if is_begun and not self.is_over:
            options = self._options(f'"{self.file}"' if is_kept else "")
            lines.append(f"Continue it with {' '.join(options)}")
        return "\n".join(lines)

    def _options(self, file: str) -> Iterator[str]:
        """Yield the command-line options that continue this game, from its file if it has one."""
        board, size = self.board, (self.board.width, self.board.height)
        opening = self.opening if self._step else None
        moves = f'"{opening.text}"' if opening else "".join(map(str, board.moves))
        yield f"--moves {file or moves}"
        if board.rule != FREESTYLE:
            yield f"--rule {RULE_NAMES[board.rule].replace(' ', '-')}"
        if size != USUAL_SIZE:
            yield f"--size {size[0]}x{size[1]}"
        if not self._is_against_engine:
            yield "--two"
        elif WHITE in (opening.people if opening else self.people):
            yield "--colour white"
        if self._is_against_engine and self.level != USUAL_LEVEL:
            yield f"--level {self.level}"
        if self.clock:
            yield f"--clock {self.clock}"
        if shown_rows() != BELOW:
            yield f"--rows {shown_rows()}"
        if file:
            yield f"--save {file}"

    def _answer(self, line: str) -> Iterator[DialogueAnswer]:
        word, _, rest = line.partition(" ")
        point = point_in(line, self.board.height)
        if not line:
            yield DialogueAnswer(shows_board=True)
        elif self.opening and self._step and (point or word.lower() not in COMMANDS):
            self._check_is_on()
            yield from self._open(opening_text.typed(self.opening.state, line, point))
        elif point:
            yield from self._move(point, line)
        elif word.lower() in COMMANDS:
            yield from COMMANDS[word.lower()](self, rest.strip())
        else:
            near = difflib.get_close_matches(word.lower(), COMMANDS, 1)
            advice = f"did you mean {near[0]}?" if near else "type a move such as h8, or help."
            quoted = excerpt(line, LONGEST_QUOTE)
            yield DialogueAnswer(f"{quoted} is not a move or a command: {advice}")

    # Moves.

    def _move(self, point: Point, typed: str) -> Iterator[DialogueAnswer]:
        self._check_is_on()
        board = self.board
        if not (0 <= point[0] < board.width and 0 <= point[1] < board.height):
            end = f"{column_name(board.width - 1)}{board.height}"
            raise ValueError(f"{typed} is off the board, which ends at {end}")
        why = board.why_forbidden(point)
        if why and board.legal_moves:
            raise ValueError(why)
        self._push(Cell.at(*point, board.height))
        yield self._changed("")
        yield from self._reply()

    def _push(self, move: Cell) -> None:
        """Play a move; the other side's clock starts."""
        colour = self.board.turn
        self.board.push(move)
        if self.clock:
            self.clock.moved(colour, len(self.board.moves))

    def _restart_clock(self) -> None:
        """Let the clock of the side to move run from now on."""
        if self.clock:
            self.clock.restart(len(self.board.moves))

    def _check_time(self) -> None:
        """End the game if the time of the side to move is up; ValueError says so."""
        turn = self.board.turn
        if self.is_over or self._step or not self.clock or self.clock.left_s(turn, turn) > 0:
            return
        self.late = turn
        raise ValueError(self._changed("").text.removesuffix("."))

    def _open(self, *answers: OpeningAnswer) -> Iterator[DialogueAnswer]:
        """Give answers to the current step of the opening; the engine answers its steps."""
        for answer in answers:
            self._answered(answer)
        yield self._changed(self._question())
        yield from self._reply()

    def _answered(self, answer: OpeningAnswer) -> None:
        """Go on in the opening. A swap exchanges the people's colours."""
        if self.opening:
            self._to_opening(self.opening.answered(answer))
            self._restart_clock()

    def _to_opening(self, opening: OpeningGame) -> None:
        """Set up an opening after its answers."""
        self.opening, self.people = opening, opening.people_now
        self.board = Board.of(opening.state.stones, opening.size, self.board.rule)

    def _question(self) -> str:
        """Return what the person must do in the opening, "" if the engine acts."""
        is_asked = self.opening and self.opening.asks_people
        return opening_text.question(self.opening.state) if self.opening and is_asked else ""

    def _reply(self) -> Iterator[DialogueAnswer]:
        """Play the engine's move, or its step of the opening, if it is its turn."""
        if self.opening and self._step:
            if not self.opening.asks_people:
                state = self.opening.state
                answers = self.decide(self.board, state)
                for answer in answers:
                    self._answered(answer)
                text = f"{opening_text.told(ENGINE, state, answers)} {self._question()}"
                yield self._changed(text.strip())
                yield from self._reply()
            return
        if not self.is_over and self.board.turn not in self.people:
            move = self.think(self.board, self.level).move
            self._push(move)
            yield self._changed(f"{ENGINE} plays {move}.")

    def _changed(self, text: str) -> DialogueAnswer:
        """Save the game to its file; return `text` with the outcome and any error."""
        sentences = [text, self._outcome()] if self.is_over else [text]
        try:
            if self.file:
                self._write(self.file)
        except (OSError, ValueError) as error:
            sentences.append(f"The game is not saved: {reason(error)}.")
        return DialogueAnswer(" ".join(filter(None, sentences)), shows_board=True)

    # The end.

    def _outcome(self) -> str:
        """Return the outcome of the game in words."""
        board = self.board
        if self.late:
            owner = f"{self._named(self.late)}'s"
            if self._is_against_engine:
                owner = "Your" if self.late in self.people else f"{ENGINE}'s"
            return f"{owner} time is up: {self._wins(opponent(self.late))}."
        if self.resigned:
            return f"{self._does(self.resigned, 'resign')}: {self._wins(opponent(self.resigned))}."
        if board.ending == FIVE:
            winner = opponent(board.turn)
            return f"{self._wins(winner)} with five: {' '.join(map(str, board.five))}."
        if board.ending == FORBIDDEN:
            return f"{board.last} is forbidden for black: {self._wins(board.turn)}."
        if board.ending == FULL_BOARD:
            return "Drawn: the board is full."
        rule = TABLE[board.rule]
        return f"Drawn: {rule.name} ends {rule.plies_left} stones before the board is full."

    def _wins(self, colour: int) -> str:
        return self._does(colour, "win")

    def _does(self, colour: int, verb: str) -> str:
        if not self._is_against_engine:
            return f"{self._named(colour)} {verb}s"
        return f"You {verb}" if colour in self.people else f"{ENGINE} {verb}s"

    @property
    def _is_against_engine(self) -> bool:
        return len(self.people) == 1

    def _check_is_on(self) -> None:
        if self.is_over:
            raise ValueError("the game is over: type new or undo")

    # Commands.

    def _undo(self, _: str) -> Iterator[DialogueAnswer]:
        """Take back a resignation, or all moves from a person's last move on, with their time."""
        if self.resigned or self.late:
            self.resigned = self.late = 0
        elif not self._take_back():
            raise ValueError("you have no move to take back")
        self._restart_clock()
        yield self._changed(self._question())

    def _take_back(self) -> bool:
        """Take back all moves from a person's last one on, or the answers in the opening; return
        False if a person has made none.
        """
        opened = len(self.opening.state.stones) if self.opening else 0
        if any(colour in self.people for _, colour in self.board.stones[opened:]):
            self.board.pop()
            while self.board.turn not in self.people:
                self.board.pop()
            return True
        before = self.opening.before_last_of_people() if self.opening else None
        if before:
            self._to_opening(before)
        return before is not None

    def _hint(self, _: str) -> Iterator[DialogueAnswer]:
        self._check_is_on()
        if self._step:
            raise ValueError("there is no hint in the opening")
        result = self.think(self.board, FULL_STRENGTH)
        score = result.score
        rate = "" if score.is_proven else f", a win rate of {score.win_rate:.0%}"
        yield DialogueAnswer(f"{ENGINE} would play {result.move}: {score_text(score)}{rate}.")

    def _level(self, text: str) -> Iterator[DialogueAnswer]:
        self.level = level_named(text) if text else self.level
        yield DialogueAnswer(f"{ENGINE} plays at level {self.level}.")

    def _new(self, _: str) -> Iterator[DialogueAnswer]:
        if self.file and self.file.absolute() in self.own:
            self.file = next(self._more_files)
        self.board = Board((self.board.width, self.board.height), self.board.rule)
        self.resigned = self.late = 0
        if self.opening:
            self._to_opening(self.opening.begun())
        yield from self.begin()

    def _resign(self, _: str) -> Iterator[DialogueAnswer]:
        self._check_is_on()
        self.resigned = self._step.colour if self._step else self.board.turn
        yield self._changed("")

    def _save(self, name: str) -> Iterator[DialogueAnswer]:
        path = Path(name).expanduser() if name else self.file
        if not path:
            raise ValueError("expected a file name, as in  save game.sgf")
        self._write(path)
        yield DialogueAnswer(f"The game is in {path}.")

    def _help(self, _: str) -> Iterator[DialogueAnswer]:
        yield DialogueAnswer(HELP.format(corner=corner_text()))

    def _quit(self, _: str) -> Iterator[DialogueAnswer]:
        self.has_left = True
        yield from ()

    # Files.

    def _write(self, path: Path) -> None:
        """Write the game, whole or not at all; ValueError if another file would be overwritten."""
        path = path.absolute()
        if path.exists() and path not in self.own:
            raise ValueError(f"{path} already exists: choose another name")
        is_psq = path.suffix.lower() == ".psq"
        if is_psq and self._step:
            raise ValueError("a .psq file can't hold an opening in progress: choose a name in .sgf")
        write_atomically(path, self.board.psq() if is_psq else self._sgf())
        self.own.add(path)

    def _sgf(self) -> str:
        name = f"{ENGINE} {__version__}, level {self.level}"
        players = {"PB": BLACK, "PW": WHITE}
        properties = {key: name for key, colour in players.items() if colour not in self.people}
        if loser := self.resigned or self.late:
            how = "Time" if self.late else "Resign"
            properties["RE"] = f"{'W' if loser == BLACK else 'B'}+{how}"
        if self.opening and self._step:
            properties[sgf.PROCEDURE] = self.opening.text
        return self.board.sgf(**properties)


COMMANDS: dict[str, Callable[[Dialogue, str], Iterator[DialogueAnswer]]] = {
    "undo": Dialogue._undo,
    "hint": Dialogue._hint,
    "level": Dialogue._level,
    "new": Dialogue._new,
    "resign": Dialogue._resign,
    "save": Dialogue._save,
    "help": Dialogue._help,
    "quit": Dialogue._quit,
    "exit": Dialogue._quit,
}


def point_in(line: str, height: int) -> Point | None:
    """Return the column and row of a move, both from 0; None if the line is not a move. Its row is
    counted as on the screen.
    """
    line = line.lower()
    if found := _NAME.fullmatch(line):
        return column_named(found[1]), row_numbered(int(found[2]), height)
    if found := _NUMBERS.fullmatch(line):
        return int(found[1]) - 1, row_numbered(int(found[2]), height)
    return None


def _sentence(text: str) -> str:
    """Return a text with a full stop, and a capital letter unless it begins with a move."""
    is_move = _NAME.fullmatch(text.partition(" ")[0].lower()) is not None
    return f"{text if is_move else text[:1].upper() + text[1:]}."


def _numbered(path: Path) -> Iterator[Path]:
    """Yield names of files that don't exist yet, such as game-2.sgf."""
    for number in count(2):
        other = path.with_stem(f"{path.stem}-{number}")
        if not other.exists():
            yield other

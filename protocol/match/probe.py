"""A conversation that checks a brain. An answer that breaks the protocol raises Failed.

Lines that begin with a word of CHATTER may come at any time and are skipped. UNKNOWN, which may
answer an INFO, is skipped before OK and a move, as managers do. The probe knows the stones on the
board and recognizes illegal moves.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from brain.notation.text import excerpt
from protocol.client.brain_client import LONGEST_SHOWN, OK, UNLIMITED, Talker, points_in
from protocol.client.brain_process import CHATTER as TOLERATED  # before OK and a move
from protocol.client.brain_process import Gone, ReceivedLine
from protocol.match.player import MEGABYTE
from protocol.piskvork.commands import OPPONENT, OWN, PlayPosition, Start, Turn
from protocol.piskvork.grammar import lines_of
from protocol.records.games import REASON, Point

CHATTER = tuple(word for word in TOLERATED if word != "UNKNOWN")
SIZE = 15
MEMORY_BYTES = 350 * MEGABYTE  # as at Gomocup
END_MS = 1000  # from END to the process's end
NEAR = 3  # king's moves


class Failed(Exception):  # noqa: N818 (the brain's, not ours)
    """The brain broke the protocol. The text is the reason."""


class Unsupported(Exception):  # noqa: N818 (a state, not an error)
    """The brain refused an optional command. The text is its answer."""


@dataclass(frozen=True)
class Waits:
    """Times in milliseconds."""

    start_ms: int = 10_000  # from START to OK
    turn_ms: int = 500  # limit of a move
    tolerance_ms: int = 1000  # beyond a limit
    late_ms: int = 3000  # beyond the tolerance; then the brain counts as hanging


class Probe:
    """A brain, the stones on its board, and the lines exchanged in the current step."""

    def __init__(self, run: Callable[[], Talker], waits: Waits) -> None:
        self.waits = waits
        self.lines: list[str] = []  # "> " sent, "< " received, REASON
        self._run = run
        self._brain: Talker | None = None
        self.took_ms = 0.0  # by the last move
        self.limit_ms = 0  # of a move, as it was sent
        self.stones: set[Point] = set()
        self._size = (SIZE, SIZE)

    # The process.

    def quit(self) -> None:
        """End the brain, if it runs. The next line starts a new process."""
        if self._brain:
            self._brain.end()
            self._brain = None

    def leave(self) -> None:
        """Send END; raise Failed unless the process ends."""
        until = self.send("END") + END_MS / 1000
        try:
            while True:
                self._receive(until)
        except TimeoutError:
            raise Failed(f"expected the process to end within {END_MS} ms") from None
        except Gone:
            self.quit()

    def memory(self) -> int:
        """Return the bytes that the brain uses, 0 if they were not measured now."""
        return self._brain.memory() if self._brain else 0

    # Lines.

    def send(self, *lines: str) -> float:
        """Send lines; return the instant. Failed if a line that answers nothing has arrived."""
        if self._brain is None:
            self._brain = self._run()
        try:
            while True:
                text = self._receive(time.monotonic()).text
                if _word(text) not in TOLERATED:
                    raise Failed(f"expected no further answer, got {_shown(text)}")
        except TimeoutError:
            pass
        except Gone:
            raise self._ended() from None
        self.lines += [f"> {line.strip()}" for line in lines]
        try:
            return self._brain.send(*lines)
        except Gone:
            raise self._ended() from None

    def ask(self, *lines: str, wait_ms: int = 0) -> str:
        """Send lines; return the answer to the last one."""
        return self._answer(self.send(*lines), wait_ms or self._wait_ms).text

    def expect(self, wanted: str, *lines: str) -> None:
        """Send lines; raise Failed unless the answer begins with a word of `wanted`."""
        text = self.ask(*lines)
        if _word(text) not in wanted.split(" or "):
            raise Failed(f"expected {wanted}, got {_shown(text)}")

    def request(self, *lines: str) -> str:
        """Return the answer to an optional command. Raises Unsupported."""
        text = self.ask(*lines)
        if _word(text) in ("ERROR", "UNKNOWN"):
            raise Unsupported(text)
        return text

    # Games.

    def start(self, width: int = SIZE, height: int = SIZE) -> None:
        """Begin a game with the usual settings."""
        sent = self.send(*lines_of(Start(width, height)))
        text = self._answer(sent, self.waits.start_ms, TOLERATED).text
        if text.upper() != OK:
            raise Failed(f"expected {OK}, got {_shown(text)}")
        self._size = (width, height)
        self.stones = set()
        self.limit_ms = self.waits.turn_ms
        self.inform(
            timeout_turn=self.limit_ms,
            timeout_match=0,
            max_memory=MEMORY_BYTES,
            game_type=1,
            rule=0,
            time_left=UNLIMITED,
        )

    def inform(self, **settings: object) -> None:
        """Send settings."""
        self.send(*(f"INFO {key} {value}" for key, value in settings.items()))

    def begin(self) -> Point:
        """Return the brain's move on the empty board."""
        return self.move("BEGIN")

    def turn(self, point: Point | None = None) -> Point:
        """Place the opponent's stone, by default on `free`; return the brain's move."""
        x, y = point or self.free()
        self.stones.add((x, y))
        return self.move(*lines_of(Turn(x, y)))

    def board(self, own: tuple[Point, ...], other: tuple[Point, ...]) -> Point:
        """Set up a position, Black's stones first; return the brain's move."""
        self.stones = {*own, *other}
        sides = ((own, OWN), (other, OPPONENT))
        black, white = sides if len(own) == len(other) else sides[::-1]
        rows = [
            (*side[0][index], side[1])
            for index in range(len(black[0]))
            for side in (black, white)
            if index < len(side[0])
        ]
        return self.move(*lines_of(PlayPosition(tuple(rows))))

    def move(self, *lines: str) -> Point:
        """Send lines; return the brain's move. Raises Failed if it is late or illegal."""
        sent = self.send(*lines)
        line = self._answer(sent, self._wait_ms, TOLERATED)
        (point,) = self.points(line.text, 1)
        self.took_ms = (line.at - sent) * 1000
        if self.took_ms > self.limit_ms + self.waits.tolerance_ms:
            raise Failed(
                f"the move took {self.took_ms:.0f} ms; the limit is {self.limit_ms} ms and the"
                f" tolerance {self.waits.tolerance_ms} ms"
            )
        return point

    def points(self, text: str, *counts: int) -> list[Point]:
        """Place the stones of an answer; return them. Failed if they are illegal, or too many."""
        points = points_in(text)
        if points is None or len(points) not in counts:
            moves = "a move x,y" if counts == (1,) else f"{' or '.join(map(str, counts))} moves x,y"
            raise Failed(f"expected {moves}, got {_shown(text)}")
        for x, y in points:
            width, height = self._size
            if not (0 <= x < width and 0 <= y < height):
                raise Failed(f"the move {x},{y} is off the board of {width} x {height}")
            if (x, y) in self.stones:
                raise Failed(f"the move {x},{y} is on a stone")
            self.stones.add((x, y))
        return points

    def free(self) -> Point:
        """Return the empty cell that is farthest from all stones, so that no five arises."""
        width, height = self._size
        cells = [(x, y) for y in range(height) for x in range(width) if (x, y) not in self.stones]
        return max(cells, key=lambda cell: (self._distance(cell), cell))

    def _distance(self, cell: Point) -> int:
        """Return the number of king's moves to the nearest stone, NEAR without stones."""
        x, y = cell
        return min((max(abs(x - i), abs(y - j)) for i, j in self.stones), default=NEAR)

    # Waiting.

    @property
    def _wait_ms(self) -> int:
        return self.limit_ms + self.waits.tolerance_ms + self.waits.late_ms

    def _answer(self, sent: float, wait_ms: int, skipped: Sequence[str] = CHATTER) -> ReceivedLine:
        """Return the first line that does not begin with a word of `skipped`."""
        try:
            while _word((line := self._receive(sent + wait_ms / 1000)).text) in skipped:
                pass
        except TimeoutError:
            raise Failed(f"no answer within {wait_ms} ms") from None
        except Gone:
            raise self._ended() from None
        return line

    def _receive(self, until: float) -> ReceivedLine:
        assert self._brain
        line = self._brain.receive(until)
        self.lines.append(f"< {line.text}")
        return line

    def _ended(self) -> Failed:
        """Return the failure of a brain that has closed its output."""
        assert self._brain
        self.lines += [line for line in self._brain.exchange() if line.startswith(REASON)]
        return Failed("the process ended, or closed its output")


def _word(text: str) -> str:
    return text.partition(" ")[0].upper()


def _shown(text: str) -> str:
    return excerpt(text, LONGEST_SHOWN)

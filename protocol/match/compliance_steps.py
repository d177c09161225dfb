"""The steps that check a brain's protocol, each with what it requires.

Gomocup's rules decide what is required: START, TURN, BEGIN, BOARD, INFO, END and ABOUT, and boards
of 15 and 20. A brain may refuse the other commands with ERROR or UNKNOWN.

Martin Petříček, Petr Laštovička, Tomáš Kubeš: "Gomocup protocol",
https://plastovicka.github.io/protocl2en.htm
"""

from collections.abc import Callable
from dataclasses import dataclass

from brain.game_board import Board
from brain.lexicon import RENJU
from brain.notation.text import excerpt
from protocol.client.brain_client import OK
from protocol.match.naming import name_in
from protocol.match.player import MEGABYTE, SWAP
from protocol.match.probe import MEMORY_BYTES, SIZE, Failed, Probe

GAME_MOVES = 4  # fewer than make a five
TIMED_MOVES = 3
MEASUREMENTS = 3
TWO, OTHER_TWO = ((7, 7), (8, 9)), ((8, 8), (6, 5))  # stones of a quiet position
# Black to move makes a double three at 7,7, White's stones are harmless.
BLACK_TWOS, CORNERS = ((5, 7), (6, 7), (7, 5), (7, 6)), ((0, 0), (14, 0), (0, 14), (14, 14))


@dataclass(frozen=True)
class ComplianceStep:
    """A check of one requirement. The others are not tried if an essential one fails."""

    name: str
    requirement: str
    run: Callable[[Probe], None]  # raises Failed or Unsupported
    is_essential: bool = False


def _start(probe: Probe) -> None:
    probe.start()


def _begin(probe: Probe) -> None:
    probe.start()
    probe.begin()


def _turn(probe: Probe) -> None:
    probe.start()
    for _ in range(GAME_MOVES):
        probe.turn()


def _about(probe: Probe) -> None:
    probe.quit()  # a new process: no START came before
    text = probe.ask("ABOUT", wait_ms=probe.waits.start_ms)
    if not name_in(text):
        raise Failed(f'expected name="...", got {excerpt(text)}')


def _line_ends(probe: Probe) -> None:
    probe.expect(OK, f"START {SIZE}\r")
    probe.start()
    probe.move("BEGIN\r")


def _start_again(probe: Probe) -> None:
    probe.start()
    old = probe.begin()
    probe.start()
    probe.turn(old)


def _start_20(probe: Probe) -> None:
    probe.start(20, 20)
    probe.board(((15, 15),), ((19, 19), (18, 16)))


def _bad_size(probe: Probe) -> None:
    for size in (0, 1000):
        probe.expect("ERROR", f"START {size}")
    probe.start()
    probe.begin()


def _board(probe: Probe) -> None:
    for own, other in ((TWO, OTHER_TWO), (TWO, (*OTHER_TWO, (3, 3)))):
        probe.start()
        probe.board(own, other)
        probe.turn()


def _board_again(probe: Probe) -> None:
    probe.start()
    old = probe.begin()
    probe.turn()
    far = tuple(cell for cell in (*TWO, *OTHER_TWO, (2, 2), (2, 12)) if cell != old)
    probe.board(far[:2], far[2:4])
    if old not in probe.stones:
        probe.turn(old)


def _bad_board(probe: Probe) -> None:
    for stone in (f"{SIZE},0,2", "7,7,2"):
        probe.start()
        probe.begin()
        probe.expect("ERROR", "BOARD", "7,7,1", stone, "DONE")
    probe.start()
    probe.begin()


def _occupied(probe: Probe) -> None:
    probe.start()
    x, y = probe.begin()
    probe.expect("ERROR", f"TURN {x},{y}")
    probe.turn()


def _off_board(probe: Probe) -> None:
    probe.start()
    probe.begin()
    probe.expect("ERROR", f"TURN {SIZE},{SIZE}")
    probe.turn()


def _unreadable(probe: Probe) -> None:
    probe.start()
    probe.begin()
    for line in ("TURN", "TURN x"):
        probe.expect("ERROR or UNKNOWN", line)
    probe.turn()


def _unknown_word(probe: Probe) -> None:
    probe.start()
    probe.begin()
    probe.expect("UNKNOWN or ERROR", "XYZZY 1 2")
    probe.turn()


def _settings(probe: Probe) -> None:
    probe.start()
    probe.inform(evaluate="7,7", thread_num=1, game_type=0, no_such_key="x y")
    probe.send("INFO", "INFO timeout_turn soon")
    probe.begin()
    if answers := [line for line in probe.lines if line.startswith(("< UNKNOWN", "< ERROR"))]:
        raise Failed(f"expected no answer to INFO, got {answers[0].removeprefix('< ')!r}")


def _time_of_move(probe: Probe) -> None:
    probe.start()
    probe.limit_ms //= 2
    probe.inform(timeout_turn=probe.limit_ms)
    probe.board(TWO, OTHER_TWO)
    probe.turn()


def _no_time(probe: Probe) -> None:
    probe.start()
    probe.limit_ms = 0
    probe.inform(timeout_turn=0)
    probe.board(TWO, OTHER_TWO)


def _time_of_game(probe: Probe) -> None:
    probe.start()
    left_ms = round(probe.waits.turn_ms * TIMED_MOVES / 2)
    probe.inform(timeout_turn=left_ms, timeout_match=left_ms)
    for _ in range(TIMED_MOVES):
        probe.limit_ms = left_ms
        probe.inform(time_left=left_ms)
        probe.turn()
        left_ms = max(0, left_ms - round(probe.took_ms))


def _memory(probe: Probe) -> None:
    probe.start()
    for _ in range(MEASUREMENTS):
        probe.turn()
        if (used := probe.memory()) > MEMORY_BYTES:
            limit = MEMORY_BYTES // MEGABYTE
            raise Failed(f"expected at most {limit} MB, got {used / MEGABYTE:.0f} MB")


def _renju(probe: Probe) -> None:
    stones = [point for two in zip(BLACK_TWOS, CORNERS, strict=True) for point in two]
    probe.start()
    probe.inform(rule=RENJU)
    x, y = probe.board(BLACK_TWOS, CORNERS)
    if foul := Board.of(stones, SIZE, RENJU).foul((x, y)):
        raise Failed(f"the move {x},{y} is forbidden to Black: {foul}")


def _rectangle(probe: Probe) -> None:
    _require_ok(probe, "RECTSTART 20,15")
    probe.start(20, 15)
    probe.board(((18, 13),), ((19, 14), (17, 1)))


def _restart(probe: Probe) -> None:
    probe.start()
    old = probe.begin()
    _require_ok(probe, "RESTART")
    probe.stones.clear()
    probe.turn(old)


def _take_back(probe: Probe) -> None:
    probe.start()
    x, y = probe.begin()
    _require_ok(probe, f"TAKEBACK {x},{y}")
    probe.stones.clear()
    probe.turn((x, y))


def _swap2(probe: Probe) -> None:
    probe.start()
    opening = probe.points(probe.request("SWAP2BOARD", "DONE"), 3)
    probe.start()
    rows = [f"{x},{y}" for x, y in opening]
    text = probe.request("SWAP2BOARD", *rows, "DONE")
    probe.stones.update(opening)
    if text.upper() != SWAP:
        probe.points(text, 1, 2)


def _end(probe: Probe) -> None:
    probe.start()
    probe.leave()


def _require_ok(probe: Probe, line: str) -> None:
    """Raise Unsupported if the brain refuses a command, Failed unless it answers OK."""
    if (text := probe.request(line)).upper() != OK:
        raise Failed(f"expected {OK}, got {excerpt(text)}")


STEPS = (
    ComplianceStep("START", "START 15 begins a game. The answer is OK.", _start, True),
    ComplianceStep("BEGIN", "The answer is a move x,y on the board, both from 0.", _begin, True),
    ComplianceStep("TURN", "Every answer is a move on an empty cell, in time.", _turn, True),
    ComplianceStep("ABOUT", 'The answer is name="...", version="...", also before START.', _about),
    ComplianceStep("Line ends", "Managers on Windows end lines with CR LF.", _line_ends),
    ComplianceStep("START again", "START empties the board.", _start_again),
    ComplianceStep("START 20", "Gomocup plays freestyle on a board of 20.", _start_20),
    ComplianceStep("START, bad size", "The answer is ERROR. The next START works.", _bad_size),
    ComplianceStep("BOARD", "The answer is a move, with any side to move. TURN continues.", _board),
    ComplianceStep("BOARD again", "BOARD replaces the position of the game.", _board_again),
    ComplianceStep(
        "BOARD, bad stone", "A stone off the board or on another one is an ERROR.", _bad_board
    ),
    ComplianceStep("TURN on a stone", "The answer is ERROR. The position stays.", _occupied),
    ComplianceStep("TURN off the board", "The answer is ERROR. The position stays.", _off_board),
    ComplianceStep("TURN, unreadable", "The answer is ERROR or UNKNOWN, not a move.", _unreadable),
    ComplianceStep(
        "Unknown command",
        "The brain answers UNKNOWN or ERROR, and the game continues.",
        _unknown_word,
    ),
    ComplianceStep(
        "INFO", "No setting is answered. Unknown keys and values are ignored.", _settings
    ),
    ComplianceStep("INFO timeout_turn", "A move keeps to the time for a move.", _time_of_move),
    ComplianceStep("INFO timeout_turn 0", "Time 0 asks for the fastest move.", _no_time),
    ComplianceStep("INFO time_left", "A move keeps to the time left for the game.", _time_of_game),
    ComplianceStep("INFO max_memory", "The processes of the brain keep to the memory.", _memory),
    ComplianceStep("INFO rule 4", "In renju, Black plays no forbidden move.", _renju),
    ComplianceStep(
        "RECTSTART", "RECTSTART 20,15 has 20 columns and 15 rows. Optional.", _rectangle
    ),
    ComplianceStep("RESTART", "RESTART empties the board. Optional.", _restart),
    ComplianceStep("TAKEBACK", "TAKEBACK empties the cell. Optional.", _take_back),
    ComplianceStep(
        "SWAP2BOARD", "The answers are 3 stones, then SWAP or 1 or 2 stones. Optional.", _swap2
    ),
    ComplianceStep("END", "The process ends within a second.", _end),
)

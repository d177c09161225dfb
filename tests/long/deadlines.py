"""How late moves come with every core busy: `python -m tests.long.deadlines [moves]`.

The brain plays itself at several turn times. Prints how many milliseconds after the turn's time a
move came, from the manager's request on; negative is early.
"""

import multiprocessing
import os
import statistics
import sys
import time

from brain.lexicon import FREESTYLE, cell_at
from tests.support.boards import empty_board
from tests.support.driver import PROGRAM, Brain
from tests.support.naive import is_five

TURNS_MS = (50, 100, 500)
MOVES = 200  # of each turn time
SIZE = 15


def main() -> None:
    """Print a row for each turn time."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else MOVES
    load = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in load:
        process.start()
    print("turn ms   moves     p50     p99     max")
    for turn_ms in TURNS_MS:
        late = sorted(lateness(turn_ms, moves))
        p99 = late[len(late) * 99 // 100]
        print(
            f"{turn_ms:7} {len(late):7} {statistics.median(late):7.1f} {p99:7.1f} {late[-1]:7.1f}"
        )
    for process in load:
        process.kill()


def lateness(turn_ms: int, moves: int) -> list[float]:
    """Return the milliseconds by which each of `moves` moves exceeded the turn time."""
    late: list[float] = []
    with Brain(PROGRAM) as black, Brain(PROGRAM) as white:
        while len(late) < moves:
            for brain in (black, white):
                brain.send(f"START {SIZE}", f"INFO timeout_turn {turn_ms}")
                assert brain.line() == "OK"
            board = empty_board(SIZE, SIZE)
            request = "BEGIN"
            for number in range(SIZE * SIZE):
                started = time.perf_counter()
                (black, white)[number % 2].send(request)
                move = (black, white)[number % 2].line()
                late.append((time.perf_counter() - started) * 1000 - turn_ms)
                cell = cell_at(*map(int, move.split(",")))
                board[cell] = 1 + number % 2
                if len(late) == moves or is_five(board, cell, board[cell], FREESTYLE):
                    break
                request = f"TURN {move}"
    return late


def _spin() -> None:
    while True:
        pass


if __name__ == "__main__":
    main()

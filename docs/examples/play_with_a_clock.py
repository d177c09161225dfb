"""Play the first moves of a game with a clock of 3 seconds, and 0.1 s added after each move."""

import time

from tengen import Board, Engine, Limit

INCREMENT = 0.1
board, clocks = Board.read("20 freestyle k10"), {1: 3.0, 2: 3.0}
with Engine() as engine:
    for _ in range(4):
        turn, started = board.turn, time.perf_counter()
        limit = Limit(clock=clocks[turn], increment=INCREMENT)
        board.push(engine.play(board, limit).move)
        clocks[turn] += INCREMENT - (time.perf_counter() - started)
        print(f"{board.last}, {clocks[turn]:.1f} s left")

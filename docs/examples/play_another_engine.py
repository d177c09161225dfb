"""Play against any engine that speaks the Piskvork protocol, here Tengen itself. Needs `match`."""

import sys

from tengen import Board, BrainError, Engine, Limit, open_brain

board = Board.read("15 freestyle h8i9")
with Engine() as engine, open_brain([sys.executable, "-m", "tengen"]) as other:
    print(f"{other.about()['name']} plays White")
    try:
        while len(board) < 8:
            board.push(engine.play(board, Limit(nodes=2000)).move)
            board.push(other.play(board, Limit(nodes=2000)).move)
    except BrainError as error:  # it ended, was late, or sent something else than a move
        print(error, *error.exchange, sep="\n")
print(board.text)

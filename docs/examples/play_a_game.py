"""Let the engine play a game against itself, and print the board."""

from tengen import Board, Engine, Limit

board = Board(15, "renju")
board.push("h8")
with Engine() as engine:
    while not board.is_over and len(board) < 12:
        board.push(engine.play(board, Limit(nodes=2000)).move)
print(board)
print(board.text)

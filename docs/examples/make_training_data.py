"""Make arrays for a neural network from a game: planes, and the next move."""

import numpy

from tengen import Board

game = Board.read("15 freestyle h8i9g7f6i7")
board, planes, moves = Board(), [], []
for move in game.moves:
    planes.append(board.planes())
    moves.append(move.y * board.width + move.x)
    board.push(move)
print(numpy.stack(planes).shape, moves)

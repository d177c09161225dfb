"""Replay a game from SGF, and print how much each move lost."""

from itertools import pairwise

from tengen import Board, Engine, Limit

game = Board.read("15 freestyle h8h9g7i9f6e5g9g8").sgf()  # or the text of a file
moves = Board.from_sgf(game).moves
board, rates = Board(), []
with Engine() as engine:
    for move in moves:
        rates.append(engine.analyse(board, Limit(nodes=5000)).score.win_rate)
        board.push(move)
    rates.append(engine.analyse(board, Limit(nodes=5000)).score.win_rate)
for move, (before, after) in zip(moves, pairwise(rates), strict=True):
    print(f"{move}: {before:.0%} -> {1 - after:.0%}")

"""Print the best three moves of a position with their win rates."""

from tengen import Board, Engine, Limit

board = Board.read("15 standard h8i9g9h9")
with Engine() as engine:
    result = engine.analyse(board, Limit(nodes=20_000), lines=3)
for line in result.lines:
    moves = " ".join(map(str, line.line[:5]))
    print(f"{line.rank}. {line.score.win_rate:4.0%}  depth {line.depth}  {moves}")

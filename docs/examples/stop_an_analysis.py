"""Follow an analysis without a limit, and stop it when it has seen enough."""

from tengen import Board, Engine

board = Board.read("15 freestyle h8i9g7")
with Engine() as engine, engine.analysis(board) as analysis:
    for line in analysis:
        print(f"depth {line.depth}: {line.line[0]}")
        if line.depth >= 6:
            break
print(f"best move: {analysis.result.move}")

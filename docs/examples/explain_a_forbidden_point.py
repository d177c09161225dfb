"""List the points where Black may not play in renju, with the reasons."""

from tengen import Board

board = Board.read("15 renju e4a1e6b1d5c1f5i9")
print(board)
for cell in board.forbidden_points:
    print(board.why_forbidden(cell))
assert "e5" not in board.legal_moves

"""Count the positions after two and three stones on 9 x 9, up to symmetry."""

from tengen import Board

boards = {Board(9).canonical().key: Board(9)}
for stones in range(1, 3):
    found = {}
    for board in boards.values():
        for move in board.legal_moves:
            board.push(move)
            image = board.canonical()
            found[image.key] = image
            board.pop()
    boards = found
    print(f"{stones}: {len(boards)} positions")

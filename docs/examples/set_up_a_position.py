"""Set up stones of any number, neutral stones and the side to move; write and read the position."""

from tengen import WHITE, Board, Engine, Limit

board = Board.setup(black=["h8", "h9"], white=["g8"], walls=["a1"], turn=WHITE, rule="caro")
print(board.text)
assert Board.read(board.text) == board
with Engine() as engine:
    board.push(engine.play(board, Limit(nodes=2000)).move)
print(board.svg()[:40])

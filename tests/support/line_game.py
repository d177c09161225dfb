"""Games of threat lines and of moves in a window of seven on boards up to eleven, with white stones
outside.
"""

from collections import Counter
from itertools import product
from random import Random

from brain.cell import Cell
from brain.certificates.certificate import Certificate, LineNode, Link
from brain.certificates.check import Refused
from brain.certificates.check_window import CountingChecker, WindowChecker, surplus
from brain.certificates.stones import stones_of
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at
from brain.position import Position
from brain.proving.prover import NotProved, Prover
from brain.proving.threat_lines import board_of, find_line
from brain.proving.window_prover import WindowProver
from brain.proving.write_nodes import nodes_of
from tests.support.larger_board import Game

WINDOW, LARGEST = 7, 11
GAMES = 5  # with each line
TRIES = 200  # of the search for a line
NODES = 2000  # of the search for a move


def played(engine: Engine, dice: Random, positions: int) -> Counter[tuple[str, bool]]:
    """Return the numbers of games with lines that win inside, by what the checker says about the
    window and by whether the line has won.
    """
    games = Counter[tuple[str, bool]]()
    for _ in range(positions):
        position = random_position(dice)
        engine.set_up(position)
        board = stones_of(position)
        line = find_line(engine, board_of(board), BLACK, TRIES)
        if len(line) > 1:
            outside = dice.randint(0, 2)
            cells = tuple(Cell(cell, WINDOW) for cell in line)
            checker = WindowChecker(Certificate(position, 0, (LineNode(cells),)))
            checker.surplus = surplus(board) - outside
            try:
                checker.line(line, board)
                verdict = "accepted"
            except Refused:
                verdict = "refused"
            for _ in range(GAMES):
                games[verdict, is_won(checker, outside, dice)] += 1
    return games


def played_moves(engine: Engine, dice: Random, positions: int) -> Counter[tuple[str, bool]]:
    """Return the numbers of games with moves that win inside, by what the checker says about the
    window and by whether the move has won. Half of the moves are proved for the window.
    """
    games = Counter[tuple[str, bool]]()
    for number in range(positions):
        position, outside = random_position(dice), dice.randint(1, 2)
        engine.set_up(position)
        board, for_window = stones_of(position), number % 2
        prover = WindowProver(engine, position, outside) if for_window else Prover(engine, position)
        prover.thinks = (NODES,)
        try:
            tree = prover.find_attack(board)
        except NotProved:
            continue
        checker = CountingChecker(Certificate(position, 0, nodes_of(tree, position)), outside)
        try:
            checker.plies(Link(len(checker.certificate.nodes) - 1), board)
            verdict = "accepted"
        except Refused:
            assert not for_window
            verdict = "refused"
        for _ in range(GAMES):
            games[verdict, is_won(checker, outside, dice)] += 1
    return games


def random_position(dice: Random) -> Position:
    """Return a position in the window, Black to move."""
    while True:
        black, white = dice.randint(4, 6), dice.randint(0, 3)
        cells = [cell_at(x, y) for x in range(WINDOW) for y in range(WINDOW)]
        colours = [BLACK] * black + [WHITE] * white
        stones = zip(dice.sample(cells, black + white), colours, strict=True)
        try:
            return Position(WINDOW, WINDOW, FREESTYLE, stones, BLACK)
        except ValueError:  # a five is on the board
            continue


def is_won(checker: WindowChecker, outside: int, dice: Random) -> bool:
    """Return whether Black wins a game, which is played to its end. `outside` white stones are
    outside at first.
    """
    size = dice.randint(WINDOW + 1, LARGEST)
    left, top = dice.randint(0, size - WINDOW), dice.randint(0, size - WINDOW)
    game = Game(checker, product(range(-left, size - left), range(-top, size - top)), (0, 0), dice)
    for _ in range(outside):
        beyond = [point for point in game.free if not game.cell(point)]
        game.place(game.best(beyond, [WHITE]), WHITE)
    try:
        while game.free:
            game.count_outside()
            if game.attack():
                return True
            game.reply(game.white_move())
    except AssertionError:  # White wins, or the certificate has no answer
        return False
    return False

"""Games of threat lines and of moves in a window of seven on boards up to eleven, with white stones
outside.
"""

from collections import Counter
from random import Random

from brain.cell import Cell
from brain.certificates.certificate import Certificate, LineNode, Link
from brain.certificates.check import Refused
from brain.certificates.check_window import CountingChecker, WindowChecker, surplus
from brain.certificates.stones import stones_of
from brain.engine import Engine
from brain.lexicon import BLACK, EMPTY, FREESTYLE, WHITE, cell_at, opponent, point_of
from brain.position import Position
from brain.proving.far_reply import WindowProver
from brain.proving.prover import NotProved, Prover
from brain.proving.threat_lines import board_of, find_line
from brain.proving.write_nodes import nodes_of
from tests.support.adversary import OUTSIDE, Attacker, Lost
from tests.support.window_game import Point, fives_through

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
                games[verdict, Game(checker, outside, dice).is_won()] += 1
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
            games[verdict, Game(checker, outside, dice).is_won()] += 1
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


class Game:
    """A game with a certificate. A point is relative to the window's corner."""

    def __init__(self, checker: WindowChecker, outside: int, dice: Random) -> None:
        """`outside` is the number of white stones outside."""
        self.dice, self.position = dice, checker.certificate.position
        self.attacker = Attacker(checker.certificate)
        self.attacker.rules = self.rules = checker
        size = dice.randint(WINDOW + 1, LARGEST)
        left, top = dice.randint(0, size - WINDOW), dice.randint(0, size - WINDOW)
        self.free = {(x - left, y - top) for x in range(size) for y in range(size)}
        self.board = frozenset(self.free)
        self.stones: dict[int, set[Point]] = {BLACK: set(), WHITE: set()}
        for cell, colour in self.position.stones:
            self.place(point_of(cell), colour)
        for _ in range(outside):
            beyond = [point for point in sorted(self.free) if not self.in_window(point)]
            self.place(self.best(beyond, [WHITE]), WHITE)

    def in_window(self, point: Point) -> bool:
        """Return whether a point is in the window."""
        return all(0 <= part < WINDOW for part in point)

    def place(self, point: Point, colour: int) -> None:
        """Place a stone."""
        self.free.remove(point)
        self.stones[colour].add(point)

    def row(self, point: Point, colour: int) -> int:
        """Return the most stones of a colour in five cells of the board with a point."""
        other = self.stones[opponent(colour)]
        fives = (set(five) for five in fives_through(point))
        own = [five & self.stones[colour] for five in fives if five <= self.board - other]
        return max(map(len, own), default=0)

    def best(self, points: list[Point], colours: list[int]) -> Point:
        """Return the point that makes or stops the longest row, sometimes any."""
        if self.dice.random() < 0.2:
            return self.dice.choice(points)
        rows = (sum(self.row(point, side) for side in colours) for point in points)
        return max(zip(rows, iter(self.dice.random, None), points, strict=False))[2]

    def is_won(self) -> bool:
        """Return whether Black wins the game, which is played to its end."""
        grid, turn = self.position.board(), self.attacker.start
        while self.free:
            white_outside = (p for p in self.stones[WHITE] if not self.in_window(p))
            self.rules.outside = len([*white_outside])
            try:
                cell = self.attacker.move(grid, turn)
            except Lost:
                return False
            if grid[cell] != EMPTY:
                return False
            grid[cell] = BLACK
            self.place(point_of(cell), BLACK)
            if self.row(point_of(cell), BLACK) == 5:
                return True
            reply = self.best(
                sorted(self.free), self.dice.choice(([WHITE], [BLACK], [BLACK, WHITE]))
            )
            self.place(reply, WHITE)
            if self.row(reply, WHITE) == 5:
                return False
            seen = cell_at(*reply) if self.in_window(reply) else OUTSIDE
            if seen:
                grid[seen] = WHITE
            try:
                turn = self.attacker.after(grid, turn, seen)
            except Lost:
                return False
        return False

"""A game from text, move by move and finished or not: moves, a PSQ or an SGF file. No input or
output happens here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from brain.cell import COLOUR_NAMES, Cell
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, opponent, point_of
from brain.notation import moves, psq, sgf
from brain.rules.ending import FIVE, ending_with, verdict
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.grid import empty_board
from brain.rules.laws import RULE_NAMES
from brain.rules.setup import check_board, check_stones
from protocol.reading.positions import Reading

Stones = tuple[tuple[Cell, int], ...]  # with their colours


@dataclass(frozen=True)
class Played:
    """A game: stones set up, then moves in turn, of which the first may be White's."""

    width: int
    height: int
    rule: int
    moves: Stones
    set_up: Stones = ()
    first: int = BLACK  # the side that moves first
    black: str = ""  # names
    white: str = ""

    @property
    def title(self) -> str:
        """The players, as far as they are named, rule, board and length."""
        names = [name for name in (self.black, self.white) if name]
        terms = f"{RULE_NAMES[self.rule]}, {self.width} x {self.height}, {len(self.moves)} moves"
        return f"{' - '.join(names)}: {terms}" if len(names) > 1 else terms.capitalize()

    def stones(self, ply: int) -> Stones:
        """Return the stones after so many moves."""
        return self.set_up + self.moves[:ply]

    def turn(self, ply: int) -> int:
        """Return the side to move after so many moves."""
        return opponent(self.first) if ply % 2 else self.first

    @property
    def ends_forbidden(self) -> bool:
        """Whether the last move lies on a forbidden point, which loses."""
        if not self.moves:
            return False
        cell, colour = self.moves[-1]
        grid = empty_board(self.width, self.height) | dict(self.stones(len(self.moves) - 1))
        return is_foul(grid, cell, colour, self.rule)

    def board(self) -> Board:
        """Return the game as a board; ValueError unless its stones lie in turn, black's first."""
        stones = self.stones(len(self.moves))
        board = Board((self.width, self.height), self.rule)
        for cell, _ in stones:
            board.push(cell)
        if board.stones != stones or board.turn != self.turn(len(self.moves)):
            raise ValueError("no game leads there: black and white place one stone each in turn")
        return board

    def sgf(self) -> str:
        """Return the text of an SGF file of the game."""
        names = {"PB": self.black, "PW": self.white}
        properties = {name: sgf.escaped(text) for name, text in names.items() if text}
        properties["RU"] = RULE_NAMES[self.rule]
        for name, colour in sgf.SET_UP.items():
            points = [sgf.letters(point_of(cell)) for cell, c in self.set_up if c == colour]
            properties |= {name: "][".join(points)} if points else {}
        if self.first == WHITE:
            properties[sgf.TURN] = sgf.LETTERS[WHITE]
        stones = ((point_of(cell), "") for cell, _ in self.moves)
        return sgf.dumps(self.width, self.height, stones, properties, self.first)


def read(text: str, reading: Reading) -> Played:
    """Return the game that a text describes; ValueError when it can't be one."""
    text = text.strip().removeprefix("\ufeff").lstrip()
    if text.startswith("("):
        return _checked(_of_sgf(text, reading))
    if reading.game not in (None, 1):
        raise ValueError(f"no game {reading.game}: only SGF files can have several games")
    if text.startswith("Piskvorky "):
        return _checked(_of_psq(text, reading))
    points = moves.loads(text, reading.size[1])
    rule = FREESTYLE if reading.rule is None else reading.rule
    return _checked(Played(*reading.size, rule, _in_turn([Cell.at(*point) for point in points])))


def _of_psq(text: str, reading: Reading) -> Played:
    saved = psq.loads(text)
    rule = FREESTYLE if reading.rule is None else reading.rule
    placed = _in_turn([Cell.at(*point) for point in saved.points])
    return Played(saved.width, saved.height, rule, placed, black=saved.black, white=saved.white)


def _of_sgf(text: str, reading: Reading) -> Played:
    saved = sgf.load(text, reading.game)
    if saved.note:
        reading.say(saved.note)
    placed = []
    for move in saved.moves:
        if not move.point:
            raise move.node.fault(f"{COLOUR_NAMES[move.colour]} passes, and moves are in turn")
        placed.append((Cell.at(*move.point), move.colour))
    return Played(
        saved.width,
        saved.height,
        saved.rule_or(reading.rule),
        tuple(placed),
        tuple((Cell.at(*point), colour) for point, colour in saved.set_up),
        placed[0][1] if placed else saved.turn,
        saved.root.text("PB"),
        saved.root.text("PW"),
    )


def _in_turn(cells: Sequence[Cell]) -> Stones:
    """Return stones with their colours, black's first."""
    return tuple((cell, WHITE if index % 2 else BLACK) for index, cell in enumerate(cells))


def _checked(game: Played) -> Played:
    """Return a game; ValueError for an impossible board or stone, or moves after its end."""
    check_board(game.width, game.height, game.rule)
    check_stones(game.width, game.height, game.stones(len(game.moves)), ())
    grid = empty_board(game.width, game.height) | dict(game.set_up)
    for cell, colour in game.set_up:
        if is_five(grid, cell, colour, game.rule):
            raise ValueError(f"{verdict(FIVE, grid, cell, colour)} before the first move")
    for number, (cell, colour) in enumerate(game.moves, 1):
        ending = ending_with(grid, cell, colour, game.rule)
        if ending and number < len(game.moves):
            said = verdict(ending, grid, cell, colour)
            raise ValueError(f"move {number + 1}: the game is over: {said}")
        grid[cell] = colour
    return game

"""The manager's game: the engine's board, the side to move and the blocked cells."""

from collections.abc import Iterable

from brain.cell import Cell, Stone
from brain.engine import Engine
from brain.lexicon import BLACK, WHITE, cell_at, opponent
from protocol.piskvork.commands import NEUTRAL, OPPONENT, OWN, Points, Stones


class ManagerBoard:
    """A position, its side to move, and its blocked cells."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = BLACK
        self._own = 0  # the colour of our last answer, 0 before it
        self._blocked: frozenset[int] = frozenset()

    @property
    def turn(self) -> int:
        """The colour to move."""
        return self._turn if self._engine.stones else BLACK

    @property
    def taken(self) -> int:
        """The number of occupied cells."""
        return len(self._engine.stones) + len(self._engine.walls)

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        return self._engine.width * self._engine.height - self.taken

    @property
    def barred(self) -> frozenset[int]:
        """The cells that are blocked."""
        return self._blocked

    def start(self, width: int, height: int, rule: int) -> None:
        """Set up an empty board."""
        self._own = 0
        self._engine.new_game(width, height, rule)

    def set_rule(self, rule: int) -> None:
        """Change the rule; the stones stay."""
        if rule != self._engine.rule:
            self._lay(rule, self._engine.stones, self._engine.walls)

    def set_up(self, stones: Stones) -> bool:
        """Set up stones with their owners; OWN is to move.

        Return False and change nothing if a stone is duplicate, off the board, or of an unknown
        owner.
        """
        cells = [self._cell(x, y) for x, y, _ in stones]
        owners = [owner for _, _, owner in stones]
        if (
            0 in cells
            or len(set(cells)) < len(cells)
            or not {OWN, OPPONENT, NEUTRAL}.issuperset(owners)
        ):
            return False
        turn = BLACK if owners.count(OWN) >= owners.count(OPPONENT) else WHITE
        colours = {OWN: turn, OPPONENT: opponent(turn)}
        owned = list(zip(cells, owners, strict=True))
        walls = [cell for cell, owner in owned if owner == NEUTRAL]
        placed = [(cell, colours[owner]) for cell, owner in owned if owner != NEUTRAL]
        self._lay(self._engine.rule, placed, walls)
        self._turn = turn
        self._own = 0
        return True

    def answer(self, cell: int) -> None:
        """Place our stone, of the side to move. Its colour becomes ours."""
        self._own = self.turn
        self.play(cell)

    def place_opponent(self, x: int, y: int) -> bool:
        """Place a stone of the opponent, even after our last stone was taken back. Return False if
        the cell is not empty.
        """
        if self._own and self._engine.stones and self._empty_cell(x, y):
            self._turn = opponent(self._own)
        return self.place(x, y)

    def play(self, cell: int) -> None:
        """Place a stone of the side to move on an empty cell."""
        turn = self.turn
        self._engine.place(cell, turn)
        self._turn = opponent(turn)

    def place(self, x: int, y: int) -> bool:
        """Place a stone of the side to move; return False if the cell is not empty."""
        cell = self._empty_cell(x, y)
        if cell:
            self.play(cell)
        return cell > 0

    def take_back(self, x: int, y: int) -> bool:
        """Remove a stone; its colour is then to move. Return False if the cell has none."""
        cell = self._cell(x, y)
        colour = next((colour for stone, colour in self._engine.stones if stone == cell), None)
        if colour is None:
            return False
        self._engine.take_back(cell)
        self._turn = colour
        return True

    def block(self, points: Points) -> None:
        """Bar these cells; points off the board are ignored."""
        self._blocked |= {self._cell(x, y) for x, y in points} - {0}

    def unblock(self, points: Points) -> None:
        """Free these cells."""
        self._blocked -= {self._cell(x, y) for x, y in points}

    def unblock_all(self) -> None:
        """Free all cells."""
        self._blocked = frozenset()

    def forbidden_points(self) -> tuple[Cell, ...]:
        """Return the forbidden points of the side to move."""
        return self._engine.forbidden_points() if self.turn == BLACK else ()

    def nearest_to_centre(self) -> int:
        """Return the empty cell nearest to the centre, 0 on a full board.

        It is a forbidden point only if no other cell is left.
        """
        width, height = self._engine.width, self._engine.height
        forbidden = self.forbidden_points()
        empty = [
            (cell in forbidden, (2 * x - width + 1) ** 2 + (2 * y - height + 1) ** 2, cell)
            for y in range(height)
            for x in range(width)
            if (cell := self._empty_cell(x, y))
        ]
        return min(empty)[2] if empty else 0

    def _cell(self, x: int, y: int) -> int:
        """Return the cell, 0 outside the board."""
        inside = 0 <= x < self._engine.width and 0 <= y < self._engine.height
        return cell_at(x, y) if inside else 0

    def _empty_cell(self, x: int, y: int) -> int:
        """Return the cell, 0 if it is outside the board or occupied."""
        cell = self._cell(x, y)
        return cell if cell and self._engine.is_empty(cell) else 0

    def _lay(self, rule: int, stones: Iterable[Stone], walls: Iterable[int]) -> None:
        """Set up any stones; keep the search results that remain valid."""
        self._engine.lay(self._engine.width, self._engine.height, rule, stones, walls)


def in_turn(points: Points) -> Stones:
    """Return stones that were placed in turn, with their owners; the last is the opponent's."""
    owners = (OPPONENT, OWN)
    return tuple((x, y, owners[(len(points) - 1 - i) % 2]) for i, (x, y) in enumerate(points))

"""Puzzles: positions in which one move alone wins, or one move alone holds.

| kind | proved by lines | searched for without success |
|---|---|---|
| win | the first move wins | a win by another move |
| hold | every other move loses | a win of the opponent after the first move |

The right column is not proved. For a win there are two searches: one in which the first move is
barred, and, for each other threat, one for a line after every defence to it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from brain.cell import Cell, cells_on
from brain.certificates.certificate import Certificate, LineNode
from brain.certificates.check import Refused, Rules
from brain.certificates.stones import Stones, cells_of, stones_of
from brain.engine import Engine, Limit
from brain.lexicon import CELLS, opponent
from brain.position import Position
from brain.proving.explanation import explain
from brain.proving.threat_lines import (
    OTHER,
    OWN,
    board_of,
    find_line,
    line_plies,
    placed,
    replies_covered,
)
from brain.rules.fives import is_five
from brain.rules.fouls import is_foul
from brain.rules.grid import Grid

KINDS = WIN, HOLD = "win", "hold"
SHORTEST = 2  # moves of a line that wins
FEWEST_DECOYS = 2  # other answers to the threat of a hold
TRIES = 2000  # moves tried in one search for a line
NODES = 50_000  # of the search for another win
HOLD_NODES = 200_000  # of the search for a win after the move that holds
# The weights of a move of the longest line, a branch and a decoy. A higher sum is a harder puzzle.
MOVE_WEIGHT, BRANCH_WEIGHT, DECOY_WEIGHT = 4, 2, 1
GRADES = {WIN: (23, 27, 31, 36), HOLD: (16, 20, 21, 26)}  # the lowest weights of grades 2 to 5

Lines = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Puzzle:
    """The solution of a position that one move alone wins or holds."""

    kind: str
    first: Cell
    lines: tuple[tuple[Cell, ...], ...]  # its proof, as `check` takes it
    plies: int  # to the five at most; for a hold, after any other move
    branches: int  # defences along a win's line; or the lines against a hold's other moves
    decoys: int  # other threats, none of which wins; for a hold, other answers, which all lose

    @property
    def grade(self) -> int:
        """The difficulty, 1 to 5."""
        weight = MOVE_WEIGHT * max(map(len, self.lines)) + BRANCH_WEIGHT * self.branches
        weight += DECOY_WEIGHT * self.decoys
        return 1 + sum(weight >= lowest for lowest in GRADES[self.kind])


def check(position: Position, kind: str, first: int, lines: Lines) -> int:
    """Return the most plies to the five if lines prove a puzzle; Refused if they don't. The kernels
    take no part: brain.certificates.check replays the lines.

    The one line of a win begins with the first move. For a hold, a line must win for the opponent
    after every other move; the first such line counts.
    """
    stones, turn = stones_of(position), position.turn
    if kind == WIN:
        (line,) = lines
        if line[0] != first:
            raise Refused(f"the line doesn't begin with {Cell(first, position.height)}")
        plies = Rules(position.rule, turn, position.height).line(line, stones)
    else:
        winner = Rules(position.rule, opponent(turn), position.height)
        grid, plies = stones.grid(turn), 0
        passed = stones_of(position.passed)
        for cell in cells_of(stones.empty & ~(1 << first)):
            if is_five(grid, cell, turn, position.rule):
                raise Refused(f"{Cell(cell, position.height)} wins")
            if not is_foul(grid, cell, turn, position.rule):
                after = passed.answered(cell)
                plies = max(plies, 1 + _first(winner, lines, after, cell))
    if plies > position.plies_left:
        raise Refused("the game is drawn before the five")
    return plies


def _first(winner: Rules, lines: Lines, stones: Stones, reply: int) -> int:
    """Return the plies of the first line that wins on a board; Refused if none does."""
    for line in lines:
        try:
            return winner.line(line, stones)
        except Refused:
            continue
    raise Refused(f"no line wins after {Cell(reply, winner.height)}")


def find(engine: Engine, position: Position, kinds: Collection[str] = KINDS) -> Puzzle | None:
    """Return the puzzle of a position; None if it is not a puzzle of one of the kinds."""
    engine.set_up(position)
    line = find_line(engine, board_of(stones_of(position)), position.turn, TRIES)
    if line:
        is_wanted = WIN in kinds and len(line) >= SHORTEST
        return _win(engine, position, line) if is_wanted else None
    return _hold(engine, position) if HOLD in kinds else None


# Wins.


def _win(engine: Engine, position: Position, line: tuple[int, ...]) -> Puzzle | None:
    """Return the puzzle of a position that a line wins; None if another move may also win."""
    if _wins_elsewhere(engine, position, line[0]):
        return None
    decoys = _decoys(engine, position, line[0])
    if decoys is None:
        return None
    plies = line_plies(engine, board_of(stones_of(position)), position.turn, line)
    if plies > position.plies_left:
        return None
    steps = explain(engine, Certificate(position, plies, (LineNode(line),))).chapters[0].line
    branches = sum(len(step.defences) for step in steps)
    moves = cells_on(position.height, line)
    return Puzzle(WIN, moves[0], (moves,), plies, branches, decoys)


def _wins_elsewhere(engine: Engine, position: Position, first: int) -> bool:
    """Return whether a search finds a mate by another move."""
    engine.set_up(position)
    found = engine.think(position.turn, Limit(nodes=NODES), barred={first})
    return found.score.mate > 0


def _decoys(engine: Engine, position: Position, first: int) -> int | None:
    """Return the number of other moves that make a threat; None if one of them wins."""
    stones, turn = stones_of(position), position.turn
    grid, before, decoys = stones.grid(turn), board_of(stones), 0
    for cell in cells_of(stones.empty):
        if cell == first or is_foul(grid, cell, turn, position.rule):
            continue
        board = placed(before, cell, OWN)
        threat = find_line(engine, board, turn, 1)
        if len(threat) == 1:
            if _wins(engine, board, turn, threat):
                return None
            decoys += 1
    return decoys


def _wins(engine: Engine, board: bytes, turn: int, threat: tuple[int, ...]) -> bool:
    """Return whether some line wins after each defence to a threat. Fouls count as defences."""
    covered = replies_covered(engine, board, turn, threat)
    replies = (cell for cell in range(CELLS) if not board[cell] and cell not in covered)
    return all(find_line(engine, placed(board, reply, OTHER), turn, TRIES) for reply in replies)


# Holds.


def _hold(engine: Engine, position: Position) -> Puzzle | None:
    """Return the puzzle of a position whose side to move faces a threat; None unless exactly one
    move holds.
    """
    passed = position.passed
    stones, winner = stones_of(passed), passed.turn
    board, grid = board_of(stones), stones.grid(winner)
    threat = find_line(engine, board, winner, 1)
    if len(threat) != 1:
        return None
    plies = replies_covered(engine, board, winner, threat)  # to the five after each move that loses
    answers = [cell for cell in cells_of(stones.empty) if cell not in plies]
    answers = _without_fouls(grid, answers, position)
    if len(answers) <= FEWEST_DECOYS:
        return None
    lines: list[tuple[int, ...]] = [threat]
    holding: list[int] = []
    for cell in answers:
        if cell in plies:
            continue
        line = find_line(engine, placed(board, cell, OTHER), winner, TRIES)
        if line:
            lines.append(line)
            plies = replies_covered(engine, board, winner, line) | plies
        else:
            holding.append(cell)
        if len(holding) > 1:
            return None
    if len(holding) != 1 or holding[0] in plies:
        return None
    (first,) = holding
    others = _without_fouls(grid, [cell for cell in plies if cell != first], position)
    longest = 1 + max(plies[cell] for cell in others)
    if longest > position.plies_left or _loses(engine, position, first):
        return None
    proof = tuple(cells_on(position.height, line) for line in lines)
    return Puzzle(HOLD, Cell(first, position.height), proof, longest, len(lines), len(answers) - 1)


def _without_fouls(grid: Grid, cells: Iterable[int], position: Position) -> list[int]:
    """Return the cells that are not fouls of the side to move."""
    return [cell for cell in cells if not is_foul(grid, cell, position.turn, position.rule)]


def _loses(engine: Engine, position: Position, first: int) -> bool:
    """Return whether a search finds a mate of the opponent after a move."""
    after = Position(
        position.width,
        position.height,
        position.rule,
        (*position.stones, (first, position.turn)),
        opponent(position.turn),
        position.walls,
    )
    engine.set_up(after)
    return engine.think(after.turn, Limit(nodes=HOLD_NODES)).score.mate > 0

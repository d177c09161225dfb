"""The wording of results, shared by several tools."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from brain.cell import COLOUR_NAMES, Cell, Stone
from brain.position import Position
from brain.rules.fouls import find_foul, forbidden_cells
from brain.rules.laws import TABLE

if TYPE_CHECKING:
    from brain.position_database import PositionEntry
    from brain.score import Score


def score_text(score: "Score") -> str:
    """Return a score in words: a proven result with its plies, or else evaluation units."""
    plies = score.mate
    if plies:
        return f"{'wins' if plies > 0 else 'loses'} in {plies_text(abs(plies))}"
    return f"{score:+}" if score else "even"


def opening_note(stones: Sequence[Stone], width: int, height: int) -> str:
    """Return ", " with the number and the name of a game's opening, "" if it has no name."""
    from brain.openings.named_openings import opening_of  # few tools need it

    opening = opening_of(stones, width, height)
    return f", {opening.title}" if opening else ""


def forbidden_lines(position: Position) -> list[str]:
    """Return a text with a line for each forbidden point of the side to move; [] without any."""
    if not TABLE[position.rule].laws[position.turn].fouls:
        return []
    grid = position.board()
    found = [(cell, find_foul(grid, cell)) for cell in forbidden_cells(grid)]
    lines = [
        f"{Cell(cell, position.height)} is forbidden: {foul.text}" for cell, foul in found if foul
    ]
    return ["\n".join(lines)] if lines else []


def proved(colour: int, plies: int) -> str:
    """Return the winner and the plies in words."""
    return f"proved: {COLOUR_NAMES[colour].capitalize()} wins in at most {plies_text(plies)}"


def entry_text(entry: "PositionEntry", name: Callable[[int], str] = lambda c: Cell(c).name) -> str:
    """Return what a position database has about a position; `name` names a cell."""
    parts = [
        "" if entry.value is None else f"value {score_text(entry.value)}",
        f"depth {entry.depth}" if entry.depth else "",
        "" if entry.move is None else f"move {name(entry.move)}",
        f"label {entry.label}" if entry.label else "",
    ]
    return "; ".join(filter(None, [", ".join(filter(None, parts)), entry.comment]))


def plies_text(plies: int) -> str:
    """Return a number of plies in words."""
    return f"{plies} {'ply' if plies == 1 else 'plies'}"

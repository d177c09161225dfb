"""The wording of results, shared by several tools."""

from typing import TYPE_CHECKING

from brain.cell import COLOUR_NAMES

if TYPE_CHECKING:
    from brain.score import Score


def score_text(score: "Score") -> str:
    """Return a score in words: a proven result with its plies, or else evaluation units."""
    plies = score.mate
    if plies:
        return f"{'wins' if plies > 0 else 'loses'} in {plies_text(abs(plies))}"
    return f"{score:+}" if score else "even"


def proved(colour: int, plies: int) -> str:
    """Return the winner and the plies in words."""
    return f"proved: {COLOUR_NAMES[colour].capitalize()} wins in at most {plies_text(plies)}"


def plies_text(plies: int) -> str:
    """Return a number of plies in words."""
    return f"{plies} {'ply' if plies == 1 else 'plies'}"

"""The words of an opening procedure: questions to people, and answers typed by them or given by the
engine.
"""

from collections.abc import Sequence

from brain.cell import COLOUR_NAMES
from brain.cell_names import name_of
from brain.lexicon import colour_of, opponent
from brain.openings.procedures import (
    CHOOSE,
    COUNT,
    OFFER,
    PLACE,
    STAY,
    SWAP,
    TEN,
    TWO,
    OpeningAnswer,
    OpeningState,
    OpeningStep,
    area_text,
)
from brain.rules.symmetry import Point

CHOICES = {TWO: "two (place two more stones)", TEN: "ten (offer ten fifth stones)"}


def question(state: OpeningState) -> str:
    """Return what a person is asked to do, "" at the end."""
    step = state.step
    if step is None:
        return ""
    if step.act == PLACE:
        colour = COLOUR_NAMES[colour_of(len(state.stones))]
        area = step.areas[0]
        text = area_text(area) if (area.least, area.most) != (0, 99) else ""
        return f"Place a {colour} stone{f'; {text}' if text else ''}."
    if step.act == CHOOSE:
        words = [CHOICES.get(choice.name, "") for choice in step.choices]
        more = "".join(f", {word}" for word in words if word)
        return f"Type your colour, black or white{more}."
    if step.act == COUNT:
        return f"Type how many fifth stones Black must offer, 1 to {step.number}."
    if step.act == OFFER:
        return f"Offer a fifth stone, {len(state.offers) + 1} of {state.wanted}."
    return f"Choose a fifth stone: {_names(state.offers, state.height)}."


def typed(state: OpeningState, line: str, point: Point | None) -> OpeningAnswer:
    """Return the answer to the current step in a person's line; ValueError if there is none."""
    step = state.step
    if step and step.act == CHOOSE:
        colours = {COLOUR_NAMES[step.colour]: STAY, COLOUR_NAMES[opponent(step.colour)]: SWAP}
        words = colours | {choice.name: choice.name for choice in step.choices}
        if line.lower() not in words:
            others = [choice.name for choice in step.choices if choice.name in CHOICES]
            expected = ", ".join([*COLOUR_NAMES.values(), *others])
            raise ValueError(f"expected one of {expected}, got {line!r}")
        return words[line.lower()]
    if step and step.act == COUNT and line.isascii() and line.isdecimal():
        return int(line[:3])
    return line if point is None else point


def told(engine: str, state: OpeningState, answers: Sequence[OpeningAnswer]) -> str:
    """Return what the engine has answered to the current step, as a sentence."""
    step = state.step
    points = [answer for answer in answers if isinstance(answer, tuple)]
    if step is None:
        return ""
    if step.act == CHOOSE:
        return f"{engine} {_chosen(step, answers[0])}."
    if step.act == COUNT:
        return f"{engine} names the number of fifth stones: {answers[0]}."
    verb = {PLACE: "places", OFFER: "offers"}.get(step.act, "chooses")
    return f"{engine} {verb} {_names(points, state.height)}."


def _chosen(step: OpeningStep, answer: OpeningAnswer) -> str:
    if answer in (STAY, SWAP):
        return f"plays {COLOUR_NAMES[step.colour if answer == STAY else opponent(step.colour)]}"
    return "places two more stones" if answer == TWO else "offers ten fifth stones"


def _names(points: Sequence[Point], height: int) -> str:
    return ", ".join(name_of(*point, height) for point in points)

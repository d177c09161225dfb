"""The wording of explanations: for a terminal and as a page. No output happens here."""

import html
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brain.cell import COLOUR_NAMES, Cell
from brain.charts import style
from brain.lexicon import opponent
from brain.notation import drawing
from brain.notation.drawing import GhostStone
from brain.proving.explanation import (
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    QUIET,
    THREAT,
    TWO_FOURS,
    Answer,
    Chapter,
    Explanation,
    Step,
    Walk,
)
from brain.review.losing_move import LosingMove
from brain.review.played_game import Played
from brain.rules.fouls import find_foul
from brain.rules.laws import RULE_NAMES
from protocol.cli.wording import plies_text

COLUMNS = 78
CHAPTERS = 6  # printed by default
MOST_NODES = 1_000_000  # of a certificate that can be explained; checking takes some 20 seconds
DIGITS = "123456789"  # the attacker's moves on one board
LETTERS = "abcdefghi"  # the defences to each move
FEW, MANY = 12, 40  # maximum cells named in a list of replies, and of moves that hold
NEWLINE = "\n"
MAKES = {
    FIVE: "makes five",
    OPEN_FOUR: "makes an open four",
    TWO_FOURS: "makes two fours",
    FOUR: "makes a four",
    OPEN_THREE: "makes an open three",
    THREAT: "threatens two fours",
    QUIET: "is a quiet move",
}
STYLE = f"""
{style.PALETTE}body {{
  font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--text); background: var(--page);
}}
a {{ color: var(--data); }}
svg {{ max-width: 100%; height: auto; display: block; margin: 1rem 0; }}
p {{ margin: 0.5rem 0; }}
.step {{ padding-left: 2rem; text-indent: -1.4rem; }}
"""


def headline(explanation: Explanation) -> str:
    """Return the claim that is explained: who wins, and in how many plies."""
    position = explanation.position
    return (
        f"{_named(position.turn)} to move wins in at most {plies_text(explanation.plies)}"
        f" ({RULE_NAMES[position.rule]}, {position.width} x {position.height})"
    )


def losing_move_sentences(
    lost: LosingMove, explanation: Explanation | None, effort: int
) -> list[str]:
    """Return the sentences about the move that lost a game."""
    loser, winner = _named(lost.loser), _named(opponent(lost.loser))
    plies = f"in at most {plies_text(explanation.plies)}" if explanation else ""
    if not lost.ply:
        return _wrapped(f"{loser} is lost from the start: {winner} wins {plies}.")
    move = f"move {lost.ply} ({lost.move})"
    if lost.foul:
        first = f"{loser} lost by {move}, which is forbidden: {lost.foul}."
    else:
        first = f"{loser} lost by {move}: after it {winner} wins {plies}."
    lines = _wrapped(first)
    if lost.winning:
        lines += _wrapped(f"{lost.winning} would have won in {plies_text(lost.winning_plies)}.")
    others = [cell for cell in lost.held if cell != lost.winning]
    if len(others) > MANY:
        lines += _wrapped(
            f"{len(others)} other moves are not proved lost with {effort:,} nodes each."
        )
    elif others:
        lines += _wrapped(f"Moves not proved lost with {effort:,} nodes: {_list(others)}.")
    if len(others) <= MANY:
        lines += _wrapped("Every other move loses, too.")
    return lines


# For a terminal.


def text(explanation: Explanation, most: int, last: Cell) -> list[str]:
    """Return the lines of an explanation's first `most` chapters. The first picture marks the stone
    `last`.
    """
    lines = []
    for number, chapter in enumerate(explanation.chapters[:most]):
        if number:
            lines += ["", _heading(number, chapter), ""]
        for board in boards(chapter, last):
            lines += [*drawing.text(*board).splitlines(), ""]
        for sentence in _sentences(chapter, explanation):
            lines += _wrapped(sentence)
    left = len(explanation.chapters) - most
    if left > 0:
        what = "position" if left == 1 else "positions"
        lines += ["", f"{left} more {what}: --most {len(explanation.chapters)} prints all."]
    return lines


def _heading(number: int, chapter: Chapter) -> str:
    return f"[{number}] After {' '.join(cell.name for cell in chapter.path)}"


def _sentences(chapter: Chapter, explanation: Explanation) -> Iterator[str]:
    """Yield a chapter's sentences."""
    defender = _named(opponent(explanation.position.turn))
    if not chapter.move:
        yield from _steps(chapter.line, 1, "", has_letters=True)
        return
    yield f"1. {_made(chapter.move)}"
    for number, answer in enumerate(chapter.answers):
        if not isinstance(answer.then, int):
            yield ""
            yield f"If {defender} answers {_replies(answer, number == 0)}:"
            yield from _steps(answer.then, 2, "  ", has_letters=number == 0)
    links = [answer for answer in chapter.answers if isinstance(answer.then, int)]
    if links:
        follows = ", ".join(f"{answer.replies[0]} [{answer.then}]" for answer in links)
        yield ""
        yield f"Wins after other answers: {follows}."
    if chapter.fouls:
        yield ""
        yield f"Forbidden for {defender}: {'; '.join(_fouls(chapter))}."


def _fouls(chapter: Chapter) -> Iterator[str]:
    """Yield a chapter's forbidden replies with the reasons."""
    grid = chapter.position.board()
    if chapter.move:
        grid[chapter.move.move] = chapter.position.turn
    for cell in chapter.fouls:
        found = find_foul(grid, cell)
        yield f"{cell}, {found.text}" if found else f"{cell}"


def _replies(answer: Answer, is_first: bool) -> str:
    count = len(answer.replies)
    if count <= FEW:
        return _list(answer.replies, "or")
    return f"elsewhere ({count} cells)" if is_first else f"{count} other cells"


def _steps(walk: Walk, first: int, indent: str, *, has_letters: bool) -> Iterator[str]:
    """Yield the sentences of a line. In a drawn line, a letter marks the defences to each move."""
    for number, step in enumerate(walk, first):
        sentence = f"{indent}{number}. {_made(step)}"
        if step.kind == FIVE:
            yield sentence
        elif not step.defences:
            yield f"{sentence} No defence."
        else:
            letter = f" ({LETTERS[(number - 1) % len(LETTERS)]})" if has_letters else ""
            word = "Defence" if len(step.defences) == 1 else "Defences"
            yield f"{sentence} {word}{letter}: {_list(step.defences)}."


def _made(step: Step) -> str:
    """Return the sentence on what a move makes and threatens."""
    made = f"{step.move} {MAKES[step.kind]}"
    return f"{made}: {_list(step.threats, 'or')} wins next." if step.threats else f"{made}."


@dataclass(frozen=True)
class Drawn:
    """A board to draw."""

    width: int
    height: int
    stones: tuple[tuple[Cell, int], ...]
    walls: tuple[Cell, ...]
    last: Cell


def boards(chapter: Chapter, last: Cell) -> Iterator[tuple[Drawn, dict[int, GhostStone]]]:
    """Yield a chapter's boards, each with up to nine moves: those of its line, or its move and the
    line after most replies. `last` is the last stone before the first chapter.
    """
    position, stones = chapter.position, chapter.position.stones
    turn, other = position.turn, opponent(position.turn)
    last = chapter.path[-1] if chapter.path else last
    walk = chapter.line
    if chapter.move:
        walk = (chapter.move,)
        if chapter.answers and not isinstance(chapter.answers[0].then, int):
            walk += chapter.answers[0].then
    for start in range(0, len(walk), len(DIGITS)):
        marks: dict[int, GhostStone] = {}
        for digit, letter, step in zip(DIGITS, LETTERS, walk[start:], strict=False):
            marks[step.move] = GhostStone(digit, turn)
            marks |= {cell: GhostStone(letter, other) for cell in step.defences}
        yield Drawn(position.width, position.height, stones, position.walls, last), marks
        stones += tuple((Cell(cell, position.height), mark.colour) for cell, mark in marks.items())


def end(game: Played) -> Drawn:
    """Return the board at a game's end."""
    stones = game.stones(len(game.moves))
    return Drawn(game.width, game.height, stones, (), stones[-1][0])


def _wrapped(sentence: str) -> list[str]:
    """Return a sentence in lines that fit a terminal, with a hanging indent after a number."""
    indent = " " * (len(sentence) - len(sentence.lstrip()))
    hang = indent + "   " * sentence.lstrip()[:1].isdigit()
    return textwrap.wrap(sentence, COLUMNS, subsequent_indent=hang) or [""]


def _list(cells: Sequence[Cell], word: str = "and") -> str:
    names = [cell.name for cell in cells]
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _named(colour: int) -> str:
    return COLOUR_NAMES[colour].capitalize()


# As a page.


def page(title: str, head: Sequence[str], explanation: Explanation | None, last: Cell) -> str:
    """Return a self-contained HTML page."""
    parts = [f"<h1>{html.escape(title)}</h1>", *([_paragraph(" ".join(head))] if head else [])]
    for number, chapter in enumerate(explanation.chapters if explanation else ()):
        assert explanation
        if number:
            parts.append(f'<h2 id="c{number}">{_heading(number, chapter)}</h2>')
        parts += [drawing.svg(*board) for board in boards(chapter, last)]
        parts += [_paragraph(sentence) for sentence in _sentences(chapter, explanation) if sentence]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>{NEWLINE.join(parts)}</body></html>\n"
    )


def _paragraph(sentence: str) -> str:
    kind = ' class="step"' if sentence.lstrip()[:1].isdigit() else ""
    linked = re.sub(r"\[(\d+)\]", r'<a href="#c\1">[\1]</a>', html.escape(sentence.strip()))
    return f"<p{kind}>{linked}</p>"

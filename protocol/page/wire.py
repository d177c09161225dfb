"""Converts results to JSON objects, and the page's requests to values. No other module does so.

The page, its server and `--json` use it. docs/formats.md describes the objects in files, engine.js
those between the page and its engine, whose names count rows from above.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brain.cell import COLOUR_NAMES, Cell
from brain.cell_names import ABOVE, name_of, point_named, shown_rows
from brain.engine import Analysis, Limit, Result
from brain.lexicon import cell_at
from brain.openings.procedures import OFFER, PICK, PLACE, OpeningAnswer, OpeningState, begin
from brain.position_database import PositionEntry
from brain.proving.explanation import Answer, Chapter, Explanation, Step, Walk
from brain.review.game_review import (
    RATE_DIGITS,
    Mistake,
    ReviewedPosition,
    mistakes,
    proved_from,
    worst,
)
from brain.review.losing_move import LosingMove
from brain.review.rules_state import RulesState
from brain.rules.laws import RULE_NAMES
from brain.score import Score
from brain.thinking.strength import FULL_STRENGTH
from protocol.page.answers import Question, StoredMoves, Wanted
from protocol.page.line_answers import Defence, WinningLine

Fields = Mapping[str, Any]
Object = dict[str, object]


def lines(objects: Sequence[Object]) -> str:
    """Return objects as JSON lines, each with how its names count rows."""
    return "".join(json.dumps({**value, "rows": shown_rows()}) + "\n" for value in objects)


# The page's requests. An invalid one raises ValueError, KeyError or TypeError.


def question(fields: Fields) -> Question:
    """Return the position of a request; the game may be over."""
    return Question(
        fields["width"],
        fields["height"],
        fields["rule"],
        tuple((_keyed(name, fields), colour) for name, colour in fields["stones"]),
        tuple(_keyed(name, fields) for name in fields["walls"]),
        fields["turn"],
    )


def opening_state(fields: Fields) -> OpeningState:
    """Return the state of an opening procedure in a request: its name, and the answers so far."""
    position = fields["position"]
    state = begin(fields["procedure"], position["width"], position["height"])
    for answer in fields["answers"]:
        is_cell = state.step is not None and state.step.act in (PLACE, OFFER, PICK)
        state = state.answered(point_named(answer, 0, ABOVE) if is_cell else answer)
    return state


def wanted(limits: Fields) -> Wanted:
    """Return the options of a think in a request."""
    limit = Limit(
        limits.get("ms", 0) / 1000,
        limits.get("nodes", 0),
        limits.get("depth", 0),
        soft_seconds=limits.get("soft_ms", 0) / 1000,
    )
    return Wanted(
        limit,
        limits.get("lines", 1),
        frozenset(cell_at(*point_named(name, 0, ABOVE)) for name in limits.get("barred", ())),
        limits.get("strength", FULL_STRENGTH),
        limits.get("plays", False) is True,
        limits.get("fresh", False) is True,
    )


# The engine's answers.


def entry_fields(entry: PositionEntry) -> Object:
    """Return an entry of a position database."""
    return {
        "value": None if entry.value is None else int(entry.value),
        "depth": entry.depth,
        "move": None if entry.move is None else entry.move.name,
        "label": entry.label,
        "comment": entry.comment,
    }


def stored_fields(found: StoredMoves) -> Object:
    """Return what position databases have of a position, the best move for the mover first."""
    own, moves = found.own, sorted(found.moves.items(), key=_worth)
    fields = [
        {"move": _key(cell), **_stored(entry, 0 if entry.value is None else -entry.value)}
        for cell, entry in moves
    ]
    move = _key(own.move) if own.move else ""
    return {"stored": {"move": move, **_stored(own, own.value or 0), "moves": fields}}


def _worth(item: tuple[Cell, PositionEntry]) -> tuple[bool, int, Cell]:
    """Return the sort key of a move with its entry: known values first, best first."""
    cell, entry = item
    return entry.value is None, int(entry.value or 0), cell


def _stored(entry: PositionEntry, value: int) -> Object:
    """Return an entry's fields; `value` is for the side that reads them."""
    score = Score(value)
    known = {"mate": score.mate, "win_rate": round(score.win_rate, RATE_DIGITS)}
    unknown = {"mate": 0, "win_rate": None}
    texts = {"label": entry.label, "comment": entry.comment}
    return {**(unknown if entry.value is None else known), **texts}


def state_fields(state: RulesState) -> Object:
    """Return the state of a position by the rules."""
    return {
        "winner": state.winner,
        "is_over": state.is_over,
        "five": _keys(state.five),
        "forbidden": _keys(state.forbidden),
        **({"foul": True} if state.is_foul else {}),
    }


def analysis_fields(analysis: Analysis, rows: str) -> Object:
    """Return a line of a finished iteration; `rows` is how its names count rows."""
    return {
        "rank": analysis.rank,
        "depth": analysis.depth,
        "selective_depth": analysis.selective_depth,
        "score": analysis.score,
        "mate": analysis.score.mate,
        "win_rate": round(analysis.score.win_rate, RATE_DIGITS),
        "nodes": analysis.nodes,
        "ms": round(analysis.elapsed_ms, 1),
        "line": [cell.name_in(rows) for cell in analysis.line],
    }


def result_fields(result: Result) -> Object:
    """Return the result of a think."""
    return {
        "move": _key(result.move),
        "lines": [analysis_fields(analysis, ABOVE) for analysis in result.lines],
        "stopped": result.stopped,
    }


def answers_fields(answers: Sequence[OpeningAnswer]) -> Object:
    """Return the answers in an opening procedure: keys of cells, a choice, or a number."""
    keys = [name_of(*one, 0, ABOVE) if isinstance(one, tuple) else one for one in answers]
    return {"answers": keys}


def line_fields(found: WinningLine) -> Object:
    """Return a winning line."""
    return {"moves": _keys(found.moves), "plies": found.plies}


def defence_fields(found: Defence) -> Object:
    """Return the longest defence."""
    return {"move": _key(found.move), "plies": found.plies}


# A game's review.


def page_fields(node: ReviewedPosition) -> Object:
    """Return a position's fields in a page with a game."""
    line = {"line": analysis_fields(node.line, ABOVE)} if node.line else {}
    return {"look": state_fields(node.state), **line}


def review_fields(
    nodes: Sequence[ReviewedPosition], named_winner: int | None = None
) -> Iterator[Object]:
    """Yield an object for each position of a game, then the summary, with the winner that the
    game's file names.
    """
    found = {mistake.node.ply: mistake for mistake in mistakes(nodes)}
    for node in nodes:
        yield _reviewed(node, found.get(node.ply))
    proved = proved_from(nodes)
    yield {
        "summary": {
            "moves": nodes[-1].ply,
            "winner": COLOUR_NAMES.get(nodes[-1].state.winner, ""),
            "worst": [mistake.node.ply for mistake in worst(mistakes(nodes))],
            "loser": COLOUR_NAMES[proved.loser] if proved else "",
            "lost_from": proved.node.ply if proved else None,
            "held": proved.held.ply if proved and proved.held else None,
            "named_winner": COLOUR_NAMES.get(named_winner or 0, ""),
        }
    }


def _reviewed(node: ReviewedPosition, mistake: Mistake | None) -> Object:
    rate = node.black_rate
    return {
        "ply": node.ply,
        "move": _name(node.move),
        "colour": COLOUR_NAMES[node.colour],
        "black_win_rate": None if rate is None else round(rate, RATE_DIGITS),
        "proved_winner": COLOUR_NAMES.get(node.winner, ""),
        "loss": round(mistake.loss, RATE_DIGITS) if mistake else 0,
        "kind": mistake.kind if mistake else "",
        "better": _name(mistake.better) if mistake else "",
        "line": analysis_fields(node.line, shown_rows()) if node.line else None,
    }


# An explanation.


def explanation_fields(explanation: Explanation) -> Iterator[Object]:
    """Yield the chapters of an explanation."""
    for number, chapter in enumerate(explanation.chapters):
        yield {"chapter": number, "path": _names(chapter.path), **_chapter(chapter)}


def claim_fields(explanation: Explanation) -> Object:
    """Return the explained win."""
    return {
        "attacker": COLOUR_NAMES[explanation.position.turn],
        "plies": explanation.plies,
        "rule": RULE_NAMES[explanation.position.rule],
    }


def losing_fields(lost: LosingMove) -> Object:
    """Return the move that lost a game."""
    return {
        "loser": COLOUR_NAMES[lost.loser],
        "lost_by": lost.ply or None,
        "move": _name(lost.move),
        "foul": lost.foul,
        "held": _names(lost.held),
        "winning": _name(lost.winning),
    }


def _chapter(chapter: Chapter) -> Object:
    if not chapter.move:
        return _then(chapter.line)
    move = _step(chapter.move)
    del move["defences"]
    return {
        **move,
        "answers": [_answer(answer) for answer in chapter.answers],
        "forbidden": _names(chapter.fouls),
    }


def _answer(answer: Answer) -> Object:
    return {"replies": _names(answer.replies), **_then(answer.then)}


def _then(then: Walk | int) -> Object:
    if isinstance(then, int):
        return {"then": then}
    return {"line": [_step(step) for step in then]}


def _step(step: Step) -> Object:
    return {
        "move": step.move.name,
        "makes": step.kind,
        "threats": _names(step.threats),
        "defences": _names(step.defences),
    }


def _keyed(name: str, position: Fields) -> Cell:
    """Return the cell of a page's position that a key names."""
    return Cell.named(name, position["height"], ABOVE)


def _key(cell: Cell) -> str:
    """Return the name by which the page and its engine refer to a cell, "" for no cell."""
    return cell.name_in(ABOVE) if cell else ""


def _keys(cells: Sequence[Cell]) -> list[str]:
    return [cell.name_in(ABOVE) for cell in cells]


def _name(cell: Cell) -> str:
    """Return a cell's name, "" for no cell."""
    return cell.name if cell else ""


def _names(cells: Sequence[Cell]) -> list[str]:
    return [cell.name for cell in cells]

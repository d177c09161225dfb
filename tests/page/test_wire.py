"""Results as JSON objects."""

from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.engine import Analysis
from brain.review.rules_state import RulesState
from brain.score import Score
from protocol.page import wire
from protocol.page.line_answers import Defence

MOVES = (Cell.named("h8"), Cell.named("a15"), Cell.named("o6"))
FOUND = Analysis(9, 14, Score(-35), 123456, 1500.4, MOVES, 2)


def test_json_has_names_of_cells_and_plain_numbers() -> None:
    assert wire.lines([wire.analysis_fields(FOUND, ABOVE)]) == (
        '{"rank": 2, "depth": 9, "selective_depth": 14, "score": -35, "mate": 0,'
        ' "win_rate": 0.4419, "nodes": 123456, "ms": 1500.4, "line": ["h8", "a1", "o10"],'
        ' "rows": "above"}\n'
    )


def test_only_a_look_after_a_foul_names_it() -> None:
    assert "foul" not in wire.state_fields(RulesState(0, is_over=False))
    assert wire.state_fields(RulesState(2, is_over=True, is_foul=True))["foul"] is True


def test_no_cell_is_an_empty_text() -> None:
    assert wire.defence_fields(Defence(Cell(0), 0)) == {"move": "", "plies": 0}


def test_a_question_has_the_values_of_its_request() -> None:
    fields = {"width": 15, "height": 15, "rule": 0, "stones": [["h8", 1]], "walls": [], "turn": 2}
    asked = wire.question(fields)
    assert (asked.stones, asked.turn) == (((Cell.named("h8"), 1),), 2)

"""A board as one line of text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.cell import COLOUR_NAMES
from brain.lexicon import BLACK, WHITE
from brain.notation import board_text
from brain.notation.board_text import BoardText, dumps, loads
from brain.rules.laws import RULES


@st.composite
def boards(draw: st.DrawFn) -> BoardText:
    """Draw a board whose stones are on different cells."""
    width, height = draw(st.integers(5, 22)), draw(st.integers(5, 22))
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    points = tuple(draw(st.lists(cells, max_size=12, unique=True)))
    cuts = sorted(draw(st.tuples(*[st.integers(0, len(points))] * 3)))
    black, white, walls, moves = (
        points[start:stop] for start, stop in zip((0, *cuts), (*cuts, len(points)), strict=True)
    )
    rule, turn = draw(st.sampled_from(RULES)), draw(st.sampled_from([*COLOUR_NAMES]))
    return BoardText(width, height, rule, black, white, walls, turn, moves)


@settings(max_examples=100)
@given(boards())
def test_a_line_reads_back(board: BoardText) -> None:
    line = dumps(board)
    assert loads(line) == board
    assert board_text.is_board_text(line)
    assert "\n" not in line


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("15 renju h8i9", BoardText(15, 15, 4, moves=((7, 7), (8, 6)))),
        (" 15  Renju  H8 i9 ", BoardText(15, 15, 4, moves=((7, 7), (8, 6)))),
        ("20x15 caro-exact", BoardText(20, 15, 9)),
        ("15 有禁手 turn=white", BoardText(15, 15, 4, turn=WHITE)),
        (
            "9 gomoku white=a1 black=b2c3 walls=i9 turn=black d4",
            BoardText(9, 9, 0, ((1, 7), (2, 6)), ((0, 8),), ((8, 0),), BLACK, ((3, 5),)),
        ),
    ],
)
def test_a_line_may_be_written_by_hand(line: str, board: BoardText) -> None:
    assert loads(line) == board


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("h8i9", "expected a size, a rule and moves, got 'h8i9'"),
        ("", "expected a size, a rule and moves, got ''"),
        ("15 go h8", "unknown rule 'go'"),
        ("15 renju black=h8 black=i9", "each once, and then moves, got 'black=i9'"),
        ("15 renju h8 black=i9", "each once, and then moves, got 'black=i9'"),
        ("15 renju green=h8", "expected black=, white=, walls=, turn=, .* got 'green=h8'"),
        ("15 renju turn=red", "turn: expected black or white, got 'red'"),
        ("15 renju h8 i", "is not a list of moves"),
    ],
)
def test_a_line_that_is_not_a_board_is_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        loads(line)


@pytest.mark.parametrize("text", ["h8i9", "1. h8 i9", "8,8 9,9", "8 8", "15", "(;SZ[15])", ""])
def test_other_texts_are_not_lines(text: str) -> None:
    assert not board_text.is_board_text(text)

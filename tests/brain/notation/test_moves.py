"""Moves as text."""

import pytest

from brain.notation import moves


@pytest.mark.parametrize(
    "text",
    [
        *(
            "h8i9g7",
            "H8 I9 G7",
            "h8,i9,g7",
            "h8, i9; g7",
            "h8-i9-g7",
            "h 8 i 9 g 7",
            "\ufeffh8i9g7",
        ),
        *(
            "1. h8 i9 2. g7",
            "1.h8i9 2.g7",
            "1) h8 2) i9 3) g7",
            "1. h8 i9 3. g7",
            "\n1. h8\n2. i9 g7",
        ),
        *("8,8 9,7 7,9", "8,8\n9,7\r\n7,9\n", "8,8, 9,7, 7,9", "8,8,9,7,7,9", "8, 8; 9, 7; 7, 9"),
        *(
            "https://gomocalc.com/#/h8i9g7",
            "http://www.gomocalc.com/#/H8I9G7",
            "gomocalc.com/#h8i9g7",
        ),
    ],
)
def test_moves_are_read_however_they_are_written(text: str) -> None:
    assert moves.loads(text, 15) == ((7, 7), (8, 6), (6, 8))


def test_the_rows_of_a_link_count_from_below() -> None:
    assert moves.loads("gomocalc.com/#/a1j10", 10) == ((0, 9), (9, 0))
    assert (
        moves.loads("https://gomocalc.com/", 15) == moves.loads("https://gomocalc.com/#/", 9) == ()
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("h8 9", "is not a list of moves such as h8i9 at '9'"),
        ("h8,9,9", "is not a list of moves such as h8i9 at '9,9'"),
        ("h8.i9", r"at '\.i9'"),
        ("\u0661,\u0661", "not a list of moves"),
        ("h\u0668", "not a list of moves"),
        ("8", "expected pairs of numbers, got 8"),
        ("8,8,8", "expected pairs of numbers, got 8,8,8"),
        ("8,8 9 9", "expected pairs of numbers, got 9"),
        ("-1,2", "-1,2 is not a cell: columns and rows count from 1"),
        ("2. h8", "expected move number 1, got '2'"),
        ("1. h8 i9 4. g7", "expected move number 2 or 3, got '4'"),
        ("h8" * 485, "expected at most 484 stones"),
        ("h0", "'h0' is off the board, which has 10 rows"),
        ("h" + "9" * 5000, "is off the board"),
        ("gomocalc.com/#/h11", "'h11' is off the board, which has 10 rows"),
        ("gomocalc.com/#/8,8", "not a list of moves"),
        (
            "xyz" * 1000,
            r"^'(xyz){20}\.\.\.' is not a list of moves such as h8i9$",
        ),
    ],
)
def test_a_text_that_is_not_a_move_is_named(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        moves.loads(text, 10)

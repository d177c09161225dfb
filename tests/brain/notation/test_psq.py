"""PSQ files."""

import pytest

from brain.notation import psq


def test_a_psq_file_of_two_people_has_no_names() -> None:
    saved = psq.loads("Piskvorky 20x15, 0:11, 0\r\n1,1,0\r\n20,15,1500\r\n-1\r\n")
    assert saved == psq.PsqGame(20, 15, ((0, 0), (19, 14)), (0, 1500), "", "", -1)


def test_the_second_name_of_a_psq_file_may_have_moved_first() -> None:
    saved = psq.loads("Piskvorky 15x15, 11:11, 1\n8,8,0\na.exe\nb.exe\n0\n")
    assert (saved.black, saved.white) == ("b.exe", "a.exe")


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("", "not a .psq"),
        ("a.exe\nb.exe\n1,1,0\n", "not a .psq"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n0,1,0\n", "line 3: stone 0,1 is off the board"),
        (
            "Piskvorky 15x15, 11:11, 0\n1,1,0\n2,x,0\n3,3,0\n",
            "line 3: expected a stone .*'2,x,0'",
        ),
    ],
)
def test_a_file_that_is_not_a_psq_is_an_error(rows: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        psq.loads(rows)

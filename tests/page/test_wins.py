"""Wins by fours and by threats, which the page asks for, in both engines."""

import pytest

from tests.support.board_page import BoardPage
from tests.support.page_client import Visitor, position

THREE = position("h8a1h9a3h10a5")  # Black has an open three
TWO_THREES = position("h8a1i8a3h9b15j10c15")
QUIET = position("h8a1")
CASES = [
    (THREE, "fours", 3),
    (THREE, "threats", 3),
    (QUIET, "fours", 0),
]


@pytest.mark.parametrize(("asked", "kind", "plies"), CASES)
def test_both_engines_find_the_same_win(
    asked: dict[str, object], kind: str, plies: int, visitor: Visitor, still: BoardPage
) -> None:
    served = visitor.result("wins", position=asked, kind=kind)
    assert served["plies"] == plies
    assert still.ask("wins", position=asked, kind=kind) == served


def test_a_win_by_threats_alone_is_none_by_fours(visitor: Visitor, still: BoardPage) -> None:
    for ask in (visitor.result, still.ask):
        assert ask("wins", position=TWO_THREES, kind="fours") == {"moves": [], "plies": 0}
        assert ask("wins", position=TWO_THREES, kind="threats")["plies"] > 3

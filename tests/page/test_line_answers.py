"""Winning threat lines, and the longest defences, as requested by the page."""

from tests.support.page_client import Visitor, position


def test_a_line_and_the_longest_defence_are_found(visitor: Visitor) -> None:
    three, blocked = position("h8a1h9a3h10a5"), position("h8a1h9a3h10a5h11")
    line = visitor.result("line", position=three)
    assert (len(line["moves"]), line["plies"]) == (1, 3)
    assert visitor.result("line", position=position("h8a1")) == {"moves": [], "plies": 0}
    defence = visitor.result("defence", position=blocked)
    assert defence == {"move": "h7", "plies": 2}
    assert visitor.result("defence", position=position("h8")) == {"move": "", "plies": 0}

"""The syntax of SGF: trees, nodes and properties."""

import pytest

from brain.notation.sgf_syntax import loads


def test_the_first_variation_is_kept_and_the_others_are_counted() -> None:
    (tree,) = loads("(;N[1];N[2](;N[3];N[4])(;N[5])(;N[6]))")
    assert [node.text("N") for node in tree.nodes] == ["1", "2", "3", "4"]
    assert (tree.left_out, tree.left_after) == (2, 2)


def test_text_before_the_first_game_is_ignored() -> None:
    assert [tree.nodes[0].text("C") for tree in loads("a letter (;C[a]) \n(;C[b])\x1a")] == [
        "a",
        "b",
    ]


def test_a_text_without_a_game_is_empty_or_an_error() -> None:
    assert loads(" \n") == ()
    with pytest.raises(ValueError, match="the file has no game"):
        loads("hello")


def test_a_property_has_its_values_in_order_and_its_capitals_as_its_name() -> None:
    (tree,) = loads("(;AddBlack[aa] [bb]AB[cc])")
    assert tree.nodes[0].values == {"AB": ["aa", "bb", "cc"]}
    with pytest.raises(ValueError, match="node 1: AB has 3 values"):
        tree.nodes[0].one("AB")


def test_an_escaped_bracket_stays_and_an_escaped_line_end_goes() -> None:
    (tree,) = loads("(;C[a\\]b\\\nc\\\\d\r\ne])")
    assert tree.nodes[0].text("C") == "a]bc\\d\ne"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(;C[a]", r"expected \) before the end"),
        ("(;C[a]))", "follows the end of the game"),
        ("(;(;N[1]);N[2])", "a node follows a variation"),
        ("(;(N[1]))", "N is outside of any node"),
        ("(;c[1])", "c is not a property"),
        ("(;())", r"expected a node after \("),
        ("(;C[a] ?)", "unexpected text '.*'"),
    ],
)
def test_broken_syntax_is_named(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        loads(text)

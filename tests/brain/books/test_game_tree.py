"""A tree of a game: walks, equality, checks, and what formats miss of it."""

import pytest

from brain.books.game_tree import (
    COMMENTS,
    VARIATIONS,
    GameTree,
    NodeValue,
    TreeNode,
    merged,
    missing_texts,
)
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE

H8, I9, G7 = (7, 7), (8, 8), (6, 6)


def small_tree() -> GameTree:
    """Return a tree with two answers to h8."""
    tree = GameTree()
    first = tree.root.add(H8, BLACK)
    first.add(I9, WHITE).comment = "here"
    first.add(G7, WHITE)
    return tree


def test_a_walk_yields_a_variation_before_the_next() -> None:
    assert [(depth, node.point) for depth, node in small_tree().walk()] == [
        (0, None),
        (1, H8),
        (2, I9),
        (2, G7),
    ]
    assert [[node.point for node in path] for path in small_tree().paths()][-1] == [None, H8, G7]
    assert (len(small_tree()), repr(small_tree())) == (3, "<GameTree 15 x 15, renju, 3 nodes>")


def test_trees_are_equal_if_their_contents_are() -> None:
    assert small_tree() == small_tree()
    for change in (
        lambda tree: tree.root.children[0].add(None, WHITE),
        lambda tree: setattr(tree.root, "comment", "x"),
        lambda tree: setattr(tree.root.children[0], "labels", {H8: "1"}),
        lambda tree: setattr(tree, "rule", FREESTYLE),
        lambda tree: tree.root.children[0].children.reverse(),
    ):
        other = small_tree()
        change(other)
        assert other != small_tree()
    assert small_tree() != "a tree"


def test_a_deep_tree_is_walked_compared_and_freed() -> None:
    trees = []
    for _ in range(2):
        tree = GameTree()
        node = tree.root
        for number in range(20_000):
            node = node.add(None, number % 2 + 1)
        trees.append(tree)
    assert trees[0] == trees[1]
    assert len(trees[0]) == 20_000


@pytest.mark.parametrize(
    ("tree", "error"),
    [
        (GameTree(30, 15), "expected a board of"),
        (GameTree(set_up=((H8, BLACK), (H8, WHITE))), "set-up: h8 has a stone"),
        (GameTree(turn=3), "3 is not a colour"),
        (GameTree(root=TreeNode(children=[TreeNode(BLACK, (15, 0))])), "node 2: p15 is off"),
        (
            GameTree(set_up=((H8, BLACK),), root=TreeNode(children=[TreeNode(WHITE, H8)])),
            "node 2: h8 has a stone",
        ),
    ],
)
def test_an_impossible_tree_is_refused(tree: GameTree, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        tree.check()


def test_a_stone_of_one_variation_is_not_in_the_next() -> None:
    tree = small_tree()
    tree.root.children[0].children[1].add(I9, BLACK)
    tree.check()


def test_the_main_line_is_a_game_only_without_set_up_passes_and_double_moves() -> None:
    assert small_tree().main_points() == (H8, I9)
    laid = GameTree(set_up=((H8, BLACK),), turn=WHITE)
    passed, double = GameTree(), GameTree()
    passed.root.add(None, BLACK)
    double.root.add(H8, BLACK).add(I9, BLACK)
    for tree, error in ((laid, "set up"), (passed, "move 1 is a pass"), (double, "move 2 is out")):
        with pytest.raises(ValueError, match=error):
            tree.main_points()


@pytest.mark.parametrize(
    ("set_up", "turn", "moves"),
    [
        ((), BLACK, []),
        ((), WHITE, [None]),
        (((H8, BLACK),), WHITE, [H8]),
        (((H8, BLACK),), BLACK, [H8, None]),
        (((H8, WHITE),), BLACK, [None, H8]),
        (((H8, BLACK), (I9, BLACK)), WHITE, [H8, None, I9]),
    ],
)
def test_a_set_up_becomes_moves_with_passes(
    set_up: tuple[tuple[tuple[int, int], int], ...], turn: int, moves: list[object]
) -> None:
    assert GameTree(set_up=set_up, turn=turn).alternating() == moves


def test_what_a_format_can_not_hold_is_listed() -> None:
    tree = small_tree()
    tree.set_up, tree.root.properties = (((0, 0), BLACK),), {"PB": ("Ann",), "EV": ("cup",)}
    tree.root.value = NodeValue("w")
    tree.root.children.append(TreeNode())
    assert missing_texts(tree, frozenset(), FREESTYLE, ["PB"]) == [
        "2 variations",
        "1 comment",
        "1 value",
        "1 node without a move",
        "the set-up",
        "the rule renju: it is read as freestyle",
        "the SGF properties EV",
    ]
    assert missing_texts(small_tree(), frozenset((VARIATIONS, COMMENTS)), RENJU) == []


def test_games_are_merged_into_one_tree_with_the_players_at_their_ends() -> None:
    one, other = small_tree(), small_tree()
    other.root.children[0].children.pop(0)
    other.root.properties = {"PB": ("Ann",), "PW": ("Bob",), "RE": ("B+",)}
    both = merged([one, other])
    assert len(both) == 3
    assert both.root.children[0].children[1].comment == "Ann - Bob, B+"
    assert both.root.children[0].children[0].comment == "here"
    with pytest.raises(ValueError, match="game 2 has another size, rule or start"):
        merged([one, GameTree(rule=FREESTYLE)])

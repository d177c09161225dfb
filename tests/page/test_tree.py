"""A game's tree: variations, and the tree as plain data."""

from typing import Any

from tests.support.board_page import BoardPage

# h8 i9 j10, with the variations h8 a1 b2 and h8 a1 c3; `named` finds a node by its moves.
TREE = """
    const game = new Game({ width: 15, height: 15, rule: 2, walls: ["o1"], turn: 1 });
    const named = (...moves) => moves.reduce((node, move) => game.play(node, move), game.root);
    named("h8", "i9", "j10");
    named("h8", "a1", "b2");
    named("h8", "a1", "c3");
    const shown = () => game.nodes().map(({ move, ply }) => `${ply}${move}`).join(" ");
"""


def of_tree(still: BoardPage, body: str, module: str = "tree.js") -> Any:
    """Return the result of a script that has the tree."""
    return still.computed(module, TREE + body)


def test_nodes_come_main_line_first(still: BoardPage) -> None:
    assert of_tree(still, "return shown();") == "0 1h8 2i9 3j10 2a1 3b2 3c3"


def test_a_variation_is_promoted_where_it_begins(still: BoardPage) -> None:
    script = """
        game.promote(named("h8", "a1", "c3"));
        const inner = shown();
        game.promote(named("h8", "a1", "c3"));
        const outer = shown();
        game.promote(named("h8", "a1", "c3"));
        return [inner, outer, shown() === outer];"""
    inner, outer = "0 1h8 2i9 3j10 2a1 3c3 3b2", "0 1h8 2a1 3c3 3b2 2i9 3j10"
    assert of_tree(still, script) == [inner, outer, True]


def test_a_move_is_removed_with_all_that_follows(still: BoardPage) -> None:
    script = 'return [game.remove(named("h8", "a1")).move, shown()];'
    assert of_tree(still, script) == ["h8", "0 1h8 2i9 3j10"]


def test_a_tree_is_the_same_after_json(still: BoardPage) -> None:
    script = """
        const node = named("h8", "a1");
        Object.assign(node, { comment: "why?", shapes: [["h8", "a1"]], spent: 9, look: {} });
        const plain = plainGame(game, node), text = JSON.stringify(plain);
        const read = gameFrom(JSON.parse(text)), again = plainGame(read.game, read.node);
        return [JSON.stringify(again) === text, read.node.move, read.node.comment,
            read.node.look ?? null, read.game.walls, read.game.rule, plain.nodes[4]];"""
    kept = {"move": "a1", "parent": 1, "comment": "why?", "shapes": [["h8", "a1"]], "spent": 9}
    assert of_tree(still, script) == [True, "a1", "why?", None, ["o1"], 2, kept]


def test_plain_data_with_an_impossible_move_is_refused(still: BoardPage) -> None:
    script = """
        const plain = plainGame(game, game.root);
        return ["o1", "h8", "z99", "p1"].map((move) => {
            plain.nodes[2].move = move;
            try {
                return gameFrom(plain) && "";
            } catch (error) {
                return error.message;
            }
        });"""
    assert of_tree(still, script) == [
        f"move {move} is not possible" for move in ("o1", "h8", "z99", "p1")
    ]

"""A game's tree: its variations on the page, and the tree as plain data."""

from typing import Any

import pytest

from tests.support.board_page import BoardPage, Opened

# h8 i9 j10, with the variations h8 a1 b2 and h8 a1 c3; `named` finds a node by its moves.
TREE = """
    const game = new Game({ width: 15, height: 15, rule: 2, walls: ["o1"], turn: 1 });
    const named = (...moves) => moves.reduce((node, move) => game.play(node, move), game.root);
    named("h8", "i9", "j10");
    named("h8", "a1", "b2");
    named("h8", "a1", "c3");
    const shown = () => game.nodes().map(({ move, ply }) => `${ply}${move}`).join(" ");
"""

# The same tree as above, with comments.
SGF = "(;GM[4]SZ[15];B[hh](;W[ii]C[The usual answer];B[jj])(;W[aa](;B[bb])(;B[cc]C[Bad])))"


def of_tree(still: BoardPage, body: str, module: str = "tree.js") -> Any:
    """Return the result of a script that has the tree."""
    return still.computed(module, TREE + body)


# Grows the game shown to a book, then counts how often a step back reads a node's children.
READS = """async (count) => {
    const { page } = tengen, { game } = page, all = game.nodes();
    let seed = 5, reads = 0;
    const dice = (most) => (seed = seed * 48271 % 2147483647) % most;
    while (game.size < count) {
        const from = dice(2) ? dice(all.length) : all.length - 1, { size } = game;
        const move = "abcdefghijklmno"[dice(15)] + (1 + dice(15));
        if (all[from].ply > 40 || !game.isEmpty(all[from], move)) continue;
        const node = game.play(all[from], move);
        if (game.size > size) all.push(node);
    }
    document.getElementById("first").click();
    document.getElementById("forward").click();
    while (!page.node.look) await new Promise((found) => setTimeout(found));
    for (const node of all) {
        let { children } = node;
        Object.defineProperty(node, "children", {
            get: () => { reads++; return children; }, set: (list) => { children = list; },
        });
    }
    document.getElementById("back").click();
    dispatchEvent(new Event("pagehide")); // keeps the game
    return [all.length, page.node.ply, reads];
}"""


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


def test_the_size_of_a_game_is_that_of_its_tree(still: BoardPage) -> None:
    script = """
        const sizes = () => [game.size, game.nodes().length], before = sizes();
        game.promote(named("h8", "a1", "c3"));
        game.remove(named("h8", "a1"));
        return [before, sizes()];"""
    assert of_tree(still, script) == [[7, 7], [4, 4]]


def test_a_step_in_a_book_does_not_read_the_whole_of_it(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.play("h8")
    nodes, ply, reads = board.page.evaluate(READS, 6000)
    assert (nodes, ply) == (6000, 0)
    assert reads < 3000


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


@pytest.fixture
def tree(opened: Opened) -> BoardPage:
    """Return a page with a tree, whose last move of the main line is shown."""
    board = opened()
    board.open(SGF)
    board.wait("node.ply === 3")
    return board


def rows(board: BoardPage) -> list[str]:
    """Return the items of the list of moves."""
    texts = board.page.locator("#moves li").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def go_to(board: BoardPage, move: str) -> None:
    board.page.click(f"#moves button:has-text('{move}')")
    board.wait(f"node.move === '{move}'")


def test_variations_are_listed_below_the_move_that_they_replace(tree: BoardPage) -> None:
    first, second, third = (f"Variation, level {deep}" for deep in (1, 2, 2))
    assert rows(tree) == [
        *("1 h8", "2 i9", "The usual answer"),
        *(f"{first} 2 a1", f"{second} 3 b2", f"{third} 3 c3 Bad", "3 j10"),
    ]
    go_to(tree, "c3")
    assert tree.moves() == ["h8", "a1", "c3"]
    assert tree.page.input_value("#comment") == "Bad"
    assert tree.page.inner_text("#moves [aria-current]") == "3 c3"


def test_a_variation_becomes_the_main_line(tree: BoardPage) -> None:
    assert tree.page.is_disabled("#promote")
    go_to(tree, "c3")
    tree.page.click("#promote")
    tree.page.click("#promote")
    assert tree.page.is_disabled("#promote")
    assert [row for row in rows(tree) if row[0].isdigit()] == ["1 h8", "2 a1", "3 c3"]


def test_deleting_more_than_a_move_asks_first(tree: BoardPage) -> None:
    go_to(tree, "c3")
    tree.page.click("#remove")
    tree.wait("node.move === 'a1'")
    assert rows(tree)[3] == "Variation, level 1 2 a1 3 b2"
    for answer, count in (("cancel", 6), ("remove", 4)):
        tree.page.click("#remove")
        assert tree.page.inner_text("#ask-text") == "Delete 2 moves from here on?"
        tree.page.click(f"#ask-dialog button[value={answer}]")
        tree.wait(f"game.nodes().length === {count}")
    assert tree.moves() == ["h8"]


def test_a_comment_that_is_typed_stays_with_its_move(tree: BoardPage) -> None:
    tree.page.fill("#comment", "One <b>\ntwo")
    tree.page.wait_for_selector("#moves q:has-text('One <b>')")
    tree.page.keyboard.press("n")  # typed, not a key of the page
    go_to(tree, "h8")
    assert tree.page.input_value("#comment") == ""
    go_to(tree, "j10")
    assert tree.page.input_value("#comment") == "One <b>\ntwon"


def test_thousands_of_moves_are_listed_in_part(board: BoardPage) -> None:
    board.page.evaluate("""() => {
        const { page } = tengen, { game } = page;
        for (const x of "abcdefghijklmno") for (let y = 1; y <= 15; y++) {
            const child = game.play(game.root, `${x}${y}`);
            for (let z = 1; z <= 9; z++) if (z !== y) game.play(child, `${x}${z}`);
        }
    }""")
    board.page.keyboard.press("Home")
    board.page.keyboard.press("#")
    assert 200 < board.page.locator("#moves button").count() < 1000
    assert board.page.locator("#moves li:has-text('…')").count() > 100

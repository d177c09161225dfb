"""Games as text, written and read back: a script that needs no page."""

from typing import Any

import pytest

from brain.game_board import Board
from brain.notation.sgf import rule_spelled
from brain.rules.laws import RULE_NAMES, RULES, TABLE
from tests.support.board_page import BoardPage, function
from tests.support.notation_cases import cases, differences

USUAL = {"width": 15, "height": 15, "rule": 0, "rows": "above"}
# A game as a value: what must be the same after writing and reading it.
PLAIN = """
    const plain = (node) => ({ move: node.move, colour: node.colour, ply: node.ply,
        comment: node.comment, children: node.children.map(plain) });
    const whole = ({ width, height, rule, stones, walls, turn, players, root }) =>
        ({ width, height, rule, stones, walls, turn, players, root: plain(root) });
    const variedGame = () => {
        const game = new Game({
            width: 19, height: 15, rule: 4, turn: 2, players: { 1: "Ann ]\\\\", 2: "Bo" },
            stones: [["h8", 1], ["i9", 1], ["a1", 2]],
        });
        const first = game.play(game.root, "j10"), second = game.play(first, "k11");
        game.root.comment = "Begins [here]";
        second.comment = "A \\\\ and a ]\\nand a line";
        game.play(second, "s15").comment = "main";
        game.play(second, "b2").comment = "other";
        game.play(game.play(game.root, "c3"), "d4");
        return game;
    };
"""


def computed(board: BoardPage, body: str, given: object = None) -> Any:
    """Return the result of a function of notation.js and reading.js."""
    return board.page.evaluate(function("reading.js", PLAIN + body), given)


def reason(board: BoardPage, text: str) -> Any:
    """Return why a text can't be read, and the values that the reason names."""
    body = """
        try { readGame(given.text, given.usual); } catch (error) {
            if (!(error instanceof NotationError)) throw error;
            return [error.reason, error.values];
        }"""
    return computed(board, body, {"text": text, "usual": USUAL})


def test_sgf_keeps_variations_set_up_stones_comments_and_players(still: BoardPage) -> None:
    body = "const game = variedGame(); return [whole(game), whole(readSgf(sgfOf(game)).game)];"
    written, read = computed(still, body, USUAL)
    assert read == {**written, "players": {"1": "Ann ]\\", "2": "Bo"}}
    assert len(read["root"]["children"]) == 2


def test_sgf_keeps_the_passes_of_its_main_line(still: BoardPage) -> None:
    text = (
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[renju]PB[Ann]\n;B[]\n;W[hh]C[one]\n;B[]C[two]"
        "\n;W[ii]\n(;B[jj]\n;W[]\n;B[])\n(;B[]))\n"
    )
    body = "const { game, notes } = readSgf(given); return [sgfOf(game), notes];"
    assert computed(still, body, text) == [text, []]


def test_a_link_keeps_the_line_and_where_in_it(still: BoardPage) -> None:
    body = """
        const game = variedGame(), node = game.root.children[0];
        game.walls = ["e5"];
        const read = readLink(linkOf(game, node).slice(1), given);
        return [read.node.move, read.node.ply, read.game.line(read.node).map(({ move }) => move),
            whole(read.game), whole(game)];"""
    move, ply, line, read, written = computed(still, body, USUAL)
    assert (move, ply, line) == ("j10", 1, ["", "j10", "k11", "s15"])
    for name in ("width", "height", "rule", "walls", "turn"):
        assert read[name] == written[name]
    assert sorted(read["stones"]) == sorted(written["stones"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: RULE_NAMES[rule].replace(" ", "-"))
def test_a_link_keeps_the_rule(rule: int, still: BoardPage) -> None:
    body = "return readLink(linkOf(new Game(given)).slice(1), {}).game.rule;"
    body = body.replace(
        "linkOf(new Game(given))", "linkOf(...((g) => [g, g.root])(new Game(given)))"
    )
    assert computed(still, body, {**USUAL, "rule": rule}) == rule


def test_the_page_reads_the_names_of_rules_that_the_tools_read(still: BoardPage) -> None:
    names = [name for rule in TABLE.values() for name in (rule.name, *rule.spellings.split())]
    spellings = [*names, *map(str, RULES), "Gomoku-rules", "Free-Style", "RIF", "rules", "3", "go"]
    read = computed(still, "return given.map((name) => ruleNamed(name) ?? null);", spellings)
    assert dict(zip(spellings, read, strict=True)) == {
        name: rule_spelled(name) for name in spellings
    }


def test_psq_keeps_the_moves(still: BoardPage) -> None:
    body = """
        const { game } = readMoves("h8 i9 g7 a1 o15", given);
        const text = psqOf(game, game.root), read = readGame(text, given).game;
        return [text, whole(read).root, whole(game).root];"""
    text, read, written = computed(still, body, USUAL)
    assert read == written
    assert Board.from_psq(text) == Board.read("h8 i9 g7 a1 o15")


def test_psq_has_the_stones_set_up_in_turn(still: BoardPage) -> None:
    body = """
        const { game, node } = readLink("black=h8i9&white=a1b2&moves=g7", given);
        return psqOf(game, node);"""
    stones = dict(Board.from_psq(computed(still, body, USUAL)).stones)
    assert {cell.name: colour for cell, colour in stones.items()} == {
        **dict.fromkeys(("h8", "i9", "g7"), 1),
        **dict.fromkeys(("a1", "b2"), 2),
    }


def test_the_tools_read_the_sgf_of_the_page(still: BoardPage) -> None:
    body = 'return sgfOf(readMoves("h8 i9 g7", given).game);'
    assert Board.from_sgf(computed(still, body, {**USUAL, "rule": 4})) == Board.read(
        "h8 i9 g7", rule="renju"
    )


def test_the_page_reads_the_sgf_of_the_tools(still: BoardPage) -> None:
    sgf = Board.read("h8 i9 g7", (20, 15), "caro exact").sgf()
    read = computed(still, "return whole(readGame(given, {}).game);", sgf)
    assert (read["width"], read["height"], read["rule"]) == (20, 15, 9)
    assert read["root"]["children"][0]["children"][0]["children"][0]["move"] == "g7"


# Reads every case; returns what it says with its notes, or the reason why it can't be read.
READ = """
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (digits) => parseInt(digits, 16));
    return given.map(({ text, hex, rows }) => {
        try {
            const { game, notes } = readGame(text ?? decoded(bytes(hex)), { ...%s, rows });
            const nodes = game.line(game.root), last = nodes.at(-1);
            const points = (cells) => cells.map(pointNamed).map(({ x, y }) => [x, y]);
            const side = (colour) => points(game.stonesAt(last)
                .filter((stone) => stone[1] === colour).map(([cell]) => cell));
            const comments = nodes.filter(({ comment }) => comment)
                .map(({ ply, comment }) => [ply, comment]);
            return { notes, size: [game.width, game.height], rule: game.rule,
                turn: ["black", "white"][2 - last.colour], black: side(1), white: side(2),
                walls: points(game.walls), moves: nodes.length - 1,
                comments: Object.fromEntries(comments),
                players: [game.players[1] ?? "", game.players[2] ?? ""] };
        } catch (error) {
            if (!(error instanceof NotationError)) return { crash: String(error.stack) };
            return { notes: [[error.reason, error.values]], error: true };
        }
    });"""
WORDED = "return given.map(([key, values]) => filled(LANGUAGES.en[key], values));"


def test_the_page_reads_every_case(still: BoardPage) -> None:
    told = cases(page=True)
    inputs = [
        {"text": case.content, "rows": case.rows}
        if isinstance(case.content, str)
        else {"hex": case.content.hex(), "rows": case.rows}
        for case in told
    ]
    wrong = {}
    for case, said in zip(told, computed(still, READ % USUAL, inputs), strict=True):
        notes = still.page.evaluate(function("words.js", WORDED), said.get("notes", []))
        if "crash" in said or "error" in said or case.error:
            if "error" not in said or not case.error or case.error not in " ".join(notes):
                wrong[case.name] = said
            continue
        found = said | {"rule": RULE_NAMES[said["rule"]], "winner": case.expected.get("winner")}
        if differs := differences(case, found, notes):
            wrong[case.name] = differs
    assert wrong == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h8 what", ["notMove", {"text": "what"}]),
        ("h8 i9 h8", ["notPossible", {"ply": 3, "move": "h8"}]),
        ("h8 p1", ["notPossible", {"ply": 2, "move": "p1"}]),
        ("#rule=chess", ["notRule", {"text": "chess"}]),
        ("#size=4", ["notSize", {"width": 4, "height": 4, "least": 5, "most": 22}]),
        ("#size=15&black=h8h8", ["notStone", {"cell": "h8"}]),
        ("(;SZ[15];B[h])", ["notSgf", {"text": "B[h]"}]),
        ("(;SZ[15];B[hh];B[ii])", ["notSgf", {"text": "B[ii]"}]),
        ("(;SZ[15]RU[go])", ["notRule", {"text": "go"}]),
        ("Piskvorky", ["notPsq", {"text": "Piskvorky"}]),
        ("https://gomocalc.com/#/h8what", ["notMove", {"text": "what"}]),
        ("https://gomocalc.com/#/h8h8", ["notPossible", {"ply": 2, "move": "h8"}]),
        ("https://gomocalc.com/#/h8i16", ["notPossible", {"ply": 2, "move": "i16"}]),
        ("https://elsewhere.org/#/h8i9j8", ["noField", {"text": "https://elsewhere.org/#/h8i9j8"}]),
        ("#", ["noField", {"text": "#"}]),
        ("#moves=h8xx", ["notMove", {"text": "xx"}]),
        ("#size=15&black=h8&walls=e", ["notMove", {"text": "e"}]),
    ],
)
def test_a_text_that_is_wrong_is_refused_with_the_reason(
    text: str, expected: object, still: BoardPage
) -> None:
    assert reason(still, text) == expected


def test_the_reader_survives_any_text(still: BoardPage) -> None:
    """Any text is read, or refused with the reader's own error."""
    body = """
        const pieces = ["(", ";", ")", "[", "]", "\\\\", "SZ[15]", "B[hh]", "W[ii]", "AB", "[aa]",
            "h8", "i9", "#", "moves=", "&", "size=", "ply=9", "Piskvorky 15x15", "\\n", "8,8,0",
            "1.", " ", "ё", "99", "W[]", "AE[hh]", "QPR[hh,ii]", "{[C5]", ";B(H,8)", "}", "黑",
            ". . X O . #\\n", "15 renju ", "black=h8", "White to move"];
        let seed = 7;
        const next = () => (seed = seed * 48271 % 2147483647);
        for (let round = 0; round < 5000; round++) {
            const chosen = Array.from({ length: next() % 9 }, () => pieces[next() % pieces.length]);
            const text = chosen.join("");
            try { readGame(text, given); } catch (error) {
                if (!(error instanceof NotationError)) return [text, String(error)];
            }
        }"""
    assert computed(still, body, USUAL) is None

"""Texts of megabytes: they are read while the page answers, or refused."""

import pytest

from tests.support.board_page import BoardPage

CELLS = "abcdefghijklmno"
# A tree of 2,000 variations of nine moves, 90 KB.
VARIATION = "".join(f";{'BW'[ply % 2]}[{CELLS[ply]}%s]" for ply in range(9))
TREE = f"(;GM[4]SZ[15]{''.join(f'({VARIATION % ((CELLS[k % 15],) * 9)})' for k in range(2000))})"
USUAL = '{ width: 15, height: 15, rule: 0, rows: "below" }'
REASON = f"""
    const reasonOf = (text) => {{
        try {{
            return readGame(text, {USUAL}) && "";
        }} catch (error) {{
            return error.reason;
        }}
    }};"""


def test_a_long_tree_is_read_with_pauses(still: BoardPage) -> None:
    script = f"""
        let ticks = 0, isOn = true;
        const tick = () => {{ ticks++; if (isOn) setTimeout(tick); }};
        tick();
        const {{ game }} = await readSlowly(given, {USUAL});
        isOn = false;
        const same = readGame(given, {USUAL}).game;
        return [game.nodes().length === same.nodes().length, game.nodes().length > 100,
            ticks > 2];"""
    assert still.computed("reading.js", script, TREE) == [True, True, True]


@pytest.mark.parametrize(
    "text",
    [
        '"1".repeat(1e6)',
        '"(;" + "A".repeat(1e6)',
        '"(;" + "C[".repeat(5e5)',
        '"h8 ".repeat(3e5)',
        '". . . . . . . . . . . . . . .\\n".repeat(3e4)',
        '"h" + " ".repeat(1e6) + "8"',
    ],
)
def test_a_megabyte_that_is_not_a_game_is_refused(text: str, still: BoardPage) -> None:
    reason = still.computed("reading.js", f"{REASON} return reasonOf({text});")
    assert reason in ("notMove", "notSgf")


def test_a_text_beyond_the_limit_is_refused(still: BoardPage) -> None:
    script = f"{REASON} return reasonOf('(;GM[4]C[' + 'x'.repeat(9e6) + '])');"
    assert still.computed("reading.js", script) == "tooLong"


def test_a_long_text_that_is_pasted_is_opened(board: BoardPage) -> None:
    board.page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text", text);
            document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        }""",
        TREE,
    )
    assert board.page.text_content("#toast") == "Reading\u2026"
    board.wait("node.ply === 9")
    assert board.state("game.root.children.length") == 15

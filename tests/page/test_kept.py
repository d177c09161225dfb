"""The games that the browser keeps, and the address of the page."""

import json

import pytest

from brain.lexicon import WHITE
from tests.support.board_page import NOTHING, BoardPage, Opened

READY = "html[data-ready]"
GAME = "#rule=renju&size=15&moves=h8i9g7j10"
KEY = "tengen.game.one"
# A game with a variation, a comment, an analysis and a review.
PLAIN = {
    "width": 15,
    "height": 15,
    "rule": 4,
    "stones": [],
    "walls": [],
    "turn": 1,
    "players": {},
    "nodes": [
        {"move": "", "parent": -1},
        {"move": "h8", "parent": 0, "comment": "centre", "spent": 4000},
        {"move": "i9", "parent": 1},
        {"move": "g7", "parent": 1},
    ],
    "shown": 2,
    "seats": [2],
    "setUp": False,
    "reviewed": 2,
    "opening": None,
}
LINE = {
    "rank": 1,
    "depth": 9,
    "selective_depth": 12,
    "score": 50,
    "mate": 0,
    "win_rate": 0.6,
    "nodes": 999,
    "ms": 20,
    "line": ["h9", "a1"],
}
# What a person sees of a game: its tree with what is known of its nodes, and the node shown.
TREE = """(() => {
    const { page } = tengen, told = (node) => [node.move, node.comment, node.spent ?? 0,
        node.line?.line.join(" ") ?? "", node.children.map(told)];
    return JSON.stringify([page.game.rule, told(page.game.root), page.node.move, page.seats,
        page.reviewed.map(({ move }) => move)]);
})()"""


def kept(board: BoardPage) -> None:
    """Wait until the browser keeps all that is shown."""
    board.page.evaluate("dispatchEvent(new Event('pagehide'))")


def reload(board: BoardPage) -> None:
    """Reload the page."""
    board.page.reload()
    board.page.wait_for_selector(READY)
    board.wait("node.look")


def text_of(**changes: object) -> str:
    """Return a game as the browser keeps it."""
    return "1764410000000 " + json.dumps({**PLAIN, **changes})


def test_a_reload_keeps_the_game_its_variations_and_its_analysis(opened: Opened) -> None:
    board = opened(address=GAME)
    board.page.evaluate("tengen.page.node.parent.comment = 'why?'")
    board.page.evaluate("(line) => { tengen.page.node.line = line; }", LINE)
    board.page.click("#back")
    board.play("a1")
    board.review_as([0.5, 0.4, 0.6, 0.5, 0.5])
    before = board.page.evaluate(TREE)
    kept(board)
    reload(board)
    assert board.page.evaluate(TREE) == before
    assert board.page.locator("#verdict:not(:empty)").count() == 1
    assert board.page.is_hidden("#offer")
    board.page.go_back()
    board.wait("node.move === 'a1'")


def test_a_new_page_offers_to_continue_the_last_game(opened: Opened) -> None:
    stored = {"tengen.game.old": text_of(rule=0).replace("1764", "1763"), KEY: text_of()}
    board = opened(stored=stored, opponent="people")
    assert board.page.inner_text("#offer-text") == "Renju, 15 \u00d7 15, move 2"
    assert board.page.locator("#offer circle.stone").count() == 2
    board.page.click("#continue")
    board.wait("node.ply === 2")
    assert board.state("seats") == [WHITE]
    assert board.state("node.parent.children.length") == 2
    assert board.page.is_hidden("#offer")


def test_all_kept_games_are_listed_opened_and_deleted(opened: Opened) -> None:
    stored = {
        f"tengen.game.{name}": f"{at}{text_of(rule=rule)[1:]}"
        for at, (name, rule) in enumerate([("old", 0), ("bad", 99), ("mid", 1), ("new", 4)], 1)
    }
    board = opened(stored=stored, opponent="people")
    board.page.click("#others")
    rows = [row.split("\n") for row in board.page.locator(".kept").all_inner_texts()]
    assert [row[0] for row in rows] == [
        f"{rule}, 15 \u00d7 15, move 2 (i9)" for rule in ("Renju", "Standard", "Freestyle")
    ]
    assert all("20" in row[1] for row in rows)  # a year
    board.page.click("[data-discard=new]")
    board.page.click("[data-discard=mid]")
    board.page.click("[data-discard=mid]")
    board.page.click(".kept [value=old]")
    board.wait("node.ply === 2")
    assert board.state("game.rule") == 0
    keys = board.page.evaluate("Object.keys(localStorage).sort()")
    assert [key for key in keys if "game" in key] == [
        f"tengen.game.{name}" for name in ("bad", "mid", "old")
    ]
    board.choose("kept")
    assert board.page.locator(".kept").count() == 1  # not the game shown
    board.page.keyboard.press("Escape")
    assert board.state("game.rule") == 0


def test_the_offer_ends_when_a_stone_is_played(opened: Opened) -> None:
    board = opened(stored={KEY: text_of()}, opponent="people")
    assert board.page.is_visible("#offer")
    board.play("h8")
    assert board.page.is_hidden("#offer")


def test_a_reload_offers_the_game_before_a_new_one(board: BoardPage) -> None:
    board.new_game(opponent="people")
    board.play("h8")
    board.new_game(opponent="people")
    reload(board)
    assert board.page.is_visible("#offer")


def test_an_opening_procedure_goes_on_after_a_reload(board: BoardPage) -> None:
    board.new_game(opening="swap2", side="black")
    board.play("h8", "i9")
    board.wait("swap === 'place'")
    status = board.status()
    reload(board)
    assert board.status() == status
    board.page.click("[data-cell=g7]")
    board.wait("swap === '' && tengen.page.engines.length === 1")


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes": [{"move": "", "parent": -1}, {"move": "z99", "parent": 0}]},
        {"nodes": [{"move": "", "parent": -1}, {"move": "h8", "parent": 7}]},
        {"nodes": 5},
        {"width": 60},
        {"rule": "constructor"},
        {"stones": [["h08", 1]]},
        {"stones": [["h8", 3]]},
        {"walls": ["h8", "h8"]},
        {"seats": None},
    ],
)
def test_a_damaged_game_is_not_offered(changes: dict[str, object], still: BoardPage) -> None:
    script = """
        localStorage.setItem(given[0], given[1]);
        const found = keptGames().next().value;
        localStorage.removeItem(given[0]);
        return found ? found.node.move : null;"""
    assert still.computed("kept.js", script, [KEY, text_of()]) == "i9"
    assert still.computed("kept.js", script, [KEY, text_of(**changes)]) is None


def test_a_damaged_part_of_a_node_is_dropped(still: BoardPage) -> None:
    script = """
        localStorage.setItem("tengen.game.one", given);
        const [node] = readKept("one").game.root.children;
        localStorage.removeItem("tengen.game.one");
        return [node.comment, "spent" in node, "line" in node, "proved" in node];"""
    damaged = {"move": "h8", "parent": 0, "comment": 7, "spent": "x", "proved": 9}
    lines: list[object] = [5, {**LINE, "score": None}, {**LINE, "line": ["z1"]}]
    for line in lines:
        nodes = [{"move": "", "parent": -1}, {**damaged, "line": line}]
        text = text_of(nodes=nodes, shown=1)
        assert still.computed("kept.js", script, text) == ["7", False, False, False]


def test_old_games_make_room_for_the_present_one(board: BoardPage) -> None:
    board.page.evaluate(
        """(text) => {
            for (let at = 0; at < 12; at++) localStorage[`tengen.game.${at}`] = `${at} ${text}`;
            window.usual = Storage.prototype.setItem;
            Storage.prototype.setItem = function (key, value) {
                if (this.length > 5) throw new DOMException("", "QuotaExceededError");
                window.usual.call(this, key, value);
            };
        }""",
        text_of().split(" ", 1)[1],
    )
    board.new_game(opponent="people")
    board.play("h8")
    games = board.page.evaluate("Object.keys(localStorage).filter((key) => /game/.test(key))")
    board.page.evaluate("() => { Storage.prototype.setItem = window.usual; }")
    old = sorted(key for key in games if key.split(".")[-1].isdecimal())
    assert len(games) == len(old) + 1 <= 5
    assert old[-1] == "tengen.game.9"  # as text: 11 and 10 come first


def test_a_person_hears_that_nothing_is_kept(opened: Opened) -> None:
    board = opened(stored={KEY: text_of()})  # a page hears it once
    board.page.evaluate(
        """() => {
            window.usual = Storage.prototype.setItem;
            Storage.prototype.setItem = () => { throw new DOMException("", "SecurityError"); };
        }"""
    )
    board.play("h8")
    assert "is not kept" in str(board.page.text_content("#toast"))
    board.page.evaluate("() => { Storage.prototype.setItem = window.usual; }")


def test_the_address_names_the_position_and_back_goes_back(board: BoardPage) -> None:
    board.new_game(opponent="people")
    assert board.page.evaluate("location.hash") == ""
    board.play("h8", "i9", "g7")
    moves = "#rule=freestyle&size=15&rows=below&moves=h8i7g9"
    assert board.page.evaluate("location.hash") == moves
    board.page.go_back()
    board.wait("node.ply === 2")
    assert board.page.evaluate("location.hash") == f"{moves}&ply=2"
    board.page.go_forward()
    board.wait("node.ply === 3")
    for _ in range(3):
        board.page.click("#back")
    assert board.ply() == 0
    board.page.go_back()  # to where the steps began
    board.wait("node.ply === 3")


def test_back_returns_to_the_turn_before_and_to_the_game_before(board: BoardPage) -> None:
    board.play("h8")
    board.wait("node.ply === 2 && tengen.page.task === ''")
    board.page.click(".cells .free >> nth=0")
    board.wait("node.ply === 4 && tengen.page.task === ''")
    board.page.go_back()
    board.wait("node.ply === 2")
    board.new_game(opponent="people", rule="4")
    assert board.page.evaluate("location.hash") == ""
    board.page.go_back()
    board.wait("node.ply === 2")
    assert board.state("game.line(tengen.page.node).length") == 5
    assert board.state("seats") == [WHITE]


def test_an_address_that_can_t_be_read_is_refused_with_a_message(opened: Opened) -> None:
    board = opened(address=GAME)
    for address in ("#rule=constructor&moves=h8", "#walls=z99", "#black=h08h8", "#size=0&moves=h8"):
        epoch = board.state("epoch")
        board.page.evaluate("(address) => { location.hash = address; }", address)
        board.wait(f"epoch > {epoch}")
        assert str(board.page.text_content("#toast")).startswith("Can\u2019t read this: ")
        assert len(board.moves()) == 4
        assert "moves=h8i7g9j6" in board.page.evaluate("location.hash")


@pytest.mark.parametrize("ply", ["-1", "x", "1e99", "99", ""])
def test_a_ply_that_is_not_there_shows_the_last(ply: str, opened: Opened) -> None:
    assert opened(address=f"{GAME}&ply={ply}").ply() in (0, 4)


@pytest.mark.parametrize(
    "damaged",
    [
        '{"language":"constructor"}',
        '{"language":"__proto__","size":"other","width":60,"height":60}',
        '{"size":"0","rule":"77","opening":"toString","lines":0.5,"level":-3}',
        "null",
        "{",
    ],
)
def test_damaged_settings_are_reset_with_a_message(damaged: str, opened: Opened) -> None:
    board = opened(stored={"tengen": damaged})
    assert board.page.text_content("#toast") == "Damaged settings were reset."
    assert board.state("game.width") == 15
    assert json.loads(board.page.evaluate("localStorage.tengen"))["language"] == "en"
    board.play("h8")


def test_the_title_says_what_the_status_does(board: BoardPage) -> None:
    for opponent, status in (("tengen", "Your move"), ("people", "Black to move")):
        board.new_game(opponent=opponent)
        assert board.status() == status
        assert board.page.title() == f"{status} \u2013 Tengen"
    board.new_game(opponent="tengen")
    board.page.evaluate("tengen.page.task = 'asking'")  # a hint
    board.page.keyboard.press("#")
    assert board.status() == "Your move"


def test_settings_that_are_sound_are_not_reset(opened: Opened) -> None:
    assert opened(stored=NOTHING, lines=5).page.text_content("#toast") == ""

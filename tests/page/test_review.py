"""The review of the page against that of `tengen review`, and a page with a review in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import BLACK, WHITE
from brain.review import game_review
from brain.review.game_review import ReviewedPosition
from brain.review.played_game import Played
from brain.review.rules_state import RulesState
from protocol.page import assembled, engine_bundle, wire
from protocol.reading.game_text import read
from protocol.reading.positions import Reading
from tests.support.board_page import PHONE, WIDE, BoardPage
from tests.support.reviews import line_of, reviewed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEED = 32
GAMES = 200
NODES = 3000  # a position
LOST = "h8a1h9a2h10a3h11o1h12"
# The results of review.js on a game's nodes.
JUDGED = """
    const nodes = [];
    for (const [ply, { move, colour, look, line }] of given.entries()) {
        nodes.push({ ply, move, colour, look, line, parent: nodes.at(-1) ?? null, children: [] });
    }
    const proved = provedFrom(nodes), found = mistakes(nodes);
    return {
        rates: nodes.map((node) => blackRate(node) ?? null),
        mistakes: found.map(({ node, loss, better, kind }) => [node.ply, loss, better, kind]),
        worst: worst(found).map(({ node }) => node.ply),
        proved: proved && [proved.loser, proved.node.ply, proved.held?.ply ?? 0],
    };"""
# The same limits as `game_review.review`, in another order.
REVIEWED = """async ([order, nodes]) => {
    const { page } = tengen, game = page.game, line = game.line(game.root), found = {};
    for (const ply of order) {
        const position = game.position(line[ply]), limits = { nodes, fresh: true };
        const look = await tengen.ask("look", { position });
        const lines = look.is_over ? [] : (await tengen.ask("think", { position, limits })).lines;
        found[ply] = { look, line: lines[0] };
    }
    return line.map((_, ply) => found[ply]);
}"""


def judged(nodes: list[ReviewedPosition]) -> dict[str, Any]:
    """Return the results of game_review.py, in the format of JUDGED."""
    proved, found = game_review.proved_from(nodes), game_review.mistakes(nodes)
    held = proved.held.ply if proved and proved.held else 0
    return {
        "rates": [node.black_rate for node in nodes],
        "mistakes": [[one.node.ply, one.loss, name(one.better), one.kind] for one in found],
        "worst": [one.node.ply for one in game_review.worst(found)],
        "proved": [proved.loser, proved.node.ply, held] if proved else None,
    }


def name(cell: Cell) -> str:
    """Return a cell's name, empty for no cell, as the page has it."""
    return cell.name_in(ABOVE) if cell else ""


def played(ply: int) -> str:
    """Return the name of the move that leads to a ply of a random game."""
    return f"{'abd'[ply // 15]}{ply % 15 + 1}"


def random_nodes(rng: Random) -> list[ReviewedPosition]:
    """Return a game's positions with any lines, some unknown, the last perhaps won or drawn."""
    nodes = []
    first, last = rng.choice((BLACK, WHITE)), rng.randint(1, 30)
    for ply in range(last + 1):
        mate = rng.choice((0, 0, 0, 1, -2, 5, -8)) if rng.random() < ply / last else 0
        rate = rng.choice((0.5, 0.4, 0.65, round(rng.random(), 3)))
        moves = rng.choice(([], [played(ply + 1)], ["c1"]))
        line = line_of(mate, rate, *moves) if rng.random() < 0.9 else None
        over = ply == last and rng.random() < 0.6
        state = RulesState(rng.choice((0, BLACK, WHITE)) if over else 0, over)
        colour = first if ply % 2 else 3 - first
        move = played(ply) if ply else ""
        nodes.append(reviewed(ply, move, colour, state, None if over else line))
    return nodes


def test_page_and_tool_judge_the_same_lines_alike(still: BoardPage) -> None:
    rng = Random(SEED)
    games = [random_nodes(rng) for _ in range(GAMES)]
    given = [
        [{"move": name(n.move), "colour": n.colour, **wire.page_fields(n)} for n in nodes]
        for nodes in games
    ]
    expected = list(map(judged, games))
    body = f"return given.map((given) => {{ {JUDGED} }});"
    assert still.computed("review.js", body, given) == expected
    for verdict in ("mistakes", "proved"):
        assert sum(bool(found[verdict]) for found in expected) > GAMES / 10


def test_page_and_tool_find_the_same_in_a_game_in_any_order(still: BoardPage) -> None:
    still.open(LOST)
    with Engine() as engine:
        game = read(LOST, Reading())
        nodes = game_review.review(game, engine, Limit(nodes=NODES))
    order = Random(SEED).sample(range(len(nodes)), len(nodes))
    found = still.page.evaluate(REVIEWED, [order, NODES])
    for node, answer in zip(nodes, found, strict=True):
        native: dict[str, Any] = wire.page_fields(node)
        assert answer["look"] == native["look"]
        own = native.get("line")
        mine = own and (own["line"], own["score"], own["mate"])
        line = answer.get("line")
        assert mine == (line and (line["line"], line["score"], line["mate"]))


@pytest.fixture(scope="module")
def game_reviewed() -> tuple[Played, list[ReviewedPosition]]:
    """Return a game and its review."""
    game = read(Board.read(LOST).sgf(PB="</script>Ann", PW="Bob"), Reading())
    with Engine() as engine:
        return game, list(game_review.review(game, engine, Limit(nodes=NODES)))


@pytest.fixture(scope="module")
def sent_file(
    game_reviewed: tuple[Played, list[ReviewedPosition]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a page with the game in it."""
    game, nodes = game_reviewed
    given = {"sgf": game.sgf(), "nodes": [wire.page_fields(node) for node in nodes]}
    file = tmp_path_factory.mktemp("sent") / "game.html"
    file.write_text(assembled(engine_bundle.load(), given), encoding="utf-8")
    return file


@pytest.fixture(scope="module", params=[WIDE, PHONE], ids=["wide", "phone"])
def loaded(request: pytest.FixtureRequest, host: "Browser", sent_file: Path) -> Iterator[BoardPage]:
    """Yield the page from a disk."""
    page = BoardPage(host, sent_file, request.param)
    yield page
    page.close()
    assert page.errors == []


@pytest.fixture
def sent(loaded: BoardPage) -> Iterator[BoardPage]:
    """Yield the page; return to the end of its game, where it begins."""
    yield loaded
    loaded.page.keyboard.press("End")


def test_a_sent_page_shows_the_review_without_thinking(
    sent: BoardPage, game_reviewed: tuple[Played, list[ReviewedPosition]]
) -> None:
    _, nodes = game_reviewed
    proved = game_review.proved_from(nodes)
    assert proved
    assert proved.held
    assert sent.state("task") == ""
    assert sent.moves() == [node.move.name for node in nodes[1:]]
    assert sent.status() == "Black wins"
    assert sent.page.locator("#graph .rate").count() == 1
    verdicts = sent.page.locator("#verdict button").all_inner_texts()
    assert verdicts[0] == (
        f"White is proved lost from move {proved.node.ply} on."
        f" Move {proved.held.ply} was the last that held."
    )
    assert len(verdicts) == 1 + len(game_review.worst(game_review.mistakes(nodes)))
    assert "</script>Ann" in sent.page.inner_text("#players")
    width = sent.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0


def test_a_sent_page_shows_the_line_of_each_move(
    sent: BoardPage, game_reviewed: tuple[Played, list[ReviewedPosition]]
) -> None:
    _, nodes = game_reviewed
    for node in reversed(nodes[:-1]):
        sent.page.keyboard.press("ArrowLeft")
        sent.wait(f"node.ply === {node.ply}")
        rows = sent.page.locator("#table tr")
        moves = list(map(str, node.line.line)) if node.line else []
        assert rows.count() == bool(moves), node.ply
        if moves:
            assert rows.first.get_attribute("data-line") == " ".join(moves)
            assert sent.page.locator("#board .mark").count() == 1


def test_a_sent_page_continues_from_a_verdict(sent: BoardPage) -> None:
    sent.page.locator("#verdict button").first.click()
    assert 0 < sent.ply() < 9
    sent.page.click("#analyse")
    sent.wait("lines.length > 0")
    sent.page.keyboard.press("s")
    sent.settle()


def test_a_link_in_the_address_of_a_sent_page_is_opened_instead(
    host: "Browser", sent_file: Path
) -> None:
    page = BoardPage(host, sent_file, address="#moves=h8i9")
    assert page.moves() == ["h8", "i9"]
    page.close()


def test_a_game_in_the_page_ends_no_script() -> None:
    text = assembled("", {"sgf": "</script>", "nodes": []})
    (given,) = [line for line in text.splitlines() if 'id="game"' in line]
    assert given.count("</script>") == 1
    assert json.loads(given.partition(">")[2].removesuffix("</script>"))["sgf"] == "</script>"

"""Logic that exists in Python and in the page's scripts: one file of cases tests both.

Each file in tests/data/twins has one case per line; `what` describes it.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.engine import Engine
from brain.lexicon import BLACK, RENJU, WALL, WHITE
from brain.openings.procedures import PROCEDURES
from brain.review import game_review
from brain.review.rules_state import RulesState
from brain.rules.fives import winning_cells
from brain.rules.grid import empty_board
from brain.rules.laws import rule_named
from brain.thinking.clock import Iteration, soft_share
from brain.thinking.strength import level_of
from protocol.page import answers, wire
from tests import ROOT
from tests.support.board_page import BoardPage, function, opening_request
from tests.support.reviews import line_of, reviewed

CASES = ROOT / "tests" / "data" / "twins"
Case = dict[str, Any]
MEMORY = 64 << 20
USE_SECONDS = "(seconds) => engine.data.constants.USUAL_S = seconds"  # for an answer in swap2
# A strength's level in the page's engine, and how many moves it overlooks in a position with a key.
LEVEL = """([strength, key]) => {
    const level = levelOf(engine.data.levels, strength);
    const position = { stones: [["h8", 1]] }, kernels = { views: { key: [BigInt(key)] } };
    const count = overlooked({ position, kernels, data: engine.data }, level);
    return [level.nodes, level.oversight, count];
}"""
# The share of the soft limit in the page's engine after [best, score, effort] of each iteration.
SHARE = """(found) => {
    const iterations = found.map(([best, score, effort]) => ({ best, score, effort }));
    return softShare(iterations, engine.data.constants);
}"""
# The review of a case by the page's script.
REVIEWED = """
    const nodes = [];
    for (const [ply, { move, line, winner, over }] of given.entries()) {
        const parent = nodes.at(-1) ?? null, look = { winner, is_over: over };
        const node = { move, colour: ply % 2 ? 1 : 2, parent, children: [], ply, look };
        nodes.push(line ? { ...node, line } : node);
    }
    const found = mistakes(nodes), proved = provedFrom(nodes);
    return {
        rates: nodes.map((node) => blackRate(node) ?? null),
        mistakes: found.map(({ node, kind, loss, better }) => [node.ply, kind, loss, better]),
        worst: worst(found).map(({ node }) => node.ply),
        proved: proved && [proved.loser, proved.node.ply, proved.held?.ply ?? null],
    };"""


def cases(name: str) -> pytest.MarkDecorator:
    """Return a decorator that runs a test with every case of a file."""
    found = json.loads((CASES / name).read_text(encoding="utf-8"))
    return pytest.mark.parametrize("case", found, ids=lambda case: case["what"])


def stones_of(case: Case) -> list[tuple[str, int]]:
    """Return a case's stones; the last one placed is at the end."""
    stones = [
        (name, colour)
        for key, colour in (("black", BLACK), ("white", WHITE))
        for name in case[key].split()
    ]
    return [*stones, (case["last"], BLACK if case["black"] else WHITE)]


@cases("fives.json")
def test_the_rules_name_the_stones_of_a_win(case: Case) -> None:
    stones = stones_of(case)
    grid = empty_board(15, 15)
    grid |= {Cell.named(name): colour for name, colour in stones}
    grid |= dict.fromkeys(map(Cell.named, case["walls"].split()), WALL)
    found = winning_cells(grid, Cell.named(case["last"]), rule_named(case["rule"]))
    assert sorted(Cell(cell).name_in(ABOVE) for cell in found) == case["five"].split()


@cases("fives.json")
def test_the_page_names_the_stones_of_a_win(case: Case, still: BoardPage) -> None:
    stones = stones_of(case)
    position = {
        "width": 15,
        "height": 15,
        "rule": rule_named(case["rule"]),
        "stones": stones,
        "walls": case["walls"].split(),
        "turn": 3 - stones[-1][1],
    }
    look = still.ask("look", position=position)
    assert sorted(look["five"]) == case["five"].split()
    assert look["winner"] == (stones[-1][1] if case["five"] else 0)


def rounded(value: Any) -> Any:
    """Return lists and dicts with their numbers rounded."""
    match value:
        case float():
            return round(value, 4)
        case list() | tuple():
            return [rounded(item) for item in value]
        case dict():
            return {key: rounded(item) for key, item in value.items()}
    return value


def name(cell: Cell) -> str:
    """Return a cell's name, empty for no cell, as the page has it."""
    return cell.name if cell else ""


@cases("review.json")
def test_the_native_review_judges_a_game(case: Case) -> None:
    nodes = [
        reviewed(
            ply,
            given["move"],
            BLACK if ply % 2 else WHITE,
            RulesState(given["winner"], given["over"]),
            line_of(line["mate"], line["win_rate"], *line["line"])
            if (line := given["line"])
            else None,
        )
        for ply, given in enumerate(case["plies"])
    ]
    found, proved = game_review.mistakes(nodes), game_review.proved_from(nodes)
    held = proved.held.ply if proved and proved.held else None
    assert rounded(
        {
            "rates": [node.black_rate for node in nodes],
            "mistakes": [
                (each.node.ply, each.kind, each.loss, name(each.better)) for each in found
            ],
            "worst": [each.node.ply for each in game_review.worst(found)],
            "proved": (proved.loser, proved.node.ply, held) if proved else None,
        }
    ) == {key: case[key] for key in ("rates", "mistakes", "worst", "proved")}


@cases("review.json")
def test_the_page_s_review_judges_a_game(case: Case, still: BoardPage) -> None:
    found = rounded(still.page.evaluate(function("review.js", REVIEWED), case["plies"]))
    assert found == {key: case[key] for key in ("rates", "mistakes", "worst", "proved")}


@cases("strength.json")
def test_the_native_levels_are_those_of_the_cases(case: Case) -> None:
    level = level_of(case["strength"])
    found = level.nodes, round(level.oversight, 6), level.overlooked(int(case["key"]))
    assert found == (case["nodes"], case["oversight"], case["overlooked"])


@cases("strength.json")
def test_the_page_s_levels_are_those_of_the_cases(case: Case, still: BoardPage) -> None:
    found = still.page.workers[0].evaluate(LEVEL, [case["strength"], case["key"]])
    nodes, oversight, overlooked = found
    assert (nodes, round(oversight, 6), overlooked) == (
        case["nodes"],
        case["oversight"],
        case["overlooked"],
    )


@cases("soft_share.json")
def test_the_native_share_of_the_soft_limit_is_that_of_the_case(case: Case) -> None:
    iterations = [
        Iteration((Cell.named(best),) if best else (), score, effort)
        for best, score, effort in case["iterations"]
    ]
    assert round(soft_share(iterations), 6) == case["share"]


@cases("soft_share.json")
def test_the_page_s_share_of_the_soft_limit_is_that_of_the_case(
    case: Case, still: BoardPage
) -> None:
    share = still.page.workers[0].evaluate(SHARE, case["iterations"])
    assert round(share, 6) == case["share"]


def swap2_request(case: Case) -> dict[str, Any]:
    """Return a case's request to an engine."""
    stones = case["stones"].split()
    answers = [*stones[:3], *(["two", *stones[3:]] if stones[3:] else [])]
    return opening_request("swap2", answers, case["rule"])


def takes(case: Case, answers: Any) -> str:
    """Return the colour that the choice takes after three or five stones."""
    chooser, other = ("white", "black") if len(case["stones"].split()) == 3 else ("black", "white")
    return {"stay": chooser, "swap": other}[answers[0]]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """Yield a native engine."""
    with Engine(MEMORY) as found:
        yield found


@cases("swap2.json")
def test_the_native_engine_takes_the_better_colour(
    case: Case, engine: Engine, opening_s: float
) -> None:
    asked = swap2_request(case)
    question, state = wire.question(asked["position"]), wire.opening_state(asked)
    found = wire.answers_fields(answers.opening(engine, question, state, 1))["answers"]
    assert takes(case, found) == case["takes"]


@pytest.fixture
def quick(still: BoardPage, opening_s: float) -> Iterator[BoardPage]:
    """Yield the page, whose engine answers in swap2 within `opening_s`."""
    worker = still.page.workers[0]
    usual_s = worker.evaluate("engine.data.constants.USUAL_S")
    worker.evaluate(USE_SECONDS, opening_s)
    yield still
    worker.evaluate(USE_SECONDS, usual_s)


@cases("swap2.json")
def test_the_page_takes_the_better_colour(case: Case, quick: BoardPage) -> None:
    quick.ask("forget")
    found = quick.ask("opening", **swap2_request(case))["answers"]
    assert takes(case, found) == case["takes"]


def test_the_page_places_two_more_stones_where_they_balance_the_opening(
    board: BoardPage, opening_s: float
) -> None:
    """Every score is within the error margin, so two stones are always better."""
    board.patch(f"Object.assign(engine.data.constants, {{ DOUBT: 1e9, USUAL_S: {opening_s} }})")
    stones = ["h8", "i9", "k6"]
    chosen = opening_request("swap2", stones)
    assert board.ask("opening", **chosen)["answers"] == ["two"]
    pair = board.ask("opening", **opening_request("swap2", [*stones, "two"]))["answers"]
    assert len({*pair, *stones}) == 5


def test_the_page_makes_an_opening_for_a_small_board(quick: BoardPage) -> None:
    moves = quick.ask("opening", **opening_request("swap2", size=9))["answers"]
    assert len(set(moves)) == 3
    assert moves[0] in {f"{column}{row}" for column in "def" for row in (4, 5, 6)}


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_page_plays_both_sides_of_every_procedure(procedure: str, quick: BoardPage) -> None:
    """Every answer of the page's engine is one that Python's steps allow."""
    quick.page.workers[0].evaluate(USE_SECONDS, 0.03)
    answers: list[str | int] = []
    while (asked := opening_request(procedure, answers, RENJU))["steps"]:
        found = quick.ask("opening", **asked)["answers"]
        assert found
        answers += found

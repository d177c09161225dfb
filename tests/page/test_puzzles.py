"""Puzzles on the page: the shipped ones, and verdicts equal to the native engine's."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from brain.cell import COLOUR_NAMES, Cell
from brain.cell_names import ABOVE
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, WHITE
from brain.proving.puzzle import HOLD, WIN
from protocol.page import line_answers, wire
from protocol.records import puzzle_files
from protocol.records.puzzle_files import SHORT, Problem
from tests.support.board_page import PHONE, BoardPage, Opened, request_position

MEMORY = 64 << 20
SAMPLE = 83  # every so many are looked at
PROGRESS = "tengen.puzzles"  # the key of the solved puzzles in the browser's store
SHIPPED = list(puzzle_files.read(puzzle_files.SHIPPED))
WON = next(number for number, problem in enumerate(SHIPPED) if problem.sort == SHORT)
HELD = next(number for number, problem in enumerate(SHIPPED) if problem.kind == HOLD)
WATCHED = """() => {
  const button = document.getElementById("proof");
  window.wasShown = false;
  const look = () => { window.wasShown ||= !button.hidden; };
  new MutationObserver(look).observe(button, { attributes: true });
}"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(MEMORY) as found:
        yield found


def begin(opened: Opened, number: int) -> tuple[BoardPage, Problem]:
    """Return the page with a puzzle as the first unsolved one, and the puzzle."""
    board = opened(stored={PROGRESS: json.dumps({"solved": list(range(number))})})
    board.page.keyboard.press("p")
    board.page.wait_for_selector(f"#puzzle[data-number='{number}']")
    board.wait("node.look")
    return board, SHIPPED[number]


def click(board: BoardPage, cell: str) -> None:
    """Click a cell; return when it has been answered."""
    before = board.status()
    board.page.click(f"[data-cell={cell}]")
    board.page.wait_for_function(
        "(before) => document.getElementById('status').textContent !== before", arg=before
    )


def tone(board: BoardPage) -> str | None:
    """Return the tone of the status."""
    return board.page.get_attribute("#status", "data-tone")


def game_of(problem: Problem) -> Board:
    """Return the game that leads to a puzzle."""
    return Board.of(problem.points(problem.moves), (problem.width, problem.height), problem.rule)


def stones_by_turns(problem: Problem) -> list[tuple[Cell, int]]:
    """Return a puzzle's stones: those of its game, the colours in turn."""
    points = problem.points(problem.moves)
    return [(Cell.at(x, y), WHITE if ply % 2 else BLACK) for ply, (x, y) in enumerate(points)]


def asked(board: Board) -> dict[str, Any]:
    """Return a game's position for a request to the page's engine."""
    return dict(request_position(board.position))


def test_the_page_has_the_puzzles_that_come_along(still: BoardPage) -> None:
    body = "return unpackedPuzzles(document.getElementById('puzzles-data').textContent);"
    found = still.computed("puzzles.js", body)
    assert len(found) == len(SHIPPED)
    for shown, problem in zip(found, SHIPPED, strict=True):
        stones = stones_by_turns(problem)
        assert shown == {
            "rule": problem.rule,
            "isHold": problem.kind == HOLD,
            "grade": problem.grade,
            "first": problem.first,
            "turn": WHITE if len(stones) % 2 else BLACK,
            "stones": [[cell.name_in(ABOVE), colour] for cell, colour in sorted(stones)],
        }
    for problem in SHIPPED:
        assert sorted(stones_by_turns(problem)) == sorted(problem.position.stones)


def test_lines_and_defences_are_those_that_the_native_engine_finds(
    engine: Engine, still: BoardPage
) -> None:
    differing = []
    for problem in SHIPPED[::SAMPLE]:
        game = game_of(problem)
        others = islice(cells_of(stones_of(problem.position).empty), 60, None, 50)
        for move in map(Cell, (problem.solution, *others)):
            if game.foul(move):
                continue
            game.push(move)
            position = game.position
            native = {
                "line": wire.line_fields(line_answers.line(engine, position)),
                "defence": wire.defence_fields(line_answers.defence(engine, position)),
            }
            for method, expected in native.items():
                found = still.ask(method, position=asked(game))
                if found != expected:
                    differing.append((problem.game, move, method, found))
            game.pop()
    assert differing == []


def test_after_the_first_move_of_a_win_every_defence_loses(engine: Engine) -> None:
    wins = [problem for problem in SHIPPED if problem.kind == WIN]
    for problem in wins[::5]:
        game = game_of(problem)
        game.push(problem.solution)
        found = line_answers.defence(engine, game.position)
        assert found.plies, problem


def test_a_win_is_played_out_against_the_longest_defence(engine: Engine, opened: Opened) -> None:
    board, problem = begin(opened, WON)
    colour = problem.position.turn
    side = COLOUR_NAMES[colour].capitalize()
    assert board.status() == f"{side} to move and win"
    assert board.page.is_disabled("#puzzle-again")
    game = game_of(problem)
    move: str = problem.first
    while True:
        click(board, move)
        game.push(move)
        if game.is_over:
            break
        reply = line_answers.defence(engine, game.position).move.name
        assert board.moves()[-1] == reply
        other = COLOUR_NAMES[game.turn].capitalize()
        assert board.status() == f"Right. {other} answers {reply}: go on."
        assert tone(board) == "good"
        game.push(reply)
        move = line_answers.line(engine, game.position).moves[0].name
    assert board.status() == f"Solved: {side} wins"
    assert f"Solved: {WON + 1} of " in board.page.inner_text("#puzzle-count")
    board.page.reload()
    board.page.wait_for_selector("html[data-ready]")
    board.page.click("#puzzles")
    board.page.wait_for_selector(f"#puzzle[data-number='{WON + 1}']")


def test_a_move_that_does_not_win_is_answered_and_tried_again(opened: Opened) -> None:
    board, problem = begin(opened, WON)
    empty = board.page.locator("#board .free").first.get_attribute("data-cell")
    assert empty
    click(board, empty)
    board.wait("node.ply === 2 && tengen.page.node.look")
    assert board.status().startswith(f"No win is known after {empty}: ")
    assert tone(board) == "bad"
    for language, status in (
        ("cs", f"Po {empty} není výhra známa: "),
        ("en", f"No win is known after {empty}: "),
    ):
        board.speak(language)
        assert board.status().startswith(status)
    board.page.locator("#board .free").first.click()
    board.wait("node.ply === 0")
    click(board, problem.first)
    assert board.status().startswith("Right. ")


def test_one_move_holds_and_another_is_refuted(engine: Engine, opened: Opened) -> None:
    board, problem = begin(opened, HELD)
    side = COLOUR_NAMES[problem.position.turn].capitalize()
    assert board.status() == f"Find the only move that holds for {side}"
    empty = board.page.locator("#board .free").first.get_attribute("data-cell")
    assert empty
    assert empty != problem.first
    game = game_of(problem)
    game.push(empty)
    reply = line_answers.line(engine, game.position).moves[0].name
    click(board, empty)
    board.wait("node.ply === 2")
    other = COLOUR_NAMES[game.turn].capitalize()
    assert board.status() == f"{empty} loses: {other} plays {reply} and wins"
    board.page.click("#puzzle-again")
    board.wait("node.ply === 0")
    click(board, problem.first)
    assert board.status() == f"Solved: {problem.first} holds"
    board.page.click("#puzzle-next")
    board.page.wait_for_selector(f"#puzzle[data-number='{HELD + 1}']")


def test_a_solution_is_a_proof_that_is_clicked_through(opened: Opened) -> None:
    board, problem = begin(opened, WON)
    board.page.click("#puzzle-solution")
    board.wait("certificate && tengen.page.node.ply === 1")
    assert board.moves() == [problem.first]
    board.page.wait_for_selector("#table .empty")
    while not board.state("node.look?.is_over"):
        ply = board.ply()
        board.page.locator("#board .free").first.click()
        board.wait(f"node.ply === {ply + 2} && tengen.page.node.look")
    assert board.state("node.look.winner") == problem.position.turn
    board.page.click("#puzzle-again")
    board.wait("node.ply === 0 && !tengen.page.proof")
    assert board.page.inner_text("#puzzle-count").startswith(f"Solved: {WON} of ")


def test_a_holds_solution_shows_the_move(opened: Opened) -> None:
    board, problem = begin(opened, HELD)
    board.page.click("#puzzle-solution")
    board.wait("node.ply === 1")
    assert board.status().startswith(f"{problem.first} holds. ")
    assert tone(board) == ""
    board.page.locator("#board .free").first.click()  # as it is told to
    board.wait("node.ply === 0")


def test_no_key_has_a_puzzle_solved_by_the_engine(opened: Opened) -> None:
    board, _ = begin(opened, WON)
    for key in ("b", " ", "r"):
        board.page.keyboard.press(key)
    assert not board.state("isAnalysing || tengen.page.task || tengen.page.node.ply")
    board.page.evaluate(WATCHED)
    board.page.click("#puzzle-solution")
    board.wait("certificate && tengen.page.node.ply === 1")
    assert not board.page.is_visible("#proof")  # which would leave the puzzle without an answer
    assert board.page.evaluate("wasShown") is False  # nor for a moment


def test_rule_and_grade_are_chosen_and_kept(opened: Opened) -> None:
    board, _ = begin(opened, WON)
    for _ in range(2):
        board.page.select_option("#puzzle-rule", str(RENJU))
        board.page.select_option("#puzzle-grade", "5")
        board.page.click("#puzzle-next")
        shown = int(board.page.get_attribute("#puzzle", "data-number") or -1)
        assert (SHIPPED[shown].rule, SHIPPED[shown].grade) == (RENJU, 5)
        assert board.page.inner_text("#puzzle-kind") == f"Puzzle {shown + 1}: Renju, grade 5"


@pytest.mark.parametrize(
    "damaged", ["{", "null", '{"solved": 3}', '{"rule": "7", "grade": "9"}', '{"rule": "4"}']
)
def test_damaged_progress_of_puzzles_is_ignored(damaged: str, opened: Opened) -> None:
    board = opened(stored={PROGRESS: damaged})
    board.page.click("#puzzles")
    board.page.wait_for_selector("#puzzle")
    assert board.page.inner_text("#puzzle-count").startswith("Solved: 0 of ")


def test_the_puzzles_are_left_to_the_game_before(opened: Opened) -> None:
    board = opened(PHONE, address="#rule=renju&moves=h8i9g7h7f6e5i8j7")
    board.review_as([0.5, 0.2, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 1])
    before = board.page.inner_text("#moves"), board.page.inner_text("#sides")
    for _ in range(2):
        board.page.click("#puzzles")
        board.page.wait_for_selector("#puzzle")
        assert not board.page.is_visible("#controls")
        board.page.click("#puzzles")
        board.page.wait_for_selector("#controls")
        assert not board.page.is_visible("#puzzle")
        assert (board.page.inner_text("#moves"), board.page.inner_text("#sides")) == before

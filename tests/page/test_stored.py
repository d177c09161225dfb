"""What a position database has of a position, from the server to the page."""

from pathlib import Path
from typing import Any

from brain.cell_names import ABOVE
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import MATE
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from protocol.page.worker import Tab, Worker
from tests.support.board_page import Opened
from tests.support.page_client import position

GAME = "#moves=h8i9"
# Shows the page with entries of its position.
SHOWN = """([engines, stored]) => {
    tengen.page.seats = engines;
    tengen.page.node.look.stored = stored;
    for (const _ of [1, 2]) document.getElementById("numbers").click(); // shows the page
}"""
STORED = {
    "move": "g7",
    "mate": 0,
    "win_rate": 0.5,
    "label": "",
    "comment": "a corner\nof the book",
    "moves": [
        {"move": "g9", "mate": 0, "win_rate": 0.6021, "label": "w", "comment": "good"},
        {"move": "j9", "mate": -12, "win_rate": 0.0, "label": "", "comment": ""},
        {"move": "a1", "mate": 0, "win_rate": None, "label": "x", "comment": ""},
    ],
}


def looked(*databases: Path) -> dict[str, Any]:
    """Return the answer to a look at h8i9."""
    with Engine(database=databases) as engine:
        worker, tab = Worker(engine, engine, variety=1), Tab()
        worker.receive(tab, {"id": 1, "method": "look", "position": position("h8i7")})
        worker.close()
    result = tab.outbox.get()["result"]
    assert isinstance(result, dict)
    return result


def test_without_a_position_database_nothing_is_stored() -> None:
    assert "stored" not in looked()


def test_a_position_has_its_entry_and_those_of_its_moves(tmp_path: Path) -> None:
    path = tmp_path / "book"
    with PositionDatabase(path, "c") as database:
        database.put(Board.read("h8i9", rows=ABOVE), PositionEntry(Score(0), comment="even"))
        for move, entry in {
            "h9": PositionEntry(Score(MATE - 11)),
            "g8": PositionEntry(Score(-62), label="w"),
            "a1": PositionEntry(label="x"),
        }.items():
            database.put(Board.read(f"h8i9{move}", rows=ABOVE), entry)
    fields = looked(path)["stored"]
    assert (fields["win_rate"], fields["comment"], fields["move"]) == (0.5, "even", "")
    rows = [(row["win_rate"], row["mate"], row["label"]) for row in fields["moves"]]
    # Each with its image on the other side of the diagonal.
    assert rows == [(0.6019, 0, "w")] * 2 + [(0.0, -11, "")] * 2 + [(None, 0, "x")]


def test_the_page_lists_stored_moves_with_chances_labels_and_comments(opened: Opened) -> None:
    board = opened(address=GAME, opponent="people")
    board.page.evaluate(SHOWN, [[], STORED])
    assert board.page.inner_text("#table h3") == "Database · 50.0 %"
    assert board.page.inner_text("#table .comment") == "a corner\nof the book"
    rows = [row.split("\t") for row in board.page.locator("#table tr").all_inner_texts()]
    assert rows == [
        ["g7", "", "★"],
        ["g9", "60.2 %", "w good"],
        ["j9", "loss in 12", ""],
        ["a1", "", "x"],
    ]
    board.page.click("#table tr:nth-child(2) button")
    assert board.moves()[-1] == "g9"


def test_stored_moves_are_no_hint_in_a_game_against_tengen(opened: Opened) -> None:
    board = opened(address=GAME)
    board.page.evaluate(SHOWN, [[2], STORED])
    assert board.page.locator("#table h3").count() == 0

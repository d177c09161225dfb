"""The engine plays from position databases, and no database can make it play a wrong move."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import MATE
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from tests.support.opening_database import MEMORY, OPENING, collected

LIMIT = Limit(nodes=200)
START = "15 freestyle h8i9"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


def stored(path: Path, entries: Mapping[str, PositionEntry]) -> Path:
    """Return a new file with entries of boards."""
    path.unlink(missing_ok=True)
    with PositionDatabase(path, "c") as database:
        database.update((Board.read(text), entry) for text, entry in entries.items())
    return path


def value(number: int, **fields: object) -> PositionEntry:
    return PositionEntry(Score(number), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entries", "move", "score"),
    [
        ({START: value(7, move=Cell.named("a2"))}, "a2", 7),
        ({f"{START}a1": value(-10), f"{START}o15": value(-20), f"{START}b3": value(5)}, "o15", 20),
        ({f"{START}a1": value(0)}, "a1", 0),
        ({START: PositionEntry(move=Cell.named("a2")), f"{START}a2": value(40)}, "a2", 0),
        ({f"{START}a1": value(-50, label="x"), f"{START}b1": value(-10)}, "a2", 10),
        ({f"{START}a1": value(50, label="w")}, "a1", 20000),
        ({f"{START}a1": value(-50, label="L"), f"{START}b1": PositionEntry(label="d")}, "a2", 0),
        ({START: value(MATE - 5, move=Cell.named("a1"))}, "a1", 20000),
        ({f"{START}a1": value(5 - MATE)}, "a1", 20000),
    ],
)
def test_a_stored_move_or_the_best_value_is_played_and_claims_no_proof(
    entries: Mapping[str, PositionEntry], move: str, score: int, engine: Engine, tmp_path: Path
) -> None:
    engine.set_database(stored(tmp_path / "file", entries))
    found = engine.play(Board.read(START), LIMIT)
    assert (found.move.name, found.score, found.analysis.nodes) == (move, score, 0)
    assert not found.score.is_proven


@pytest.mark.parametrize(
    "entries",
    [
        {f"{START}a1": value(1)},  # worse than even
        {f"{START}a1": PositionEntry(comment="no value")},
        {f"{START}a1": value(-10, label="x")},
        {f"{START}a1": value(-10, label="l")},
        {START: value(100)},  # of the position itself: no move
    ],
)
def test_the_search_plays_where_no_stored_move_is_good(
    entries: Mapping[str, PositionEntry], engine: Engine, tmp_path: Path
) -> None:
    engine.set_database(stored(tmp_path / "file", entries))
    assert engine.play(Board.read(START), LIMIT).analysis.nodes > 0


def test_only_play_at_full_strength_follows_values(engine: Engine, tmp_path: Path) -> None:
    engine.set_database(stored(tmp_path / "file", {START: value(7, move=Cell.named("a2"))}))
    board = Board.read(START)
    assert engine.analyse(board, LIMIT).analysis.nodes > 0
    assert engine.play(board, LIMIT, strength=50).analysis.nodes > 0
    engine.set_up(board)
    assert engine.think(board.turn, LIMIT).analysis.nodes > 0
    engine.set_database()
    assert engine.play(board, LIMIT).analysis.nodes > 0


@pytest.mark.parametrize(
    ("text", "planted", "move"),
    [
        ("h8a1h9b1h10c1h11o1", "a15", {"h7", "h12"}),  # a five of its own
        ("a8a1a9c1a10g1a11", "o15", {"a7", "a12"}),  # the other side's five
    ],
)
def test_a_planted_move_makes_it_neither_miss_a_five_nor_allow_one(
    text: str, planted: str, move: set[str], engine: Engine, tmp_path: Path
) -> None:
    board = f"15 freestyle {text}"
    engine.set_database(stored(tmp_path / "file", {board: value(20, move=Cell.named(planted))}))
    assert engine.play(Board.read(board), LIMIT).move.name in move


def test_a_planted_move_on_a_forbidden_point_is_not_played(engine: Engine, tmp_path: Path) -> None:
    text = "15 renju black=h6h7f8g8 white=a1c1e1g1"
    board = Board.read(text)
    assert board.foul("h8") == "a double three"
    after = "15 renju black=h6h7f8g8h8 white=a1c1e1g1 turn=white"
    entries = {text: value(9, move=Cell.named("h8")), after: value(-900)}
    engine.set_database(stored(tmp_path / "file", entries))
    assert engine.play(board, LIMIT).move.name != "h8"


def test_a_proof_comes_before_values_and_the_first_file_before_others(
    engine: Engine, tmp_path: Path
) -> None:
    proofs = tmp_path / "proofs"
    proofs.write_bytes(collected(engine))
    text = "15 freestyle h8i12i7c13"
    planted = stored(tmp_path / "planted", {text: value(9, move=Cell.named("a1"))})
    other = stored(tmp_path / "other", {text: value(9, move=Cell.named("a2"))})
    engine.set_database(planted, other, proofs)
    assert engine.play(OPENING, LIMIT).score.mate == 15
    engine.set_database(planted, other)
    assert engine.play(OPENING, LIMIT).move.name == "a1"
    assert [database.path for database in engine.position_databases] == [planted, other]
    with Engine(MEMORY, database=[other, planted]) as second:
        assert second.play(OPENING, LIMIT).move.name == "a2"
    engine.set_database()
    assert engine.position_databases == ()


def test_a_damaged_entry_gives_no_answer(engine: Engine, tmp_path: Path) -> None:

    path = stored(tmp_path / "file", {START: value(9, move=Cell.named("a1"))})
    engine.set_database(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE positions SET move = 1000")
    connection.commit()
    connection.close()
    assert engine.play(Board.read(START), LIMIT).analysis.nodes > 0

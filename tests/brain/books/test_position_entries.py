"""Entries for a position database from the positions of books."""

import pytest

from brain.book_entries import entries_of
from brain.books import yixin_records
from brain.books.book_files import FORMATS, BookOptions, dumps
from brain.books.game_tree import GameTree, NodeValue
from brain.books.yixin_records import YixinRecord
from brain.lexicon import BLACK, MATE, RENJU, WHITE
from brain.position_database import PositionEntry
from brain.score import Score

H8, I9, J10 = (7, 7), (8, 6), (9, 5)


def entries(content: bytes, suffix: str = "", **options: object) -> dict[str, PositionEntry]:
    """Return the entries by their stones, black's first."""
    given = BookOptions(**options)  # type: ignore[arg-type]  # as named
    found: dict[str, list[PositionEntry]] = {}
    for position, entry in entries_of(content, suffix, given):
        names = "".join(cell.name for cell in (*position.black, *position.white))
        found.setdefault(names, []).append(entry)
    assert all(len(each) == 1 for each in found.values())
    return {names: entry for names, (entry,) in found.items()}


def test_a_game_gives_blacks_win_rates_and_comments() -> None:
    text = b"(;GM[4]SBKV[50]C[start];B[hh];W[ii]SBKV[70.0];B[gi]SBKV[70]C[a\\]b];W[hi]C[c])"
    assert entries(text) == {
        "": PositionEntry(Score(0), comment="start"),
        "h8i7": PositionEntry(Score(127)),
        "h8g7i7": PositionEntry(Score(-127), comment="a]b"),
        "h8g7i7h7": PositionEntry(comment="c"),
    }


def test_every_variation_of_a_game_counts() -> None:
    found = entries(b"(;GM[4];B[hh](;W[ii]C[1];B[gg]C[2])(;W[hi]C[3]LB[gg:A]))")
    assert {names: entry.comment or entry.label for names, entry in found.items()} == {
        "h8i7": "1",
        "h8g9i7": "2",
        "h8h7": "3",
        "h8g9h7": "A",
    }


def test_a_sure_result_is_not_a_proof_and_a_finished_game_is_left_out() -> None:
    moves = "".join(f";B[h{row}];W[{column}a]" for row, column in zip("hijk", "abcd", strict=True))
    notes: list[str] = []
    game = f"(;GM[4]{moves}SBKV[100];B[hl]SBKV[100]C[five])".encode()
    found = entries(game, say=notes.append)
    assert [entry.value for entry in found.values()] == [1036]
    assert notes == ["positions left out because the game is over: 1"]


def test_every_game_of_a_file_counts_with_the_rule_given() -> None:
    text = b"(;GM[4]RU[renju];B[hh]C[1])(;GM[4]RU[?!x];B[ii]C[2])"
    with pytest.raises(ValueError, match="is not a known rule"):
        entries(text)
    assert set(entries(text, rule=1)) == {"h8", "i7"}


def test_a_wrong_rate_is_refused() -> None:
    with pytest.raises(ValueError, match=r"node 2: SBKV\['high'\] is not a number"):
        entries(b"(;GM[4];B[hh]SBKV[high])")


def record(value: NodeValue | None = None, **fields: object) -> YixinRecord:
    plain = YixinRecord(15, 15, RENJU, BLACK, (H8,), (I9,), value)
    return plain._replace(**fields)  # type: ignore[arg-type]  # as named


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_database_of_yixin_gives_values_labels_and_comments(is_packed: bool) -> None:
    records = [
        record(NodeValue("w", 29990 - MATE, 12, 3), comment="good", labels={J10: "a b"}),
        record(NodeValue("", 40, 20, 3), turn=WHITE, white=()),
    ]
    content = yixin_records.dumps(records, is_packed=is_packed, say=lambda note: None)
    found = entries(content, ".db")
    (label,) = (entry for entry in found.values() if entry.label == "ab")
    assert label == PositionEntry(label="ab")
    assert PositionEntry(Score(-10), 12, label="w", comment="good") in found.values()
    assert PositionEntry(Score(40), 20) in found.values()


def test_a_value_that_is_a_bound_counts_if_it_proves_the_result() -> None:
    values = {
        "a win at least": (NodeValue("", 29980, 9, 2), Score(29980)),
        "a loss at most": (NodeValue("", -29980, 9, 1), Score(-29980)),
        "a score at least": (NodeValue("", 300, 9, 2), None),
        "a win at most": (NodeValue("", 29980, 9, 1), None),
        "no bound": (NodeValue("x", 0, 0, 0), None),
    }
    for name, (value, wanted) in values.items():
        content = yixin_records.dumps(
            [record(value, comment=name)], is_packed=False, say=lambda note: None
        )
        notes: list[str] = []
        (entry,) = entries(content, ".db", say=notes.append).values()
        assert (entry.comment, entry.value) == (name, wanted)
        is_left_out = wanted is None and value.bound > 0
        assert notes == ["values left out because they are only bounds: 1"] * is_left_out


def test_a_library_gives_its_comments() -> None:
    tree = GameTree()
    node = tree.root.add(H8, BLACK)
    node.add(I9, WHITE).comment = "first"
    node.add(J10, WHITE).comment = "second"
    content = dumps([tree], FORMATS[".lib"], BookOptions())
    found = entries(content, ".lib")
    assert {names: entry.comment for names, entry in found.items()} == {
        "h8i9": "first",
        "h8j10": "second",
    }

"""Databases of positions, as Yixin and Rapfi write them."""

import struct

import pytest

from brain.books.game_tree import NodeValue
from brain.books.yixin_records import YixinRecord, canonical_of, dumps, loads
from brain.lexicon import BLACK, CARO, FREESTYLE, RENJU, WHITE

EMPTY = YixinRecord(15, 15, RENJU, BLACK, (), ())
H8 = YixinRecord(15, 15, RENJU, WHITE, ((7, 7),), ())
KNOWN = H8._replace(
    value=NodeValue("w", -29990, -3, 2), comment="a\n必", labels={(7, 6): "A", (6, 6): "b c"}
)


def span(data: bytes) -> bytes:
    """Return data after its length."""
    return struct.pack("<H", len(data)) + data


def content(*parts: bytes) -> bytes:
    """Return a file of records, each a key and data."""
    return struct.pack("<I", len(parts) // 2) + b"".join(map(span, parts))


def nothing(note: str) -> None:
    raise AssertionError(note)


@pytest.mark.parametrize("is_packed", [True, False])
def test_records_are_unchanged_by_a_round_trip(is_packed: bool) -> None:
    records = [EMPTY, KNOWN]
    written = dumps(records, is_packed=is_packed, say=nothing)
    assert written.startswith(b"\x04\x22\x4d\x18") == is_packed
    read = list(loads(written))
    assert read[0] == EMPTY
    assert read[1]._replace(labels={}) == KNOWN._replace(labels={})
    assert read[1].labels == {(7, 6): "A", (6, 6): "b c"}


def test_a_record_has_label_score_depth_bound_and_text() -> None:
    data = struct.pack("<Bhh", ord("l"), 120, 9 * 4 + 3) + b"@BTXT@78x\n88y z\bfirst\bsecond"
    (record,) = loads(content(b"\x02\x0f\x0f\x07\x07", data))
    assert record == H8._replace(
        value=NodeValue("l", 120, 9, 3),
        comment="first\nsecond",
        labels={(7, 8): "x", (8, 8): "y z"},
    )


def test_black_s_stones_come_before_white_s() -> None:
    (record,) = loads(content(b"\x00\x0f\x0f\x01\x01\x02\x02\x03\x03", b""))
    assert (record.rule, record.black, record.white) == (FREESTYLE, ((1, 1), (2, 2)), ((3, 3),))
    assert (record.turn, record.value) == (WHITE, None)


def test_a_side_may_have_passed() -> None:
    passed = YixinRecord(15, 15, RENJU, BLACK, ((7, 7),), ())
    for record in (passed, EMPTY._replace(turn=WHITE)):
        assert list(loads(dumps([record], say=nothing))) == [record]


def test_texts_without_a_named_encoding_are_guessed() -> None:
    data = struct.pack("<Bhh", 255, 0, 0) + "黑先必胜".encode("gb18030")
    (record,) = loads(content(b"\x02\x0f\x0f\x07\x07", data))
    assert record.comment == "黑先必胜"


def test_a_deleted_record_is_skipped() -> None:
    raw = struct.pack("<I", 2) + span(b"") + span(b"\x02\x0f\x0f\x07\x07") + span(b"")
    assert list(loads(raw)) == [H8]


def test_positions_that_are_equal_up_to_symmetry_are_joined() -> None:
    one = H8._replace(black=((0, 1),), comment="one", value=NodeValue("w"))
    other = H8._replace(black=((13, 14),), comment="other", labels={(0, 0): "A"})
    (record,) = loads(dumps([one, other], say=nothing))
    assert (record.black, record.comment) == (((0, 1),), "one\nother")
    assert record.value == NodeValue("w")
    assert record.labels == {(14, 14): "A"}


def test_positions_that_no_key_holds_are_reported() -> None:
    notes: list[str] = []
    bad = [H8._replace(white=((1, 1), (2, 2))), H8._replace(rule=CARO)]
    assert list(loads(dumps(bad, say=notes.append))) == []
    assert notes[0].startswith(
        "positions left out: 2; a database holds freestyle, standard and renju"
    )
    assert canonical_of(bad[0]) is None


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"\1", "byte 1: the file ends before its number of records"),
        (content(b"\x02\x0f\x0f\x07\x07", b"")[:-1], "byte 4: the file ends inside record 1 of 1"),
        (content(b"\x02\x0f\x0f\x07\x07", b"") + b"x", "byte 13: expected the end after 1 records"),
        (content(b"\x03\x0f\x0f\x07\x07", b""), "byte 4: expected a rule"),
        (content(b"\x02\x0f\x0f\x07", b""), "byte 4: expected a rule"),
        (content(b"\x02\x0f\x40", b""), "byte 4: 15 x 64 is not a size"),
        (content(b"\x02\x0f\x0f\x07\x0f", b""), r"byte 9: \(7, 15\) is off the board"),
        (content(b"\x02\x0f\x0f\x07\x07\x07\x07", b""), "byte 4: two stones"),
    ],
)
def test_an_error_names_the_byte(raw: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(loads(raw))


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="a text has 70000 bytes: a database holds 65530 at most"):
        dumps([H8._replace(comment="x" * 70_000)], say=nothing)

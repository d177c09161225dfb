"""Certificates as bytes and as JSON: what is written is read again, what is wrong is refused."""

import pytest

from brain.certificates import certificate, packing
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at
from brain.position import Position
from tests.support import javascript
from tests.support.deep_certificates import chain_of_fours, nested

CELLS = tuple(cell_at(x, 12) for x in range(6))
NODES: tuple[Node, ...] = (
    LineNode(CELLS[:2]),
    LineNode(CELLS[2:3]),
    CoverNode((0,), ((CELLS[3], Link(1)),)),
    MoveNode(CELLS[4], Link(2, 3)),
    CoverNode((1, 0), ((CELLS[2], Link(1)), (CELLS[3], Link(3, 5)), (CELLS[5], Link(0)))),
    MoveNode(CELLS[4], Link(4, 7)),
)


def claim(nodes: tuple[Node, ...] = NODES, width: int = 15, height: int = 15) -> Certificate:
    """Return a certificate with some nodes."""
    stones = [(cell_at(x, 0), (BLACK, WHITE)[x % 2]) for x in range(5)]
    walls = (cell_at(3, 3),)
    return Certificate(Position(width, height, FREESTYLE, stones, WHITE, walls), 300, nodes)


@pytest.mark.parametrize(("width", "height"), [(15, 15), (16, 16), (17, 17), (22, 22)])
def test_a_certificate_written_and_read_again_is_the_same(width: int, height: int) -> None:
    made = claim(width=width, height=height)
    data, text = certificate.dumps(made), certificate.to_json(made)
    for read in (certificate.loads(data), certificate.from_json(text)):
        assert (read.nodes, read.plies) == (made.nodes, made.plies)
        assert (certificate.dumps(read), certificate.to_json(read)) == (data, text)


def test_cells_take_two_bytes_on_a_board_that_needs_them() -> None:
    one = [len(certificate.dumps(claim((LineNode(CELLS),), side, side))) for side in (16, 17)]
    assert one[1] - one[0] == len(CELLS) + len(claim().position.stones) + 1


def test_a_byte_that_is_changed_is_noticed_by_the_checksum() -> None:
    data = certificate.dumps(claim())
    for place in range(len(data)):
        with pytest.raises(ValueError, match=r"damaged|doesn't begin"):
            certificate.loads(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])


@pytest.mark.parametrize("length", range(12))
def test_a_file_that_is_too_short_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        certificate.loads(certificate.dumps(claim())[:length])


def test_a_file_with_something_missing_or_more_is_refused() -> None:
    content = certificate.dumps(claim())[: -certificate.SEAL]
    for cut in range(1, len(content) - len(certificate.MAGIC)):
        with pytest.raises(ValueError, match=r"\w"):
            certificate.loads(certificate.sealed(content[:-cut]))
    with pytest.raises(ValueError, match="bytes after the last node"):
        certificate.loads(certificate.sealed(content + b"\0"))


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ((), "last node"),
        ((LineNode(()),), "without moves"),
        ((LineNode(CELLS), CoverNode((0,), ())), "last node"),
        ((LineNode(CELLS), LineNode(CELLS)), "no other refers"),
        ((LineNode(CELLS), MoveNode(CELLS[0], Link(0))), "wrong kind"),
        ((MoveNode(CELLS[0], Link(0)),), "not before it"),
        ((CoverNode((), ((1, Link(-1)),)), MoveNode(CELLS[0], Link(0))), "not before it"),
        ((CoverNode((), ()), CoverNode((0,), ()), MoveNode(CELLS[0], Link(1))), "wrong kind"),
        (
            (LineNode(CELLS), CoverNode((), ((CELLS[0], Link(0)),) * 2), MoveNode(1, Link(1))),
            "out of order",
        ),
    ],
)
def test_nodes_that_are_not_the_graph_of_a_win_are_refused(
    nodes: tuple[Node, ...], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        certificate.check_nodes(claim(nodes))


def test_nodes_are_no_deeper_than_the_board_has_empty_cells() -> None:
    """A pair is two stones, and the board has 25 cells."""
    data = certificate.dumps(nested(12))
    assert certificate.loads(data) == nested(12)
    assert packing.loads(packing.dumps(nested(12))) == nested(12)
    deeper, message = nested(13), "node 26 is nested deeper than the board has empty cells"
    with pytest.raises(ValueError, match=message):
        certificate.loads(certificate.dumps(deeper))
    with pytest.raises(ValueError, match=message):
        packing.loads(packing.dumps(deeper))
    with pytest.raises(ValueError, match=message):
        certificate.from_json(certificate.to_json(nested(100_000)))


@pytest.mark.skipif(not javascript.is_there, reason="needs node or a browser")
def test_the_page_reads_nodes_as_deep_as_python_does() -> None:
    claims = chain_of_fours(10), nested(12), nested(13), nested(100_000)
    with javascript.running() as verdicts:
        found = verdicts([certificate.dumps(made) for made in claims], javascript.ALL)
    deeper = "the nodes are nested deeper than the board has empty cells"
    assert [one["ok"] for one in found] == [True, False, False, False]
    assert [one["reason"] == deeper for one in found] == [False, False, True, True]


def test_a_file_whose_nodes_are_wrong_is_refused() -> None:
    made = claim((LineNode(CELLS), LineNode(CELLS)))
    with pytest.raises(ValueError, match="no other refers"):
        certificate.loads(certificate.dumps(made))
    with pytest.raises(ValueError, match="no other refers"):
        certificate.from_json(certificate.to_json(made))


PLIES = certificate.number_bytes(300)
BLACK_STONES = bytes((3, 0, 2, 4))  # three of them, in cells 0, 2 and 4
WALLS = bytes((1, 48))  # one, in cell 48


@pytest.mark.parametrize(
    ("said", "instead", "reason"),
    [
        (PLIES, b"\xac\x82\x00", "a number is too long"),
        (PLIES, b"\xff" * 5 + b"\1", "a number is too long"),
        (BLACK_STONES, bytes((3, 0, 4, 2)), "cells are out of order"),
        (WALLS, bytes((2, 48, 48)), "cells are out of order"),
        (BLACK_STONES, bytes((3, 0, 2, 225)), "cell 225 is off the board of 15 x 15"),
        (PLIES + b"\1\4", PLIES + b"\1\6", "node 0 is of an unknown kind"),
        (PLIES + b"\1\4", PLIES + b"\1\7", "node 0 is of an unknown kind"),
    ],
)
def test_bytes_that_no_certificate_has_are_refused(
    said: bytes, instead: bytes, reason: str
) -> None:
    content = certificate.dumps(claim((LineNode(CELLS[:1]),)))[: -certificate.SEAL]
    assert content.count(said) == 1
    with pytest.raises(ValueError, match=reason):
        certificate.loads(certificate.sealed(content.replace(said, instead)))


def test_a_cover_without_lines_and_a_claim_of_no_plies_are_read_as_written() -> None:
    line, cover = LineNode(CELLS[:2]), CoverNode((), ((CELLS[3], Link(0)),))
    nodes = (line, cover, MoveNode(CELLS[4], Link(1)))
    made = Certificate(claim().position, 0, nodes)
    for read in (
        certificate.loads(certificate.dumps(made)),
        certificate.from_json(certificate.to_json(made)),
    ):
        assert (read.plies, read.nodes) == (0, nodes)


def test_only_a_square_board_swaps_its_axes() -> None:
    nodes = (CoverNode((), ()), MoveNode(CELLS[0], Link(0, 4)))
    certificate.check_nodes(claim(nodes))
    with pytest.raises(ValueError, match="a symmetry that the board"):
        certificate.check_nodes(claim(nodes, 15, 14))


@pytest.mark.parametrize("number", [0, 1, 127, 128, 16383, 16384, 2**35 - 1])
def test_a_number_is_read_as_it_is_written(number: int) -> None:
    made = claim((LineNode(CELLS),))
    data = certificate.dumps(Certificate(made.position, number, made.nodes))
    assert certificate.loads(data).plies == number


@pytest.mark.parametrize(
    ("said", "instead", "reason"),
    [
        ('"plies": 300', '"plies": -1', "expected 0 plies or more, got -1"),
        ('"plies": 300', '"plies": 1e999', "cannot convert float infinity"),
        ('"f13"', '"v22"', "v22 is off a board of 15 rows"),
        ('"f13"', '"p13"', "p13 is off the board"),
    ],
)
def test_json_can_encode_no_more_than_bytes(said: str, instead: str, reason: str) -> None:
    text = certificate.to_json(claim())
    assert said in text
    with pytest.raises(ValueError, match=reason):
        certificate.from_json(text.replace(said, instead))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"nodes": 1}', '{"width": "x"}'])
def test_json_that_is_not_a_certificate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        certificate.from_json(text)

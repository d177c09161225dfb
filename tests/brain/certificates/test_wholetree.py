"""Trees that prove wins: those that hold are accepted, and others refused in a line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brain.cell import COLOUR_NAMES, Cell
from brain.certificates import wholetree
from brain.certificates.wholetree import Answer, Node, Proof, ProofError
from brain.lexicon import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    WALL,
    WHITE,
    cell_at,
)
from brain.position import Position
from protocol.tools import verify
from tests.support.boards import Drawing, parse

OPEN_FOUR = """
    . . . . . . .
    . . . . . . .
    a b X X X c d
    . . . . . . .
    O . . O . . O
    . . . . . . .
    . . . . . . .
"""
COUNTERED = """
    O O O O . . .
    . . . . . . .
    O X X X m f .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def position_of(drawing: Drawing, rule: int, turn: int = BLACK) -> Position:
    """Return a drawn position."""
    black, white, walls = (
        tuple(cell for cell, state in drawing.board.items() if state == kind)
        for kind in (BLACK, WHITE, WALL)
    )
    return Position.of_colours(drawing.width, drawing.height, rule, turn, black, white, walls)


def open_four(rule: int = FREESTYLE) -> Proof:
    """Return the proof that an open four wins."""
    drawing = parse(OPEN_FOUR)
    b, c, d = map(drawing.marked, "bcd")
    tree = Node(c, (Answer((b,), Node(d)),), Node(b))
    return Proof(position_of(drawing, rule), tree)


def dumps(claim: Proof) -> str:
    """Return the text of a proof's file."""
    position = claim.position
    stones = {"black": position.black, "white": position.white, "walls": position.walls}
    fields = {
        "width": position.width,
        "height": position.height,
        "rule": position.rule,
        **{name: [Cell(cell).name for cell in cells] for name, cells in stones.items()},
        "attacker": COLOUR_NAMES[position.turn],
        "tree": fields_of(claim.tree),
    }
    lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def fields_of(node: Node) -> dict[str, Any]:
    """Return a node as JSON has it."""
    fields: dict[str, Any] = {"move": Cell(node.move).name}
    if node.answers:
        fields["answers"] = [
            {"replies": [Cell(cell).name for cell in replies], "then": fields_of(then)}
            for replies, then in ((answer.replies, answer.then) for answer in node.answers)
        ]
    if node.otherwise:
        fields["otherwise"] = fields_of(node.otherwise)
    return fields


def refused(claim: Proof) -> str:
    """Return why a proof is refused."""
    with pytest.raises(ProofError) as refusal:
        wholetree.check(claim)
    return str(refusal.value)


# Checked proofs.


def test_a_proof_says_in_how_many_plies_it_wins() -> None:
    checked = wholetree.check(open_four())
    assert checked.plies == 3
    empty = sum(state == EMPTY for state in parse(OPEN_FOUR).board.values())
    assert checked.positions == empty  # his move, and every reply


def test_a_reply_that_is_forbidden_needs_no_answer() -> None:
    drawing = parse(
        """
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        X O O O m f . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    tree = Node(drawing.marked("m"), otherwise=Node(drawing.marked("f")))
    claim = Proof(position_of(drawing, RENJU, WHITE), tree)
    assert wholetree.check(claim).plies == 3
    assert "f4 is not an empty cell" in refused(
        replace(claim, position=replace(claim.position, rule=STANDARD))
    )


def test_a_missing_reply_is_named_with_the_moves_before_it() -> None:
    claim = open_four()
    b = claim.tree.answers[0].replies[0]
    assert refused(replace(claim, tree=replace(claim.tree, answers=()))) == (
        "after f3 b3: b3 is not an empty cell"
    )
    assert refused(replace(claim, tree=replace(claim.tree, otherwise=None))) == (
        "after f3 a1: there is no answer"
    )
    assert refused(replace(claim, tree=Node(b))) == "b3 makes no five"


@pytest.mark.parametrize("move", [cell_at(2, 2), cell_at(7, 2), cell_at(-1, 2), 0, -5, 10**9])
def test_a_move_off_the_empty_cells_is_refused(move: int) -> None:
    claim = open_four()
    assert "is not an empty cell" in refused(replace(claim, tree=replace(claim.tree, move=move)))
    wrong = (replace(claim.tree.answers[0], then=Node(move)),)
    assert "is not an empty cell" in refused(
        replace(claim, tree=replace(claim.tree, answers=wrong))
    )


def test_a_five_that_the_rule_does_not_count_is_refused() -> None:
    six = parse(". . . . . . . .\nX X X . X X . .\n" + ". . . . . . . .\n" * 6)
    capped = parse(". . . . . . . .\nO X X . X X O .\n" + ". . . . . . . .\n" * 6)
    five = Node(cell_at(3, 1))
    assert wholetree.check(Proof(position_of(six, FREESTYLE), five)).plies == 1
    assert wholetree.check(Proof(position_of(capped, FREESTYLE), five)).plies == 1
    assert "d2 makes no five" in refused(Proof(position_of(six, STANDARD), five))
    assert "d2 is forbidden" in refused(Proof(position_of(six, RENJU), five))
    assert "d2 makes no five" in refused(Proof(position_of(capped, CARO), five))


def test_a_move_of_black_that_is_forbidden_is_refused() -> None:
    drawing = parse(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . m . . . .
        . . . X . X . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    tree = Node(drawing.marked("m"), otherwise=Node(cell_at(1, 5)))
    assert refused(Proof(position_of(drawing, RENJU), tree)) == "e3 is forbidden"
    assert refused(Proof(position_of(drawing, STANDARD), tree)) != "e3 is forbidden"


def test_a_five_of_the_defender_is_no_reply_to_be_answered() -> None:
    drawing = parse(COUNTERED)
    m, f = drawing.marked("m"), drawing.marked("f")
    claim = Proof(position_of(drawing, FREESTYLE), Node(m, (), Node(f)))
    assert refused(claim) == "after e3: e1 makes five"


def test_caro_counts_the_reply_that_caps_a_five() -> None:
    drawing = parse(
        """
        . . . . . . . .
        . O X X X m f c
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """
    )
    tree = Node(drawing.marked("m"), otherwise=Node(drawing.marked("f")))
    assert (
        refused(Proof(position_of(drawing, CARO), tree)) == "after f2 g2: g2 is not an empty cell"
    )
    blocked = Answer((drawing.marked("f"),), tree)
    capped = Proof(position_of(drawing, CARO), replace(tree, answers=(blocked,)))
    assert "after f2 g2: f2 is not an empty cell" in refused(capped)


def test_the_last_stone_may_make_five_but_fills_the_board_otherwise() -> None:
    drawing = parse("X X X X m\nO O O O X\nX O X O O\nO X O X X\nX O X O X")
    last = Node(drawing.marked("m"))
    assert wholetree.check(Proof(position_of(drawing, FREESTYLE), last)).plies == 1
    claim = Proof(position_of(drawing, FREESTYLE, WHITE), replace(last, otherwise=last))
    assert refused(claim) == "after e1: the game is drawn"


def test_a_board_is_full_when_neutral_stones_fill_it() -> None:
    drawing = parse(OPEN_FOUR.translate(str.maketrans(".ad", "###")))
    tree = Node(drawing.marked("c"), otherwise=Node(drawing.marked("b")))
    claim = Proof(position_of(drawing, FREESTYLE), tree)
    assert refused(claim) == "after f3 b3: the game is drawn"


@pytest.mark.parametrize(("more", "plies"), [(". .", 3), ("O .", 0)])
def test_a_renju_game_is_drawn_25_stones_before_the_board_is_full(more: str, plies: int) -> None:
    drawing = parse(
        f"""
        . . . . . .
        a X X X m f
        . . . . . .
        O . O . O .
        . . . . . .
        O . O . {more}
        """
    )
    a, m, f = map(drawing.marked, "amf")
    claim = Proof(position_of(drawing, RENJU), Node(m, (Answer((a,), Node(f)),), Node(a)))
    assert claim.position.room == (3 if plies else 2)
    if plies:
        assert wholetree.check(claim).plies == plies
    else:
        assert refused(claim) == "after e2 a1: the game is drawn"


# Files.

TEXT = dumps(open_four())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        TEXT[:-4],
        TEXT.replace("7,", '"7",'),
        TEXT.replace('"black"', '"noir"'),
        TEXT.replace('"f3"', "33"),
        TEXT.replace('"f3"', '"f0"'),
        TEXT.replace('["b3"]', "1"),
        TEXT.replace('"otherwise": {', '"otherwise": [{').replace("}}\n}", "}]}\n}"),
        TEXT.replace('"tree": {', '"tree": ' + '{"otherwise": ' * 10_000 + "{"),
    ],
)
def test_a_file_that_is_no_proof_is_refused_in_a_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(text, encoding="utf-8")
    assert verify.main([str(path)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("not proved: ")


def test_a_tree_too_deep_to_check_is_refused() -> None:
    claim = open_four()
    tree = claim.tree
    for _ in range(5000):
        tree = Node(claim.tree.move, otherwise=tree)
    assert refused(replace(claim, tree=tree))


def test_a_tree_that_would_take_for_ever_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    four = tuple(cell_at(x, 0) for x in range(1, 5))
    left, right = cell_at(0, 0), cell_at(5, 0)
    quiet = tuple(cell_at(x, 14) for x in range(5))
    tree = Node(left)
    for move in quiet:
        answers = Answer((left, *quiet), Node(right)), Answer((right,), Node(left))
        tree = Node(move, answers, tree)
    position = Position.of_colours(15, 15, FREESTYLE, BLACK, four, (), ())
    path = tmp_path / "proof.json"
    path.write_text(dumps(Proof(position, tree)), encoding="utf-8")
    assert verify.main([str(path), "--most", "1000"]) == 1
    said = capsys.readouterr().out
    assert said == "not proved within 1000 nodes: --most N looks at more\n"


def test_verify_says_what_is_proved_and_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(TEXT, encoding="utf-8")
    assert verify.main([str(path)]) == 0
    assert capsys.readouterr().out == (
        f"proved: Black wins in at most 3 plies, 43 positions checked\n{verify.ANEW}\n"
    )
    assert verify.main([str(tmp_path / "none.json")]) == 1
    assert "none.json" in capsys.readouterr().out

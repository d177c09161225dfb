"""Proofs of wins: those that are made hold by the slow rules, and those that are tampered with
don't.
"""

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from brain import proof
from brain.lexicon import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    STANDARD,
    WALL,
    WHITE,
    cell_at,
)
from brain.position import Position
from brain.proof import Answer, Node, Proof, ProofError
from protocol import verify
from tests import ROOT
from tests.long.proofs import Player, claims, examine
from tests.support import tactics as positions
from tests.support.boards import Drawing, parse

ASKED = 800  # positions of each rule; python -m tests.long.proofs asks in more
LONG = 4  # at least, of the wins claimed there, in five plies or more
TAMPERED = 4  # proofs of each rule

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


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


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


def wins(player: Player, rule: int) -> Iterator[tuple[Position, int]]:
    """Yield positions in which a win is claimed, but not at once, and its first move."""
    for position, (plies, move) in claims(player, rule, random.Random(rule)):
        if plies > 1:
            yield position, move


def refused(claim: Proof) -> str:
    """Return why a proof is refused."""
    with pytest.raises(ProofError) as refusal:
        proof.check(claim)
    return str(refusal.value)


# Made proofs.


@pytest.mark.parametrize("rule", RULES)
def test_every_win_that_the_kill_search_claims_is_proved(player: Player, rule: int) -> None:
    figures = examine(player, rule, ASKED, seed=rule)
    assert figures.refused == []
    assert figures.proved == figures.claimed.total()
    assert sum(count for plies, count in figures.claimed.items() if plies > 3) >= LONG


@pytest.mark.parametrize("won", positions.WINS, ids=lambda won: f"rule {won.rule}: {won.name}")
def test_the_wins_drawn_are_proved_in_as_many_plies(player: Player, won: positions.Tactic) -> None:
    position = position_of(parse(won.drawing), won.rule, won.colour)
    player.set_up(position)
    plies, move = player.claim(won.colour)
    if plies:
        assert proof.check(player.prove(position, move)).plies == plies == won.plies
    else:
        assert won.quiet > 0


@pytest.mark.parametrize("rule", RULES)
def test_a_proof_written_and_read_again_is_the_same(player: Player, rule: int) -> None:
    position, move = next(wins(player, rule))
    made = player.prove(position, move)
    assert proof.loads(proof.dumps(made)) == made


def test_nothing_is_made_of_a_win_that_isnt_one() -> None:
    position = position_of(parse(OPEN_FOUR), FREESTYLE)
    with pytest.raises(ProofError, match="no win is found"):
        proof.prove(position, lambda stones: 0)
    quiet = cell_at(6, 6)
    with pytest.raises(ProofError, match=r"after g7 .*: no win is found"):
        proof.prove(position, lambda stones: 0 if stones else quiet)


def test_a_proof_that_takes_too_many_positions_is_given_up() -> None:
    b, c, d = map(parse(OPEN_FOUR).marked, "bcd")

    def ask(stones: tuple[tuple[int, int], ...]) -> int:
        return (d if b in dict(stones) else b) if stones else c

    claim = open_four()
    assert proof.prove(claim.position, ask) == claim
    with pytest.raises(ProofError, match="no proof within 20 positions"):
        proof.prove(claim.position, ask, most_positions=20)


def test_a_win_that_the_defender_prevents_with_a_five_is_not_made() -> None:
    drawing = parse(COUNTERED)
    position = position_of(drawing, FREESTYLE)
    with pytest.raises(ProofError, match="after e3: e1 makes five"):
        proof.prove(position, lambda stones: drawing.marked("f" if stones else "m"))


# Checked proofs.


def test_a_proof_says_in_how_many_plies_it_wins() -> None:
    checked = proof.check(open_four())
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
    assert proof.check(claim).plies == 3
    assert "f4 is not an empty cell" in refused(
        replace(claim, position=replace(claim.position, rule=STANDARD))
    )


@pytest.mark.parametrize("rule", RULES)
def test_a_proof_with_anything_missing_or_moved_is_refused(player: Player, rule: int) -> None:
    for position, move in islice(wins(player, rule), TAMPERED):
        for tree in tampered(player.prove(position, move).tree):
            refused(Proof(position, tree))


def tampered(node: Node) -> Iterator[Node]:
    """Yield trees without one answer, without a rest, or with a five that is none."""
    if not node.answers and not node.otherwise:
        return
    for i, answer in enumerate(node.answers):
        rest = node.answers[:i] + node.answers[i + 1 :]
        yield replace(node, answers=rest)
        for then in tampered(answer.then):
            changed = replace(answer, then=then)
            yield replace(node, answers=(*node.answers[:i], changed, *node.answers[i + 1 :]))
    if node.otherwise:
        yield replace(node, otherwise=None)
        yield replace(node, otherwise=Node(node.move))
        for then in tampered(node.otherwise):
            yield replace(node, otherwise=then)


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
    assert proof.check(Proof(position_of(six, FREESTYLE), five)).plies == 1
    assert proof.check(Proof(position_of(capped, FREESTYLE), five)).plies == 1
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
    assert proof.check(Proof(position_of(drawing, FREESTYLE), last)).plies == 1
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
        assert proof.check(claim).plies == plies
    else:
        assert refused(claim) == "after e2 a1: the game is drawn"


# Files.

TEXT = proof.dumps(open_four())


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
    path.write_text(proof.dumps(Proof(position, tree)), encoding="utf-8")
    assert verify.main([str(path), "--most", "1000"]) == 1
    said = capsys.readouterr().out
    assert said == "not proved within 1000 positions: --most N looks at more\n"


def test_verify_says_what_is_proved_and_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(TEXT, encoding="utf-8")
    assert verify.main([str(path)]) == 0
    assert capsys.readouterr().out == (
        "proved: Black wins in at most 3 plies, 43 positions checked\n"
    )
    assert verify.main([str(tmp_path / "none.json")]) == 1
    assert "none.json" in capsys.readouterr().out


def test_verify_loads_nothing_of_the_search() -> None:
    program = (
        "import sys, protocol.verify\n"
        "print(*(name for name in sys.modules if name.startswith('brain')))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert sorted(done.stdout.split()) == [
        "brain",
        *(f"brain.{name}" for name in ("cell", "lexicon", "position", "proof", "rules")),
    ]

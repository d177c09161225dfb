"""Positions are found in a database with their lines, and games are played by them."""

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.board_bytes import bytes_of, canonical
from brain.certificates.certificate import (
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Numbering,
)
from brain.certificates.check import Checked
from brain.certificates.database_lines import Proven, proven
from brain.certificates.proof_database import Database, check, key_of
from brain.certificates.stones import turned
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, WHITE, cell_at, opponent
from brain.position import Position
from brain.proving import build_database
from brain.proving.kernel_checker import check as fast
from brain.rules.fouls import is_foul
from brain.rules.grid import Grid, empty_cells
from brain.rules.laws import RULES
from brain.rules.symmetry import symmetries
from brain.thinking.think import Task
from tests.support.adversary import Attacker, Enemy, Game, Turn
from tests.support.boards import parse
from tests.support.deep_certificates import MOVE, nested
from tests.support.opening_database import CERTIFICATES, MEMORY, OPENING, collected, proved, under

GAMES = 3  # from each root
CARELESS = 0.3  # of the replies: any empty cell
NODES = 1  # too few to find a win
# White wins in renju on 9 x 9, where the replies that hold longest are forbidden.
FOULS = certificate.loads(
    bytes.fromhex(
        "54454e47454e4331040909021303040b11181a1c1d22252c2d303c4042494f50130106080f13191b1e212324"
        "282a31353b484a4b000d100426041604290c292b4305000402160809040506162026182e083708021508041f"
        "0501011f48021608082e2909020b0a2e103708020d0809060e0d0d381508166026582e483748020e0893020a"
        "d8"
    )
)


def board_of(claim: Certificate) -> tuple[int, int, int]:
    position = claim.position
    return position.rule, position.width, position.height


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def claim(engine: Engine) -> Certificate:
    """Return the certificate of the opening."""
    return proved(engine)


@pytest.fixture(scope="module")
def opening(engine: Engine) -> bytes:
    """Return the database of the opening."""
    return collected(engine)


@pytest.fixture
def file(opening: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "opening.positions"
    path.write_bytes(opening)
    return path


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    with closing(Database(file)) as database:
        yield database


FORBIDDEN = "g8a1i8a15h7o1h9o15"  # h8 is a double three for Black
OPEN_FOUR = "h8a1i8c1j8e1k8g1"  # Black has a five at g8 and l8


@pytest.mark.parametrize(
    ("moves", "move", "plies", "is_answered"),
    [
        (FORBIDDEN, "h8", 5, False),
        (FORBIDDEN, "g7", 5, True),
        (FORBIDDEN, "g7", 217, True),
        (FORBIDDEN, "g7", 219, False),  # 217 cells are empty
        (FORBIDDEN, "g7", -218, False),
        (OPEN_FOUR, "h9", 3, False),
        (OPEN_FOUR, "h9", 1, False),
        (OPEN_FOUR, "h9", -2, False),
        (OPEN_FOUR, "l8", 3, False),
        (OPEN_FOUR, "l8", 1, True),
    ],
)
def test_a_forged_record_gives_no_answer_that_cannot_be_right(
    moves: str, move: str, plies: int, is_answered: bool, tmp_path: Path
) -> None:
    board = Board.read(moves, rule="renju").position
    before, after = bytes_of(board), bytearray(bytes_of(board))
    after[Cell.named(move)] = BLACK
    entries = forged_entry(before, BLACK, move, plies)
    entries |= forged_entry(bytes(after), WHITE, "o2", 1 - plies)
    (tmp_path / "forged").write_bytes(build_database.dumps(RENJU, 15, 15, entries))
    with closing(Database(tmp_path / "forged")) as forged:
        found = proven(forged, board, BLACK)
    assert (found is not None) == is_answered
    assert not found or (found.plies, found.line[0]) == (plies, Cell.named(move))


def forged_entry(
    board: bytes, turn: int, move: str, plies: int
) -> dict[bytes, build_database.Entry]:
    """Return the entry of a board of renju, by its key, without a certificate."""
    form, symmetry = canonical(board, (15, 15))
    number = Numbering(15, 15).number(turned(Cell.named(move), symmetry, (15, 15)))
    key = key_of(RENJU, (15, 15), turn, form)
    return {key: build_database.Entry(plies, number, b"")}


@pytest.mark.parametrize(("size", "pairs"), [(15, 112), (15, 1000), (22, 242)])
def test_a_certificate_that_is_nested_deeply_adds_nothing_to_its_record(
    size: int, pairs: int, tmp_path: Path
) -> None:
    """A pair is two stones, so 112 pairs are the most that a board of 15 x 15 has room for."""
    deep = nested(pairs, size)
    lost = bytearray(bytes_of(deep.position))
    lost[MOVE] = BLACK
    key = key_of(0, (size, size), WHITE, canonical(bytes(lost), (size, size))[0])
    entry = build_database.Entry(-8, 200, certificate.dumps(deep))
    (tmp_path / "forged").write_bytes(build_database.dumps(0, size, size, {key: entry}))
    with closing(Database(tmp_path / "forged")) as forged:
        found = proven(forged, Position(size, size, 0, [(MOVE, BLACK)]), WHITE)
        assert found
        assert (found.plies, len(found.line)) == (-8, 1)
        assert proven(forged, Position(size, size, 0, [(cell_at(7, 7), BLACK)]), WHITE) is None


# After m, Black wins by fours at a and b and the double at h, or else by fours at c, A and B.
TWO_LINES = parse(
    """
    t . . . . . . . . . . . . . .
    . . . . . O . . . . . . . . .
    . . . . . X . . . k c X X X O
    . . . . . X . . . . . . . . .
    . . . f h b X X g . . . . . .
    . O X X X a d . . . . . . . .
    . . . . . e . . . . . . . . .
    . . . . . . . . . . . . . . m
    r . . . . . . . . . . . . . .
    . . . . . . . . E A X X X O .
    . . . . . . . X X B . . . . .
    . . . . . . . . . X . . . . .
    . . . . . . . . . X . . . . .
    . . . . . . . . . O . . . . .
    s O O w . . . . . . . . . . .
    """
)


@pytest.fixture(scope="module")
def two_lines(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Return the database of a win by one of two lines."""
    short, long = (LineNode(tuple(map(TWO_LINES.marked, marks))) for marks in ("ab", "cAB"))
    nodes = (short, long, CoverNode((0, 1), ()), MoveNode(TWO_LINES.marked("m"), Link(2)))
    made = Certificate(Position(15, 15, 0, TWO_LINES.stones(), BLACK), 11, nodes)
    path = tmp_path_factory.mktemp("two") / "two.positions"
    path.write_bytes(build_database.collect(engine, [made]))
    with closing(Database(path)) as database:
        yield database


@pytest.mark.parametrize(
    ("moves", "plies", "line"),
    [
        ("", 11, "mgckAEB"),
        ("m", -10, "gckAEB"),
        ("ms", 7, "adb"),
        ("ma", 9, "ckAEB"),
        ("msad", 5, "b"),
        ("msat", 1, "d"),  # a five, sooner than the line's next four
        ("msadbe", 3, "h"),  # the double after the line
        ("msadgt", 3, "b"),  # Black left the line
        ("msadbehg", 1, "f"),
        ("msadgw", 0, ""),  # Black left it, and White has a four
        ("mstr", 0, ""),  # Black left it, and has no double
        ("msadb", 0, ""),  # White is to move inside a line
    ],
)
def test_the_best_moves_inside_a_line_are_found(
    moves: str, plies: int, line: str, two_lines: Database
) -> None:
    played = [(TWO_LINES.marked(mark), (BLACK, WHITE)[ply % 2]) for ply, mark in enumerate(moves)]
    turn = (BLACK, WHITE)[len(moves) % 2]
    found = proven(two_lines, Position(15, 15, 0, (*TWO_LINES.stones(), *played), turn), turn)
    best = Proven(plies, tuple(Cell(TWO_LINES.marked(mark), 15) for mark in line))
    assert found == (best if plies else None)


def test_every_symmetric_twin_is_found_with_a_move_that_wins(database: Database) -> None:
    for symmetry in symmetries(15, 15):
        twin = under(OPENING, symmetry)
        found = proven(database, twin, twin.turn)
        assert found
        assert found.plies == 15
        for ply, cell in enumerate(found.line):
            twin = Position(15, 15, 0, (*twin.stones, (cell, twin.turn)), opponent(twin.turn))
            after = proven(database, twin, twin.turn)
            if ply % 2 == 0 and after:
                assert -15 < after.plies <= ply - 14


def test_the_order_of_stones_doesnt_matter_at_a_record(database: Database) -> None:
    shuffled = Position(15, 15, 0, OPENING.stones[::-1], OPENING.turn)
    assert proven(database, shuffled, shuffled.turn) == proven(database, OPENING, OPENING.turn)


def test_no_reply_is_a_foul(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "fouls.positions"
    path.write_bytes(build_database.collect(engine, [FOULS]))
    with closing(Database(path)) as made:
        assert check(made, nothing)
        root = FOULS.nodes[-1]
        assert isinstance(root, MoveNode)
        stones = (*FOULS.position.stones, (Cell(root.cell), FOULS.position.turn))
        lost = replace(FOULS.position, stones=stones, turn=BLACK)
        found = proven(made, lost, BLACK)
        assert found
        assert found.plies < 0
        assert not is_foul(lost.board(), found.line[0], BLACK, RENJU)


def test_nothing_is_known_elsewhere(database: Database) -> None:
    numbers = [(int(cell), colour) for cell, colour in OPENING.stones]
    others = [
        Position(15, 15, 1, OPENING.stones, OPENING.turn),
        Position(20, 20, 0, numbers, OPENING.turn),
        Position(15, 15, 0, OPENING.stones, opponent(OPENING.turn)),
        Position(15, 15, 0, OPENING.stones, OPENING.turn, [Cell.named("a1")]),
        Board.read("h8i12i7").position,
        Board.read("h8i12i7c13a1").position,  # Black has not played what wins
    ]
    assert [proven(database, each, each.turn) for each in others] == [None] * len(others)


def nothing(claim: Certificate) -> Checked:
    """Check nothing, as it is not the certificate that is wrong."""
    return Checked(claim.plies, 0)


# Games.


class ByEngine(Attacker):
    """Plays what an engine answers; a certificate only says who is to win, and when."""

    def __init__(self, claim: Certificate, engine: Engine) -> None:
        super().__init__(claim)
        self.engine = engine
        self.plies = claim.plies
        engine.set_up(claim.position)

    def move(self, grid: Grid, turn: Turn) -> int:
        """Return the engine's move; it must claim to win in time."""
        found = self.engine.run(Task(self.colour, Limit(nodes=NODES)))
        assert 0 < found.score.mate <= self.plies, (found, self.certificate)
        assert found.analysis.nodes == 0
        self.plies = found.score.mate - 2
        self.engine.place(found.move, self.colour)
        return found.move

    def after(self, grid: Grid, turn: Turn, reply: int) -> Turn:
        """Tell the engine a reply."""
        self.engine.place(reply, self.enemy)
        return turn


@pytest.mark.parametrize("rule", RULES)
def test_no_game_from_a_proven_root_is_lost_or_longer_than_proved(
    rule: int, engine: Engine, tmp_path: Path
) -> None:
    dice, path = random.Random(rule), tmp_path / "positions"
    claims = [claim for claim in CERTIFICATES if claim.position.rule == rule]
    assert len(claims) >= 3
    for _, group in groupby(sorted(claims, key=board_of), board_of):
        roots = list(group)
        path.write_bytes(build_database.collect(engine, roots))
        with closing(Database(path)) as made:
            assert check(made, lambda claim: fast(claim, engine)).nodes > 0
        with Engine(MEMORY, database=path) as player:
            for claim in roots:
                for _ in range(GAMES):
                    assert played(claim, player, dice) <= claim.plies


def played(claim: Certificate, engine: Engine, dice: random.Random) -> int:
    """Return the plies of a game that the engine wins; raises Lost."""
    attacker = ByEngine(claim, engine)
    game, enemy = Game(attacker), Enemy(attacker, dice)
    while not game.attack():
        careless = dice.random() < CARELESS
        reply = dice.choice(empty_cells(game.grid)) if careless else enemy.reply(game)
        if game.reply(reply):
            break
    return len(game.moves)

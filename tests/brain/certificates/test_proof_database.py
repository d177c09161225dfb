"""The database of proven positions: what it finds, what it refuses, and games played by it."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, MoveNode, sealed
from brain.certificates.check import Checked, Refused
from brain.certificates.proof_database import (
    HEADER,
    START,
    STEP,
    Database,
    Entry,
    Proven,
    after_move,
    canonical,
    check,
    dumps,
    grid_of,
    key_of,
    orders,
)
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import BLACK, EMPTY, RENJU, WHITE, opponent
from brain.position import Position
from brain.proving import build_database
from brain.proving.kernel_checker import check as fast
from brain.rules.fouls import is_foul
from brain.rules.grid import Grid, empty_cells
from brain.rules.laws import RULES
from brain.rules.symmetry import symmetries
from brain.thinking.think import Analysis, Task
from tests import ROOT
from tests.support.adversary import Attacker, Enemy, Game, Turn
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


# What it finds.


def test_every_symmetric_twin_is_found_with_a_move_that_wins(database: Database) -> None:
    for symmetry in symmetries(15, 15):
        twin = under(OPENING, symmetry)
        found = database.proven(twin, twin.turn)
        assert found
        assert found.plies == 15
        for ply, cell in enumerate(found.line):
            twin = Position(15, 15, 0, (*twin.stones, (cell, twin.turn)), opponent(twin.turn))
            after = database.proven(twin, twin.turn)
            if ply % 2 == 0 and after:
                assert -15 < after.plies <= ply - 14


def test_the_order_of_stones_doesnt_matter_at_a_record(database: Database) -> None:
    shuffled = Position(15, 15, 0, OPENING.stones[::-1], OPENING.turn)
    assert database.proven(shuffled, shuffled.turn) == database.proven(OPENING, OPENING.turn)


def test_no_reply_is_a_foul(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "fouls.positions"
    path.write_bytes(build_database.collect(engine, [FOULS]))
    with closing(Database(path)) as made:
        assert check(made, nothing)
        root = FOULS.nodes[-1]
        assert isinstance(root, MoveNode)
        stones = (*FOULS.position.stones, (Cell(root.cell), FOULS.position.turn))
        lost = replace(FOULS.position, stones=stones, turn=BLACK)
        proven = made.proven(lost, BLACK)
        assert proven
        assert proven.plies < 0
        assert not is_foul(lost.board(), proven.line[0], BLACK, RENJU)


def test_nothing_is_known_elsewhere(database: Database) -> None:
    others = [
        Position(15, 15, 1, OPENING.stones, OPENING.turn),
        Position(20, 20, 0, OPENING.stones, OPENING.turn),
        Position(15, 15, 0, OPENING.stones, opponent(OPENING.turn)),
        Position(15, 15, 0, OPENING.stones, OPENING.turn, [Cell.named("a1")]),
        Board.read("h8i12i7").position,
        Board.read("h8i12i7c13a1").position,  # Black has not played what wins
    ]
    assert [database.proven(each, each.turn) for each in others] == [None] * len(others)


# What it refuses.


def test_what_is_no_database_or_a_cut_one_is_refused_with_a_reason(file: Path) -> None:
    whole = file.read_bytes()
    for content, reason in (
        (b"", "does not begin as one"),
        (b"TENGENC1" + whole[8:], "does not begin as one"),
        (whole[: START - 1], "header's checksum is wrong"),
        (whole[:9] + b"\x09" + whole[10:], "header's checksum is wrong"),
        (whole[:-1], "not as long as it says"),
        (whole + b"\0", "not as long as it says"),
    ):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=reason):
            Database(file)


def test_a_damaged_record_answers_nothing_and_is_named(file: Path, opening: bytes) -> None:
    whole = known(opening, file)
    assert whole
    for byte in range(START, START + 8 * STEP, 7):
        content = bytearray(opening)
        content[byte] ^= 0x40
        file.write_bytes(content)
        with closing(Database(file)) as damaged:
            record = (byte - START) // STEP
            with pytest.raises(ValueError, match=rf"record {record} is damaged"):
                check(damaged, nothing)
            found = damaged.proven(OPENING, OPENING.turn)
            if found:  # as far as the records are whole
                assert found == replace(whole, line=whole.line[: len(found.line)])


def test_a_record_twice_is_refused(file: Path, opening: bytes) -> None:
    fields = HEADER.unpack_from(opening)
    head = sealed(HEADER.pack(*fields[:5], fields[5] + 1, fields[6]))
    file.write_bytes(head + opening[START : START + STEP] + opening[START:])
    with closing(Database(file)) as doubled, pytest.raises(ValueError, match="1 is out of order"):
        check(doubled, nothing)


def nothing(claim: Certificate) -> Checked:
    """Check nothing, as it is not the certificate that is wrong."""
    return Checked(claim.plies, 0)


def known(opening: bytes, file: Path) -> Proven | None:
    """Return what the undamaged file knows of the opening."""
    path = file.with_suffix(".whole")
    path.write_bytes(opening)
    with closing(Database(path)) as whole:
        return whole.proven(OPENING, OPENING.turn)


def test_damaged_certificates_are_refused_and_lead_to_no_error(file: Path, opening: bytes) -> None:
    records = int.from_bytes(opening[12:16], "little")
    proofs = START + records * STEP
    file.write_bytes(opening[:proofs] + bytes(byte ^ 1 for byte in opening[proofs:]))
    with closing(Database(file)) as damaged:
        found = damaged.proven(OPENING, OPENING.turn)
        assert found
        assert found.plies == 15
        with pytest.raises(ValueError, match="doesn't begin as one"):
            check(damaged, nothing)


@pytest.mark.parametrize(("plies", "move"), [(13, 0), (15, 1), (-15, 0)])
def test_a_record_that_its_certificate_doesnt_show_is_refused(
    plies: int, move: int, claim: Certificate, file: Path
) -> None:
    form, symmetry = canonical(grid_of(OPENING), 15, 15)
    key = key_of(0, 15, 15, BLACK, form)
    root = claim.nodes[-1]
    assert isinstance(root, MoveNode)
    wins = orders(15, 15)[symmetry].index(Cell(root.cell).y * 15 + Cell(root.cell).x)
    for false in (0, 1):
        lie = Entry(plies if false else 15, wins + (move if false else 0), certificate.dumps(claim))
        file.write_bytes(dumps(0, 15, 15, {key: lie}))
        with closing(Database(file)) as made:
            if not false:
                assert check(made, nothing).plies == 15
                continue
            with pytest.raises(Refused, match="record 0 is not what its certificate shows"):
                check(made, nothing)


@pytest.mark.parametrize("is_known", [True, False], ids=["taken", "unknown"])
def test_a_lost_record_says_a_legal_reply_of_its_certificate(
    is_known: bool, claim: Certificate, file: Path
) -> None:
    form, _ = canonical(after_move(claim), 15, 15)
    taken = next(number for number, cell in enumerate(form) if cell != EMPTY)
    key = key_of(0, 15, 15, WHITE, form) if is_known else bytes(16)
    plies = 1 - claim.plies if is_known else 0
    file.write_bytes(dumps(0, 15, 15, {key: Entry(plies, taken, certificate.dumps(claim))}))
    with (
        closing(Database(file)) as made,
        pytest.raises(Refused, match="record 0 is not what its certificate shows"),
    ):
        check(made, nothing)


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


# The engine.


def test_an_engine_answers_at_once_where_one_line_is_wanted(file: Path) -> None:
    reported: list[Analysis] = []
    with Engine(MEMORY, database=file) as engine:
        found = engine.analyse(OPENING, Limit(nodes=NODES), report=reported.append)
        assert (found.score.mate, found.analysis.nodes, reported) == (15, 0, [found.analysis])
        assert engine.play(OPENING, Limit(nodes=NODES)).move == found.move
        (own, reply, *_) = found.analysis.line
        engine.place(own, OPENING.turn)
        lost = engine.think(opponent(OPENING.turn), Limit(nodes=NODES))
        assert (lost.score.mate, lost.move) == (-14, reply)


def test_an_engine_searches_for_several_lines_a_barred_move_and_a_weaker_level(file: Path) -> None:
    with Engine(MEMORY, database=file) as engine:
        move = engine.analyse(OPENING, Limit(nodes=NODES)).move
        assert engine.analyse(OPENING, Limit(nodes=50), lines=2).analysis.nodes > 0
        assert engine.play(OPENING, Limit(nodes=50), strength=20).analysis.nodes > 0
        engine.set_up(OPENING)
        assert engine.think(OPENING.turn, Limit(nodes=50), barred=[move]).move != move


def test_the_empty_board_may_be_known_too(tmp_path: Path) -> None:
    centre, path = 7 * 15 + 7, tmp_path / "positions"
    key = key_of(0, 15, 15, BLACK, bytes(15 * 15))
    path.write_bytes(dumps(0, 15, 15, {key: Entry(33, centre, b"")}))
    with Engine(MEMORY, database=path) as engine:
        found = engine.analyse(Position(15, 15, 0), Limit(nodes=NODES))
        assert (found.move.name, found.score.mate, found.analysis.line) == ("h8", 33, (found.move,))
        assert engine.play(Position(15, 15, 0), Limit(nodes=NODES)).move == found.move


def test_a_wrong_file_is_refused_and_changes_nothing(file: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"wrong")
    with Engine(MEMORY, database=file) as engine:
        with pytest.raises(ValueError, match="is not a Tengen database"):
            engine.set_database(wrong)
        with pytest.raises(FileNotFoundError):
            engine.set_database(tmp_path / "none")
        assert engine.analyse(OPENING, Limit(nodes=NODES)).score.mate == 15
    with pytest.raises(ValueError, match="is not a Tengen database"):
        Engine(MEMORY, database=wrong)


def test_nothing_is_loaded_without_a_file() -> None:
    program = "import sys; from brain.engine import Engine; Engine(); print(*sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert not {"brain.certificates.proof_database", "brain.certificates.check", "hashlib"} & set(
        done.stdout.split()
    )

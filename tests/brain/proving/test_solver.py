"""The solver: what it proves is kept, and used again from any side of the board."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, LineNode
from brain.certificates.check import Refused, check
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.certificates.tree import Attack, Tree, tree_of
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, cell_at, opponent, point_of
from brain.position import Position
from brain.proving import merge, prover, solver
from brain.proving.prover import NotProved
from brain.proving.reuse import Siblings
from brain.proving.solver import ASKED, Job, Proof, Workers
from brain.rules.symmetry import symmetries, transformed
from tests import ROOT

MEMORY = 64 << 20
MOVES = "e5d6c3g4e6e7c5c4d4f6b2a1"
SIZE = 9
TRIES = prover.LINE_TRIES


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(autouse=True)
def _only_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "LINE_TRIES", 0)  # so that there is something to store


def position(symmetry: int = 0) -> Position:
    """Return the position to be solved, under a symmetry."""
    moves = Board.read(MOVES, SIZE, FREESTYLE).position
    points = transformed([point_of(cell) for cell, _ in moves.stones], symmetry, SIZE, SIZE)
    stones = [
        (type(cell).at(*point), colour)
        for point, (cell, colour) in zip(points, moves.stones, strict=True)
    ]
    return Position(SIZE, SIZE, FREESTYLE, stones)


class Killed(Exception):  # noqa: N818 (what happens to the solver)
    pass


def test_a_killed_solver_resumes_with_its_proofs(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Certificate] = []

    def kill(claim: Certificate) -> None:
        kept.append(claim)
        if len(kept) == 2:
            raise Killed

    with pytest.raises(Killed):
        solver.solve(engine, Job(position(), 2), tmp_path, kill)
    with (tmp_path / solver.STORE).open("ab") as file:
        file.write(b"54454e47")  # a line that a kill has cut
    with closing(solver.Store(tmp_path)) as store:
        assert len(store.claims) == 2
    assert all(check(claim) for claim in kept)
    again: list[Certificate] = []
    claim = solver.solve(engine, Job(position(), 2), tmp_path, again.append)
    assert check(claim).plies == claim.plies
    assert not {stones_of(one.position) for one in kept} & {
        stones_of(one.position) for one in again
    }


@pytest.mark.parametrize("symmetry", symmetries(SIZE, SIZE))
def test_proofs_are_found_under_every_symmetry(
    symmetry: int, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = solver.solve(engine, Job(position(), 2), tmp_path, lambda claim: None)
    monkeypatch.setattr(solver, "LONG", ())  # nothing more is found
    turned = position(symmetry)
    claim = solver.solve(engine, Job(turned, 0), tmp_path, lambda claim: None)
    assert claim.position == turned
    assert check(claim).plies == first.plies


def played(tree: Tree, game: Position) -> Iterator[Position]:
    """Yield the games in which the attacker makes the moves of a tree, after a game."""
    if isinstance(tree, Attack):
        stones = (*game.stones, (tree.move, game.turn))
        yield replaced(game, stones)
        for reply, then in tree.branches:
            yield from played(then, replaced(game, (*stones, (reply, opponent(game.turn)))))


def replaced(game: Position, stones: Iterable[tuple[int, int]]) -> Position:
    return Position(game.width, game.height, game.rule, stones, game.turn)


@pytest.mark.parametrize("symmetry", [0, 5])
def test_advice_is_taken_from_any_side_and_bad_advice_is_dropped(
    symmetry: int, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = solver.solve(engine, Job(position(), 2), tmp_path / "found", lambda claim: None)
    good = solver.advice_of(played(tree_of(claim), position()))
    monkeypatch.setattr(solver, "LONG", ())  # no win is found by thinking
    turned = position(symmetry)

    def solved(advice: solver.Advice, folder: str) -> Certificate:
        return solver.solve(engine, Job(turned, 0, advice), tmp_path / folder, lambda claim: None)

    with pytest.raises(NotProved, match="no win is found"):
        solved({}, "without")
    assert check(solved(good, "good")).plies == claim.plies
    bad = {stones: [next(cells_of(stones.empty)), *moves] for stones, moves in good.items()}
    assert check(solved(bad, "bad first")).plies == claim.plies


def test_the_same_advice_twice_is_one() -> None:
    assert list(solver.advice_of([position(), position()]).values()) == [
        [cell] for cell, _ in position().stones
    ]


def test_the_empty_board_is_bet_on(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "LONG", (100,))
    with pytest.raises(NotProved, match=r"^after d4 \w+: "):
        solver.solve(engine, Job(Position(7, 7, FREESTYLE), 1), tmp_path, lambda claim: None)


def test_a_store_with_a_wrong_line_is_refused_by_its_number(tmp_path: Path) -> None:
    (tmp_path / solver.STORE).write_text("zz\n")
    with pytest.raises(ValueError, match=r"proved.txt, line 1: "):
        solver.Store(tmp_path)


def test_a_cut_first_line_is_overwritten_and_another_file_kept(tmp_path: Path) -> None:
    file = tmp_path / solver.STORE
    file.write_text("54454e47")
    assert not solver.Store(tmp_path).claims
    assert file.read_text() == ""
    file.write_text("(;GM[4]SZ[15];B[hh])")
    with pytest.raises(ValueError, match="the last line is incomplete"):
        solver.Store(tmp_path)
    assert file.read_text() == "(;GM[4]SZ[15];B[hh])"


def test_a_stored_certificate_of_the_position_is_checked(engine: Engine, tmp_path: Path) -> None:
    lie = Certificate(position(), 1, (LineNode((position().black[0],)),))
    (tmp_path / solver.STORE).write_text(f"{certificate.dumps(lie).hex()}\n")
    with pytest.raises(ValueError, match=r"proved\.txt is wrong about the position: "):
        solver.solve(engine, Job(position(), 2), tmp_path, lambda claim: None)


def test_stored_intermediate_proofs_are_checked_at_the_end(engine: Engine, tmp_path: Path) -> None:
    first = solver.solve(engine, Job(position(), 2), tmp_path / "right", lambda claim: None)
    *way, last = solver.stored(tmp_path / "right")
    assert way
    assert replace(last, position=first.position) == first

    def solved_after(claims: Iterable[Certificate], folder: str) -> Certificate:
        with closing(solver.Store(tmp_path / folder)) as store:
            for claim in claims:
                store.add(claim)
        return solver.solve(engine, Job(position(), 2), tmp_path / folder, lambda claim: None)

    for wrong in (2, first.position.plies_left):
        late = [replace(claim, plies=claim.plies + wrong) for claim in way]
        assert solved_after(late, f"{wrong} plies too many") == first
    cells = [next(cells_of(stones_of(claim.position).empty)) for claim in way]
    no_wins = [
        replace(claim, nodes=(LineNode((cell,)),), plies=1)
        for claim, cell in zip(way, cells, strict=True)
    ]
    with pytest.raises(Refused):
        solved_after(no_wins, "no wins")


def test_answers_are_shared_at_the_end(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = list[Certificate]()

    def share(claim: Certificate, engine: Engine) -> Certificate:
        shared.append(merge.merged(claim, engine))
        return shared[-1]

    monkeypatch.setattr(solver, "merged", share)
    claim = solver.solve(engine, Job(position(), 2), tmp_path, lambda claim: None)
    assert len(list(solver.stored(tmp_path))) > 1
    assert [each.nodes for each in shared] == [claim.nodes]


def test_boards_that_have_the_same_cells_are_two(tmp_path: Path) -> None:
    black, white = ([*map(Cell.named, names.split())] for names in ("b2 c2 d2", "h9 j9 l9"))
    narrow = Position.of_colours(14, 15, 0, BLACK, black, white)
    black, white = ([Cell.at(14 - cell.x, cell.y) for cell in side] for side in (black, white))
    wall = [Cell.at(0, y) for y in range(15)]
    walled = Position.of_colours(15, 15, 0, BLACK, black, white, wall)
    store = solver.Store(tmp_path)
    store.add(Certificate(walled, 1, (LineNode((cell_at(1, 1),)),)))
    assert store.claim(walled)
    assert store.claim(narrow) is None
    assert store.find(narrow) is None


# Workers.


class SpoiltWorkers(Executor):
    """Workers who prove at once, and whose proofs may be spoilt before they arrive."""

    def __init__(self, spoil: Callable[[int, Proof], Proof] = lambda number, proof: proof) -> None:
        self.spoil = spoil
        self.asked: list[Stones] = []
        self.warnings: list[str] = []
        self.workers = Workers(self, 1, self.warnings.append)

    def submit(self, work: Any, /, *given: Any, **more: Any) -> Future[Any]:
        """Prove a position."""
        self.asked.append(stones_of(given[0]))
        future = Future[Any]()
        try:
            future.set_result(self.spoil(len(self.asked), work(*given, **more)))
        except Exception as error:
            future.set_exception(error)
        return future


def solved(engine: Engine, folder: Path, workers: SpoiltWorkers, plies: int = 2) -> Certificate:
    """Return a certificate that is made with workers, and checked."""
    claim = solver.solve(
        engine, Job(position(), plies), folder, lambda claim: None, workers.workers
    )
    assert check(claim).plies == claim.plies
    for stored in solver.stored(folder):
        assert check(stored).plies == stored.plies
    return claim


def test_workers_prove_each_reply_once(engine: Engine, tmp_path: Path) -> None:
    workers = SpoiltWorkers()
    solved(engine, tmp_path / "one", workers)
    assert len(set(workers.asked)) == len(workers.asked) > 1
    assert workers.warnings == []
    kept = {stones_of(claim.position) for claim in solver.stored(tmp_path / "one")}
    assert set(workers.asked) < kept


def other_plies(proof: Proof) -> Proof:
    claim = certificate.loads(proof[1])
    return proof[0], certificate.dumps(replace(claim, plies=claim.plies + 2))


def other_position(proof: Proof) -> Proof:
    return proof[0], certificate.dumps(OTHER)


def no_proof(proof: Proof) -> Any:
    return None


def damaged(proof: Proof) -> Proof:
    return proof[0], proof[1][:-1]


def dead(proof: Proof) -> Proof:
    raise ConnectionError("the worker has died")


OTHER = certificate.loads(
    bytes.fromhex((ROOT / "tests" / "data" / "certificates.txt").read_text().split()[0])
)
LIES: dict[Callable[[Proof], Any], str] = {
    other_plies: "it wins in ",
    other_position: "its certificate is of another position",
    no_proof: "cannot unpack",
    damaged: "its checksum is wrong",
    dead: "the worker has died",
}


@pytest.mark.parametrize("lie", LIES)
def test_the_work_of_a_wrong_worker_is_reported_and_redone(
    lie: Callable[[Proof], Any], engine: Engine, tmp_path: Path
) -> None:
    honest = solved(engine, tmp_path / "honest", SpoiltWorkers())
    workers = SpoiltWorkers(lambda number, proof: lie(proof) if number == 1 else proof)
    assert solved(engine, tmp_path / "lied to", workers) == honest
    (warning,) = workers.warnings
    assert LIES[lie] in warning
    assert workers.asked.count(workers.asked[0]) == 2
    assert len(set(workers.asked)) == len(workers.asked) - 1


def test_a_workers_certificate_that_takes_too_long_is_refused(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "CHECKED_NODES", 0)
    workers = SpoiltWorkers()
    solved(engine, tmp_path, workers)
    assert "not checked within 0 nodes" in workers.warnings[0]


def test_where_workers_are_always_wrong_all_is_proved_here(engine: Engine, tmp_path: Path) -> None:
    workers = SpoiltWorkers(lambda number, proof: other_plies(proof))
    solved(engine, tmp_path, workers)
    assert len(workers.warnings) == len(workers.asked)
    assert {workers.asked.count(each) for each in workers.asked} == {ASKED}


def test_a_proved_reply_is_reused_before_workers_are_asked(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prover, "LINE_TRIES", TRIES)
    opening = Board.read("h8i12i7c13").position
    stones, one, another = stones_of(opening), cell_at(0, 0), cell_at(14, 0)
    store, workers = solver.Store(tmp_path), SpoiltWorkers()
    store.add(prover.prove(engine, position_of(stones.answered(one), opening)))
    maker = solver.Solver(engine, Job(opening, 0), store, lambda claim: None, workers.workers)
    maker.look_ahead(stones, [one, another], Siblings(engine, maker.attacker))
    assert workers.asked == []


def test_a_position_that_workers_cannot_prove_is_not_proved(engine: Engine, tmp_path: Path) -> None:
    def fail(number: int, proof: Proof) -> Proof:
        raise NotProved("no win is found")

    workers = SpoiltWorkers(fail)
    with pytest.raises(NotProved, match=r"after .*: no win is found"):
        solved(engine, tmp_path, workers, plies=0)
    assert workers.warnings == []
    assert len(workers.asked) > 0


def test_workers_prove_the_positions_after_the_last_bet(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def move(self: solver.Solver, stones: Stones, nodes: int) -> int:
        found = known(self, stones, nodes)
        return found if self.path else 0

    known = solver.Solver.choose_move
    monkeypatch.setattr(solver.Solver, "choose_move", move)
    stones = stones_of(position())
    start = (stones.own | stones.other).bit_count()
    for plies, follow in ((2, 2), (4, 4)):
        workers = SpoiltWorkers()
        solved(engine, tmp_path / f"{plies}", workers, plies)
        after = [(asked.own | asked.other).bit_count() - start for asked in workers.asked]
        assert min(after) == follow


def test_a_solver_with_workers_resumes_after_a_kill(engine: Engine, tmp_path: Path) -> None:
    kept: list[Certificate] = []

    def kill(claim: Certificate) -> None:
        kept.append(claim)
        raise Killed

    workers, others = SpoiltWorkers(), SpoiltWorkers()
    with pytest.raises(Killed):
        solver.solve(engine, Job(position(), 2), tmp_path, kill, workers.workers)
    solved(engine, tmp_path, others)
    assert stones_of(kept[0].position) in workers.asked
    assert stones_of(kept[0].position) not in others.asked

"""Whatever kills a writer, and whichever bit of its file flips, at most the last record is lost and
no wrong one is read: `python -m tests.long.kills [KILLS [SEED]]`.

A fork of this process writes records as the tool does, and is killed. Half of the kills also cut
off a part of the last record, as a full disk or a failing machine can. Then the writer resumes. In
a copy, one bit flips: the reader and the writer read the same records up to the last, or refuse the
file and leave it unchanged.

A thousand kills take 90 s of CPU time and five minutes or more.

Last, a real solver is killed again and again. Its store and its certificate must be those of an
undisturbed one, byte for byte.
"""

import multiprocessing
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import tengen
from brain.certificates import certificate
from brain.certificates.check import Checked, check
from brain.files import journal
from brain.openings.opening_book import Opening, offsets, parse_line
from brain.proving import solver
from brain.train import curve, labelled_games, position_table, write_games
from brain.train.curve import CURVE, RoundResult
from brain.train.labelled_games import LabelledGame, SelfPlayConfig
from brain.train.position_table import PositionRow
from protocol.match.tuning import spsa
from protocol.records import match_sgf, pgn, puzzle_files, record_folder
from protocol.records.games import Game
from protocol.records.record_folder import Records
from protocol.tools import openings, verify
from protocol.tools.solve import RESULT
from tests import ROOT
from tests.support.driver import MODULE
from tests.support.labelled import BY_HAND, CONFIG
from tests.support.match_games import GAME

KILLS = 1000
SOLVER_KILLS = 20
MOVES = "h8i12i7c13"  # a certificate of many moves, each of which is stored
STEP_S = 0.25  # a life of a solver is longer than the one before by at most so much
PATIENCE_S = 600.0
RECORDS = 12  # in a file, before the next begins
SIZE = 15  # of the boards
LIFE_S = 0.05  # maximum of a writer
ADDED = 4  # records that a writer adds before it waits to be killed
CHECKED = Checked(9, 277)


@dataclass(frozen=True)
class Writer:
    """A program's writer of a file that grows."""

    file: str
    record: Callable[[int], Any]  # the record with a number, from 0
    read: Callable[[Path], Iterator[Any]]
    write: Callable[[Path], Iterator[object]]  # resumes, and yields after each record
    is_cut: bool = True  # whether a kill can cut off the last record: the file grows in place
    is_checked: bool = True  # whether a reader notices a bit that flips


def _journal(
    file: str, record: Callable[[int], Any], loads: Callable[[str], Any], cut: str, dumps: Any
) -> Writer:
    """Return the writer of a journal."""

    def write(folder: Path) -> Iterator[object]:
        entries, growing = journal.resumed(folder / file, loads, cut)
        with growing:
            for number in range(len(entries), RECORDS + ADDED):
                growing.write(dumps(record(number)))
                yield None

    return Writer(file, record, lambda folder: journal.read(folder / file, loads), write)


@cache
def _certificates() -> list[certificate.Certificate]:
    lines = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
    return [certificate.loads(bytes.fromhex(line)) for line in lines[::2]]


@cache
def _puzzles() -> list[puzzle_files.Problem]:
    return [*puzzle_files.read(puzzle_files.SHIPPED)]


def _game(number: int) -> Game:
    return replace(GAME, number=number + 1, pair=number + 1)


def _write_games(folder: Path) -> Iterator[object]:
    records = Records(folder)
    for number in range(len(records.open()), RECORDS + ADDED):
        records.append(_game(number))
        yield None


def _write_store(folder: Path) -> Iterator[object]:
    with closing(solver.Store(folder)) as store:
        for number in range(len(store.claims), RECORDS + ADDED):
            store.add(_certificates()[number])
            yield None


def _played(config: SelfPlayConfig, number: int) -> LabelledGame:
    """Return a labelled game. Only the first has positions: the others would have the same."""
    return replace(BY_HAND, winner=number % 3, positions=() if number else BY_HAND.positions)


def _read_labelled(folder: Path) -> Iterator[LabelledGame]:
    if not CONFIG.line().startswith((folder / labelled_games.FILE).read_bytes()):  # a begun line
        for _, game in labelled_games.read(folder):
            yield game


def _write_labelled(folder: Path) -> Iterator[object]:
    with mock.patch.object(write_games, "play", _played):
        yield from write_games.written(folder, CONFIG, 1)


# Files of other programs' formats.


def _opening(number: int) -> Opening:
    return ((7, 7), (8, 8), (number % 7, number // 7))


def _write_openings(folder: Path) -> Iterator[object]:
    with openings.output(folder / "openings.txt", SIZE) as (known, file):
        for number in range(len(known), RECORDS + ADDED):
            print(offsets(_opening(number), SIZE, SIZE), file=file)
            yield None


def _read_openings(folder: Path) -> Iterator[Opening]:
    return journal.read(folder / "openings.txt", lambda line: parse_line(line, SIZE, SIZE))


@cache
def _tree(number: int) -> tengen.GameTree:
    """Return a tree of a length that differs from the one before."""
    tree = tengen.GameTree(SIZE, SIZE)
    tree.root.comment = f"{number} " * (1000 * number)
    return tree


def _write_trees(folder: Path) -> Iterator[object]:
    path = folder / "book.sgf"
    count = len(tengen.read_trees(path)) if path.exists() else 0
    while True:
        count += 1
        tengen.write_trees(path, [*map(_tree, range(count))])
        yield None


@cache
def _row(number: int) -> PositionRow:
    return PositionRow(number, 0, SIZE, SIZE, (112, 113), 0, 1, number, 96)


def _write_table(folder: Path) -> Iterator[object]:
    count = len(_scores(folder))
    while True:
        count += 1
        position_table.write(folder / "positions.npz", map(_row, range(count)))
        yield None


def _scores(folder: Path) -> list[int]:
    path = folder / "positions.npz"
    if not path.exists():
        return []
    with np.load(path) as table:
        scores: list[int] = table["score"].tolist()
    return scores


def _export(name: str, dumps: Callable[[Game], str]) -> Writer:
    """Return the writer of a match's games in another format. A kill between two files leaves it a
    game short until the match resumes.
    """

    def text_of(number: int) -> str:
        return dumps(_game(number))

    def read(folder: Path) -> Iterator[str]:
        with (folder / name).open(encoding="utf-8", newline="") as file:
            left = file.read()
        number = 0
        while left:
            length = len(text_of(number))
            yield left[:length]
            left, number = left[length:], number + 1

    return Writer(name, text_of, read, _write_games, is_cut=False, is_checked=False)


def _round(number: int) -> RoundResult:
    return RoundResult(number, 0.5, 0.6, 0.4, 1.0, 5, 2, 3, (1, 0, 2, 0, 2), 60)


def _write_curve(folder: Path) -> Iterator[object]:
    rounds = curve.read(folder)
    while True:
        rounds.append(_round(len(rounds)))
        curve.write(folder, rounds)
        yield None


WRITERS = {
    "match": Writer(
        "games.jsonl",
        _game,
        lambda folder: record_folder.read(folder / "games.jsonl"),
        _write_games,
    ),
    "solve": Writer(
        solver.STORE, lambda number: _certificates()[number], solver.stored, _write_store
    ),
    "puzzles --make": _journal(
        "mine.jsonl",
        lambda number: _puzzles()[number],
        puzzle_files.loads,
        puzzle_files.CUT,
        puzzle_files.dumps,
    ),
    "verify --journal": _journal(
        "journal",
        lambda number: (f"{number:064x}", CHECKED._replace(recorded=CHECKED.nodes)),
        verify.loads,
        verify.CUT,
        lambda entry: verify.dumps(*entry),
    ),
    "spsa": _journal(
        spsa.LOG,
        lambda number: spsa.TuningRound(number / 8, {"WINDOW": 12.5}),
        spsa.loads,
        spsa.CUT,
        spsa.dumps,
    ),
    "write_games": Writer(
        labelled_games.FILE,
        partial(_played, CONFIG),
        _read_labelled,
        _write_labelled,
    ),
    "match, PGN": _export("games.pgn", pgn.dumps),
    "match, SGF": _export("games.sgf", match_sgf.dumps),
    "openings --file": Writer(
        "openings.txt", _opening, _read_openings, _write_openings, is_checked=False
    ),
    "write_trees": Writer(
        "book.sgf",
        _tree,
        lambda folder: iter(tengen.read_trees(folder / "book.sgf")),
        _write_trees,
        is_cut=False,
        is_checked=False,
    ),
    "export": Writer(
        "positions.npz",
        lambda number: number,
        lambda folder: iter(_scores(folder)),
        _write_table,
        is_cut=False,
        is_checked=False,
    ),
    "train": Writer(CURVE, _round, lambda folder: iter(curve.read(folder)), _write_curve, False),
}


def write_until_killed(writer: Writer, folder: Path) -> None:
    """Add records, and wait."""
    adding = writer.write(folder)
    for _ in range(ADDED):
        next(adding, None)
    time.sleep(PATIENCE_S)


def kill(writer: Writer, folder: Path, life_s: float) -> None:
    """Let a writer live for a time, and kill it."""
    process = multiprocessing.get_context("fork").Process(
        target=write_until_killed, args=(writer, folder)
    )
    process.start()
    time.sleep(life_s)
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL, "the writer ended by itself"


def records_in(writer: Writer, folder: Path) -> int:
    """Return the number of records in a folder; AssertionError if one is wrong."""
    try:
        found = [*writer.read(folder)]
    except FileNotFoundError:
        return 0
    assert found == [*map(writer.record, range(len(found)))]
    return len(found)


def cut_off(path: Path, start: int, dice: random.Random) -> None:
    """Cut off the end of a file, behind `start`."""
    whole = path.read_bytes()
    path.write_bytes(whole[: dice.randint(min(start, len(whole)), len(whole))])


def flip(path: Path, dice: random.Random) -> bytes:
    """Flip a bit of a file; return the new content."""
    content = bytearray(path.read_bytes())
    bit = dice.randrange(8 * len(content))
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    return bytes(content)


def check_flipped(writer: Writer, folder: Path, count: int, dice: random.Random) -> bool:
    """Flip a bit in a folder with `count` records. Return whether the file was refused;
    AssertionError if a wrong record was read, more than the last was lost, or a file that was
    refused has changed.
    """
    damaged = flip(folder / writer.file, dice)
    try:
        left = records_in(writer, folder)
    except ValueError as refused:
        left, message = 0, str(refused)
        assert writer.file in message
    else:
        assert left >= count - 1
    try:
        with closing(writer.write(folder)) as adding:  # type: ignore[type-var]
            next(adding, None)
    except ValueError:
        assert (folder / writer.file).read_bytes() == damaged
        return True
    assert left >= count - 1, "what can't be read was not refused"
    assert records_in(writer, folder) >= count - 1
    return False


def kill_and_flip(writer: Writer, place: Path, kills: int, seed: int) -> int:
    """Kill a writer at random moments, and flip a bit of a copy after each; return the number of
    copies that were refused. AssertionError if a record is lost or wrong.
    """
    dice, refused, folder = random.Random(seed), 0, place / "0"
    writer.record(0)  # the forks need not load it
    count, path = 0, folder / writer.file
    for number in range(kills):
        if count >= RECORDS:
            folder, count = place / str(number), 0
            path = folder / writer.file
        folder.mkdir(parents=True, exist_ok=True)
        before = path.stat().st_size if path.exists() else 0
        kill(writer, folder, dice.uniform(0, LIFE_S))
        found = records_in(writer, folder)
        assert found >= count
        if writer.is_cut and path.exists() and dice.random() < 0.5:
            cut_off(path, before, dice)
            found = records_in(writer, folder)
            assert found >= count
        count = found
        if writer.is_checked and path.exists() and path.stat().st_size:
            copy = place / "copy"
            shutil.copytree(folder, copy)
            refused += check_flipped(writer, copy, count, dice)
            shutil.rmtree(copy)
    return refused


# A real solver.


def command(folder: Path, moves: str) -> tuple[str, ...]:
    """Return what a person types."""
    return (*MODULE, "solve", moves, "--out", str(folder))


def undisturbed(folder: Path, moves: str) -> None:
    """Let a solver end."""
    done = subprocess.run(
        command(folder, moves), cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr


def killed(folder: Path, moves: str, kills: int, seed: int, step_s: float = STEP_S) -> int:
    """Kill a solver at random moments, then let one end; return how many were killed in time."""
    draw, hits = random.Random(seed), 0
    for number in range(1, kills + 1):
        process = subprocess.Popen(
            command(folder, moves),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(draw.uniform(0, step_s * number))
        hits += process.poll() is None
        process.kill()
        process.wait()
    undisturbed(folder, moves)
    return hits


def same(one: Path, other: Path) -> bool:
    """Return whether two folders hold the same, and certificates that are right."""
    names = (solver.STORE, RESULT)
    for name in names:
        if (one / name).read_bytes() != (other / name).read_bytes():
            return False
    with closing(solver.Store(one)) as store:
        claims = store.claims
    return all(check(claim).plies == claim.plies for claim in claims.values())


def main(arguments: Sequence[str]) -> int:
    """Print how it went; return 1 where kills have changed what is proved."""
    kills, seed = (*map(int, arguments), *(KILLS, 1)[len(arguments) :])
    for name, writer in WRITERS.items():
        with tempfile.TemporaryDirectory() as folder:
            refused = kill_and_flip(writer, Path(folder), kills, seed)
        print(f"{name}: {kills} kills and flipped bits, {refused} files refused", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        calm, disturbed = Path(folder, "calm"), Path(folder, "disturbed")
        undisturbed(calm, MOVES)
        hits = killed(disturbed, MOVES, SOLVER_KILLS, seed)
        is_same = same(calm, disturbed)
        with closing(solver.Store(calm)) as store:
            proved = len(store.claims)
    verdict = "the same" if is_same else "NOT THE SAME"
    print(f"{hits} of {SOLVER_KILLS} solvers killed: {proved} positions proved, {verdict}")
    return int(not is_same)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Certificates as an enemy sees them: `python -m tests.long.certificates STEP --folder DIR`.

| step | does, in each rule |
|---|---|
| make | certificates of wins that searches claim, up to the given number |
| play | games against them: none may be lost, nor take more plies than claimed |
| judge | asks all checkers about them |
| damage | damages others, most of boards of 5 to 7, and asks all checkers; what is accepted is \
confirmed by brute force or played against |
| windows | damages certificates in windows of larger boards, and asks both checkers of these |
| report | prints the figures |

A damaged certificate takes 2 ms of CPU time, in renju 4. Every step may be stopped at any moment
and resumes when it is rerun: each batch is a line of a file in the folder, and its content depends
on its number alone.
"""

import argparse
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, cell_at, opponent
from brain.position import Position
from brain.proving import prover
from brain.rules.laws import RULES
from tests import ROOT
from tests.long import puzzles
from tests.long.proofs import KINDS, Player, game, spread
from tests.support import all_checkers, small_boards, small_windows
from tests.support.damage import DAMAGES, WINDOW_DAMAGES, Damage

MEMORY = 64 << 20
MOST_NODES = 100_000  # checked in a certificate
DAMAGED_NODES = 600  # and in one that is damaged
SMALL_BOARDS = 60  # certificates that are damaged, beside the tests' own of some bytes
MOST_BYTES = 60
FEWEST_PLIES = 5  # of a win that is certified: shorter ones show little
GROUP = 50  # certificates that are played against in a batch
GAMES = 2000  # against each of them
FILES = 500  # of a batch, damaged
WINDOW_FILES = 200  # certificates in windows that are damaged in a batch
OUTSIDE = range(4)  # white stones there, by lemma 3
WINDOW_NODES = 800  # checked in one of them
PUZZLES = "puzzles"
PUZZLE_PERIOD = 8  # games; all others are less even
SHIPPED = ROOT / "tests" / "data" / "certificates.txt"
LIMIT_S = 10.0  # in which a win should be certified

Batch = dict[str, Any]
Work = Callable[[int], Batch]  # makes a batch of its number
Claims = Iterator[tuple[Position, int, int]]  # with the plies to a win, and its first move


def kept(path: Path) -> list[Batch]:
    """Return the batches in a file; a kill may have cut the last line."""
    content = path.read_bytes() if path.exists() else b""
    return [json.loads(line) for line in content[: content.rfind(b"\n") + 1].splitlines()]


def batches(path: Path, work: Work) -> Iterator[Batch]:
    """Yield the batches in a file, then more and more new ones, which are written to it."""
    done = kept(path)
    yield from done
    with path.open("ab") as file:
        content = path.read_bytes()
        file.truncate(content.rfind(b"\n") + 1)
        for number in itertools.count(len(done)):
            batch = work(number)
            file.write(json.dumps(batch).encode() + b"\n")
            file.flush()
            yield batch


# Making.


class Maker:
    """Makes certificates of the wins that searches claim in games of one rule."""

    def __init__(self, rule: int) -> None:
        self.rule = rule
        self.players = {kind: Player(kind) for kind in KINDS}

    def batch(self, number: int) -> Batch:
        """Return the wins claimed in a game: the claim's plies, and its certificate or why there is
        none, and the seconds.
        """
        if number % PUZZLE_PERIOD == PUZZLE_PERIOD - 1:
            kind, claims = PUZZLES, self.puzzles(number)
        else:
            kind = [*KINDS][number % len(KINDS)]
            claims = self.claims(kind, number)
        wins = []
        for position, plies, move in claims:
            began = time.process_time()
            try:
                made = certificate.dumps(
                    prover.prove(self.players["kill"].engine, position, move)
                ).hex()
            except prover.NotProved as fault:
                made = str(fault)
            wins.append([plies, made, round(time.process_time() - began, 4)])
        return {"kind": kind, "wins": wins}

    def claims(self, kind: str, number: int) -> Claims:
        """Yield wins that a kind of search claims in a game."""
        player, left = self.players[kind], 4
        for position in game(player, self.rule, random.Random(f"{self.rule} {number}")):
            plies, move = player.claim(position.turn)
            if plies >= FEWEST_PLIES:
                yield position, plies, move
                player.set_up(position)
                left -= 1
            if not left:
                return

    def puzzles(self, number: int) -> Claims:
        """Yield the win of a puzzle."""
        wanted = dict.fromkeys(puzzles.KINDS, 1)
        puzzle = next(puzzles.make(self.rule, number, wanted))
        colours = itertools.cycle((BLACK, opponent(BLACK)))
        stones = [
            (cell_at(*point), colour) for point, colour in zip(puzzle.moves, colours, strict=False)
        ]
        size = puzzles.SIZE
        turn = BLACK if len(stones) % 2 == 0 else opponent(BLACK)
        yield Position(size, size, self.rule, stones, turn), puzzle.plies, cell_at(*puzzle.answer)


def make(rule: int, folder: Path, count: int) -> None:
    """Make certificates up to a number."""
    found, path = 0, folder / f"made-{rule}.jsonl"
    for batch in batches(path, Maker(rule).batch):
        found += sum(is_made(text) for _, text, _ in batch["wins"])
        if found >= count:
            return


def is_made(text: str) -> bool:
    """Return whether a win's text is a certificate's."""
    return text.startswith(certificate.MAGIC.hex())


def made(rule: int, folder: Path) -> list[Certificate]:
    """Return the certificates that were made."""
    wins = [win for batch in kept(folder / f"made-{rule}.jsonl") for win in batch["wins"]]
    return [certificate.loads(bytes.fromhex(text)) for _, text, _ in wins if is_made(text)]


# Playing.


def play(rule: int, folder: Path, count: int) -> None:
    """Play games against the certificates made. Raises Lost."""
    from tests.support.compiled_adversary import Plans  # it takes seconds to compile

    certificates, engine = made(rule, folder), Engine(MEMORY)
    groups = [certificates[start : start + GROUP] for start in range(0, len(certificates), GROUP)]

    def work(number: int) -> Batch:
        group = groups[number % len(groups)]
        began = time.process_time()
        longest = Plans(group, engine).play(GAMES, number)
        seconds = round(time.process_time() - began, 2)
        return {"games": GAMES * len(group), "longest": longest, "seconds": seconds}

    games = 0
    for batch in batches(folder / f"played-{rule}.jsonl", work):
        games += batch["games"]
        if games >= count:
            return


# All checkers.


def judge(rule: int, folder: Path, count: int) -> None:
    """Run all checkers on some of the certificates made. Raises Lost."""
    data = [certificate.dumps(claim) for claim in made(rule, folder)][:count]
    with all_checkers.running(MOST_NODES) as checkers:

        def work(number: int) -> Batch:
            part = data[number * FILES : (number + 1) * FILES]
            return vars(checkers.compare([("whole", each) for each in part]))

        path = folder / f"judged-{rule}.jsonl"
        list(itertools.islice(batches(path, work), -(-len(data) // FILES)))


def damage(rule: int, folder: Path, count: int) -> None:
    """Damage certificates, and run all checkers on them. Raises Lost."""
    whole = small_boards.certificates(rule, SMALL_BOARDS) + shipped(rule, MOST_BYTES)
    with all_checkers.running(DAMAGED_NODES) as checkers:

        def work(number: int) -> Batch:
            dice = random.Random(f"{rule} {number}")
            return vars(checkers.compare(list(damaged(whole, FILES, dice))))

        path = folder / f"damaged-{rule}.jsonl"
        list(itertools.islice(batches(path, work), -(-count // FILES)))


def shipped(rule: int, most_bytes: int) -> list[Certificate]:
    """Return the small ones of the tests' certificates in a rule."""
    data = map(bytes.fromhex, SHIPPED.read_text().splitlines())
    found = map(certificate.loads, (each for each in data if len(each) <= most_bytes))
    return [claim for claim in found if claim.position.rule == rule]


def damaged(
    certificates: Sequence[Certificate],
    count: int,
    dice: random.Random,
    damages: Mapping[str, Damage] = DAMAGES,
) -> Iterator[tuple[str, bytes]]:
    """Yield damaged files, each with the name of its damage."""
    kinds = list(damages)
    while count > 0:
        claim, kind = dice.choice(certificates), kinds[count % len(kinds)]
        data = damages[kind](claim, dice)
        if data != certificate.dumps(claim):
            yield kind, data
            count -= 1


def windows(rule: int, folder: Path, count: int) -> None:
    """Damage certificates in windows, and run both checkers on them."""
    if rule != FREESTYLE:
        return

    def work(number: int) -> Batch:
        dice = random.Random(f"windows {number}")
        whole = small_windows.certificates(WINDOW_FILES, dice)
        files = list(damaged(whole, FILES, dice, WINDOW_DAMAGES))
        outside = dice.choice((None, *OUTSIDE))
        return vars(all_checkers.compare_windows(files, WINDOW_NODES, outside))

    path = folder / f"windows-{rule}.jsonl"
    list(itertools.islice(batches(path, work), -(-count // FILES)))


# Figures.


def report(rule: int, folder: Path, count: int) -> None:
    """Print what the steps have found."""
    wins = [win for batch in kept(folder / f"made-{rule}.jsonl") for win in batch["wins"]]
    sizes = [len(text) // 2 for _, text, _ in wins if is_made(text)]
    fast = sum(is_made(text) and seconds <= LIMIT_S for _, text, seconds in wins)
    print(
        f"rule {rule}: {len(wins)} wins claimed, {len(sizes)} certified, {fast} of them within"
        f" {LIMIT_S:.0f} s; bytes {spread(sizes)}, seconds {spread([win[2] for win in wins])}"
    )
    games = kept(folder / f"played-{rule}.jsonl")
    print(
        f"    {sum(batch['games'] for batch in games)} games won,"
        f" {sum(batch['longest'] for batch in games)} of them in as many plies as claimed,"
        f" {sum(batch['seconds'] for batch in games):.0f} s"
    )
    for name in ("judged", "damaged", "windows"):
        found = kept(folder / f"{name}-{rule}.jsonl")
        files, readable, accepted, judged = (
            sum((Counter(batch[key]) for batch in found), Counter[str]())
            for key in ("files", "readable", "accepted", "judged")
        )
        kinds = ", ".join(
            f"{kind} {accepted[kind]}/{readable[kind]}/{files[kind]}" for kind in files
        )
        checkers = ", ".join(f"{checker} {count}" for checker, count in judged.items())
        differing = [line for batch in found for line in batch["differing"]]
        print(
            f"    {name}: {files.total()} files, {len(differing)} of them differently,"
            f" {sum(batch['given_up'] for batch in found)} given up; judged: {checkers or 'none'};"
            f" accepted / readable / all: {kinds};"
            f" {sum(batch['tried'] for batch in found)} of them won by brute force"
        )
        print("".join(f"{line}\n" for line in differing), end="")


STEPS = {
    "make": make,
    "play": play,
    "judge": judge,
    "damage": damage,
    "windows": windows,
    "report": report,
}
COUNTS = {
    "make": 2000,
    "play": 2_000_000,
    "judge": 2000,
    "damage": 200_000,
    "windows": 20_000,
    "report": 0,
}


def main() -> int:
    """Run a step."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long.certificates",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--rule", type=int, choices=RULES, help="only this one")
    parser.add_argument("--count", type=int, help=f"of each rule (default: {COUNTS})")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    count = COUNTS[options.step] if options.count is None else options.count
    for rule in RULES if options.rule is None else (options.rule,):
        STEPS[options.step](rule, options.folder, count)
    return 0


if __name__ == "__main__":
    sys.exit(main())

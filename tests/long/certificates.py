"""Certificates as an enemy sees them: `python -m tests.long.certificates`.

Certificates are made of wins that searches claim. Games are played against them, none of which may
be lost, nor take more plies than claimed. Then they are damaged: the checkers must say the same of
every file, and where they accept one, games are played against that, too.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from brain import certificate, prover
from brain.certificate import Certificate, Link
from brain.check import GivenUp, check, stones_of
from brain.engine import Engine
from brain.lexicon import RULES
from tests.long.proofs import Player, claims
from tests.support import enemy, javascript
from tests.support.damage import DAMAGES

MOST_NODES = 3000  # checked in a certificate that is damaged or played against
MOST_BYTES = 1500
GAMES_OF_DAMAGED = 20  # against each that is accepted
AT_ONCE = 500  # files that the other checker is asked about


@dataclass
class Tally:
    """What became of damaged files, by the kind of damage."""

    files: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)
    given_up: int = 0


def made(player: Player, rule: int, count: int, dice: random.Random) -> Iterator[Certificate]:
    """Yield certificates of wins that take more than three plies."""
    for position, (plies, move) in claims(player, rule, dice):
        if plies <= 3:
            continue
        try:
            claim = prover.prove(player.engine, position, move)
            found = check(claim, MOST_NODES)
        except (prover.NotProved, GivenUp):
            continue
        if found.nodes <= MOST_NODES and len(certificate.dumps(claim)) <= MOST_BYTES:
            yield claim
            count -= 1
        if count <= 0:
            return


def played(certificates: Sequence[Certificate], count: int, dice: random.Random) -> int:
    """Play so many games; return how many lasted as long as they may. Raises enemy.Lost."""
    longest = 0
    for _ in range(count):
        claim = dice.choice(certificates)
        plies = enemy.play(claim, dice)
        if plies > claim.plies:
            raise enemy.Lost(f"{plies} plies in {claim}")
        longest += plies == claim.plies
    return longest


def damaged(
    certificates: Sequence[Certificate], count: int, dice: random.Random
) -> Iterator[tuple[str, bytes]]:
    """Yield so many damaged files, with what was done to them."""
    kinds = list(DAMAGES)
    while count > 0:
        claim, kind = dice.choice(certificates), kinds[count % len(kinds)]
        data = DAMAGES[kind](claim, dice)
        if data != certificate.dumps(claim):
            yield kind, data
            count -= 1


def compare(
    engine: Engine, files: Sequence[tuple[str, bytes]], tally: Tally, dice: random.Random
) -> None:
    """Ask all checkers about files, and play against those they accept. Raises enemy.Lost."""
    said = javascript.verdicts([data for _, data in files], MOST_NODES)
    for (kind, data), other in zip(files, said, strict=True):
        tally.files[kind] += 1
        fast = 0
        try:
            claim = certificate.loads(data)
            fast = fast_plies(engine, claim)
            plies = check(claim, MOST_NODES).plies
        except GivenUp:
            tally.given_up += 1
            continue
        except ValueError as error:
            if other["ok"] or fast:
                tally.differing.append(f"{kind}, {error}: {data.hex()}")
            continue
        if not other["ok"] or not fast == other["plies"] == plies:
            tally.differing.append(f"{kind}, {other}: {data.hex()}")
        tally.accepted[kind] += 1
        played([claim], GAMES_OF_DAMAGED, dice)


def fast_plies(engine: Engine, claim: Certificate) -> int:
    """Return the plies in which the kernels say that a certificate wins as it claims, or 0."""
    engine.set_up(claim.position)
    checker = prover.FastChecker(claim, engine, MOST_NODES)
    root = Link(len(claim.nodes) - 1)
    try:
        plies = checker.node(root, stones_of(claim.position))
    except (ValueError, RecursionError):
        return 0
    return plies if plies == claim.plies <= claim.position.room else 0


def main() -> int:
    """Play the games and damage the files of every rule; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.certificates", description=__doc__)
    parser.add_argument("--certificates", type=int, default=100, help="of each rule")
    parser.add_argument("--games", type=int, default=20_000, help="of each rule")
    parser.add_argument("--files", type=int, default=20_000, help="of each rule, damaged")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    player, wrong = Player("threats"), 0
    for rule in RULES:
        dice, began = random.Random(f"{options.seed} {rule}"), time.perf_counter()
        found = list(made(player, rule, options.certificates, dice))
        longest = played(found, options.games, dice)
        print(
            f"rule {rule}: {len(found)} certificates, {options.games} games won, {longest} of them"
            f" in as many plies as claimed, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        tally, files = Tally(), list(damaged(found, options.files, dice))
        for start in range(0, len(files), AT_ONCE):
            compare(player.engine, files[start : start + AT_ONCE], tally, dice)
        kinds = ", ".join(f"{kind} {tally.accepted[kind]}/{tally.files[kind]}" for kind in DAMAGES)
        print(
            f"rule {rule}: {len(files)} damaged files, {len(tally.differing)} judged differently,"
            f" {tally.given_up} given up; accepted, and won when played: {kinds};"
            f" {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        print("".join(f"{line}\n" for line in tally.differing), end="")
        wrong += len(tally.differing)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

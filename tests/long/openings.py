"""What is proved of openings of three stones: `python -m tests.long.openings --folder DIR`.

White is to move after them. White is proved to win by a certificate, or proved lost when a win of
Black's is proved after every move. All others are open; of White's moves those hold after which no
win of Black's is proved. In renju the openings are the 26 of the Renju International Federation; in
every rule, those that the engine offers in swap2.

This may be stopped and started again, as the steps of tests.long.certificates may.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

from brain.certificates.check import check
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import RENJU
from brain.openings import swap2
from brain.openings.named_openings import OPENINGS
from brain.position import Position
from brain.proving import prover
from brain.rules.laws import RULES
from brain.rules.symmetry import Points
from tests.long.certificates import Batch, batches

SIZE = 15
MEMORY = 16 << 20
NAMED = tuple(opening.steps for opening in OPENINGS)
NODES = 100_000  # of the thinks for each move
WON, LOST, OPEN = "won", "lost", "open"  # for White


def openings(rule: int) -> tuple[Points, ...]:
    """Return a rule's openings, as steps from the centre, up and to the right."""
    ours = swap2.openings(rule)
    return (*NAMED, *ours) if rule == RENJU else ours


def position(rule: int, steps: Points) -> Position:
    """Return the position after an opening."""
    return Board.of([(SIZE // 2 + x, SIZE // 2 - y) for x, y in steps], SIZE, rule).position


def judged(engine: Engine, position: Position, nodes: int) -> Batch:
    """Return what is proved of a position: the verdict, in how many plies White wins, and the moves
    that hold.
    """
    began, plies, held = time.process_time(), 0, list[str]()
    try:
        plies = check(prover.prove(engine, position, thinks=(nodes,))).plies
    except prover.NotProved:
        held = [cell.name for cell in prover.holding(engine, position, nodes)]
    return {
        "stones": " ".join(cell.name for cell, _ in position.stones),
        "verdict": WON if plies else OPEN if held else LOST,
        "plies": plies,
        "holding": held,
        "seconds": round(time.process_time() - began, 1),
    }


def judge(rule: int, folder: Path, nodes: int) -> None:
    """Judge a rule's openings and print a line for each."""
    engine, ours = Engine(MEMORY), openings(rule)
    path = folder / f"openings-{rule}-{nodes}.jsonl"

    def work(number: int) -> Batch:
        return judged(engine, position(rule, ours[number]), nodes)

    for batch in itertools.islice(batches(path, work), len(ours)):
        held = batch["holding"]
        told = f"{batch['stones']:11}  {batch['verdict']:4}  {len(held):3} moves hold"
        print(f"rule {rule}: {told}", flush=True)


def main() -> int:
    """Judge openings."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long.openings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--rule", type=int, choices=RULES, help="only this one")
    parser.add_argument("--nodes", type=int, default=NODES, help="of a think (%(default)s)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for rule in RULES if options.rule is None else (options.rule,):
        judge(rule, options.folder, options.nodes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Positions to learn from, judged: plays games of the engine against itself and writes them.

    python -m brain.train.write_games FOLDER --rule 0 --sizes 15 20 --games 10000 --nodes 6000

Of every move's search it judges the position of the game, from the opening on, and some leaves. A
search evaluates mostly positions after moves that nobody plays, so leaves are what it must judge
rightly; but a long game without a win in sight is lost in the positions of the game themselves. It
leaves out what needs no judgement: a five to make, a win at sight, and in games what is proven. No
position comes twice, nor one that differs from another only by a symmetry.

Games are appended to FOLDER/games.bin as they end: docs/formats.md, "Labelled games". The same
command goes on where it was stopped. The games depend on nothing but their number and the plan, so
neither the number of processes nor a stop changes them. `brain.train.dataset` reads them.
"""

import argparse
import itertools
import random
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO

from brain.cell import row_major
from brain.engine import Engine
from brain.files import journal, lock, stored
from brain.lexicon import MAX_SIZE, opponent
from brain.rules.laws import RULES
from brain.train.labelled_games import FILE, Game, Judged, Plan, games_of, plan_of
from brain.train.position_key import key
from brain.train.selfplay import LEAF_DIVISOR, LEAVES, MEMORY, Player, Turn
from brain.train.workers import workers

SMALLEST = 7  # board on which a random opening has room
OTHER_SIZES = range(9, MAX_SIZE + 1)
LATE, LATE_LEAVES = 0.4, 1  # of the cells taken; leaves from then on, when most boards are dead
TOLD_S = 10.0  # between two lines that tell how far it is


def main(arguments: list[str] | None = None) -> None:
    """Play what is missing of the games."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.write_games", description="Judge games."
    )
    parser.add_argument("--rule", type=int, choices=RULES, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[15], help="of boards, in turn")
    parser.add_argument(
        "--others", type=float, default=0.0, help="share of the games on boards of 9 to 22 instead"
    )
    parser.add_argument("--games", type=int, default=1000, help="to have in the end")
    parser.add_argument("--nodes", type=int, default=6000, help="of a move: half to twice of it")
    parser.add_argument("--label-nodes", type=int, help="of a position; a third if not given")
    parser.add_argument("--leaves", type=int, default=LEAVES, help="judged of a move's search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--classical", action="store_true", help="leave the rule's network out")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    plan = Plan(
        options.rule,
        tuple(options.sizes),
        options.others,
        options.nodes,
        options.label_nodes or options.nodes // LEAF_DIVISOR,
        options.leaves,
        options.seed,
        classical=options.classical,
    )
    try:
        check(plan, options.processes)
        write(options.folder, plan, options.games, options.processes)
    except (ValueError, OSError) as error:
        parser.exit(1, f"{error}\n")


def write(folder: Path, plan: Plan, games: int, processes: int) -> None:
    """Have so many games in a folder in the end. ValueError, OSError."""
    with closing(written(folder, plan, processes)) as found:
        began = next(found)
        if began.games < games:
            news = _News(began, games)
            for there in itertools.islice(found, games - began.games):
                news.tell(there)


@dataclass(frozen=True)
class Held:
    """How much a folder has."""

    games: int
    positions: int


def written(folder: Path, plan: Plan, processes: int) -> Generator[Held]:
    """Write games to a folder, after those that it has, until this is closed; yield how much it
    has, at first and after each game. ValueError, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("a+b") as file:
        lock.claim(file)
        seen: set[int] = set()
        games = 0
        for game in _begun(file, plan):
            seen.update(_keys(game))
            games += 1
        yield Held(games, len(seen))
        with workers(processes) as mapped:
            for game in mapped(partial(play, plan), itertools.count(games)):
                file.write(_without(game, seen).packed())
                file.flush()
                games += 1
                yield Held(games, len(seen))


# The file.


def _begun(file: BinaryIO, plan: Plan) -> Iterator[Game]:
    """Yield the games that a file of a plan has, and cut off a torn one; begin a file that has not
    even the plan.
    """
    journal.begin(file, plan.line())
    if (other := plan_of(file)) != plan:
        raise ValueError(f"{file.name} has games of another plan: {_difference(other, plan)}")
    yield from games_of(file)
    file.truncate()


def _difference(one: Plan, other: Plan) -> str:
    """Return what differs between two plans, as words."""
    pairs = zip(vars(one).items(), vars(other).values(), strict=True)
    return ", ".join(f"{name} {old}, not {new}" for (name, old), new in pairs if old != new)


def _without(game: Game, seen: set[int]) -> Game:
    """Return a game, whose positions differ, without those that were seen; the rest are, then."""
    pairs = zip(game.positions, _keys(game), strict=True)
    kept = [(position, one) for position, one in pairs if one not in seen]
    seen.update(one for _, one in kept)
    return replace(game, positions=tuple(position for position, _ in kept))


def _keys(game: Game) -> list[int]:
    """Return the keys of a game's positions."""
    return [key(game.size, game.stones(position)) for position in game.positions]


class _News:
    """Tells how far it is, now and then."""

    def __init__(self, began: Held, wanted: int) -> None:
        self._began, self._wanted = began, wanted
        self._since = self._told = time.perf_counter()

    def tell(self, there: Held) -> None:
        now = time.perf_counter()
        if now - self._told >= TOLD_S or there.games == self._wanted:
            self._told = now
            rate = (there.positions - self._began.positions) / (now - self._since)
            told = f"{there.games} games, {there.positions} positions, {rate:.0f} a second"
            print(told, file=sys.stderr, flush=True)


# The games.


def play(plan: Plan, number: int) -> Game:
    """Return a plan's game of a number, from 0."""
    draw = random.Random(f"{plan.seed} {number} size")
    is_other = draw.random() < plan.others
    size = draw.choice(OTHER_SIZES) if is_other else plan.sizes[number % len(plan.sizes)]
    engine = _engine()
    engine.new_game(size, size, plan.rule)
    engine.searcher.load_network(
        b"" if plan.classical else stored.read_optional("network", plan.rule)
    )
    player = Player(plan.rule, size, plan.nodes, f"{plan.seed} {number}", engine)
    positions: list[Judged] = []
    keys: set[int] = set()
    opening = winner = 0
    for turn in player.turns():
        opening = opening or len(player.engine.stones)
        if turn.found.score.is_proven:
            winner = turn.colour if turn.found.score > 0 else opponent(turn.colour)
        else:
            positions += _of_turn(player, plan, turn, keys)
    moves = tuple(row_major(cell, size) for cell, _ in player.engine.stones)
    return Game(size, winner, opening, moves, tuple(positions))


def _of_turn(player: Player, plan: Plan, turn: Turn, keys: set[int]) -> Iterator[Judged]:
    """Yield the position of a turn and leaves of its search, judged, if their keys are new."""
    engine = player.engine
    size, stones = engine.width, len(engine.stones)
    is_judged = plan.nodes // 2 >= plan.label_nodes  # by the search of the move
    leaves = plan.leaves if stones < LATE * size * size else min(LATE_LEAVES, plan.leaves)
    for line in ([], *player.draw(turn, leaves)):
        with player.after(line, turn.colour) as colour:
            own_key = key(size, [row_major(cell, size) for cell, _ in engine.stones])
            if own_key in keys or not player.is_open(colour):
                continue
            keys.add(own_key)
            found = turn.found
            if line or not is_judged:
                found = player.judge(colour, plan.label_nodes)
            cells = tuple(row_major(cell, size) for cell in line)
            yield Judged(stones, cells, int(found.score), row_major(found.move, size))


@cache
def _engine() -> Engine:
    """Return this process's engine: to set one up takes as long as many searches."""
    return Engine(MEMORY)


def check(plan: Plan, processes: int) -> None:
    """Raise ValueError for what can't be played."""
    for size in plan.sizes:
        if not SMALLEST <= size <= MAX_SIZE:
            raise ValueError(f"--sizes: a board is {SMALLEST} to {MAX_SIZE} cells wide, not {size}")
    if not 0 <= plan.others <= 1:
        raise ValueError(f"--others is a share, 0 to 1, not {plan.others}")
    for name, number, least in (
        ("nodes", plan.nodes, 2),  # half of which is not 0, which would be no limit
        ("label-nodes", plan.label_nodes, 1),
        ("leaves", plan.leaves, 0),
        ("processes", processes, 1),
    ):
        if number < least:
            raise ValueError(f"--{name} must be {least} or more, not {number}")


if __name__ == "__main__":
    main()

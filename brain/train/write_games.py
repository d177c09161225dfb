"""Plays labelled games of the engine against itself, and writes them to a folder.

    python -m brain.train.write_games FOLDER --rule 0 --sizes 15 20 --games 10000 --nodes 6000

Each search of a move gives the position of the game, from the opening on, and some leaves. Most
positions that a search evaluates are leaves after moves that nobody would play. Long quiet games
are decided by the positions of the games themselves. Positions that need no evaluation are left
out: those with a five to make, those with an immediate win, and game positions with a mate.
Positions are unique up to symmetry.

Games are appended to FOLDER/games.bin: docs/formats.md, "Labelled games". Rerun the command to
resume. A game depends only on its number and the configuration, so the number of processes and
interruptions do not change the result. `brain.train.dataset` reads the games.
"""

import argparse
import itertools
import random
import sys
import time
from collections.abc import Callable, Generator, Iterator
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
from brain.train.labelled_games import (
    FILE,
    Labelled,
    LabelledGame,
    SelfPlayConfig,
    config_of,
    games_of,
)
from brain.train.position_key import position_key
from brain.train.selfplay import (
    LABEL_DIVISOR,
    SEARCH_LEAVES,
    SELFPLAY_TABLE_BYTES,
    Player,
    SelfPlayTurn,
)
from brain.train.workers import workers

MIN_SELFPLAY_SIZE = 7  # a smaller board has no room for a random opening
OTHER_SIZES = range(9, MAX_SIZE + 1)
LATE, LATE_LEAVES = 0.4, 1  # above this fraction of taken cells, most boards are dead
REPORT_S = 10.0  # between two lines of progress


@dataclass(frozen=True)
class FolderCounts:
    """The size of a folder's set of games."""

    games: int
    positions: int


def main(arguments: list[str] | None = None) -> None:
    """Play the missing games and print the progress."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.write_games", description="Play and label games."
    )
    add = parser.add_argument
    add("--rule", type=int, choices=RULES, required=True)
    add("--sizes", type=int, nargs="+", default=[15], help="board sizes, used in turn")
    add(
        "--others",
        type=float,
        default=0.0,
        help=f"fraction of the games on other boards, from {OTHER_SIZES[0]} to {OTHER_SIZES[-1]}",
    )
    add("--games", type=int, default=1000, help="number of games in the end")
    add("--nodes", type=int, default=6000, help="nodes for a move: half to twice this number")
    add("--label-nodes", type=int, help="nodes for a label (a third of --nodes)")
    add("--leaves", type=int, default=SEARCH_LEAVES, help="leaves sampled from a move's search")
    add("--seed", type=int, default=1, help="random seed of the games")
    add("--classical", action="store_true", help="play and label without the rule's network")
    add("--processes", type=int, default=1, help="number of processes")
    add("folder", type=Path)
    options = parser.parse_args(arguments)
    config = SelfPlayConfig(
        options.rule,
        tuple(options.sizes),
        options.others,
        options.nodes,
        options.label_nodes or options.nodes // LABEL_DIVISOR,
        options.leaves,
        options.seed,
        classical=options.classical,
    )
    try:
        check(config, options.processes)
        write(options.folder, config, options.games, options.processes, _Report(options.games).at)
    except (ValueError, OSError) as error:
        parser.exit(1, f"{error}\n")


class _Report:
    """Prints the progress every REPORT_S seconds."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._first = 0  # positions before the first new game
        self._started = 0.0
        self._printed = 0.0

    def at(self, counts: FolderCounts) -> None:
        now = time.perf_counter()
        if not self._started:
            self._first = counts.positions
            self._started = self._printed = now
        elif now - self._printed >= REPORT_S or counts.games == self._games:
            self._printed = now
            rate = (counts.positions - self._first) / (now - self._started)
            text = f"{counts.games} games, {counts.positions} positions, {rate:.0f} a second"
            print(text, file=sys.stderr, flush=True)


def write(
    folder: Path,
    config: SelfPlayConfig,
    games: int,
    processes: int,
    on_game: Callable[[FolderCounts], object] = lambda counts: None,
) -> None:
    """Play games until a folder has `games` of them. The counts go to `on_game`, at the start and
    after each game. ValueError, OSError.
    """
    with closing(written(folder, config, processes)) as counted:
        for counts in counted:
            on_game(counts)
            if counts.games >= games:
                return


def written(folder: Path, config: SelfPlayConfig, processes: int) -> Generator[FolderCounts]:
    """Append games to a folder until the generator is closed. Yield the counts, at the start and
    after each game. ValueError, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("a+b") as file:
        lock.claim(file)
        seen: set[int] = set()
        games = 0
        for game in _resumed(file, config):
            seen.update(_keys(game))
            games += 1
        yield FolderCounts(games, len(seen))
        with workers(processes) as mapped:
            for game in mapped(partial(play, config), itertools.count(games)):
                file.write(_without(game, seen).packed())
                file.flush()
                games += 1
                yield FolderCounts(games, len(seen))


# The file.


def _resumed(file: BinaryIO, config: SelfPlayConfig) -> Iterator[LabelledGame]:
    """Yield the games of a file with this configuration, and cut off a torn one. Begin the file if
    it has no complete first line.
    """
    journal.begin(file, config.line())
    if (other := config_of(file)) != config:
        difference = _difference(other, config)
        raise ValueError(f"{file.name} has games of another configuration: {difference}")
    yield from games_of(file)
    file.truncate()


def _difference(one: SelfPlayConfig, other: SelfPlayConfig) -> str:
    """Return the difference between two configurations, as text."""
    pairs = zip(vars(one).items(), vars(other).values(), strict=True)
    return ", ".join(f"{name} {old}, not {new}" for (name, old), new in pairs if old != new)


def _without(game: LabelledGame, seen: set[int]) -> LabelledGame:
    """Return a game without the positions in `seen`, and add its positions to `seen`. Those of the
    game differ from each other.
    """
    pairs = zip(game.positions, _keys(game), strict=True)
    kept = [(position, key) for position, key in pairs if key not in seen]
    seen.update(key for _, key in kept)
    return replace(game, positions=tuple(position for position, _ in kept))


def _keys(game: LabelledGame) -> list[int]:
    """Return the keys of a game's positions."""
    return [position_key(game.size, game.stones(position)) for position in game.positions]


# The games.


def play(config: SelfPlayConfig, number: int) -> LabelledGame:
    """Return the game with a number, from 0."""
    rng = random.Random(f"{config.seed} {number} size")
    is_other = rng.random() < config.others
    size = rng.choice(OTHER_SIZES) if is_other else config.sizes[number % len(config.sizes)]
    engine = _engine()
    engine.new_game(size, size, config.rule)
    engine.searcher.load_network(b"" if config.classical else stored.read("network", config.rule))
    player = Player(config.rule, size, config.nodes, f"{config.seed} {number}", engine)
    positions: list[Labelled] = []
    keys: set[int] = set()
    opening = winner = 0
    for turn in player.turns():
        opening = opening or len(player.engine.stones)
        if turn.found.score.is_proven:
            winner = turn.colour if turn.found.score > 0 else opponent(turn.colour)
        else:
            positions += _labelled(player, config, turn, keys)
    moves = tuple(row_major(cell, size) for cell, _ in player.engine.stones)
    return LabelledGame(size, winner, opening, moves, tuple(positions))


def _labelled(
    player: Player, config: SelfPlayConfig, turn: SelfPlayTurn, keys: set[int]
) -> Iterator[Labelled]:
    """Yield the position of a turn and sampled leaves of its search, with labels, unless `keys` has
    them already. Their keys are added.
    """
    engine = player.engine
    size, stones = engine.width, len(engine.stones)
    is_labelled = config.nodes // 2 >= config.label_nodes  # by the search of the move
    leaves = config.leaves if stones < LATE * size * size else min(LATE_LEAVES, config.leaves)
    for line in ([], *player.sampled(turn, leaves)):
        with player.after(line, turn.colour) as colour:
            key = position_key(size, [row_major(cell, size) for cell, _ in engine.stones])
            if key in keys or not player.is_evaluated(colour):
                continue
            keys.add(key)
            found = turn.found
            if line or not is_labelled:
                found = player.search(colour, config.label_nodes)
            cells = tuple(row_major(cell, size) for cell in line)
            yield Labelled(stones, cells, int(found.score), row_major(found.move, size))


@cache
def _engine() -> Engine:
    """Return this process's engine. Setting one up takes as long as many searches."""
    return Engine(SELFPLAY_TABLE_BYTES)


def check(config: SelfPlayConfig, processes: int) -> None:
    """Raise ValueError for a configuration that can't be played."""
    for size in config.sizes:
        if not MIN_SELFPLAY_SIZE <= size <= MAX_SIZE:
            raise ValueError(f"--sizes must be {MIN_SELFPLAY_SIZE} to {MAX_SIZE}, not {size}")
    if not 0 <= config.others <= 1:
        raise ValueError(f"--others must be 0 to 1, not {config.others}")
    for name, number, fewest in (
        ("nodes", config.nodes, 2),  # half of it must not be 0, which would be no limit
        ("label-nodes", config.label_nodes, 1),
        ("leaves", config.leaves, 0),
        ("processes", processes, 1),
    ):
        if number < fewest:
            raise ValueError(f"--{name} must be {fewest} or more, not {number}")


if __name__ == "__main__":
    main()

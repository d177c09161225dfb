"""How fast the page's engine is: `python -m tests.long.page_speed [--rounds N]`.

Searches positions of the bench in turn by the native engine, in Node and in Chromium, round after
round, with one thread each. The native engine has the library of level 3, unless TENGEN_LEVEL names
another. Prints nodes a second of processor time, which other programs on the machine hardly change,
and as the median of the rounds the share of the native speed. Exits with an error if that is below
LEAST_SHARE for the page in Chromium, or if nodes differ.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from brain import benchmark
from brain.engine import Engine, Limit
from brain.lexicon import FREESTYLE, RENJU, STANDARD
from brain.position import Position
from protocol.build import html_page as build
from protocol.page import script
from tests.long.page_twins import TABLE
from tests.support import board_page
from tests.support.board_page import BoardPage, renderers, request_position

ROUNDS = 3
REPEATS = 12  # of a position: a clock of processor time has steps of 10 ms
LEAST_SHARE = 0.6  # of the native speed
LEVEL = "3"  # of the native library: AVX2, which most processors have
# By name: a board's size and rule.
GAMES = {"freestyle 20": (20, FREESTYLE), "standard 15": (15, STANDARD), "renju 15": (15, RENJU)}
Positions = list[Position]
# Searches positions to a depth for each line of stdin; prints nodes and processor seconds.
NODE = """
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { text, depth, memory } = JSON.parse((await lines.next()).value);
const { parts, ...data } = await unpacked(text);
const named = (kind) => Object.fromEntries(Object.keys(parts)
  .filter((name) => name.startsWith(kind)).map((name) => [name.slice(kind.length), parts[name]]));
const given = { ...data, tables: named("tables-"), networks: named("network-") };
const engine = new Engine(await WebAssembly.compile(parts.kernels), given, memory);
for await (const line of lines) {
  let nodes = 0;
  const before = process.cpuUsage();
  for (const position of JSON.parse(line)) {
    engine.forget();
    nodes += (await think(engine, position, { depth }, () => {}, () => false)).lines[0].nodes;
  }
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([nodes, (user + system) / 1e6]));
}
process.exit();
"""

Run = Callable[[Positions], tuple[int, float]]  # returns nodes and processor seconds


def positions_of(size: int, rule: int) -> Positions:
    """Return the bench's positions of a board, REPEATS times."""
    positions = benchmark.positions()
    return REPEATS * [each for each in positions if (each.width, each.rule) == (size, rule)]


def native(positions: Positions) -> tuple[int, float]:
    """Search by the native engine."""
    nodes, started = 0, time.process_time()
    with Engine() as engine:
        engine.set_table(TABLE)
        for position in positions:
            engine.new_game(position.width, position.height, position.rule)
            engine.set_up(position)
            nodes += engine.think(position.turn, Limit(depth=benchmark.DEPTH)).analysis.nodes
    return nodes, time.process_time() - started


def node(folder: Path) -> Run:
    """Return what searches in Node."""
    file = folder / "speed.mjs"
    file.write_text(
        script("strength.js") + script("engine.js") + script("client.js") + NODE, encoding="utf-8"
    )
    process = subprocess.Popen(
        ["node", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def say(line: str) -> None:
        assert process.stdin
        process.stdin.write(f"{line}\n")
        process.stdin.flush()

    def run(positions: Positions) -> tuple[int, float]:
        say(json.dumps([*map(request_position, positions)]))
        assert process.stdout
        nodes, seconds = json.loads(process.stdout.readline())
        return nodes, seconds

    given = {"text": build.packed(), "depth": benchmark.DEPTH, "memory": TABLE}
    say(json.dumps(given))
    return run


def chromium(board: BoardPage) -> Run:
    """Return what searches in the page. Only the thread of its engine counts: beside it, Chromium
    draws an idle page.
    """

    def spent() -> dict[int, float]:
        """Return the processor seconds of every thread."""
        threads = (thread for process in renderers() for thread in process.threads())
        return {thread.id: thread.user_time + thread.system_time for thread in threads}

    def run(positions: Positions) -> tuple[int, float]:
        before = spent()
        found = board.thinks(positions, {"depth": benchmark.DEPTH})
        seconds = max(after - before.get(thread, 0) for thread, after in spent().items())
        return sum(result["lines"][0]["nodes"] for result in found), seconds

    return run


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    os.environ.setdefault("TENGEN_LEVEL", LEVEL)
    with tempfile.TemporaryDirectory() as folder, board_page.chromium() as host:
        board = BoardPage(host, board_page.make(Path(folder)))
        runs = {"native": native, "Node": node(Path(folder)), "Chromium": chromium(board)}
        are_good = [compare(name, runs, options.rounds) for name in GAMES]
    return int(not all(are_good))


def compare(name: str, runs: dict[str, Run], rounds: int) -> bool:
    """Search the positions of a game by every engine and print its speeds; return whether the page
    is fast enough and nodes are equal.
    """
    positions = positions_of(*GAMES[name])
    for run in runs.values():
        run(positions)  # compiled, and warm
    found = [{name: run(positions) for name, run in runs.items()} for _ in range(rounds)]
    nodes = {nodes for one in found for nodes, _ in one.values()}
    print(f"{name}, nodes: {', '.join(map('{:,}'.format, sorted(nodes)))}")
    shares = {}
    for name in runs:
        speeds = [one[name][0] / one[name][1] for one in found]
        natives = [one["native"][0] / one["native"][1] for one in found]
        shares[name] = median(speed / other for speed, other in zip(speeds, natives, strict=True))
        told = "  ".join(f"{speed:9,.0f}" for speed in speeds)
        print(f"  {name:8}  {told}  nodes/s  {shares[name]:.0%} of native", flush=True)
    return shares["Chromium"] >= LEAST_SHARE and len(nodes) == 1


if __name__ == "__main__":
    sys.exit(main())

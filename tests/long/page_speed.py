"""How fast the page's engine is: `python -m tests.long.page_speed [--rounds N]`.

Searches the bench in turn by the native engine, in Node and in Chromium, round after round. Prints
nodes a second of processor time, which other programs on the machine hardly change, and as the
median of the rounds the share of the native speed. Exits with an error where that is below half, or
where nodes differ.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from brain import benchmark
from brain.engine import Engine, Limit
from brain.game_board import Board
from protocol.build import html_page as build
from protocol.page import script
from tests.support import board_page
from tests.support.board_page import BoardPage, renderers, request_position

ROUNDS = 3
LEAST_SHARE = 0.5  # of the native speed
POSITIONS = [Board.read(moves, size, rule).position for size, rule, moves in benchmark.POSITIONS]
# Searches positions to a depth once for each line of stdin; prints nodes and processor seconds.
NODE = """
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { text, positions, depth, memory } = JSON.parse((await lines.next()).value);
const { parts, ...data } = await unpacked(text);
const named = (kind) => Object.fromEntries(Object.keys(parts)
  .filter((name) => name.startsWith(kind)).map((name) => [name.slice(kind.length), parts[name]]));
const given = { ...data, tables: named("tables-"), networks: named("network-") };
const engine = new Engine(await WebAssembly.compile(parts.kernels), given, memory);
while (!(await lines.next()).done) {
  let nodes = 0;
  const before = process.cpuUsage();
  for (const position of positions) {
    engine.forget();
    nodes += (await think(engine, position, { depth }, () => {}, () => false)).lines[0].nodes;
  }
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([nodes, (user + system) / 1e6]));
}
process.exit();
"""

Run = Callable[[], tuple[int, float]]  # returns nodes and processor seconds


def native() -> tuple[int, float]:
    """Search by the native engine."""
    nodes, started = 0, time.process_time()
    with Engine(benchmark.MEMORY) as engine:
        for position in POSITIONS:
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

    def run() -> tuple[int, float]:
        say("again")
        assert process.stdout
        nodes, seconds = json.loads(process.stdout.readline())
        return nodes, seconds

    given = {"text": build.packed(), "positions": list(map(request_position, POSITIONS))}
    say(json.dumps({**given, "depth": benchmark.DEPTH, "memory": benchmark.MEMORY}))
    return run


def chromium(board: BoardPage) -> Run:
    """Return what searches in the page."""

    def spent() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in renderers())

    def run() -> tuple[int, float]:
        before = spent()
        found = board.thinks(POSITIONS, {"depth": benchmark.DEPTH})
        return sum(result["lines"][0]["nodes"] for result in found), spent() - before

    return run


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, board_page.chromium() as host:
        board = BoardPage(host, board_page.make(Path(folder)))
        runs = {"native": native, "Node": node(Path(folder)), "Chromium": chromium(board)}
        for run in runs.values():
            run()  # compiled, and warm
        rounds = [{name: run() for name, run in runs.items()} for _ in range(options.rounds)]
    speeds = {name: [found[name][0] / found[name][1] for found in rounds] for name in runs}
    is_slow = False
    for name, found in speeds.items():
        shares = [speed / other for speed, other in zip(found, speeds["native"], strict=True)]
        told_speeds = "  ".join(f"{speed:11,.0f}" for speed in found)
        print(f"{name:8}  {told_speeds}  nodes/s  {median(shares):.0%} of native")
        is_slow |= median(shares) < LEAST_SHARE
    nodes = {nodes for found in rounds for nodes, _ in found.values()}
    print(f"nodes: {', '.join(map('{:,}'.format, sorted(nodes)))}")
    return int(is_slow or len(nodes) > 1)


if __name__ == "__main__":
    sys.exit(main())

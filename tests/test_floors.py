"""A module imports only from floors below its own; what plays needs nothing installed."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# From the ground up. Modules on one floor don't know each other.
KERNELS = (
    ("kernel",),
    ("processor", "patterns"),
    ("board",),
    ("forbidden",),
    ("threats",),
    ("evaluate", "moves", "hashtable"),
    ("killsearch",),
    ("alphabeta", "threatsearch"),
    ("entries",),
    ("direct",),
)
MATCH = (
    ("games",),
    ("adjudication", "elo", "formats.text", "manager", "markup", "openings", "referee", "values"),
    ("charts", "formats.jsonl", "formats.pgn", "formats.psq"),
    ("formats.sgf", "opengen", "ratings", "seat", "sprt"),
    ("records", "standings", "arena"),
    ("tournament", "figures"),
    ("claim", "cluster", "live", "options", "report"),
    ("plan",),
    ("main",),
)
FLOORS: tuple[tuple[str, ...], ...] = (
    ("brain.lexicon", "protocol.commands"),
    ("brain.layout", "brain.rules", "protocol.match.games"),
    ("brain.proof",),
    *(tuple(f"brain.kernels.{name}" for name in floor) for floor in KERNELS),
    ("brain.native",),
    ("brain.clock", "brain.crew", "brain.watching"),
    ("brain.thinking",),
    ("brain.engine",),
    ("brain.bench", "brain.balance", "brain.strength"),
    ("protocol.commentary", "protocol.game", "protocol.inbox", "protocol.settings"),
    ("protocol.swap2",),
    ("protocol.session",),
    ("protocol.pipe",),
    # The match runner.
    *(tuple(f"protocol.match.{name}" for name in floor) for floor in MATCH),
    ("protocol.positions", "protocol.selfcheck", "protocol.verify"),
    ("protocol.analyse",),
    ("protocol.__main__",),
    # The makers.
    ("brain.lab.link", "brain.lab.tables", "brain.lab.selfplay", "brain.lab.spsa"),
    ("brain.lab.compile", "brain.lab.swap2", "brain.lab.tune", "brain.lab.windows"),
    ("brain.lab.wheel",),
)
PACKAGES = {"brain", "brain.kernels", "brain.lab", "protocol"} | {
    "protocol.match",
    "protocol.match.formats",
}

FLOOR_OF = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}
# Loaded only on a machine that no library is made for.
LATE = {("brain.layout", "numpy")}
TOOLS = ("brain.kernels", "brain.lab", "protocol.match")
PLAYING = {name for name in FLOOR_OF if not name.startswith(TOOLS)}


def modules() -> dict[str, Path]:
    """Return every module's file by its name; a package has its own name."""
    files = [path for package in ("brain", "protocol") for path in (ROOT / package).rglob("*.py")]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


def imports(module: str) -> Iterator[str]:
    """Yield the modules that a module imports, also those in its functions."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


MODULES = modules()


def test_every_module_has_a_floor() -> None:
    assert set(MODULES) - PACKAGES <= set(FLOOR_OF)


@pytest.mark.parametrize("module", sorted(MODULES.keys() & FLOOR_OF.keys()))
def test_imports_go_down(module: str) -> None:
    own = [name for name in imports(module) if name in MODULES and name not in PACKAGES]
    assert [name for name in own if FLOOR_OF[name] >= FLOOR_OF[module]] == []


@pytest.mark.parametrize("module", sorted(MODULES.keys() & PLAYING))
def test_playing_needs_nothing_installed(module: str) -> None:
    roots = {name.partition(".")[0] for name in imports(module)}
    foreign = roots - set(sys.stdlib_module_names) - {"brain", "protocol"}
    assert {(module, name) for name in foreign} <= LATE

"""A module imports only from floors below its own, and what is packed needs nothing installed."""

import sys

import pytest

from tests.support.imports import MODULES, imports, packed

# From the ground up, storey by storey. Modules on one floor don't know each other.
Floors = tuple[tuple[str, ...], ...]
STOREYS: dict[str, Floors] = {
    "words and rules": (
        (
            "brain.journal",
            "brain.lexicon",
            "protocol",
            "protocol.commands",
            "protocol.tools",
            "protocol.tools.outlet",
        ),
        ("brain.cell", "brain.layout", "brain.rules", "brain.score", "brain.symmetry"),
        ("brain.ending",),
        ("brain.drawing", "brain.notation", "brain.position", "brain.proofs"),
        (
            "brain.proofs.certificate",
            "brain.proofs.stones",
            "brain.notation.text",
            "brain.notation.trees",
        ),
        (
            "brain.proofs.check",
            "brain.notation.moves",
            "brain.notation.psq",
            "brain.notation.sgf",
            "brain.proofs.wholetree",
            "brain.proofs.tree",
        ),
        ("brain.board", "brain.proofs.database", "brain.proofs.packing", "brain.proofs.parts"),
    ),
    "kernels": (
        ("brain.kernels", "brain.kernels.kernel", "brain.kernels.objectcode"),
        (
            "brain.kernels.processor",
            "brain.kernels.patterns",
            "brain.kernels.hashtable",
            "brain.kernels.vectors",
        ),
        ("brain.kernels.lines", "brain.kernels.node", "brain.kernels.sums"),
        ("brain.kernels.board",),
        ("brain.kernels.forbidden",),
        ("brain.kernels.threats",),
        ("brain.kernels.evaluate",),
        ("brain.kernels.network",),
        ("brain.kernels.moves",),
        ("brain.kernels.correction", "brain.kernels.killsearch"),
        ("brain.kernels.alphabeta", "brain.kernels.threatsearch"),
        ("brain.kernels.deepen",),
        ("brain.kernels.entries",),
    ),
    "engine": (
        ("brain.native", "brain.stored"),
        ("brain.clock", "brain.helpers", "brain.rootnews", "brain.table"),
        ("brain.thinking",),
        ("brain.firstmove", "brain.strength"),
        ("brain.engine",),
        ("brain", "brain.balance", "brain.bench", "brain.proofs.lines"),
        ("brain.proofs.fastcheck", "brain.soosyrv", "brain.swap2"),
        ("brain.proofs.prover", "brain.proofs.sharing"),
        ("brain.proofs.collect", "brain.proofs.explain", "brain.proofs.solver"),
        ("brain.proofs.puzzle",),
    ),
    "records": (
        (
            "protocol.records",
            "protocol.records.certificates",
            "protocol.records.files",
            "protocol.records.games",
        ),
        (
            "protocol.records.jsonl",
            "protocol.records.openings",
            "protocol.records.pgn",
            "protocol.records.psq",
            "protocol.records.puzzles",
            "protocol.records.sgf",
            "protocol.records.source",
        ),
        ("protocol.records.folder", "protocol.records.positions"),
        ("protocol.records.played",),
    ),
    "conversation": (
        ("protocol.commentary", "protocol.game", "protocol.inbox", "protocol.settings"),
        ("protocol.yixin",),
        ("protocol.session",),
        ("protocol.pipe",),
    ),
    "tools": (
        ("protocol.page.problems", "protocol.tools.terminal"),
        (
            "protocol.tools.arguments",
            "protocol.tools.crew",
            "protocol.page",
            "protocol.tools.screen",
        ),
        (
            "protocol.tools.bench",
            "protocol.guide",
            "protocol.page.block",
            "protocol.tools.selfcheck",
            "protocol.tools.verify",
        ),
        (
            "protocol.tools.analyse",
            "protocol.tools.database",
            "protocol.page.engine",
            "protocol.tools.solve",
        ),
        ("protocol.tools.dialogue", "protocol.page.lines", "protocol.page.review"),
        ("protocol.page.worker",),
        (
            "protocol.tools.play",
            "protocol.page.server",
            "protocol.tools.review",
            "protocol.tools.turning",
        ),
        ("protocol.tools.board", "protocol.tools.telling"),
        ("protocol.tools.explain", "protocol.tools.puzzles"),
    ),
    "windows for Go": (
        ("protocol.gtp", "protocol.gtp.inbox", "protocol.gtp.timing", "protocol.gtp.words"),
        ("protocol.gtp.session",),
        ("protocol.gtp.main",),
    ),
    "matches": (
        (
            "protocol.match",
            "protocol.match.adjudication",
            "protocol.match.descent",
            "protocol.match.opengen",
            "protocol.match.referee",
        ),
        ("protocol.match.manager", "protocol.match.statistics", "protocol.match.statistics.elo"),
        ("protocol.match.statistics.ratings", "protocol.match.statistics.sprt"),
        ("protocol.match.statistics.standings", "protocol.match.seat"),
        ("protocol.match.report", "protocol.match.report.html_text", "protocol.match.arena"),
        ("protocol.match.report.charts", "protocol.match.tournament"),
        ("protocol.match.report.sections", "protocol.match.options"),
        (
            "protocol.match.cluster",
            "protocol.match.display",
            "protocol.match.folderlock",
            "protocol.match.plan",
            "protocol.match.report.report",
        ),
        ("protocol.match.main",),
    ),
    "door": (("protocol.doubleclick",), ("protocol.__main__",), ("protocol.completion",)),
    "makers": (
        (
            "brain.build",
            "brain.build.anyfolder",
            "brain.build.link",
            "brain.build.windows",
            "brain.train",
            "brain.train.workers",
        ),
        ("brain.build.wasm",),
        (
            "brain.build.compile",
            "brain.train.curve",
            "brain.train.duel",
            "brain.train.games",
            "brain.train.sameness",
            "brain.train.samples",
            "brain.train.tables",
        ),
        ("brain.build.page", "brain.train.load", "brain.train.selfplay"),
        ("brain.build.wheel", "brain.train.data", "brain.train.fit"),
        ("brain.train.model",),
        ("brain.train.network",),
        ("brain.train.course",),
        ("protocol.match.tuning", "protocol.tools.train"),
        ("protocol.match.tuning.spsa", "protocol.match.tuning.swap2_openings"),
    ),
}
FLOORS = [modules for floors in STOREYS.values() for modules in floors]
FLOOR_OF = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}

LATE = {("brain.layout", "numpy")}  # only where kernels are compiled


def test_every_module_has_a_floor() -> None:
    assert set(MODULES) == set(FLOOR_OF)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_go_down(module: str) -> None:
    own = [name for name in imports(module) if name in MODULES]
    assert [name for name in own if FLOOR_OF[name] >= FLOOR_OF[module]] == []


@pytest.mark.parametrize("module", sorted(packed()))
def test_what_is_packed_needs_nothing_installed(module: str) -> None:
    roots = {name.partition(".")[0] for name in imports(module)}
    foreign = roots - set(sys.stdlib_module_names) - {"brain", "protocol"}
    assert {(module, name) for name in foreign} <= LATE

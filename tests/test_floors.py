"""A module imports only from floors below its own, and what is packed needs nothing installed."""

import sys

import pytest

from tests.support.imports import MODULES, imports, packed

# From the ground up, storey by storey. Modules on one floor don't know each other.
Floors = tuple[tuple[str, ...], ...]
STOREYS: dict[str, Floors] = {
    "words and rules": (
        (
            "brain.files",
            "brain.files.durable",
            "brain.files.journal",
            "brain.files.lock",
            "brain.lexicon",
            "protocol",
            "protocol.piskvork.commands",
            "protocol.tools",
            "protocol.cli.outlet",
        ),
        ("brain.cell", "brain.layout", "brain.rules.laws", "brain.score", "brain.rules.symmetry"),
        ("brain.rules.ending",),
        ("brain.notation.drawing", "brain.notation", "brain.position", "brain.proofs"),
        (
            "brain.certificates.certificate",
            "brain.certificates.stones",
            "brain.notation.text",
            "brain.notation.sgf_syntax",
        ),
        (
            "brain.certificates.check",
            "brain.notation.moves",
            "brain.notation.psq",
            "brain.notation.sgf",
            "brain.certificates.wholetree",
            "brain.certificates.tree",
        ),
        (
            "brain.game_board",
            "brain.certificates.proof_database",
            "brain.certificates.packing",
            "brain.certificates.parts",
        ),
    ),
    "kernels": (
        ("brain.kernels", "brain.kernels.jit.kernel", "brain.kernels.jit.objectcode"),
        (
            "brain.kernels.jit.processor",
            "brain.kernels.position.patterns",
            "brain.kernels.search.hashtable",
            "brain.kernels.jit.vectors",
        ),
        (
            "brain.kernels.threatlines.line_search",
            "brain.kernels.search.node",
            "brain.kernels.position.sums",
        ),
        ("brain.kernels.position.placement",),
        ("brain.kernels.position.forbidden",),
        ("brain.kernels.position.threats",),
        ("brain.kernels.eval.evaluate",),
        ("brain.kernels.eval.network",),
        ("brain.kernels.search.ordering",),
        ("brain.kernels.eval.correction", "brain.kernels.search.killsearch"),
        ("brain.kernels.search.alphabeta", "brain.kernels.search.threatsearch"),
        ("brain.kernels.search.deepen",),
        ("brain.kernels.entries",),
    ),
    "engine": (
        ("brain.files.stored", "brain.thinking.native"),
        (
            "brain.thinking.clock",
            "brain.thinking.helpers",
            "brain.thinking.root_events",
            "brain.thinking.table",
        ),
        ("brain.thinking.think",),
        ("brain.thinking.first_move", "brain.thinking.strength"),
        ("brain.engine",),
        ("brain", "brain.openings.balance", "brain.benchmark", "brain.proving.threat_lines"),
        ("brain.proving.fastcheck", "brain.openings.soosyrv", "brain.openings.swap2"),
        ("brain.proving.prover", "brain.proving.merge"),
        ("brain.proving.build_database", "brain.proving.explanation", "brain.proving.solver"),
        ("brain.proving.puzzle",),
    ),
    "records": (
        (
            "protocol.records",
            "protocol.reading.certificate_files",
            "protocol.records.games",
        ),
        (
            "protocol.records.jsonl",
            "brain.openings.opening_book",
            "protocol.records.pgn",
            "protocol.records.match_psq",
            "protocol.records.puzzle_files",
            "protocol.records.match_sgf",
            "protocol.reading.source",
        ),
        ("protocol.records.folder", "protocol.reading.positions"),
        ("protocol.reading.played",),
    ),
    "conversation": (
        (
            "protocol.piskvork.commentary",
            "protocol.piskvork.manager_board",
            "protocol.piskvork.inbox",
            "protocol.piskvork.settings",
        ),
        ("protocol.piskvork.yixin",),
        ("protocol.piskvork.session",),
        ("protocol.piskvork.pipe",),
    ),
    "tools": (
        ("protocol.page.problems", "protocol.cli.terminal"),
        (
            "protocol.cli.arguments",
            "protocol.cli.executors",
            "protocol.page",
            "protocol.play.screen",
        ),
        (
            "protocol.tools.bench",
            "protocol.cli.guide",
            "protocol.page.engine_bundle",
            "protocol.tools.selfcheck",
            "protocol.tools.verify",
        ),
        (
            "protocol.tools.analyse",
            "protocol.tools.database",
            "protocol.page.answers",
            "protocol.tools.solve",
        ),
        ("protocol.play.dialogue", "protocol.page.line_answers", "protocol.page.review"),
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
        (
            "protocol.gtp",
            "protocol.gtp.gtp_inbox",
            "protocol.gtp.gtp_timing",
            "protocol.gtp.gtp_words",
        ),
        ("protocol.gtp.gtp_session",),
        ("protocol.gtp.gtp_serve",),
    ),
    "matches": (
        (
            "protocol.match",
            "protocol.match.adjudication",
            "protocol.match.descendants",
            "protocol.match.opengen",
            "protocol.match.referee",
        ),
        ("protocol.match.manager", "protocol.match.statistics", "brain.stats.elo"),
        ("brain.stats.ratings", "brain.stats.sprt"),
        ("protocol.match.standings", "protocol.match.player"),
        ("protocol.match.report", "brain.charts.html_text", "protocol.match.arena"),
        ("brain.charts.charts", "protocol.match.tournament"),
        ("protocol.match.report.sections", "protocol.match.options"),
        (
            "protocol.match.cluster",
            "protocol.match.display",
            "protocol.match.folderlock",
            "protocol.match.plan",
            "protocol.match.report.report",
        ),
        ("protocol.match.runner",),
    ),
    "door": (
        ("protocol.cli.doubleclick",),
        ("protocol.__main__",),
        ("protocol.cli.shell_completion",),
    ),
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
            "brain.train.labelled_games",
            "brain.train.position_key",
            "brain.train.samples",
            "brain.train.tables",
        ),
        ("protocol.build.html_page", "brain.train.dataset", "brain.train.selfplay"),
        ("protocol.build.wheel", "brain.train.write_games", "brain.train.fit_tables"),
        ("brain.train.model",),
        ("brain.train.train_network",),
        ("brain.train.training_run",),
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

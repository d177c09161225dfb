"""A module imports only from floors below its own, and what is packed needs nothing installed.

A floor is a folder of `brain` or `protocol`, or a module at their top. Inside a folder, modules may
import each other, but never in a circle.
"""

import sys
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.support.imports import MODULES, imports, packed

# From the ground up, storey by storey; docs/floors.svg shows them.
STOREYS = {
    "words": (
        "brain.lexicon",
        "brain.cell_names",
        "brain.validation",
        "brain.files",
        "brain.stats",
        "brain.charts",
        "brain.layout",
    ),
    "rules": ("brain.cell", "brain.score", "brain.rules", "brain.position"),
    "values": (
        "brain.certificates",
        "brain.notation",
        "brain.game_board",
        "brain.position_database",
        "brain.position_lines",
        "brain.books",
        "brain.book_entries",
        "brain.environment",
    ),
    "kernels": ("brain.kernels",),
    "engine": ("brain.thinking", "brain.engine", "brain", "brain.benchmark"),
    "uses of it": ("brain.openings", "brain.proving", "brain.review", "brain.build", "brain.train"),
    "talking": ("protocol", "protocol.cli", "protocol.piskvork", "protocol.gtp"),
    "files": (
        "protocol.records",
        "protocol.client",
        "protocol.reading",
        "protocol.play",
        "protocol.page",
    ),
    "programs": ("protocol.build", "protocol.match", "protocol.tools", "protocol.__main__"),
    "Python": ("tengen",),
}
FLOORS = [floor for storey in STOREYS.values() for floor in storey]
HEIGHT = {floor: height for height, floor in enumerate(FLOORS)}

# The trust boundary: a verdict on a certificate rests on these alone.
TRUSTED = (
    "brain.lexicon",
    "brain.cell_names",
    "brain.cell",
    "brain.position",
    "brain.rules",
    "brain.certificates",
)

Record = Callable[[str, object], None]

# Imported by few functions: those that compile kernels, and one for programs that have numpy.
LATE = {("brain.layout", "numpy"), ("brain.game_board", "numpy")}


def floor_of(module: str) -> str:
    """Return the folder or the top-level module that a module is in."""
    return ".".join(module.split(".")[:2])


def own_imports(module: str) -> list[str]:
    """Return the modules of ours that a module imports."""
    return [name for name in imports(module) if name in MODULES]


def test_every_floor_is_listed_once() -> None:
    assert sorted(FLOORS) == sorted({floor_of(module) for module in MODULES})


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_go_down(module: str) -> None:
    floor = floor_of(module)
    others = [name for name in own_imports(module) if floor_of(name) != floor]
    assert [name for name in others if HEIGHT[floor_of(name)] > HEIGHT[floor]] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter({module: own_imports(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_brain_never_imports_protocol() -> None:
    brain = [module for module in MODULES if module.split(".")[0] == "brain"]
    assert [(one, name) for one in brain for name in own_imports(one) if "protocol" in name] == []


def test_certificates_rest_on_the_rules_alone(record_property: Record) -> None:
    trusted = [module for module in MODULES if floor_of(module) == "brain.certificates"]
    assert {floor_of(name) for module in trusted for name in own_imports(module)} <= {*TRUSTED}
    lines = sum(len(MODULES[module].read_text("utf-8").splitlines()) for module in trusted)
    record_property("lines of brain/certificates", lines)


@pytest.mark.parametrize("module", sorted(packed()))
def test_packed_modules_need_nothing_installed(module: str) -> None:
    roots = {name.partition(".")[0] for name in imports(module)}
    foreign = roots - set(sys.stdlib_module_names) - {"brain", "protocol"}
    assert {(module, name) for name in foreign} <= LATE

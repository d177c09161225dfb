"""A name has one meaning in `brain` and `protocol`, and a module has a test file of its name."""

import ast
from collections import Counter
from pathlib import Path

from tests import ROOT
from tests.support.imports import MODULES

SHORT = 40  # lines of a module that needs no test file of its own
# Public class names that two folders may share, with the reason.
SHARED_CLASSES = {"Engine": "tengen's adds proofs, which rest on the brain's"}
MOST_SHARED = 3
SPECIAL = ("__init__", "__main__")
TEST_FILES = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}


def public_classes(path: Path) -> list[str]:
    """Return the names of a module's public classes."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    names = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    return [name for name in names if not name.startswith("_")]


def repeated(names: list[str]) -> set[str]:
    """Return the names that occur more than once."""
    return {name for name, count in Counter(names).items() if count > 1}


def test_a_public_class_name_is_defined_once() -> None:
    names = [name for path in MODULES.values() for name in public_classes(path)]
    assert sorted(repeated(names) - SHARED_CLASSES.keys()) == []
    assert len(SHARED_CLASSES) <= MOST_SHARED


def test_a_module_name_is_used_once() -> None:
    stems = [path.stem for path in MODULES.values() if path.stem not in SPECIAL]
    assert sorted(repeated(stems)) == []


def test_a_module_has_a_test_file_of_its_name() -> None:
    long = [
        module
        for module, path in MODULES.items()
        if path.stem not in SPECIAL and len(path.read_text("utf-8").splitlines()) > SHORT
    ]
    assert [name for name in long if f"test_{MODULES[name].stem}" not in TEST_FILES] == []

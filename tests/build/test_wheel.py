"""The wheel and the sdist: a wheel is self-contained, and the sdist builds one."""

import importlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

from brain.thinking import native
from protocol.build.html_page import block_file
from protocol.page import engine_bundle
from tests import ROOT
from tests.support import unknown_machine

FOLDERS = ("brain", "protocol", "tests", "docs", ".ci", ".github")
FILES = (
    *("MANIFEST.in", "pyproject.toml", "build_exe.spec", "LICENSE"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "SECURITY.md"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "lib")
OTHERS = "kernels-00000000-otherwise-v1.so"  # a library of another system
BUILD = """
import sys
from protocol.build import wheel
for what in sys.argv[1:]:
    getattr(wheel, what)(what)
"""
BOTH = "build_wheel", "build_sdist"  # the folders are called the same
BUILT = shutil.ignore_patterns(*BOTH)


@pytest.fixture(scope="module")
def checkout(page_engine: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of this checkout with the libraries of two systems."""
    native.load()
    folder = tmp_path_factory.mktemp("checkout")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    libraries = folder / "brain" / "data" / "lib"
    libraries.mkdir()
    for level in native.LEVELS[native.system()]:
        shutil.copy(native.found(level), libraries)
    shutil.copy(block_file(), libraries)
    (libraries / OTHERS).touch()
    return folder


def build(checkout: Path, *whats: str) -> list[Path]:
    """Return the files that the backend builds, each in a new folder of the checkout."""
    for what in whats:
        (checkout / what).mkdir()
    command = [sys.executable, "-c", BUILD, *whats]
    # As pipx does: without the working folder on the path.
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": str(checkout)}
    subprocess.run(command, cwd=checkout, env=environment, check=True, capture_output=True)
    return [file for what in whats for file in (checkout / what).iterdir()]


@pytest.fixture(scope="module")
def built(checkout: Path) -> list[Path]:
    """Return the wheel and the sdist."""
    return build(checkout, *BOTH)


@pytest.fixture(scope="module")
def wheel(built: list[Path]) -> Path:
    return built[0]


@pytest.fixture(scope="module")
def sdist(built: list[Path]) -> Path:
    return built[1]


def test_wheel_has_the_libraries_of_this_system_only_and_the_pages_engine(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        found = {Path(name).name for name in packed.namelist() if "/lib/" in name}
    libraries = {native.found(level).name for level in native.LEVELS[native.system()]}
    assert found == {*libraries, engine_bundle.file_name()}


def test_wheel_has_the_sources_that_name_its_libraries(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        found = set(packed.namelist())
    sources = [path for pattern in native.SOURCES for path in native.PACKAGE.glob(pattern)]
    assert {path.relative_to(ROOT).as_posix() for path in sources} <= found


def test_wheel_is_for_this_system_and_any_python(wheel: Path) -> None:
    name, _, python, abi, system = wheel.stem.split("-")
    assert (name, python, abi) == ("tengen_gomoku", "py3", "none")
    assert system not in ("any", "")
    assert system.startswith("win" if sys.platform == "win32" else sys.platform)


def test_wheel_needs_nothing_and_gives_both_commands(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        texts = {Path(name).name: packed.read(name) for name in packed.namelist()}
    needed = message_from_bytes(texts["METADATA"]).get_all("Requires-Dist", [])
    assert [need for need in needed if "extra ==" not in need] == []
    commands = [line.partition(b" =")[0] for line in texts["entry_points.txt"].splitlines()]
    assert {b"tengen", b"pbrain-tengen"} <= set(commands)


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the build backend, for which setuptools builds nothing."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "315532800")  # which the backend sets otherwise
    monkeypatch.chdir(ROOT)
    found = importlib.import_module("protocol.build.wheel")
    monkeypatch.setattr(found.build_meta, "build_editable", lambda *_: "editable.whl")
    return found


def test_an_editable_install_requires_the_compiler_until_the_kernels_are_compiled(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    native.load()
    assert backend.get_requires_for_build_editable() == []
    monkeypatch.setattr(native, "find", lambda level: None)
    assert backend.get_requires_for_build_editable() == list(native.COMPILER)


@pytest.mark.parametrize("error", [None, SystemExit("not linked"), ModuleNotFoundError("numba")])
def test_an_editable_install_compiles_the_kernels_if_it_can(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch, error: BaseException | None
) -> None:
    compile_kernels = mock.Mock(side_effect=error)
    monkeypatch.setattr("brain.build.compile.main", compile_kernels)
    assert backend.build_editable("folder") == "editable.whl"
    compile_kernels.assert_called_once_with([native.system()])


def test_a_build_at_another_time_and_place_has_the_same_bytes(
    checkout: Path, built: list[Path], tmp_path: Path
) -> None:
    later = shutil.copytree(checkout, tmp_path / "later", ignore=BUILT, copy_function=shutil.copy)
    os.utime(later / "brain" / "__init__.py", (1e9, 1e9))
    for first, second in zip(built, build(later, *BOTH), strict=True):
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="hides what POSIX tells of the machine")
def test_wheel_of_a_system_without_libraries_has_none(checkout: Path, tmp_path: Path) -> None:
    elsewhere = shutil.copytree(checkout, tmp_path / "elsewhere", ignore=BUILT)
    unknown_machine.hide_machine(elsewhere)
    (wheel,) = build(elsewhere, "build_wheel")
    with zipfile.ZipFile(wheel) as packed:
        assert not [name for name in packed.namelist() if "/lib/" in name]


def test_source_distribution_is_the_checkout_without_libraries(sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        found = {name.partition("/")[2] for name in packed.getnames()}
    files = [path for name in FOLDERS for path in (ROOT / name).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert {*FILES, *(name for name in names if "/data/lib/" not in name)} <= found
    assert not [name for name in found if "kernels-" in name]

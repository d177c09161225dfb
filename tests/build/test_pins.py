"""The pins: packages that build the libraries and the packed program, with versions and hashes."""

import re
import tomllib

import pytest

from protocol.cli.toolbox import TRAINING
from tests import ROOT

PINS = {
    name: re.findall(r"--hash=sha256:[0-9a-f]{64}", hashes)
    for path in ("brain/build/pins.txt", ".ci/panda3d.txt")
    for name, hashes in re.findall(
        r"^(\S+==\S+)(.*(?:\n    .*)*)", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
    )
}
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["optional-dependencies"]


def test_every_pin_has_the_hashes_of_its_files() -> None:
    assert [name for name, hashes in PINS.items() if not hashes] == []


def test_nothing_unpinned_is_installed_before_a_program_is_packed() -> None:
    for path in (".ci/windows", ".ci/release", ".github/workflows/windows.yml"):
        text = (ROOT / path).read_text(encoding="utf-8").replace("\\\n", "")
        before = text[: text.lower().rindex("pyinstaller --noconfirm")]
        lines = before.splitlines()
        installed = [line for line in lines if re.search("pip (install|download)", line)]
        assert [line for line in installed if "--require-hashes" not in line] == [], path


def test_the_packages_for_training_are_named_in_the_pinned_versions() -> None:
    assert set(TRAINING.split()) <= {*EXTRAS["compile"], *EXTRAS["train"]}


@pytest.mark.parametrize("needed", [*EXTRAS["compile"], *EXTRAS["build"][1:]])
def test_the_compiler_and_packer_are_pinned_in_the_required_version(needed: str) -> None:
    name, relation, version = re.split("(==|>=)", needed)
    pinned = [pin.partition("==")[2] for pin in PINS if pin.startswith(f"{name}==")]
    assert len(pinned) == 1
    assert pinned == [version] or relation == ">="

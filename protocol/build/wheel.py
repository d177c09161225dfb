"""The build backend: setuptools, but a wheel has one system's compiled libraries and that system's
tag. If the kernels can be linked for the board page, it also has the page's data.

The same sources and tools give the same bytes. `python -m protocol.build.wheel FOLDER SYSTEM` makes
the wheel of a system, or the source distribution if SYSTEM is `any`. The wheel of a system without
a library has none.

A wheel requires the pins of the `compile` extra. So does an editable install whose library is not
made: it compiles the library into the checkout, so that the first start is fast. If that fails, the
first start tries again, or explains what is missing.
"""

import contextlib
import gzip
import os
import shutil
import sys
import sysconfig
import tarfile
import tomllib
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from brain.thinking import native
from protocol.page import engine_bundle

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None
BUILT = Path("build", "lib")
LIBRARIES = BUILT / "brain" / "data" / "lib"
# The tags of systems in wheels. A library calls nothing of Linux, so the oldest tag fits.
TAGS = {
    "linux": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "windows": "win_amd64",
}
DATE = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800"))  # zip dates start in 1980
EXECUTABLE = 0o100


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return the packages that compile the kernels."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins: list[str] = project["optional-dependencies"]["compile"]
    return pins


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return the packages that compile the kernels, none if that is done."""
    return [] if native.is_made() else get_requires_for_build_wheel()


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Return the file name of a wheel with the library, for this system and any Python 3."""
    return _build_wheel(wheel_directory, native.system(), sysconfig.get_platform(), config_settings)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Return the file name of a wheel that refers to the checkout; compile the kernels there."""
    with contextlib.suppress(ImportError, SystemExit):  # the first start names the reason
        from brain.build.compile import main as make_libraries

        make_libraries([native.system()])
    name: str = build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Return the file name of a source distribution."""
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    _make_reproducible(Path(sdist_directory, name))
    return name


def main(arguments: list[str]) -> None:
    """Make one file in a folder: setuptools can make only one per process."""
    folder, system = arguments
    if system == "any":
        build_sdist(folder)
    else:
        _build_wheel(folder, system, TAGS[system])


def _build_wheel(folder: str, system: str, tag: str, settings: Settings = None) -> str:
    """Return the file name of a wheel with the libraries of a system."""
    shutil.rmtree(BUILT, ignore_errors=True)  # setuptools would pack older files there
    if levels := native.LEVELS.get(system):
        from brain.build.compile import main as make_libraries  # needs the compiler

        make_libraries([system])
        LIBRARIES.mkdir(parents=True)
        for level in levels:
            shutil.copy(native.found(level, system), LIBRARIES)
        if _can_make_block():
            from protocol.build.html_page import block_file

            shutil.copy(block_file(), LIBRARIES)
    platform = tag.replace("-", "_").replace(".", "_")
    options = {**(settings or {}), "--build-option": [f"--plat-name={platform}"]}
    name: str = build_meta.build_wheel(folder, options)
    return name


def _can_make_block() -> bool:
    """Return whether the linker for the page's data is installed; it is never downloaded."""
    from brain.build import wasm
    from brain.build.link import LinkError

    try:
        wasm.linker()
    except LinkError:
        return False
    return native.system() in engine_bundle.MAKERS


def _make_reproducible(path: Path) -> None:
    """Rewrite a .tar.gz without the time, the user and other traces of the machine."""
    with tarfile.open(path) as packed:
        members = sorted(packed, key=lambda member: member.name)
        contents = {member.name: packed.extractfile(member) for member in members}
        unfinished = path.with_suffix(".new")
        with (
            unfinished.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=DATE) as zipped,
            tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as written,
        ):
            for member in members:
                is_program = member.isdir() or member.mode & EXECUTABLE
                entry = tarfile.TarInfo(member.name)
                entry.type, entry.size, entry.mtime = member.type, member.size, DATE
                entry.mode = 0o755 if is_program else 0o644
                written.addfile(entry, contents[member.name])
    unfinished.replace(path)


if __name__ == "__main__":
    main(sys.argv[1:])

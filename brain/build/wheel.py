"""The build backend: setuptools, but a wheel holds this system's compiled library and says so.

The pins of the `compile` extra are asked for only when a wheel is made: an editable install makes
the library before its first use.
"""

import shutil
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from brain import native

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


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what compiling the kernels needs."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins: list[str] = project["optional-dependencies"]["compile"]
    return pins


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Return the file name of a wheel with the library, for this system and any Python 3."""
    from brain.build.compile import main as make_libraries  # needs what only a wheel asks for

    make_libraries([])
    shutil.rmtree(BUILT, ignore_errors=True)  # setuptools packs whatever it finds there
    LIBRARIES.mkdir(parents=True)
    for level in native.LEVELS[native.system()]:
        shutil.copy(native.found(level), LIBRARIES)
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    settings = {**(config_settings or {}), "--build-option": [f"--plat-name={platform}"]}
    name: str = build_meta.build_wheel(wheel_directory, settings, metadata_directory)
    return name

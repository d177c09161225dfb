"""Linking for WebAssembly: the linker that is found, and refused objects."""

import importlib.util
import shutil
import sys

import pytest

from brain.build import wasm
from brain.build.link import LinkError


def test_the_linker_of_the_system_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert wasm.linker() == ["/bin/wasm-ld"]


def test_zigs_linker_is_found_without_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    assert wasm.linker() == [sys.executable, "-m", "ziglang", "wasm-ld"]


def test_a_missing_linker_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LinkError, match=r"no wasm-ld: run .* -m pip install ziglang"):
        wasm.linker()


def test_the_linkers_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import sys; sys.exit('this is not an object')"
    monkeypatch.setattr(wasm, "linker", lambda: [sys.executable, "-c", script])
    with pytest.raises(LinkError, match=r"^this is not an object$"):
        wasm.module(b"")

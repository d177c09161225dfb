"""An object's name tells its sources and its processor apart."""

import pytest
from llvmlite import binding

from brain.kernels.jit import objectcode


def test_an_object_has_another_name_when_its_sources_differ() -> None:
    assert objectcode.file_name("one") == objectcode.file_name("one")
    assert objectcode.file_name("one") != objectcode.file_name("two")


def test_an_object_has_another_name_when_the_processor_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = objectcode.file_name("one")
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "another")
    assert objectcode.file_name("one") != here

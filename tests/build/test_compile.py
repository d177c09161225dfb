"""Compiling: which systems are accepted, what is rewritten, and where libraries are kept."""

from pathlib import Path

import pytest

from brain.build import compile as compiling
from brain.build.link import LinkError
from brain.thinking import native


def test_a_system_whose_libraries_cannot_be_made_is_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        compiling.main(["amiga"])
    assert str(stopped.value).startswith("usage: python -m brain.build.compile [system...]")


def test_every_system_is_made_on_x86_64_alone() -> None:
    assert set(compiling._makable("linux")) == {*compiling.PLATFORMS, native.OTHER}
    assert compiling._makable("linux-aarch64") == ["linux-aarch64", native.OTHER]


def test_a_rewrite_that_misses_its_subject_is_refused() -> None:
    with pytest.raises(LinkError, match="nothing in the compiler's output matches"):
        compiling._check_matched("define i64 @f()\n", compiling.REWRITES)


def test_a_rewrite_without_a_subject_need_not_match() -> None:
    compiling._check_matched("declare i64 @f()\n", compiling.REWRITES)


def test_every_function_is_marked_as_one_that_throws_nothing() -> None:
    code = compiling._rewritten("define i64 @f() {\n  ret i64 1\n}\n", compiling.REWRITES)
    assert code.startswith('define i64 @f() nounwind "no-builtins" {\n')


def test_libraries_are_kept_in_the_first_folder_that_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wanted = tmp_path / "new" / "lib"
    assert compiling._writable((tmp_path / "file" / "lib", wanted)) == wanted
    with pytest.raises(SystemExit, match="none of these folders can be written"):
        compiling._writable((tmp_path / "file" / "lib",))


def test_only_libraries_of_another_stamp_are_removed(tmp_path: Path) -> None:
    for name in ("kernels-1-linux", "kernels-2-linux", "page-1.txt"):
        (tmp_path / name).touch()
    compiling._remove_stale(tmp_path, "2")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-2-linux", "page-1.txt"]

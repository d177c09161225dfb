"""Compiling: accepted systems, rewritten LLVM text, and the libraries' folder."""

from pathlib import Path

import pytest

from brain.build import compile as compiling
from brain.build.compile import NOT_X86, REWRITES, WASM
from brain.build.link import LinkError
from brain.thinking import native


def test_a_system_whose_libraries_cannot_be_made_is_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        compiling.main(["amiga"])
    assert str(stopped.value).startswith("usage: python -m brain.build.compile [system...]")


def test_every_system_is_made_on_x86_64_alone() -> None:
    assert set(compiling._makable("linux")) == {*compiling.PLATFORMS, native.OTHER}
    assert compiling._makable("linux-aarch64") == ["linux-aarch64", native.OTHER]


@pytest.mark.parametrize("rewrite", [*REWRITES, *NOT_X86, *WASM])
def test_a_rewrite_that_matches_nothing_is_refused(rewrite: tuple[str, str]) -> None:
    with pytest.raises(LinkError, match="nothing in the compiler's output matches"):
        compiling._rewritten(["declare i64 @f()\n"], (rewrite,))


def test_a_rewrite_need_match_in_one_module_only() -> None:
    codes = ["declare i64 @f()\n", "define i64 @f() {\n  ret i64 1\n}\n"]
    one, other = compiling._rewritten(codes, REWRITES[:1])
    assert one == codes[0]
    assert other.startswith('define i64 @f() nounwind "no-builtins" {\n')


def test_libraries_are_kept_in_the_first_folder_that_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wanted = tmp_path / "new" / "lib"
    assert compiling._writable((tmp_path / "file" / "lib", wanted)) == wanted
    with pytest.raises(SystemExit, match="none of these folders can be written"):
        compiling._writable((tmp_path / "file" / "lib",))


def test_only_files_of_another_stamp_are_removed(tmp_path: Path) -> None:
    kept = ["code-2-linux.ll.z", "kernels-2-linux", "page-1.txt"]
    for name in ("code-1-linux.ll.z", "kernels-1-linux", *kept):
        (tmp_path / name).touch()
    compiling._remove_stale(tmp_path, "2")
    assert sorted(path.name for path in tmp_path.iterdir()) == kept

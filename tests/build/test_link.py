"""Linking: an object becomes a library for Linux or Windows, or is refused."""

import ctypes
import struct
import sys
from pathlib import Path

import pytest
from llvmlite import binding as llvm

from brain.build.link import LinkError, image, linux_library, windows_library

ANSWER = "define i64 @answer() { ret i64 42 }"
WRITABLE = f"@kept = global i64 5\n{ANSWER}"
IMPORTED = "declare i64 @other()\ndefine i64 @answer() { %v = call i64 @other() ret i64 %v }"


def compiled(code: str) -> bytes:
    """Return the ELF object of LLVM's code for x86-64."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    triple = "x86_64-unknown-linux-gnu"
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="small")
    module = llvm.parse_assembly(code)
    module.triple = triple
    content: bytes = machine.emit_object(module)
    return content


def test_an_exported_name_has_its_offset() -> None:
    found = image(compiled(ANSWER), ["answer"])
    assert found.exports == {"answer": 0}
    assert found.code


@pytest.mark.skipif(sys.platform != "linux" or sys.maxsize < 1 << 32, reason="Linux loads it")
def test_a_linux_library_is_loaded_and_runs(tmp_path: Path) -> None:
    if "x86_64" not in llvm.get_default_triple():
        pytest.skip("the code is for x86-64")
    file = tmp_path / "answer.so"
    file.write_bytes(linux_library(image(compiled(ANSWER), ["answer"])))
    answer = ctypes.CDLL(str(file)).answer
    answer.restype = ctypes.c_int64
    assert answer() == 42


def test_a_windows_library_has_the_headers_and_the_name() -> None:
    content = windows_library(image(compiled(ANSWER), ["answer"]))
    (header_at,) = struct.unpack_from("<I", content, 60)
    assert (content[:2], content[header_at : header_at + 4]) == (b"MZ", b"PE\0\0")
    assert b"\0answer\0" in content


@pytest.mark.parametrize(
    ("code", "exports", "error"),
    [
        (ANSWER, ["answer", "question"], "not defined: question"),
        (WRITABLE, ["answer"], r"section \.data: only code and constants can be linked"),
        (IMPORTED, ["answer"], "undefined symbol: other"),
    ],
)
def test_an_object_that_needs_more_is_refused(code: str, exports: list[str], error: str) -> None:
    with pytest.raises(LinkError, match=error):
        image(compiled(code), exports)

"""Links one WebAssembly object into a module for the page, with `wasm-ld`: LLVM's, or ziglang's.

The module has memory of its own, which the page lets grow, and imports a clock, `env.now`, which
returns microseconds. It has one record of each kind, exported by name, so its entry points take no
record. Above `__heap_base` the memory is the page's.
"""

import ctypes
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from brain.build.link import LinkError
from brain.layout import ENTRIES, LineRecord, Record

STACK_BYTES = 8 << 20
RECORDS: dict[str, type[ctypes.Structure]] = {"record": Record, "line_record": LineRecord}
OPTIONS = (
    "--no-entry",
    "--strip-all",
    "--allow-undefined",
    "--stack-first",
    f"-zstack-size={STACK_BYTES}",
    "--export=__heap_base",
    *(f"--export={name}" for name in (*ENTRIES, *RECORDS)),
)

# The products of shorts in pairs, as brain.kernels.jit.vectors adds them up.
PAIRED = r"""  (%\S+) = sext <32 x i16> (%\S+) to <32 x i32>
  (%\S+) = sext <32 x i16> (%\S+) to <32 x i32>
  (%\S+) = mul <32 x i32> \1, \3
  (%\S+) = shufflevector <32 x i32> \5, .*
  (%\S+) = shufflevector <32 x i32> \5, .*
  (%\S+) = add <16 x i32> \6, \7$"""
# The same as a function of LLVM's code, in vectors of eight shorts.
SHORTS, PARTS = 8, 4
FRAME = """
declare <8 x i16> @llvm.vector.extract.v8i16.v32i16(<32 x i16>, i64)
declare <16 x i32> @llvm.vector.insert.v16i32.v4i32(<16 x i32>, <4 x i32>, i64)
declare <4 x i32> @llvm.wasm.dot(<8 x i16>, <8 x i16>)
define internal <16 x i32> @pair_products(<32 x i16> %a, <32 x i16> %b) alwaysinline nounwind {{
  %sums0 = freeze <16 x i32> poison
{parts}
  ret <16 x i32> %sums{last}
}}
"""
PART = """
  %a{n} = call <8 x i16> @llvm.vector.extract.v8i16.v32i16(<32 x i16> %a, i64 {short})
  %b{n} = call <8 x i16> @llvm.vector.extract.v8i16.v32i16(<32 x i16> %b, i64 {short})
  %dot{n} = call <4 x i32> @llvm.wasm.dot(<8 x i16> %a{n}, <8 x i16> %b{n})
  %sums{next} = call <16 x i32> @llvm.vector.insert.v16i32.v4i32(
    <16 x i32> %sums{n}, <4 x i32> %dot{n}, i64 {int})"""
PAIR_PRODUCTS = FRAME.format(
    parts="".join(
        PART.format(n=n, next=n + 1, short=n * SHORTS, int=n * SHORTS // 2) for n in range(PARTS)
    ),
    last=PARTS,
)
# The records as objects of LLVM's code, each at the start of a cache line.
OBJECTS = "".join(
    f"@{name} = dso_local global [{ctypes.sizeof(record)} x i8] zeroinitializer, align 64\n"
    for name, record in RECORDS.items()
)


def module(content: bytes) -> bytes:
    """Return a module with an object's code. Raises LinkError."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(content)
        command = [*linker(), *OPTIONS, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise LinkError(done.stderr.strip())
        return target.read_bytes()


def linker() -> list[str]:
    """Return the command of a linker. Raises LinkError where there is none."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise LinkError(f"no wasm-ld: run  {sys.executable} -m pip install ziglang")

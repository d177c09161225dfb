"""Links one WebAssembly object into a module for the page, with `wasm-ld`: LLVM's, or ziglang's.

The module has memory of its own, which the page lets grow, and imports a clock, `env.now`, which
returns microseconds. Above `__heap_base` the memory is the page's.
"""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from brain.build.link import LinkError
from brain.layout import ENTRIES

STACK_BYTES = 8 << 20
OPTIONS = (
    "--no-entry",
    "--strip-all",
    "--allow-undefined",
    "--stack-first",
    f"-zstack-size={STACK_BYTES}",
    "--export=__heap_base",
    *(f"--export={name}" for name in ENTRIES),
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

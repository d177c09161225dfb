"""The kernels' object on a machine that no library is made for.

LLVM emits it once, for this very processor, and puts it into memory at each start: there is no
linker, and no file format to know.
"""

import ctypes
import zlib
from collections.abc import Callable

from llvmlite import binding as llvm

from brain.layout import ENTRIES, argument_types

# Where the loader wants other relocations than LLVM's own choice.
RELOCATION = {"x86_64": "static", "ppc64le": "pic", "powerpc64le": "pic"}


def file_name(stamp: str) -> str:
    """Return the name of this processor's object of some sources; a cache may be shared."""
    processor = f"{llvm.get_host_cpu_name()} {_features()}"
    return f"kernels-{stamp}-{llvm.get_process_triple()}-{zlib.crc32(processor.encode()):08x}.o"


def machine() -> llvm.TargetMachine:
    """Return this machine as LLVM's target, for code that is put into memory."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=3,
        reloc=RELOCATION.get(triple.partition("-")[0], "default"),
        codemodel="jitdefault",
        jit=True,
    )


def entry_points(content: bytes) -> dict[str, Callable[..., int]]:
    """Return the functions of `layout.ENTRIES` in an object."""
    linker = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine())
    linker.add_object_file(llvm.ObjectFileRef.from_data(content))
    linker.finalize_object()
    return {name: _entry(linker, name) for name in ENTRIES}


def _entry(linker: llvm.ExecutionEngine, name: str) -> Callable[..., int]:
    prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *argument_types(name))
    function = prototype(linker.get_function_address(name))
    vars(function)["code"] = linker  # which must live as long
    return function


def _features() -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM can't tell on every processor
        return ""

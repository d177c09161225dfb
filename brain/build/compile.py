"""Compiles the kernels into shared libraries: `python -m brain.build.compile [system...]`.

numba compiles the kernels to LLVM's code, LLVM optimises all of it as one module for each processor
level, and `link` writes the library. No compiler or linker need be installed. A library imports
nothing at run time; an undefined symbol is an error. For the system `other`, which is any machine
without libraries, LLVM's object is kept as it is.
"""

import contextlib
import multiprocessing
import os
import re
import sys
import zlib
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from unittest import mock

from llvmlite import binding as llvm

from brain.build import link, wasm
from brain.files import lock
from brain.files.durable import write_atomically
from brain.kernels.jit import objectcode
from brain.layout import ENTRIES, LINE_ENTRIES
from brain.thinking import native

# What numba reads from the environment at import: the least optimisation, as LLVM optimises again
# here, and code for any processor.
FRONT_END = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

CODE = "code-"  # begins the name of the file that keeps the code that numba made on a system

Rewrites = tuple[tuple[str, str], ...]  # patterns of lines, each with its replacement
# What must change in numba's code.
REWRITES: Rewrites = (
    # Nothing throws; and a loop that fills or copies stays a loop, there is no libc to call.
    (r"^(define .*) \{$", r'\1 nounwind "no-builtins" {'),
    # The address of an object of this process: undefined, so that linking fails if code uses it.
    (r"^(@numba\.dynamic\.globals\S* = )linkonce global ptr .*$", r"\1external global ptr"),
    # An exception's text, a structure of pointers: no kernel raises.
    (r"^(@\.const\.picklebuf\S* = internal constant \{.*?\}) \{.*$", r"\1 zeroinitializer"),
)

# References to arrays in a record need no counting, though numba asks for it. These definitions
# override its weak ones.
NO_COUNTING = """
define void @NRT_incref(ptr %counted) alwaysinline { ret void }
define void @NRT_decref(ptr %counted) alwaysinline { ret void }
declare void @llvm.trap()
"""

# A C function around numba's, which returns through a pointer, and a status: an exception, but no
# kernel raises one.
ENTRY = """
declare i32 @{inner}({inner_types})
define i64 @{name}({parameters}) nounwind {{
  %result = alloca i64
  %error = alloca ptr
  %status = call i32 @{inner}({arguments})
  %raised = icmp ne i32 %status, 0
  br i1 %raised, label %broken, label %done
broken:
  call void @llvm.trap()
  unreachable
done:
  %value = load i64, ptr %result
  ret i64 %value
}}
"""


# Only an x86-64 processor has the instructions that tell its level.
NOT_X86: Rewrites = ((r"= call (\{.*?\}) asm .*$", r"= freeze \1 zeroinitializer"),)
WASM: Rewrites = (
    # WebAssembly has no cycle counter; the page gives it a clock.
    (r"@llvm\.readcyclecounter\b", "@now"),
    # Its backend does not select the instruction for products in pairs.
    (wasm.PAIRED, r"  \8 = call <16 x i32> @pair_products(<32 x i16> \2, <32 x i16> \4)"),
    # Indices are not negative. Knowing that, LLVM adds fields' offsets in loads and stores.
    (r"= getelementptr (?:inbounds )?", "= getelementptr inbounds nuw "),
    # There is one record of each kind, an object of the module. Loads and stores have the addresses
    # of its fields as constants.
    (r"^(define i64 @.*)\(ptr %(?:line_)?record(?:, )?", r"\1("),
    (r"(ptr %error, ptr )%((?:line_)?record)\b", r"\1@\2"),
)
# LLVM's passes forget that a constant added to an address does not wrap. Its backend needs to know,
# or it does not add the constant in the load or store.
WASM_OPTIMISED: Rewrites = (
    (r"= getelementptr (?:inbounds )?(i8, ptr \S+, i32 \d+)$", r"= getelementptr inbounds nuw \1"),
)


@dataclass(frozen=True)
class Platform:
    """How a system's libraries are made."""

    triple: str
    cpu: str  # LLVM's name, {} for the level
    link: Callable[[bytes], bytes]  # an object's content to a library's
    rewrites: Rewrites = ()
    features: str = ""  # beyond the processor's
    functions: str = ""  # LLVM's code that the rewritten code calls
    reloc: str = "pic"  # LLVM's relocation model
    optimised_rewrites: Rewrites = ()  # of the optimised code


def _linux(content: bytes) -> bytes:
    return link.linux_library(link.image(content, ENTRIES))


def _windows(content: bytes) -> bytes:
    return link.windows_library(link.image(content, ENTRIES))


# Windows has its own calling convention; the object's format is ours to choose.
PLATFORMS = {
    "linux": Platform("x86_64-unknown-linux-gnu", "x86-64-v{}", _linux),
    "linux-aarch64": Platform("aarch64-unknown-linux-gnu", "generic", _linux, NOT_X86),
    "windows": Platform("x86_64-pc-windows-elf", "x86-64-v{}", _windows),
    "wasm": Platform(
        "wasm32-unknown-unknown",
        "generic",
        wasm.module,
        NOT_X86 + WASM,
        "+simd128",
        wasm.PAIR_PRODUCTS + wasm.OBJECTS,
        "static",
        WASM_OPTIMISED,
    ),
}


@dataclass(frozen=True)
class Target:
    """What a library is made for."""

    system: str
    level: int


def main(arguments: list[str]) -> None:
    """Make the libraries of the systems named, or of this one, unless they are there already."""
    systems = arguments or [native.system()]
    makable = _makable(native.system())
    if not set(systems) <= set(makable):
        sys.exit(
            f"usage: python -m brain.build.compile [system...]; here for: {', '.join(makable)}"
        )
    folder = _writable(native.folders())
    with lock.alone(folder / "lock"):
        stamp = native.stamp()
        names = {
            native.file_name(stamp, system, level): Target(system, level)
            for system in systems
            for level in native.LEVELS.get(system, ())
        }
        if native.OTHER in systems:
            names[objectcode.file_name(stamp)] = Target(native.OTHER, 0)
        missing = {name: names[name] for name in names if not _is_there(folder / name)}
        if missing:
            contents = _contents(missing, folder / f"{CODE}{stamp}-{native.system()}.ll.z")
            if native.stamp() != stamp:
                sys.exit("a source changed while it was compiled; run it again")
            for name, content in contents.items():
                write_atomically(folder / name, content)
            _remove_stale(folder, stamp)


def _makable(system: str) -> Collection[str]:
    """Return the systems whose libraries can be made on a system: only numba on x86-64 writes the
    code that looks for its levels.
    """
    others = PLATFORMS if system in ("linux", "windows") else PLATFORMS.keys() & {system}
    return [*others, native.OTHER]


# Making libraries.


def _contents(targets: dict[str, Target], kept: Path) -> dict[str, bytes]:
    """Return the content of each library file, and that of `kept`, numba's code, if it is new."""
    try:
        is_kept = _is_there(kept)
        code = _code_in(kept) if is_kept else _front_end()
        libraries = dict(zip(targets, _compiled(code, [*targets.values()]), strict=True))
        if is_kept:
            return libraries
        return libraries | {kept.name: native.sealed(zlib.compress(code.encode()))}
    except link.LinkError as error:
        sys.exit(f"the kernels can't be linked: {error}")
    finally:
        _tell("")


def _code_in(kept: Path) -> str:
    """Return the code that an earlier call kept: numba takes half the time of the first library."""
    return zlib.decompress(kept.read_bytes()[: -native.SEAL]).decode()


def _front_end() -> str:
    """Return the code of all kernels as one LLVM module, not optimised."""
    _tell("compiling the kernels, which is done once")
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    os.environ.update(FRONT_END)
    with _no_machine_code():
        from brain.kernels import entries  # only now, as it imports numba

        kernels = [getattr(entries, name).compiled() for name in ENTRIES]
    _initialize_llvm()
    module = llvm.parse_assembly(NO_COUNTING)
    codes = _rewritten([kernel.library.get_llvm_str() for kernel in kernels], REWRITES)
    for kernel, code, (name, integers) in zip(kernels, codes, ENTRIES.items(), strict=True):
        module.link_in(llvm.parse_assembly(code))
        inner, takes_record = kernel.fndesc.llvm_func_name, len(kernel.signature.args) > integers
        module.link_in(llvm.parse_assembly(_entry(name, inner, integers, takes_record)))
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name not in ENTRIES:
            symbol.linkage = "internal"
    return str(module)


def _initialize_llvm() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()


def _no_machine_code() -> contextlib.ExitStack:
    """Have numba stop at LLVM's code: nothing calls a kernel in this process."""
    from numba.core import codegen, cpu

    def linked(context: cpu.CPUContext, library: codegen.JITCodeLibrary, *_: object) -> object:
        """Link a kernel with those that it calls; return a builtin that stands for it."""
        library._ensure_finalized()
        return [].append  # another one each time

    stack = contextlib.ExitStack()
    for owner, name, replacement in (
        (cpu.CPUContext, "create_cpython_wrapper", lambda *_, **options: None),
        (cpu.CPUContext, "get_executable", linked),
        (codegen.JITCodeLibrary, "_finalize_specific", lambda library: None),
    ):
        stack.enter_context(mock.patch.object(owner, name, replacement))
    return stack


def _rewritten(codes: list[str], rewrites: Rewrites) -> list[str]:
    """Return the code of modules with every match of a pattern replaced.

    Raises LinkError for a pattern that matches nowhere: the compiler's output changed.
    """
    for pattern, replacement in rewrites:
        found = [re.subn(pattern, replacement, code, flags=re.MULTILINE) for code in codes]
        if not any(count for _, count in found):
            raise link.LinkError(f"nothing in the compiler's output matches {pattern}")
        codes = [code for code, _ in found]
    return codes


def _entry(name: str, inner: str, integers: int, takes_record: bool) -> str:
    """Return the code of an entry point, which takes a record even where its kernel doesn't."""
    record = "ptr %line_record" if name in LINE_ENTRIES else "ptr %record"
    values = [f"i64 %v{number}" for number in range(integers)]
    passed = ["ptr %result", "ptr %error", *[record] * takes_record, *values]
    return "declare void @llvm.trap()" + ENTRY.format(
        name=name,
        inner=inner,
        parameters=", ".join([record, *values]),
        arguments=", ".join(passed),
        inner_types=", ".join(argument.split()[0] for argument in passed),
    )


def _compiled(code: str, targets: list[Target]) -> list[bytes]:
    """Return the content of each library file: of one here, of several in processes."""
    if len(targets) == 1:
        return [_compile(code, targets[0])]
    # A forked process has all that is imported, wherever pip keeps it for a build.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    with ProcessPoolExecutor(min(len(targets), os.cpu_count() or 1), context) as pool:
        return list(pool.map(_compile, repeat(code), targets))


def _compile(code: str, target: Target) -> bytes:
    """Return a library file's content."""
    _initialize_llvm()
    if target.system == native.OTHER:
        _tell("optimising for this machine")
        machine = objectcode.machine()
        return native.sealed(machine.emit_object(_optimised(llvm.parse_assembly(code), machine)))
    platform = PLATFORMS[target.system]
    cpu = platform.cpu.format(target.level)
    _tell(f"optimising for {target.system}, {cpu}")
    machine = llvm.Target.from_triple(platform.triple).create_target_machine(
        cpu=cpu, features=platform.features, opt=3, reloc=platform.reloc, codemodel="small"
    )
    # The code is this system's: what would change it for another one has nothing to match.
    rewrites = () if target.system == native.system() else platform.rewrites
    (rewritten,) = _rewritten([code], rewrites)
    module = _optimised(llvm.parse_assembly(rewritten + platform.functions), machine)
    if platform.optimised_rewrites:
        (optimised,) = _rewritten([str(module)], platform.optimised_rewrites)
        module = llvm.parse_assembly(optimised)
    return native.sealed(platform.link(machine.emit_object(module)))


def _optimised(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Optimise a module in place for speed: what isn't exported is inlined or gone."""
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return module


# Keeping libraries.


def _writable(folders: tuple[Path, ...]) -> Path:
    """Return the first folder that can be written, made if need be."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    sys.exit(f"none of these folders can be written: {', '.join(map(str, folders))}")


def _is_there(path: Path) -> bool:
    return path.exists() and native.is_whole(path)


def _remove_stale(folder: Path, stamp: str) -> None:
    for path in (*folder.glob("kernels-*"), *folder.glob(f"{CODE}*")):
        if not path.name.startswith((f"kernels-{stamp}-", f"{CODE}{stamp}-")):
            with contextlib.suppress(OSError):  # Windows keeps one that is loaded
                path.unlink()


def _tell(step: str) -> None:
    """Show the step at work on one line of a terminal; say nothing to anything else."""
    if sys.stderr and sys.stderr.isatty():
        print(
            f"\r\x1b[Ktengen: {step}..." if step else "\r\x1b[K",
            end="",
            file=sys.stderr,
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])

"""The compiled library: up to date, for this processor, and without dependencies.

Making and loading are tried in a checkout of two kernels, which compile in a second or two. Most
tests begin with a copy of a checkout that is compiled already.
"""

import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Self

import pytest
from llvmlite import binding as llvm

from brain.build import link
from brain.build.compile import PLATFORMS
from brain.layout import ENTRIES
from brain.thinking import native
from tests import ROOT
from tests.support import libraries, unknown_machine

LEVELS = native.LEVELS.get(native.system(), ())
needs_libraries = pytest.mark.skipif(not LEVELS, reason="no library is made for this system")
COPIED = (
    *("__init__.py", "lexicon.py", "layout.py", "thinking/__init__.py", "thinking/native.py"),
    *("build/*.py", "build/pins.txt", "files/*.py", "kernels/__init__.py", "kernels/jit/*.py"),
)
FEW_ENTRIES = '\nENTRIES = {"cpu_level": 0, "answer": 1}\n'
FEW_KERNELS = """
from brain.kernels.jit.kernel import kernel
from brain.kernels.jit.processor import cpu_level as cpu_level

with open("compiled", "a") as log:
    log.write("once ")


@kernel
def answer(S, question):
    return question + 1 + (0, 0)[question & 1]  # the index may raise: every rewrite matches
"""
NAME = "Gömöku 五目"  # of a checkout's folder
ASK = """
from brain.thinking import native

print(native.load().answer(None, 41))
"""
ASK_OR_COMPLAIN = """
from brain.thinking import native

try:
    print(native.load().answer(None, 41))
except native.LibraryError as error:
    print(error)
"""
EMIT = """
from pathlib import Path

from llvmlite import binding as llvm

from brain.build import compile

(kept,) = Path("brain/data/lib").glob("code-*")
compile._initialize_llvm()
(code,) = compile._rewritten([compile._code_in(kept)], compile.NOT_X86)
for triple in "arm64-apple-macosx", "x86_64-apple-macosx":
    machine = llvm.Target.from_triple(triple).create_target_machine(codemodel="jitdefault")
    module = compile._optimised(llvm.parse_assembly(code), machine)
    Path(triple).write_bytes(machine.emit_object(module))
"""
COMPILE = "from brain.build import compile; compile.main(['other'])"
MAPPED = """
from brain.thinking import native

native.load()
print(open("/proc/self/maps").read())
"""


class Checkout:
    """A copy of the brain with two kernels only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kernels = folder / "brain" / "kernels" / "entries.py"
        self.libraries = folder / "brain" / "data" / "lib"

    def fill(self) -> Self:
        """Write the sources into the folder."""
        brain = ROOT / "brain"
        for source in (path for pattern in COPIED for path in brain.glob(pattern)):
            target = self.folder / "brain" / source.relative_to(brain)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        with (self.folder / "brain" / "layout.py").open("a", encoding="utf-8") as layout:
            layout.write(FEW_ENTRIES)
        self.kernels.write_text(FEW_KERNELS, encoding="utf-8")
        return self

    def copy(self, folder: Path) -> "Checkout":
        """Return a copy in another folder."""
        shutil.copytree(self.folder, folder)
        return Checkout(folder)

    def start(self, program: str, **environment: str) -> subprocess.Popen[str]:
        """Start a Python program in the checkout."""
        return subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), **environment},
        )

    def run(self, program: str, **environment: str) -> str:
        """Return what a Python program in the checkout prints."""
        process = self.start(program, **environment)
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        return output

    def names(self) -> list[str]:
        """Return the names of the libraries."""
        return sorted(path.name for path in self.libraries.glob("kernels-*"))

    def times_compiled(self) -> int:
        """Return how often the kernels were compiled."""
        return len((self.folder / "compiled").read_text().split())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / NAME).fill()


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a checkout that was started once."""
    made = Checkout(tmp_path_factory.mktemp("compiled") / NAME).fill()
    assert made.run(ASK) == "42\n"
    return made


@pytest.fixture
def compiled(compiled_once: Checkout, tmp_path: Path) -> Checkout:
    """Return a checkout of the test's own that is compiled already."""
    return compiled_once.copy(tmp_path / NAME)


@pytest.fixture(scope="module")
def contents() -> dict[tuple[str, int], bytes]:
    """Return the content of the real libraries, of every system and level."""
    libraries.make()
    keys = [(system, level) for system, levels in native.LEVELS.items() for level in levels]
    names = {key: native.file_name(native.stamp(), *key) for key in keys}
    folder = next(folder for folder in native.folders() if (folder / names[keys[0]]).exists())
    return {key: (folder / name).read_bytes() for key, name in names.items()}


def test_library_is_made_before_its_first_use(compiled: Checkout) -> None:
    assert compiled.run(ASK) == "42\n"
    assert compiled.times_compiled() == 1


def test_library_of_other_sources_is_replaced(compiled: Checkout) -> None:
    before = compiled.names()
    compiled.kernels.write_text(FEW_KERNELS.replace("+ 1", "+ 10"), encoding="utf-8")
    assert compiled.run(ASK) == "51\n"
    assert len(compiled.names()) == len(before)
    assert not set(compiled.names()) & set(before)


@needs_libraries
def test_another_systems_library_needs_no_second_compilation_by_numba(compiled: Checkout) -> None:
    before = compiled.names()
    compiled.run(COMPILE)
    assert len(compiled.names()) == len(before) + 1
    assert compiled.times_compiled() == 1


def test_damaged_code_is_compiled_again(compiled: Checkout) -> None:
    (path,) = compiled.libraries.glob("code-*")
    path.write_bytes(path.read_bytes()[:-1])
    compiled.run(COMPILE)
    assert compiled.times_compiled() == 2
    assert native.is_whole(path)


def test_a_compilation_is_announced_once_the_compiler_is_known_to_be_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(native, "folders", lambda: (tmp_path,))
    monkeypatch.setattr("subprocess.run", lambda *_, **__: subprocess.CompletedProcess([], 1))
    with pytest.raises(native.LibraryError, match="don't compile"):
        native.load()
    assert capsys.readouterr().err == f"tengen: {native.COMPILING}\n"
    assert not native.is_made()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(native.LibraryError, match="pip install"):
        native.load()
    assert capsys.readouterr().err == ""


def test_two_processes_at_once_make_one_library(checkout: Checkout) -> None:
    processes = [checkout.start(ASK) for _ in range(2)]
    assert [process.communicate(timeout=120)[0] for process in processes] == ["42\n", "42\n"]
    assert checkout.times_compiled() == 1


@needs_libraries
@pytest.mark.parametrize("asked", ["", "abc", "3.0", "-1", "\u0663"])
def test_a_level_that_is_none_is_ignored(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    best = native.load().file
    monkeypatch.setenv("TENGEN_LEVEL", asked)
    assert native.load().file == best


def opened(
    monkeypatch: pytest.MonkeyPatch, whole: set[int], *, has_avx2: bool = True
) -> tuple[int, list[str]]:
    """Return the level that a packed program loads on a processor of level 4, and its warnings;
    `whole` are the levels of its undamaged libraries.
    """
    warnings: list[str] = []
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(native, "LEVELS", {native.system(): (4, 3, 2)})
    monkeypatch.setattr(native, "_has_avx2", lambda: has_avx2)
    monkeypatch.setattr(native, "find", lambda level: Path(str(level)) if level in whole else None)
    monkeypatch.setattr(
        native, "_open", lambda path: native.Library({"cpu_level": lambda _: 4}, path.name)
    )
    return int(native.load(warnings.append).file), warnings


@pytest.mark.parametrize(
    ("whole", "level", "damaged"),
    [
        ({4, 3, 2}, 4, []),
        ({3, 2}, 3, [4]),
        ({2}, 2, [4, 3]),
        ({4, 3}, 4, [2]),
        ({3}, 3, [2, 4]),
    ],
)
def test_a_damaged_library_is_named_and_another_used(
    whole: set[int], level: int, damaged: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    warnings = [native.DAMAGED.format(level=one) for one in damaged]
    assert opened(monkeypatch, whole) == (level, warnings)


@pytest.mark.parametrize(("whole", "has_avx2"), [({4, 3}, False), (set[int](), True)])
def test_a_program_without_a_library_for_its_processor_is_refused(
    whole: set[int], has_avx2: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(native.LibraryError, match="unpack it again"):
        opened(monkeypatch, whole, has_avx2=has_avx2)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_system_reports_the_vectors_of_the_level_that_is_loaded() -> None:
    if LEVELS[:1] == (4,):
        assert native._has_avx2() == (native.load().cpu_level(None) >= 3)


@needs_libraries
def test_library_goes_to_the_cache_when_its_folder_cannot_be_made(
    compiled: Checkout, tmp_path: Path
) -> None:
    cached = tmp_path / "tengen"
    cached.mkdir(mode=0o755)
    (code,) = compiled.libraries.glob("code-*")  # spares the test numba's second of work
    code.rename(cached / code.name)
    shutil.rmtree(compiled.libraries)
    compiled.libraries.write_text("in the way")
    cache = {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    assert compiled.run(ASK, **cache) == "42\n"
    assert len(list(cached.glob("kernels-*"))) == len(LEVELS)


@pytest.mark.skipif(sys.platform == "win32", reason="about owners and modes of POSIX")
def test_a_cache_that_others_can_write_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "shared"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    shared, own = tmp_path / "shared" / "tengen", tmp_path / "home" / ".cache" / "tengen"
    assert native.folders()[1:] == (shared, own)
    shared.mkdir(parents=True, mode=0o755)
    assert native.folders()[1:] == (shared, own)
    shared.chmod(0o777)
    assert native.folders()[1:] == (own,)


def test_a_cache_in_the_present_folder_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.setenv(name, "caches")
    assert len(native.folders()) == 1


def test_a_damaged_library_is_made_again(compiled: Checkout) -> None:
    for name, length in zip(compiled.names(), (0, 1000, -1), strict=False):
        path = compiled.libraries / name
        path.write_bytes(path.read_bytes()[:length])
        assert not native.is_whole(path)
    assert compiled.run(ASK) == "42\n"
    assert all(native.is_whole(compiled.libraries / name) for name in compiled.names())


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory map from /proc")
def test_level_can_be_lowered(compiled: Checkout) -> None:
    maps = compiled.run(MAPPED, TENGEN_LEVEL=str(LEVELS[-1]))
    assert set(re.findall(r"kernels-\S+-v(\d)\.so", maps)) == {str(LEVELS[-1])}


def test_a_missing_library_without_the_compiler_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(native, "folders", lambda: (tmp_path,))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(native.LibraryError, match="pip install"):
        native.load()
    monkeypatch.setattr(native, "LEVELS", {})  # as on a system that no library is made for
    with pytest.raises(native.LibraryError, match="pip install"):
        native.load()


def test_the_compiler_is_installed_into_a_checkout_or_as_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    python = f'"{sys.executable}" -m pip install'
    assert native.how_to_install_compiler() == f'{python} -e "{ROOT}[compile]"'
    monkeypatch.setattr(native, "PACKAGE", tmp_path / "site-packages" / "brain")
    assert native.how_to_install_compiler() == f"{python} {' '.join(native.COMPILER)}"


def test_the_compiler_is_the_one_of_the_sources() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"]["compile"] == list(native.COMPILER)


@pytest.fixture(scope="module")
def elsewhere_once(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a checkout that was started once on a machine that no library is made for."""
    if sys.platform == "win32":
        pytest.skip("hides what POSIX tells of the machine")
    made = Checkout(tmp_path_factory.mktemp("elsewhere") / NAME).fill()
    unknown_machine.hide_machine(made.folder)
    assert made.run(ASK) == "42\n"
    return made


@pytest.fixture
def elsewhere(elsewhere_once: Checkout, tmp_path: Path) -> Checkout:
    """Return a checkout of the test's own, compiled on a machine that no library is made for."""
    return elsewhere_once.copy(tmp_path / NAME)


def test_without_libraries_the_kernels_are_compiled_at_the_first_start_only(
    elsewhere: Checkout,
) -> None:
    assert elsewhere.run(ASK) == "42\n"
    assert elsewhere.times_compiled() == 1
    assert [Path(name).suffix for name in elsewhere.names()] == [".o"]


def test_a_damaged_object_is_made_again(elsewhere: Checkout) -> None:
    path = elsewhere.libraries / elsewhere.names()[0]
    path.write_bytes(path.read_bytes()[:-1])
    assert elsewhere.run(ASK) == "42\n"
    assert native.is_whole(path)


@pytest.mark.parametrize("package", ["llvmlite", "numba"])
def test_without_libraries_and_compiler_a_line_names_the_package(
    elsewhere: Checkout, package: str
) -> None:
    shutil.rmtree(elsewhere.libraries)
    said = elsewhere.run(f"import sys\nsys.modules['{package}'] = None\n{ASK_OR_COMPLAIN}")
    assert said.startswith("the kernels are not compiled: run\n")
    assert "pip install" in said.splitlines()[1]


def test_an_object_for_a_mac_defines_the_entry_points_and_imports_nothing(
    compiled: Checkout,
) -> None:
    compiled.run(EMIT)
    for triple, machine in (
        ("arm64-apple-macosx", 0x0100000C),
        ("x86_64-apple-macosx", 0x01000007),
    ):
        content = (compiled.folder / triple).read_bytes()
        magic, found_machine, _, kind = struct.unpack_from("<4I", content)
        relocatable = 1
        assert (magic, found_machine, kind) == (0xFEEDFACF, machine, relocatable)
        assert mac_symbols(content) == {"_answer": True, "_cpu_level": True}


def mac_symbols(content: bytes) -> dict[str, bool]:
    """Return whether each external symbol of a Mach-O object is defined in it."""
    (commands,) = struct.unpack_from("<I", content, 16)
    place, symtab = 32, 2
    while struct.unpack_from("<I", content, place)[0] != symtab:
        place += struct.unpack_from("<I", content, place + 4)[0]
        commands -= 1
        assert commands
    table, count, names, size = struct.unpack_from("<4I", content, place + 8)
    found = {}
    for name, kind, section, _, _ in struct.iter_unpack("<IBBHQ", content[table:][: 16 * count]):
        text = content[names + name : names + size].partition(b"\0")[0].decode()
        if kind & 1:
            found[text] = section > 0
    return found


def segments_of(content: bytes) -> list[tuple[int, ...]]:
    """Return the segments of a library for Linux."""
    return [link.SEGMENT.unpack_from(content, 64 + link.SEGMENT.size * n) for n in range(4)]


def test_exports_are_the_entry_points_and_linux_library_imports_nothing(
    contents: dict[tuple[str, int], bytes],
) -> None:
    for (system, _), content in contents.items():
        if system.startswith("linux"):
            segments = segments_of(content)
            (start, size) = next((s[2], s[5]) for s in segments if s[0] == link.DYNAMIC)
            tags = dict(struct.iter_unpack("<QQ", content[start : start + size]))
            needed, relocations = 1, 7
            assert not tags.keys() & {needed, relocations}
            count = struct.unpack_from("<II", content, tags[link.HASH])[1]
            symbols = content[tags[link.SYMTAB_ADDRESS] :][
                link.SYMBOL.size : count * link.SYMBOL.size
            ]
            homes = [symbol[3] for symbol in link.SYMBOL.iter_unpack(symbols)]
            assert all(homes)
            assert len(homes) == len(ENTRIES)


@pytest.mark.parametrize(
    ("system", "machine", "page"), [("linux", 62, 1 << 12), ("linux-aarch64", 183, 1 << 16)]
)
def test_linux_library_names_its_machine_and_fits_the_largest_pages(
    contents: dict[tuple[str, int], bytes], system: str, machine: int, page: int
) -> None:
    for level in native.LEVELS[system]:
        content = contents[system, level]
        assert struct.unpack_from("<H", content, 18) == (machine,)
        loaded = [segment for segment in segments_of(content) if segment[0] == link.LOAD]
        assert {(place % page, size) for _, _, place, *_, size in loaded} == {(0, page)}


def test_windows_library_imports_nothing(contents: dict[tuple[str, int], bytes]) -> None:
    for (system, _), content in contents.items():
        if system == "windows":
            (header,) = struct.unpack_from("<I", content, 60)
            assert content[header : header + 4] == b"PE\0\0"
            directories = header + 4 + link.COFF_HEADER.size + link.OPTIONAL_HEADER.size
            exports, imports = struct.unpack_from("<4I", content, directories)[::2]
            assert (exports > 0, imports) == (True, 0)


def linked(assembly: str) -> link.Image:
    """Return the image of a piece of LLVM code that defines `f`."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(PLATFORMS[native.system()].triple).create_target_machine(
        reloc="pic", codemodel="small"
    )
    return link.image(machine.emit_object(llvm.parse_assembly(assembly)), ["f"])


@needs_libraries
@pytest.mark.parametrize(
    ("assembly", "complaint"),
    [
        (
            "declare i64 @outside() define i64 @f() { %r = call i64 @outside() ret i64 %r }",
            "undefined symbol: outside",
        ),
        (
            "@state = internal global i64 7 define i64 @f() { %r = atomicrmw add ptr @state, i64 1"
            " monotonic ret i64 %r }",
            r"section \.data: only code and constants",
        ),
        ("define i64 @g() { ret i64 1 }", "not defined: f"),
    ],
)
def test_the_linker_refuses_forbidden_contents_of_a_library(assembly: str, complaint: str) -> None:
    with pytest.raises(link.LinkError, match=complaint):
        linked(assembly)


def test_linked_code_finds_its_constants(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("loads a library for Linux")
    table = ", ".join(f"i64 {n * n}" for n in range(40))
    image = linked(
        f"@t = internal constant [40 x i64] [{table}] define i64 @f(i64 %n) {{"
        " %p = getelementptr [40 x i64], ptr @t, i64 0, i64 %n %v = load i64, ptr %p ret i64 %v }"
    )
    path = tmp_path / "squares.so"
    path.write_bytes(link.linux_library(image))
    function = ctypes.CDLL(str(path)).f
    function.restype = ctypes.c_int64
    assert [function(ctypes.c_int64(n)) for n in (0, 7, 39)] == [0, 49, 1521]

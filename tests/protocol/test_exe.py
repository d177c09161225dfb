"""The packed program, unpacked as a manager unpacks it.

`pyinstaller build_exe.spec` makes it; TENGEN_EXE=dist/pbrain-tengen/pbrain-tengen names it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

pytest.importorskip("PyInstaller", reason="needs PyInstaller, of the extra build")

from PyInstaller.archive.readers import CArchiveReader

from brain import BLACK, Board, benchmark
from brain.build import windows
from protocol.page import assembled, engine_bundle
from tests.support.driver import EXE, LAUNCHER, ON_WINE, PATIENCE_S, Brain, until
from tests.support.icons import images
from tests.support.imports import DOOR, packed
from tests.support.page_client import Visitor

PACKED = Path(EXE)
IS_WINDOWS = PACKED.suffix == ".exe"
pytestmark = [
    pytest.mark.exe,
    pytest.mark.skipif(not EXE, reason="TENGEN_EXE is not set"),
]

LICENCES = {"Tengen", "Python", "PyInstaller", "others"}
# By binary or module: the headings of the notices that it needs beside Python's own licence.
NOTICES = {
    "_blake2": ["BLAKE2"],
    "_lzma": ["SQLite and liblzma"],
    "_md5": ["LibTomCrypt"],
    "_random": ["Mersenne Twister"],
    "_sha1": ["LibTomCrypt"],
    "_sha256": ["LibTomCrypt"],
    "_sha3": ["tiny_sha3"],
    "_sha512": ["LibTomCrypt"],
    "_socket": ["WIDE Project"],
    "_sqlite3": ["Python's binding of SQLite", "SQLite and liblzma"],
    "encodings": ["UUencode"],
    "libexpat": ["Expat"],
    "libffi": ["libffi"],
    "liblzma": ["SQLite and liblzma"],
    "libsqlite3": ["SQLite and liblzma"],
    "libz": ["zlib"],
    "logging": ["logging"],
    "pyexpat": ["Expat"],
    "python": ["SipHash", "strtod and dtoa", "cfuhash", "Unicode and regular", "getopt"],
    "select": ["kqueue"],
    "sqlite3": ["SQLite and liblzma"],
    "tarfile": ["tarfile"],
    "vcruntime": ["Microsoft's run-time", "Python's start of processes", "Mersenne Twister"],
    "zlib": ["zlib"],
}
# Compiled modules and programs that have no other licence than Python's, ours or PyInstaller's.
OF_PYTHON = set(
    """
    _bisect _csv _ctypes _heapq _json _opcode _pickle _posixsubprocess _queue _statistics _struct
    _typing _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _multibytecodec
    array binascii fcntl grp math mmap resource _overlapped _winapi pbrain-tengen engine
    """.split()  # noqa: SIM905  a list of one name a line is longer
)
LARGEST_ZIP = 8_000_000  # bytes
LAUNCH_S = 0.4 if ON_WINE else 0.1  # Wine itself takes most of it
LAUNCHES = 40  # at most; the fastest counts: other programs only ever add to the time
EXECUTABLE = 0o100
NOBODY = 65534  # a user without rights
STONES = "e8a1f8a3g8d8h8a5"  # black's four, on the move: i8 wins
POSITION = {
    "width": 15,
    "height": 15,
    "rule": 0,
    "walls": [],
    "turn": BLACK,
    "stones": [(cell.name, colour) for cell, colour in Board.read(STONES).stones],
}


@pytest.fixture(scope="module")
def archive() -> Path:
    """Return the zip that was made beside the program."""
    return PACKED.parents[1] / "TENGEN.zip"


@pytest.fixture(scope="module")
def exe(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program unpacked, in a folder with a name that ASCII can't spell."""
    folder = tmp_path_factory.mktemp("Gömöku 五目")
    shutil.unpack_archive(archive, folder)
    program = folder / PACKED.name
    program.chmod(0o755)  # Python's unpacking forgets it
    return program


@pytest.fixture(scope="module")
def desktop(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of the desktop's archive, unpacked."""
    folder = tmp_path_factory.mktemp("desktop")
    shutil.unpack_archive(archive.with_name("TENGEN-desktop.zip"), folder)
    program = folder / PACKED.name
    program.chmod(0o755)
    return program


def test_zip_is_small_and_has_the_program_at_its_root(archive: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        mode = zipped.getinfo(PACKED.name).external_attr >> 16
    assert archive.stat().st_size <= LARGEST_ZIP
    assert mode & EXECUTABLE


def modules_in(exe: Path) -> set[str]:
    """Return the modules that are packed in the program itself and in the library beside it."""
    modules = set(CArchiveReader(str(exe)).open_embedded_archive("PYZ.pyz").toc)
    with zipfile.ZipFile(exe.parent / "_internal" / "base_library.zip") as library:
        names = [Path(name).with_suffix("").parts for name in library.namelist()]
    return modules | {".".join(name).removesuffix(".__init__") for name in names}


def test_program_has_exactly_those_of_our_modules_that_its_tools_import(exe: Path) -> None:
    ours = {name for name in modules_in(exe) if name.startswith(("brain", "protocol"))}
    assert {*ours, DOOR} == packed()


def test_program_has_nothing_else_but_the_standard_library(exe: Path) -> None:
    roots = {name.partition(".")[0] for name in modules_in(exe)} - {"brain", "protocol"}
    compiled = {path.name.partition(".")[0] for path in exe.parent.rglob("lib-dynload/*")}
    compiled |= {path.stem for path in exe.parent.rglob("*.pyd")}
    assert roots | compiled <= sys.stdlib_module_names


def test_nothing_runs_before_the_program_but_its_packer(exe: Path) -> None:
    scripts = set(CArchiveReader(str(exe)).toc) - {"anyfolder", "struct", "PYZ.pyz"}
    foreign = {name for name in scripts if not name.startswith(("pyimod", "pyiboot", "pyi_rth"))}
    assert foreign == {"__main__"}


def test_zip_has_no_compiler_in_it(archive: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        names = " ".join(zipped.namelist()).lower()
    assert not [name for name in ("numba", "llvm", "numpy") if name in names]


def test_zip_has_the_licence_of_everything_in_it(archive: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        texts = {name: zipped.read(name) for name in zipped.namelist() if "/licences/" in name}
    assert {Path(name).stem for name in texts} == LICENCES
    assert all(texts.values())


def parts(program: Path) -> set[str]:
    """Return the binaries of a folder but our libraries, and the modules with licences of their
    own. A library has its name in NOTICES, without a version.
    """
    files = [path for path in program.parent.rglob("*") if path.is_file()]
    binaries = [path for path in files if path.read_bytes()[:4] in (b"\x7fELF", b"MZ\x90\0")]
    found = modules_in(program) & NOTICES.keys()
    for path in binaries:
        name = path.name.partition(".")[0].lower()
        known = name in NOTICES or name in OF_PYTHON or path.name.startswith("kernels-")
        plain = (one for one in NOTICES if name.removeprefix("lib").startswith(one))
        libraries = (one for one in NOTICES if name.startswith(one))
        found.add(name if known else next(iter((*libraries, *plain)), name))
    return {name for name in found if not name.startswith("kernels-")}


@pytest.mark.parametrize("program", ["exe", "desktop"])
def test_every_binary_and_module_has_its_notices(
    program: str, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(program)
    (others,) = folder.parent.rglob("licences/others.txt")
    headings = others.read_text(encoding="utf-8").split("\n\n\n")[1:]
    found = parts(folder)
    assert found - NOTICES.keys() - OF_PYTHON == set(), "which licence has it?"
    needed = {notice for name in found & NOTICES.keys() for notice in NOTICES[name]}
    assert {one for one in needed if not any(text.startswith(one) for text in headings)} == set()
    assert "python" in found


def test_the_zip_does_not_contain_its_time(archive: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        assert len({entry.date_time for entry in zipped.infolist()}) == 1


@pytest.mark.skipif(not IS_WINDOWS, reason="only Windows looks for them")
def test_program_has_its_icon_and_its_version_resource(exe: Path) -> None:
    content = exe.read_bytes()
    assert all(image in content for image in images(windows.ICON).values())
    assert windows.STRINGS["FileDescription"].encode("utf-16-le") in content


@pytest.mark.skipif(not IS_WINDOWS, reason="a manager for Windows")
def test_archive_for_yixin_board_has_the_program_that_it_loads(tmp_path: Path) -> None:
    shutil.unpack_archive(PACKED.parents[1] / "Yixin-Board.zip", tmp_path)
    with Brain((*LAUNCHER, str(tmp_path / "engine.exe"))) as brain:
        brain.send("START 15", "BEGIN", "END")
        assert [brain.line(), brain.line()] == ["OK", "7,7"]
        assert brain.exit_code() == 0


def test_the_desktops_program_has_the_modules_that_the_tournaments_lacks(
    exe: Path, desktop: Path
) -> None:
    def compiled(program: Path) -> set[str]:
        files = (*program.parent.rglob("lib-dynload/*"), *program.parent.rglob("*.pyd"))
        return {path.name.partition(".")[0] for path in files}

    books = {"_sqlite3", "pyexpat", "_lzma"}
    assert books <= compiled(desktop) - compiled(exe)
    assert modules_in(desktop) == modules_in(exe)


def test_the_desktops_program_keeps_a_position_database(desktop: Path, tmp_path: Path) -> None:
    book = str(tmp_path / "book.positions")
    tool = (*LAUNCHER, str(desktop), "database")
    done = subprocess.run((*tool, "add", book, "h8h9", "--value", "10"), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    listed = subprocess.run((*tool, "list", book), capture_output=True, text=True)
    assert "10" in listed.stdout


@pytest.mark.parametrize("words", [("database", "add"), ("convert",), ("analyse",)])
def test_the_tournaments_program_names_the_desktops(
    exe: Path, words: tuple[str, ...], tmp_path: Path
) -> None:
    rif = tmp_path / "games.rif"
    rif.write_text('<?xml version="1.0"?><database></database>', "ascii")
    inputs = {
        "database": ("book.positions", "h8", "--value", "1"),
        "convert": (str(rif), "games.sgf"),
    }
    command = [*LAUNCHER, str(exe), *words, *inputs.get(words[0], (str(rif),))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "desktop" in done.stderr


def test_program_plays_in_one_process(exe: Path) -> None:
    with Brain((*LAUNCHER, str(exe))) as brain:
        brain.send("START 15", "INFO timeout_turn 500", "BOARD", "7,7,1", "8,8,2", "7,6,1", "DONE")
        assert brain.line() == "OK"
        x, y = map(int, brain.line().split(","))
        running = [p.info for p in psutil.process_iter(["exe", "cmdline"])]  # Wine's exe is Wine
        assert [str(exe) in (p["exe"], *(p["cmdline"] or ())) for p in running].count(True) == 1
        assert psutil.Process(brain.pid).children() == []
        brain.send("END")
        assert brain.exit_code() == 0
    assert 0 <= x < 15
    assert 0 <= y < 15


@pytest.mark.skipif(IS_WINDOWS, reason="names are UTF-16 there")
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", ""])
def test_program_plays_in_a_folder_whose_name_is_not_utf_8(
    exe: Path, tmp_path: Path, locale: str
) -> None:
    folder = shutil.copytree(exe.parent, tmp_path / os.fsdecode(b"caf\xe9"))
    done = subprocess.run(
        [folder / exe.name],
        input=b"START 15\nBEGIN\nEND\n",
        capture_output=True,
        env={"LC_ALL": locale} if locale else {},
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"OK\n7,7\n", b"")


def test_program_answers_fast_after_its_launch(exe: Path) -> None:
    assert any(launch_s(exe) <= LAUNCH_S for _ in range(LAUNCHES))


def launch_s(exe: Path) -> float:
    """Return the seconds from a launch to its OK."""
    started = time.perf_counter()
    with Brain((*LAUNCHER, str(exe))) as brain:
        brain.send("START 15")
        assert brain.line() == "OK"
        return time.perf_counter() - started


@pytest.mark.skipif(ON_WINE, reason="Wine's network is not the one to test")
def test_program_serves_its_board(exe: Path) -> None:
    command = [str(exe), "board", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        visitor = Visitor(program.stdout.readline().strip()).open()
        status, page, _ = visitor.send("GET", "")
        found = visitor.result("think", position=POSITION, limits={"nodes": 1000})
        visitor.close()
        assert program.wait(PATIENCE_S) == 0
    assert (status, page) == (200, assembled())
    assert found["move"] == "i8"


@pytest.mark.usefixtures("page_engine")
def test_program_writes_a_review_that_opens_without_it(exe: Path, tmp_path: Path) -> None:
    command = [*LAUNCHER, str(exe), "review", STONES, "--nodes", "1000", "--page", "game.html"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert engine_bundle.load() in text
    assert '"sgf":' in text


def test_program_shows_a_puzzle_and_its_solution(exe: Path, tmp_path: Path) -> None:
    command = [*LAUNCHER, str(exe), "puzzles", "--rule", "renju", "--show", "1", "--solution"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert " to move " in done.stdout
    assert "1. " in done.stdout


@pytest.mark.skipif(IS_WINDOWS, reason="a double click needs a console there")
def test_program_opens_its_board_at_a_double_click(exe: Path, tmp_path: Path) -> None:
    browser, shown = tmp_path / "browser", tmp_path / "shown"
    browser.write_text(f'#!/bin/sh\necho "$1 $LD_LIBRARY_PATH" >{shown}\n', "ascii")
    browser.chmod(0o755)
    program = subprocess.Popen(
        [exe],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "DISPLAY": ":0", "BROWSER": str(browser), "LD_LIBRARY_PATH": "own"},
        start_new_session=True,
    )
    with program:
        assert until(lambda: shown.exists() and shown.read_text("ascii").endswith("\n"))
        invitation, libraries = shown.read_text("ascii").split()
        with urlopen(invitation) as page:  # redirected to the page's own address
            visitor = Visitor(page.url).open()
        assert visitor.send("GET", "")[0] == 200
        visitor.close()
        assert program.wait(PATIENCE_S) == 0
    assert libraries == "own"


@pytest.mark.parametrize("level", [2, 3, 4])
def test_program_bench_has_the_signature_at_every_level(exe: Path, level: int) -> None:
    command = [*LAUNCHER, str(exe), "bench"]
    environment = {**os.environ, "TENGEN_LEVEL": str(level)}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert done.stdout.split()[-1] == benchmark.SIGNATURE


@pytest.mark.skipif(IS_WINDOWS, reason="users and modes are POSIX's")
@pytest.mark.parametrize("stderr", ["shared with stdout", "closed"])
def test_program_needs_no_home_no_rights_and_no_stderr(archive: Path, stderr: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.unpack_archive(archive, folder)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555)
        run = subprocess.run(
            [folder / PACKED.name],
            input=b"START 15\nBEGIN\nEND\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if stderr == "shared with stdout" else None,
            preexec_fn=(lambda: os.close(2)) if stderr == "closed" else None,
            cwd="/",
            env={},
            user=NOBODY if os.geteuid() == 0 else None,
            timeout=20,
        )
        folder.chmod(0o755)
    assert run.stdout == b"OK\n7,7\n"
    assert run.returncode == 0

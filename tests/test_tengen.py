"""The public API, `import tengen`."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import brain
import tengen
from tengen import Board, Engine, Limit, NotProved, Refused, verify
from tests import ROOT
from tests.support.full_disk import full_disk, needs_limits

EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
WON = Board.read("15 freestyle h8a1h9a3h10a5")


def test_every_public_name_exists_and_has_a_docstring() -> None:
    missing = [name for name in tengen.__all__ if not getattr(tengen, name, None)]
    assert missing == []
    classes = [value for value in vars(tengen).values() if isinstance(value, type)]
    assert [one.__name__ for one in classes if not one.__doc__] == []


def test_it_has_all_names_of_the_brain() -> None:
    assert set(brain.__all__) <= set(tengen.__all__)


def test_fields_are_described_in_the_help() -> None:
    values: list[Any] = [
        *(tengen.Limit, tengen.Analysis, tengen.Result, tengen.Checked),
        *(tengen.Position, tengen.PositionEntry, tengen.Certificate),
        *(tengen.GameTree, tengen.TreeNode, tengen.NodeValue),
    ]
    for one in values:
        fields = getattr(one, "_fields", None) or one.__dataclass_fields__
        described = {line.split()[0] for line in one.__doc__.splitlines()[1:] if line.strip()}
        assert set(fields) - described == set(), one


def test_it_is_the_command_line_too() -> None:
    command = [sys.executable, "-m", "tengen", "--version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert done.stdout == f"tengen {tengen.__version__}\n"


def test_trees_are_read_and_written_by_the_suffix_of_a_file(tmp_path: Path) -> None:
    tree = tengen.GameTree(rule=4)
    tree.root.add((7, 7), tengen.BLACK).comment = "centre"
    file = tmp_path / "book.lib"
    assert tengen.write_trees(file, tree) == []
    assert tengen.read_trees(file) == [tree]
    assert tengen.write_trees(tmp_path / "game.pos", [tree]) == [
        "a .pos file can't hold: 1 comment"
    ]
    file.write_bytes(file.read_bytes() + b"\n")
    with pytest.warns(UserWarning, match="skipped the last byte"):
        (read,) = tengen.read_trees(str(file), "freestyle")
    assert read.rule == 0
    with pytest.raises(ValueError, match=r"expected a suffix of \.sgf, \.lib"):
        tengen.write_trees(tmp_path / "book.doc", tree)


@needs_limits
def test_trees_that_the_disk_has_no_room_for_leave_the_old_file(tmp_path: Path) -> None:
    tree = tengen.GameTree(rule=4)
    file = tmp_path / "book.sgf"
    tengen.write_trees(file, tree)
    before = file.read_bytes()
    tree.root.add((7, 7), tengen.BLACK).comment = "centre " * 100
    with full_disk(400), pytest.raises(OSError, match="too large"):
        tengen.write_trees(file, tree)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


def test_a_proof_is_verified_from_an_object_bytes_or_a_file(tmp_path: Path) -> None:
    with Engine(memory_bytes=1 << 26) as engine:
        certificate = engine.prove(WON)
        with pytest.raises(NotProved):
            engine.prove(Board.read("h8"), nodes=1000)
        assert engine.play(WON, Limit(nodes=100)).move.name in ("h7", "h11")
    file = tmp_path / "win.tengen"
    file.write_bytes(bytes(certificate))
    for given in (certificate, bytes(certificate), file, str(file)):
        assert verify(given).plies == certificate.plies == 3


def test_a_certificate_that_shows_less_is_refused() -> None:
    with Engine(memory_bytes=1 << 26) as engine:
        certificate = engine.prove(WON)
    claim = tengen.Certificate(certificate.position, certificate.plies - 2, certificate.nodes)
    with pytest.raises(Refused, match="it wins in 3 plies"):
        verify(claim)
    with pytest.raises(ValueError, match="not a certificate"):
        verify(b"win")


@pytest.mark.parametrize(
    ("package", "extra", "call"),
    [
        ("pettingzoo", "rl", lambda: tengen.environment()),
        ("psutil", "match", lambda: tengen.open_brain("./no-such-program")),
    ],
)
def test_a_missing_package_is_reported_with_its_extra(
    package: str, extra: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "brain.environment", raising=False)
    with pytest.raises(ImportError) as error:
        call()
    assert f"tengen-gomoku[{extra}]" in error.value.__notes__[0]


def test_the_pages_of_the_api_are_made(tmp_path: Path) -> None:
    pdoc = pytest.importorskip("pdoc", reason="needs pdoc: pip install 'tengen-gomoku[docs]'")
    page = pdoc.pdoc("tengen")
    for name in tengen.__all__:
        assert f'id="{name}"' in page


# By example: the last lines that it prints, or a pattern of them.
PRINTED = {
    "analyse_a_position": r"1\. +\d+%  depth \d+  \w+.*\n2\. .*\n3\. .*",
    "count_openings": "1: 15 positions\n2: 846 positions",
    "explain_a_forbidden_point": r"e5 is forbidden: a double three \(d5.f5 and e6.e4\)",
    "find_the_mistake": "g8: .*%",
    "learn_by_reinforcement": "(black|white): -?[01]\n(black|white): -?[01]",
    "make_training_data": r"\(5, 4, 15, 15\) \[112, 98, 126, 140, 128\]",
    "play_a_game": r"15 renju h8(\w\d+){11}",
    "play_another_engine": r"Tengen plays White\n15 freestyle h8i9(\w\d+){6}",
    "play_with_a_clock": r"\w\d+, [23]\.\d s left",
    "prove_a_win": r"Black wins in at most 3 plies, \d+ bytes\nh8i9: no win is found",
    "set_up_a_position": "15 caro black=h8h9 white=g8 walls=a1 turn=white\n<svg .*",
    "stop_an_analysis": r"depth 6: \w\d+\nbest move: \w\d+",
}


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES} == {*PRINTED}


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_an_example_prints_what_it_should(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = (ROOT / "docs" / "examples" / f"{name}.py").read_text(encoding="utf-8")
    if name == "learn_by_reinforcement":
        pytest.importorskip("pettingzoo", reason="needs pettingzoo: the extra `rl`")
    exec(compile(program, name, "exec"), {"__name__": "__main__"})
    assert re.search(f"(^|\n){PRINTED[name]}\n$", capsys.readouterr().out)

"""`tengen train`: refusals, progress, results."""

import os
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from brain.files import stored
from brain.lexicon import CARO, FREESTYLE
from brain.train import curve
from brain.train.curve import RoundResult
from brain.train.run_config import network_file
from protocol.tools import train
from protocol.tools.train import ProgressBars, ProgressLines, make_progress, table_line
from tests.train.test_curve import ROUND, WON_ALL

LOST = replace(ROUND, pairs=(5, 0, 0, 0, 0))
COLUMNS = 80  # of a terminal


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ("freestyle --size 9", "no openings for freestyle on 9 x 9"),
        ("renju --size 20", "no openings for renju on 20 x 20"),
        ("freestyle --first 100", "--first must be 256 or more, not 100"),
        ("freestyle --positions 100", "--positions must be 20000 or more"),
        ("freestyle --try --size 9", "no openings for freestyle on 9 x 9"),
        ("freestyle --try --positions 1000", "--positions must be 2500 or more"),
    ],
)
def test_a_run_is_refused_before_anything_is_loaded_when_it_cannot_succeed(
    options: str, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert train.main([*options.split(), "--folder", str(folder)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"tengen train: {error}")
    assert not folder.exists()


def test_a_short_run_has_few_positions_unless_more_are_asked_for() -> None:
    config, budget = train.chosen(train.parser().parse_args(["renju", "--try", "--pairs", "7"]))
    assert (config.first, config.pairs, config.nodes, budget.positions) == (2500, 7, 6000, 20_000)
    options = ["renju", "--hours", "2", "--positions", "40000"]
    config, budget = train.chosen(train.parser().parse_args(options))
    assert (config.first, budget.positions, budget.seconds) == (20_000, 40_000, 7200)


@pytest.mark.parametrize("options", ["standard", "standard --star"])
def test_a_network_has_a_star_block_if_asked_for(options: str) -> None:
    config, _ = train.chosen(train.parser().parse_args(options.split()))
    assert config.star == ("--star" in options)


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([ROUND], ["network-8-20000.bin has the best result", "It may be weaker"]),
        ([WON_ALL], ["network-8-40000.bin", "tengen train caro --folder run --install"]),
        ([LOST], ["No network won its duel."]),
    ],
)
def test_the_end_of_a_run_has_the_curve_and_what_to_do(
    rounds: list[RoundResult], words: list[str]
) -> None:
    text = train.advice(CARO, Path("run"), rounds)
    assert "Loss saved on the classical score" in text
    assert f"The curve is {Path('run', 'curve.svg')}" in text
    assert all(word in text for word in [*words, str(rounds[0].strength)])
    assert ("--install" in text) == (rounds != [LOST])
    assert max(map(len, text.splitlines())) < COLUMNS


def test_a_winner_is_installed_and_taken_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stored, "DATA", tmp_path)
    monkeypatch.chdir(tmp_path)
    stored.write("network", FREESTYLE, b"old")
    folder = Path("train-0")
    folder.mkdir()
    assert train.main(["freestyle", "--install"]) == 1
    curve.write(folder, [WON_ALL])
    network_file(folder, FREESTYLE, WON_ALL.positions).write_bytes(b"new")
    assert train.main(["freestyle", "--install"]) == 0
    assert stored.read("network", FREESTYLE) == b"new"
    assert train.main(["freestyle", "--uninstall"]) == 0
    assert stored.read("network", FREESTYLE) == b"old"
    printed = capsys.readouterr()
    assert printed.err == "tengen train: train-0 has no finished round of a training run\n"
    assert "  tengen train freestyle --folder train-0 --uninstall\nrestored " in printed.out


def test_a_round_is_a_line_below_headings_and_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    progress = ProgressLines()
    progress.ended(
        replace(ROUND, positions=9_999_999, won=150, drawn=100, lost=150, seconds=86_000)
    )
    progress.ended(ROUND)
    head, long, short = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["positions", "loss", "classical"]
    assert short.split()[:5] == ["20,000", "0.5315", "0.5325", "0.89", "5-2-3"]
    assert len({len(line) for line in (head, long, short)}) == 1
    assert len(head) < COLUMNS


def test_a_stage_is_reported_at_its_begin_and_every_ten_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter((0.0, 1.0, 11.0, 12.0))
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    progress = ProgressLines()
    progress.begin("duel", 2000)
    for done in (1, 1500, 1501):
        progress.at(done, "Elo: 1.0 ± 2.0")
    assert capsys.readouterr().err.splitlines() == [
        "duel: 0 of 2,000",
        "duel: 1,500 of 2,000, Elo: 1.0 ± 2.0, 0:11",
    ]


def test_a_long_step_is_reported_while_it_lasts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter((0.0, 5.0, 61.0))
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    progress = ProgressLines()
    progress.begin("loading")
    progress.report()
    progress.report()
    assert capsys.readouterr().err.splitlines() == ["loading", "loading: 1:01"]


def written_to(master: int) -> bytes:
    """Return a part of a closed terminal's remaining output, b"" at its end."""
    try:
        return os.read(master, 1 << 16)
    except OSError:
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_shows_a_bar_below_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich", reason="needs rich, of the extra match")
    master, terminal = os.openpty()
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(terminal, "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        progress = make_progress()
        assert isinstance(progress, ProgressBars)
        progress.begin("games of the training set", 20_000)
        progress.warn("3 weights clipped")
        progress.at(12_345, "60 games")
        progress.ended(ROUND)
        progress.begin("duel", 200)
        progress.at(200, "Elo: 12.3 ± 45.6")
        progress._bars.refresh()
        progress.close()
    shown = b"".join(iter(partial(written_to, master), b"")).decode()
    os.close(master)
    assert table_line(train.cells(ROUND)).strip() in shown
    assert "3 weights clipped" in shown
    assert "200/200" in shown
    assert "Elo: 12.3 ± 45.6" in shown

"""`tengen export`: folders in, a table out."""

from pathlib import Path

import numpy as np
import pytest

from protocol.records import record_folder as records
from protocol.tools import export
from tests.support.labelled import BY_HAND, CONFIG, hold
from tests.support.match_games import GAME

Capture = pytest.CaptureFixture[str]


def test_games_of_all_folders_are_numbered_through(tmp_path: Path, capsys: Capture) -> None:
    played = hold(tmp_path / "played", CONFIG, BY_HAND)
    match = tmp_path / "match"
    match.mkdir()
    records.append(match / "games.jsonl", GAME)
    path = tmp_path / "tables" / "some.npz"
    assert export.main([str(match), str(played), "--to", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 4 positions\n"
    table = np.load(path)
    assert table["game"].tolist() == [0, 0, 1, 1]
    assert table["rule"].tolist() == [GAME.rule] * 2 + [CONFIG.rule] * 2


def test_a_folder_without_games_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "some.npz"
    assert export.main([str(tmp_path), "--to", str(path)]) == 1
    error = capsys.readouterr().err
    assert error == f"tengen export: {tmp_path} has neither games.bin nor games.jsonl\n"
    assert not path.exists()


def test_an_unknown_suffix_is_refused(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        export.main([".", "--to", "some.csv"])
    error = "expected a name that ends in .npz or .parquet, got 'some.csv'"
    assert error in capsys.readouterr().err

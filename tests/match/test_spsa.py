"""Constants tuned by games: their places in the sources, and their moves."""

import ast
from pathlib import Path

import pytest

from protocol.match.tuning import spsa
from protocol.match.tuning.spsa import GAIN, ROOT, STEP_SIZES, Schedule


def test_every_constant_is_a_number_in_its_source() -> None:
    values = spsa.current(ROOT)
    assert values.keys() == STEP_SIZES.keys()
    assert all(isinstance(value, int) and value > 0 for value in values.values())


def test_a_value_changes_nothing_else_of_a_source() -> None:
    text = 'A = 1\nB, C = "é", {}  # units, and\nD = A  # more\n'
    assert spsa.with_value(text.format(300), "C", 4) == text.format(4)


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, "[]", '{"score": "1", "values": {}}', '{"score": 0, "values": {"A": []}}'],
)
def test_a_line_that_is_not_a_round_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a round|nested too deeply"):
        spsa.loads(line)


def test_a_failed_copy_is_not_a_lost_game(tmp_path: Path) -> None:
    """The copies are missing, so no engine starts."""
    schedule = Schedule(tmp_path, boards=((0, 20),), games=2, nodes=1, concurrency=1)
    with pytest.raises(ChildProcessError, match="start"):
        spsa.play(schedule, 0)


def test_a_copy_is_the_program_with_other_values(tmp_path: Path) -> None:
    before = spsa.current(ROOT)
    spsa.make_copy(tmp_path, {name: value + 7.4 for name, value in before.items()})
    assert spsa.current(tmp_path) == {name: value + 7 for name, value in before.items()}
    for source in spsa.CONSTANTS:
        ast.parse((tmp_path / source).read_text(encoding="utf-8"))
    assert (tmp_path / "protocol" / "__main__.py").exists()


def test_constants_move_towards_the_copy_that_scores_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The copy with the larger futility margin wins all games."""

    def play(schedule: Schedule, number: int) -> float:
        first, second = (
            spsa.current(schedule.folder / copy)["FUTILITY_MARGIN"] for copy in spsa.SIDES
        )
        return 1.0 if first > second else -1.0

    monkeypatch.setattr(spsa, "play", play)
    monkeypatch.setattr(spsa, "compile_copies", lambda copies: None)
    schedule = Schedule(tmp_path, boards=((0, 20),), games=2, nodes=1, concurrency=1)
    start = spsa.current(ROOT)["FUTILITY_MARGIN"]
    one = spsa.tune(schedule, 1, seed=1)
    assert one["FUTILITY_MARGIN"] == start + GAIN * STEP_SIZES["FUTILITY_MARGIN"]
    with (tmp_path / spsa.LOG).open("a", encoding="ascii") as log:
        log.write('{"score": 0.')  # cut off by a kill
    two = spsa.tune(schedule, 2, seed=1)
    assert two["FUTILITY_MARGIN"] > one["FUTILITY_MARGIN"]
    assert [played.values for played in spsa.read_log(tmp_path / spsa.LOG)] == [one, two]

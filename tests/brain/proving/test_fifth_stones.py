"""Fifth stones are judged, and a rerun of the command resumes."""

from pathlib import Path

import pytest

from brain.engine import Engine
from brain.openings import fifth_table
from brain.openings.fifth_table import OPEN, WON, FifthStone
from brain.openings.named_openings import OPENINGS, opening_named
from brain.openings.procedures import distinct
from brain.proving import fifth_stones, kernel_checker
from brain.proving.fifth_stones import FifthJudge, fourth, judge
from brain.rules.symmetry import Points

MEMORY = 16 << 20
SIZE = fifth_table.SIZE
CORNERS: Points = ((7, 7), (0, 0), (8, 8), (0, 14))  # Black's h8 and i7; White in two corners
NODES = 100_000
KEIGETSU = opening_named("D2").points()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def won(engine: Engine) -> FifthStone:
    return FifthJudge(engine, CORNERS, NODES).judged((9, 7))


def test_a_stone_that_wins_has_a_certificate_that_begins_with_it(
    engine: Engine, won: FifthStone
) -> None:
    assert (won.verdict, won.name) == (WON, "j8")
    assert kernel_checker.check(won.claim(), engine).plies == won.plies


def test_a_rerun_judges_only_what_is_missing_or_open(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def judged(judging: FifthJudge, point: tuple[int, int]) -> FifthStone:
        asked.append(point)
        return FifthStone((*judging.four, point), OPEN, 0, judging.nodes)

    monkeypatch.setattr(FifthJudge, "judged", judged)
    four = (*KEIGETSU, (8, 8))
    table = {stone.points: stone for stone in judge(engine, four, {}, 10)}
    central = [point for point in distinct(four, SIZE, SIZE) if fifth_stones._is_central(point)]
    assert asked == central
    assert len(central) == 9 * 9 - len(four)
    assert not [*judge(engine, four, table, 10)]
    table.pop((*four, central[5]))
    assert [stone.points[-1] for stone in judge(engine, four, table, 10)] == [central[5]]
    assert len([*judge(engine, four, table, 20)]) == len(central)


def test_stones_that_are_equal_by_symmetry_are_judged_once() -> None:
    four = (*opening_named("D1").points(), (7, 3))  # all on the column of the centre
    assert len(distinct(four, SIZE, SIZE)) == 8 * 15 - len(four)


def test_a_fourth_stone_of_the_table_is_not_chosen_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fifth_stones, "FOURTH_NODES", 20_000)
    best, second = (fourth(engine, KEIGETSU, rank, {}) for rank in range(2))
    points = (*KEIGETSU, second, (0, 0))
    table = {points: FifthStone(points, OPEN, 0, NODES)}
    assert [fourth(engine, KEIGETSU, rank, table) for rank in range(2)] == [second, best]


def test_the_command_writes_several_fourth_stones_of_each_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fifth_stones, "FOURTH_NODES", 20_000)
    monkeypatch.setattr(fifth_stones, "THINKS", 1)
    monkeypatch.setattr(fifth_stones, "OPENINGS", OPENINGS[:2])
    monkeypatch.setattr(fifth_stones, "_is_central", lambda point: point == (3, 3))
    words = [str(tmp_path / "table"), "--nodes", "10", "--fourths", "2"]
    assert fifth_stones.main(words) == 0
    written = (tmp_path / "table").read_text()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["D1", "D2"] * 2
    fours = {fifth_table.loads(line).points[:-1] for line in written.splitlines()}
    assert len(fours) == 4
    assert fifth_stones.main(words) == 0
    assert (tmp_path / "table").read_text() == written

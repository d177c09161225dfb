"""Fourth and fifth stones are judged, and a rerun of the command resumes."""

from pathlib import Path

import pytest

from brain.engine import Engine
from brain.lexicon import BLACK
from brain.openings import stone_table
from brain.openings.named_openings import OPENINGS, opening_named
from brain.openings.procedures import distinct
from brain.openings.stone_table import LOST, OPEN, WON, JudgedStone
from brain.proving import kernel_checker, opening_stones
from brain.proving.opening_stones import THINKS, StoneJudge, candidates, fourth, judge
from brain.rules.symmetry import Points

MEMORY = 16 << 20
SIZE = stone_table.SIZE
CORNERS: Points = ((7, 7), (0, 0), (8, 8), (0, 14))  # Black's h8 and i7; White in two corners
NODES = 100_000
KEIGETSU, UGETSU = (opening_named(name).points() for name in ("D2", "D6"))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def won(engine: Engine) -> JudgedStone:
    return StoneJudge(engine, CORNERS, NODES).judged((9, 7))


def test_a_stone_that_wins_has_a_certificate_that_begins_with_it(
    engine: Engine, won: JudgedStone
) -> None:
    assert (won.verdict, won.name) == (WON, "j8")
    assert kernel_checker.check(won.claim(), engine).plies == won.plies


def test_a_rerun_judges_only_what_is_missing_or_open(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def judged(judging: StoneJudge, point: tuple[int, int]) -> JudgedStone:
        asked.append(point)
        return JudgedStone((*judging.before, point), OPEN, 0, judging.nodes)

    monkeypatch.setattr(StoneJudge, "judged", judged)
    four = (*KEIGETSU, (8, 8))
    table = {stone.points: stone for stone in judge(engine, four, {}, 10)}
    central = candidates(four)
    assert asked == central
    assert len(central) == 9 * 9 - len(four)
    assert not [*judge(engine, four, table, 10)]
    table.pop((*four, central[5]))
    assert [stone.points[-1] for stone in judge(engine, four, table, 10)] == [central[5]]
    assert len([*judge(engine, four, table, 20)]) == len(central)


def test_stones_that_are_equal_by_symmetry_are_judged_once() -> None:
    four = (*opening_named("D1").points(), (7, 3))  # all on the column of the centre
    assert len(distinct(four, SIZE, SIZE)) == 8 * 15 - len(four)


def test_every_fourth_stone_is_judged_from_the_edge_inwards() -> None:
    points = candidates(opening_named("D6").points())
    assert len(points) == 222
    assert [max(abs(x - 7), abs(y - 7)) for x, y in points[:57:28]] == [7, 7, 6]
    assert len(candidates(opening_named("D1").points())) == 8 * 15 - 3


def test_a_win_after_one_fourth_stone_is_tried_after_others(
    engine: Engine, won: JudgedStone
) -> None:
    judging = StoneJudge(engine, CORNERS[:3], NODES)
    judging.add(won._replace(points=CORNERS, verdict=LOST))
    stone = judging.judged((14, 0))
    assert (stone.verdict, judging.answering.thinks_left) == (LOST, THINKS)
    assert stone.claim().position.turn == BLACK
    assert kernel_checker.check(stone.claim(), engine).plies == stone.plies


def test_the_command_lists_the_open_fourth_stones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(opening_stones, "THINKS", 1)
    monkeypatch.setattr(opening_stones, "candidates", lambda before: [(9, 7), (0, 0)])
    table = tmp_path / "table"
    for nodes in 10, 20, 20:
        assert opening_stones.main([str(table), "--nodes", str(nodes), "--after", "D6"]) == 0
        told = capsys.readouterr().out
        assert told == "D6 Ugetsu      h8h9i8       0 lost, 0 won, 2 open: j8 a15\n"
    assert [line.split()[2:4] for line in table.read_text().splitlines()] == (
        [["0", "10"]] * 2 + [["0", "20"]] * 2
    )


def test_a_fourth_stone_of_the_table_is_not_chosen_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_stones, "FOURTH_NODES", 20_000)
    best, second = (fourth(engine, KEIGETSU, rank, {}) for rank in range(2))
    points = (*KEIGETSU, second, (0, 0))
    table = {points: JudgedStone(points, OPEN, 0, NODES)}
    assert [fourth(engine, KEIGETSU, rank, table) for rank in range(2)] == [second, best]


def test_the_command_writes_several_fourth_stones_of_each_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(opening_stones, "FOURTH_NODES", 20_000)
    monkeypatch.setattr(opening_stones, "THINKS", 1)
    monkeypatch.setattr(opening_stones, "OPENINGS", OPENINGS[:2])
    monkeypatch.setattr(opening_stones, "candidates", lambda before: [(3, 3)])
    words = [str(tmp_path / "table"), "--nodes", "10", "--fourths", "2"]
    assert opening_stones.main(words) == 0
    written = (tmp_path / "table").read_text()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["D1", "D2"] * 2
    fours = {stone_table.loads(line).points[:-1] for line in written.splitlines()}
    assert len(fours) == 4
    assert opening_stones.main(words) == 0
    assert (tmp_path / "table").read_text() == written

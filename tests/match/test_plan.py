"""The plan of a match, from a command line and from a file."""

import sys
from pathlib import Path

import pytest

from brain.lexicon import RENJU
from brain.openings.opening_book import Opening
from protocol.match.plan import Plan, key_values, read

RANDOM = f"{sys.executable} -m tests.opponents random"
TWO = ("--engine", "name=a", f"command={RANDOM}", "--engine", "name=b", f"command={RANDOM}")
FREE = (*TWO, "--each", "turn_ms=1000", "--openings", "none")
Capture = pytest.CaptureFixture[str]


def plan_of(*arguments: str) -> Plan:
    return read((*FREE, *arguments))


def refused(printed: Capture, *arguments: str) -> str:
    """Return the error message for a command line."""
    with pytest.raises(SystemExit):
        read(arguments)
    return printed.readouterr().err.splitlines()[0]


def test_a_file_and_the_command_line_are_equivalent(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text(
        f"""
        rule = "renju"
        size = 15
        games = 20
        openings = "none"
        sprt = [0, 5]
        suspend = true
        symmetries = false
        [each]
        turn_ms = 100
        memory_mb = 64
        [[engine]]
        name = "a"
        command = {RANDOM.split()}
        [[engine]]
        name = "b"
        command = "{RANDOM}"
        turn_ms = 200
        fresh = true
        info = {{ strength = 50 }}
        """.replace("'", '"')
    )
    plan = read(
        (
            *TWO,
            *("turn_ms=200", "fresh=true", "info.strength=50"),
            *("--each", "turn_ms=100", "memory_mb=64", "--rule", "4", "--games", "20"),
            *("--openings", "none", "--sprt", "0", "5", "--suspend"),
        )
    )
    assert read([str(path)]) == plan
    assert plan.event.terms.rule == RENJU
    assert read([str(path), "--games", "30"]).event.rounds == 15
    assert not read([str(path), "--no-suspend"]).event.terms.suspend


def test_an_engines_own_settings_win_over_those_of_each() -> None:
    first, second = plan_of("--engine", "name=c", "command=x", "depth=3").event.entrants[1:]
    assert (first.name, first.depth, first.control.turn_ms) == ("b", 0, 1000)
    assert (second.name, second.depth, second.control.turn_ms) == ("c", 3, 1000)
    assert second.memory_bytes == 350 << 20


def test_openings_are_read_and_shuffled(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("h8i9\n0,0, 1,1, 2,2\nh8\n")

    def opened(*more: str) -> tuple[Opening, ...]:
        return plan_of("--openings", str(path), *more).event.openings

    listed = opened()
    assert listed == (((7, 7), (8, 8)), ((7, 7), (8, 8), (9, 9)), ((7, 7),))
    shuffled = [opened("--order", "shuffled", "--seed", seed) for seed in ("1", "2", "3", "4")]
    assert all(sorted(order) == sorted(listed) for order in shuffled)
    assert len(set(shuffled)) > 1
    assert opened("--order", "shuffled", "--seed", "2") == shuffled[1]
    assert len(plan_of("--symmetries").event.turns) == 8
    assert len(plan_of("--symmetries", "--size", "20x15").event.turns) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--engine", "command=x"), "x: missing limit: turn_ms"),
        (("--engine", "name=x"), "engine 1, name=x: missing command"),
        (("--engine", "command=x", "turn_ms=1"), "at least two engines: give --engine for each"),
        (("--engine", "turn=1"), "engine 1: expected KEY=VALUE with a key of name, command"),
        (("--each", "depth"), "--each: expected KEY=VALUE"),
        (
            (*FREE, "--engine", "command=x", "turn_ms=soon"),
            "engine 3: turn_ms: expected a whole number, got 'soon'",
        ),
        (
            (*FREE, "--engine", "name=c", "fresh=yes"),
            "fresh: expected true or false, got 'yes'",
        ),
        ((*FREE, "--engine", "command='x"), "engine 3: command: No closing quotation"),
        (
            (*TWO, "--each", "turn_ms=1", "--size", "19", "--rule", "renju"),
            "openings shipped: no openings for renju on 19 x 19 come with the program, only on"
            " 15 x 15; --openings none starts from the empty board",
        ),
        ((*TWO, "--each", "turn_ms=1", "--size", "16"), "only on 15 x 15 and 20 x 20; --openings"),
        (
            (*FREE, "--openings", "tournament", "--size", "16"),
            "openings tournament: no openings for freestyle on 16 x 16 come with the program, only"
            " on 20 x 20; --openings none starts from the empty board",
        ),
        ((*FREE, "--games", "3"), "even"),
        ((*FREE, "--games", "\N{ARABIC-INDIC DIGIT FOUR}"), "a whole number"),
        ((*FREE, "--rule", "go"), "unknown rule"),
        ((*FREE, "--size", "40"), "5 to 22"),
        ((*FREE, "--openings", "no-such-file"), "no-such-file"),
        ((*FREE, "--sprt", "5", "0"), "elo0 must be below elo1"),
        ((*FREE, "--sprt", "0", "inf"), "both within 2000 of 0"),
        ((*FREE, "--sprt", "nan", "5"), "elo0 must be below elo1"),
        ((*FREE, "--engine", "command=x", "--sprt", "0", "5"), "two engines"),
        ((*FREE, "--gamse", "10"), "--gamse"),
        (("no-such-file.toml",), "no-such-file"),
    ],
)
def test_an_invalid_command_line_is_refused(
    capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(capsys, *arguments)


def test_an_error_in_a_file_names_its_place(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match.toml"
    path.write_text("games = \n")
    assert "line 1" in refused(capsys, str(path))
    path.write_text("gamse = 10\n")
    assert "--gamse" in refused(capsys, str(path))


def test_an_unexpected_argument_in_a_file_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match.toml"
    path.write_text('suspend = "no"\n')
    assert "unexpected argument 'no'" in refused(capsys, str(path))


def test_a_switch_of_info_is_a_number() -> None:
    assert [*key_values({"fresh": True, "info": {"pondering": True, "x": False}})] == [
        "fresh=True",
        "info.pondering=1",
        "info.x=0",
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("h8\n\nh8p3\n", "line 3: stone 2, p3, is off the board of"),
        ("h8i9h8", "line 1: two stones on one cell: stone 3, h8, is on stone 1"),
        ("0,0\n8,0", "line 2: stone 1, 8,0 from the centre, is off the board of 15 x 15"),
        ("h8\nh8 1,1", "line 2: neither offsets nor positions: 'h8 1,1' is not a list of moves"),
        ("h8\nh8a1i8a3j8a5k8a7l8", "line 2: the opening ends the game: five"),
        ("h8a1i8a3j8a5k8a7l8a9", "line 1: the game is over before stone 10: five"),
        ("\n \n", "the file is empty; --openings none starts from the empty board"),
        ("h\udcff", "can't decode byte 0xff"),
    ],
)
def test_a_bad_line_of_openings_is_named_with_the_reason(
    tmp_path: Path, capsys: Capture, text: str, error: str
) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    printed = refused(capsys, *FREE, "--openings", str(path))
    assert f"tengen match: openings {path}: " in printed
    assert error in printed

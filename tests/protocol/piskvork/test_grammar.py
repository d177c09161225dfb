"""The grammar: lines to commands and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.piskvork.commands import (
    About,
    Balance,
    Begin,
    Best,
    Block,
    Command,
    DatabaseCommand,
    Defend,
    End,
    Forget,
    Info,
    Malformed,
    Play,
    PlayPosition,
    Restart,
    SetPosition,
    ShowForbidden,
    ShowHash,
    ShowInfo,
    SoosyrvStep,
    Start,
    Stop,
    Swap2,
    Swap2Step,
    Takeback,
    Turn,
    Unblock,
    UnblockAll,
    Unknown,
)
from protocol.piskvork.grammar import (
    LACKING,
    LACKING_BLOCKS,
    LACKING_LINES,
    LACKING_PATHS,
    CommandParser,
    lines_of,
    read_number,
)

LINES: list[tuple[str, Command]] = [
    ("START 15", Start(15, 15)),
    ("START 15 15", Start(15, 15)),
    ("start 20", Start(20, 20)),
    ("START\t20  ", Start(20, 20)),
    ("START -1", Start(-1, -1)),
    ("START 20 15", Start(15, 20)),  # columns and rows of Yixin-Board, which says row,column
    ("RECTSTART 20,15", Start(20, 15)),
    ("RECTSTART 20, 15", Start(20, 15)),
    ("RESTART", Restart()),
    ("BEGIN", Begin()),
    ("  begin  ", Begin()),
    ("TURN 7,8", Turn(7, 8)),
    ("Turn 7 , 8", Turn(7, 8)),
    ("TURN 7 8", Turn(7, 8)),
    ("TURN -1,99999", Turn(-1, 99999)),
    ("PLAY 0,0", Play(0, 0)),
    ("TAKEBACK 9,9", Takeback(9, 9)),
    ("ABOUT", About()),
    ("END", End()),
    ("STOP", Stop()),
    ("yxstop", Stop()),
    ("yxshowinfo", ShowInfo()),
    ("YXSHOWFORBID", ShowForbidden()),
    ("yxshowhashusage", ShowHash()),
    ("yxhashclear", Forget()),
    ("yxblockreset", UnblockAll()),
    ("yxsearchdefend", Defend()),
    ("yxswap2step1", Swap2Step(1)),
    ("yxswap2step2", Swap2Step(2)),
    ("yxswap2step3", Swap2Step(3)),
    ("yxnbest 5", Best(5)),
    ("YXBALANCEONE 0", Balance(1, 0)),
    ("yxbalancetwo -50", Balance(2, -50)),
    ("yxbalancetwo", Balance(2, 0)),
    ("INFO timeout_turn 5000", Info("timeout_turn", "5000")),
    ("info Max_Memory  83886080 ", Info("max_memory", "83886080")),
    ("INFO folder C:\\Program Files\\Hry\\á", Info("folder", "C:\\Program Files\\Hry\\á")),
    ("INFO time_left", Info("time_left", "")),
    ("INFO", Info("", "")),
    ("START", Malformed("START")),
    ("START fifteen", Malformed("START fifteen")),
    ("START 1 2 3", Malformed("START 1 2 3")),
    ("TURN", Malformed("TURN")),
    ("TURN 7", Malformed("TURN 7")),
    ("TURN 7,", Malformed("TURN 7,")),
    ("TURN 7,8,9", Malformed("TURN 7,8,9")),
    ("TURN 7,x", Malformed("TURN 7,x")),
    ("TURN 7.0,8", Malformed("TURN 7.0,8")),
    ("TURN \u0667,\u0668", Malformed("TURN \u0667,\u0668")),
    ("TURN " + "9" * 5000 + ",1", Malformed("TURN " + "9" * 5000 + ",1")),
    ("TAKEBACK a,b", Malformed("TAKEBACK a,b")),
    ("YXNBEST", Malformed("YXNBEST")),
    ("YXNBEST many", Malformed("YXNBEST many")),
    ("YXBALANCEONE 1 2", Malformed("YXBALANCEONE 1 2")),
    ("TURNS 7,7", Unknown("TURNS 7,7")),
    ("7,7", Unknown("7,7")),
    ("bench", Unknown("bench")),
    ("DONE", Unknown("DONE")),
    ("\x00\x00", Unknown("\x00\x00")),
    ("\ufffd\ufffdSTART 15", Unknown("\ufffd\ufffdSTART 15")),
]


def commands_of(*lines: str) -> list[Command]:
    parser = CommandParser()
    return [command for line in lines for command in parser.feed(line)]


@pytest.mark.parametrize(("line", "command"), LINES)
def test_a_line_is_read(line: str, command: Command) -> None:
    assert commands_of(line) == [command]


def test_blank_lines_are_ignored() -> None:
    assert commands_of("", "  ", "\t") == []


STONES = PlayPosition(((7, 7, 1), (8, 8, 2), (0, 14, 3)))


@pytest.mark.parametrize(
    "lines",
    [
        ("BOARD", "7,7,1", "8,8,2", "0,14,3", "DONE"),
        ("board", "7,7,1", "", "8,8,2", "  ", "0,14,3", "done"),
        ("BOARD", " 7 , 7 , 1 ", "8 8 2", "0,14,3  ", " DONE "),
        ("BOARD 7,7,1 8,8,2 0,14,3 DONE",),
        ("BOARD 7,7,1", "8,8,2 0,14,3", "DONE"),
        ("BOARD", "7,7,1", "8,8,2", "0,14,3 DONE"),
        ("BOARD", "7,7,1", "8,8,2", "0,14,3", "DONE and what follows"),
    ],
)
def test_a_board_is_one_command_when_its_lines_are_laid_out_anyhow(lines: tuple[str, ...]) -> None:
    assert commands_of(*lines) == [STONES]


def test_a_board_may_be_empty() -> None:
    assert commands_of("BOARD", "DONE") == [PlayPosition(())]
    assert commands_of("BOARD DONE") == [PlayPosition(())]


@pytest.mark.parametrize("row", ["hello", "1,2", "1,2,x", "1,2,1,3", "1;2;1", "1,2,1 3,4"])
def test_a_board_with_an_unreadable_row_is_malformed_as_a_whole(row: str) -> None:
    assert commands_of("BOARD", "7,7,1", row, "8,8,2", "DONE", "ABOUT") == [
        Malformed("BOARD"),
        About(),
    ]


def test_a_board_of_too_many_rows_is_malformed_and_not_kept() -> None:
    parser = CommandParser()
    assert not any(parser.feed("1,1,1") for _ in [parser.feed("BOARD"), *range(5000)])
    assert parser.feed("DONE") == (Malformed("BOARD"),)


@pytest.mark.parametrize("line", ["BEGIN", "TURN 1,1", "INFO rule 1", "END", "STOP"])
def test_a_command_ends_a_board_without_done(line: str) -> None:
    (command,) = commands_of(line)
    assert commands_of("BOARD", "7,7,1", line, "ABOUT") == [Malformed("BOARD"), command, About()]


def test_a_board_ends_a_board_without_done() -> None:
    assert commands_of("BOARD", "7,7,1", "BOARD", "1,1,2", "DONE") == [
        Malformed("BOARD"),
        PlayPosition(((1, 1, 2),)),
    ]


@pytest.mark.parametrize(
    ("word", "rows", "command"),
    [
        ("yxboard", ["7,7,1", "8,8,2"], SetPosition(((7, 7, 1), (8, 8, 2)))),
        ("YXBOARD 7,7,1 8,8,2", [], SetPosition(((7, 7, 1), (8, 8, 2)))),
        ("yxboard", [], SetPosition(())),
        ("SWAP2BOARD", [], Swap2(())),
        ("SWAP2BOARD", ["7,7", "8,8", "9,7"], Swap2(((7, 7), (8, 8), (9, 7)))),
        ("SWAP2BOARD", ["7,7 8,8", " 9 , 7 "], Swap2(((7, 7), (8, 8), (9, 7)))),
        ("yxblock", ["3,4"], Block(((3, 4),))),
        ("yxblockundo", ["3,4", "0,0"], Unblock(((3, 4), (0, 0)))),
        ("yxsoosorvstep2", ["7,7", "7,6", "8,8"], SoosyrvStep(2, 0, ((7, 7), (7, 6), (8, 8)))),
        ("yxsoosorvstep4 3", ["7,7", "7,6"], SoosyrvStep(4, 3, ((7, 7), (7, 6)))),
        ("YXSOOSORVSTEP5 1 7,7", ["7,6"], SoosyrvStep(5, 1, ((7, 7), (7, 6)))),
        ("yxsoosorvstep4", ["7,7", "7,6"], Malformed("YXSOOSORVSTEP4")),
        ("yxsoosorvstep5 x", ["7,7", "7,6"], Malformed("YXSOOSORVSTEP5")),
        ("SWAP2BOARD", ["7,7", "8"], Malformed("SWAP2BOARD")),
        ("YXBOARD", ["7,7"], Malformed("YXBOARD")),
        ("yxblock", ["here"], Malformed("YXBLOCK")),
    ],
)
def test_every_block_has_rows_of_its_own(word: str, rows: list[str], command: Command) -> None:
    assert commands_of(word, *rows, "done", "BEGIN") == [command, Begin()]


@pytest.mark.parametrize("word", sorted(LACKING_LINES))
def test_a_line_for_a_missing_feature_is_reported(word: str) -> None:
    lacking = LACKING_LINES[word]
    assert commands_of(word.lower(), f"{word} add 7 7 1", "BEGIN") == [lacking, lacking, Begin()]


@pytest.mark.parametrize("word", sorted(LACKING_BLOCKS))
def test_a_block_of_a_missing_feature_is_reported_and_its_rows_are_skipped(word: str) -> None:
    lacking = LACKING_BLOCKS[word]
    assert commands_of(f"{word} 1 -1", "7,7", "text", "done", "BEGIN") == [lacking, Begin()]
    assert commands_of(word, "7,7", "BEGIN") == [lacking, Begin()]
    assert commands_of(f"{word} 7,7 done", "7,7") == [lacking, Unknown("7,7")]


@pytest.mark.parametrize("word", sorted(LACKING_PATHS))
def test_a_path_is_passed_over_even_if_it_looks_like_a_command(word: str) -> None:
    assert commands_of(word, "", "END", "BEGIN") == [LACKING_PATHS[word], Begin()]


@pytest.mark.parametrize("word", sorted(LACKING_PATHS))
def test_a_path_in_the_same_line_leaves_the_next_one_alone(word: str) -> None:
    assert commands_of(f"{word} config.toml", "BEGIN") == [LACKING_PATHS[word], Begin()]


@pytest.mark.parametrize("word", ["yxdraw", "yxblockpath", "yxdbtotxt"])
def test_a_missing_feature_ends_a_board_without_done(word: str) -> None:
    assert commands_of("BOARD", "7,7,1", word, "done") == [
        Malformed("BOARD"),
        LACKING[word.upper()],
    ] + ([Unknown("done")] if word == "yxdraw" else [])


# The database.


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (
            ("yxquerydatabaseall", "7,7", "6,5", "done"),
            ("YXQUERYDATABASEALL", "", ((7, 7), (6, 5))),
        ),
        (("yxquerydatabaseone 7,7 done",), ("YXQUERYDATABASEONE", "", ((7, 7),))),
        (("yxedittvddatabase 1 119 0 0", "done"), ("YXEDITTVDDATABASE", "1 119 0 0", ())),
        (("yxeditlabeldatabase 7,7 \u9ed1 2", "done"), ("YXEDITLABELDATABASE", "7,7 \u9ed1 2", ())),
        (("yxdeletedatabaseall nonwl", "7,7", "done"), ("YXDELETEDATABASEALL", "nonwl", ((7, 7),))),
        (("yxsetdatabase", "", "a file.db"), ("YXSETDATABASE", "a file.db", ())),
        (("yxsetdatabase a file.db",), ("YXSETDATABASE", "a file.db", ())),
        (("yxdbmerge", "a file.db"), ("YXDBMERGE", "a file.db", ())),
        (("yxdbsplit half.positions",), ("YXDBSPLIT", "half.positions", ())),
        (("yxlibtodb", "a file.lib"), ("YXLIBTODB", "a file.lib", ())),
        (("yxsavedatabase",), ("YXSAVEDATABASE", "", ())),
    ],
)
def test_a_word_of_the_database_comes_with_its_text_and_its_moves(
    lines: tuple[str, ...], command: tuple[str, str, tuple[tuple[int, int], ...]]
) -> None:
    assert commands_of(*lines, "BEGIN") == [DatabaseCommand(*command), Begin()]


def test_a_comment_in_quotes_has_lines_and_escapes_and_the_moves_follow() -> None:
    lines = ('YXEDITTEXTDATABASE "a \\"b\\" ', "", "END", 'c \\\\ d"7,7', "6,6", "done")
    text = 'a "b" \n\nEND\nc \\ d'
    points = ((7, 7), (6, 6))
    assert commands_of(*lines, "END") == [
        DatabaseCommand("YXEDITTEXTDATABASE", text, points),
        End(),
    ]
    assert commands_of('yxedittextdatabase ""done') == [
        DatabaseCommand("YXEDITTEXTDATABASE", "", ())
    ]


def test_a_quote_without_an_end_ends() -> None:
    lines = ('yxedittextdatabase "', *["7,7"] * 999, "BEGIN")
    assert commands_of(*lines) == [Malformed("YXEDITTEXTDATABASE"), Begin()]


@pytest.mark.parametrize(
    "lines",
    [
        ("yxedittextdatabase text", "7,7", "done"),
        ("yxquerydatabaseall", "7", "done"),
        ("yxquerydatabaseall", "7,x", "done"),
    ],
)
def test_a_malformed_word_of_the_database_is_reported(lines: tuple[str, ...]) -> None:
    assert commands_of(*lines) == [Malformed(lines[0].split()[0].upper())]


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-1", -1), ("-9223372036854775808", -(2**63)), ("2147483647", 2147483647)]
    + [(text, None) for text in ("", "-", "--1", "+1", "1.5", "0x10", "1_000", "²", "9" * 20)],
)
def test_a_number_is_plain_decimal(text: str, number: int | None) -> None:
    assert read_number(text) == number


NUMBERS = st.integers(-(10**9), 10**9)
WORDS = st.text(
    st.characters(codec="ascii", exclude_characters=" \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f"), min_size=1
)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=20).map(tuple)
TRIPLES = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=20).map(tuple)
PLAIN = [Restart(), Begin(), About(), Stop(), End(), ShowInfo(), ShowForbidden(), ShowHash()]
COMMANDS = st.one_of(
    st.builds(Start, NUMBERS, NUMBERS),
    st.sampled_from(
        [
            *PLAIN,
            Forget(),
            UnblockAll(),
            Defend(),
            Swap2Step(1),
            Swap2Step(3),
            SoosyrvStep(1, 0, ()),
        ]
    ),
    st.builds(Turn, NUMBERS, NUMBERS),
    st.builds(Play, NUMBERS, NUMBERS),
    st.builds(Takeback, NUMBERS, NUMBERS),
    st.builds(Best, NUMBERS),
    st.builds(Balance, st.sampled_from([1, 2]), NUMBERS),
    st.builds(PlayPosition, TRIPLES),
    st.builds(SetPosition, TRIPLES),
    st.builds(Swap2, PAIRS),
    st.builds(SoosyrvStep, st.sampled_from([2, 3, 6]), st.just(0), PAIRS),
    st.builds(SoosyrvStep, st.sampled_from([4, 5]), NUMBERS, PAIRS),
    st.builds(Block, PAIRS),
    st.builds(Unblock, PAIRS),
    st.builds(Info, WORDS.map(str.lower), WORDS),
    st.builds(
        DatabaseCommand,
        st.sampled_from(["YXQUERYDATABASEALL", "YXQUERYDATABASETEXT", "YXSETBESTMOVEDATABASE"]),
        st.just(""),
        PAIRS,
    ),
    st.builds(DatabaseCommand, st.just("YXEDITLABELDATABASE"), WORDS, PAIRS),
    st.builds(
        DatabaseCommand,
        st.just("YXEDITTEXTDATABASE"),
        st.text(st.characters(codec="utf-8", exclude_characters="\r")),
        PAIRS,
    ),
    st.builds(DatabaseCommand, st.just("YXSETDATABASE"), WORDS, st.just(())),
)


@given(st.lists(COMMANDS))
def test_commands_survive_the_wire(commands: list[Command]) -> None:
    assert commands_of(*(line for command in commands for line in lines_of(command))) == commands


@pytest.mark.parametrize("word", LACKING)
def test_missing_features_survive_the_wire(word: str) -> None:
    assert commands_of(*lines_of(LACKING[word])) == [LACKING[word]]


@given(st.lists(st.text()))
def test_any_text_is_read_without_an_error(lines: list[str]) -> None:
    for command in commands_of(*lines):
        assert lines_of(command)

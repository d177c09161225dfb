"""SGF files: rules' names, stones, errors, encodings."""

import pytest

from brain.lexicon import BLACK, CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD, WHITE
from brain.notation import sgf
from brain.rules.laws import RULE_NAMES


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        (
            FREESTYLE,
            ("", "Freestyle", "free-style Gomoku", "Gomoku", "gomoku rules", "0", "无禁手"),
        ),
        (STANDARD, ("Standard", "STANDARD GOMOKU", "Gomoku (standard)", "1")),
        (RENJU, ("Renju", "RENJU", "RIF", "Renju (RIF)", "Soosõrv-8", "Taraguchi-10", "4", "連珠")),
        (CARO, ("Caro", "caro rule", "8")),
        (CARO_EXACT, ("Caro exact", "caro-exact", "9")),
    ],
)
def test_a_rule_is_known_by_the_names_that_files_use(rule: int, names: tuple[str, ...]) -> None:
    assert {name: sgf.rule_spelled(name) for name in names} == dict.fromkeys(names, rule)


@pytest.mark.parametrize("name", ["Japanese", "Swap2", "5", "44", "omok", "?!x"])
def test_another_rule_is_not_taken_for_freestyle(name: str) -> None:
    assert sgf.rule_spelled(name) is None


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_a_rule_is_known_by_our_own_name(rule: int) -> None:
    assert sgf.rule_spelled(RULE_NAMES[rule]) == sgf.rule_spelled(str(rule)) == rule


BLACK_AND_WHITE = (((7, 7), BLACK), ((8, 8), WHITE))


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[15];B[hh];W[ii])",
        "(;SZ[15:15]B[hh];W[ii])",
        " ( ; SZ [ 15 ] ;\tB\n[ hh ]\r\n; W [\nii\n] ) \x1a\0",
        "(;GaMe[4]SiZe[15];Black[hh];White[ii])",
        "(;GM[1]SZ[15];B[hh](;W[ii];N[an end](;C[a \\] b ; ( \\\\]))(;B[aa];W[bb]))",
        "a (letter) before it\n\n(;SZ[15];B[hh]C[B[aa\\]];W[ii])",
        "\ufeff(;;;B[hh];;W[ii];)",
        "(;B[h\\h];W[ii]KO[]MN[2]XY[z][z])",
    ],
)
def test_an_sgf_file_is_read_however_it_is_laid_out(text: str) -> None:
    saved = sgf.load(text)
    assert (saved.stones, saved.turn, saved.width) == (BLACK_AND_WHITE, BLACK, 15)


@pytest.mark.parametrize(
    ("size", "sides"),
    [("", (15, 15)), ("SZ[20]", (20, 20)), ("SZ[15:10]", (15, 10)), ("GM[1]", (19, 19))],
)
def test_the_size_of_an_sgf_file_is_columns_and_rows(size: str, sides: tuple[int, int]) -> None:
    saved = sgf.load(f"(;{size};B[aa])")
    assert (saved.width, saved.height) == sides


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the file has no game"),
        ("hello", "the file has no game"),
        ("()", "the file has no game"),
        ("(;B[hh]", r"game 1, at node 1: expected \) before the end of the text"),
        ("(;;B[hh])\n;W[ii])", "game 1, at node 2: ; follows the end of the game"),
        ("(;C[unfinished)", r"at node 1: unexpected text 'C\[unfinished\)'"),
        ("(;;B)", r"at node 2: unexpected text 'B\)'"),
        ("(;;B[hh]ii])", r"at node 2: unexpected text 'ii\]\)'"),
        ("(;;b[hh])", "at node 2: b is not a property"),
        ("(;;B[hh]())", r"at node 2: expected a node after \("),
        ("(;;B[hh](B[ii]))", "at node 2: B is outside of any node"),
        ("(;;B[hh](;W[ii]);B[jj])", "at node 3: a node follows a variation"),
        ("(;;B[hh](;W[ii])C[x])", "at node 3: C is outside of any node"),
        ("(;GM[2])", r"node 1: GM\[2\] is another game: Gomoku is 4"),
        ("(;SZ[big])", r"node 1: SZ\[big\] is not a size"),
        ("(;SZ[15][20])", "node 1: SZ has 2 values"),
        ("(;;B[hh]B[ii])", "node 2: B has 2 values"),
        ("(;;B[hh]W[ii])", "node 2: the node has both B and W"),
        ("(;;B[h8])", r"node 2: B\[h8\] is not a point: expected column and row"),
        ("(;;B[HH])", r"node 2: B\[HH\] is not a point"),
        ("(;;B[pp])", r"node 2: B\[pp\] is off the board of 15 x 15"),
        ("(;SZ[20];B[tt];W[uu])", r"node 3: W\[uu\] is off the board"),
        ("(;;B[hh];W[hh])", r"node 3: W\[hh\]: h8 has a stone since node 2"),
        ("(;;W[hh])", r"node 2: W\[hh\] is out of turn: black is to move"),
        ("(;;B[];B[hh])", r"node 3: B\[hh\] is out of turn: white is to move"),
        ("(;PL[W];B[hh])", "is out of turn: white is to move"),
        ("(;PL[green])", r"node 1: PL: expected B or W, got green"),
        (
            "(;AB[aa][bb])",
            "node 1: 2 black and 0 white stones are set up: expected PL",
        ),
        ("(;AB[aa][aa]PL[W])", r"node 1: AB\[aa\]: a15 has a stone since node 1"),
        ("(;AB[aa:zz]PL[W])", r"AB\[aa:zz\] is off the board"),
        ("(;AB[cc:aa]PL[W])", r"AB\[cc:aa\] is not a rectangle"),
        ("(;AB[]PL[W])", r"AB\[\] is not a point"),
    ],
)
def test_an_unreadable_property_of_sgf_is_named_with_its_node(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        sgf.load(text)


@pytest.mark.parametrize("text", ["(;SZ[22]PL[B]AB[aa:vv])", "(;AE" + "[aa:oo]" * 9 + ")"])
def test_games_with_too_many_points_in_rectangles_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="at most 50000 points in rectangles"):
        list(sgf.loads(text * 200))


def test_an_error_in_a_collection_names_the_game() -> None:
    with pytest.raises(ValueError, match=r"^game 2, node 3: "):
        list(sgf.loads("(;;B[hh])(;;B[hh];W[hh])"))
    assert sgf.load("(;;B[hh])(;;B[hh];W[hh])", 1).points == ((7, 7),)


NAMES = "(;GM[4]CA[{}]PB[{}];B[hh])"


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("UTF-8", "Søren"),
        ("ISO-8859-1", "Søren"),
        ("GB2312", "张三"),
        ("GBK", "誠\u8054"),
        ("Big5", "功\u8a31\u84cb"),
        ("Shift_JIS", "能ソ表"),
        ("windows-1251", "Иван"),
    ],
)
def test_a_file_is_decoded_by_its_declared_encoding(encoding: str, name: str) -> None:
    data = NAMES.format(encoding, name).encode(encoding)
    assert sgf.load(sgf.decoded(data)).root.text("PB") == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_determines_the_encoding(encoding: str) -> None:
    assert "Søren" in sgf.decoded(NAMES.format("ASCII", "Søren").encode(encoding))


@pytest.mark.parametrize("name", ["klingon", "zlib", "undefined", "\xe9"])
def test_an_encoding_that_is_unknown_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"CA\[.*\] is not a known encoding: save the file as"):
        sgf.decoded(NAMES.format(name, "x").encode("latin-1"))


def test_games_in_several_encodings_are_refused() -> None:
    data = (NAMES.format("UTF-8", "x") + NAMES.format("GBK", "x")).encode()
    with pytest.raises(ValueError, match="several encodings: CA is gbk and utf-8"):
        sgf.decoded(data)

"""Positions from text: formats, refused texts, and set-ups."""

import re

import pytest

from brain.cell_names import ABOVE
from brain.lexicon import BLACK, FREESTYLE, RENJU, STANDARD, WHITE, cell_at
from brain.notation import moves
from brain.position import Position
from protocol.reading import input_text, positions
from protocol.reading.positions import Reading, read
from protocol.records import match_psq, match_sgf
from protocol.records.games import Ending, Game, PlayedMove
from tests.support.notation_cases import Case, cases, counted, differences, named, rule_name

MOVES = ((7, 7), (8, 8), (6, 6), (5, 5), (8, 6))
GAME = Game(
    number=1,
    pair=1,
    black="a",
    white="b",
    rule=RENJU,
    width=15,
    height=15,
    opening=MOVES[:2],
    moves=tuple(PlayedMove(x, y) for x, y in MOVES[2:]),
    score=0.5,
    ending=Ending.MOVE_LIMIT,
)
BLACK_CELLS = tuple(cell_at(x, y) for x, y in MOVES[::2])
WHITE_CELLS = tuple(cell_at(x, y) for x, y in MOVES[1::2])
POSITION = Position.of_colours(15, 15, RENJU, WHITE, BLACK_CELLS, WHITE_CELLS)
ROWS = "7,7,2\n8,8,1\n6,6,2\n5,5,1\n8,6,2"

# Texts of one position; some formats have no rule.
TEXTS = {
    "moves": "h8i7g9f10i9",
    "moves with spaces": " H8 I7 G9 F10 I9\n",
    "moves with commas": "h8, i7, g9, f10, i9",
    "moves with hyphens": "h8-i7-g9-f10-i9",
    "numbered moves": "1. h8 i7 2. g9 f10 3. i9",
    "numbered stones": "1. h8 2. i7 3. g9\n4. f10 5. i9",
    "pairs": "8,8 9,9 7,7 6,6 9,7",
    "pairs with commas": "8,8, 9,9,7,7, 6,6, 9,7",
    "link": "https://www.gomocalc.com/#/h8i7g9f10i9",
    "short link": "gomocalc.com/#/h8i7g9f10i9",
    "psq": match_psq.dumps(GAME),
    "sgf": match_sgf.dumps(GAME),
    "rows": ROWS,
    "board": f"BOARD\n{ROWS}\nDONE",
    "yixin board": f"YXBOARD\n{ROWS}\nDONE",
    "manager": f"START 15\r\nINFO timeout_turn 100\r\nINFO rule 4\r\nBOARD\r\n{ROWS}\r\nDONE\r\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_every_format_gives_the_same_position(name: str) -> None:
    assert read(TEXTS[name], Reading(rule=RENJU)) == POSITION


@pytest.mark.parametrize(
    ("name", "rule"),
    [("moves", FREESTYLE), ("psq", FREESTYLE), ("sgf", RENJU), ("manager", RENJU)],
)
def test_the_rule_of_the_text_has_priority(name: str, rule: int) -> None:
    assert read(TEXTS[name], Reading()).rule == rule
    assert read(TEXTS[name], Reading(rule=STANDARD)).rule == STANDARD


def test_the_size_of_the_text_has_priority() -> None:
    reading = Reading(size=(20, 16))
    texts = {name: text for name, text in TEXTS.items() if "link" not in name}
    positions = {name: read(text, reading) for name, text in texts.items()}
    sizes = {name: (position.width, position.height) for name, position in positions.items()}
    assert {name for name, size in sizes.items() if size == (15, 15)} == {"psq", "sgf", "manager"}
    assert set(sizes.values()) == {(15, 15), (20, 16)}
    assert read("RECTSTART 9,7\nBOARD\n8,6,1\nDONE", reading).black == (cell_at(8, 6),)


def test_only_the_requested_number_of_first_stones_is_read() -> None:
    for name in ("moves", "psq", "sgf"):
        position = read(TEXTS[name], Reading(stones=2))
        assert (position.black, position.white) == (BLACK_CELLS[:1], WHITE_CELLS[:1])
        assert position.turn == BLACK


def test_who_is_to_move_on_a_managers_board_is_black_unless_behind() -> None:
    position = read("1,1,1\n2,2,2\n3,3,3", Reading())
    assert (position.turn, position.black, position.white, position.walls) == (
        BLACK,
        (cell_at(1, 1),),
        (cell_at(2, 2),),
        (cell_at(3, 3),),
    )
    assert read("2,2,2", Reading()).turn == WHITE


def test_an_empty_text_is_the_empty_board() -> None:
    assert read("", Reading(size=(9, 7))) == Position(9, 7, FREESTYLE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("z1", "off the board"),
        ("h8h8", "stone 2: h8 has a black stone"),
        ("h8 1,1", "'h8 1,1' is not a list of moves such as h8i9 at '1,1'"),
        ("h8 pass", "'h8 pass' is not a list of moves such as h8i9 at 'pass'"),
        ("h1 0", "is not a list of moves such as h8i9 at '0'"),
        ("1. h8 3. i9", "expected move number 2, got '3'"),
        ("h0", "stone 1: 'h0' is off the board, which has 15 rows"),
        ("hello", "expected a file, moves such as h8i9, or a drawn board, got 'hello'"),
        ("no-such-file.psq", "expected a file"),
        ("https://example.org/#/h8", "not a list of moves"),
        ("https://gomocalc.com/#/h16", "stone 1: 'h16' is off the board, which has 15 rows"),
        ("0,7", "0,7 is not a cell: columns and rows count from 1"),
        ("8,8 9,9,1", "not a row of stones"),
        ("7,7,1,8,8,2", "may be pairs x,y from 1 or stones x,y,owner from 0"),
        ("1,1,1\n1,1,4", "stone 2, 1,1,4, has an unknown owner"),
        ("1,1,1\n1,1,2", "stones 1 and 2 are both on b14"),
        ("0,0,2\n15,0,1", "stone 2, 15,0,1, is off the board of 15 x 15: columns and rows count"),
        ("-6,3,1", "off the board"),
        ("1,1,1\n2,x,2", "line 2, '2,x,2', is not a row of stones"),
        ("START 15\nBOARD\n1,1,1\n1,1\nDONE", "line 4, '1,1', is not a row of stones"),
        ("BOARD\n1,1,1\nx,y,z\nDONE", "line 3, 'x,y,z', is not a row of stones"),
        ("START 40", "got 40 x 40"),
        ("START 15\nTURN 7,7", "line 2, 'TURN 7,7', does not set up a position"),
        ("INFO rule 3\nBOARD\nDONE", "line 1, .* unknown rule '3': expected 0, 1, 4, 8, 9"),
        ("Piskvorky 15", "not a .psq"),
        ("Piskvorky 3x3, 11:11, 0\n", "got 3 x 3"),
        ("()", "no game"),
        ("(;SZ[15];B[hh];W[zz])", r"node 3: W\[zz\] is off the board of 15 x 15"),
        ("(;B[hh])(;B[ii])", "the file has 2 games: choose a game, 1 to 2"),
        ("(;RU[Japanese];B[hh])", r"node 1: RU\[Japanese\] is not a known rule"),
        ("a1a2b1b2c1c2d1d2e1", "the game is over"),
    ],
)
def test_a_text_that_is_not_a_position_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text, Reading())


@pytest.mark.parametrize(
    ("text", "black", "white", "turn"),
    [
        ("(;AB[hh][ii]AW[jj]PL[W])", "h8i9", "j10", WHITE),
        ("(;AB[aa:bb]AW[cc];AE[ba];W[dd])", "a1a2b2", "c3d4", BLACK),
        ("(;AB[hh];W[ii];B[];W[jj])", "h8", "i9j10", BLACK),
        ("(;SZ[15];B[hh];W[tt])", "h8", "", BLACK),
        ("(;SZ[20];B[hh];W[tt])", "h8", "t20", BLACK),
        ("(;PL[white];W[hh])", "", "h8", BLACK),
        ("(;PL[W])", "", "", WHITE),
    ],
)
def test_stones_that_are_set_up_and_passes_are_read(
    text: str, black: str, white: str, turn: int
) -> None:
    position = read(text, Reading())
    stones = [
        {cell_at(*point) for point in moves.loads(names, position.height, ABOVE)}
        for names in (black, white)
    ]
    assert [set(position.black), set(position.white)] == stones
    assert position.turn == turn


def test_only_the_first_stones_of_a_game_with_stones_set_up_are_taken() -> None:
    position = read("(;AB[hh][ii]AW[jj]PL[W];W[kk];B[ll])", Reading(stones=4))
    assert (len(position.black), len(position.white), position.turn) == (2, 2, BLACK)


def test_a_forbidden_move_after_stones_that_are_set_up_is_named() -> None:
    text = "(;SZ[9]RU[Renju]AB[ed][ef][de][fe]AW[aa][ba][ca][ii];B[ee])"
    with pytest.raises(
        ValueError, match="the game is over: e5 was forbidden for black, a double three"
    ):
        read(text, Reading())
    assert read(text, Reading(rule=FREESTYLE)).turn == WHITE


def test_a_game_of_several_is_chosen_by_its_number() -> None:
    text = "(;SZ[15];B[hh])(;SZ[20];B[ii])"
    assert read(text, Reading(game=2)).black == (cell_at(8, 8),)
    with pytest.raises(ValueError, match="no game 3: the file has games 1 to 2"):
        read(text, Reading(game=3))
    with pytest.raises(ValueError, match="no game 2: only SGF files can have several"):
        read("h8i9", Reading(game=2))


def test_a_rule_that_is_given_is_used_where_the_files_is_unknown() -> None:
    assert read("(;RU[Japanese];B[hh])", Reading(rule=RENJU)).rule == RENJU


NOT_BOOKS = [case for case in cases() if not case.expected.get("book")]


@pytest.mark.parametrize("case", NOT_BOOKS, ids=lambda case: case.name)
def test_the_command_line_reads_a_case(case: Case) -> None:
    content = case.content.encode() if isinstance(case.content, str) else case.content
    notes: list[str] = []
    if case.error:
        with counted(case.rows), pytest.raises(ValueError, match=re.escape(case.error)):
            read(input_text.decoded(content), Reading())
        return
    text, reading = input_text.decoded(content), Reading(say=notes.append)
    with counted(case.rows):
        position, game = read(text, Reading()), positions.written(text, reading)
    said = {
        "size": [position.width, position.height],
        "rule": rule_name(position.rule),
        "turn": named(position.turn),
        "black": [[cell.x, cell.y] for cell in position.black],
        "white": [[cell.x, cell.y] for cell in position.white],
        "walls": [[cell.x, cell.y] for cell in position.walls],
        "players": [game.black, game.white],
        "moves": len(game.moves),
        "comments": {str(number): text for number, text in game.comments.items()},
        "winner": named(game.winner),
    }
    assert differences(case, said, notes) == []

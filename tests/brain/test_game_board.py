"""The board for Python programs."""

import random
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from brain import BLACK, WHITE, Board, Cell, Position
from brain.lexicon import CARO, FREESTYLE, RENJU, WALL, opponent, point_of
from brain.notation import psq
from brain.notation.drawing import FOUL, star_points
from brain.rules.fouls import forbidden
from brain.rules.grid import empty_cells
from brain.rules.laws import RULE_NAMES, RULES
from protocol.match.referee import Referee

FIVE = "a1a2b1b2c1c2d1d2e1"  # black's
SVG = "{http://www.w3.org/2000/svg}"


def names(cells: tuple[Cell, ...]) -> list[str]:
    return [cell.name for cell in cells]


def played(seed: int, rule: int, size: tuple[int, int]) -> Board:
    """Return a game of random moves near each other, played to its end."""
    rng, board = random.Random(seed), Board(size, rule)
    while board.legal_moves:
        near = [
            cell
            for cell in board.legal_moves
            if any(max(abs(cell.x - c.x), abs(cell.y - c.y)) < 2 for c in board.moves[-8:])
        ]
        board.push(rng.choice(near or board.legal_moves))
    return board


# Moves.


def test_a_move_is_a_name_a_point_or_a_cell() -> None:
    board = Board()
    for move in ("h8", (8, 6), Cell.named("g9"), " I10 "):
        board.push(move)
    assert names(board.moves) == ["h8", "i9", "g9", "i10"]
    assert [colour for _, colour in board.stones] == [BLACK, WHITE, BLACK, WHITE]
    assert (board.turn, board.last.name, board["i9"]) == (BLACK, "i10", WHITE)


def test_a_move_taken_back_is_as_if_it_had_not_been() -> None:
    board = Board.read(FIVE)
    before = Board.read(FIVE[:-2])
    assert board.pop() == Cell.named("e1")
    assert board == before
    assert (board.is_over, board.winner, board.turn) == (False, None, BLACK)
    board.push("e1")
    assert board.winner == BLACK


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("h8", "h8 has a black stone"),
        ((8, 6), "i9 has a white stone"),
        ("p1", "p1 is off the board of 15 x 15"),
        ("z99", "z99 is off the board of 15 x 15"),
        ((15, 0), "p15 is off the board of 15 x 15"),
        ((32, 0), r"\(32, 0\) is off the board"),
        ((-1, 3), r"\(-1, 3\) is off the board"),
        (0, "expected a name such as 'h8', a column and a row, or a Cell, got 0"),
        (112, "or a Cell, got 112"),
        (Cell.named("h8", 19), "h8 is a cell of a board of 19 rows: expected 15 rows"),
        (Cell.at(7, 15), r"\(7, 15\) is off the board of 15 x 15"),
        (Cell(0), "is off the board of 15 x 15"),
        ("", "'' is not a cell"),
        ("8h", "'8h' is not a cell"),
        ((7.5, 7), r"expected two integers, got \(7.5, 7\)"),
        ((7, 7, 7), "expected two integers"),
        (("h", 8), "expected two integers"),
        (None, "or a Cell, got None"),
        (7.0, "or a Cell, got 7.0"),
        (b"c9", "or a Cell, got b'c9'"),
    ],
)
def test_a_move_that_cannot_be_is_named_and_changes_nothing(move: Any, message: str) -> None:
    board = Board.read("h8i9")
    with pytest.raises(ValueError, match=message):
        board.push(move)
    assert board == Board.read("h8i9")


def test_nothing_is_played_or_taken_back_beyond_the_ends() -> None:
    board = Board.read(FIVE)
    with pytest.raises(ValueError, match="the game is over: black has five at e1"):
        board.push("h8")
    with pytest.raises(ValueError, match="the game is over: black has five at e1"):
        _ = board.position
    assert (board.legal_moves, board.text) == ((), f"15 freestyle {FIVE}")
    with pytest.raises(ValueError, match="there is no stone to take back"):
        Board().pop()


# The rules.


@pytest.mark.parametrize(
    ("size", "rule", "message"),
    [
        (4, 0, "expected a board of 5 to 22 columns and rows, got 4 x 4"),
        ((15, 23), 0, "columns and rows, got 15 x 23"),
        (15, 3, "unknown rule '3': expected one of freestyle, standard"),
        (15, None, "unknown rule 'None': expected one of freestyle, standard"),
        ("15", 0, r"expected a size such as 15 or \(20, 15\), got '15'"),
        ((15,), 0, r"expected two integers, got \(15,\)"),
        (15.0, 0, r"expected a size such as 15 or \(20, 15\), got 15.0"),
        ("renju", 0, "expected a size such as 15 .* got 'renju'"),
        (15, "go", "unknown rule 'go': expected one of freestyle, standard"),
    ],
)
def test_a_board_that_cannot_be_is_refused(size: Any, rule: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board(size, rule)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_a_name_and_a_number(rule: int) -> None:
    name = RULE_NAMES[rule]
    assert Board(9, rule).rule == Board(9, name).rule == Board(9, name.upper()).rule == rule


@pytest.mark.parametrize(
    ("name", "rule"), [("gomoku", FREESTYLE), ("Renju", RENJU), ("有禁手", RENJU), ("8", CARO)]
)
def test_a_rule_has_the_names_that_files_use(name: str, rule: int) -> None:
    assert Board(rule=name).rule == rule


@pytest.mark.parametrize(
    ("moves", "move", "foul"),
    [
        ("e4a1e6b1d5c1f5i9", "e5", "a double three"),
        ("e8a1f8a15g8b15h5b1h6c1h7c15", "h8", "a double four"),
        ("e8a1f8a15g8b15i8b1j8c1", "h8", "an overline"),
        ("e8a1f8a15g8b15", "h8", ""),
        ("e8a1f8a15g8b15", "a1", ""),
    ],
)
def test_a_foul_has_a_name(moves: str, move: str, foul: str) -> None:
    assert Board.read(moves, rule="renju").foul(move) == foul
    assert Board.read(moves, rule="freestyle").foul(move) == ""


def test_whites_points_are_not_fouls() -> None:
    assert Board.read("e4a1e6b1d5c1f5", rule="renju").foul("e5") == ""


def test_the_stones_that_have_won_are_those_in_a_row() -> None:
    assert names(Board.read(FIVE).five) == ["a1", "b1", "c1", "d1", "e1"]
    assert Board.read(FIVE[:-2]).five == ()
    cross = Board.read("a1o1b1o3c1o5d1o7e2o9e3o11e4o13e5o15e1")
    assert set(names(cross.five)) == {"a1", "b1", "c1", "d1", "e1", "e2", "e3", "e4", "e5"}
    assert Board.read("e4a1e6b1d5c1f5i9e5", 9, "renju").five == ()


def test_an_sgf_has_the_properties_that_are_given() -> None:
    text = Board.read("h8i9").sgf(PB="Ann [1]", RE="W+Resign")
    assert r"PB[Ann [1\]]RE[W+Resign]" in text
    assert Board.from_sgf(text) == Board.read("h8i9")


def test_a_forbidden_point_is_not_a_legal_move_and_loses() -> None:
    board = Board.read("e4a1e6b1d5c1f5i9", 9, "renju")
    assert names(board.forbidden_points) == ["e5"]
    assert len(board.legal_moves) == 81 - 8 - 1
    board.push("e5")
    assert (board.ending, board.winner) == ("forbidden", WHITE)
    assert board.forbidden_points == ()
    with pytest.raises(ValueError, match="over: e5 was forbidden for black, a double three"):
        board.push("e7")


def test_only_black_has_forbidden_points() -> None:
    assert Board.read("e4a1e6b1d5c1f5", 9, "renju").forbidden_points == ()
    assert Board.read("e4a1e6b1d5c1f5i9", 9, "standard").forbidden_points == ()


@pytest.mark.parametrize("rule", RULES)
def test_games_end_as_the_referee_ends_them(rule: int) -> None:
    referee = Referee()
    for seed in range(6):
        board = played(seed, rule, (7, 6))
        points = [*map(point_of, board.moves)]
        ending = referee.replay(7, 6, rule, points)
        assert board.is_over
        assert ending == board.ending
        assert board.winner == (opponent(board.turn) if board.ending == "five" else None)


def test_forbidden_points_are_those_of_the_definition() -> None:
    for seed in range(3):
        board = played(seed, RENJU, (9, 9))
        while board.moves:
            board.pop()
            if board.turn == BLACK:
                grid = board.position.board()
                expected = [cell for cell in empty_cells(grid) if forbidden(grid, cell)]
                assert list(board.forbidden_points) == expected


def test_a_position_has_the_boards_stones_and_turn() -> None:
    board = Board.read("h8i9g7", (15, 10), "caro")
    stones = tuple(zip(board.moves, (BLACK, WHITE, BLACK), strict=True))
    assert board.position == Position(15, 10, CARO, stones, WHITE)


# Values.


def test_a_copy_is_equal_and_independent() -> None:
    board = Board.read("h8i9", (15, 10), "renju")
    other = board.copy()
    assert other == board
    other.push("a1")
    assert other != board
    assert board.text == "15x10 renju h8i9"


def test_boards_differ_by_size_rule_and_moves() -> None:
    boards = [Board(), Board(20), Board((15, 20)), Board(15, "renju"), Board.read("h8")]
    assert [[one == other for other in boards] for one in boards] == [
        [i == j for j in range(len(boards))] for i in range(len(boards))
    ]
    assert Board() != "a board"


@pytest.mark.parametrize("size", [15, (20, 15)])
def test_its_representation_makes_it_again(size: Any) -> None:
    board = Board.read("h8i9", size, "caro exact")
    assert eval(repr(board), {"Board": Board}) == board


# Cells.


def test_cells_contain_names_points_and_cells() -> None:
    board = Board.read("h8i9")
    moves: list[Any] = ["g7", " G7 ", (6, 6), Cell.named("g7")]
    for move in moves:
        assert move in board.legal_moves
        assert board.is_legal(move)
    stones: list[Any] = ["h8", (7, 7), Cell.named("h8")]
    for taken in stones:
        assert taken not in board.legal_moves
        assert not board.is_legal(taken)
        assert taken in board.moves
    others: list[Any] = ["p1", "a", None, ("h", 8)]
    assert [one for one in others if one in board.legal_moves] == []
    with pytest.raises(ValueError, match="p1 is off the board"):
        board.is_legal("p1")


def test_a_forbidden_point_is_not_legal() -> None:
    board = Board.read("e4a1e6b1d5c1f5i9", rule="renju")
    assert not board.is_legal("e5")
    board.push("e5")
    assert not board.is_legal("h8")


def test_a_board_has_a_length_and_colours_by_cell() -> None:
    board = Board.setup(["h8"], walls=["a1"], turn=WHITE)
    board.push("i9")
    assert (len(board), board["h8"], board["i9"], board[0, 14], board["g7"]) == (
        2,
        BLACK,
        WHITE,
        WALL,
        0,
    )
    assert bool(Board())


def test_a_board_is_not_iterable() -> None:
    board: Any = Board.read("h8")
    with pytest.raises(TypeError, match="not iterable"):
        list(board)
    with pytest.raises(TypeError, match="not a container"):
        _ = "h8" in board


# Set-ups.


def test_a_game_goes_on_from_a_set_up() -> None:
    def at(name: str) -> Cell:
        return Cell.named(name, 12)

    board = Board.setup(["h8", "g7"], ["i9"], ["a1"], WHITE, (15, 12), "caro")
    assert (board.turn, board.moves, board.last) == (WHITE, (), 0)
    assert board.position == Position.of_colours(
        15, 12, CARO, WHITE, [at("h8"), at("g7")], [at("i9")], [at("a1")]
    )
    board.push("j10")
    assert (board.turn, names(board.moves), board.last.name) == (BLACK, ["j10"], "j10")
    assert board.text == "15x12 caro black=h8g7 white=i9 walls=a1 turn=white j10"
    assert board.pop().name == "j10"
    assert not board.is_legal("a1")
    with pytest.raises(ValueError, match="there is no stone to take back"):
        board.pop()


def test_a_set_up_can_be_won() -> None:
    board = Board.setup(["a1", "b1", "c1", "d1"], turn=BLACK)
    board.push("e1")
    assert (board.ending, board.winner, len(board.five)) == ("five", BLACK, 5)


def test_walls_are_not_stones_of_a_move_limit() -> None:
    walls = [(x, 0) for x in range(6)]
    board = Board.setup(walls=walls, size=6, rule="renju")
    while not board.is_over:
        board.push(next(cell for cell in board.legal_moves if board.foul(cell) == ""))
    assert (board.ending, len(board)) in (("move limit", 11), ("five", len(board)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"black": ["h8"], "white": ["h8"]}, "are both on h8"),
        ({"black": ["p1"]}, "p1 is off the board"),
        ({"black": ["a1", "b1", "c1", "d1", "e1"]}, "the game is over: black has five"),
        ({"turn": 3}, "3 is not a colour"),
        ({"size": 3}, "expected a board of 5 to 22"),
        ({"rule": "go"}, "unknown rule 'go'"),
    ],
)
def test_an_impossible_set_up_is_refused(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board.setup(**given)


def test_a_set_up_is_written_to_sgf_and_read_again() -> None:
    board = Board.setup(["h8", "g7"], ["i9"], turn=WHITE, size=(15, 12), rule="renju")
    board.push("j10")
    assert "AB[he][gf]AW[id]PL[W]" in board.sgf()
    assert Board.from_sgf(board.sgf()) == board
    empty = Board.setup(turn=WHITE)
    assert Board.from_sgf(empty.sgf()) == empty
    with pytest.raises(ValueError, match="an SGF file can't hold neutral stones"):
        Board.setup(walls=["a1"]).sgf()
    with pytest.raises(ValueError, match="a PSQ file can't hold a set-up"):
        board.psq()


# Keys and symmetry.


def test_a_key_is_the_position_however_it_was_reached() -> None:
    one, other = Board.read("h8i9g7"), Board.read("g7i9h8")
    assert one != other
    assert one.key == other.key == "15 freestyle black=h8g7 white=i9 turn=white"
    assert Board.read(one.key).key == one.key
    assert {one.key: "seen"}[other.key] == "seen"
    keys = {Board.read(text).key for text in ("15 renju h8i9g7", "20 freestyle h8i9g7")}
    assert len({*keys, one.key, Board.read("h8g7").key, Board.setup(walls=["h8"]).key}) == 5


@pytest.mark.parametrize(("size", "symmetries"), [(15, 8), ((15, 12), 4)])
def test_all_images_of_a_board_have_one_canonical_key(size: Any, symmetries: int) -> None:
    board = Board.setup(["c2"], ["d5"], ["a1"], WHITE, size, "renju")
    board.push("b7")
    images = [board.transform(symmetry) for symmetry in range(symmetries)]
    assert images[0] == board
    assert len({image.key for image in images}) == symmetries
    assert {image.canonical().key for image in images} == {board.canonical().key}
    assert board.canonical() in images
    assert names(images[1].moves) == ["n7"]
    with pytest.raises(ValueError, match="symmetry: expected an integer from 0 to"):
        board.transform(symmetries)


def test_the_planes_show_stones_walls_and_legal_moves() -> None:
    numpy = pytest.importorskip("numpy")
    board = Board.setup(["h8", "g7"], ["i9"], ["a1"], WHITE, (15, 12))
    planes = board.planes()
    assert (planes.shape, planes.dtype) == ((4, 12, 15), numpy.uint8)
    shown = [[(int(x), int(y)) for y, x in zip(*plane.nonzero(), strict=True)] for plane in planes]
    assert shown[:3] == [[(8, 3)], [(7, 4), (6, 5)], [(0, 11)]]
    assert shown[3] == [point_of(cell) for cell in board.legal_moves]


# Text and files.


@pytest.mark.parametrize("rule", RULES)
def test_a_board_written_in_any_way_is_read_again(rule: int) -> None:
    for seed, size in enumerate(((9, 9), (12, 7))):
        board = played(seed, rule, size)
        assert Board.read(board.text) == board
        assert Board.from_sgf(board.sgf()) == board
        assert Board.from_psq(board.psq(), rule) == board


def test_an_sgf_file_records_the_result_of_a_finished_game() -> None:
    assert "RE[B+]" in Board.read(FIVE).sgf()
    assert "RE[W+]" in Board.read("e4a1e6b1d5c1f5i9e5", 9, "renju").sgf()
    assert "RE[" not in Board.read(FIVE[:-2]).sgf()


def test_a_game_of_an_sgf_file_is_chosen_by_its_number_and_its_rule_can_be_given() -> None:
    text = Board.read("h8").sgf() + "(;RU[unheard-of];B[hh];W[ig])"
    assert Board.from_sgf(text, game=1) == Board.read("h8")
    assert Board.from_sgf(text, 2, "caro exact") == Board.read("h8i9", 15, "caro exact")


def test_a_variation_of_an_sgf_file_is_left_out_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="skipped 1 variation, the first after node 2"):
        board = Board.from_sgf("(;SZ[15];B[hh](;W[ig])(;W[jj]))")
    assert board == Board.read("h8i9")


def test_a_psq_file_records_whether_the_game_is_over() -> None:
    codes = [psq.loads(Board.read(text).psq()).code for text in (FIVE, "h8")]
    assert codes == [psq.NORMAL, psq.UNKNOWN]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: Board.read("h8h8"), "stone 2: h8 has a black stone"),
        (lambda: Board.read("h8 x"), "'h8 x' is not a list of moves such as h8i9 at 'x'"),
        (lambda: Board.read(f"{FIVE}h8"), "stone 10: the game is over"),
        (lambda: Board.from_sgf(""), "the file has no game"),
        (
            lambda: Board.from_sgf("(;SZ[15];B[hh];B[ii])"),
            r"node 3: B\[ii\] is out of turn: white is to move",
        ),
        (lambda: Board.from_sgf("(;SZ[40])"), "columns and rows, got 40 x 40"),
        (lambda: Board.from_sgf("(;B[hh])(;B[ii])"), "the file has 2 games"),
        (lambda: Board.from_sgf("(;B[hh])", game=2), "no game 2: the file has games 1 to 1"),
        (lambda: Board.from_sgf("(;RU[go];B[hh])"), r"RU\[go\] is not a known rule"),
        (lambda: Board.from_psq("x"), "not a .psq file"),
    ],
)
def test_a_text_that_is_not_a_game_is_refused(read: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read()


# Pictures.


def test_its_text_is_a_drawing_with_the_last_stone_in_brackets() -> None:
    assert str(Board.read("a1c2e5", 5)).splitlines() == [
        "    a b c d e",
        " 5  . . . .(X)",
        " 4  . . . . .",
        " 3  . . . . .",
        " 2  . . O . .",
        " 1  X . . . .",
    ]


def test_a_notebook_shows_stones_numbers_and_names() -> None:
    board = Board.read("h8i9g7")
    picture = ElementTree.fromstring(board._repr_svg_())
    assert board.svg() == board._repr_svg_()
    circles = [circle.attrib for circle in picture.iter(f"{SVG}circle")]
    stones = [(c["cx"], c["cy"]) for c in circles if c["fill"].startswith("url")]
    assert stones == [("7", "7"), ("8", "6"), ("6", "8")]
    labels = [label.text for label in picture.iter(f"{SVG}text")]
    assert labels == [*"abcdefghijklmno", *map(str, range(15, 0, -1)), "1", "2", "3"]
    assert picture.findtext(f"{SVG}title") == "15 x 15, 3 stones, the last at g7"


def test_a_forbidden_last_move_is_marked_in_the_picture() -> None:
    board = Board.read("e4a1e6b1d5c1f5i9", 9, "renju")
    assert FOUL not in board.svg()
    board.push("e5")
    picture = ElementTree.fromstring(board.svg())
    (badge,) = [c.attrib for c in picture.iter(f"{SVG}circle") if c.attrib["fill"] == FOUL]
    assert (badge["cx"], badge["cy"]) == ("4.33", "3.67")  # at the corner of e5
    assert picture.findtext(f"{SVG}title") == "9 x 9, 9 stones, the last at e5, forbidden"


@pytest.mark.parametrize(
    ("size", "points"),
    [
        ((15, 15), {(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)}),
        ((20, 20), {(3, 3), (16, 3), (3, 16), (16, 16)}),
        ((9, 9), {(2, 2), (6, 2), (4, 4), (2, 6), (6, 6)}),
        ((5, 5), {(2, 2)}),
    ],
)
def test_marked_points_are_the_centre_and_one_in_each_corner(
    size: tuple[int, int], points: set[tuple[int, int]]
) -> None:
    assert set(star_points(*size)) == points

"""A reader of games and positions either reads a text or raises ValueError."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain import Board
from brain.notation import moves, psq
from brain.notation import sgf as notation
from brain.openings import opening_book
from brain.position import Position
from protocol.reading import input_text
from protocol.reading.positions import Reading, read
from protocol.records import match_sgf
from tests.protocol.reading.test_positions import TEXTS

Reader = Callable[[str], object]
DAMAGED = 200  # files
READERS: dict[str, Reader] = {
    "moves": lambda text: moves.loads(text, 15),
    "psq": psq.loads,
    "sgf": lambda text: list(notation.loads(text)),
    "one game": lambda text: notation.load(text, 1).points,
    "games": lambda text: list(match_sgf.loads(text)),
    "position": lambda text: read(text, Reading()),
    "one line": lambda text: opening_book.parse_line(text, 15, 15),
    "openings": lambda text: opening_book.parse(text, 15, 15),
    "board": Board.read,
    "board of sgf": lambda text: Board.from_sgf(text, 1),
    "board of psq": Board.from_psq,
    "content": lambda text: input_text.decoded(text.encode("utf-8", "surrogatepass")),
    "bytes": lambda text: notation.decoded(text.encode("utf-8", "surrogatepass")),
}
FILES = (
    *TEXTS.values(),
    "(;GM[4]CA[GBK]SZ[15:10]RU[Renju]AB[aa:bb][cc]AW[dd]AE[aa]PL[W];W[ee];B[](;W[tt])(;W[ff]))",
    "(;GaMe[4]SiZe[20];Black[hh]C[a \\] b])(;B[ii];W[jj])",
    "0,0, 1,-2\nh8i9\n",
    "(;QPR[hh,hg,jf];QSLW[ig];B[gg]C[a];W[];AE[gg];B[jj]1X[y]) bye",
    "{[C5][a B][b W][先手胜][x][y];B(H,8);W(I,9)}",
    "White to move, renju\n" + ". . X O . #\n" * 6,
    "START 15\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\nDONE\n",
)
PIECES = st.sampled_from(
    [
        *"(;)[]\\:,.-#/ \n\r\t\0\u0661",
        *("h8", "1.", "7,7,1", "gomocalc.com/#/"),
        *("(;", "hh", "tt", "B", "W", "AB", "AE", "PL", "SZ", "RU", "CA"),
        *("QPR", "{[C5]", ";B(H,8)", "}", "1-", "黑", ". . X O . #\n", "White to move"),
        *("BOARD", "DONE", "START 15", "INFO rule 4", "Piskvorky 15x15, 11:11, 0\n"),
    ]
)
ANY_TEXT = st.text() | st.lists(PIECES, max_size=30).map("".join)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def assert_read_or_refused(text: str) -> None:
    """Have every reader read a text; they may raise nothing but ValueError."""
    for name, reader in READERS.items():
        try:
            with suppress(ValueError):
                reader(text)
        except Exception as error:
            error.add_note(f"reader: {name}")
            raise


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Return a real text with some of its characters replaced, removed or added."""
    text = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(text)))
        last = draw(st.integers(first, min(len(text), first + 5)))
        text = text[:first] + draw(PIECES | st.text(max_size=3)) + text[last:]
    return text


@given(ANY_TEXT)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert_read_or_refused(text)


@settings(max_examples=DAMAGED)
@given(damaged())
def test_a_damaged_file_is_read_or_refused(text: str) -> None:
    assert_read_or_refused(text)


@given(st.binary() | st.binary().map(lambda data: b"(;CA[" + data + b"];B[hh])"))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    with suppress(ValueError):
        input_text.decoded(data)


@given(damaged())
def test_a_position_that_was_read_is_one(text: str) -> None:
    with suppress(ValueError):
        position = read(text, Reading())
        assert isinstance(position, Position)
        assert len(set(position.stones)) == len(position.stones)


@pytest.mark.parametrize(
    "text", ["(;" * 20_000, "((" * 20_000, "(;B[hh]C[" + "\\" * 100_001 + "])"]
)
def test_a_text_as_deep_as_it_is_long_is_refused(text: str) -> None:
    assert_read_or_refused(text)

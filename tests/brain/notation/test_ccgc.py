"""Records of the Chinese Computer Game Contest."""

import pytest

from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from brain.notation import ccgc, sgf

RECORD = "{[C5][A B][C W][和棋][2026][CCGC];B(A,1);W(O,15)}"


def test_rows_count_from_below() -> None:
    game = ccgc.loads(RECORD, RENJU)
    assert (game.moves, game.turn, game.rule) == (
        (((0, 14), BLACK), ((14, 0), WHITE)),
        BLACK,
        RENJU,
    )
    assert (game.black, game.white, game.winner, game.notes) == ("A", "C", None, ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_record_is_decoded(encoding: str) -> None:
    assert sgf.decoded(RECORD.encode(encoding)) == RECORD


def test_bytes_of_no_encoding_are_still_read() -> None:
    game = ccgc.loads(sgf.decoded(b"{[C5][\xff B][b W][x][y][z];B(H,8)}"), FREESTYLE)
    assert game.moves == (((7, 7), BLACK),)


def test_a_record_of_a_set_up_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"expected a move such as ;B\(H,8\) or }, got ';C\(H,8\)}'"
    ):
        ccgc.loads("{[C5];C(H,8)}", FREESTYLE)

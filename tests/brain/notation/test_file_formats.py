"""A format is recognised by the first bytes of a file."""

import pytest

from brain.notation.file_formats import recognised

HEAD = b"\x02\x00\x00\x00"  # two records


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x78\x00", "a RenLib library"),
        (HEAD + b"\x05\x00\x02\x0f\x0f\x07\x07\x01\x00", "a Yixin database"),
        (HEAD + b"\x03\0\0\0\0\x14\0" + bytes(5) + b'charset="UTF-8"', "a Yixin database"),
        (b"\x04\x22\x4d\x18\x64\x40\xa7", "a compressed (LZ4) Yixin database"),
        (b'<?xml version="1.0"?>\n<database><games/>', "a RenjuNet XML database"),
        (
            b"\xef\xbb\xbf<?xml version='1.0'?>\r\n<!-- all games -->\r\n<database>",
            "a RenjuNet XML database",
        ),
        (b"15\n15\n2\n7 7\n8 8\n", "a saved game of Yixin-Board"),
        (b"15\r\n20\r\n0\r\n", "a saved game of Yixin-Board"),
        (b"\x02\x70\x71", "a .pos file of Yixin-Board"),
        (b"\x00", "a .pos file of Yixin-Board"),
        (b"; a comment\r\n[GAME]\r\nType=101\r\n[MOVE]\r\nh8,h7", "a game of X & O"),
        (b"{[C5][One B][Two W][x][2026][CCGC];B(H,8)}", "a CCGC record"),
        (b"TENGENC1\x00\x0f", "a Tengen certificate"),
        (b"TENGENX2\x00\x0f", "a Tengen certificate"),
        (b"TENGEND1\x00\x0f", "a Tengen database of proofs"),
        (b"SQLite format 3\x00\x10", "an SQLite database"),
        (b"PK\x03\x04\x14", "a ZIP archive"),
        (b"\x89PNG\r\n", "a picture"),
        (b"\n<!DOCTYPE html>", "a web page"),
        (b"<?xml version='1.0'?><svg>", "an SVG picture"),
        (b"<?xml version='1.0'?><games>", "an XML file"),
        (b'[Event "?"]\n1. h8 i9', "a PGN file"),
        (b'[Black "a"]\n[GameType "61,15"]\n1. h8 i9', "a game of PlayOK"),
    ],
)
def test_a_file_is_recognised_by_its_content(content: bytes, title: str) -> None:
    assert str(recognised(content)) == title


@pytest.mark.parametrize(
    "content",
    [
        *(
            b"",
            b"h8i9",
            b"(;GM[4])",
            b"Piskvorky 15x15, 11:11, 0",
            b"8,8\n9,9\n7,7",
            b"15 renju h8",
        ),
        *(
            b"15\n15\n2\n7,7,1\n",
            b"START 15\nBOARD\n7,7,1\nDONE",
            b'{"width": 15}',
            b"\x02\x70\x70",
        ),
        *(b"\x02\x70", b"\x01\xe1", b"a database", b"\nh8i9g7f6\r\t", b"[x]", b"{[C6]}"),
    ],
)
def test_other_content_has_no_format_of_the_table(content: bytes) -> None:
    assert recognised(content) is None


def test_a_long_start_is_recognised_soon() -> None:
    titles = [str(recognised(start * 100_000)) for start in (b"<?xml ?><!--", b"1\n", b"; \n")]
    assert titles == ["an XML file", "None", "None"]

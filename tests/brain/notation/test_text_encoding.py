"""The encoding of texts that do not name it."""

import pytest

from brain.notation.text_encoding import encoding_of, known_encoding


@pytest.mark.parametrize(
    ("texts", "encoding"),
    [
        ([b"", b"abc"], "utf-8"),
        (["必胜".encode(), b"abc"], "utf-8"),
        (["必胜".encode("gbk"), b"abc"], "gb18030"),
        (["för".encode("cp1252"), b"abc"], "cp1252"),
        (["för".encode("cp1252"), "黑先必胜".encode("gbk")], "gb18030"),
    ],
)
def test_the_encoding_fits_all_texts(texts: list[bytes], encoding: str) -> None:
    assert encoding_of(texts) == encoding


@pytest.mark.parametrize("name", ["utf-9", "base64", "a\0b"])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    assert known_encoding("shift_jis") == "shift_jis"
    with pytest.raises(ValueError, match="is not a known encoding"):
        known_encoding(name)

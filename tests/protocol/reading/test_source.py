"""Tests of protocol.reading.source: whatever is named on the command line is read in one way."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from brain.certificates import certificate, packing
from protocol.reading import source
from tests import ROOT

GAME = "(;GM[4]CA[GBK]RU[无禁手]SZ[15];B[hh])"


def test_a_file_is_read_in_the_encoding_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(GAME.encode("gbk"))
    assert source.text(str(tmp_path / "game")) == GAME


def test_stdin_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_in = io.BytesIO(b"\xef\xbb\xbfh8 i9")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=bytes_in))
    assert source.text("-") == "h8 i9"


@pytest.mark.parametrize("text", ["h8i9", "", "h8i9" * 100, "none/h8"])
def test_what_names_no_file_is_the_text_itself(text: str) -> None:
    assert source.text(text) == text


@pytest.mark.parametrize("name", ["none.sgf", "None.PSQ", "none.txt"])
def test_a_file_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(FileNotFoundError) as error:
        source.text(name)
    assert error.value.filename == name


def test_an_encoding_that_is_not_known_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;CA[klingon];B[hh])", "ascii")
    with pytest.raises(ValueError, match=r"CA\[klingon\] is not a known encoding"):
        source.text(str(tmp_path / "game.sgf"))


def test_a_certificate_is_told_in_json_whatever_its_form(tmp_path: Path) -> None:
    lines = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
    claim = certificate.loads(bytes.fromhex(lines[0]))
    for content in (certificate.dumps(claim), packing.dumps(claim)):
        (tmp_path / "win").write_bytes(content)
        assert source.text(str(tmp_path / "win")) == certificate.to_json(claim)
        (tmp_path / "win").write_bytes(content[:-1])
        with pytest.raises(ValueError, match=r"win: .* damaged"):
            source.text(str(tmp_path / "win"))

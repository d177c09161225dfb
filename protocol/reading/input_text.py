"""Reads the text that an argument of the command line names: stdin, a file, or the text itself."""

import os
import sys
from pathlib import Path

from brain.certificates import certificate, certificate_files
from brain.notation import sgf

STDIN = "-"
# A name with one of these endings is a file's, even if the file does not exist.
FILES = (".sgf", ".psq", ".txt", ".tengen", ".json")


def read(source: str) -> str:
    """Return the text of stdin for "-", of the file if `source` is a path, or else `source` itself.

    A certificate is returned as JSON. OSError for a file that can't be read; ValueError for an
    unknown encoding or a damaged certificate.
    """
    if source == STDIN:
        return _decoded(sys.stdin.buffer.read(), "stdin")
    if source.lower().endswith(FILES) or os.path.isfile(source):
        return _decoded(Path(source).read_bytes(), source)
    return source


def _decoded(content: bytes, name: str) -> str:
    if not content.startswith(certificate_files.BINARY):
        return sgf.decoded(content)
    try:
        return certificate.to_json(certificate_files.loads(content))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error

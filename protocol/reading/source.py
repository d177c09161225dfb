"""What a person names on the command line to be read: stdin, a file, or the text itself."""

import os
import sys
from pathlib import Path

from brain.certificates import certificate, certificate_files
from brain.notation import sgf

STDIN = "-"
# Names that end like this are of files, there or not.
FILES = (".sgf", ".psq", ".txt", ".tengen", ".json")


def text(source: str) -> str:
    """Return the text of stdin for "-", of a file by its path, or else `source` itself.

    A certificate is told by its twin in JSON. OSError for a file that can't be read; ValueError for
    one in an encoding that isn't known, and for a damaged certificate.
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

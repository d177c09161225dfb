"""What a person names on the command line to be read: stdin, a file, or the text itself."""

import os
import sys
from pathlib import Path

from brain.notation import sgf

STDIN = "-"
FILES = (".sgf", ".psq", ".txt")  # names that end like this are of files, there or not


def text(source: str) -> str:
    """Return the text of stdin for "-", of a file by its path, or else `source` itself.

    OSError for a file that can't be read; ValueError for one in an encoding that isn't known.
    """
    if source == STDIN:
        return sgf.decoded(sys.stdin.buffer.read())
    if source.lower().endswith(FILES) or os.path.isfile(source):
        return sgf.decoded(Path(source).read_bytes())
    return source
